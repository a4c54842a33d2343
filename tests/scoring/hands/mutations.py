"""Lines of JSON changed at random: their tiles, calls, flags, rules and numbers, or their text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeAlias

from scoring.hands.hand import FLAGS, MELD_KINDS

Line: TypeAlias = dict[str, Any]

_TILE = re.compile(r"([0-9]+)([mpszf])")
_SUITED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
_RUNS = [[f"{first + step}{suit}" for step in range(3)] for suit in "mps" for first in range(1, 8)]
_HONOURS = [f"{rank}z" for rank in range(1, 8)]
_ENDS = [tile for tile in _SUITED if tile[0] in "19"] + _HONOURS
_ODD = ["0m", "0p", "0s", "0z", "0z", "1f", "4f", "8z"]
_FIELDS = ("hand", "win", "dora_indicators", "ura_indicators")
_NUMBERS = ("honba", "sticks", "nuki")
_KEYS = (
    *("rule", "on", "with", "hand", "win", "how", "melds", "seat", "round", "flags", "nuki"),
    *("dora_indicators", "ura_indicators", "honba", "sticks", "responsible", "dora", "手牌"),
)
_JUNK: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 4, 5, 100, 1_000, 10**9, 10**30, 1.5, float("nan"), [], {}),
    *("", " ", "E", "ron", "東", "１m", "\u0662m", "\ud800", "\x00", "9" * 70, "m" * 65, "\ufeff"),
    *(["riichi"], [["chi:123m"]], {"a": []}, "chi:", ":", "pon:111z:", "kan:1111z", "1m 2m", "m1"),
    *(["chi:123m"] * 12, ["riichi"] * 40),
)


def tiles_of(text: str) -> list[str]:
    """Read ``23m1z`` as 2m, 3m and 1z; what is no tile is dropped."""
    return [digit + suit for digits, suit in _TILE.findall(text) for digit in digits]


class Mutator:
    """Changes lines, each time somewhere else; the same chance makes the same changes."""

    def __init__(
        self, rng: Random, *, rules: Sequence[str], parameters: Mapping[str, Sequence[Any]]
    ) -> None:
        self.rng, self._rules, self._parameters = rng, rules, parameters
        self._names = list(parameters)
        often: tuple[Callable[[Line], None], ...] = (
            self._other_set,
            self._other_suit,
            self._win,
            self._call,
            self._flag,
            self._situation,
            self._rule,
            self._anew,
        )
        seldom = (
            *(self._tile, self._tile, self._odd_call, self._number),
            *(self._parameter, self._junk, self._lose),
        )
        self._changes = (*often, *often, *seldom)

    def changed(self, text: str, other: str) -> str:
        """Change a line once or a few times; now and then it takes a part of another line."""
        for _time in range(self.rng.choice((1, 1, 1, 2, 2, 3))):
            text = self._once(text, other)
        return text

    def _once(self, text: str, other: str) -> str:
        line, chance = _object(text), self.rng.random()
        if line is None or chance < 0.04:
            return self._letters(text)
        if chance < 0.12:
            self._cross(line, other)
        else:
            self.rng.choice(self._changes)(line)
        return json.dumps(line, ensure_ascii=self.rng.random() < 0.5)

    # the line as text

    def _letters(self, text: str) -> str:
        at, to = sorted(self.rng.choices(range(len(text) + 1), k=2))
        to = min(to, at + 8)
        letter = self.rng.choice(("", "0", "9", '"', "{", "[", "m", "z", "\n", "\u3000", "\ud83c"))
        inserted = self.rng.choice((letter, letter * 2, text[at:to] * 2, "[" * 2_000))
        return text[:at] + inserted + text[to:]

    # the line as an object

    def _cross(self, line: Line, other: str) -> None:
        source = _object(other) or {}
        if source:
            key = self.rng.choice(list(source))
            line[key] = source[key]

    def _junk(self, line: Line) -> None:
        line[self.rng.choice(_KEYS)] = self.rng.choice(_JUNK)

    def _lose(self, line: Line) -> None:
        if line:
            del line[self.rng.choice(list(line))]

    def _rule(self, line: Line) -> None:
        line["rule"] = self.rng.choice(self._rules)
        if self.rng.random() < 0.2:
            line["on"] = self.rng.choice(("2008-02-24", "2015-04-05", "2020-01-01", "1999-12-31"))

    def _parameter(self, line: Line) -> None:
        name = self.rng.choice(self._names)
        now = line.get("with")
        changes = dict(now) if isinstance(now, dict) else {}
        line["with"] = {**changes, name: self.rng.choice(self._parameters[name])}

    def _number(self, line: Line) -> None:
        key = self.rng.choice(_NUMBERS)
        few = (0, 1, 2, 3, 4, 5, 100, 1_000, 2_000, -1, 10**6, 10**9 + 1)
        line[key] = self.rng.choice(few)

    def _situation(self, line: Line) -> None:
        line[self.rng.choice(("seat", "round"))] = self.rng.choice("ESWN")
        if self.rng.random() < 0.5:
            line["how"] = self.rng.choice(("ron", "tsumo"))

    def _flag(self, line: Line) -> None:
        flags = _strings(line.get("flags"))
        flag = self.rng.choice([*FLAGS, "riichi", "pao"])
        line["flags"] = [one for one in flags if one != flag] + [flag] * (flag not in flags)

    # the tiles

    def _any_tile(self) -> str:
        return self.rng.choice(self.rng.choice((_SUITED, _SUITED, _HONOURS, _ODD)))

    def _any_set(self) -> list[str]:
        if self.rng.random() < 0.5:
            return self.rng.choice(_RUNS)
        return [self._any_tile()] * 3

    def _anew(self, line: Line) -> None:
        """Deal another whole hand, of few suits: pairs, triplets or sets of any sort."""
        suits = self.rng.choice(("m", "p", "s", "mz", "pz", "sz", "z", "mps", "mps", "mpsz"))
        tiles = [tile for tile in (*_SUITED, *_HONOURS) if tile[1] in suits]
        if self.rng.random() < 0.2:
            tiles = [tile for tile in tiles if tile in _ENDS]
        alike = [[tile] * 3 for tile in tiles]
        runs = [run for run in _RUNS if run[0][1] in suits] or alike
        chance = self.rng.random()
        if chance < 0.05:
            dealt = [*_ENDS, self.rng.choice(_ENDS)]
        elif chance < 0.1:
            dealt = [f"{rank}{suits[0]}" for rank in (*"1112345678999", self.rng.randint(1, 9))]
        elif chance < 0.25:
            dealt = [tile for tile in self.rng.sample(tiles, k=min(7, len(tiles))) for _ in "12"]
        else:
            groups = self.rng.choices(self.rng.choice((alike, runs, alike + runs)), k=4)
            dealt = [tile for group in groups for tile in group] + [self.rng.choice(tiles)] * 2
        line["hand"], line["win"], line["melds"] = "".join(dealt[:-1]), dealt[-1], []
        self._win(line)

    def _tile(self, line: Line) -> None:
        field = self.rng.choice(_FIELDS)
        if field == "win":
            line[field] = self._any_tile()
            return
        tiles = tiles_of(str(line.get(field, "")))
        at = self.rng.randrange(len(tiles) + 1)
        put = self.rng.choice(([], [self._any_tile()], [self._any_tile()] * 2))
        tiles[at : at + self.rng.randint(0, 1)] = put
        line[field] = "".join(tiles)

    def _win(self, line: Line) -> None:
        """Let another tile be the last, now and then the wild one; the hand stays whole."""
        tiles = [*tiles_of(str(line.get("hand", ""))), *tiles_of(str(line.get("win", "")))]
        if tiles:
            last = tiles.pop(self.rng.randrange(len(tiles)))
            line["win"] = "0z" if self.rng.random() < 0.1 else last
            line["hand"] = "".join(tiles)

    def _other_set(self, line: Line) -> None:
        """Put another set in a set's place; the hand stays whole."""
        tiles = tiles_of(str(line.get("hand", "")))
        found = self._some_set(tiles)
        if found:
            for tile in found:
                tiles.remove(tile)
            line["hand"] = "".join(tiles + self._any_set())

    def _other_suit(self, line: Line) -> None:
        """Make tiles of a suit tiles of another, everywhere; pairs and sets stay."""
        old, new = self.rng.choice("mpsz"), self.rng.choice("mps")
        for field in _FIELDS:
            if isinstance(line.get(field), str):
                line[field] = line[field].replace(old, new)
        if line.get("melds"):
            melds = (text.partition(":") for text in _strings(line["melds"]))
            line["melds"] = [f"{kind}:{tiles.replace(old, new)}" for kind, _, tiles in melds]

    def _call(self, line: Line) -> None:
        """Lay a set of the hand on the table, or take one back."""
        melds, tiles = _strings(line.get("melds")), tiles_of(str(line.get("hand", "")))
        found = self._some_set(tiles)
        if melds and self.rng.random() < 0.3:
            tiles += tiles_of(melds.pop(self.rng.randrange(len(melds))))[:3]
        elif found:
            for tile in found:
                tiles.remove(tile)
            kind = "chi" if found[0] != found[2] else self.rng.choice(MELD_KINDS)
            fourth = found[:1] if kind.endswith("kan") else []
            melds.append(f"{kind}:{''.join(found + fourth)}")
        line["melds"], line["hand"] = melds, "".join(tiles)

    def _odd_call(self, line: Line) -> None:
        """Put another tile into a call."""
        melds = _strings(line.get("melds"))
        if melds:
            at = self.rng.randrange(len(melds))
            kind, _colon, tiles = melds[at].partition(":")
            held = [self._any_tile(), *tiles_of(tiles)[self.rng.randint(0, 1) :]]
            melds[at] = f"{kind}:{''.join(held)}"
            line["melds"] = melds

    def _some_set(self, tiles: list[str]) -> list[str]:
        """Any three alike or in a row; none found is an empty list."""
        found = [[tile] * 3 for tile in dict.fromkeys(tiles) if tiles.count(tile) > 2]
        found += [run for run in _RUNS if all(tile in tiles for tile in run)]
        return self.rng.choice(found) if found else []


def _strings(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _object(text: str) -> Line | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
