"""Two hands at once: beside each guard stands the unguarded form, which must fail here."""

from __future__ import annotations

import time
import uuid
from dataclasses import replace

import pytest
from django.db import IntegrityError

from league.clubs.verification import verify_club
from league.clubs.write import create_league
from league.core.errors import LeagueError
from league.games.entry import HanchanEntry, entry_of
from league.games.evening import listed, open_session, take_off_list
from league.games.tallies import tallies_of
from league.games.write import edit_hanchan, record_hanchan
from league.members.write import give_login
from league.models import Club, Hanchan, League, Member, Session, Tally, User
from tests.factories import (
    ADMIN,
    EVENING,
    make_club,
    make_entry,
    make_members,
    make_user,
    record,
)
from tests.league.at_once import HANDS, at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_eight_taps_on_save_make_one_game(league: League, four: list[Member]) -> None:
    key, entry = uuid.uuid4(), make_entry(league, four)

    answers = at_once(
        lambda _n: record_hanchan(
            club=league.club, entry=entry, key=key, source=Hanchan.Source.FORM, actor=ADMIN
        )
    )

    games = {answer.hanchan.pk for answer in answers if not isinstance(answer, Exception)}
    assert len(games) == 1
    assert len(answers) == HANDS
    assert Hanchan.objects.for_club(league.club).count() == 1
    assert verify_club(league.club)["differences"] == 0


def test_control_looking_first_and_storing_then_makes_several_games(
    league: League, four: list[Member]
) -> None:
    session = record(league, four).session
    Hanchan.objects.for_club(league.club).update(number=99)

    def naive(number: int) -> None:
        games = Hanchan.objects.for_club(league.club)
        if not games.filter(digest="the same result").exists():
            time.sleep(0.1)
            Hanchan.objects.create(
                club=league.club,
                session=session,
                league=league,
                day=EVENING,
                number=number + 1,
                source=Hanchan.Source.FORM,
                key=uuid.uuid4(),
                digest="the same result",
            )

    at_once(naive)

    assert Hanchan.objects.for_club(league.club).filter(digest="the same result").count() > 1


def test_two_tables_that_claim_one_number_leave_one_game_and_clear_words(
    league: League, four: list[Member]
) -> None:
    answers = at_once(
        lambda hand: record_hanchan(
            club=league.club,
            entry=make_entry(
                league, four, (41_400 - 100 * hand, 30_000 + 100 * hand, 23_800, 4_800)
            ),
            key=uuid.uuid4(),
            source=Hanchan.Source.FORM,
            actor=ADMIN,
        )
    )

    refused = [answer for answer in answers if isinstance(answer, LeagueError)]
    assert len(refused) == HANDS - 1
    assert Hanchan.objects.for_club(league.club).count() == 1


def test_games_entered_at_once_are_all_in_the_tallies(league: League, four: list[Member]) -> None:
    at_once(
        lambda n: record_hanchan(
            club=league.club,
            entry=make_entry(league, four, number=n + 1),
            key=uuid.uuid4(),
            source=Hanchan.Source.FORM,
            actor=ADMIN,
        )
    )

    month = tallies_of(league).get(member=four[0], span=Tally.Span.MONTH)
    assert (month.games, month.score) == (HANDS, HANDS * 41_000)
    assert verify_club(league.club)["differences"] == 0


def test_control_reading_a_tally_and_writing_it_back_loses_games(
    league: League, four: list[Member]
) -> None:
    record(league, four)

    def naive(_number: int) -> None:
        row = tallies_of(league).get(member=four[0], span=Tally.Span.MONTH)
        time.sleep(0.05)
        row.score += 41_000
        row.save(update_fields=["score"])

    at_once(naive)

    assert tallies_of(league).get(member=four[0], span=Tally.Span.MONTH).score < 9 * 41_000


