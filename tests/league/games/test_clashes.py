"""One result entered by two people, two results for one game, one person at two tables."""

from __future__ import annotations

import json
import os
import random
import re
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league.clubs.write import create_league
from league.core.errors import EntryError
from league.games.clashes import elsewhere_of, seated_elsewhere, seated_twice
from league.games.entry import SeatEntry
from league.games.write import Recorded, edit_hanchan, record_hanchan, void_hanchan
from league.models import AuditEvent, Club, Hanchan, League, LiveTable, Member, Session
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_entry,
    make_login,
    make_members,
    record,
)
from tests.league.api.calls import body_of, get, new_key, post
from tests.league.at_once import at_once
from tests.league.evenings import english, typed_sheet
from tests.league.games.entry.pages import CHECK, ENTER, note_of, typed
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

FULL = bool(os.environ.get("JANCHO_FULL"))
OTHER = (41_300, 30_100, 23_800, 4_800)
PATH = "clubs/tonan/hanchan"
Measured = Callable[[str, object], None]


def enter(entry: Any) -> Recorded:
    """Enter a result under a key of its own."""
    return record_hanchan(
        club=entry.league.club, entry=entry, key=uuid.uuid4(), source="form", actor=ADMIN
    )


@pytest.fixture
def phone(club: Club) -> Client:
    return english(make_login(club, "phone", Member.Role.SCORER))


# --- the same result twice


def test_the_same_result_under_another_key_is_the_game_that_is_there(
    league: League, four: list[Member]
) -> None:
    first = enter(make_entry(league, four, remark="接戦"))
    events, revision = AuditEvent.objects.for_club(league.club).count(), league.revision

    again = enter(make_entry(league, four))

    assert again == Recorded(first.hanchan, is_new=False, is_twin=True)
    assert Hanchan.objects.for_club(league.club).count() == 1
    assert AuditEvent.objects.for_club(league.club).count() == events
    league.refresh_from_db()
    assert league.revision == revision + 1  # of the first alone


def test_a_guest_who_was_new_to_both_is_one_guest(league: League, four: list[Member]) -> None:
    def with_guest() -> Any:
        entry = make_entry(league, four)
        return replace(entry, seats=(*entry.seats[:3], SeatEntry(guest="旅の人", points=4_800)))

    first = enter(with_guest())

    assert enter(with_guest()).hanchan == first.hanchan
    assert Member.objects.for_club(league.club).filter(is_guest=True).count() == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"points": OTHER},
        {"sticks": 1_000, "points": (40_400, 30_000, 23_800, 4_800)},
        {"remark": "飛び賞あり"},
        {"ended_by_time": True},
    ],
    ids=["points", "sticks", "a remark", "ended by time"],
)
def test_whatever_else_is_said_of_it_is_another_result(
    league: League, four: list[Member], changes: dict[str, Any]
) -> None:
    stored = enter(make_entry(league, four)).hanchan
    points = changes.pop("points", (41_400, 30_000, 23_800, 4_800))

    with pytest.raises(EntryError) as refused:
        enter(make_entry(league, four, points, **changes))

    assert refused.value.taken_by == stored
    assert "佐藤 健一 41,400" in refused.value.problems["number"][0]


def test_other_seats_are_another_result(league: League, four: list[Member]) -> None:
    enter(make_entry(league, four))

    with pytest.raises(EntryError, match=r"別の成績|another result"):
        enter(make_entry(league, four[::-1]))


def test_the_page_says_which_game_it_is_and_that_it_counts_once(
    league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four))

    answer = phone.post(ENTER, typed(league, four), follow=True)

    page = answer.content.decode()
    assert answer.redirect_chain
    assert (
        "Game 1 of table 1 was entered at 21:00 by tests with the same result. It counts once."
        in page
    )
    assert "Saved: game 1" not in page
    assert Hanchan.objects.for_club(league.club).count() == 1


def answered(page: str, name: str) -> str:
    """The value of the button that gives an answer to the open question."""
    found = re.search(rf'name="{name}" value="([^"]+)"', page)
    assert found, name
    return found[1]


def test_the_page_shows_the_other_result_beside_what_was_typed_and_asks(
    league: League, four: list[Member], phone: Client
) -> None:
    stored = enter(make_entry(league, four, OTHER)).hanchan

    answer = phone.post(ENTER, typed(league, four))

    page = answer.content.decode()
    assert answer.status_code == 422
    assert (
        "Game 1 of table 1 was entered at 21:00 by tests with another result: 佐藤 健一 41,300"
        in page
    )
    assert f'href="/c/tonan/games/{stored.pk}/"' in page
    assert "Which of the two results is right?" in page
    assert "<td>佐藤 健一 41,300</td>" in page
    assert "<td>佐藤 健一 41,400</td>" in page
    assert 'value="414"' in page
    assert Hanchan.objects.for_club(league.club).get().seats.get(seat=0).points == 41_300


