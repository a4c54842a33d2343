"""How many whole games are replayed a second, against settling as many results as they have hands?

``python -m benchmarks.replay [--games 300]``.

Random games of every shipped set, as JSON. By turns, on the CPU clock of this process: the games
are replayed from JSON to their scores, and for each of their hands the points then held are settled
with every part. A hand moves points, asks for the end of the game and is answered; a settlement
rounds, adds uma and oka and explains itself: they are work of one size. Ends with 1 when the whole
spread of the ratio is beyond its limit.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any, NamedTuple

from benchmarks.common import ratios_of
from rules.presets import load, shipped_keys
from scoring.game.lines import replay_request
from scoring.lines import settle_request
from tests.scoring.game.players import as_json, random_game

TODAY = date(2026, 11, 21)
LIMIT = 3.0


class Question(NamedTuple):
    """A game, and its hands as results to be settled."""

    game: dict[str, Any]
    results: list[dict[str, Any]]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when the limit is missed in every round."""
    options = _options(arguments)
    rng = Random("replay")
    asked = [
        _question(key, rng)
        for key in shipped_keys()
        for _game in range(options.games // len(shipped_keys()))
    ]
    replayed, settled = [], []
    for _round in range(options.rounds):
        replayed.append(_cpu(replay_request, [each.game for each in asked]))
        settled.append(_cpu(settle_request, [one for each in asked for one in each.results]))
    ratios = ratios_of(settled, replayed, clock="CPU")
    print(ratios.line("replayed / settled, as many hands", LIMIT))
    hands = sum(len(each.results) for each in asked)
    print(
        f"{len(asked) / min(replayed):,.0f} games a second, of {hands / len(asked):.1f} hands each"
    )
    return int(ratios.beyond(LIMIT))


def _question(key: str, rng: Random) -> Question:
    rule = load(key).version_on(TODAY).value
    game = {"rule": key, "hands": [as_json(hand) for hand in random_game(rule, rng)]}
    held = [hand["points"] for hand in replay_request(game, today=TODAY)["hands"]]
    dealt = rule.game.start_points * rule.game.players
    results = [{"rule": key, "points": each, "sticks": dealt - sum(each)} for each in held]
    return Question(game, results)


def _cpu(work: Callable[..., object], asked: list[dict[str, Any]]) -> float:
    begin = time.process_time()
    for one in asked:
        work(one, today=TODAY)
    return time.process_time() - begin


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=7)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
