"""How long does it take to say what everybody needs, against settling the table?

``python -m benchmarks.conditions [--rounds 15]``. Needs no more than the runtime packages.

Asks at the last hand of one table under each shipped rule, honba, a stick and a riichi on it, by
turns with settling a game of the same points five hundred times. Prints the ratio of each rule and
its milliseconds. Ends with 1 when the whole spread of a ratio is beyond its limit.
"""

from __future__ import annotations

import argparse
import sys

from benchmarks.common import Ratios, compare
from rules.parameters import Parameters, ZungJungParameters
from rules.presets import load, shipped_keys
from scoring.conditions import Asker
from scoring.game import GameState
from scoring.results import GameResult
from scoring.settlement import settle

#: games that are settled while one table is asked about
SETTLED = 500
#: settling takes about 0.03 ms, so this allows some 45 ms
LIMIT = 3.0


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when a limit is missed in every round."""
    options = _options(arguments)
    limit = options.limit or None
    missed = False
    for key in shipped_keys():
        ratios = asked(load(key).versions[-1].parameters, rounds=options.rounds)
        print(ratios.line(f"conditions / {SETTLED} settlements, {key}", limit))
        missed |= ratios.beyond(limit)
    return int(missed)


def asked(rule: Parameters, *, rounds: int) -> Ratios:
    """Settle and ask by turns."""
    asker, state = Asker(rule), last_hand(rule)
    riichi = () if isinstance(rule, ZungJungParameters) else (1,)
    points = state.points

    def settled() -> None:
        for _game in range(SETTLED):
            settle(GameResult(points=points, sticks=state.sticks), rule)

    return compare(settled, lambda: asker.conditions(state, riichi), rounds=rounds, calls=1)


def last_hand(rule: Parameters) -> GameState:
    """The last hand, the points close together so that much hangs on every win."""
    players, start = rule.game.players, rule.game.start_points
    rounds = {"tonpu": 1, "tonnan": 2}.get(rule.game.length, 4)
    stick = 0 if isinstance(rule, ZungJungParameters) else rule.play.riichi_stick
    step = max(start // 1_000, 1) * (1 if not stick else 100)
    held = [start + step * (2 * (seat % 2) - 1) * (seat // 2 + 1) for seat in range(players)]
    held[0] += players * start - sum(held) - stick
    return GameState(rounds - 1, players - 1, 1 if stick else 0, stick, tuple(held))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--limit", type=float, default=LIMIT, help="0: measure only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
