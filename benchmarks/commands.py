"""How fast are ``manage.py value`` and ``settle`` as whole commands?

``python -m benchmarks.commands [--hands 20000] [--games 100000] [--rounds 7]``. Needs the test
packages.

``value`` is held against the ``mahjong`` package, which reads the same lines of JSON, makes its own
objects of them, values each hand and writes han, fu and payment as JSON. ``settle`` is held against
the same lines read and the same answers written as JSON, and nothing else. Each is a process of its
own, from a file into nothing; the CPU time of one with a single line, its start, is taken off. Both
by turns. Ends with 1 when the whole spread of a ratio is beyond its limit.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.common import Ratios, ratios_of
from benchmarks.hand_values import RULE, line_of, made
from scoring.hands.hand import Hand
from scoring.hands.requests import plain_hand
from scoring.hands.tiles import kind_of
from tests.scoring.hands.oracle import question, theirs_request

MAHJONG, BARE = 4.0, 4.0
ROOT = Path(__file__).parent.parent


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when a limit is missed in every round."""
    options = _options(arguments)
    with TemporaryDirectory() as folder:
        hands, games = Path(folder, "hands.jsonl"), Path(folder, "games.jsonl")
        written(hands, map(asked, made(options.hands, seed="commands")))
        written(games, typed(options.games))
        answers = Path(folder, "answers.jsonl")
        with answers.open("wb") as file:
            subprocess.run(managed("settle", games), stdout=file, check=True)
        value = by_turns(managed("value"), this("yardstick_value"), hands, options.rounds)
        bare = this("yardstick_settle", str(answers))
        settle = by_turns(bare, managed("settle"), games, options.rounds)
    print(value.line("mahjong / value, a line", None), f"at least {MAHJONG:.0f}")
    print(settle.line("settle / bare JSON, a line", None), f"at most {BARE:.0f}")
    return int(value.spread[1] < MAHJONG or settle.spread[0] > BARE)


def asked(hand: Hand) -> dict[str, object]:
    """A line as scripts write it, the tiles in order, under the rule of the yardstick."""
    in_order = hand._replace(concealed=tuple(sorted(hand.concealed, key=_in_order)))
    return {**line_of(in_order), "rule": "tenhou-4p-tonnan"}


def _in_order(tile: int) -> tuple[int, int]:
    return kind_of(tile), tile


def typed(count: int) -> Sequence[dict[str, object]]:
    """Sound games of a few sets on many days."""
    rng = Random("games")
    found: list[dict[str, object]] = []
    for _game in range(count):
        points = [100 * rng.randrange(-100, 600) for _seat in range(3)]
        rule = rng.choice(("kinyoukai", "tenhou-4p-tonnan", "m-league"))
        on = f"20{rng.randrange(19, 26)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}"
        dealt = 100_000
        found.append({"rule": rule, "on": on, "points": [*points, dealt - sum(points)]})
    return found


def written(path: Path, lines: Iterable[object]) -> None:
    """Write JSON Lines."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)


def managed(command: str, *files: Path) -> list[str]:
    """One of our commands."""
    return [sys.executable, str(ROOT / "manage.py"), command, *map(str, files)]


def this(function: str, *more: str) -> list[str]:
    """A function of this module in a process of its own; the file comes last."""
    code = f"import sys; from benchmarks import commands; commands.{function}(*sys.argv[1:])"
    return [sys.executable, "-c", code, *more]


def by_turns(first: list[str], second: list[str], lines: Path, rounds: int) -> Ratios:
    """Hold two commands that take a file against each other, a line, start-up apart."""
    one = lines.with_suffix(".one")
    one.write_bytes(lines.read_bytes().split(b"\n")[0] + b"\n")
    count = lines.read_bytes().count(b"\n") - 1
    times: tuple[list[float], list[float]] = [], []
    for _round in range(rounds):
        for command, found in zip((first, second), times, strict=True):
            whole, start = cpu_of([*command, str(lines)]), cpu_of([*command, str(one)])
            found.append((whole - start) / count)
    return ratios_of(*times, clock="CPU")


def cpu_of(command: list[str]) -> float:
    """CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, cwd=ROOT, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def yardstick_value(path: str) -> None:
    """What somebody writes who values a file of hands with ``mahjong``."""
    with open(path, encoding="utf-8") as file:
        for line in file:
            hand = plain_hand(json.loads(line))
            assert hand is not None
            found = theirs_request(question(RULE, hand))
            print(json.dumps({"han": found.han, "fu": found.fu, "payment": found.cost}))


def yardstick_settle(answers: str, path: str) -> None:
    """Read the lines, and write the answers that are there already."""
    with open(answers, encoding="utf-8") as file:
        known = [json.loads(line) for line in file]
    write = partial(json.dumps, ensure_ascii=False)
    with open(path, encoding="utf-8") as file:
        for line, answer in zip(file, known, strict=False):
            json.loads(line)
            print(write(answer))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add: Callable[..., object] = parser.add_argument
    add("--hands", type=int, default=20_000)
    add("--games", type=int, default=100_000)
    add("--rounds", type=int, default=7)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
