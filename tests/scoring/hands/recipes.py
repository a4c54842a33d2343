"""What a hand is made of to have a yaku: groups of kinds, drawn with a seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from scoring.hands.tiles import DRAGONS, GREEN, KINDS, TERMINALS, WINDS, YAOCHUU, Kind

Set: TypeAlias = tuple[Kind, ...]

SEQUENCES: tuple[Set, ...] = tuple(
    (first, first + 1, first + 2) for first in range(27) if first % 9 < 7
)
TRIPLETS: tuple[Set, ...] = tuple((kind,) * 3 for kind in range(KINDS))
PAIRS: tuple[Set, ...] = tuple((kind,) * 2 for kind in range(KINDS))
HONOURS: tuple[Kind, ...] = (*WINDS, *DRAGONS)


class Groups(NamedTuple):
    """Sets and a pair as kinds; seven pairs and the like are all in ``pair``."""

    sets: tuple[Set, ...]
    pair: Set
    may_be_called: bool = True
    kans: bool = False  # whether every triplet is a kan


Recipe: TypeAlias = Callable[[Random], Groups]


def _filled(
    rng: Random,
    fixed: Sequence[Set],
    sets: Sequence[Set],
    pairs: Sequence[Set],
) -> Groups:
    """Fill up to four sets; the wall says whether there are so many tiles."""
    more = [rng.choice(sets) for _set in range(4 - len(fixed))]
    return Groups((*fixed, *more), rng.choice(pairs))


def _of(allowed: Iterable[Kind], groups: Sequence[Set]) -> list[Set]:
    kinds = set(allowed)
    return [group for group in groups if kinds.issuperset(group)]


def _touching(kinds: Iterable[Kind], groups: Sequence[Set]) -> list[Set]:
    wanted = set(kinds)
    return [group for group in groups if wanted.intersection(group)]


ANY_SET = (*SEQUENCES, *SEQUENCES, *TRIPLETS)  # sequences as often as triplets
SIMPLES = [kind for kind in range(KINDS) if kind not in YAOCHUU]


def anything(rng: Random) -> Groups:
    """Four sets and a pair, whatever they are."""
    return _filled(rng, (), ANY_SET, PAIRS)


def crowded(rng: Random) -> Groups:
    """A few neighbouring kinds, so that there are many readings."""
    first = rng.randrange(3) * 9 + rng.randrange(5)
    near = range(first, first + 5)
    sets = [*_of(near, SEQUENCES), *_of(near, TRIPLETS)]
    if rng.random() < 0.5:
        return _filled(rng, (), sets, _of(near, PAIRS))
    fixed = [rng.choice(sets) for _set in range(3)]
    return _filled(rng, fixed, ANY_SET, (*_of(near, PAIRS), rng.choice(PAIRS)))


def shaped(
    *, sets: Sequence[Set] = ANY_SET, pairs: Sequence[Set] = PAIRS, called: bool = True
) -> Recipe:
    """A recipe of sets and pairs of a sort."""

    def recipe(rng: Random) -> Groups:
        return _filled(rng, (), sets, pairs)._replace(may_be_called=called)

    return recipe


def around(choices: Sequence[Sequence[Set]], pairs: Sequence[Set] = PAIRS) -> Recipe:
    """A recipe around some fixed sets."""

    def recipe(rng: Random) -> Groups:
        return _filled(rng, rng.choice(choices), ANY_SET, pairs)

    return recipe


def seven_pairs(kinds: Sequence[Kind] = range(KINDS)) -> Recipe:
    """A recipe of seven different pairs."""

    def recipe(rng: Random) -> Groups:
        pairs = rng.sample(kinds, 7)
        return Groups((), tuple(kind for kind in pairs for _each in range(2)))

    return recipe


def either(*recipes: Recipe) -> Recipe:
    """One of some recipes."""

    def recipe(rng: Random) -> Groups:
        return rng.choice(recipes)(rng)

    return recipe


def one_suit(*, honours: bool) -> Recipe:
    """A suit, with or without honours."""

    def recipe(rng: Random) -> Groups:
        suit = rng.randrange(3) * 9
        kinds = [*range(suit, suit + 9), *(HONOURS if honours else ())]
        if rng.random() < 0.1:
            return seven_pairs(kinds)(rng)
        sets = [*_of(kinds, SEQUENCES), *_of(kinds, TRIPLETS)]
        return _filled(rng, (), sets, _of(kinds, PAIRS))

    return recipe


def ryanpeikou(rng: Random) -> Groups:
    """Twice two equal sequences."""
    one, other = rng.choice(SEQUENCES), rng.choice(SEQUENCES)
    return Groups((one, one, other, other), rng.choice(PAIRS), may_be_called=False)


def kans(count: int) -> Recipe:
    """So many kans beside anything."""

    def recipe(rng: Random) -> Groups:
        fixed = rng.sample(TRIPLETS, count)
        return _filled(rng, fixed, SEQUENCES, PAIRS)._replace(kans=True)

    return recipe


def thirteen_orphans(rng: Random) -> Groups:
    """One of each terminal and honour, and one more."""
    kinds = sorted(YAOCHUU)
    return Groups((), (*kinds, rng.choice(kinds)))


def nine_gates(rng: Random) -> Groups:
    """1112345678999 of a suit, and one more."""
    suit = rng.randrange(3) * 9
    ranks = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))
    return Groups((), tuple(suit + rank for rank in ranks))


def _in_three_suits(sets: Sequence[Set]) -> list[list[Set]]:
    man = [group for group in sets if group[-1] < 9]
    return [[tuple(kind + suit for kind in group) for suit in (0, 9, 18)] for group in man]


_DRAGON_SETS = [(kind,) * 3 for kind in DRAGONS]
_DRAGON_PAIRS = [(kind,) * 2 for kind in DRAGONS]
_WIND_SETS = [(kind,) * 3 for kind in WINDS]
_WIND_PAIRS = [(kind,) * 2 for kind in WINDS]
_ENDS = [*_touching(YAOCHUU, SEQUENCES), *_of(YAOCHUU, TRIPLETS)]
_TERMINAL_ENDS = [*_touching(TERMINALS, SEQUENCES), *_of(TERMINALS, TRIPLETS)]
_GREEN_SETS = [*_of(GREEN, SEQUENCES) * 3, *_of(GREEN, TRIPLETS)]


def _honour_set(kind: Kind) -> Recipe:
    return around([[(kind,) * 3]])


#: how a hand that has the yaku is made on purpose; it may still miss now and then
RECIPES: Mapping[str, Recipe] = {
    "pinfu": shaped(sets=SEQUENCES, called=False),
    "tanyao": either(
        shaped(sets=[*_of(SIMPLES, SEQUENCES), *_of(SIMPLES, TRIPLETS)], pairs=_of(SIMPLES, PAIRS)),
        seven_pairs(SIMPLES),
    ),
    "iipeikou": around([[one, one] for one in SEQUENCES]),
    "ryanpeikou": ryanpeikou,
    "seat_wind": either(*map(_honour_set, WINDS)),
    "round_wind": either(*map(_honour_set, WINDS)),
    "haku": _honour_set(DRAGONS[0]),
    "hatsu": _honour_set(DRAGONS[1]),
    "chun": _honour_set(DRAGONS[2]),
    "rinshan": kans(1),
    "chankan": anything,
    "chiitoitsu": seven_pairs(),
    "sanshoku": around(_in_three_suits(SEQUENCES)),
    "ittsu": around([[SEQUENCES[at], SEQUENCES[at + 3], SEQUENCES[at + 6]] for at in (0, 7, 14)]),
    "chanta": shaped(sets=_ENDS, pairs=_of(YAOCHUU, PAIRS)),
    "junchan": shaped(sets=_TERMINAL_ENDS, pairs=_of(TERMINALS, PAIRS)),
    "honroutou": either(
        shaped(sets=_of(YAOCHUU, TRIPLETS), pairs=_of(YAOCHUU, PAIRS)), seven_pairs(sorted(YAOCHUU))
    ),
    "toitoi": shaped(sets=TRIPLETS),
    "sanankou": either(shaped(sets=TRIPLETS), shaped(sets=(*TRIPLETS, *TRIPLETS, *SEQUENCES))),
    "sanshoku_doukou": around(_in_three_suits(TRIPLETS)),
    "sankantsu": kans(3),
    "shousangen": either(
        *(
            around([[one for one in _DRAGON_SETS if one[0] != pair[0]]], [pair])
            for pair in _DRAGON_PAIRS
        )
    ),
    "honitsu": one_suit(honours=True),
    "chinitsu": one_suit(honours=False),
    "kokushi": thirteen_orphans,
    "kokushi13": thirteen_orphans,
    "daisangen": around([_DRAGON_SETS]),
    "suuankou": shaped(sets=TRIPLETS, called=False),
    "suuankou_tanki": shaped(sets=TRIPLETS, called=False),
    "shousuushii": either(
        *(
            around([[one for one in _WIND_SETS if one[0] != pair[0]]], [pair])
            for pair in _WIND_PAIRS
        )
    ),
    "daisuushii": around([_WIND_SETS]),
    "tsuuiisou": either(
        shaped(sets=_of(HONOURS, TRIPLETS), pairs=_of(HONOURS, PAIRS)), seven_pairs(HONOURS)
    ),
    "chinroutou": shaped(sets=_of(TERMINALS, TRIPLETS), pairs=_of(TERMINALS, PAIRS)),
    "ryuuiisou": shaped(sets=_GREEN_SETS, pairs=_of(GREEN, PAIRS)),
    "suukantsu": kans(4),
    "chuuren": nine_gates,
    "chuuren_pure": nine_gates,
}
