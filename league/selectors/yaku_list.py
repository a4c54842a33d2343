"""The yaku of a version by han, its yakuman, its bonus tiles, and what excludes what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.hand_examples import known_to
from league.rule_wording import Line
from league.selectors.rule_guide import GuideVersion, ShownHand, shown_hand
from league.yaku_examples import YAKU_EXAMPLES
from league.yaku_words import (
    parameter_of,
    yaku_about,
    yaku_english,
    yaku_kanji,
    yaku_name,
    yaku_reading,
)
from rules.parameters import BooParameters
from scoring.hands.bonus import next_kind
from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.tiles import EAST, HAKU, HATSU, MAN, NORTH, PIN, Kind, tile_name
from scoring.hands.yaku import YAKU_ORDER
from scoring.hands.yaku.base import YakuRule
from scoring.hands.yaku.yakuman import INSTEAD_OF

#: han of Boo's mangan, above which nothing is paid
BOO_MANGAN: Final = 5
#: parameters that say more of a yaku than its han
_NOTES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "open_riichi": ("open_riichi_shows", "open_riichi_deal_in"),
        "pinfu": ("pinfu_tsumo",),
        "tanyao": ("open_tanyao",),
        "rinshan": ("bonus_rinshan",),
        "chiitoitsu": ("chiitoi_four_alike",),
        "kokushi": ("kokushi_robs_closed_kan",),
        "tsuuiisou": ("chiitoi_all_honours",),
        "ryuuiisou": ("ryuuiisou_without_hatsu",),
        "chuuren": ("chuuren_in_any_suit",),
        "suukantsu": ("suukantsu_needs_pair",),
    }
)
_BONUSES: Final = (
    *("first_indicators", "kan_dora", "kan_dora_limit", "ura_dora", "first_ura_indicators"),
    *("kan_ura", "dora_after_man_1", "dora_payment_ron", "dora_payment_tsumo_each"),
    *("red_fives", "red_man", "red_pin", "red_sou", "red_five_counts_as"),
    *("bonus_tiles", "bonus_breaks", "bonus_may_stay", "north_in_hand"),
    *("white_pocchi", "pocchi_may_be_red", "pocchi_chosen_after_ura"),
)
_MINIMUM: Final = ("minimum_han", "two_han_from_honba", "minimum_counts_ippatsu", "late_yaku")
_OF_YAKUMAN: Final = (
    *("highest_hand", "counted_yakuman", "double_yakuman_in_furiten", "yakuman_ends_game"),
)
#: in place of the second, whatever a rule says
_IN_PLACE_OF: Final = (
    ("open_riichi", "riichi"),
    ("double_open_riichi", "double_riichi"),
    *INSTEAD_OF,
)
#: needs a sequence of the same numbers in man too
_NEEDS_MAN: Final = "sanshoku"


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuEntry:
    """A yaku as the list shows it."""

    key: str
    kanji: str
    reading: str
    english: str
    about: str
    worth: str  # of the closed hand; of a yakuman how often it counts
    opened: str  # what becomes of it when the hand is open; empty for yakuman
    line: Line  # where it is written
    as_shipped: str  # what the shipped set says where that differs
    example: ShownHand | None
    notes: tuple[Line, ...]
    is_impossible: bool  # the tiles that it needs are not in play


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuGroup:
    """Yaku of as many han."""

    anchor: str
    title: str
    entries: tuple[YakuEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two yaku of which only the first counts."""

    counts: str
    counts_key: str
    not_counted: str
    not_counted_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuList:
    """All that a version's hands can count."""

    groups: tuple[YakuGroup, ...]  # yaku by han, then the yakuman
    pairs: tuple[Pair, ...]
    pairs_stated: Line  # where it is written which exclude which
    bonuses: tuple[Line, ...]
    pointed: tuple[tuple[str, str], ...]  # indicators and the dora they make
    minimum: tuple[Line, ...]
    of_yakuman: tuple[Line, ...]
    is_boo: bool


def yaku_list(guide: GuideVersion, rule: YakuRule) -> YakuList:
    """The list of a version that has yaku. No query."""
    found = _Entries(guide, rule)
    return YakuList(
        groups=(*found.by_han(), *found.yakuman()),
        pairs=tuple(_pairs(rule)),
        pairs_stated=guide.line("exclusive_yaku"),
        bonuses=guide.lines(_BONUSES),
        pointed=_pointed(rule),
        minimum=guide.lines(_MINIMUM),
        of_yakuman=guide.lines(_OF_YAKUMAN),
        is_boo=isinstance(rule, BooParameters),
    )


