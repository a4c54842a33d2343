"""How difficult hands are: what each level is made of, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from scoring.hands.hand import KANS, Hand
from scoring.hands.tiles import DRAGONS, GREEN, KINDS, TERMINALS, WINDS, YAOCHUU, Kind, kind_of
from scoring.practice.deal import Style
from scoring.practice.dice import Dice
from scoring.practice.shapes import ALL_SHAPES, Group, Groups, Recipe, Shapes
from scoring.practice.worth import Worth

_SETS: Final = 4
_HONOURS: Final = (*WINDS, *DRAGONS)
_SIMPLES: Final = tuple(kind for kind in range(KINDS) if kind not in YAOCHUU)
_SUITS: Final = (0, 9, 18)


def _filled(
    dice: Dice, fixed: Sequence[Group], sets: Sequence[Group], pairs: Sequence[Group], kans: int = 0
) -> Groups:
    """Fill up to four sets, and add a pair."""
    more = [dice.pick(sets) for _ in range(_SETS - len(fixed))]
    return Groups((*fixed, *more), dice.pick(pairs), kans)


def _shift(group: Group, kinds: int) -> Group:
    return tuple(kind + kinds for kind in group)


def _suit(dice: Dice, shapes: Shapes) -> Kind:
    """The 1 of a suit that is there as a whole."""
    return dice.pick(
        [first for first in _SUITS if (first, first + 1, first + 2) in shapes.sequences]
    )


def sequences(dice: Dice, shapes: Shapes) -> Groups:
    """Four sequences and any pair."""
    return _filled(dice, (), shapes.sequences, shapes.pairs)


def simples(dice: Dice, shapes: Shapes) -> Groups:
    """No terminals, no honours; mostly sequences."""
    inner = shapes.of(_SIMPLES)
    return _filled(dice, (), (*inner.sequences * 4, *inner.triplets), inner.pairs)


def honour_and_sequences(dice: Dice, shapes: Shapes) -> Groups:
    """A triplet of honours beside sequences."""
    return _filled(dice, [dice.pick(shapes.of(_HONOURS).triplets)], shapes.sequences, shapes.pairs)


def honour_and_anything(dice: Dice, shapes: Shapes) -> Groups:
    """A triplet of honours beside any sets."""
    return _filled(dice, [dice.pick(shapes.of(_HONOURS).triplets)], shapes.sets, shapes.pairs)


def triplets(dice: Dice, shapes: Shapes) -> Groups:
    """Triplets alone."""
    return _filled(dice, (), shapes.triplets, shapes.pairs)


def three_colours(dice: Dice, shapes: Shapes) -> Groups:
    """The same sequence in all suits; without man, in as many as there are."""
    first = dice.pick(ALL_SHAPES.of(range(9)).sequences)
    fixed = [same for suit in _SUITS if (same := _shift(first, suit)) in shapes.sequences]
    return _filled(dice, fixed, shapes.sets, shapes.pairs)


def straight(dice: Dice, shapes: Shapes) -> Groups:
    """1 to 9 of a suit."""
    suit = _suit(dice, shapes)
    fixed = [_shift((first, first + 1, first + 2), suit) for first in (0, 3, 6)]
    return _filled(dice, fixed, shapes.sets, shapes.pairs)


def one_suit_with_honours(dice: Dice, shapes: Shapes) -> Groups:
    """A suit and honours."""
    suit = _suit(dice, shapes)
    near = shapes.of((*range(suit, suit + 9), *_HONOURS))
    return _filled(dice, (), (*near.sequences * 2, *near.triplets), near.pairs)


def one_suit(dice: Dice, shapes: Shapes) -> Groups:
    """A suit alone."""
    suit = _suit(dice, shapes)
    near = shapes.of(range(suit, suit + 9))
    return _filled(dice, (), near.sets, near.pairs)


def outside(dice: Dice, shapes: Shapes) -> Groups:
    """A terminal or an honour in every set and in the pair."""
    ends = shapes.of(YAOCHUU)
    touching = [group for group in shapes.sequences if YAOCHUU.intersection(group)]
    return _filled(dice, (), (*touching * 2, *ends.triplets), ends.pairs)


def crowded(dice: Dice, shapes: Shapes) -> Groups:
    """A few kinds beside each other, which can be read in several ways."""
    first = _suit(dice, shapes) + dice.roll(5)
    near = shapes.of(range(first, first + 5))
    fixed = [dice.pick(near.sets) for _ in range(3)]
    return _filled(dice, fixed, shapes.sequences, (*near.pairs, dice.pick(shapes.pairs)))


def twins(dice: Dice, shapes: Shapes) -> Groups:
    """Twice two equal sequences, or one sequence three times."""
    one, other = dice.pick(shapes.sequences), dice.pick(shapes.sequences)
    third = dice.pick((one, other))
    return Groups((one, one, other, third), dice.pick(shapes.pairs))


def kans(dice: Dice, shapes: Shapes) -> Groups:
    """One to three kans."""
    count = dice.pick((1, 1, 1, 2, 2, 3))
    fixed = dice.shuffled(shapes.triplets)[:count]
    return _filled(dice, fixed, (*shapes.sequences * 2, *shapes.triplets), shapes.pairs, count)


def seven_pairs(dice: Dice, shapes: Shapes) -> Groups:
    """Seven different pairs, now and then of a suit, of simples or with no simples."""
    suit = _suit(dice, shapes)
    among: Sequence[Kind] = dice.pick(
        (range(KINDS), range(KINDS), _SIMPLES, (*range(suit, suit + 9), *_HONOURS), tuple(YAOCHUU))
    )
    pairs = dice.shuffled(shapes.of(among).pairs)[:7]
    return Groups((), tuple(kind for pair in pairs for kind in pair))


def dragons(dice: Dice, shapes: Shapes) -> Groups:
    """Sets of two dragons, and of the third a set or the pair."""
    mixed = dice.shuffled(shapes.of(DRAGONS).triplets)
    if dice.one_in(3):
        return _filled(dice, mixed, shapes.sets, shapes.pairs)
    return _filled(dice, mixed[:2], shapes.sets, [mixed[2][:2]])


def winds(dice: Dice, shapes: Shapes) -> Groups:
    """Sets of three winds, and of the fourth a set or the pair."""
    mixed = dice.shuffled(shapes.of(WINDS).triplets)
    if dice.one_in(3):
        return _filled(dice, mixed, shapes.sets, shapes.pairs)
    return _filled(dice, mixed[:3], shapes.sets, [group[:2] for group in mixed[3:]])


def honours_alone(dice: Dice, shapes: Shapes) -> Groups:
    """Nothing but honours."""
    return triplets(dice, shapes.of(_HONOURS))


def terminals_alone(dice: Dice, shapes: Shapes) -> Groups:
    """Nothing but terminals."""
    return triplets(dice, shapes.of(TERMINALS))


def green(dice: Dice, shapes: Shapes) -> Groups:
    """Nothing but green tiles."""
    near = shapes.of(GREEN)
    return _filled(dice, (), (*near.sequences * 3, *near.triplets), near.pairs)


def thirteen_orphans(dice: Dice, shapes: Shapes) -> Groups:
    """One of each terminal and honour, and one more."""
    ends = tuple(sorted(YAOCHUU))
    return Groups((), (*ends, dice.pick(ends)))


def nine_gates(dice: Dice, shapes: Shapes) -> Groups:
    """1112345678999 of a suit, and one more."""
    ranks = (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, dice.roll(9))
    return Groups((), _shift(ranks, _suit(dice, shapes)))


def yakuman(dice: Dice, shapes: Shapes) -> Groups:
    """What is a yakuman where the rule has it."""
    return dice.pick(YAKUMAN)(dice, shapes)


YAKUMAN: Final[tuple[Recipe, ...]] = (
    triplets,
    dragons,
    winds,
    honours_alone,
    terminals_alone,
    green,
    thirteen_orphans,
    nine_gates,
)


Level: TypeAlias = Literal["easy", "middle", "hard"]
LEVELS: Final[tuple[Level, ...]] = ("easy", "middle", "hard")

_EASY_FU: Final = (None, 30, 40)
_MANY_FU: Final = 50
_PAIRS: Final = 7


#: whether a hand that wins is one that is meant
IsMet: TypeAlias = Callable[[Hand, Worth], bool]


class Aim(NamedTuple):
    """A sort of hand: how it is dealt, and which of those that win are meant."""

    style: Style
    is_met: IsMet


def has_kan(hand: Hand) -> bool:
    """Whether the hand has a kan."""
    return any(meld.kind in KANS for meld in hand.melds)


def is_seven_pairs(hand: Hand) -> bool:
    """Whether the hand is seven different pairs."""
    kinds = sorted(map(kind_of, (*hand.concealed, hand.win)))
    return kinds[::2] == kinds[1::2] and len(set(kinds)) == _PAIRS


def has_triplet(hand: Hand) -> bool:
    """Whether three of a kind lie in the hand or on the table."""
    kinds = [*map(kind_of, (*hand.concealed, hand.win))]
    kinds += (kind_of(tile) for meld in hand.melds for tile in meld.tiles)
    return any(kinds.count(kind) >= 3 for kind in kinds)


def is_easy(hand: Hand, worth: Worth) -> bool:
    """Nothing on the table, read in one way, below a mangan; 30 or 40 fu where they count."""
    is_plain = not hand.melds and worth.readings == 1
    return is_plain and not worth.is_high and worth.fu in _EASY_FU


def is_middle(hand: Hand, worth: Worth) -> bool:
    """A call or a triplet, no kan, below a mangan."""
    return (
        not worth.is_high
        and not has_kan(hand)
        and not is_seven_pairs(hand)
        and (bool(hand.melds) or has_triplet(hand))
    )


def _is_middle_of_many_fu(hand: Hand, worth: Worth) -> bool:
    return is_middle(hand, worth) and (worth.fu is None or worth.fu >= _MANY_FU)


def _is_limit(_hand: Hand, worth: Worth) -> bool:
    return worth.is_high


def _is_yakuman(_hand: Hand, worth: Worth) -> bool:
    return worth.is_yakuman


def _is_seven_pairs(hand: Hand, _worth: Worth) -> bool:
    return is_seven_pairs(hand)


def _is_with_kan(hand: Hand, _worth: Worth) -> bool:
    return has_kan(hand)


def _is_low_with_kan(hand: Hand, worth: Worth) -> bool:
    return has_kan(hand) and not worth.is_high


def _is_read_in_several_ways(_hand: Hand, worth: Worth) -> bool:
    return worth.readings > 1


def _closed(recipe: Recipe) -> Aim:
    return Aim(Style(recipe), is_easy)


def _called(recipe: Recipe, is_met: IsMet = is_middle) -> Aim:
    return Aim(Style(recipe, calls=True), is_met)


def _special(recipe: Recipe, is_met: IsMet, *, calls: bool = True) -> Aim:
    return Aim(Style(recipe, calls=calls, luck=True, honba=True), is_met)


#: what each level is made of, one as often as the other
AIMS: Final[Mapping[Level, tuple[Aim, ...]]] = MappingProxyType(
    {
        "easy": (
            _closed(sequences),
            _closed(simples),
            _closed(honour_and_sequences),
        ),
        "middle": (
            _called(honour_and_anything),
            _called(honour_and_anything, _is_middle_of_many_fu),
            _called(simples),
            _called(triplets),
            _called(three_colours),
            _called(straight),
            _called(one_suit_with_honours),
            _called(outside),
        ),
        "hard": (
            _special(kans, _is_with_kan),
            _special(kans, _is_low_with_kan),
            _special(seven_pairs, _is_seven_pairs, calls=False),
            _special(crowded, _is_read_in_several_ways, calls=False),
            _special(twins, _is_read_in_several_ways, calls=False),
            _special(one_suit_with_honours, _is_limit),
            _special(one_suit, _is_limit),
            _special(outside, _is_limit),
            _special(dragons, _is_limit),
            _special(triplets, _is_limit),
            _special(yakuman, _is_yakuman),
        ),
    }
)
