"""The evaluator against a slow one that was written from the document and shares nothing with it.

``make test-slow`` compares a fifth of the promised count, ``make promises`` the whole of it.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from scoring.hands.errors import NotAWinError
from scoring.hands.hand import Hand, flags_of, parse_meld
from scoring.hands.tiles import parse_tiles
from scoring.zung_jung import ZungJungEvaluator
from scoring.zung_jung.checks import problem
from scoring.zung_jung.patterns import PATTERNS

from . import slow
from .made import wins
from .written import rule

PROMISED = 100_000
COUNT = PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 5


def hand_of(win: slow.Win) -> Hand:
    concealed = list(win.hidden)
    concealed.remove(win.winning)
    return Hand(
        concealed=parse_tiles("".join(concealed)),
        win=parse_tiles(win.winning)[0],
        tsumo=win.tsumo,
        melds=tuple(parse_meld(f"{kind}:{''.join(tiles)}") for kind, tiles in win.melds),
        seat=win.seat,
        flags=flags_of(win.flags),
    )


def compare(seed: int, count: int, edition: str = "zung-jung", one_suit: int = 90) -> Counter[str]:
    """Value so many wins twice, and say how often each pattern came up."""
    evaluator = ZungJungEvaluator(rule(edition))
    met: Counter[str] = Counter()
    for win in wins(seed, count):
        hand, expected = hand_of(win), slow.best(win, one_suit)
        assert problem(hand) is None, win
        if expected is None:
            with pytest.raises(NotAWinError):
                evaluator.value(hand)
            met["no win"] += 1
            continue
        value = evaluator.value(hand)
        assert value.worth == expected.worth, (win, value, expected)
        assert dict(value.patterns) in expected.reasons, (win, value, expected)
        met.update(list(value.patterns))
    return met


def test_every_pattern_counts_as_a_second_reader_of_the_document_would_count_it() -> None:
    met = compare(seed=44, count=6_000)
    often = {pattern.key for pattern in PATTERNS} | {"chicken_hand", "no win"}

    assert set(met) == often
    assert min(met.values()) >= 10, met


def test_the_later_edition_differs_in_the_worth_of_one_suit_only() -> None:
    met = compare(seed=33, count=1_000, edition="zung-jung-v33", one_suit=80)

    assert met["pure_one_suit"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_many_more_hands_count_the_same_twice_over(seed: int) -> None:
    assert sum(compare(seed=seed, count=COUNT // 10).values()) > COUNT // 10
