"""The headings and clauses of a draft, written by a program as on their pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import AuditEvent, Club, Member
from rules.models import RuleVersion
from tests.factories import ADMIN, make_club, make_login
from tests.league.api.calls import error_of, get, new_key, post
from tests.league.api.calls import send as call
from tests.league.api.rule_calls import SET, new_draft, read, send
from tests.league.evenings import english

pytestmark = pytest.mark.django_db

LATE = {"code": "Z-1", "section": "A", "title_ja": "遅刻", "text_ja": "次の回を待つ。"}
WATCHING = {"code": "Z", "title_ja": "観戦"}


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def at(organizer: Client) -> str:
    """Where a draft is, copied from the version with all its text."""
    return f"{SET}/drafts/{new_draft(organizer)['id']}"


def clauses(client: Client, at: str) -> dict[str, Any]:
    return {each["code"]: each for each in read(client, f"{at}/clauses")["clauses"]}


def headings(client: Client, at: str) -> dict[str, Any]:
    return {each["code"]: each for each in read(client, f"{at}/headings")["headings"]}


def revision(client: Client, at: str) -> int:
    return int(read(client, at)["draft_revision"])


def write(client: Client, method: str, path: str, at: str, body: Any) -> Any:
    """Write from the draft as it is now."""
    return send(client, method, path, {"draft_revision": revision(client, at), **body})


def events(club: Club) -> list[str]:
    found = AuditEvent.objects.for_club(club).filter(type__startswith="rule_draft.")
    return list(found.order_by("pk").values_list("type", flat=True))


def refused_at(answer: Any) -> tuple[int, list[str]]:
    return answer.status_code, list(error_of(answer).get("fields", {}))


# clauses


def test_the_clauses_of_a_draft_are_those_of_its_file(organizer: Client, at: str) -> None:
    file = read(organizer, at)["rules"]["clauses"]

    listed = read(organizer, f"{at}/clauses")["clauses"]

    names = ("code", "section", "title_ja", "title_en", "text_ja", "text_en", "states")
    assert [{n: each[n] for n in names} for each in listed] == [
        {n: each[n] for n in names} for each in file
    ]
    assert {str(each["stale_ja"]) for each in listed} == {"{}"}


def test_a_clause_is_added_below_the_last_of_its_heading(
    organizer: Client, club: Club, at: str
) -> None:
    answer = write(organizer, "POST", f"{at}/clauses", at, LATE | {"states": ["tie"]})

    made = answer.json()
    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/{at}/clauses/{made['id']}"
    assert made == read(organizer, f"{at}/clauses/{made['id']}")
    assert (made["title_en"], made["text_en"]) == ("遅刻", "次の回を待つ。")
    assert (made["is_own"], made["draft_revision"]) == (True, 1)
    draft = read(organizer, at)
    under = [each["code"] for each in draft["rules"]["clauses"] if each["section"] == "A"]
    assert under[-1] == "Z-1"
    assert draft["rules"]["stated_by"]["tie"] == "Z-1"
    assert events(club)[-1] == "rule_draft.clause_written"


def test_what_is_left_out_of_a_clause_stays(organizer: Client, club: Club, at: str) -> None:
    before = clauses(organizer, at)["A-3"]

    answer = write(
        organizer, "PATCH", f"{at}/clauses/{before['id']}", at, {"text_en": "All else as before."}
    )

    after = answer.json()
    changed = {name for name, value in before.items() if after[name] != value}
    assert answer.status_code == 200
    assert changed - {"is_changed"} == {"text_en", "is_own"}
    assert (after["is_own"], after["is_changed"]) == (True, True)
    assert after["text_en"] == "All else as before."


def test_a_clause_can_have_another_code_heading_and_other_values(
    organizer: Client, at: str
) -> None:
    clause = clauses(organizer, at)["A-3"]
    told = {"code": "A-33", "section": "", "states": ["uma"]}

    after = write(organizer, "PATCH", f"{at}/clauses/{clause['id']}", at, told).json()

    assert {name: after[name] for name in told} == told
    stated = read(organizer, at)["rules"]["stated_by"]
    assert stated["uma"] == "A-33"
    assert "A-3" not in stated.values()


def test_a_text_of_former_values_is_told_until_it_is_said_to_fit(
    organizer: Client, at: str
) -> None:
    steep = {"parameters": {"uma": [20_000, 10_000, -10_000, -20_000]}}
    was = [10_000, 5_000, -5_000, -10_000]
    write(organizer, "PATCH", at, at, steep)
    clause = clauses(organizer, at)["A-3"]
    path = f"{at}/clauses/{clause['id']}"

    half = write(organizer, "PATCH", path, at, {"fits": ["en"]}).json()
    rest = write(organizer, "PATCH", path, at, {"fits": ["ja"]}).json()

    assert (clause["stale_ja"], clause["stale_en"]) == ({"uma": was}, {"uma": was})
    assert (half["stale_ja"], half["stale_en"]) == ({"uma": was}, {})
    assert (rest["stale_ja"], rest["stale_en"]) == ({}, {})


def test_a_clause_is_removed_and_what_it_stated_is_assumed(
    organizer: Client, club: Club, at: str
) -> None:
    clause = clauses(organizer, at)["A-3"]
    path = f"{at}/clauses/{clause['id']}"

    answer = write(organizer, "DELETE", path, at, {})

    assert (answer.status_code, answer.json()) == (200, {"draft_revision": 1})
    assert get(organizer, path).status_code == 404
    assert read(organizer, at)["rules"]["stated_by"]["uma"] == "assumed"
    assert events(club)[-1] == "rule_draft.clause_removed"


@pytest.mark.parametrize(
    ("sent", "status", "field"),
    [
        pytest.param({"code": "A-1"}, 422, "code", id="another clause's code"),
        pytest.param({"code": "assumed"}, 422, "code", id="a word of ours"),
        pytest.param({"code": " "}, 400, "code", id="no code"),
        pytest.param({"code": "Z" * 25}, 400, "code", id="too long a code"),
        pytest.param({"section": "Q"}, 422, "section", id="no such heading"),
        pytest.param({"title_ja": ""}, 422, "title_ja", id="no title"),
        pytest.param({"text_ja": ""}, 422, "text_ja", id="no text"),
        pytest.param({"text_ja": "x" * 10_001}, 400, "text_ja", id="a long text"),
        pytest.param({"text_ja": "a\0b"}, 400, "text_ja", id="a zero byte"),
        pytest.param({"states": ["umma"]}, 422, "states", id="no such parameter"),
        pytest.param({"states": "uma"}, 400, "states", id="a parameter without a list"),
        pytest.param({"colour": "red"}, 400, "colour", id="what no clause has"),
        pytest.param({"draft_revision": "0"}, 400, "draft_revision", id="a revision as a text"),
    ],
)
def test_a_clause_that_cannot_be_is_refused_beside_its_field(
    organizer: Client, at: str, sent: dict[str, Any], status: int, field: str
) -> None:
    made = write(organizer, "POST", f"{at}/clauses", at, LATE).json()
    before = read(organizer, f"{at}/clauses")

    new = write(organizer, "POST", f"{at}/clauses", at, LATE | {"code": "Z-2"} | sent)
    changed = write(organizer, "PATCH", f"{at}/clauses/{made['id']}", at, sent)

    assert refused_at(new) == refused_at(changed) == (status, [field])
    assert read(organizer, f"{at}/clauses") == before


# headings


def test_a_heading_is_added_moved_and_removed_and_its_clauses_stay(
    organizer: Client, club: Club, at: str
) -> None:
    first = next(iter(headings(organizer, at)))
    answer = write(organizer, "POST", f"{at}/headings", at, WATCHING | {"after": first})
    made = answer.json()
    path = f"{at}/headings/{made['id']}"
    write(organizer, "POST", f"{at}/clauses", at, LATE | {"section": "Z"})

    moved = write(organizer, "PATCH", path, at, {"code": "Y", "after": "", "title_en": "Watching"})

    assert answer.status_code == 201
    assert answer["Location"] == f"/api/v1/{path}"
    assert (made["after"], made["level"], made["title_en"]) == (first, 1, "観戦")
    assert next(iter(headings(organizer, at))) == "Y"
    assert (moved.json()["title_ja"], moved.json()["title_en"]) == ("観戦", "Watching")
    assert moved.json() == read(organizer, path)
    assert clauses(organizer, at)["Z-1"]["section"] == "Y"

    gone = write(organizer, "DELETE", path, at, {})

    assert (gone.status_code, gone.json()) == (200, {"draft_revision": 4, "under": ""})
    assert get(organizer, path).status_code == 404
    assert clauses(organizer, at)["Z-1"]["section"] == ""
    written, removed = "rule_draft.heading_written", "rule_draft.heading_removed"
    assert [each for each in events(club) if "heading" in each] == [written, written, removed]


def test_a_heading_comes_last_unless_it_is_said_where(organizer: Client, at: str) -> None:
    last = [*headings(organizer, at)][-1]

    made = write(organizer, "POST", f"{at}/headings", at, WATCHING).json()

    assert made["after"] == last
    assert [*headings(organizer, at)][-1] == "Z"


@pytest.mark.parametrize(
    ("sent", "status", "field"),
    [
        pytest.param({"code": "A"}, 422, "code", id="another heading's code"),
        pytest.param({"code": ""}, 400, "code", id="no code"),
        pytest.param({"title_ja": " "}, 422, "title_ja", id="no title"),
        pytest.param({"title_en": "x" * 121}, 400, "title_en", id="a long title"),
        pytest.param({"level": 0}, 400, "level", id="no level"),
        pytest.param({"level": 4}, 422, "level", id="too deep a level"),
        pytest.param({"after": "Q"}, 422, "after", id="after none that there is"),
        pytest.param({"after": "Z"}, 422, "after", id="after itself"),
        pytest.param({"colour": "red"}, 400, "colour", id="what no heading has"),
    ],
)
def test_a_heading_that_cannot_be_is_refused_beside_its_field(
    organizer: Client, at: str, sent: dict[str, Any], status: int, field: str
) -> None:
    made = write(organizer, "POST", f"{at}/headings", at, WATCHING).json()
    before = read(organizer, f"{at}/headings")

    changed = write(organizer, "PATCH", f"{at}/headings/{made['id']}", at, sent)

    assert refused_at(changed) == (status, [field])
    assert read(organizer, f"{at}/headings") == before


# what holds of all


def writes(client: Client, at: str) -> list[tuple[str, str, Any]]:
    """Every write to the text of a draft: how, where and what."""
    clause, heading = clauses(client, at)["A-3"]["id"], headings(client, at)["A"]["id"]
    return [
        ("POST", f"{at}/clauses", LATE),
        ("PATCH", f"{at}/clauses/{clause}", {"title_ja": "点棒"}),
        ("DELETE", f"{at}/clauses/{clause}", {}),
        ("POST", f"{at}/headings", WATCHING),
        ("PATCH", f"{at}/headings/{heading}", {"title_ja": "点数"}),
        ("DELETE", f"{at}/headings/{heading}", {}),
    ]


def test_who_writes_second_is_told_what_the_first_changed(
    organizer: Client, club: Club, at: str
) -> None:
    late = writes(organizer, at)
    other = make_login(club, "other", Member.Role.ORGANIZER)
    write(other, "PATCH", at, at, {"title": "急な案"})
    write(other, "POST", f"{at}/clauses", at, LATE | {"code": "Z-9"})
    before = read(organizer, at)

    for method, path, body in late:
        answer = send(organizer, method, path, {"draft_revision": 0, **body})

        error = error_of(answer)
        assert (answer.status_code, error["code"]) == (409, "draft-changed")
        assert (error["draft_revision"], error["by"]) == (2, ["other"])
        assert error["about"] == {"title": {"was": "", "now": "急な案"}}
        assert error["clauses"] == ["Z-9"]
    assert read(organizer, at) == before


def test_the_tag_of_what_was_read_stands_for_the_revision(organizer: Client, at: str) -> None:
    for method, path, body in writes(organizer, at):
        tag = get(organizer, path)["ETag"]

        unsaid = send(organizer, method, path, body)
        late = call(organizer, method, path, body, headers={"If-Match": '"99-0123456789ab"'})
        in_time = call(organizer, method, path, body, headers={"If-Match": tag})

        assert (unsaid.status_code, error_of(unsaid)["code"]) == (428, "revision-needed")
        assert (late.status_code, error_of(late)["code"]) == (412, "draft-changed")
        assert in_time.status_code in (200, 201)
        assert in_time["ETag"].startswith(f'"{revision(organizer, at)}-')


def test_the_text_of_what_was_published_stays_as_it_is(
    organizer: Client, club: Club, at: str
) -> None:
    known = writes(organizer, at)
    body = {"draft_revision": 0, "effective_from": "2027-01-01"}
    assert post(organizer, f"{at}/publish", body).status_code == 202

    for method, path, body in known:
        answer = send(organizer, method, path, {"draft_revision": 0, **body})
        assert (answer.status_code, error_of(answer)["code"]) == (409, "published-already")
        assert get(organizer, path).status_code == 404


def test_what_is_sent_again_under_its_key_is_answered_again_and_not_done_again(
    organizer: Client, club: Club, at: str
) -> None:
    for method, path, body in writes(organizer, at):
        sent = {"draft_revision": revision(organizer, at), **body}
        headers = {"Idempotency-Key": new_key()}
        first = call(organizer, method, path, sent, headers=headers)
        before = events(club)

        again = call(organizer, method, path, sent, headers=headers)

        assert first.status_code in (200, 201)
        assert (again.status_code, again.content) == (first.status_code, first.content)
        assert again["Idempotency-Hit"] == "true"
        assert events(club) == before


def test_a_text_is_found_below_its_own_draft_alone(organizer: Client, at: str) -> None:
    other = f"{SET}/drafts/{new_draft(organizer)['id']}"

    for method, path, body in writes(organizer, at):
        if method == "POST":
            continue
        elsewhere = path.replace(at, other)
        assert get(organizer, elsewhere).status_code == 404
        assert write(organizer, method, elsewhere, other, body).status_code == 404
    assert RuleVersion.objects.get(pk=other.rpartition("/")[2]).draft_revision == 0


def test_members_and_other_clubs_neither_read_nor_write(
    organizer: Client, club: Club, at: str
) -> None:
    member = make_login(club, "member", Member.Role.SCORER)
    stranger = make_login(make_club("seihoku", owner="other"), "stranger", Member.Role.OWNER)

    for method, path, body in writes(organizer, at):
        for somebody, status in ((member, 403), (stranger, 404)):
            assert get(somebody, path).status_code == status
            sent = {"draft_revision": 0, **body}
            assert send(somebody, method, path, sent).status_code == status
    assert revision(organizer, at) == 0


def test_a_token_needs_the_scope_of_leagues(organizer: Client, club: Club, at: str) -> None:
    def status(*scopes: Scope) -> int:
        _token, secret = issue_token(
            club=club, member=None, name="条文", days=1, scopes=scopes, actor=ADMIN
        )
        headers = {"Authorization": f"Bearer {secret}"}
        body = {"draft_revision": 0, **LATE}
        return int(post(Client(), f"{at}/clauses", body, headers=headers).status_code)

    assert status(Scope.GAMES, Scope.PEOPLE) == 403
    assert status(Scope.LEAGUES) == 201
