"""The yaku and patterns of a version by their worth, each with an example."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.rulebook.guide import GuideVersion, ShownHand, hand_of, known_to, shown_hand
from league.wording.rules import Line, language
from rules.parameters import BooParameters, YakuRule
from rules.words.files import Entry, Example, entry_of, pattern_entry, yaku_named
from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.tiles import EAST, HAKU, HATSU, MAN, NORTH, PIN, Kind, tile_name
from scoring.hands.worths import next_kind
from scoring.hands.yaku import INSTEAD_OF, YAKU_ORDER
from scoring.zung_jung.patterns import PATTERNS, Pattern

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


#: han of Boo's mangan, above which nothing is paid
BOO_MANGAN: Final = 5
_BONUSES: Final = (
    *("first_indicators", "kan_dora", "kan_dora_limit", "ura_dora", "first_ura_indicators"),
    *("kan_ura", "dora_after_man_1", "dora_payment_ron", "dora_payment_tsumo_each"),
    *("red_fives", "red_man", "red_pin", "red_sou", "gold_man", "gold_pin", "gold_sou"),
    "red_five_counts_as",
    *("bonus_tiles", "bonus_breaks", "bonus_may_stay", "north_in_hand"),
    *("white_pocchi", "pocchi_may_be_red", "pocchi_chosen_after_ura"),
)
_MINIMUM: Final = ("minimum_han", "two_han_from_honba", "minimum_counts_ippatsu", "late_yaku")
_OF_YAKUMAN: Final = (
    *(
        "highest_hand",
        "yakuman_at_most",
        "counted_yakuman",
        "double_yakuman_in_furiten",
        "yakuman_ends_game",
    ),
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
    """A yaku, or a pattern of Zung Jung, as the list shows it."""

    key: str
    kanji: str
    reading: str
    english: str
    about: str
    line: Line  # where it is written; of a pattern also its worth
    as_shipped: str  # what the shipped set says where that differs
    example: ShownHand | None
    notes: tuple[Line, ...]
    worth: str = ""  # of the closed hand; of a yakuman how often it counts
    opened: str = ""  # what becomes of it when the hand is open; empty for yakuman
    is_impossible: bool = False  # the tiles that it needs are not in play
    number: str = ""  # of a pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class YakuGroup:
    anchor: str
    title: str
    entries: tuple[YakuEntry, ...]


def yaku_list(guide: GuideVersion, rule: YakuRule) -> dict[str, Any]:
    """All that the hands of a version with yaku can count, for its page. No query."""
    found = _Entries(guide, rule)
    return {
        "groups": (*found.by_han(), *found.yakuman()),
        "pairs": list(_pairs(rule)),
        "pairs_stated": guide.line("exclusive_yaku"),
        "bonuses": guide.lines(_BONUSES),
        "pointed": _pointed(rule),
        "minimum": guide.lines(_MINIMUM),
        "of_yakuman": guide.lines(_OF_YAKUMAN),
        "is_boo": isinstance(rule, BooParameters),
    }


def _shown(
    guide: GuideVersion, key: str, name: str, entry: Entry, hand: Hand | None, **own: Any
) -> YakuEntry:
    return YakuEntry(
        key=key,
        kanji=entry.ja,
        reading=entry.reading,
        english=entry.en,
        about=entry.about(language()),
        line=guide.line(name),
        as_shipped=guide.as_shipped.get(name, ""),
        example=shown_hand(hand) if hand else None,
        **own,
    )


def example_of(
    key: str, examples: Iterable[Example], rule: YakuRule, evaluator: Evaluator
) -> Hand | None:
    """Return a yaku's first example in which the rule finds it; None if there is none."""
    # the evaluator answers both by one key
    counted = "open_riichi" if key == "double_open_riichi" else key
    for example in examples:
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
    def __init__(self, guide: GuideVersion, rule: YakuRule) -> None:
        self._guide, self._rule = guide, rule
        self._evaluator = Evaluator(rule)
        self._is_boo = isinstance(rule, BooParameters)

    def by_han(self) -> Iterator[YakuGroup]:
        """Yield yaku grouped by their closed han, fewest first."""
        han = self._rule.yaku.han_table
        for closed in sorted({closed for closed, _opened in han.values()}):
            keys = [key for key, pair in han.items() if pair[0] == closed]
            yield YakuGroup(
                anchor=f"han-{closed}",
                title=self._han(closed),
                entries=tuple(self._yaku(key, *han[key]) for key in keys),
            )

    def yakuman(self) -> Iterator[YakuGroup]:
        times = self._rule.yakuman.times_table
        for count, title in ((1, gettext("Yakuman")), (2, gettext("Double yakuman"))):
            keys = sorted(
                (key for key, counted in times.items() if counted == count), key=YAKU_ORDER.index
            )
            if keys:
                entries = tuple(
                    self._entry(key, f"yakuman_{key}", worth=title, opened="") for key in keys
                )
                yield YakuGroup(anchor=f"yakuman-{count}", title=title, entries=entries)

    def _yaku(self, key: str, closed: int, opened: int) -> YakuEntry:
        if not opened:
            when_open = gettext("closed only")
        elif opened == closed:
            when_open = gettext("open or closed")
        else:
            when_open = gettext("%(worth)s when open") % {"worth": self._han(opened)}
        return self._entry(key, f"han_{key}", worth=self._han(closed), opened=when_open)

    def _han(self, han: int) -> str:
        if self._is_boo and han >= BOO_MANGAN:
            return gettext("Mangan")
        return ngettext("%(count)s han", "%(count)s han", han) % {"count": han}

    def _entry(self, key: str, name: str, *, worth: str, opened: str) -> YakuEntry:
        rule = self._rule
        entry = entry_of(rule.family, name)
        hand = example_of(key, entry.examples, rule, self._evaluator)
        is_north = key == "seat_wind" and rule.tiles.north_in_hand != "wind"
        return _shown(
            *(self._guide, key, name, entry, hand),
            notes=self._guide.lines(("north_in_hand",) if is_north else entry.notes),
            worth=worth,
            opened=opened,
            is_impossible=key == _NEEDS_MAN and rule.tiles.removed_tiles == "man_2_to_8",
        )


