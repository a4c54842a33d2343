"""How many hands a second, against the ``mahjong`` package on the same hands?

``python -m benchmarks.hand_values [--hands 20000]``. Needs the test packages.

Both value complete hands, made with a seed: most as they are won at tables, one in ten on purpose
for some yaku, however rare. The tables are warmed on as many other hands first; then both value new
ones by turns, some thousands a round, on the CPU clock of this process: once from their own objects
(made before, as each has them), once from a line of JSON on. In short rounds each would mostly
measure how the other has emptied the processor's caches. Then it measures the memory of the tables
after 100,000 different hands, and at the first value of a new process. Ends with 1 when the whole
spread of a ratio is beyond its limit, or when a table grows beyond it.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from benchmarks.common import Ratios, ratios_of
from rules.parameters import RiichiParameters
from scoring.hands.errors import NoYakuError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand, flag_names
from scoring.hands.lines import value_of
from scoring.hands.readings import MELDS, Melds
from scoring.hands.requests import HandRequest, hand_of
from scoring.hands.shapes import HONOUR_PARTS, SUITS
from scoring.hands.tiles import Tiles, tile_names
from scoring.hands.worths import SUMS
from tests.scoring.hands.makers import Maker
from tests.scoring.hands.oracle import Question, question, theirs_request
from tests.scoring.hands.recipes import (
    PAIRS,
    RECIPES,
    SEQUENCES,
    TRIPLETS,
    Groups,
    seven_pairs,
)

RULE = RiichiParameters()
ROUND = 2_500
CORE, FROM_JSON = 10.0, 5.0
MOST_MEMORY, MOST_START = 20.0, 20.0  # MB, ms
T = TypeVar("T")


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when a limit is missed in every round."""
    options = _options(arguments)
    evaluator = Evaluator(RULE)
    hands = made(2 * options.hands, seed="speed")
    forget()  # what all rules share has seen them all while they were made
    for hand in hands[: options.hands]:
        evaluator.value(hand)
    others = hands[options.hands :]
    gc.collect()
    gc.freeze()  # the inputs of both lie still, nobody looks through them meanwhile
    core = by_turns(
        others,
        ours=evaluator.value,
        ready=as_ours,
        theirs=theirs_request,
        asked=lambda hand: question(RULE, hand),
    )
    lines = by_turns(
        others,
        ours=lambda line: value_of(evaluator, from_json(line)),
        ready=lambda hand: json.dumps(line_of(hand)),
        theirs=lambda line: theirs_request(question(RULE, from_json(line))),
        asked=lambda hand: json.dumps(line_of(hand)),
    )
    print(core.line("mahjong / ours, a hand", None), f"at least {CORE:.0f}")
    print(lines.line("mahjong / ours, from JSON on", None), f"at least {FROM_JSON:.0f}")
    memory, start = tables_mb(options.memory_hands), first_value_ms()
    print(f"tables after {options.memory_hands:,} hands: {memory:.1f} MB, limit {MOST_MEMORY:.0f}")
    print(f"first value beyond the imports: {start:.1f} ms, limit {MOST_START:.0f}")
    too_slow = core.spread[1] < CORE or lines.spread[1] < FROM_JSON
    return int(too_slow or memory > MOST_MEMORY or start > MOST_START)


def made(count: int, *, seed: str) -> list[Hand]:
    """So many hands with a yaku, one in ten of them made on purpose for some yaku."""
    rng, maker, judge = Random(seed), Maker(RULE, seed), Evaluator(RULE)
    recipes = list(RECIPES.values())
    found: list[Hand] = []
    while len(found) < count:
        hand = maker.hand(as_won if rng.random() < 0.9 else rng.choice(recipes))
        try:
            judge.value(hand)
        except NoYakuError:
            continue
        found.append(hand)
    return found


def as_won(rng: Random) -> Groups:
    """What hands are made of that are won at tables: mostly sequences, now and then seven pairs."""
    if rng.random() < 0.03:
        return seven_pairs()(rng)
    sets = [rng.choice(SEQUENCES if rng.random() < 0.75 else TRIPLETS) for _set in range(4)]
    return Groups(tuple(sets), rng.choice(PAIRS))


def as_ours(hand: Hand) -> Hand:
    """A hand of objects that know what they come to."""
    melds = Melds(hand.melds)
    assert melds.on_table
    return hand._replace(concealed=Tiles.of(hand.concealed), melds=melds)


def forget() -> None:
    """Empty the tables that all rules share."""
    tables: list[dict[Any, Any]] = [SUITS, HONOUR_PARTS, MELDS, SUMS]
    for table in tables:
        table.clear()


def from_json(line: str) -> Hand:
    """Read a line of the ``value`` format; both begin with that."""
    return hand_of(HandRequest.model_validate_json(line))


def line_of(hand: Hand) -> dict[str, object]:
    """A hand in the ``value`` format."""
    return {
        "rule": "plain",
        "hand": tile_names(hand.concealed),
        "win": tile_names((hand.win,)),
        "how": "tsumo" if hand.tsumo else "ron",
        "melds": [f"{meld.kind}:{tile_names(meld.tiles)}" for meld in hand.melds],
        "seat": "ESWN"[hand.seat],
        "round": "ESWN"[hand.round],
        "flags": flag_names(hand.flags),
        "dora_indicators": tile_names(hand.dora_indicators),
        "ura_indicators": tile_names(hand.ura_indicators),
        "honba": hand.honba,
        "sticks": hand.sticks,
    }


def by_turns(
    hands: Sequence[Hand],
    *,
    ours: Callable[[T], object],
    ready: Callable[[Hand], T],
    theirs: Callable[[Question], object] | Callable[[str], object],
    asked: Callable[[Hand], Question] | Callable[[Hand], str],
) -> Ratios:
    """Value each hand once by both, a round at a time; what each takes in is made before."""
    first, second = [], []
    for begin in range(0, len(hands), ROUND):
        some = hands[begin : begin + ROUND]
        mine, other = [ready(hand) for hand in some], [asked(hand) for hand in some]
        first.append(_cpu(ours, mine) / len(some))
        second.append(_cpu(theirs, other) / len(some))
    return ratios_of(first, second, clock="CPU")


def _cpu(value: Callable[..., object], inputs: Sequence[object]) -> float:
    begin = time.process_time()
    for one in inputs:
        value(one)
    return time.process_time() - begin


def tables_mb(count: int) -> float:
    """What a new process remembers after so many different hands, in MB."""
    code = f"from benchmarks import hand_values; hand_values.tables_of({count})"
    return float(_in_a_new_process(code))


def tables_of(count: int) -> None:
    """Print it; only in a process of its own."""
    hands = made(count, seed="memory")
    forget()
    tracemalloc.start()
    judge = Evaluator(RULE)
    for hand in hands:
        judge.value(hand)
    print(tracemalloc.get_traced_memory()[0] / 1_000_000)


def first_value_ms() -> float:
    """The middle of nine new processes, in ms."""
    return sorted(float(_in_a_new_process(_FIRST_VALUE)) for _process in range(9))[4]


_FIRST_VALUE = """
import time
from rules.parameters import RiichiParameters
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import RIICHI, Hand
from scoring.hands.tiles import parse_tiles
begin = time.perf_counter()
hand = Hand(parse_tiles("23567m678p22345s"), 3, True, flags=RIICHI)
Evaluator(RiichiParameters()).value(hand)
print((time.perf_counter() - begin) * 1000)
"""


def _in_a_new_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--memory-hands", type=int, default=100_000)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
