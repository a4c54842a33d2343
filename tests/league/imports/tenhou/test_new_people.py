"""Whoever is new in an import is a member or a guest because somebody said so, never by chance."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from league.clubs.verification import verify_club
from league.clubs.write import update_league
from league.core.jobs import perform_job
from league.imports.people import NEW_GUEST, NEW_MEMBER, SOMEBODY_ELSE
from league.imports.tenhou import write as tenhou_import
from league.imports.tenhou.dry_run import ALL_OTHERS, Status
from league.imports.tenhou.write import UnansweredError, store_import
from league.members.teams import memberships_of
from league.models import AuditEvent, Club, Job, Member, TenhouImport
from tests.factories import ADMIN, league_of, make_login
from tests.league.evenings import english
from tests.league.imports.tenhou.imports import (
    DAY,
    LOG,
    NAMES,
    URL,
    chosen,
    games_of,
    keeper,
    line,
    listed,
    opened,
    outcomes,
    people,
    pieces,
    posted,
    record,
    tenhou_club,
    text_of,
)
from tests.league.rulechanges.rescoring_help import worker_is_away
from tests.pages import Part, parsed

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


@pytest.fixture
def club() -> Club:
    return tenhou_club()


@pytest.fixture
def client(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def with_names(club: Club, *names: str, more: str = "") -> TenhouImport:
    """An import of a game of these four, as its preview shows it."""
    scores = ("+52.0", "+6.0", "-24.0", "-34.0")
    players = [f"{name}({score})" for name, score in zip(names, scores, strict=True)]
    return opened(club, ("", f"{line(*players)}\n{more}".encode()))


def new_people(club: Club) -> dict[str, str]:
    rows = Member.objects.for_club(club).exclude(user__isnull=False).order_by("display_name")
    return {each.display_name: "guest" if each.is_guest else "member" for each in rows}


def sent(batch: TenhouImport, **said: Any) -> dict[str, Any]:
    """What a browser sends of a preview, with what somebody said of the names."""
    fields = {"import": batch.pk, "league": "main", "day": "2021-11-20", "lobby": "", "names": "1"}
    return {**fields, "remembers": "on", "do": "store", **said}


def said_of(**names: str) -> dict[str, str]:
    """The lines of a page that say what each name is."""
    lines = list(enumerate(names.items()))
    return {f"name-{at}": name for at, (name, _kind) in lines} | {
        f"as-{at}": kind for at, (_name, kind) in lines
    }


def line_of(page: Part, name: str) -> str:
    """The number of a name's line on the page."""
    return page.one("input", value=name)["name"].removeprefix("name-")


# what the page asks


def test_of_a_new_name_nothing_is_chosen_beforehand(club: Club, client: Client) -> None:
    batch = with_names(club, "a", "b", "c", "d")

    page = parsed(client.get(f"{URL}?import={batch.pk}"))

    assert {page.sent[f"as-{at}"] for at in range(4)} == {""}
    assert page.sent["others"] == ""
    first = page.one("select", name="as-0")
    assert [each.words for each in first.all("option")] == [
        "or new",
        "new member",
        "new guest",
    ]
    offered = [each["value"] for each in page.all("input", name="others")]
    assert offered == ["", "members", "guests"]


def test_nothing_is_stored_while_a_name_is_open_and_the_page_says_so_beside_it(
    club: Club, client: Client
) -> None:
    listed(club, "a")
    batch = with_names(club, "a", "b", "c", "d")

    answer = posted(client, **sent(batch, **said_of(b="member", c="")))

    page = parsed(answer)
    assert answer.status_code == 422
    assert "“c” is not on the list: choose who it is." in page.note(f"who-{line_of(page, 'c')}")
    assert "“d” is not on the list: choose who it is." in page.note(f"who-{line_of(page, 'd')}")
    assert page.note(f"who-{line_of(page, 'a')}") == ""
    assert page.note(f"who-{line_of(page, 'b')}") == ""
    assert games_of(club) == []
    assert new_people(club) == {"a": "member"}


def test_what_was_answered_and_typed_is_still_there_after_a_refusal(
    club: Club, client: Client
) -> None:
    listed(club, "鷺沢")
    batch = with_names(club, "a", "b", "c", "d")
    said = {**said_of(a="member", b="guest", c=""), "who-2": "鷺沢", "lobby": "l1001"}
    unticked = {name: value for name, value in sent(batch, **said).items() if name != "remembers"}

    page = parsed(posted(client, **unticked))

    assert page.sent[f"as-{line_of(page, 'a')}"] == "member"
    assert page.sent[f"as-{line_of(page, 'b')}"] == "guest"
    assert page.sent[f"who-{line_of(page, 'c')}"] == "鷺沢"
    assert page.sent["lobby"].upper() == "L1001"
    assert "remembers" not in page.sent
    again = posted(client, **{**page.sent, "do": "store", f"as-{line_of(page, 'd')}": "guest"})
    assert "1 stored" in text_of(again)
    assert new_people(club) == {"a": "member", "b": "guest", "d": "guest", "鷺沢": "member"}


