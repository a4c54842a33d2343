"""An evening of Boo: the right to double, and games put in, corrected, voided and moved later."""

from __future__ import annotations

import pytest

from league.games.entry import YakumanEntry
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.models import AuditEvent, Hanchan, League, Member
from tests.factories import ADMIN, make_session
from tests.league.games.boo.evening import (
    entry,
    evening,
    is_proven,
    play,
    played_from_scratch,
    results,
    second_league,
    standings,
)

pytestmark = pytest.mark.django_db

DOUBLE, A, B = "double_maru_a", "maru_a", "maru_b"


def five_games(league: League, seats: list[Member]) -> list[Hanchan]:
    """Sato A, Sato A, Suzuki A, Suzuki A, Suzuki B."""
    sato, suzuki = seats[:2]
    tops = [(sato, "A"), (sato, "A"), (suzuki, "A"), (suzuki, "A"), (suzuki, "B")]
    return [play(league, top, maru, seats) for top, maru in tops]


def stands(league: League) -> None:
    """Whatever happened, the standings are those of the live games alone."""
    assert is_proven(league.club)
    assert standings(league) == played_from_scratch(league)


def also_named(game: Hanchan) -> list[int]:
    """The other games that the trail's last line on a game says it changed."""
    event = AuditEvent.objects.for_club(game.club).filter(object_id=game.pk).last()
    assert event is not None
    assert event.after is not None
    return [each["number"] for each in event.after.get("also", [])]


def test_a_maru_a_after_a_maru_a_at_the_same_table_counts_double(
    league: League, people: list[Member]
) -> None:
    five_games(league, people[:4])

    assert results(league) == [A, DOUBLE, A, DOUBLE, B]
    assert evening(league)[1].victory_points == (18, -6, -6, -6)
    stands(league)


@pytest.mark.parametrize(
    ("top", "maru", "after", "also"),
    [
        pytest.param(0, "A", [A, DOUBLE, DOUBLE, A, DOUBLE, B], [], id="Sato's A as well"),
        pytest.param(0, "B", [A, B, A, A, DOUBLE, B], [3], id="Sato's B uses the right up"),
        pytest.param(1, "A", [A, A, A, A, DOUBLE, B], [3], id="Suzuki's A takes it away"),
    ],
)
def test_a_game_that_was_forgotten_settles_those_after_it_anew(
    league: League, people: list[Member], top: int, maru: str, after: list[str], also: list[int]
) -> None:
    seats = people[:4]
    sato, suzuki = seats[:2]
    play(league, sato, "A", seats, number=1)
    for number, won in enumerate(
        [(sato, "A"), (suzuki, "A"), (suzuki, "A"), (suzuki, "B")], start=3
    ):
        play(league, *won, seats, number=number)
    assert results(league) == [A, DOUBLE, A, DOUBLE, B]

    late = play(league, seats[top], maru, seats, number=2)

    assert results(league) == after
    assert also_named(late) == also
    stands(league)


@pytest.mark.parametrize(
    ("top", "maru", "after", "also"),
    [
        pytest.param(0, "B", [A, DOUBLE, B, A, B], [4], id="it was Sato's B"),
        pytest.param(0, "A", [A, DOUBLE, DOUBLE, A, B], [4], id="it was Sato's A"),
        pytest.param(1, "A", [A, DOUBLE, A, DOUBLE, B], [], id="the same people, other chairs"),
    ],
)
def test_a_corrected_game_settles_those_after_it_anew(
    league: League, people: list[Member], top: int, maru: str, after: list[str], also: list[int]
) -> None:
    seats = people[:4]
    third = five_games(league, seats)[2]

    edit_hanchan(
        hanchan=third,
        entry=entry(league, seats[top], maru, seats, number=3),
        revision=1,
        reason="記入違い",
        actor=ADMIN,
    )

    assert results(league) == after
    assert also_named(third) == also
    stands(league)