def example_of(key: str, rule: YakuRule, evaluator: Evaluator) -> Hand | None:
    """A hand in which the rule finds this yaku: the first of its examples that has it."""
    # the evaluator answers both by one key
    counted = "open_riichi" if key == "double_open_riichi" else key
    for example in YAKU_EXAMPLES[key]:
        hand = known_to(rule, example)
        if hand is not None and counted in _counted(evaluator, hand):
            return hand
    return None


def _counted(evaluator: Evaluator, hand: Hand) -> Mapping[str, int]:
    try:
        return evaluator.value(hand).yaku
    except (NotAWinError, NoYakuError):  # a club's own rules may ask for more
        return {}


class _Entries:
    """Makes the entries of a version."""

    def __init__(self, guide: GuideVersion, rule: YakuRule) -> None:
        self._guide, self._rule = guide, rule
        self._evaluator = Evaluator(rule)
        self._is_boo = isinstance(rule, BooParameters)

    def by_han(self) -> Iterator[YakuGroup]:
        """The yaku in groups of as many han, closed, the fewest first."""
        han = self._rule.yaku.han_table
        for closed in sorted({closed for closed, _opened in han.values()}):
            keys = [key for key, pair in han.items() if pair[0] == closed]
            yield YakuGroup(
                anchor=f"han-{closed}",
                title=self._han(closed),
                entries=tuple(self._yaku(key, *han[key]) for key in keys),
            )

    def yakuman(self) -> Iterator[YakuGroup]:
        """The yakuman, then those that count double."""
        times = self._rule.yakuman.times_table
        for count, title in ((1, _("Yakuman")), (2, _("Double yakuman"))):
            keys = sorted(
                (key for key, counted in times.items() if counted == count), key=YAKU_ORDER.index
            )
            if keys:
                entries = tuple(self._entry(key, worth=title, opened="") for key in keys)
                yield YakuGroup(anchor=f"yakuman-{count}", title=title, entries=entries)

    def _yaku(self, key: str, closed: int, opened: int) -> YakuEntry:
        if not opened:
            said = _("closed only")
        elif opened == closed:
            said = _("open too")
        else:
            said = _("%(worth)s when open") % {"worth": self._han(opened)}
        return self._entry(key, worth=self._han(closed), opened=said)

    def _han(self, han: int) -> str:
        if self._is_boo and han >= BOO_MANGAN:
            return _("Mangan")
        return ngettext("%(count)s han", "%(count)s han", han) % {"count": han}

    def _entry(self, key: str, *, worth: str, opened: str) -> YakuEntry:
        name, rule = parameter_of(key), self._rule
        hand = example_of(key, rule, self._evaluator)
        return YakuEntry(
            key=key,
            kanji=yaku_kanji(key),
            reading=yaku_reading(key),
            english=yaku_english(key),
            about=yaku_about(key),
            worth=worth,
            opened=opened,
            line=self._guide.line(name),
            as_shipped=self._guide.as_shipped.get(name, ""),
            example=shown_hand(hand) if hand else None,
            notes=self._guide.lines(_notes(key, rule)),
            is_impossible=key == _NEEDS_MAN and rule.tiles.removed_tiles == "man_2_to_8",
        )


def _notes(key: str, rule: YakuRule) -> tuple[str, ...]:
    if key == "seat_wind" and rule.tiles.north_in_hand != "wind":
        return ("north_in_hand",)
    return _NOTES.get(key, ())


def _pairs(rule: YakuRule) -> Iterator[Pair]:
    played = {*rule.yaku.han_table, *rule.yakuman.times_table}
    for counts, not_counted in dict.fromkeys((*rule.yaku.exclusive_yaku, *_IN_PLACE_OF)):
        if {counts, not_counted} <= played:
            yield Pair(
                counts=yaku_name(counts),
                counts_key=counts,
                not_counted=yaku_name(not_counted),
                not_counted_key=not_counted,
            )


def _pointed(rule: YakuRule) -> tuple[tuple[str, str], ...]:
    """What some indicators point at: a number, the last of a suit, of the winds, of the dragons."""
    jumps = rule.dora.dora_after_man_1 == "man_9"
    seen: tuple[Kind, ...] = (PIN + 2, PIN + 8, EAST, NORTH, HAKU, HATSU + 1)
    kinds = (MAN, MAN + 8, *seen) if jumps else seen
    return tuple((tile_name(kind), tile_name(next_kind(kind, man_1_to_9=jumps))) for kind in kinds)
