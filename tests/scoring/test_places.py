"""Places and what tied players share."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.settlement import by_place, split, standing

HUNDREDS = st.integers(-500, 1_000).map(lambda hundreds: hundreds * 100)


@pytest.mark.parametrize(
    ("points", "seat", "shared", "halves"),
    [
        ((41_400, 30_000, 23_800, 4_800), (1, 2, 3, 4), (1, 2, 3, 4), (2, 4, 6, 8)),
        ((30_000, 30_000, 25_000, 15_000), (1, 2, 3, 4), (1, 1, 3, 4), (3, 3, 6, 8)),
        ((15_000, 30_000, 25_000, 30_000), (4, 1, 3, 2), (4, 1, 3, 1), (8, 3, 6, 3)),
        ((40_000, 20_000, 20_000, 20_000), (1, 2, 3, 4), (1, 2, 2, 2), (2, 6, 6, 6)),
        ((20_000, 30_000, 20_000, 30_000), (3, 1, 4, 2), (3, 1, 3, 1), (7, 3, 7, 3)),
        ((25_000,) * 4, (1, 2, 3, 4), (1, 1, 1, 1), (5, 5, 5, 5)),
        ((35_000,) * 3, (1, 2, 3), (1, 1, 1), (4, 4, 4)),
    ],
)
def test_equal_points_go_by_seat_or_share_the_place(
    points: tuple[int, ...],
    seat: tuple[int, ...],
    shared: tuple[int, ...],
    halves: tuple[int, ...],
) -> None:
    assert standing(points, shared=False).places == seat
    assert standing(points, shared=True).places == shared
    assert standing(points, shared=True).halves == halves


@pytest.mark.parametrize(
    ("pool", "ways", "shares"),
    [
        (15_000, 2, [7_500, 7_500]),
        (5_000, 3, [1_800, 1_600, 1_600]),
        (-10_000, 3, [-3_200, -3_400, -3_400]),
        (-20_000, 3, [-6_600, -6_700, -6_700]),
        (0, 4, [0, 0, 0, 0]),
        (100, 2, [100, 0]),
    ],
)
def test_shares_are_whole_hundreds_and_the_nearest_seat_has_the_rest(
    pool: int, ways: int, shares: list[int]
) -> None:
    assert split(pool, ways) == shares


@given(HUNDREDS, st.integers(1, 4))
def test_sharing_loses_nothing_and_favours_nobody_by_more_than_the_rest(
    pool: int, ways: int
) -> None:
    shares = split(pool, ways)

    assert sum(shares) == pool
    assert all(share % 100 == 0 for share in shares)
    assert 0 <= shares[0] - shares[-1] < ways * 100


def test_tied_players_share_what_their_places_bring() -> None:
    tied = standing((30_000, 20_000, 30_000, 20_000), shared=True)

    assert by_place((20_000, 10_000, -10_000, -20_000), tied) == [15_000, -15_000, 15_000, -15_000]


@given(st.lists(HUNDREDS, min_size=3, max_size=4), st.booleans())
def test_the_mean_places_of_a_table_always_sum_to_the_same(points: list[int], shared: bool) -> None:
    at = standing(points, shared=shared)

    assert sum(at.halves) == len(points) * (len(points) + 1)
    assert sorted(at.order) == list(range(len(points)))
    assert at.is_shared == (shared and len(set(points)) < len(points))


@pytest.mark.parametrize(
    ("pool", "ways", "shares"),
    [
        (2_000, 3, [700, 700, 600]),
        (1_000, 3, [400, 300, 300]),
        (50_000, 3, [16_700, 16_700, 16_600]),
        (-10_000, 3, [-3_300, -3_300, -3_400]),
        (3_000, 3, [1_000, 1_000, 1_000]),
    ],
)
def test_the_rest_of_a_share_may_go_a_hundred_each_to_the_nearer_seats(
    pool: int, ways: int, shares: list[int]
) -> None:
    assert split(pool, ways, spread=True) == shares


@given(HUNDREDS, st.integers(1, 4))
def test_a_spread_rest_loses_nothing_and_parts_nobody_by_more_than_a_hundred(
    pool: int, ways: int
) -> None:
    shares = split(pool, ways, spread=True)

    assert sum(shares) == pool
    assert max(shares) - min(shares) <= 100
    assert shares == sorted(shares, reverse=True)