def test_a_game_settled_anew_says_why_and_keeps_its_own_revision(
    league: League, people: list[Member]
) -> None:
    games = five_games(league, people[:4])
    void_hanchan(hanchan=games[2], revision=1, reason="二重入力", actor=ADMIN)

    fourth = Hanchan.objects.for_club(league.club).get(pk=games[3].pk)
    assert fourth.settlement is not None
    assert fourth.settlement.result == A
    assert fourth.settlement.reason == "二重入力"
    assert (fourth.revision, fourth.settlements.count()) == (1, 2)


def test_a_voided_game_passes_no_right_on_until_it_is_restored(
    league: League, people: list[Member]
) -> None:
    first = five_games(league, people[:4])[0]

    void_hanchan(hanchan=first, revision=1, reason="数え間違い", actor=ADMIN)
    assert results(league) == [A, A, DOUBLE, B]
    assert also_named(first) == [2]
    stands(league)

    restore_hanchan(hanchan=first, revision=2, reason="間違いではなかった", actor=ADMIN)
    assert results(league) == [A, DOUBLE, A, DOUBLE, B]
    stands(league)


def test_the_right_of_somebody_who_sits_out_waits_for_them(
    league: League, people: list[Member]
) -> None:
    sato, suzuki, takahashi, tanaka, ito = people
    without = [suzuki, takahashi, tanaka, ito]
    play(league, sato, "A", [sato, suzuki, takahashi, tanaka])
    play(league, suzuki, "A", without)
    play(league, sato, "A", [sato, suzuki, takahashi, tanaka])

    assert results(league) == [A, A, DOUBLE]
    stands(league)


def test_whoever_sits_down_again_without_a_maru_a_has_used_the_right_up(
    league: League, people: list[Member]
) -> None:
    sato, suzuki, takahashi, tanaka, ito = people
    four = [sato, suzuki, takahashi, tanaka]
    play(league, sato, "A", four)
    play(league, suzuki, "C", [suzuki, takahashi, tanaka, ito])
    play(league, tanaka, "B", four)
    play(league, sato, "A", four)

    assert results(league) == [A, "maru_c", B, A]


def test_a_yakuman_gives_the_right_for_the_next_game(league: League, people: list[Member]) -> None:
    seats = people[:4]
    won = (YakumanEntry(seat=0, name="kokushi", discarder=1),)
    play(league, seats[0], "C", seats, yakuman=won)
    play(league, seats[0], "A", seats)

    assert results(league) == [DOUBLE, DOUBLE]


def test_the_right_ends_with_the_evening_and_stays_at_its_table(
    league: League, people: list[Member]
) -> None:
    seats = people[:4]
    play(league, seats[0], "A", seats)
    play(league, seats[0], "A", seats, table=2, number=1)
    event = make_session(league.club, title="大会")
    play(league, seats[0], "A", seats, session=event, number=1)

    assert results(league, table=2) == [A]
    assert results(league) == [A, A]


def test_a_game_moved_to_another_table_leaves_no_right_behind_and_takes_it_along(
    league: League, people: list[Member]
) -> None:
    seats = people[:4]
    games = five_games(league, seats)
    play(league, seats[0], "A", seats, table=2, number=2)

    edit_hanchan(
        hanchan=games[0],
        entry=entry(league, seats[0], "A", seats, table=2, number=1),
        revision=1,
        reason="卓違い",
        actor=ADMIN,
    )

    assert results(league) == [A, A, DOUBLE, B]
    assert results(league, table=2) == [A, DOUBLE]
    event = AuditEvent.objects.for_club(league.club).filter(type="hanchan.edited").get()
    assert event.after is not None
    also = sorted((each["table"], each["number"]) for each in event.after["also"])
    assert also == [(1, 2), (2, 2)]
    stands(league)


def test_a_game_moved_to_another_league_settles_both_anew(
    league: League, people: list[Member]
) -> None:
    seats, other = people[:4], second_league(league.club)
    games = five_games(league, seats)

    edit_hanchan(
        hanchan=games[0],
        entry=entry(other, seats[0], "A", seats, number=1),
        revision=1,
        reason="リーグ違い",
        actor=ADMIN,
    )

    assert results(league) == [A, A, DOUBLE, B]
    assert results(other) == [A]
    stands(league)
    stands(other)
