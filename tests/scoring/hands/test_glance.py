"""Most hands are seen to be sound at a glance; never one that is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hands import evaluator
from scoring.hands.checks import problem
from scoring.hands.evaluator import Glance
from scoring.hands.hand import FLAGS, Hand

from .makers import Maker
from .recipes import RECIPES, anything
from .test_hand_checks import CASES, PLAIN, hand, rule_of
from .written import won

WHOLE = won("23567m678p22345s", "4m")


@pytest.mark.parametrize("key", ["nekohouse-4a", "nekohouse-3a", "nekohouse-boo", "super-tonpu"])
def test_hands_as_they_are_played_are_sound_at_a_glance(key: str) -> None:
    rule = rule_of(key)
    maker, seen = Maker(rule, "glance"), Glance(rule)
    hands = [maker.hand(anything) for _hand in range(300)]
    plain = [one for one in hands if not one.nuki]

    assert len(plain) > 50
    assert all(problem(one, rule) is None for one in hands)
    assert all(seen.is_sound(one) for one in plain)


@pytest.mark.parametrize(("rule", "wrong", "_field", "_reason"), CASES)
def test_nothing_wrong_is_overlooked(rule: object, wrong: Hand, _field: str, _reason: str) -> None:
    assert not Glance(rule).is_sound(wrong)  # type: ignore[arg-type]


_FLAGS = st.integers(0, sum(FLAGS.values()))
_RECIPES = st.sampled_from([anything, *RECIPES.values()])


@given(recipe=_RECIPES, seed=st.integers(0, 10_000), flags=_FLAGS, key=st.sampled_from(["a", "b"]))
def test_what_is_sound_at_a_glance_has_no_problem(
    recipe: object, seed: int, flags: int, key: str
) -> None:
    rule = PLAIN if key == "a" else rule_of("nekohouse-3b")
    text = Maker(PLAIN, seed).hand(recipe)._replace(flags=flags)  # type: ignore[arg-type]

    if Glance(rule).is_sound(text):
        assert problem(text, rule) is None


def test_fives_that_have_to_be_red_are_not_sound_as_they_stand() -> None:
    assert not Glance(rule_of("nekohouse-3b")).is_sound(hand("55p999s678p34s", "0s", "pon:111z"))


def test_a_tile_too_many_is_seen_however_many_there_are() -> None:
    seen = Glance(PLAIN)

    for count in range(5, 14):
        assert not seen.is_sound(WHOLE._replace(concealed=(0,) * count + (9,) * (13 - count)))
    assert seen.is_sound(WHOLE._replace(concealed=(0,) * 4 + (9,) * 4 + (18,) * 4 + (27,)))


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluator, "MOST_SEEN", 2)
    maker, seen = Maker(PLAIN, "bounded"), Glance(PLAIN)

    assert all(
        seen.is_sound(one)
        for one in [maker.hand(anything) for _hand in range(200)]
        if not one.has(FLAGS["chankan"] | FLAGS["chankan_closed"])
    )
    assert len(seen._melds) <= 2
    assert len(seen._flags) <= 2
