"""One game of Boo, entered and stored: the table of victory points, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from league.core.errors import EntryError
from league.games.check import check_entry
from league.games.entry import PenaltyEntry, YakumanEntry
from league.models import Hanchan, League, Member, Yakuman
from tests.factories import make_entry, record
from tests.league.games.boo.evening import POINTS, Ended, evening, is_proven

pytestmark = pytest.mark.django_db

BIG_DRAGONS: dict[str, Any] = {"seat": 0, "name": "daisangen"}


@pytest.mark.parametrize(
    ("points", "sticks", "result", "victory_points"),
    [
        pytest.param(POINTS["A"], 0, "maru_a", (9, -3, -3, -3), id="maru-A: three sunk"),
        pytest.param(POINTS["B"], 0, "maru_b", (4, 0, -2, -2), id="maru-B: two sunk"),
        pytest.param(POINTS["C"], 0, "maru_c", (1, 0, 0, -1), id="maru-C: one sunk"),
        pytest.param(POINTS["-"], 0, "none", (0, 0, 0, 0), id="nobody sunk"),
        pytest.param((7_900,) * 4, 400, "maru_c", (1, 0, 0, -1), id="four sunk, all level"),
        pytest.param(
            (7_500, 7_900, 7_800, 7_900), 900, "maru_c", (-1, 1, 0, 0), id="four sunk, apart"
        ),
        pytest.param(
            (4_000, 12_000, 4_000, 12_000), 0, "maru_b", (-2, 4, -2, 0), id="two tops, by seat"
        ),
        pytest.param(
            (7_900, 7_900, 8_300, 7_900), 0, "maru_a", (-3, -3, 9, -3), id="three level and sunk"
        ),
    ],
)
def test_a_stored_game_scores_the_victory_points_of_the_table(
    league: League,
    people: list[Member],
    points: tuple[int, ...],
    sticks: int,
    result: str,
    victory_points: tuple[int, ...],
) -> None:
    record(league, people[:4], points, sticks=sticks)

    assert evening(league) == [Ended(result, victory_points)]
    assert is_proven(league.club)


@pytest.mark.parametrize(
    ("won", "victory_points"),
    [
        pytest.param({}, (18, -6, -6, -6), id="tsumo: six from each"),
        pytest.param({"discarder": 2}, (18, -6, -6, -6), id="ron: six from each as well"),
        pytest.param({"pao": 3}, (18, 0, 0, -18), id="tsumo, pao: the whole of the top's income"),
        pytest.param({"discarder": 2, "pao": 3}, (18, 0, -9, -9), id="ron, pao: nine each"),
        pytest.param({"discarder": 3, "pao": 3}, (18, 0, 0, -18), id="both are one person"),
    ],
)
@pytest.mark.parametrize("points", [POINTS["B"], POINTS["-"], (3_000, 5_000, 7_000, 17_000)])
def test_a_yakuman_is_its_winner_s_double_maru_a_whatever_the_points(
    league: League,
    people: list[Member],
    points: tuple[int, ...],
    won: dict[str, Any],
    victory_points: tuple[int, ...],
) -> None:
    game = record(league, people[:4], points, yakuman=(YakumanEntry(**BIG_DRAGONS, **won),))

    assert evening(league) == [Ended("double_maru_a", victory_points)]
    assert game.settlement is not None
    assert game.settlement.places[0] == 1
    assert Yakuman.objects.for_club(league.club).get().pao == won.get("pao")
    assert is_proven(league.club)


def test_a_chombo_costs_a_victory_point_to_each_other_player(
    league: League, people: list[Member]
) -> None:
    chombo = PenaltyEntry(seat=1, kind="chombo", count=2)
    record(league, people[:4], POINTS["A"], penalties=(chombo,))

    assert evening(league) == [Ended("maru_a", (11, -9, -1, -1))]


def problems_of(
    league: League, people: list[Member], points: Any, **changes: Any
) -> dict[str, list[str]]:
    """What is said of a result that cannot stand; nothing is stored."""
    with pytest.raises(EntryError) as caught:
        record(league, people[:4], points, **changes)
    assert not Hanchan.objects.across_clubs().exists()
    return caught.value.problems


@pytest.mark.parametrize(
    ("points", "changes", "fields"),
    [
        pytest.param((17_000, 7_000, 5_000, 3_100), {}, {"points"}, id="a hundred too many"),
        pytest.param((17_050, 6_950, 5_000, 3_000), {}, {"points-0", "points-1"}, id="fifties"),
        pytest.param(POINTS["A"], {"sticks": 50}, {"sticks"}, id="half a stick"),
        pytest.param(
            POINTS["A"],
            {"yakuman": (YakumanEntry(**BIG_DRAGONS, pao=0),)},
            {"yakuman"},
            id="responsible for one's own",
        ),
        pytest.param(
            POINTS["A"],
            {"yakuman": (YakumanEntry(**BIG_DRAGONS), YakumanEntry(seat=1, name="kokushi"))},
            {"yakuman"},
            id="a second yakuman after the end",
        ),
        pytest.param(
            POINTS["A"],
            {"yakuman": (YakumanEntry(seat=0, name="counted_yakuman"),)},
            {"yakuman"},
            id="thirteen han are no yakuman here",
        ),
        pytest.param(
            POINTS["A"],
            {"yakuman": (YakumanEntry(**BIG_DRAGONS, pao=4),)},
            {"yakuman"},
            id="nobody sits there",
        ),
        pytest.param(
            POINTS["A"],
            {"penalties": (PenaltyEntry(seat=4, kind="chombo"),)},
            {"penalties"},
            id="nobody sits there to be fined",
        ),
        pytest.param(
            POINTS["A"],
            {"penalties": (PenaltyEntry(seat=0, kind="late"),)},
            {"penalties"},
            id="a penalty without a price",
        ),
    ],
)
def test_what_cannot_stand_is_refused_in_the_reader_s_language_and_names_the_field(
    league: League,
    people: list[Member],
    points: tuple[int, ...],
    changes: dict[str, Any],
    fields: set[str],
) -> None:
    problems = problems_of(league, people, points, **changes)

    assert set(problems) == fields
    assert not any(word.isascii() for words in problems.values() for word in words)


def test_the_check_says_before_what_storing_says_afterwards(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4], POINTS["A"])
    again = make_entry(league, people[:4], POINTS["A"], number=2)

    checked = check_entry(league.club, again)
    game = record(league, people[:4], POINTS["A"], number=2)

    assert checked.settled.result == "double_maru_a"
    assert checked.dabu_ken == 0
    assert game.settlement is not None
    assert game.settlement.scores == checked.settled.scores
    assert game.settlement.dabu_ken == checked.dabu_ken


def test_checking_asks_the_database_nine_times_however_long_the_evening(
    league: League, people: list[Member], django_assert_max_num_queries: Any
) -> None:
    for _ in range(12):
        record(league, people[:4], POINTS["A"])
    late = make_entry(league, people[:4], POINTS["A"], number=20)

    with django_assert_max_num_queries(9):
        assert check_entry(league.club, late).settled.result == "double_maru_a"
