"""How a live table ends, and games that are opened again to be corrected hand by hand."""

from __future__ import annotations

import uuid

import pytest

from league.clubs.verification import verify_club
from league.core.errors import EntryError, LeagueError
from league.games.entry import entry_of
from league.games.write import edit_hanchan, record_hanchan, void_hanchan
from league.live.write import LiveClosedError, reopen_live
from league.models import AuditEvent, Hanchan, League, LiveTable, Member
from tests.factories import ADMIN, make_entry, make_session, record
from tests.league.live.live_help import RON, bust, latest, open_table, play_out, tap

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


def test_a_finished_game_is_what_the_form_would_have_made(
    live: LiveTable, four: list[Member]
) -> None:
    play_out(live)
    done = tap(live, "finish")

    game = done.hanchan
    assert game is not None
    assert game.source == Hanchan.Source.LIVE
    held = [seat.points for seat in game.seats.all()]
    stored = entry_of(game)
    void_hanchan(hanchan=game, revision=1, reason="比べる", actor=ADMIN)
    typed = record_hanchan(
        club=live.club,
        entry=make_entry(live.league, four, held, sticks=stored.sticks),
        key=uuid.uuid4(),
        source=Hanchan.Source.FORM,
        actor=ADMIN,
    ).hanchan
    assert game.settlement is not None
    assert typed.settlement is not None
    assert typed.settlement.scores == game.settlement.scores
    assert typed.settlement.places == game.settlement.places
    assert verify_club(live.club)["differences"] == 0


def test_its_hands_are_kept_with_the_game(live: LiveTable) -> None:
    tap(live, "riichi", {"seat": 2, "declared": True})
    play_out(live)
    game = tap(live, "finish").hanchan

    assert game is not None
    rows = list(game.kyoku.order_by("number"))
    assert len(rows) == len(latest(live).hands)
    first = rows[0]
    assert (first.result, first.winners, first.discarder, first.riichi) == ("ron", 4, 1, 4)
    assert first.deltas == (0, -5_200, 5_200, 0)
    assert [row.told for row in rows] == latest(live).hands


def test_a_yakuman_is_noted_by_its_name(live: LiveTable) -> None:
    bust(live)
    game = tap(live, "finish").hanchan

    assert game is not None
    assert list(game.yakuman.values_list("seat", "name", "discarder")) == [(2, "daisangen", 1)]


def test_a_yakuman_told_by_its_tiles_is_noted_as_well(live: LiveTable) -> None:
    value = {"hand": "555666777z23m99p", "win": "4m"}
    tap(live, "hand", {"result": "ron", "wins": [{"winner": 2, "from": 1, "value": value}]})
    game = tap(live, "finish").hanchan

    assert game is not None
    assert list(game.yakuman.values_list("seat", "name")) == [(2, "daisangen")]
    assert game.kyoku.get().told["wins"][0]["yaku"] == {"daisangen": 13}


def test_a_game_that_is_not_over_ends_with_a_reason_only(live: LiveTable) -> None:
    tap(live, "hand", RON)

    with pytest.raises(EntryError) as refused:
        tap(live, "finish")
    assert set(refused.value.problems) == {"reason"}

    game = tap(live, "finish", {"reason": "終電"}).hanchan
    assert game is not None
    assert game.remark == "終電"
    assert [seat.points for seat in game.seats.all()] == [25_000, 19_800, 30_200, 25_000]


def test_a_game_that_the_clock_ends_says_so(live: LiveTable) -> None:
    tap(live, "hand", RON)

    game = tap(live, "finish", {"by_time": True}).hanchan

    assert game is not None
    assert game.ended_by_time


def test_no_game_comes_of_a_table_at_which_nothing_was_played(live: LiveTable) -> None:
    with pytest.raises(LeagueError):
        tap(live, "finish", {"reason": "終電"})

    assert not Hanchan.objects.for_club(live.club).exists()


def test_a_table_is_given_up_with_a_reason_and_keeps_its_hands(live: LiveTable) -> None:
    tap(live, "hand", RON)
    with pytest.raises(EntryError):
        tap(live, "give_up")

    tap(live, "give_up", {"reason": "牌が足りない"})

    assert latest(live).state == LiveTable.State.GIVEN_UP
    assert latest(live).hands == [RON]
    assert not Hanchan.objects.for_club(live.club).exists()
    event = AuditEvent.objects.for_club(live.club).get(type="live.given_up")
    assert event.reason == "牌が足りない"