def test_one_answer_holds_for_all_names_without_an_answer_of_their_own(
    club: Club, client: Client
) -> None:
    listed(club, "鷺沢")
    batch = with_names(club, "a", "b", "c", "d")

    said = {**said_of(a="guest", b=""), "who-1": "鷺沢", "others": "members"}
    answer = posted(client, **sent(batch, **said))

    assert "1 stored" in text_of(answer)
    assert people(games_of(club)[0]) == ["a", "鷺沢", "c", "d"]
    assert new_people(club) == {"a": "guest", "c": "member", "d": "member", "鷺沢": "member"}


def test_an_answer_for_all_is_shown_with_each_name_and_can_be_taken_back(
    club: Club, client: Client
) -> None:
    batch = with_names(club, "a", "b", "c", "d")

    shown = posted(client, **sent(batch, do="plan", others="members"))

    assert text_of(shown).count("new member </div>") == 4
    assert parsed(shown).sent["others"] == "members"
    back = posted(client, **sent(batch, do="store", others=""))
    assert back.status_code == 422
    assert games_of(club) == []


def test_somebody_on_the_list_and_somebody_new_are_not_both(club: Club, client: Client) -> None:
    listed(club, "鷺沢")
    batch = with_names(club, "a", "b", "c", "d")

    said = {**said_of(a="member"), "who-0": "鷺沢", "others": "guests"}
    answer = posted(client, **sent(batch, **said))

    assert answer.status_code == 422
    assert "Choose either someone on the list or someone new, not both." in text_of(answer)
    assert 'value="鷺沢"' in text_of(answer)


