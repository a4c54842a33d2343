"""One hand of an mjlog file: its tags in, a kyoku out."""

from __future__ import annotations

import re
from typing import Final

from rules.errors import shown
from scoring.hands.tiles import Tile
from scoring.tenhou.errors import RecordError
from scoring.tenhou.events import Claimed, Discarded, Drawn, Event, Kanned, SetAside, Turned
from scoring.tenhou.mjlog_ends import draw_of, hundreds, seat_of, win_of
from scoring.tenhou.mjlog_tags import Tag
from scoring.tenhou.mjlog_tiles import Call, TileSet, call_of, tile_number, tile_numbers
from scoring.tenhou.numbers import whole, wholes
from scoring.tenhou.outcomes import Start, WinClaim, kyoku_of
from scoring.tenhou.table import Deal
from scoring.tenhou.values import Kyoku, SaidDraw, SaidRiichi, kyoku_name

_TILE_TAG = re.compile(r"([TUVWDEFG])([0-9]{1,3})", re.ASCII)
_DRAWS, _DISCARDS = "TUVW", "DEFG"
_SEED: Final = 6  # hand, honba, sticks, two dice, indicator
_DEALT: Final = 13
#: the last hand of the North, and honba and sticks that no table has
_MOST_NUMBER, _MOST_ON_TABLE = 15, 200


class HandReader:
    """Takes the tags of a hand in their order."""

    def __init__(self, init: Tag, players: int, tiles: TileSet) -> None:
        self._players, self._tiles = players, tiles
        seed = wholes(init.text("seed"), what="INIT seed", low=0)
        if len(seed) != _SEED or seed[0] > _MOST_NUMBER or max(seed[1:3]) > _MOST_ON_TABLE:
            raise RecordError("bad-value", field="INIT seed", found=shown(init.text("seed")))
        number, honba, sticks = seed[:3]
        self.name = kyoku_name(number, honba)
        if seat_of(init, "oya", players) != number % 4:
            raise RecordError("other-dealer", field=self.name)
        points = hundreds(init.text("ten"), players, what=f"{self.name} ten")
        self._start = Start(number, honba, 1_000 * sticks, points)
        self._seen: set[int] = set()
        self._deal = Deal(
            name=self.name,
            players=players,
            dealer=number % 4,
            hands=tuple(self._hand(init, seat) for seat in range(players)),
            indicators=(self._new(seed[_SEED - 1]),),
        )
        self._events: list[Event] = []
        self._wins: list[WinClaim] = []
        self._draw: SaidDraw | None = None
        self._riichi: list[SaidRiichi] = []
        self._declares: int | None = None
        self._discard: tuple[int, int] | None = None  # the last one: seat and number

    def read(self, tag: Tag) -> None:
        """Take the next tag; one that says nothing of the hand is passed over.

        Raises:
            RecordError: it cannot follow, or cannot be read.
        """
        if tag.name == "AGARI" and self._draw is None:
            self._wins.append(win_of(tag, self._players, self._tiles))
        elif self._wins or self._draw is not None:
            raise RecordError("misplaced", field=f"{self.name} <{shown(tag.name)}>")
        elif tag.name == "RYUUKYOKU":
            self._draw = draw_of(tag, self._players)
        else:
            self._read_event(tag)

    def finished(self) -> Kyoku:
        """The hand, played to its end.

        Raises:
            RecordError: it has no end, or is none that can be played.
        """
        ended = self._wins or self._draw
        if not ended:
            raise RecordError("breaks-off", field=self.name)
        said = tuple(self._riichi)
        return kyoku_of(self._start, self._deal, self._events, ended, said_riichi=said)

    def _read_event(self, tag: Tag) -> None:
        moved = _TILE_TAG.fullmatch(tag.name)
        if moved:
            self._read_tile(*moved.groups())
        elif tag.name == "N":
            self._read_call(seat_of(tag, "who", self._players), self._call(tag))
        elif tag.name == "REACH":
            self._read_riichi(tag)
        elif tag.name == "DORA":
            number = tile_number(tag.text("hai"), what="DORA hai")
            self._events.append(Turned(self._new(number)))

    def _read_tile(self, letter: str, digits: str) -> None:
        number = tile_number(digits, what=letter)
        if letter in _DRAWS:
            self._events.append(Drawn(self._seat(_DRAWS, letter), self._new(number)))
            return
        seat = self._seat(_DISCARDS, letter)
        declares = self._declares == seat
        self._events.append(Discarded(seat, self._tiles.tile(number), declares))
        self._declares, self._discard = None, (seat, number)

    def _seat(self, letters: str, letter: str) -> int:
        seat = letters.index(letter)
        if seat >= self._players:
            raise RecordError("no-seat", field=self.name, seat=seat)
        return seat

    def _call(self, tag: Tag) -> Call:
        return call_of(whole(tag.text("m"), what="N m", low=0, high=0xFFFF))

    def _read_call(self, seat: int, call: Call) -> None:
        tile = self._tiles.tile(call.called)
        if call.kind is None:
            self._events.append(SetAside(seat, tile))
        elif call.kind == "ankan" or call.kind == "kakan":
            tiles = self._tiles.tiles(call.numbers)
            self._events.append(Kanned(seat, call.kind, tiles, tile))
        else:
            self._events.append(
                Claimed(seat, self._tiles.meld(call), tile, self._source(seat, call))
            )

    def _source(self, seat: int, call: Call) -> int:
        """Who gave the tile of a call: the one who discarded it."""
        if self._discard is None or self._discard[1] != call.called:
            raise RecordError("nothing-discarded", field=self.name, seat=seat)
        source = self._discard[0]
        if source != (seat + call.source) % 4:  # with three players an empty chair is counted
            raise RecordError("other-discarder", field=self.name)
        return source

    def _read_riichi(self, tag: Tag) -> None:
        seat = seat_of(tag, "who", self._players)
        if tag.text("step") == "1":
            self._declares = seat
            return
        text = tag.attributes.get("ten")
        points = None
        if text is not None:
            points = hundreds(text, self._players, what=f"{self.name} REACH ten")
        self._riichi.append(SaidRiichi(seat, points))

    def _hand(self, init: Tag, seat: int) -> tuple[Tile, ...]:
        numbers = tile_numbers(init.text(f"hai{seat}"), what=f"INIT hai{seat}")
        if len(numbers) != _DEALT:
            raise RecordError("dealt", field=self.name, count=len(numbers))
        return tuple(map(self._new, numbers))

    def _new(self, number: int) -> Tile:
        """A tile that nobody has seen in this hand."""
        if number in self._seen:
            raise RecordError("tile-twice", field=self.name, number=number)
        self._seen.add(number)
        return self._tiles.tile(whole(str(number), what="tile", low=0, high=135))
