from __future__ import annotations

import pytest

from league.games.points import Counting, fill_last, read_points, write_points

READ = [
    ("254", 25_400),
    ("-32", -3_200),
    ("▲32", -3_200),
    ("△32", -3_200),
    ("−32", -3_200),
    ("ー32", -3_200),
    ("25400", 25_400),
    ("25,400", 25_400),
    ("２５４", 25_400),
    ("▲１２００", -1_200),
    ("1,200", 1_200),
    ("1200", 1_200),
    ("12", 1_200),
    ("8", 800),
    ("0", 0),
    (" 254 ", 25_400),
    ("25400点", 25_400),
    ("+254", 25_400),
    ("1052", 105_200),
    ("105200", 105_200),
    ("25430", 25_430),
]


@pytest.mark.parametrize(("typed", "points"), READ, ids=[typed for typed, _points in READ])
def test_points_are_read_in_hundreds_and_in_full(typed: str, points: int) -> None:
    (read,) = read_points([typed])

    assert (read.points, read.problem) == (points, "")


@pytest.mark.parametrize("typed", ["25.4", "abc", "--32", "٢٥٤", "25e3", "9" * 30, "1/2", "二百"])
def test_what_is_no_number_of_points_is_refused_politely(typed: str) -> None:
    (read,) = read_points([typed])

    assert read.points is None
    assert read.problem


def test_an_empty_field_is_neither_points_nor_a_mistake() -> None:
    (read,) = read_points(["  "])

    assert (read.points, read.problem) == (None, "")


def test_300_beside_full_points_is_asked_about_and_never_guessed() -> None:
    east, south = read_points(["25400", "300"])

    assert east.points == 25_400
    assert south.points is None
    assert "300" in south.problem
    assert "30,000" in south.problem


def test_300_beside_hundreds_is_30000() -> None:
    assert [one.points for one in read_points(["254", "300"])] == [25_400, 30_000]


def test_254_beside_full_points_can_only_be_hundreds() -> None:
    assert [one.points for one in read_points(["31200", "254"])] == [31_200, 25_400]


FILLED = [
    ([41_400, 30_000, 23_800, None], 0, 4_800),
    ([41_400, 30_000, 23_800, None], 1_000, 3_800),
    ([60_000, 45_000, None, 2_000], 0, -7_000),
    ([41_400, 30_000, None, None], 0, None),
    ([41_400, 30_000, 23_800, 4_800], 0, None),
    ([254_000, 30_000, 23_800, None], 0, None),
]


@pytest.mark.parametrize(("points", "sticks", "last"), FILLED)
def test_the_last_empty_seat_follows_from_the_sum_unless_a_digit_slipped(
    points: list[int | None], sticks: int, last: int | None
) -> None:
    assert fill_last(points, Counting(dealt=100_000, most=100_000), sticks=sticks) == last


WRITTEN = [
    ([41_400, 30_000, 23_800, 4_800], ("414", "300", "238", "48")),
    ([60_000, 45_000, 800, -5_800], ("600", "450", "8", "-58")),
    ([120_000, 0, 300, -20_300], ("120000", "0", "3", "-20300")),
    ([102_300, 0, -300, -2_000], ("1023", "0", "-3", "-20")),
]


@pytest.mark.parametrize(("points", "texts"), WRITTEN)
def test_stored_points_are_shown_so_that_they_read_back_as_they_are(
    points: list[int], texts: tuple[str, ...]
) -> None:
    assert write_points(points) == texts
    assert [one.points for one in read_points(texts)] == points


def test_no_stored_points_up_to_350000_are_misread_by_the_form() -> None:
    tables = [[hundreds * 100, 25_000, 30_000, 100] for hundreds in range(-3_500, 3_501)]

    misread = [
        table for table in tables if [o.points for o in read_points(write_points(table))] != table
    ]

    assert misread == []