def test_of_eight_corrections_from_one_reading_the_first_counts_and_seven_are_told(
    league: League, four: list[Member]
) -> None:
    game = record(league, four)

    answers = at_once(
        lambda n: edit_hanchan(
            hanchan=Hanchan.objects.for_club(league.club).get(pk=game.pk),
            entry=make_entry(league, four, (41400 + n * 100, 30000 - n * 100, 23800, 4800)),
            revision=1,
            reason="数え直し",
            actor=ADMIN,
        )
    )

    found = [answer for answer in answers if isinstance(answer, LeagueError)]
    assert len(found) == HANDS - 1
    game.refresh_from_db()
    assert game.revision == 2


def test_eight_people_who_found_a_club_at_one_address_found_one() -> None:
    users = [make_user(f"founder-{number}") for number in range(HANDS)]

    answers = at_once(lambda number: make_club("tonan", owner=users[number].username))

    assert sum(isinstance(answer, Club) for answer in answers) == 1
    assert Club.objects.count() == 1


def test_eight_hands_give_a_member_one_login(league: League, four: list[Member]) -> None:
    before = User.objects.count()

    answers = at_once(
        lambda number: give_login(
            member=Member.objects.for_club(league.club).get(pk=four[0].pk),
            username=f"sato-{number}",
            email="",
            actor=ADMIN,
        )
    )

    assert sum(isinstance(answer, User) for answer in answers) == 1
    assert User.objects.count() == before + 1


def test_eight_members_given_one_login_name_get_one(league: League) -> None:
    members = make_members(league.club, HANDS)

    answers = at_once(
        lambda number: give_login(member=members[number], username="sato", email="", actor=ADMIN)
    )

    assert sum(isinstance(answer, User) for answer in answers) == 1
    assert User.objects.filter(username="sato").count() == 1


def test_games_of_two_leagues_corrected_into_one_slot_leave_one_there_and_clear_words(
    league: League, four: list[Member]
) -> None:
    cup = create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="杯", actor=ADMIN
    )
    games = [record((league, cup)[number % 2], four, number=number + 1) for number in range(HANDS)]

    answers = at_once(
        lambda n: edit_hanchan(
            hanchan=games[n],
            entry=replace(entry_of(games[n]), number=50),
            revision=1,
            reason="回戦違い",
            actor=ADMIN,
        )
    )

    found = [answer for answer in answers if isinstance(answer, LeagueError)]
    assert len(found) == HANDS - 1
    assert Hanchan.objects.for_club(league.club).filter(number=50).count() == 1
    assert verify_club(league.club)["differences"] == 0


@pytest.mark.parametrize("attempt", range(3))
def test_an_evening_that_is_taken_off_the_list_meanwhile_keeps_its_games(
    league: League, four: list[Member], attempt: int
) -> None:
    session = open_session(club=league.club, day=EVENING, title="月例会", actor=ADMIN)
    entry = replace(make_entry(league, four), session=session)

    def hand(number: int) -> None:
        if (number + attempt) % 2:
            take_off_list(session=session, actor=ADMIN)
        else:
            enter_in(entry, number)

    at_once(hand, 4)

    assert Hanchan.objects.for_club(league.club).count() == 2
    assert list(listed(league.club)) == [session]
    assert verify_club(league.club)["differences"] == 0


def test_control_an_evening_that_is_deleted_loses_what_was_typed_for_it(
    league: League, four: list[Member]
) -> None:
    session = open_session(club=league.club, day=EVENING, title="月例会", actor=ADMIN)
    entry = replace(make_entry(league, four), session=session)
    Session.objects.for_club(league.club).filter(pk=session.pk).delete()

    with pytest.raises(IntegrityError):
        enter_in(entry, 1)

    assert not Hanchan.objects.for_club(league.club).exists()


def enter_in(entry: HanchanEntry, number: int) -> None:
    record_hanchan(
        club=entry.league.club,
        entry=replace(entry, number=number + 1),
        key=uuid.uuid4(),
        source=Hanchan.Source.FORM,
        actor=ADMIN,
    )