def test_nothing_more_is_entered_at_a_closed_table(live: LiveTable) -> None:
    bust(live)
    tap(live, "finish")

    for action in ("hand", "undo", "finish", "give_up"):
        with pytest.raises(LiveClosedError):
            tap(live, action, RON if action == "hand" else {"reason": "もう一度"})


def test_finishing_twice_under_one_key_leaves_one_game(live: LiveTable) -> None:
    bust(live)
    key, seen = uuid.uuid4(), latest(live).revision

    first = tap(live, "finish", key=key, seen=seen)
    again = tap(live, "finish", key=key, seen=seen)

    assert first.hanchan == again.hanchan
    assert Hanchan.objects.for_club(live.club).count() == 1


def test_when_the_slot_was_taken_by_the_form_meanwhile_nothing_is_half_stored(
    live: LiveTable, league: League, four: list[Member]
) -> None:
    bust(live)
    record(league, four, number=1)

    with pytest.raises(EntryError) as refused:
        tap(live, "finish")

    assert set(refused.value.problems) == {"number"}
    assert latest(live).state == LiveTable.State.OPEN


def finished(live: LiveTable) -> Hanchan:
    play_out(live)
    game = tap(live, "finish").hanchan
    assert game is not None
    return Hanchan.objects.for_club(live.club).get(pk=game.pk)


def test_a_finished_game_is_opened_again_and_corrected_hand_by_hand(live: LiveTable) -> None:
    game = finished(live)
    again = reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)
    better = {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 5}]}

    tap(again, "correct", {"at": 0, "hand": better})
    game.refresh_from_db()
    assert game.revision == 1  # it counts as it was until the correction is saved
    tap(again, "finish", {"reason": "満貫だった"})

    game.refresh_from_db()
    assert game.revision == 2
    assert [seat.points for seat in game.seats.all()] == [25_000, 17_000, 33_000, 25_000]
    assert game.kyoku.get(number=0).deltas == (0, -8_000, 8_000, 0)
    assert Hanchan.objects.for_club(live.club).count() == 1
    assert verify_club(live.club)["differences"] == 0


def test_a_game_is_open_for_correction_once(live: LiveTable) -> None:
    game = finished(live)

    first = reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)

    assert reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN) == first


def test_what_only_the_form_knows_of_a_game_survives_a_correction_of_its_hands(
    live: LiveTable,
) -> None:
    game = finished(live)
    game.kyoku.filter(number=0).update(called=3)
    Hanchan.objects.for_club(live.club).filter(pk=game.pk).update(remark="配信卓")
    game.refresh_from_db()
    again = reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)

    tap(again, "finish")

    game.refresh_from_db()
    assert game.remark == "配信卓"
    assert game.kyoku.get(number=0).called == 3


def test_what_a_record_tells_of_a_hand_stays_when_it_is_undone_and_brought_back(
    live: LiveTable,
) -> None:
    game = finished(live)
    row = game.kyoku.order_by("number").last()
    assert row is not None
    row.told = {**row.told, "wins": [], "seen_by": "a record"}
    row.save()
    again = reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)

    tap(again, "undo")
    tap(again, "redo")
    tap(again, "finish")

    assert game.kyoku.order_by("number").last() is not None
    assert game.kyoku.get(number=row.number).told["seen_by"] == "a record"


def test_a_game_that_the_form_changed_meanwhile_is_not_overwritten(
    live: LiveTable, four: list[Member]
) -> None:
    game = finished(live)
    again = reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)
    edit_hanchan(
        hanchan=game,
        entry=make_entry(live.league, four, (30_000, 20_000, 25_000, 25_000)),
        revision=1,
        reason="数え直し",
        actor=ADMIN,
    )

    with pytest.raises(LeagueError) as refused:
        tap(again, "finish")

    assert refused.value.code == "changed-meanwhile"
    assert latest(again).state == LiveTable.State.OPEN


def test_a_game_without_hands_or_voided_is_not_opened_again(
    league: League, four: list[Member]
) -> None:
    game = record(league, four)
    with pytest.raises(LeagueError):
        reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)

    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)
    game.refresh_from_db()
    with pytest.raises(LeagueError):
        reopen_live(hanchan=game, key=uuid.uuid4(), actor=ADMIN)

    assert not LiveTable.objects.for_club(league.club).exists()


def test_an_evening_with_a_title_keeps_its_own_tables(league: League, four: list[Member]) -> None:
    session = make_session(league.club, title="春の大会")

    live = open_table(league, four, session=session)

    assert live.session == session
    bust(live)
    game = tap(live, "finish").hanchan
    assert game is not None
    assert game.session == session