def _pairs(rule: YakuRule) -> Iterator[dict[str, str]]:
    """Two yaku each of which only the first counts."""
    played = {*rule.yaku.han_table, *rule.yakuman.times_table}
    lang = language()
    for counts, not_counted in dict.fromkeys((*rule.yaku.exclusive_yaku, *_IN_PLACE_OF)):
        if {counts, not_counted} <= played:
            yield {
                "counts": yaku_named(counts).name(lang),
                "counts_key": counts,
                "not_counted": yaku_named(not_counted).name(lang),
                "not_counted_key": not_counted,
            }


def _pointed(rule: YakuRule) -> tuple[tuple[str, str], ...]:
    """Pair sample indicators with their dora: a number, and the last of suit, winds, dragons."""
    jumps = rule.dora.dora_after_man_1 == "man_9"
    seen: tuple[Kind, ...] = (PIN + 2, PIN + 8, EAST, NORTH, HAKU, HATSU + 1)
    kinds = (MAN, MAN + 8, *seen) if jumps else seen
    return tuple((tile_name(kind), tile_name(next_kind(kind, man_1_to_9=jumps))) for kind in kinds)


_SERIES: Final[Mapping[int, StrPromise]] = MappingProxyType(
    {
        1: _("Basic patterns"),
        2: _("One suit"),
        3: _("Honours"),
        4: _("Triplets and kans"),
        5: _("Identical sequences"),
        6: _("The same in three suits"),
        7: _("Consecutive sets"),
        8: _("Terminals"),
        9: _("Patterns of chance"),
        10: _("Irregular hands"),
    }
)
_SUM: Final = ("worth_cap", "worth_chicken_hand", "payment_base")


def pattern_list(guide: GuideVersion) -> dict[str, Any]:
    """All that the hands of a Zung Jung version can count, for its page. No query."""
    return {
        "series": [
            {
                "number": number,
                "title": str(title),
                "entries": [
                    _pattern(guide, each)
                    for each in PATTERNS
                    if each.source.partition(".")[0] == str(number)
                ],
            }
            for number, title in _SERIES.items()
        ],
        "sums": guide.lines(_SUM),  # how the patterns of a hand are added
        "chicken": shown_hand(hand) if (hand := _example(pattern_entry("chicken_hand"))) else None,
    }


def _pattern(guide: GuideVersion, pattern: Pattern) -> YakuEntry:
    entry = pattern_entry(pattern.key)
    return _shown(
        *(guide, pattern.key, f"worth_{pattern.key}", entry, _example(entry)),
        number=pattern.source,
        notes=guide.lines(entry.notes),
    )


def _example(entry: Entry) -> Hand | None:
    return hand_of(entry.examples[0]) if entry.examples else None
