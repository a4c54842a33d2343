"""What is this hand worth? The best reading by points under a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import le
from typing import Final

from rules.parameters import YakuRule
from scoring.hands.checks import (
    MOST_HONBA,
    MOST_STICKS,
    flag_problems,
    holds_the_win,
    meld_problems,
    reds_of,
)
from scoring.hands.errors import HandError, NotAWinError, NoYakuError
from scoring.hands.hand import (
    ANY_RIICHI,
    CHANKAN,
    CHANKAN_CLOSED,
    RENHOU,
    RENHOU_ALONE,
    Hand,
    Meld,
)
from scoring.hands.prices import DEALER_AT, HONBA_AT
from scoring.hands.readings import NOTHING, WINDS_OF, Readings, on_table_of
from scoring.hands.tiles import (
    AT,
    KIND_OF,
    KINDS,
    ODD,
    POCCHI,
    RED_OF,
    REDS_AT,
    WEIGHTS,
    Kind,
    Tile,
    Tiles,
    kind_of,
    packed,
    tiles_in,
)
from scoring.hands.worths import BonusCount, Value, Worths
from scoring.hands.yaku import KnownFlags

#: combinations of flags, and melds, that are remembered at most
MOST_SEEN: Final = 5_000

_RED_BITS: Final = 9
_NO_KINDS: Final[frozenset[str]] = frozenset()


class Glance:
    """Sees that a hand can be; where it does not, ``checks`` looks for what is wrong.

    What it calls sound has no problem; a sound hand that is unusual (norths set aside) it may leave
    to them.
    """

    def __init__(self, rule: YakuRule) -> None:
        self._rule = rule
        reds = reds_of(rule)
        out = range(1, 8) if rule.tiles.removed_tiles == "man_2_to_8" else ()
        #: tiles that are not in the wall; where all fives are red, plain ones have to be read first
        self._out = sum(7 << AT[kind] for kind in (*out, *self._all_red(reds)))
        self._most_reds = [reds[red] for red in sorted(reds)]
        self._reds: dict[int, bool] = {0: True}
        dora = rule.dora
        self._most_dora = dora.first_indicators + (dora.kan_dora_limit if dora.kan_dora else 0)
        self._most_ura = dora.first_ura_indicators + (dora.kan_dora_limit if dora.kan_ura else 0)
        self._players = rule.game.players
        self._flags: dict[tuple[int, tuple[bool, bool], frozenset[str]], bool] = {}
        self._melds: dict[Meld, bool] = {}

    def is_sound(self, hand: Hand) -> bool:
        """Whether nothing can be wrong with a hand."""
        concealed, win, tsumo, melds, seat, _, flags, dora, ura, nuki, honba, sticks, gold = hand
        number = concealed.number if type(concealed) is Tiles else packed(concealed)
        number += WEIGHTS[win]
        count = 14
        if melds:
            if not all(map(self._is_meld, melds)):
                return False
            called = on_table_of(melds)[0]
            number += called
            count = tiles_in(called) + 14 - 3 * len(melds)
        for tile in dora:
            number += WEIGHTS[tile]
        for tile in ura:
            number += WEIGHTS[tile]
        count += len(dora) + len(ura)
        reds = number >> REDS_AT
        return (
            len(concealed) + 3 * len(melds) == 13
            and not nuki
            and not gold
            # five alike, or so many that the count flows over into the next: then some are missing
            and not number >> 2 & ODD & (number | number >> 1)
            and tiles_in(number) == count
            and not number & self._out
            and (not reds or self._may_be_red(reds))
            and len(dora) <= self._most_dora
            and len(ura) <= self._most_ura
            and not 0 < len(dora) < len(ura)
            and seat < self._players
            and (not honba or 0 < honba <= MOST_HONBA)
            and (not sticks or (0 < sticks <= MOST_STICKS and not sticks % 100))
            and (not flags or self._may_say(hand, flags, melds, (tsumo, not seat)))
        )

    @staticmethod
    def _all_red(reds: Mapping[Tile, int]) -> Iterator[Kind]:
        return (KIND_OF[red] for red, count in reds.items() if count == 4)

    def _may_be_red(self, reds: int) -> bool:
        """Whether there are so many red fives, and no white pocchi among them."""
        found = self._reds.get(reds)
        if found is None:
            counts = [reds >> 3 * suit & 7 for suit in range(3)]
            within = all(map(le, counts, self._most_reds))
            found = self._reds[reds] = within and not reds >> _RED_BITS
        return found

    def _is_meld(self, meld: Meld) -> bool:
        found = self._melds.get(meld)
        if found is None:
            if len(self._melds) >= MOST_SEEN:
                self._melds.clear()
            found = self._melds[meld] = not any(meld_problems(meld, self._rule))
        return found

    def _may_say(
        self, hand: Hand, flags: int, melds: tuple[Meld, ...], by: tuple[bool, bool]
    ) -> bool:
        """Whether the flags can be said; of the tiles only a robbed kan asks."""
        if flags & CHANKAN_CLOSED or (flags & CHANKAN and holds_the_win(hand)):
            return False
        kinds = frozenset([meld.kind for meld in melds]) if melds else _NO_KINDS
        asked = (flags, by, kinds)
        found = self._flags.get(asked)
        if found is None:
            if len(self._flags) >= MOST_SEEN:
                self._flags.clear()
            found = self._flags[asked] = not any(flag_problems(hand, self._rule))
        return found


_BY_EAST = 1 << DEALER_AT


class Evaluator:
    """Values hands under one rule; remembers parts of hands, never whole ones."""

    def __init__(self, rule: YakuRule) -> None:
        self.rule, self.known, self.glance = rule, KnownFlags(rule), Glance(rule)
        self._worth, self._bonus = Worths(rule).of, BonusCount(rule).of
        self._readings = Readings(rule).of
        self._apart = RENHOU if rule.yaku.renhou_alone else 0
        self._minimum, self._two_from = rule.hand.minimum_han, rule.hand.two_han_from_honba

    def value(self, hand: Hand) -> Value:
        """Value a sound hand: ``checks.problem`` finds nothing wrong with it.

        Raises:
            NotAWinError: the tiles are no winning hand.
            NoYakuError: fewer han than the rule asks for.
        """
        concealed, win, tsumo, melds, seat, round_, flags, dora, ura, nuki, honba, sticks, _ = hand
        number = concealed.number if type(concealed) is Tiles else packed(concealed)
        number += WEIGHTS[win]
        if melds:
            on_table = on_table_of(melds)
            whole = number + on_table[0]
        else:
            on_table, whole = NOTHING, number
        if flags:
            flags = self.known[flags]
            if flags & self._apart:
                return self._with_or_without_renhou(hand)
        reads = self._readings(number, on_table, win, WINDS_OF[seat][round_])
        bonus = self._bonus(whole, dora, ura, nuki, flags)
        at = bonus.at
        if honba:
            at += honba << HONBA_AT
        if not seat:
            at += _BY_EAST
        situation = flags << 1 | tsumo
        if len(reads) == 1:
            best = self._worth(reads[0], situation, bonus, at, sticks)
        else:
            best = self._best(
                [self._worth(read, situation, bonus, at, sticks) for read in reads], honba
            )
        if best[0].least + best[1].least < self._minimum or self._two_from is not None:
            self._ask_minimum(best, honba)
        return best

    def _with_or_without_renhou(self, hand: Hand) -> Value:
        """Value a hand for 人和 alone, which takes no dora, and for all else that it has."""
        others = hand.flags & ~RENHOU
        alone = hand._replace(
            concealed=tuple(map(kind_of, hand.concealed)),
            win=kind_of(hand.win),
            flags=others | RENHOU_ALONE,
            dora_indicators=(),
            nuki=0,
            gold=0,
        )
        found: list[Value] = []
        for one in (hand._replace(flags=others), alone):
            try:
                found.append(self.value(one))
            except NoYakuError as error:
                wrong = error
        if not found:
            raise wrong
        return self._best(found, hand.honba)

    def _ask_minimum(self, value: Value, honba: int) -> None:
        if value.han_for_minimum < self._needed(honba):
            raise NoYakuError(han=value.han_for_minimum, needed=self._needed(honba))

    def _needed(self, honba: int) -> int:
        is_raised = self._two_from is not None and honba >= self._two_from
        return max(self._minimum, 2) if is_raised else self._minimum

    def _best(self, found: list[Value], honba: int) -> Value:
        """The reading that pays most of those that the rule pays, if it pays any."""
        if not found:
            raise NotAWinError
        best = found[0]
        for value in found[1:]:
            if self._pays_more(value, best, honba):
                best = value
        return best

    def _pays_more(self, value: Value, than: Value, honba: int) -> bool:
        """Whether a reading counts instead: what the rule does not pay counts least."""
        needed = self._needed(honba)
        is_paid, other_is = value.han_for_minimum >= needed, than.han_for_minimum >= needed
        if is_paid is not other_is:
            return is_paid
        points, most = value.price.points, than.price.points
        return points > most or (points == most and value.rank > than.rank)


def is_wild(hand: Hand) -> bool:
    """Whether the winning tile is a pocchi that stands for any tile."""
    return hand.win == POCCHI and hand.tsumo and hand.has(ANY_RIICHI)


def wild_value(evaluator: Evaluator, hand: Hand) -> Value:
    """Value a hand whose last tile may be any; of equal ones the lowest tile.

    Source: Nekohouse 4b and 3b. It becomes a red five where ``pocchi_may_be_red`` says so, and a
    fifth of its kind is as good as any: assumed, since the wild tile is none of them.

    Raises:
        NotAWinError: no tile wins.
        NoYakuError: none with a yaku.
    """
    best: Value | None = None
    wrong: HandError = NotAWinError()
    for tile in _stands_for(evaluator.rule):
        try:
            found = evaluator.value(hand._replace(win=tile))
        except NotAWinError:
            continue
        except HandError as error:
            wrong = error
            continue
        if best is None or found.total > best.total:
            best = found
    if best is None:
        raise wrong
    return best


def _stands_for(rule: YakuRule) -> Iterator[Tile]:
    reds = reds_of(rule) if rule.tiles.pocchi_may_be_red else {}
    for kind in range(KINDS):
        if rule.tiles.removed_tiles == "man_2_to_8" and kind in range(1, 8):
            continue
        red = RED_OF.get(kind)
        yield red if red is not None and reds.get(red) else kind
