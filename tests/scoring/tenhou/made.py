"""Records for tests, invented: a hand is played move by move and written down in both formats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from scoring.hands.tiles import parse_tiles, tile_name
from scoring.tenhou.notation import YAKU, YAKU_BY_NAME
from scoring.tenhou.values import DrawKind

NAMES = ("あさぎり", "みず鳥@Otters", "Fir<&>", "（ゆき）")
JAPANESE = {key: name for name, key in reversed(list(YAKU_BY_NAME.items()))}
KINDS: dict[DrawKind, tuple[str, str]] = {
    "": ("", "流局"),
    "nagashi": ("nm", "流し満貫"),
    "kyuushu": ("yao9", "九種九牌"),
    "suurii": ("reach4", "四家立直"),
    "sanchahou": ("ron3", "三家和了"),
    "suukan": ("kan4", "四槓散了"),
    "suufon": ("kaze4", "四風連打"),
}
LIMITS = {
    "": (0, ""),
    "mangan": (1, "満貫"),
    "haneman": (2, "跳満"),
    "baiman": (3, "倍満"),
    "sanbaiman": (4, "三倍満"),
    "yakuman": (5, "役満"),
}

#: hands that wait for nothing; the last tile tells them apart
JUNK = tuple(f"179m179p179s123{last}z" for last in (4, 5, 6, 7))
#: waits for 1m and 4m; with 4m all simples
READY = "23456m345p88p678s"


class Hand:
    """A hand (局) while it is played."""

    def __init__(
        self,
        *dealt: str,
        number: int = 0,
        honba: int = 0,
        sticks: int = 0,
        points: Sequence[int] | None = None,
        dora: str = "9s",
    ) -> None:
        self.players = len(dealt)
        self.number, self.honba = number, honba
        self.sticks = self.start_sticks = sticks  # how many
        self.points = list(points or [25_000 if self.players == 4 else 35_000] * self.players)
        self.start = list(self.points)
        out = range(1, 8) if self.players == 3 else ()
        self.pool = [tile for tile in range(136) if tile // 4 not in out]
        self.dora = [self.new(dora)]
        self.ura: list[int] = []
        self.dealt = [[self.new(name) for name in names(hand)] for hand in dealt]
        self.held = [list(hand) for hand in self.dealt]
        self.taken: list[list[Any]] = [[] for _seat in dealt]
        self.done: list[list[Any]] = [[] for _seat in dealt]
        self.melds: list[list[int]] = [[] for _seat in dealt]
        self.pons: dict[tuple[int, int], tuple[list[int], int, int]] = {}
        self.tags: list[str] = []
        self.last = (0, 0)  # seat and tile of the last discard
        self.drawn = -1
        self.end: list[Any] = []

    def new(self, name: str) -> int:
        """Take a tile that nobody has."""
        tile = next(each for each in self.pool if name_of(each) == name)
        self.pool.remove(tile)
        return tile

    def draw(self, seat: int, name: str) -> Hand:
        return self._drew(seat, self.new(name))

    def cut(self, seat: int, name: str = "", *, riichi: bool = False) -> Hand:
        """Discard a tile, or the one just drawn."""
        tile = self.hold(seat, name) if name else self.drawn
        self.held[seat].remove(tile)
        if riichi:
            self.tags.append(f'<REACH who="{seat}" step="1"/>')
        self.tags.append(f"<{'DEFG'[seat]}{tile}/>")
        code = code_of(tile) if name else 60
        self.done[seat].append(f"r{code}" if riichi else code)
        self.last = (seat, tile)
        return self

    def turn(self, seat: int, name: str, cut: str = "", *, riichi: bool = False) -> Hand:
        """Draw and discard; a riichi stands."""
        self.draw(seat, name).cut(seat, cut, riichi=riichi)
        return self.stands(seat) if riichi else self

    def stands(self, seat: int) -> Hand:
        self.points[seat] -= 1_000
        ten = in_hundreds(self.points)
        self.tags.append(f'<REACH who="{seat}" ten="{ten}" step="2"/>')
        self.sticks += 1
        return self

    def chi(self, seat: int, own: str) -> Hand:
        source, called = self.last
        tiles = sorted([called, *self._give(seat, own)], key=lambda tile: tile // 4)
        first = tiles[0] // 4
        offsets = [tile % 4 for tile in tiles]
        code = (first // 9 * 7 + first % 9) * 3 + tiles.index(called) << 10
        code |= offsets[0] << 3 | offsets[1] << 5 | offsets[2] << 7 | 4 | source_bits(seat, source)
        rest = "".join(str(code_of(tile)) for tile in tiles if tile != called)
        return self._called(seat, code, f"c{code_of(called)}{rest}")

    def pon(self, seat: int, own: str) -> Hand:
        source, called = self.last
        tiles = sorted([called, *self._give(seat, own)])
        code = pon_bits(tiles, called) | 8 | source_bits(seat, source)
        self.pons[seat, called // 4] = tiles, called, source_bits(seat, source)
        return self._called(seat, code, json_call("p", seat, source, tiles, called))

    def open_kan(self, seat: int, own: str) -> Hand:
        source, called = self.last
        tiles = sorted([called, *self._give(seat, own)])
        self._called(
            seat,
            called << 8 | source_bits(seat, source),
            json_call("m", seat, source, tiles, called),
        )
        self.done[seat].append(0)
        return self

    def closed_kan(self, seat: int, own: str) -> Hand:
        tiles = self._give(seat, own)
        self._own(seat, min(tiles) << 8)
        self.done[seat].append(
            "".join(str(code_of(t)) for t in tiles[:3]) + f"a{code_of(tiles[3])}"
        )
        return self

    def added_kan(self, seat: int, name: str) -> Hand:
        [tile] = self._give(seat, name)
        tiles, called, source = self.pons[seat, tile // 4]
        code = pon_bits(tiles, called) | 16 | source
        at = self.melds[seat].index(pon_bits(tiles, called) | 8 | source)
        self._own(seat, code)
        self.melds[seat].pop()
        self.melds[seat][at] = code
        pon = json_call("k", seat, (seat + source) % 4, tiles, called)
        text = pon.replace("k", f"k{code_of(tile)}")
        self.done[seat].append(text)
        self.last = (seat, tile)
        return self

    def north(self, seat: int) -> Hand:
        [tile] = self._give(seat, "4z")
        self._own(seat, tile << 8 | 32)
        self.done[seat].append("f44")
        self.last = (seat, tile)
        return self

    def turn_dora(self, name: str) -> Hand:
        self.dora.append(self.new(name))
        self.tags.append(f'<DORA hai="{self.dora[-1]}"/>')
        return self

    def idle(self, turns: int, *, only: str = "", but: str = "134m") -> Hand:
        """Let the players after the last discard draw what nobody needs, and discard it."""
        allowed, kept = set(names(only)), set(names(but))
        for _turn in range(turns):
            seat = (self.last[0] + 1) % self.players
            fits = (t for t in self.pool if not only or name_of(t) in allowed)
            tile = next(each for each in fits if name_of(each) not in kept)
            self.pool.remove(tile)
            self._drew(seat, tile).cut(seat)
        return self

    def won(
        self,
        winner: int,
        source: int | None = None,
        *,
        yaku: str,
        points: int,
        deltas: Sequence[int],
        fu: int = 30,
        limit: str = "",
        ura: str = "",
        price: str = "",
        pao: int | None = None,
        more: str = "",
    ) -> Hand:
        """Say who won with ``riichi 1, pinfu 1``; a yakuman has ``*``. ``price``: ``1000-2000``."""
        pairs = [pair.rsplit(" ", 1) for pair in yaku.split(", ")]
        win = self.drawn if source is None else self.last[1]
        shown = [*self.held[winner], *([] if source is None else [win])]
        if ura and not self.ura:
            self.ura = [self.new(name) for name in names(ura)]
        level, word = LIMITS[limit]
        many = {key for key, han in pairs if han == "*"}
        text = (
            'yakuman="' + ",".join(str(YAKU.index(key)) for key in many) + '"'
            if many
            else 'yaku="' + ",".join(f"{YAKU.index(key)},{han}" for key, han in pairs) + '"'
        )
        melds = f' m="{listed(reversed(self.melds[winner]))}"' if self.melds[winner] else ""
        tag = (
            f'<AGARI ba="{self.honba},{self.sticks}" hai="{listed(sorted(shown))}"{melds}'
            f' machi="{win}" ten="{fu},{points},{level}" {text} doraHai="{listed(self.dora)}"'
            + (f' doraHaiUra="{listed(self.ura)}"' if ura else "")
            + f' who="{winner}" fromWho="{winner if source is None else source}"'
            + ("" if pao is None else f' paoWho="{pao}"')
            + f' sc="{self._moved(deltas)}" {more}/>'
        )
        self.tags.append(tag)
        han = 0 if many else sum(int(each) for _key, each in pairs)
        start = word or f"{fu}符{han}飜"
        texts = [
            f"{JAPANESE[key]}({'役満' if each == '*' else each + '飜'})" for key, each in pairs
        ]
        detail = [
            winner,
            winner if source is None else source,
            winner if pao is None else pao,
            f"{start}{price or points}点".replace("∀点", "点∀"),
            *texts,
        ]
        self.end = [*(self.end or ["和了"]), four(deltas), detail]
        self._pay(deltas)
        self.sticks = 0
        return self

    def no_win(
        self, kind: DrawKind = "", *, deltas: Sequence[int] = (), tenpai: Iterable[int] = ()
    ) -> Hand:
        """Say how the hand ended without a win."""
        moved = list(deltas) or [0] * self.players
        xml, word = KINDS[kind]
        shown = "".join(f' hai{seat}="{listed(sorted(self.held[seat]))}"' for seat in tenpai)
        text = f' type="{xml}"' if xml else ""
        self.tags.append(
            f'<RYUUKYOKU{text} ba="{self.honba},{self.sticks}" sc="{self._moved(moved)}"{shown} />'
        )
        self.end = [word, four(moved)] if deltas else [word]
        self._pay(moved)
        return self

    def xml(self) -> str:
        hai = "".join(
            f' hai{seat}="{listed(hand)}"' for seat, hand in enumerate([*self.dealt, []][:4])
        )
        seed = f"{self.number},{self.honba},{self.start_sticks},3,4,{self.dora[0]}"
        ten = in_hundreds(self.start)
        oya = self.number % 4
        return f'<INIT seed="{seed}" ten="{ten}" oya="{oya}"{hai}/>' + "".join(self.tags)

    def json(self) -> list[Any]:
        lists: list[Any] = []
        for seat in range(4):
            if seat < self.players:
                dealt = sorted(map(code_of, self.dealt[seat]))
                lists += [dealt, self.taken[seat], self.done[seat]]
            else:
                lists += [[], [], []]
        indicators = [[code_of(tile) for tile in tiles] for tiles in (self.dora, self.ura)]
        head = [[self.number, self.honba, self.start_sticks], four(self.start), *indicators]
        return [*head, *lists, self.end]

    def _drew(self, seat: int, tile: int) -> Hand:
        self.held[seat].append(tile)
        self.drawn = tile
        self.tags.append(f"<{'TUVW'[seat]}{tile}/>")
        self.taken[seat].append(code_of(tile))
        return self

    def hold(self, seat: int, name: str) -> int:
        return next(tile for tile in self.held[seat] if name_of(tile) == name)

    def _give(self, seat: int, own: str) -> list[int]:
        given = []
        for name in names(own):
            tile = self.hold(seat, name)
            self.held[seat].remove(tile)
            given.append(tile)
        return given

    def _called(self, seat: int, code: int, text: str) -> Hand:
        self._own(seat, code)
        self.taken[seat].append(text)
        return self

    def _own(self, seat: int, code: int) -> None:
        self.tags.append(f'<N who="{seat}" m="{code}"/>')
        self.melds[seat].append(code)

    def _moved(self, deltas: Sequence[int]) -> str:
        pairs = [
            f"{held // 100},{delta // 100}" for held, delta in zip(self.points, deltas, strict=True)
        ]
        return ",".join([*pairs, "0,0"][:4])

    def _pay(self, deltas: Sequence[int]) -> None:
        self.points = [held + delta for held, delta in zip(self.points, deltas, strict=True)]


class Game:
    """Hands one after the other, as a file."""

    def __init__(self, *hands: Hand, kind: int = 9, owari: str | None = None) -> None:
        self.hands, self.kind, self.owari = hands, kind, owari
        self.players = hands[0].players

    def xml(self, *, names: Sequence[str] = NAMES, head: str = "") -> bytes:
        found = [*names[: self.players], ""][:4]
        un = " ".join(f'n{seat}="{quote(name)}"' for seat, name in enumerate(found))
        body = "".join(hand.xml() for hand in self.hands)
        if self.owari is not None:
            before, slash, after = body.rpartition("/>")
            body = f'{before} owari="{self.owari}"{slash}{after}'
        return (
            f'<mjloggm ver="2.3"><SHUFFLE seed="x" ref=""/><GO type="{self.kind}" lobby="0"/>'
            f'<UN {un} dan="1,1,1,1"/><TAIKYOKU oya="0"/>{head}{body}</mjloggm>'
        ).encode()

    def json(self, **more: object) -> bytes:
        disp = ("三" if self.players == 3 else "") + "般" + ("南" if self.kind & 8 else "東")
        data: dict[str, Any] = {
            "title": ["", ""],
            "name": [*NAMES[: self.players], ""][:4],
            "rule": {"disp": f"{disp}喰赤", "aka": 1},
            "log": [hand.json() for hand in self.hands],
        }
        if self.owari is not None:
            cells = self.owari.split(",")
            data["sc"] = [
                float(cell) if at % 2 else 100 * int(cell) for at, cell in enumerate(cells)
            ]
        return json.dumps(data | more, ensure_ascii=False).encode()


def names(text: str) -> list[str]:
    """``19m3z`` as single tiles."""
    return [tile_name(tile) for tile in parse_tiles(text)]


def name_of(tile: int) -> str:
    """A tile's name by its number in mjlog; the first of each five is red."""
    suit = "mpsz"[tile // 36]
    return f"0{suit}" if tile in (16, 52, 88) else f"{tile // 4 % 9 + 1}{suit}"


def code_of(tile: int) -> int:
    """A tile as tenhou.net/6 writes it."""
    if tile in (16, 52, 88):
        return 51 + tile // 36
    return 10 * (tile // 36 + 1) + tile // 4 % 9 + 1


def source_bits(seat: int, source: int) -> int:
    return (source - seat) % 4


def pon_bits(tiles: Sequence[int], called: int) -> int:
    first = tiles[0] // 4 * 4
    [left] = {first, first + 1, first + 2, first + 3} - set(tiles)
    return (first // 4 * 3 + sorted(tiles).index(called)) << 9 | (left - first) << 5


def json_call(letter: str, seat: int, source: int, tiles: Sequence[int], called: int) -> str:
    """The called tile stands first, in the middle or last: to the left, across, to the right."""
    rest = [f"{code_of(tile)}" for tile in tiles if tile != called]
    at = {3: 0, 2: 1, 1: len(rest)}[source_bits(seat, source)]
    rest.insert(at, f"{letter}{code_of(called)}")
    return "".join(rest)


def listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def four(values: Sequence[int]) -> list[int]:
    return [*values, 0][:4]


def in_hundreds(points: Sequence[int]) -> str:
    return listed(value // 100 for value in four(points))
