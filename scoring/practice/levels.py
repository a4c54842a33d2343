"""How difficult hands are: what each level is made of, and what it promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from scoring.hands.hand import KANS, Hand
from scoring.hands.tiles import kind_of
from scoring.practice import recipes
from scoring.practice.deal import Style
from scoring.practice.shapes import Recipe
from scoring.practice.worth import Worth

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
            _closed(recipes.sequences),
            _closed(recipes.simples),
            _closed(recipes.honour_and_sequences),
        ),
        "middle": (
            _called(recipes.honour_and_anything),
            _called(recipes.honour_and_anything, _is_middle_of_many_fu),
            _called(recipes.simples),
            _called(recipes.triplets),
            _called(recipes.three_colours),
            _called(recipes.straight),
            _called(recipes.one_suit_with_honours),
            _called(recipes.outside),
        ),
        "hard": (
            _special(recipes.kans, _is_with_kan),
            _special(recipes.kans, _is_low_with_kan),
            _special(recipes.seven_pairs, _is_seven_pairs, calls=False),
            _special(recipes.crowded, _is_read_in_several_ways, calls=False),
            _special(recipes.twins, _is_read_in_several_ways, calls=False),
            _special(recipes.one_suit_with_honours, _is_limit),
            _special(recipes.one_suit, _is_limit),
            _special(recipes.outside, _is_limit),
            _special(recipes.dragons, _is_limit),
            _special(recipes.triplets, _is_limit),
            _special(recipes.yakuman, _is_yakuman),
        ),
    }
)
