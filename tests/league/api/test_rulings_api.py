"""Rulings recorded, corrected and voided by a program, as on their pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import AuditEvent, Club, Hanchan, League, Member, Ruling
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    make_club,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.league.api.calls import error_of, get, new_key, post
from tests.league.evenings import english

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

RULINGS = "clubs/tonan/rulings"
PON = {"clause": "G-9", "facts": "空ポンを打牌前に取り消した。", "outcome": "1,000点を供託。"}
MILD = {"clause": "g-10", "outcome": "注意にとどめた。"}


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def game(league: League) -> Hanchan:
    return record(league, make_members(league.club))


def recorded(client: Client, **more: Any) -> Any:
    answer = post(client, RULINGS, PON | more)
    assert answer.status_code == 201, answer.content
    return answer.json()


def events(club: Club) -> list[str]:
    found = AuditEvent.objects.for_club(club).filter(type__startswith="ruling.")
    return list(found.order_by("pk").values_list("type", flat=True))


def refused_at(answer: Any) -> tuple[int, list[str]]:
    return answer.status_code, list(error_of(answer).get("fields", {}))


# recorded


def test_a_ruling_on_a_game_takes_its_rules_and_its_day(
    organizer: Client, club: Club, game: Hanchan
) -> None:
    answer = post(organizer, RULINGS, PON | {"game": game.pk, "clause": "ｇ-9"})

    ruling = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/{RULINGS}/{ruling['id']}"
    assert get(organizer, f"{RULINGS}/{ruling['id']}").json() == ruling
    assert (ruling["game"], ruling["day"]) == (game.pk, game.day.isoformat())
    assert (ruling["rule_set"], ruling["clause"]) == ("kinyoukai", "G-9")
    assert (ruling["stands"], ruling["others"]) == (True, [])
    assert ruling["created_by"] == "organizer"
    assert events(club) == ["ruling.recorded"]


def test_a_ruling_on_a_session_takes_its_day(organizer: Client, club: Club) -> None:
    session = make_session(club, EVENING.replace(day=6))

    ruling = recorded(organizer, session=session.pk)

    assert (ruling["session"], ruling["day"]) == (session.pk, "2026-11-06")


def test_a_ruling_on_neither_is_of_its_day_or_of_today(organizer: Client) -> None:
    assert recorded(organizer)["day"] == EVENING.isoformat()
    assert recorded(organizer, day="2026-10-01")["day"] == "2026-10-01"


def test_where_several_rule_sets_are_in_use_one_has_to_be_named(organizer: Client) -> None:
    assert post(organizer, "clubs/tonan/rule-sets", {"from": "nekohouse-4a"}).status_code == 201

    assert refused_at(post(organizer, RULINGS, PON)) == (422, ["rule_set"])
    assert recorded(organizer, rule_set="kinyoukai")["rule_set"] == "kinyoukai"


def test_a_game_is_judged_by_its_own_rules_alone(organizer: Client, game: Hanchan) -> None:
    post(organizer, "clubs/tonan/rule-sets", {"from": "nekohouse-4a"})

    other = post(organizer, RULINGS, PON | {"game": game.pk, "rule_set": "nekohouse-4a"})

    assert refused_at(other) == (422, ["rule_set"])
    assert recorded(organizer, game=game.pk, rule_set="kinyoukai")["game"] == game.pk


@pytest.mark.parametrize(
    ("sent", "status", "field"),
    [
        pytest.param({"clause": "G-99"}, 422, "clause", id="no such clause"),
        pytest.param({"clause": " "}, 422, "clause", id="no clause"),
        pytest.param({"clause": "G" * 25}, 400, "clause", id="too long a code"),
        pytest.param({"facts": "  "}, 422, "facts", id="nothing happened"),
        pytest.param({"outcome": ""}, 422, "outcome", id="nothing decided"),
        pytest.param({"outcome": "あ" * 2001}, 400, "outcome", id="a novel"),
        pytest.param({"facts": "a\0b"}, 422, "facts", id="a zero byte"),
        pytest.param({"day": "1990-01-01"}, 422, "day", id="before there were rules"),
        pytest.param({"day": "soon"}, 400, "day", id="no day"),
        pytest.param({"rule_set": "nowhere"}, 422, "rule_set", id="no such rules"),
        pytest.param({"game": 10**9}, 422, "game", id="no such game"),
        pytest.param({"session": 10**9}, 422, "session", id="no such session"),
        pytest.param({"game": 1, "session": 1}, 400, "", id="two places"),
        pytest.param({"game": 1, "day": "2026-11-20"}, 400, "", id="a game and a day"),
        pytest.param({"colour": "red"}, 400, "colour", id="what nobody asks for"),
    ],
)
def test_a_ruling_that_cannot_be_is_refused_beside_its_field(
    organizer: Client, sent: dict[str, Any], status: int, field: str
) -> None:
    answer = post(organizer, RULINGS, PON | sent)

    assert refused_at(answer) == (status, [field])
    assert not Ruling.objects.across_clubs().exists()


def test_a_game_or_session_of_another_club_is_not_there(organizer: Client) -> None:
    elsewhere = league_of(make_club("seihoku", owner="other"))
    game = record(elsewhere, make_members(elsewhere.club))

    for name, key in (("game", game.pk), ("session", game.session_id)):
        assert refused_at(post(organizer, RULINGS, PON | {name: key})) == (422, [name])


def test_the_same_words_again_make_no_second_ruling(organizer: Client, club: Club) -> None:
    first, again = recorded(organizer), recorded(organizer)

    assert first == again
    assert events(club) == ["ruling.recorded"]


# corrected and voided


def test_a_correction_counts_instead_and_the_earlier_one_stays_readable(
    organizer: Client, club: Club
) -> None:
    earlier = recorded(organizer)
    path = f"{RULINGS}/{earlier['id']}"

    answer = post(organizer, f"{path}/correct", MILD)

    made, earlier = answer.json(), get(organizer, path).json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/{RULINGS}/{made['id']}"
    assert (made["clause"], made["facts"], made["outcome"]) == (
        "G-10",
        PON["facts"],
        MILD["outcome"],
    )
    assert (made["stands"], made["corrects"]) == (True, earlier["id"])
    assert (earlier["stands"], earlier["corrected_by"]) == (False, made["id"])
    assert [each["id"] for each in made["others"]] == [earlier["id"]]
    assert [each["id"] for each in earlier["others"]] == [made["id"]]
    assert events(club) == ["ruling.recorded", "ruling.corrected"]


def test_a_voided_correction_lets_the_earlier_one_stand_again(
    organizer: Client, club: Club
) -> None:
    earlier = recorded(organizer)
    made = post(organizer, f"{RULINGS}/{earlier['id']}/correct", MILD).json()

    answer = post(organizer, f"{RULINGS}/{made['id']}/void", {"reason": "取り違え"})

    assert answer.status_code == 200
    assert answer.json() == get(organizer, f"{RULINGS}/{made['id']}").json()
    assert (answer.json()["voided"], answer.json()["void_reason"]) == (True, "取り違え")
    assert get(organizer, f"{RULINGS}/{earlier['id']}").json()["stands"] is True
    assert events(club)[-1] == "ruling.voided"


def test_what_is_corrected_or_voided_already_is_left_as_it_is(
    organizer: Client, club: Club
) -> None:
    earlier, other = recorded(organizer), recorded(organizer, day="2026-10-01")
    post(organizer, f"{RULINGS}/{earlier['id']}/correct", MILD)
    post(organizer, f"{RULINGS}/{other['id']}/void", {"reason": "取り違え"})
    before = events(club)

    for each in (earlier, other):
        for call, body in (("correct", MILD), ("void", {"reason": "再び"})):
            answer = post(organizer, f"{RULINGS}/{each['id']}/{call}", body)
            assert (answer.status_code, error_of(answer)["code"]) == (422, "refused")
    assert events(club) == before


@pytest.mark.parametrize(
    ("call", "body", "status", "field"),
    [
        pytest.param("correct", {}, 400, "outcome", id="nothing decided"),
        pytest.param("correct", MILD | {"clause": "G-99"}, 422, "clause", id="no such clause"),
        pytest.param("correct", MILD | {"facts": ""}, 422, "facts", id="nothing happened"),
        pytest.param("correct", MILD | {"day": "2026-11-19"}, 400, "day", id="another day"),
        pytest.param("void", {}, 400, "reason", id="no reason"),
        pytest.param("void", {"reason": " "}, 422, "reason", id="an empty reason"),
    ],
)
def test_a_change_that_cannot_be_is_refused_beside_its_field(
    organizer: Client, call: str, body: dict[str, Any], status: int, field: str
) -> None:
    ruling = recorded(organizer)

    answer = post(organizer, f"{RULINGS}/{ruling['id']}/{call}", body)

    assert refused_at(answer) == (status, [field])
    assert get(organizer, f"{RULINGS}/{ruling['id']}").json() == ruling


@pytest.mark.parametrize(("call", "body"), [("correct", MILD), ("void", {"reason": "取り違え"})])
def test_a_change_of_a_case_that_somebody_else_changed_is_refused(
    organizer: Client, call: str, body: dict[str, Any]
) -> None:
    path = f"{RULINGS}/{recorded(organizer)['id']}"
    read = get(organizer, path)["ETag"]
    correction = post(organizer, f"{path}/correct", MILD).json()
    post(organizer, f"{RULINGS}/{correction['id']}/void", {"reason": "取り違え"})

    late = post(organizer, f"{path}/{call}", body, headers={"If-Match": read})
    now = get(organizer, path)["ETag"]
    in_time = post(organizer, f"{path}/{call}", body, headers={"If-Match": now})

    assert (late.status_code, error_of(late)["code"]) == (412, "changed-meanwhile")
    assert in_time.status_code in (200, 201)


def test_what_was_read_already_is_not_sent_again(organizer: Client) -> None:
    path = f"/api/v1/{RULINGS}/{recorded(organizer)['id']}"

    again = organizer.get(path, headers={"If-None-Match": organizer.get(path)["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_what_is_sent_again_under_its_key_is_not_done_again(organizer: Client, club: Club) -> None:
    path = f"{RULINGS}/{recorded(organizer)['id']}"
    for address, body in (
        (RULINGS, PON | {"day": "2026-10-01"}),
        (f"{path}/correct", MILD),
    ):
        headers = {"Idempotency-Key": new_key()}
        first = post(organizer, address, body, headers=headers)
        before = events(club)

        again = post(organizer, address, body, headers=headers)

        assert first.status_code == again.status_code == 201
        assert (again.content, again["Location"]) == (first.content, first["Location"])
        assert again["Idempotency-Hit"] == "true"
        assert events(club) == before


# who may


def test_members_read_what_organizers_decide(organizer: Client, club: Club) -> None:
    path = f"{RULINGS}/{recorded(organizer)['id']}"
    member = make_login(club, "member", Member.Role.MEMBER)

    assert get(member, path).status_code == 200
    for address in (RULINGS, f"{path}/correct", f"{path}/void"):
        assert post(member, address, {}).status_code == 403
    assert get(member, f"{RULINGS}/{10**9}").status_code == 404


def test_a_token_needs_the_scope_of_leagues(organizer: Client, club: Club) -> None:
    path = f"{RULINGS}/{recorded(organizer)['id']}"

    def status(*scopes: Scope) -> int:
        _token, secret = issue_token(
            club=club, member=None, name="裁定", days=1, scopes=scopes, actor=ADMIN
        )
        headers = {"Authorization": f"Bearer {secret}"}
        return int(post(Client(), f"{path}/void", {"reason": "誤り"}, headers=headers).status_code)

    assert status(Scope.GAMES, Scope.PEOPLE) == 403
    assert status(Scope.LEAGUES) == 200
