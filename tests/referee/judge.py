"""Values a hand the long way: every split of it, every group that the tile may have completed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from tests.referee.facts import Facts

# kinds: 0-8 man, 9-17 pin, 18-26 sou, 27-30 winds from the East, 31-33 haku hatsu chun
WINDS, HAKU, HATSU, CHUN = range(27, 31), 31, 32, 33
ENDS: Final = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
RIICHI: Final = frozenset({"riichi", "double_riichi", "open_riichi"})
GREEN: Final = frozenset({19, 20, 21, 23, 25, HATSU})


class Group(NamedTuple):
    """A set: ``run``, ``three`` or ``four`` from its lowest kind on."""

    form: str
    kind: int
    is_open: bool


@dataclass(frozen=True, kw_only=True)
class Win:
    """A hand that was won, and how."""

    concealed: tuple[int, ...]  # kinds, without the winning tile
    win: int
    melds: tuple[Group, ...]
    tsumo: bool
    seat: int
    round: int
    flags: frozenset[str]
    dora: int  # han of indicators and of tiles set aside
    ura: int
    reds: int
    honba: int

    @property
    def is_closed(self) -> bool:
        return not any(meld.is_open for meld in self.melds)


class Verdict(NamedTuple):
    """Han, fu and who pays; compared by what the winner gets."""

    total: int
    han: int
    fu: int | None
    pays: dict[str, int]


class Split(NamedTuple):
    groups: tuple[Group, ...]  # melds too; one that a ron completed is open
    pair: int
    wait: str  # two, shanpon, middle, edge, single


def verdicts(win: Win, facts: Facts) -> list[Verdict]:
    """Every way to read the hand that the set pays; empty where there is none."""
    found: list[Verdict] = []
    for counted in _readings(win, facts):
        found += _priced(win, facts, *counted)
    return found


def _readings(
    win: Win, facts: Facts
) -> Iterator[tuple[dict[str, int], dict[str, int], int | None]]:
    """Yaku with their han, yakuman with how often each counts, and fu."""
    tiles = Counter((*win.concealed, win.win))
    for split in _splits(win, tiles):
        yield _of_sets(win, facts, split)
    if not win.melds and len(tiles) >= 2:
        pairs = sum(count // 2 for count in tiles.values())
        even = all(count % 2 == 0 for count in tiles.values())
        if pairs == 7 and even and (len(tiles) == 7 or facts.seven_pairs_of_four):
            yield _of_pairs(win, facts, tiles)
        if len(tiles) == 13 and set(tiles) <= ENDS:
            thirteen = Counter(win.concealed)
            name = "kokushi13" if len(thirteen) == 13 else "kokushi"
            yield {}, {name: 2 if name in facts.doubles else 1, **_said_yakuman(win, facts)}, None


def _splits(win: Win, tiles: Counter[int]) -> Iterator[Split]:
    for pair in [kind for kind, count in tiles.items() if count >= 2]:
        left = tiles.copy()
        left[pair] -= 2
        for groups in _grouped(left):
            yield from _waits(win, groups, pair)


def _grouped(tiles: Counter[int]) -> Iterator[tuple[Group, ...]]:
    kinds = sorted(kind for kind, count in tiles.items() if count)
    if not kinds:
        yield ()
        return
    kind = kinds[0]
    if tiles[kind] >= 3:
        rest = tiles.copy()
        rest[kind] -= 3
        for others in _grouped(rest):
            yield (Group("three", kind, False), *others)
    if kind < 27 and kind % 9 <= 6 and tiles[kind + 1] and tiles[kind + 2]:
        rest = tiles.copy()
        for each in range(kind, kind + 3):
            rest[each] -= 1
        for others in _grouped(rest):
            yield (Group("run", kind, False), *others)


def _waits(win: Win, groups: tuple[Group, ...], pair: int) -> Iterator[Split]:
    tile = win.win
    if tile == pair:
        yield Split((*groups, *win.melds), pair, "single")
    for at, group in enumerate(groups):
        if group.form == "three" and group.kind == tile:
            completed = group._replace(is_open=not win.tsumo)
            yield Split((*groups[:at], completed, *groups[at + 1 :], *win.melds), pair, "shanpon")
        elif group.form == "run" and group.kind <= tile <= group.kind + 2:
            at_rank, rank = tile - group.kind, group.kind % 9
            if at_rank == 1:
                wait = "middle"
            elif (at_rank == 2 and rank == 0) or (at_rank == 0 and rank == 6):
                wait = "edge"
            else:
                wait = "two"
            yield Split((*groups, *win.melds), pair, wait)


def _value_kinds(win: Win, facts: Facts) -> dict[int, int]:
    """How many han three of a kind are worth."""
    worth = dict.fromkeys((HAKU, HATSU, CHUN), 1)
    worth[27 + win.seat] = worth.get(27 + win.seat, 0) + 1
    worth[27 + win.round] = worth.get(27 + win.round, 0) + 1
    if facts.north_counts:
        worth[30] = worth.get(30, 0) + 1
    return worth


def _of_sets(win: Win, facts: Facts, split: Split) -> tuple[dict[str, int], dict[str, int], int]:
    fu, flat = _fu(win, facts, split)
    yaku = _said(win, facts)
    if flat:
        yaku["pinfu"] = 1
    worth = _value_kinds(win, facts)
    value = sum(worth.get(group.kind, 0) for group in split.groups if group.form != "run")
    if value:
        yaku["value"] = value
    yaku |= {name: _han(win, facts, name) for name in _shapes(win, facts, split)}
    yakuman = {name: 2 if name in facts.doubles else 1 for name in _yakuman(win, facts, split)}
    return yaku, {**yakuman, **_said_yakuman(win, facts)}, fu


_HAN: Final = {
    **dict.fromkeys(("tanyao",), (1, 1)),
    "iipeikou": (1, 0),
    **dict.fromkeys(("sanshoku", "ittsu", "chanta"), (2, 1)),
    **dict.fromkeys(("toitoi", "sanankou", "shousangen", "honroutou"), (2, 2)),
    **dict.fromkeys(("sanshoku_doukou", "sankantsu"), (2, 2)),
    **dict.fromkeys(("honitsu", "junchan"), (3, 2)),
    "ryanpeikou": (3, 0),
    "chinitsu": (6, 5),
    "chiitoitsu": (2, 0),
}


def _han(win: Win, facts: Facts, name: str) -> int:
    return (facts.han.get(name) or _HAN[name])[0 if win.is_closed else 1]


def _shapes(win: Win, facts: Facts, split: Split) -> Iterator[str]:
    kinds = _kinds(split)
    if not kinds & ENDS and (win.is_closed or facts.open_tanyao):
        yield "tanyao"
    if kinds <= ENDS:
        yield "honroutou"
    elif all(_touches_end(group) for group in split.groups) and split.pair in ENDS:
        yield "chanta" if any(kind >= 27 for kind in kinds) else "junchan"
    yield from _of_runs(win, split)
    yield from _of_threes(split)
    yield from _flushes(kinds)


def _of_runs(win: Win, split: Split) -> Iterator[str]:
    runs = Counter(group.kind for group in split.groups if group.form == "run")
    doubled = sum(count // 2 for count in runs.values()) if win.is_closed else 0
    if doubled:
        yield "ryanpeikou" if doubled == 2 else "iipeikou"
    if any(kind < 9 and runs[kind + 9] and runs[kind + 18] for kind in list(runs)):
        yield "sanshoku"
    if any(runs[at] and runs[at + 3] and runs[at + 6] for at in (0, 9, 18)):
        yield "ittsu"


def _of_threes(split: Split) -> Iterator[str]:
    sets = [group for group in split.groups if group.form != "run"]
    threes = [group.kind for group in sets]
    if any(kind < 9 and kind + 9 in threes and kind + 18 in threes for kind in threes):
        yield "sanshoku_doukou"
    if len(threes) == 4:
        yield "toitoi"
    if sum(not group.is_open for group in sets) == 3:
        yield "sanankou"
    if sum(group.form == "four" for group in sets) == 3:
        yield "sankantsu"
    if sum(kind >= HAKU for kind in threes) == 2 and split.pair >= HAKU:
        yield "shousangen"


def _touches_end(group: Group) -> bool:
    return group.kind % 9 in (0, 6) if group.form == "run" else group.kind in ENDS


def _kinds(split: Split) -> set[int]:
    kinds = {split.pair}
    for group in split.groups:
        kinds |= set(range(group.kind, group.kind + 3)) if group.form == "run" else {group.kind}
    return kinds


def _flushes(kinds: set[int]) -> Iterator[str]:
    suits = {kind // 9 for kind in kinds if kind < 27}
    if len(suits) == 1:
        yield "honitsu" if any(kind >= 27 for kind in kinds) else "chinitsu"


def _yakuman(win: Win, facts: Facts, split: Split) -> Iterator[str]:
    kinds = _kinds(split)
    if all(kind >= 27 for kind in kinds):
        yield "tsuuiisou"
    if kinds <= ENDS and all(kind < 27 for kind in kinds):
        yield "chinroutou"
    if kinds <= GREEN and (HATSU in kinds or not facts.green_needs_hatsu):
        yield "ryuuiisou"
    yield from _yakuman_of_threes(split)
    if not win.melds:
        yield from _gates(win)


def _yakuman_of_threes(split: Split) -> Iterator[str]:
    sets = [group for group in split.groups if group.form != "run"]
    threes = {group.kind for group in sets}
    if sum(not group.is_open for group in sets) == 4:
        yield "suuankou_tanki" if split.wait == "single" else "suuankou"
    if {HAKU, HATSU, CHUN} <= threes:
        yield "daisangen"
    winds = len(threes & set(WINDS))
    if winds == 4:
        yield "daisuushii"
    elif winds == 3 and split.pair in WINDS:
        yield "shousuushii"
    if sum(group.form == "four" for group in sets) == 4:
        yield "suukantsu"


def _gates(win: Win) -> Iterator[str]:
    tiles = Counter((*win.concealed, win.win))
    first = min(tiles) // 9 * 9
    if first >= 27 or any(kind // 9 * 9 != first for kind in tiles):
        return
    needed = Counter({first + rank: 3 if rank in (0, 8) else 1 for rank in range(9)})
    if all(tiles[kind] >= count for kind, count in needed.items()):
        yield "chuuren_pure" if Counter(win.concealed) == needed else "chuuren"


def _of_pairs(
    win: Win, facts: Facts, tiles: Counter[int]
) -> tuple[dict[str, int], dict[str, int], int]:
    kinds, yaku = set(tiles), {**_said(win, facts), "chiitoitsu": 2}
    if not kinds & ENDS:
        yaku["tanyao"] = 1
    if kinds <= ENDS and any(kind < 27 for kind in kinds):
        yaku["honroutou"] = _han(win, facts, "honroutou")
    for name in _flushes(kinds):
        yaku[name] = _han(win, facts, name)
    yakuman = _said_yakuman(win, facts)
    if all(kind >= 27 for kind in kinds):
        yakuman["tsuuiisou"] = 1
    return yaku, yakuman, 25


def _said(win: Win, facts: Facts) -> dict[str, int]:
    """Yaku of how the hand was won."""
    flags = set(win.flags)
    for other, beside in facts.apart:
        if beside in flags:
            flags.discard(other)
    found = {}
    if "double_riichi" in flags:
        found["riichi"] = 3 if "open_riichi" in flags else 2
    elif flags & {"riichi", "open_riichi"}:
        found["riichi"] = 2 if "open_riichi" in flags else 1
    if "ippatsu" in flags and facts.ippatsu:
        found["ippatsu"] = 1
    if win.tsumo and win.is_closed:
        found["menzen_tsumo"] = 1
    found |= {name: 1 for name in ("haitei", "houtei", "rinshan", "chankan") if name in flags}
    if "renhou" in flags and facts.renhou == "5":
        found["renhou"] = 5
    return found


def _said_yakuman(win: Win, facts: Facts) -> dict[str, int]:
    found: dict[str, int] = {}
    for name in ("tenhou", "chiihou"):
        if name in win.flags:
            found[name] = 1
    if "renhou" in win.flags and facts.renhou == "yakuman":
        found["renhou"] = 1
    return found


def _fu(win: Win, facts: Facts, split: Split) -> tuple[int, bool]:
    """Fu, rounded; and whether the hand is flat (平和)."""
    worth = _value_kinds(win, facts)
    pair = worth.get(split.pair, 0)
    is_double = split.pair in WINDS and win.seat == win.round and split.pair == 27 + win.seat
    pair_fu = 0
    if pair:
        pair_fu = facts.double_wind_fu if is_double and facts.double_wind_fu else 2
    of_groups = sum(map(_fu_of, split.groups))
    wait_fu = 2 if split.wait in ("middle", "edge", "single") else 0
    is_flat = not (of_groups or pair_fu or wait_fu) and split.wait == "two"
    flat = is_flat and (win.is_closed or facts.flat_open)
    flat = flat and (facts.flat_tsumo or not win.tsumo)
    fu = 20 + of_groups + pair_fu + wait_fu
    if win.tsumo:
        takes = "rinshan" not in win.flags or facts.rinshan_fu
        fu += 2 if takes and not flat else 0
    elif win.is_closed:
        fu += 10
    return -(-fu // 10) * 10, flat


def _fu_of(group: Group) -> int:
    if group.form == "run":
        return 0
    fu = 2 if group.form == "three" else 8
    fu *= 2 if group.kind in ENDS else 1
    return fu if group.is_open else 2 * fu


def _priced(
    win: Win, facts: Facts, yaku: dict[str, int], yakuman: dict[str, int], fu: int | None
) -> Iterator[Verdict]:
    if yakuman:
        times = {"one": 1, "best": max(yakuman.values()), "all": sum(yakuman.values())}
        count = times[facts.several]
        if facts.most:
            yield _paid(win, facts, 13 * count, None, 2_000, has_yaku=True)
        else:
            yield _paid(win, facts, 13 * count, None, 8_000 * count, has_yaku=True)
        return
    if "renhou" in win.flags and facts.renhou == "alone":
        yield _paid(replace(win, dora=0, ura=0, reds=0), facts, 5, fu, 2_000, has_yaku=True)
    han = sum(yaku.values())
    reds = win.reds if facts.reds_are_yaku else 0
    needed = facts.minimum
    if facts.two_han_from is not None and win.honba >= facts.two_han_from:
        needed = 2
    late = yaku.get("ippatsu", 0) if facts.ippatsu_is_late else 0
    if han + reds - late < needed:
        return
    bonus = 0 if facts.dora_beside else win.dora + win.reds
    if RIICHI & win.flags and facts.ura and not facts.dora_beside:
        bonus += win.ura
    han += bonus + reds * bool(facts.dora_beside)
    counted = fu
    if fu == 20 and not win.tsumo and not win.is_closed:
        low = facts.open_20 == "20" or (facts.open_20 == "30 at 1 han" and han > 1)
        counted = 20 if low else 30
    assert counted is not None
    yield _paid(
        win, facts, han, counted, _basic(facts, han, counted), has_yaku=bool(yaku) or bool(reds)
    )


def _basic(facts: Facts, han: int, fu: int) -> int:
    if facts.table != "fu":
        return _of_table(han, facts)
    basic: int = fu * 2 ** (han + 2)
    if han >= 5 or basic >= 2_000 or (facts.raised and basic >= 1_920):
        basic = 2_000
    if han < 6 or facts.most:
        return basic
    return _above_mangan(han, facts)


def _above_mangan(han: int, facts: Facts) -> int:
    if han >= 13:
        return 8_000 if facts.counted else 6_000
    return 6_000 if han >= 11 else 4_000 if han >= 8 else 3_000


def _of_table(han: int, facts: Facts) -> int:
    """The tables without fu are looked up by han: -1, -2 and -3 stand for one to three han."""
    if han <= 3:
        return -han
    return 2_000 if han <= 5 else _above_mangan(han, facts)


#: child ron, child tsumo from a child and the dealer; dealer ron, dealer tsumo from each
_FOUR: Final = {
    1: (1_000, 500, 500, 1_500, 500),
    2: (2_000, 500, 1_000, 3_000, 1_000),
    3: (4_000, 1_000, 2_000, 6_000, 2_000),
}
_THREE: Final = {
    1: (1_000, 1_000, 1_000, 2_000, 1_000),
    2: (2_000, 1_000, 1_000, 3_000, 2_000),
    3: (4_000, 1_000, 3_000, 6_000, 3_000),
}
#: from a mangan on, by basic points
_THREE_LIMITS: Final = {
    2_000: (8_000, 3_000, 5_000, 12_000, 6_000),
    3_000: (12_000, 4_000, 8_000, 18_000, 9_000),
    4_000: (16_000, 6_000, 10_000, 24_000, 12_000),
    6_000: (24_000, 8_000, 16_000, 36_000, 18_000),
    8_000: (32_000, 12_000, 20_000, 48_000, 24_000),
}


def _prices(facts: Facts, basic: int) -> tuple[int, int, int, int, int]:
    if basic < 0:
        return (_FOUR if facts.table == "4p" else _THREE)[-basic]
    if facts.table == "3p":
        return _THREE_LIMITS[basic]

    def up(points: int) -> int:
        return -(-points // 100) * 100

    return up(4 * basic), up(basic), up(2 * basic), up(6 * basic), up(2 * basic)


def _paid(
    win: Win, facts: Facts, han: int, fu: int | None, basic: int, *, has_yaku: bool
) -> Verdict:
    child_ron, child, dealer, dealer_ron, each = _prices(facts, basic)
    honba = win.honba if has_yaku or not facts.honba_needs_yaku else 0
    beside = win.dora if facts.dora_beside else 0
    more_ron = honba * facts.honba_ron + beside * facts.dora_beside
    more_each = honba * facts.honba_each + beside * facts.dora_beside // 3
    others = facts.players - 1
    fu = None if facts.table != "fu" else fu
    if not win.tsumo:
        total = (child_ron if win.seat else dealer_ron) + more_ron
        return Verdict(total, han, fu, {"discarder": total})
    if win.seat:
        pays = {"dealer": dealer + more_each, "others": child + more_each}
        return Verdict(dealer + child * (others - 1) + more_each * others, han, fu, pays)
    return Verdict((each + more_each) * others, han, fu, {"each": each + more_each})