def test_keeping_the_stored_one_leads_to_the_next_game_and_stores_nothing(
    league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four, OTHER))
    page = phone.post(ENTER, typed(league, four)).content.decode()
    [address] = re.findall(r'href="(/c/tonan/enter/[^"]*kept=1)"', page)

    kept = phone.get(unescape(address)).content.decode()

    assert "Game 1 of table 1 stays as it was entered at 21:00 by tests." in kept
    assert 'name="number" value="2"' in kept
    assert Hanchan.objects.for_club(league.club).get().seats.get(seat=0).points == 41_300


def test_mine_replaces_the_stored_one_as_a_correction(
    league: League, four: list[Member], phone: Client
) -> None:
    stored = enter(make_entry(league, four, OTHER)).hanchan
    words = typed(league, four)
    page = phone.post(ENTER, words).content.decode()
    words["replace"] = answered(page, "replace")

    first = phone.post(ENTER, words, follow=True)
    again = phone.post(ENTER, words, follow=True)  # a double tap

    assert "Saved: game 1 of table 1" in first.content.decode()
    assert "It counts once." in again.content.decode()
    game = Hanchan.objects.for_club(league.club).get()
    assert (game.pk, game.revision, game.seats.get(seat=0).points) == (stored.pk, 2, 41_400)
    event = AuditEvent.objects.for_club(league.club).get(type="hanchan.edited")
    assert event.reason == "Two results were entered for this game. This one counts."


def test_a_game_that_changed_since_it_was_shown_is_not_replaced_but_shown_anew(
    league: League, four: list[Member], phone: Client
) -> None:
    stored = enter(make_entry(league, four, OTHER)).hanchan
    words = typed(league, four)
    words["replace"] = answered(phone.post(ENTER, words).content.decode(), "replace")
    newer = make_entry(league, four, (41_200, 30_200, 23_800, 4_800))
    edit_hanchan(hanchan=stored, entry=newer, revision=1, reason="数え直し", actor=ADMIN)

    answer = phone.post(ENTER, words)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert "<td>佐藤 健一 41,200</td>" in page
    assert answered(page, "replace") == f"{stored.pk}.2"
    assert Hanchan.objects.for_club(league.club).get().revision == 2


@pytest.mark.parametrize("wanted", ["", "1", "0.1", "x.y", "9" * 40])
def test_words_that_name_no_game_replace_nothing(
    wanted: str, league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four, OTHER))

    answer = phone.post(ENTER, typed(league, four) | {"replace": wanted})

    assert answer.status_code == 422
    assert Hanchan.objects.for_club(league.club).get().revision == 1


def test_mine_is_another_game_takes_the_next_number_once(
    league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four, OTHER))
    words = typed(league, four)
    words["as_number"] = answered(phone.post(ENTER, words).content.decode(), "as_number")

    saved = phone.post(ENTER, words, follow=True).content.decode()
    phone.post(ENTER, words)  # a double tap

    assert "Saved: game 2 of table 1" in saved
    games = Hanchan.objects.for_club(league.club).order_by("number")
    assert [game.number for game in games] == [1, 2]


def test_when_the_next_number_is_taken_meanwhile_the_question_is_asked_anew(
    league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four, OTHER))
    words = typed(league, four)
    words["as_number"] = answered(phone.post(ENTER, words).content.decode(), "as_number")
    enter(make_entry(league, four, OTHER, number=2))

    page = phone.post(ENTER, words).content.decode()

    assert "Game 2 of table 1 was entered" in page
    assert answered(page, "as_number") == "3"


def test_which_game_is_there_is_said_once_above_the_form_or_beside_the_number(
    league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four, OTHER))
    words = typed(league, four)

    question = parsed(phone.post(ENTER, words))
    asked = question.one("input", name="asked")["value"]
    beside = note_of(phone.post(CHECK, words), "slot-note")
    below = note_of(phone.post(CHECK, {**words, "asked": asked}), "slot-note")

    assert [p.words for p in question.all("p") if "was entered" in p.words] == [asked]
    assert not [li for li in question.all("li") if "was entered" in li.words]
    assert asked in beside
    assert "was entered" not in below


def test_what_else_is_wrong_is_said_beside_the_question(
    league: League, four: list[Member], phone: Client
) -> None:
    enter(make_entry(league, four, OTHER))

    page = phone.post(ENTER, typed(league, four, ("414", "300", "238", "58"))).content.decode()

    assert "Which of the two results is right?" in page
    assert "Nothing has been saved yet" in page


