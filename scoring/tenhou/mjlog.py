"""Tenhou's own records, mjlog: XML in, a record out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote_to_bytes

from rules.errors import shown
from scoring.hands.tiles import Tile
from scoring.tenhou.errors import RecordError
from scoring.tenhou.mjlog_calls import Call, TileSet, call_of, tile_number, tile_numbers
from scoring.tenhou.mjlog_tags import Tag, tags_of
from scoring.tenhou.notation import LIMITS, YAKU, score_of, whole, wholes, yakuman_as_recorded
from scoring.tenhou.table import (
    Claimed,
    Deal,
    Discarded,
    Drawn,
    Event,
    Kanned,
    SetAside,
    Start,
    Turned,
    WinClaim,
    kyoku_of,
)
from scoring.tenhou.values import (
    DrawKind,
    Kyoku,
    Length,
    Points,
    Record,
    RecordedDraw,
    RecordedEnd,
    RecordedMovement,
    RecordedRiichi,
    RecordedWin,
    Room,
    ShownHand,
    kyoku_name,
)

_KINDS: Mapping[str, DrawKind] = MappingProxyType(
    {
        "": "",
        "nm": "nagashi",
        "yao9": "kyuushu",
        "reach4": "suurii",
        "ron3": "sanchahou",
        "kan4": "suukan",
        "kaze4": "suufon",
    }
)
#: points are written in hundreds, and always for four
HUNDRED: Final = 100
_FOUR: Final = 4
_MOST_CALLS: Final = 0xFFFF
_MOST_HAN: Final = 100


def seat_of(tag: Tag, key: str, players: int) -> int:
    """Read a seat.

    Raises:
        RecordError: it is missing, or nobody sits there.
    """
    return whole(tag.text(key), what=f"{tag.name} {key}", low=0, high=players - 1)


def hundreds(text: str, players: int, *, what: str) -> Points:
    """Read points by seat, written in hundreds.

    Raises:
        RecordError: not one number a seat.
    """
    values = by_seat(wholes(text, what=what), players, what=what)
    return tuple(HUNDRED * value for value in values)


def by_seat(values: Sequence[int], players: int, *, what: str) -> Sequence[int]:
    """Leave out the fourth seat where three play.

    Raises:
        RecordError: the number of values is wrong, or nobody has points.
    """
    if len(values) not in (players, _FOUR):
        raise RecordError("not-so-many", field=what, expected=players, count=len(values))
    if any(values[players:]):
        raise RecordError("empty-seat", field=what)
    return values[:players]


def win_of(tag: Tag, players: int, tiles: TileSet) -> WinClaim:
    """Read an ``AGARI``.

    Raises:
        RecordError: something is missing or cannot be read.
    """
    winner, source = seat_of(tag, "who", players), seat_of(tag, "fromWho", players)
    win = tile_number(tag.text("machi"), what="AGARI machi")
    worth = wholes(tag.text("ten"), what="AGARI ten", low=0)
    if len(worth) != 3 or worth[2] >= len(LIMITS):
        raise RecordError("bad-value", field="AGARI ten", found=shown(tag.text("ten")))
    pao = tag.attributes.get("paoWho")
    recorded = RecordedWin(
        yaku=_yaku(tag),
        fu=worth[0],
        points=worth[1],
        limit=LIMITS[worth[2]],
        moved=_moved(tag, players),
        pao=None if pao is None else seat_of(tag, "paoWho", players),
        tells_pao=True,
        shown=_shown(tag, win, tiles),
    )
    ura = tile_numbers(tag.attributes.get("doraHaiUra", ""), what="AGARI doraHaiUra")
    return WinClaim(
        winner=winner,
        discarder=None if source == winner else source,
        win=tiles.tile(win),
        ura=tiles.tiles(ura),
        recorded=recorded,
    )


def draw_of(tag: Tag, players: int) -> RecordedDraw:
    """Read a ``RYUUKYOKU``.

    Raises:
        RecordError: a kind that there is not, or numbers that cannot be read.
    """
    text = tag.attributes.get("type", "")
    if text not in _KINDS:
        raise RecordError("bad-value", field="RYUUKYOKU type", found=shown(text))
    kind = _KINDS[text]
    tenpai = tuple(seat for seat in range(players) if tag.attributes.get(f"hai{seat}"))
    shows_tenpai = kind in ("", "nagashi")
    return RecordedDraw(kind, _moved(tag, players), tenpai if shows_tenpai else None)


def end_of(text: str, players: int) -> RecordedEnd:
    """Read ``owari``: points in hundreds and score by turns, then perhaps chips.

    Raises:
        RecordError: it cannot be read.
    """
    cells = text.split(",")
    is_long = len(cells) == 4 * _FOUR
    if len(cells) not in (2 * players, 2 * _FOUR, 4 * _FOUR):
        raise RecordError("not-so-many", field="owari", expected=2 * players, count=len(cells))
    game, beside = (cells[: 2 * _FOUR], cells[2 * _FOUR :]) if is_long else (cells, [])
    points = hundreds(",".join(game[::2]), players, what="owari")
    scores = [score_of(cell) for cell in game[1::2]]
    known = [score for score in scores if score is not None]
    if len(known) != len(scores):
        raise RecordError("bad-value", field="owari", found=shown(text))
    chips = [whole(cell, what="owari") for cell in beside[: 2 * players : 2]]
    return RecordedEnd(
        points, tuple(by_seat(known, players, what="owari")), tuple(chips) if chips else None
    )


def _moved(tag: Tag, players: int) -> RecordedMovement:
    """Read ``sc``: points before and movement by turns, then perhaps those of the chips."""
    what = f"{tag.name} sc"
    values = wholes(tag.text("sc"), what=what)
    if len(values) not in (2 * players, 2 * _FOUR, 4 * _FOUR):
        raise RecordError("not-so-many", field=what, expected=2 * players, count=len(values))
    chips = values[2 * _FOUR :]
    before, deltas = (
        tuple(HUNDRED * value for value in by_seat(each, players, what=what))
        for each in (values[: 2 * _FOUR : 2], values[1 : 2 * _FOUR : 2])
    )
    return RecordedMovement(
        deltas=deltas,
        before=before,
        chips=tuple(chips[1 : 2 * players : 2]) if chips else None,
        table=_on_table(tag),
    )


def _on_table(tag: Tag) -> tuple[int, int]:
    values = wholes(tag.text("ba"), what=f"{tag.name} ba", low=0, high=1_000)
    if len(values) != 2:
        raise RecordError("bad-value", field=f"{tag.name} ba", found=shown(tag.text("ba")))
    return values[0], 1_000 * values[1]


def _yaku(tag: Tag) -> dict[str, int]:
    """Name the yaku and their han; bonuses that bring nothing are left out."""
    many = tag.attributes.get("yakuman")
    if many is not None:
        return yakuman_as_recorded(tuple(map(_named, wholes(many, what="AGARI yakuman", low=0))))
    values = wholes(tag.text("yaku"), what="AGARI yaku", low=0, high=_MOST_HAN)
    if len(values) % 2:
        raise RecordError("entries", field="AGARI yaku", count=len(values))
    found: dict[str, int] = {}
    for yaku, han in zip(values[::2], values[1::2], strict=True):
        if han:
            found[_named(yaku)] = found.get(_named(yaku), 0) + han
    return found


def _named(yaku: int) -> str:
    return YAKU[yaku] if yaku < len(YAKU) else f"yaku {yaku}"


def _shown(tag: Tag, win: int, tiles: TileSet) -> ShownHand:
    concealed = tile_numbers(tag.text("hai"), what="AGARI hai")
    if win not in concealed:
        raise RecordError("not-shown", field="AGARI hai")
    concealed.remove(win)
    numbers = wholes(tag.attributes.get("m", ""), what="AGARI m", low=0, high=_MOST_CALLS)
    calls = [call_of(number) for number in numbers]
    dora = tile_numbers(tag.attributes.get("doraHai", ""), what="AGARI doraHai")
    return ShownHand(
        concealed=tuple(sorted(tiles.tiles(concealed))),
        win=tiles.tile(win),
        melds=tuple(sorted(tiles.meld(call) for call in calls if call.kind)),
        nuki=sum(call.kind is None for call in calls),
        dora_indicators=tiles.tiles(dora),
    )


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
        self._draw: RecordedDraw | None = None
        self._riichi: list[RecordedRiichi] = []
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
        recorded = tuple(self._riichi)
        return kyoku_of(self._start, self._deal, self._events, ended, recorded_riichi=recorded)

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
        self._riichi.append(RecordedRiichi(seat, points))

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


# GO type, bit by bit
_NO_RED, _NO_OPEN_TANYAO, _TONNAN, _SANMA = 0x02, 0x04, 0x08, 0x10
_TOKUJOU, _FAST, _JOUKYUU, _CHIPS, _GINOUSEN = 0x20, 0x40, 0x80, 0x200, 0x800
_MOST_TYPE: Final = 0xFFFF
#: by the two bits of the room, without and with chips
_ROOMS = (("ippan", "tokujou", "joukyuu", "houou"), ("waka", "kohaku", "gin", "kujaku"))
#: a game of the longest rules has at most a few dozen hands
MOST_HANDS: Final = 200
#: what a name, a lobby or a lobby's own rules may be long, in characters
MOST_NAME: Final = 200
_NO_HANDS_TAGS = frozenset({"SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE"})
_NAME_KEYS = ("n0", "n1", "n2", "n3")


def read_mjlog(xml: bytes) -> Record:
    """Read an mjlog file.

    Raises:
        RecordError: it cannot be read, or contradicts itself.
    """
    tags = tags_of(xml)
    game = _one(tags, "GO")
    kind = whole(game.text("type"), what="GO type", low=0, high=_MOST_TYPE)
    players = 3 if kind & _SANMA else 4
    names = _names(tags, players)
    if any(tag.attributes.get("oya", "0") != "0" for tag in tags if tag.name == "TAIKYOKU"):
        raise RecordError("first-dealer", field="TAIKYOKU oya")
    room = _room(game, kind)
    kyoku, end = _hands(tags, players, TileSet(room.red_fives))
    length: Length = "tonnan" if kind & _TONNAN else "tonpu"
    return Record(
        players=players,
        length=length,
        room=room,
        names=names,
        kyoku=tuple(kyoku),
        end=end,
        must_end=True,
    )


def _one(tags: Sequence[Tag], name: str) -> Tag:
    """The first tag of a name: a player who comes back adds others."""
    for tag in tags:
        if tag.name == name:
            return tag
    raise RecordError("missing", field=f"<{name}>")


def _room(game: Tag, kind: int) -> Room:
    bits = bool(kind & _TOKUJOU) + 2 * bool(kind & _JOUKYUU)
    name = "ginousen" if kind & _GINOUSEN else _ROOMS[bool(kind & _CHIPS)][bits]
    return Room(
        red_fives=not kind & _NO_RED,
        open_tanyao=not kind & _NO_OPEN_TANYAO,
        fast=bool(kind & _FAST),
        name=name,
        lobby=game.attributes.get("lobby", "")[:MOST_NAME],
        chips=bool(kind & _CHIPS),
        custom=game.attributes.get("csrule", "")[:MOST_NAME],
    )


def _names(tags: Sequence[Tag], players: int) -> tuple[str, ...]:
    tag = _one(tags, "UN")
    if set(tag.attributes) & {"n4", "n5"}:
        raise RecordError("players", field="UN")
    named = [_name(tag.attributes.get(key, "")) for key in _NAME_KEYS]
    if (players == 4) != bool(named[3]):
        raise RecordError("players", field="GO type")
    return tuple(named[:players])


def _name(text: str) -> str:
    try:
        name = unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("name", field="UN", found=shown(text)) from error
    if len(name) > MOST_NAME:
        raise RecordError("name", field="UN", found=shown(name))
    return name


def _hands(
    tags: Sequence[Tag], players: int, tiles: TileSet
) -> tuple[list[Kyoku], RecordedEnd | None]:
    """Read the hands, each from its ``INIT`` on, and what the last tag says of the end."""
    played = [tag for tag in tags if tag.name not in _NO_HANDS_TAGS]
    starts = [at for at, tag in enumerate(played) if tag.name == "INIT"]
    if not starts or starts[0]:
        raise RecordError("no-hand")
    if len(starts) > MOST_HANDS:
        raise RecordError("most", field="INIT", most=MOST_HANDS)
    kyoku = []
    for start, stop in zip(starts, [*starts[1:], len(played)], strict=True):
        hand = HandReader(played[start], players, tiles)
        for tag in played[start + 1 : stop]:
            hand.read(tag)
        kyoku.append(hand.finished())
    ends = [at for at, tag in enumerate(played) if "owari" in tag.attributes]
    if not ends:
        return kyoku, None
    if ends != [len(played) - 1]:
        raise RecordError("goes-on")
    return kyoku, end_of(played[-1].text("owari"), players)
