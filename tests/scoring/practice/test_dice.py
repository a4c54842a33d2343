"""Dice of a number: they fall alike everywhere, and every side comes up."""

from __future__ import annotations

from collections import Counter

import pytest

from scoring.practice.dice import Dice


def test_they_are_the_published_splitmix64() -> None:
    dice = Dice(1234567)

    assert [dice.roll(1 << 64) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


@pytest.mark.parametrize("seed", [0, 1, -1, 10**40])
def test_the_same_seed_falls_the_same_way(seed: int) -> None:
    one, other = Dice(seed), Dice(seed)

    assert [one.roll(6) for _ in range(50)] == [other.roll(6) for _ in range(50)]


def test_every_side_comes_up_about_as_often() -> None:
    dice = Dice(7)
    count = Counter(dice.roll(6) for _ in range(6_000))

    assert set(count) == set(range(6))
    assert min(count.values()) > 850


def test_shuffled_things_are_all_still_there() -> None:
    assert sorted(Dice(3).shuffled(range(34))) == list(range(34))
    assert Dice(3).shuffled(range(34)) != list(range(34))


def test_what_happens_once_in_one_time_always_happens() -> None:
    assert all(Dice(seed).one_in(1) for seed in range(100))