def test_a_sheet_that_repeats_a_game_saves_the_others_and_says_so(
    league: League, four: list[Member], phone: Client
) -> None:
    session = enter(make_entry(league, four)).hanchan.session
    cells = [["414", "300", "238", "48"], ["300", "414", "238", "48"]]
    rows = [{"cells": row} for row in cells]

    answer = phone.post(
        f"/c/tonan/sessions/{session.pk}/sheet/", typed_sheet(league, four, *rows), follow=True
    )

    page = answer.content.decode()
    assert "1 game has been saved." in page
    assert (
        "Game 1 of table 1 was entered at 21:00 by tests with the same result. It counts once."
        in page
    )
    assert Hanchan.objects.for_club(league.club).count() == 2


def test_the_api_answers_with_the_game_or_names_it(
    club: Club, four: list[Member], phone: Client
) -> None:
    first = post(phone, PATH, body_of(four))

    same = post(phone, PATH, body_of(four, key=new_key()))
    other = post(phone, PATH, body_of(four, OTHER, key=new_key()))

    assert (first.status_code, same.status_code, other.status_code) == (201, 200, 422)
    assert same.content == first.content
    assert same["Already-Entered"] == "true"
    assert "Idempotency-Hit" not in same
    error = json.loads(other.content)["error"]
    assert error["hanchan"] == json.loads(first.content)["id"]
    assert "41,400" in error["fields"]["number"][0]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rounds", [pytest.param(200 if FULL else 20, marks=pytest.mark.slow), 2])
def test_of_eight_who_enter_one_game_at_once_one_stores_it_and_all_are_told_which(
    rounds: int, record_property: Measured
) -> None:
    league = league_of(make_club())
    four = make_members(league.club)
    told = refused = 0

    for number in range(1, rounds + 1):

        def one(hand: int, number: int = number) -> Recorded:
            points = OTHER if hand % 4 == 3 else (41_400, 30_000, 23_800, 4_800)
            return enter(
                make_entry(league, four, points, table=number % 90 + 1, number=number % 99 + 1)
            )

        answers = at_once(one)

        recorded = [answer for answer in answers if isinstance(answer, Recorded)]
        errors = [answer for answer in answers if isinstance(answer, EntryError)]
        assert len(recorded) + len(errors) == len(answers)
        assert sum(each.is_new for each in recorded) == 1
        [game] = {each.hanchan.pk for each in recorded}
        assert all(error.taken_by and error.taken_by.pk == game for error in errors)
        told, refused = told + len(recorded), refused + len(errors)

    assert Hanchan.objects.for_club(league.club).count() == rounds
    record_property("measured", f"{rounds} rounds: 0 overwritten, {told + refused} told which game")


# --- one person at two tables


@pytest.fixture
def people(club: Club) -> list[Member]:
    return make_members(club, 8)


def at_table(table: int, league: League, seats: Sequence[Member], **more: Any) -> Hanchan:
    return record(league, seats, table=table, **({"number": 3} | more))


def test_somebody_in_two_games_of_one_number_is_named_with_both(
    league: League, people: list[Member]
) -> None:
    first = at_table(1, league, people[:4])

    second = at_table(2, league, people[3:7])

    [found] = elsewhere_of(second)
    assert (found.member, [sitting.game for sitting in found.at]) == (people[3], [first.pk])
    [found] = elsewhere_of(first)
    assert [sitting.game for sitting in found.at] == [second.pk]


def test_who_changes_tables_between_games_is_not_named(
    league: League, people: list[Member]
) -> None:
    at_table(1, league, people[:4], number=2)

    assert elsewhere_of(at_table(2, league, people[3:7])) == []


def test_a_voided_game_seats_nobody(league: League, people: list[Member]) -> None:
    first = at_table(1, league, people[:4])
    second = at_table(2, league, people[3:7])
    void_hanchan(hanchan=first, revision=1, reason="卓違い", actor=ADMIN)

    first.refresh_from_db()
    assert elsewhere_of(second) == elsewhere_of(first) == []


def test_another_event_of_the_day_is_another_time(league: League, people: list[Member]) -> None:
    cup = Session.objects.create(
        club=league.club, day=at_table(1, league, people[:4]).day, title="杯"
    )

    assert elsewhere_of(at_table(2, league, people[:4], session=cup)) == []


