"""Correcting, voiding and restoring: nothing is lost, nothing counts twice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.clubs.verification import verify_club
from league.clubs.write import create_league
from league.core.errors import EntryError, LeagueError, StaleRevisionError
from league.games.entry import YakumanEntry, entry_of
from league.games.tallies import tallies_of
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.models import AuditEvent, Hanchan, League, Member, Tally, Yakuman
from tests.factories import ADMIN, league_of, make_club, make_entry, make_members, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return league_of(make_club())


@pytest.fixture
def five(league: League) -> list[Member]:
    return make_members(league.club, 5)


@pytest.fixture
def game(league: League, five: list[Member]) -> Hanchan:
    return record(league, five[:4])


def month_of(member: Member) -> Tally | None:
    return member.tallies.filter(span=Tally.Span.MONTH).first()


def test_a_correction_counts_from_now_on_and_keeps_what_was(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    right = make_entry(league, five[:4], (40400, 31000, 23800, 4800))

    edited = edit_hanchan(hanchan=game, entry=right, revision=1, reason="書き間違い", actor=ADMIN)

    assert edited.revision == 2
    assert edited.settlement is not None
    assert edited.settlement.scores == (40_000, 6_000, -11_000, -35_000)
    assert [s.hanchan_revision for s in edited.settlements.order_by("pk")] == [1, 2]
    event = AuditEvent.objects.for_club(league.club).get(type="hanchan.edited")
    assert event.reason == "書き間違い"
    assert event.before is not None
    assert event.after is not None
    assert event.before["seats"][0]["points"] == 41_400
    assert event.after["seats"][0]["points"] == 40_400
    assert verify_club(league.club)["differences"] == 0


def test_a_yakuman_goes_with_the_chair_that_won_it(league: League, five: list[Member]) -> None:
    won = (YakumanEntry(seat=0, name="kokushi"),)
    game = record(league, five[:4], yakuman=won)
    right = make_entry(league, [five[4], *five[1:4]], number=game.number, yakuman=won)

    edit_hanchan(hanchan=game, entry=right, revision=1, reason="人違い", actor=ADMIN)

    noted = Yakuman.objects.for_club(league.club).get()
    assert (noted.member, noted.day) == (five[4], game.day)


def test_a_game_moved_to_other_chairs_leaves_the_wrong_person_without_it(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    right = make_entry(league, [five[4], *five[1:4]])

    edit_hanchan(hanchan=game, entry=right, revision=1, reason="人違い", actor=ADMIN)

    assert month_of(five[0]) is None
    moved = month_of(five[4])
    assert moved is not None
    assert moved.score == 41_000
    assert verify_club(league.club)["differences"] == 0


def test_a_game_entered_in_the_wrong_league_moves_with_its_scores(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    cup = create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="杯", actor=ADMIN
    )

    edit_hanchan(
        hanchan=game,
        entry=replace(entry_of(game), league=cup),
        revision=1,
        reason="リーグ違い",
        actor=ADMIN,
    )

    assert not tallies_of(league).exists()
    assert tallies_of(cup).filter(span=Tally.Span.MONTH).count() == 4
    assert verify_club(league.club)["differences"] == 0


def test_the_second_of_two_who_change_a_game_sees_the_first_ones_change(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    mine = make_entry(league, five[:4], (40400, 31000, 23800, 4800))
    theirs = make_entry(league, five[:4], (42400, 29000, 23800, 4800))
    edit_hanchan(hanchan=game, entry=theirs, revision=1, reason="点棒を数え直した", actor=ADMIN)

    with pytest.raises(StaleRevisionError) as caught:
        edit_hanchan(hanchan=game, entry=mine, revision=1, reason="書き間違い", actor=ADMIN)

    assert caught.value.hanchan.seats.get(seat=0).points == 42_400
    game.refresh_from_db()
    assert game.revision == 2


def test_a_wrong_correction_changes_nothing(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    wrong = make_entry(league, five[:4], (40400, 30000, 23800, 4800))

    with pytest.raises(EntryError):
        edit_hanchan(hanchan=game, entry=wrong, revision=1, reason="?", actor=ADMIN)

    game.refresh_from_db()
    assert (game.revision, game.seats.get(seat=0).points) == (1, 41_400)


@pytest.mark.parametrize("reason", ["", "   ", "長" * 201], ids=["none", "blank", "endless"])
def test_a_change_needs_a_reason_of_sane_length(game: Hanchan, reason: str) -> None:
    with pytest.raises(EntryError) as caught:
        void_hanchan(hanchan=game, revision=1, reason=reason, actor=ADMIN)

    assert set(caught.value.problems) == {"reason"}


def test_a_voided_game_counts_no_more_but_stays_readable(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)

    game.refresh_from_db()
    assert game.is_voided
    assert game.void_reason == "二重入力"
    assert game.settlement is not None
    assert month_of(five[0]) is None
    assert verify_club(league.club)["differences"] == 0


def test_a_voided_game_is_not_voided_again(game: Hanchan) -> None:
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)

    with pytest.raises(LeagueError):
        void_hanchan(hanchan=game, revision=2, reason="二重入力", actor=ADMIN)


def test_a_voided_game_is_restored_before_it_is_corrected(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)

    with pytest.raises(LeagueError):
        edit_hanchan(hanchan=game, entry=entry_of(game), revision=2, reason="訂正", actor=ADMIN)


def test_a_game_of_somebody_who_left_can_still_be_corrected(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    five[0].left_on = game.day.replace(day=1)
    five[0].save()
    right = make_entry(league, five[:4], (40400, 31000, 23800, 4800))

    edited = edit_hanchan(hanchan=game, entry=right, revision=1, reason="訂正", actor=ADMIN)

    assert edited.seats.get(seat=0).points == 40_400


def test_a_voided_game_makes_room_for_the_right_one(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="卓違い", actor=ADMIN)

    again = record(league, five[:4], number=game.number)

    assert again.number == game.number


def test_a_restored_game_counts_again(game: Hanchan, league: League, five: list[Member]) -> None:
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)

    restore_hanchan(hanchan=game, revision=2, reason="別の半荘だった", actor=ADMIN)

    back = month_of(five[0])
    assert back is not None
    assert (back.games, back.score) == (1, 41_000)
    assert verify_club(league.club)["differences"] == 0


def test_a_game_whose_place_is_taken_is_not_restored(
    game: Hanchan, league: League, five: list[Member]
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="卓違い", actor=ADMIN)
    record(league, five[:4], number=game.number)

    with pytest.raises(EntryError) as caught:
        restore_hanchan(hanchan=game, revision=2, reason="やはり", actor=ADMIN)

    assert set(caught.value.problems) == {"number"}


def test_only_a_voided_game_is_restored(game: Hanchan) -> None:
    with pytest.raises(LeagueError):
        restore_hanchan(hanchan=game, revision=1, reason="?", actor=ADMIN)
