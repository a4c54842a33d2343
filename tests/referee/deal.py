"""Random hands that are won: the line of JSON, and the same for the referee."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from tests.referee.facts import Facts
from tests.referee.judge import ENDS, HAKU, RIICHI, Group, Win

FIVES: Final = (4, 13, 22)
MAN_OUT: Final = frozenset(range(1, 8))


class Wall:
    """What is left of each kind; red fives and the pocchi are dealt out as one goes."""

    def __init__(self, rng: Random, facts: Facts) -> None:
        out = MAN_OUT if facts.players == 3 else frozenset()
        self.rng, self.kinds = rng, [kind for kind in range(34) if kind not in out]
        self.left = Counter(dict.fromkeys(self.kinds, 4))
        self.reds = Counter(dict(zip(FIVES, facts.reds, strict=True)))
        self.has_pocchi = facts.pocchi
        self.plain = {kind: 4 - count for kind, count in self.reds.items()}

    def take(self, kinds: list[int]) -> bool:
        """Take these if they are all there."""
        need = Counter(kinds)
        if any(self.left[kind] < count for kind, count in need.items()):
            return False
        self.left -= need
        return True

    def name(self, kind: int, *, red_chance: float = 0.35) -> str:
        """Write a tile; a five is red now and then, as far as there are red ones."""
        suit, rank = "mpsz"[kind // 9], kind % 9 + 1
        if kind == HAKU and self.has_pocchi and self.rng.random() < red_chance:
            self.has_pocchi = False
            return "0z"
        if kind in FIVES and self.reds[kind]:
            if not self.plain[kind] or self.rng.random() < red_chance:
                self.reds[kind] -= 1
                return f"0{suit}"
            self.plain[kind] -= 1
        return f"{rank}{suit}"

    def any(self) -> int | None:
        """Take any tile."""
        kinds = [kind for kind in self.kinds if self.left[kind]]
        kind = self.rng.choice(kinds)
        self.left[kind] -= 1
        return kind


#: a line, and what the hand may be: more than one where the winning tile is wild
Dealt = tuple[dict[str, Any], list[Win]]


def dealt(rng: Random, facts: Facts, rule: str) -> Dealt:
    """One hand."""
    while True:
        found = _dealt(rng, facts, rule)
        if found is not None:
            return found


def _dealt(rng: Random, facts: Facts, rule: str) -> Dealt | None:
    wall = Wall(rng, facts)
    form = rng.random()
    melds: list[Group] = []
    if form < 0.08:
        kinds = _pairs(rng, wall, facts)
    elif form < 0.10:
        kinds = _thirteen(rng, wall)
    else:
        kinds, melds = _sets(rng, wall, facts)
    if kinds is None:
        return None
    win = rng.choice(kinds)
    concealed = list(kinds)
    concealed.remove(win)
    return _told(rng, wall, facts, rule, concealed, win, melds)


def _pairs(rng: Random, wall: Wall, facts: Facts) -> list[int] | None:
    pool = [kind for kind in wall.kinds if rng.random() < rng.choice((1, 1, 0.4)) or kind in ENDS]
    if rng.random() < 0.3:
        pool = [kind for kind in pool if kind // 9 in (1, 3)]
    if len(pool) < 7:
        return None
    chosen = rng.sample(pool, 7)
    if facts.seven_pairs_of_four and rng.random() < 0.2:
        chosen[0] = chosen[1]
    kinds = sorted([*chosen, *chosen])
    return kinds if wall.take(kinds) else None


def _thirteen(rng: Random, wall: Wall) -> list[int] | None:
    kinds = sorted([*ENDS, rng.choice(sorted(ENDS))])
    return kinds if wall.take(kinds) else None


def _sets(rng: Random, wall: Wall, facts: Facts) -> tuple[list[int] | None, list[Group]]:
    pool = _pool(rng, wall)
    likes_threes = rng.choice((0.25, 0.25, 0.6, 1.0))
    open_chance = rng.choice((0.0, 0.0, 0.3, 0.6, 1.0))
    kan_chance = rng.choice((0.0, 0.1, 0.5))
    concealed: list[int] = []
    melds: list[Group] = []
    for _set in range(4):
        group = _group(rng, pool, wall, likes_threes)
        if group is None:
            return None, []
        tiles = [group.kind] * 3 if group.form == "three" else [*range(group.kind, group.kind + 3)]
        if not wall.take(tiles):
            return None, []
        if group.form == "three" and wall.left[group.kind] and rng.random() < kan_chance:
            wall.take([group.kind])
            melds.append(Group("four", group.kind, rng.random() < 0.5))
        elif rng.random() < open_chance and not (group.form == "run" and facts.players == 3):
            melds.append(group._replace(is_open=True))
        else:
            concealed += tiles
    pair = rng.choice(pool)
    if not wall.take([pair, pair]):
        return None, []
    return [*concealed, pair, pair], melds


def _pool(rng: Random, wall: Wall) -> list[int]:
    way = rng.random()
    if way < 0.12:
        suit = rng.choice((9, 18))
        return [kind for kind in wall.kinds if suit <= kind < suit + 9]
    if way < 0.22:
        suit = rng.choice((9, 18))
        return [kind for kind in wall.kinds if suit <= kind < suit + 9 or kind >= 27]
    if way < 0.30:
        return [kind for kind in wall.kinds if kind in ENDS]
    if way < 0.36:
        return [kind for kind in wall.kinds if kind >= 27]
    if way < 0.40:
        return [19, 20, 21, 23, 25, 32]
    if way < 0.60:
        return [kind for kind in wall.kinds if kind not in ENDS]
    return wall.kinds


def _group(rng: Random, pool: list[int], wall: Wall, likes_threes: float) -> Group | None:
    for _try in range(12):
        kind = rng.choice(pool)
        if rng.random() < likes_threes or kind >= 27:
            return Group("three", kind, False)
        run = range(kind, kind + 3)
        if kind % 9 <= 6 and all(each in pool and wall.left[each] for each in run):
            return Group("run", kind, False)
    return None


def _told(
    rng: Random,
    wall: Wall,
    facts: Facts,
    rule: str,
    concealed: list[int],
    win: int,
    melds: list[Group],
) -> Dealt | None:
    tsumo = rng.random() < 0.5
    seat, round_ = rng.randrange(facts.players), rng.randrange(2)
    is_closed = not any(meld.is_open for meld in melds)
    kans = sum(meld.form == "four" for meld in melds)
    flags = _flags(rng, facts, tsumo=tsumo, seat=seat, closed=is_closed, melds=melds)
    held = [*concealed, *(kind for meld in melds for kind in _tiles(meld))]
    if "chankan" in flags and win in held:
        return None
    hand = "".join(wall.name(kind) for kind in concealed)
    told_melds = ["".join(wall.name(kind) for kind in _tiles(meld)) for meld in melds]
    is_wild = tsumo and bool(RIICHI & flags) and wall.has_pocchi and rng.random() < 0.5
    is_wild = is_wild and bool(wall.left[HAKU])
    won = "0z" if is_wild else wall.name(win)
    if is_wild:
        wall.left[HAKU] -= 1
        wall.left[win] += 1
    reds = sum("".join((hand, *told_melds, won)).count(f"0{suit}") for suit in "mps")
    aside = 0 if flags & {"tenhou", "chiihou", "renhou"} else _aside(rng, wall, facts)
    indicators = facts.indicators + (kans if facts.kan_dora else 0)
    indicators = min(indicators, facts.indicators + (3 if facts.indicators == 2 else 4))
    asked_ura = bool(RIICHI & flags) and facts.ura
    dora = [wall.any() for _each in range(indicators)]
    ura = [wall.any() for _each in range(indicators)] if asked_ura else []
    honba = rng.choice((0, 0, 1, 2, 6))
    line = {
        "rule": rule.split()[0],
        "on": facts.day,
        "hand": hand,
        "win": won,
        "how": "tsumo" if tsumo else "ron",
        "melds": [
            f"{_call(rng, meld)}:{text}" for meld, text in zip(melds, told_melds, strict=True)
        ],
        "seat": "ESWN"[seat],
        "round": "ESWN"[round_],
        "flags": sorted(flags),
        "dora_indicators": "".join(_plain(kind) for kind in dora if kind is not None),
        "ura_indicators": "".join(_plain(kind) for kind in ura if kind is not None),
        "honba": honba,
        **({"nuki": aside} if aside else {}),
    }
    as_kinds = [kind for kind in wall.kinds if held.count(kind) < 4] if is_wild else [win]
    return line, [
        Win(
            concealed=tuple(concealed),
            win=kind,
            melds=tuple(melds),
            tsumo=tsumo,
            seat=seat,
            round=round_,
            flags=frozenset(flags),
            dora=_bonus([*held, kind], dora, facts, aside) + aside,
            ura=_bonus([*held, kind], ura, facts, aside),
            reds=reds + (is_wild and kind in FIVES and not wall.plain[kind]),
            honba=honba,
        )
        for kind in as_kinds
    ]


def _tiles(meld: Group) -> list[int]:
    if meld.form == "run":
        return [*range(meld.kind, meld.kind + 3)]
    return [meld.kind] * (4 if meld.form == "four" else 3)


def _call(rng: Random, meld: Group) -> str:
    if meld.form == "run":
        return "chi"
    if meld.form == "three":
        return "pon"
    return rng.choice(("minkan", "kakan")) if meld.is_open else "ankan"


def _flags(
    rng: Random, facts: Facts, *, tsumo: bool, seat: int, closed: bool, melds: list[Group]
) -> set[str]:
    if closed and not melds and rng.random() < 0.02:
        return (
            {("chiihou" if seat else "tenhou")} if tsumo else {"renhou"} & {"renhou" * (seat > 0)}
        )
    flags = _riichi(rng, facts) if closed and rng.random() < 0.5 else set()
    if rng.random() < 0.12:
        has_kan = any(meld.form == "four" for meld in melds)
        of_draw = "rinshan" if has_kan and rng.random() < 0.6 else "haitei"
        flags.add(of_draw if tsumo else rng.choice(("chankan", "houtei")))
    if "rinshan" in flags:
        flags.discard("ippatsu")
    return flags


def _riichi(rng: Random, facts: Facts) -> set[str]:
    flags = {rng.choice(("riichi", "riichi", "riichi", "double_riichi"))}
    if facts.open_riichi and rng.random() < 0.3:
        flags = {"open_riichi", *(flags & {"double_riichi"})}
    if facts.ippatsu and rng.random() < 0.4:
        flags.add("ippatsu")
    return flags


def _aside(rng: Random, wall: Wall, facts: Facts) -> int:
    count = rng.choice((0, 0, 1, 2, 3, 4)) if facts.aside else 0
    if facts.aside == "norths":
        count = min(count, wall.left[30])
        wall.left[30] -= count
    return count


def _bonus(held: list[int], indicators: list[int | None], facts: Facts, aside: int) -> int:
    """How many dora indicators make of the hand, and of norths set aside."""
    found = 0
    for kind in indicators:
        assert kind is not None
        dora = _next(kind, facts)
        found += held.count(dora)
        if facts.aside == "norths" and dora == 30:
            found += aside
    return found


def _next(kind: int, facts: Facts) -> int:
    if kind >= 31:
        return 31 + (kind - 30) % 3
    if kind >= 27:
        return 27 + (kind - 26) % 4
    if facts.players == 3 and kind in (0, 8):
        return 8 - kind
    return kind // 9 * 9 + (kind % 9 + 1) % 9


def _plain(kind: int) -> str:
    return f"{kind % 9 + 1}{'mpsz'[kind // 9]}"