def test_the_page_warns_while_typing_and_after_saving_and_so_does_the_evening(
    league: League, people: list[Member], phone: Client
) -> None:
    evening = at_table(1, league, people[:4]).session
    words = typed(league, people[3:7]) | {"table": "2", "number": "3", "session": str(evening.pk)}
    warning = f"{people[3].display_name} is also in game 3 of table 1, played at the same time."

    checked = phone.post(f"{ENTER}check/", words).content.decode()
    saved = phone.post(ENTER, words, follow=True).content.decode()
    shown = phone.get(f"/c/tonan/sessions/{evening.pk}/").content.decode()

    assert warning in checked
    assert warning in saved
    assert f"{people[3].display_name} is in several games played at the same time: " in shown
    assert "game 3 of table 1, game 3 of table 2." in shown
    assert Hanchan.objects.for_club(league.club).count() == 2


def test_the_api_warns_of_both_games(league: League, people: list[Member], phone: Client) -> None:
    first = at_table(1, league, people[:4])

    answer = post(phone, PATH, body_of(people[3:7], table=2, number=3))

    game = json.loads(answer.content)
    assert answer.status_code == 201
    [warning] = game["warnings"]
    assert warning["code"] == "two-tables"
    assert warning["member"] == people[3].pk
    assert warning["at"] == [{"table": 1, "number": 3, "hanchan": first.pk, "live": None}]
    [warning] = json.loads(get(phone, f"{PATH}/{first.pk}").content)["warnings"]
    assert warning["at"] == [{"table": 2, "number": 3, "hanchan": game["id"], "live": None}]


def test_a_correction_that_seats_somebody_twice_is_warned_of(
    league: League, people: list[Member], phone: Client
) -> None:
    at_table(1, league, people[:4])
    second = at_table(2, league, people[4:])

    edited = edit_hanchan(
        hanchan=second,
        entry=make_entry(league, [people[0], *people[5:]], table=2, number=3),
        revision=1,
        reason="人違い",
        actor=ADMIN,
    )

    assert [found.member for found in elsewhere_of(edited)] == [people[0]]


def test_who_sits_at_a_live_table_is_named_too(
    league: League, live: LiveTable, four: list[Member]
) -> None:
    others = [Member.objects.create(club=league.club, display_name=f"会員{n}") for n in range(3)]
    game = record(league, [four[0], *others], table=live.table + 1, number=live.number)

    [found] = elsewhere_of(game)
    assert found.member == four[0]
    assert [sitting.live for sitting in found.at] == [live.pk]
    assert [each.member for each in seated_twice(game.session, [game])] == [four[0]]


def cup_of(league: League) -> League:
    """Another league of the club: it has a lock of its own."""
    return create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="杯", actor=ADMIN
    )


def entered_twice(
    rounds: int, asked: Callable[[Any], list[Any]], *, looks_first: bool
) -> tuple[int, int]:
    """Let two enter games of one player at two tables at once; count who was told, and the games.

    The leagues differ, so that neither waits for the other.
    """
    league = league_of(make_club())
    leagues, people, chance = (
        (league, cup_of(league)),
        make_members(league.club, 7),
        random.Random(10),
    )
    evening = record(league, people[:4]).session
    told = 0

    for number in range(2, rounds + 2):
        chance.shuffle(people)
        slot = {"number": number % 99 + 1, "session": evening}

        def one(hand: int, slot: Any = slot) -> list[Any]:
            table = 2 * (slot["number"] // 50) + hand + 3
            seats = people[3 * hand : 3 * hand + 4]
            entry = make_entry(leagues[hand], seats, table=table, **slot)
            if looks_first:
                found = asked(entry)
                time.sleep(0.05)
                enter(entry)
                return found
            return asked(enter(entry).hanchan)

        answers = at_once(one, 2)
        told += any(isinstance(answer, list) and answer for answer in answers)
        assert all(isinstance(answer, list) for answer in answers)
    return told, rounds


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("rounds", [pytest.param(97 if FULL else 20, marks=pytest.mark.slow), 3])
def test_of_two_who_seat_one_person_at_two_tables_at_once_one_is_told_at_least(
    rounds: int, record_property: Measured
) -> None:
    told, rounds = entered_twice(rounds, elsewhere_of, looks_first=False)

    assert told == rounds
    club = Club.objects.get(slug="tonan")
    games = Hanchan.objects.for_club(club).prefetch_related("seats__member")
    evening = Session.objects.for_club(club).get()
    assert len(seated_twice(evening, games)) == rounds
    record_property("measured", f"0 of {rounds} unflagged")


@pytest.mark.django_db(transaction=True)
def test_control_looking_before_storing_lets_both_pass_unwarned() -> None:
    def looked(entry: Any) -> list[Any]:
        members = [seat.member_id for seat in entry.seats]
        return seated_elsewhere(
            entry.session, table=entry.table, number=entry.number, members=members
        )

    told, rounds = entered_twice(10, looked, looks_first=True)

    assert told < rounds