def test_names_without_room_on_the_page_are_asked_about_all_at_once(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.imports.tenhou.views.MOST_NAMES", 1)
    batch = with_names(club, "a", "b", "c", "d")

    answer = posted(client, **sent(batch, **said_of(a="member", b="member")))

    page = parsed(answer)
    assert answer.status_code == 422
    assert "3 more names are not shown here." in page.words
    assert "choose here what they become" in page.one("fieldset", css="choice").words
    stored = posted(client, **sent(batch, **said_of(a="member", b="member"), others="guests"))
    assert "1 stored" in text_of(stored)


def test_a_former_members_name_makes_no_second_member_and_is_told(
    club: Club, client: Client
) -> None:
    listed(club, "a", left_on=DAY - WEEK)
    batch = with_names(club, "a", "b", "c", "d")

    answer = posted(client, **sent(batch, others="members"))

    page = parsed(answer)
    assert answer.status_code == 422
    assert "“a” is already on the list" in page.note(f"who-{line_of(page, 'a')}")
    offered = page.one("select", name=f"as-{line_of(page, 'a')}").all("option")
    assert [each["value"] for each in offered] == ["", "else"]
    stored = posted(client, **sent(batch, **said_of(a="else"), others="members"))
    assert "1 stored" in text_of(stored)
    assert people(games_of(club)[0]) == ["a 2", "b", "c", "d"]


def test_whoever_was_chosen_and_had_left_by_then_is_asked_about_again(
    club: Club, client: Client
) -> None:
    listed(club, "鷺沢", left_on=DAY - WEEK)
    batch = with_names(club, "a", "b", "c", "d")

    said = {**said_of(a=""), "who-0": "鷺沢", "others": "guests"}
    answer = posted(client, **sent(batch, **said))

    page = parsed(answer)
    assert answer.status_code == 422
    assert "had already left the club by that day" in page.note(f"who-{line_of(page, 'a')}")
    assert page.sent[f"who-{line_of(page, 'a')}"] == "鷺沢"


def test_noname_and_a_name_at_two_seats_are_guests_whatever_is_said_of_the_others(
    club: Club, client: Client
) -> None:
    twice = line("x(+52.0)", "x(+6.0)", "c(-24.0)", "d(-34.0)", time="22:00")
    batch = with_names(club, "NoName", "b", "c", "d", more=twice)

    posted(client, **sent(batch, others="members"))

    assert new_people(club) == {
        **{"NoName": "guest", "x": "guest", "x 2": "guest"},
        **{"b": "member", "c": "member", "d": "member"},
    }


# what is stored


def test_new_members_join_on_the_day_of_their_first_game_in_the_import(club: Club) -> None:
    later = ("sca20211120.log", line().encode())
    earlier = ("sca20211113.log", line(time="20:00").encode())
    batch = chosen(opened(club, later, earlier, day=None), {ALL_OTHERS: NEW_MEMBER})

    store_import(batch=batch)

    joined = Member.objects.for_club(club).filter(display_name__in=NAMES)
    assert {(each.joined_on, each.is_guest) for each in joined} == {(date(2021, 11, 13), False)}
    assert joined.count() == 4
    assert [people(game) for game in games_of(club)] == [[*NAMES]] * 2
    added = AuditEvent.objects.for_club(club).filter(type="member.added")
    assert added.count() == 4
    assert verify_club(club)["differences"] == 0


@pytest.mark.parametrize("kind", [NEW_MEMBER, NEW_GUEST], ids=["member", "guest"])
def test_a_new_name_is_one_person_in_all_games_of_the_import(club: Club, kind: int) -> None:
    more = "\n".join(line(time=f"22:{minute:02}") for minute in range(3))
    batch = opened(club, ("", more.encode()), (f"{LOG}.xml", record()))
    chosen(batch, dict.fromkeys(NAMES, kind))

    store_import(batch=batch)

    assert len(games_of(club)) == 4
    assert set(new_people(club)) == set(NAMES)


def test_the_same_answer_in_two_open_imports_makes_one_member(club: Club) -> None:
    both = [opened(club, ("", line(time=time).encode())) for time in ("21:03", "22:10")]
    for batch in both:
        chosen(batch, dict.fromkeys(NAMES, NEW_MEMBER))

    for batch in both:
        store_import(batch=batch)

    assert len(games_of(club)) == 2
    assert new_people(club) == dict.fromkeys(sorted(NAMES), "member")


def test_an_import_stored_again_adds_nobody(club: Club) -> None:
    for _time in range(2):
        batch = chosen(opened(club, ("", line().encode())), {ALL_OTHERS: NEW_MEMBER})
        store_import(batch=batch)

    assert outcomes(batch) == ["known"]
    assert len(new_people(club)) == 4


def test_new_members_join_the_team_of_their_name(club: Club) -> None:
    update_league(league=league_of(club), values={"teams_from_names": True}, actor=ADMIN)
    batch = chosen(with_names(club, "a@東", "b@東", "c＠西", "d"), {ALL_OTHERS: NEW_MEMBER})

    store_import(batch=batch)

    joined = memberships_of(league_of(club)).select_related("team", "member").order_by("pk")
    assert [(each.member.display_name, each.team.name, each.joined_on) for each in joined] == [
        ("a@東", "東", DAY),
        ("b@東", "東", DAY),
        ("c＠西", "西", DAY),
    ]
    assert not Member.objects.for_club(club).filter(is_guest=True).exists()


def test_a_worker_that_goes_on_where_it_was_adds_nobody_twice(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker_is_away(monkeypatch)
    games = "\n".join(line(time=f"21:{minute:02}") for minute in range(3))
    earlier = ("sca20211113.log", line(time="20:00").encode())
    batch = opened(club, ("sca20211120.log", games.encode()), earlier, day=None)
    chosen(batch, {ALL_OTHERS: NEW_MEMBER})
    monkeypatch.setattr(tenhou_import, "AT_ONCE_SECONDS", 0.0)

    store_import(batch=batch)
    assert len(games_of(club)) == 1
    perform_job(Job.objects.for_club(club).get().pk)

    assert len(games_of(club)) == 4
    joined = Member.objects.for_club(club).filter(display_name__in=NAMES)
    assert [each.joined_on for each in joined] == [date(2021, 11, 13)] * 4


def test_an_import_with_an_open_name_is_not_stored_from_anywhere(club: Club) -> None:
    batch = chosen(with_names(club, "a", "b", "c", "d"), {"a": NEW_MEMBER, "b": NEW_GUEST})

    with pytest.raises(UnansweredError) as refused:
        store_import(batch=batch)

    assert sorted(refused.value.names) == ["c", "d"]
    batch.refresh_from_db()
    assert batch.state == TenhouImport.State.READY
    assert games_of(club) == []


def test_names_of_games_that_stay_out_need_no_answer(club: Club) -> None:
    more = line("x(+52.0)", "y(+6.0)", "z(-24.0)", "w(-34.0)", lobby="L1002")
    batch = opened(club, ("", f"{line()}\n{more}".encode()), lobby="L1001")
    chosen(batch, dict.fromkeys(NAMES, NEW_MEMBER))

    store_import(batch=batch)

    assert outcomes(batch) == ["stored", "refused"]


def test_a_game_whose_player_is_no_longer_known_is_left_out_instead_of_making_a_guest(
    club: Club,
) -> None:
    [piece] = pieces(line())
    assert piece.found is not None

    answer = keeper(club, choices=dict.fromkeys(NAMES[1:], NEW_GUEST)).store(piece.found, ())

    assert answer.status is Status.CANNOT
    assert answer.reason == "「かわせみ」は名簿にいません。誰かを選んでください。"
    assert new_people(club) == {}


def test_a_guest_beside_a_member_of_the_same_name_leaves_the_member_as_they_are(
    club: Club,
) -> None:
    member = listed(club, "かわせみ")
    choices = {"かわせみ": SOMEBODY_ELSE, ALL_OTHERS: NEW_MEMBER}

    store_import(batch=chosen(opened(club, ("", line().encode())), choices))

    assert people(games_of(club)[0])[0] == "かわせみ 2"
    assert Member.objects.for_club(club).get(display_name="かわせみ 2").is_guest
    member.refresh_from_db()
    assert member.tenhou_names == []
