"""What is needed, and chances: facts that hold whatever is drawn, and games that can be counted."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.chances import OWN_GAMES, Chance, Contender, chances, filled, needed

ROUNDS = 200


def played(
    *contenders: Contender, games: int = 4, minimum: int = 0, everybody: tuple[int, ...] = (0,)
) -> dict[int, Chance]:
    return chances(
        contenders,
        games=games,
        minimum=minimum,
        everybody=everybody,
        draw=Random("x").choices,
        rounds=ROUNDS,
    )


def steady(key: int, total: int, each: int, games: int = 10) -> Contender:
    """Somebody whose every game comes to the same."""
    return Contender(key=key, total=total, games=games, scores=(each,) * OWN_GAMES)


@pytest.mark.parametrize(
    ("gap", "games", "each"),
    [
        pytest.param(40_000, 4, 10_000, id="forty in four games are ten a game"),
        pytest.param(10_000, 3, 3_400, id="rounded up, or it would not be enough"),
        pytest.param(1, 60, 100, id="a single point"),
        pytest.param(40_100, 4, 10_100, id="a hundred more"),
        pytest.param(0, 4, 0, id="level already"),
        pytest.param(-5_000, 4, 0, id="ahead already"),
    ],
)
def test_what_a_game_has_to_come_to(gap: int, games: int, each: int) -> None:
    assert needed(gap, games) == each


def test_who_gains_what_is_missing_in_every_game_passes() -> None:
    found = played(steady(1, 50_000, 0), steady(2, 0, 12_600), games=4)

    assert found[2] == Chance(ROUNDS, ROUNDS, ROUNDS, 10)
    assert found[1] == Chance(ROUNDS, 0, ROUNDS, 20)


def test_who_comes_level_shares_the_first_rank() -> None:
    found = played(steady(1, 50_000, 0), steady(2, 0, 12_500), games=4)

    assert found[1].first == found[2].first == ROUNDS


def test_the_fourth_is_not_among_three() -> None:
    found = played(*(steady(key, -1_000 * key, 0) for key in range(1, 5)))

    assert [found[key].podium for key in range(1, 5)] == [ROUNDS, ROUNDS, ROUNDS, 0]
    assert [found[key].rank_tenths for key in range(1, 5)] == [10, 20, 30, 40]


@pytest.mark.parametrize(
    ("games", "ranked"),
    [pytest.param(5, True, id="just enough"), pytest.param(4, False, id="one too few")],
)
def test_who_cannot_reach_the_minimum_has_no_chance(games: int, ranked: bool) -> None:
    found = played(
        steady(1, 0, 0, games=30), steady(2, 90_000, 0, games=7), games=games, minimum=12
    )

    assert (2 in found) is ranked
    assert (found[1].first == ROUNDS) is not ranked


def test_without_any_game_there_is_nothing_to_draw_from() -> None:
    newcomer = Contender(key=1, total=0, games=0)

    assert played(newcomer, everybody=()) == {}
    assert played(newcomer)[1].first == ROUNDS


def test_the_same_seed_gives_the_same_chances() -> None:
    people = [Contender(key=k, total=0, games=5, scores=(-30_000, 40_000)) for k in (1, 2, 3)]
    both = [
        chances(
            people,
            games=3,
            minimum=0,
            everybody=(0, 1_000),
            draw=Random(seed).choices,
            rounds=ROUNDS,
        )
        for seed in ("a", "a", "b")
    ]

    assert both[0] == both[1] != both[2]


def test_two_who_play_alike_have_even_chances() -> None:
    alike = [Contender(key=k, total=0, games=9, scores=(-10_000, 10_000) * 10) for k in (1, 2)]
    found = chances(alike, games=5, minimum=0, everybody=(), draw=Random("x").choices, rounds=4_000)

    # an odd number of games of ±10: level in 252 of 1,024; each ahead in half of the rest
    assert abs(found[1].first - 4_000 * (252 + 386) // 1_024) < 150


def test_own_games_are_filled_up_with_the_leagues_from_worst_to_best() -> None:
    own = [1] * (OWN_GAMES - 4)

    assert filled(own, range(0, 800)) == [*own, 100, 300, 500, 700]
    assert filled([2] * OWN_GAMES, range(800)) == [2] * OWN_GAMES
    assert filled([], ()) == []
    assert filled([], (7,)) == [7] * OWN_GAMES


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(-200_000, 200_000), st.lists(st.integers(-90_000, 90_000))),
        min_size=1,
        max_size=8,
    ),
    st.integers(1, 12),
)
def test_somebody_is_first_in_every_round(people: list[tuple[int, list[int]]], games: int) -> None:
    contenders = [
        Contender(key=key, total=total, games=len(scores), scores=scores)
        for key, (total, scores) in enumerate(people)
    ]
    found = chances(
        contenders,
        games=games,
        minimum=0,
        everybody=(-30_000, 0, 30_000),
        draw=Random("x").choices,
        rounds=20,
    )

    assert sum(each.first for each in found.values()) >= 20
    assert sum(each.podium for each in found.values()) >= 20 * min(3, len(people))
    assert all(10 <= each.rank_tenths <= 10 * len(people) for each in found.values())
    assert all(each.first <= each.podium <= each.rounds == 20 for each in found.values())
