"""From a hand of a ``replay`` request to the hand that the engine plays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.errors import shown
from rules.parameters import Parameters, RiichiParameters
from scoring.errors import ScoringError
from scoring.game.checks import check_seats
from scoring.game.errors import ContradictionError, GameError, MissingPartError
from scoring.game.outcomes import deposits
from scoring.game.requests import (
    AnyHandRequest,
    BooHandRequest,
    BooWinRequest,
    PricedRequest,
    RiichiWinRequest,
    WinRequest,
    ZungJungWinRequest,
)
from scoring.game.values import GameState, TableHand, TablePenalty, WonHand, YakumanTenpai
from scoring.hands.checks import gold_in, with_reds
from scoring.hands.evaluator import Evaluator, is_wild
from scoring.hands.hand import ANY_RIICHI, CHIIHOU, FLAGS, IPPATSU, Hand, flags_of
from scoring.hands.lines import AnyEvaluator, evaluator_of, value_of
from scoring.hands.requests import HandRequest, ZungJungRequest, hand_of
from scoring.hands.worths import Value
from scoring.payments import NO_CHIPS, ChipReasons, Liability
from scoring.requests import read_as
from scoring.zung_jung.checks import check as zung_jung_check
from scoring.zung_jung.evaluator import ZungJungEvaluator

_WINDS: Final = "ESWN"
#: what says under which rule a hand is valued, and what it is left out for; a win needs none of it
_HEADING: Final[Mapping[str, object]] = MappingProxyType({"rule": None, "on": None, "with": {}})


class AtTable(NamedTuple):
    """What the table knows of a win."""

    heading: Mapping[str, Any]  # of the request: rule, on, with
    winner: int
    tsumo: bool
    seat: int  # wind
    round: int  # wind
    honba: int
    sticks: int  # in points, those of this hand too
    sticks_before: int  # as the hand began
    riichi: bool
    is_from_dealer: bool | None  # whether East discarded the tile; None: nobody did, or not said


class Valued(NamedTuple):
    """A hand that is worth something."""

    han: int = 0
    fu: int | None = None
    yakuman: int = 0
    dora: int = 0
    worth: int = 0
    is_charged: bool = True  # Zung Jung: False when the hand says that nobody answers for it
    chips: ChipReasons = ChipReasons()


class TileValuer:
    """Values the hands of a game under one rule."""

    def __init__(self, rule: Parameters) -> None:
        self._rule = rule

    @cached_property
    def _evaluator(self) -> AnyEvaluator:
        return evaluator_of(self._rule)  # made only where a game enters tiles

    def valued(self, request: Mapping[str, Any], table: AtTable) -> Valued:
        """Value a hand.

        Args:
            request: a ``value`` request; what the table knows may be left out.
            table: what it knows.

        Raises:
            ContradictionError: the request says otherwise than the table.
            ScoringError: it is no such request, or the hand has no value.
        """
        known = _known(request, table)
        evaluator = self._evaluator
        if isinstance(evaluator, ZungJungEvaluator):
            asked = read_as(ZungJungRequest, known)
            hand = hand_of(asked)
            zung_jung_check(hand)
            if hand.has(CHIIHOU) and table.is_from_dealer is False:
                raise ContradictionError("blessing-of-earth", field="flags")
            worth = evaluator.value(hand, responsible=asked.responsible).worth
            return Valued(worth=worth, is_charged=asked.responsible)
        if table.riichi:
            known = {"flags": ["riichi"], **known}
        hand = hand_of(read_as(HandRequest, known))
        if bool(evaluator.known[hand.flags] & ANY_RIICHI) != table.riichi:
            reason = "riichi-not-said" if table.riichi else "riichi-not-declared"
            raise ContradictionError(reason, field="flags", seat=table.winner)
        return _valued(evaluator, hand, value_of(evaluator, hand))

    def has_riichi(self, request: Mapping[str, Any]) -> bool:
        """Whether the flags of a request name a riichi that the rule knows; it may be anything."""
        flags, evaluator = request.get("flags"), self._evaluator
        if isinstance(evaluator, ZungJungEvaluator) or not isinstance(flags, list):
            return False
        named = flags_of(flag for flag in flags if isinstance(flag, str) and flag in FLAGS)
        return bool(evaluator.known[named] & ANY_RIICHI)


def _known(request: Mapping[str, Any], table: AtTable) -> dict[str, Any]:
    """The request with what the table knows, once they agree.

    No honba and no sticks are what a request has that leaves them out, so they contradict nothing:
    the table pays them anyway. What is of the wrong kind is left for the reader to refuse.
    """
    for name, left_out in _HEADING.items():
        has = table.heading.get(name, left_out)
        if request.get(name, has) != has:
            raise _contradiction(name, request[name], has)
    knows: dict[str, tuple[object, ...]] = {
        "how": ("tsumo" if table.tsumo else "ron",),
        "seat": (_WINDS[table.seat],),
        "round": (_WINDS[table.round],),
        "honba": (table.honba, 0),
        "sticks": (table.sticks, table.sticks_before, 0),
    }
    known = {**request, "rule": ""}
    for name, allowed in knows.items():
        value = request.get(name, allowed[0])
        if type(value) is type(allowed[0]):
            if value not in allowed:
                raise _contradiction(name, value, allowed[0])
            known[name] = allowed[0]
    return known


def _contradiction(name: str, value: object, has: object) -> ContradictionError:
    return ContradictionError(
        "contradicts", field=name, said=shown(str(value)), table=shown(str(has))
    )


def _valued(evaluator: Evaluator, hand: Hand, value: Value) -> Valued:
    chips = _reasons(evaluator, hand, value)
    if value.yakuman:
        return Valued(yakuman=value.yakuman, chips=chips)
    return Valued(han=value.han, fu=value.fu, dora=value.dora_beside, chips=chips)


def _reasons(evaluator: Evaluator, hand: Hand, value: Value) -> ChipReasons:
    """For what chips are due, of a yakuman too; an open hand has none where the rule says so."""
    rule, bonus = evaluator.rule, value.bonus.named
    if not hand.is_closed and isinstance(rule, RiichiParameters) and rule.chips.chip_closed_only:
        return NO_CHIPS
    return ChipReasons(
        ippatsu=int(bool(evaluator.known[hand.flags] & IPPATSU)),
        ura=bonus.get("ura_dora", 0),
        red=bonus.get("aka_dora", 0),
        pocchi=int(is_wild(hand)),
        gold=gold_in(with_reds(hand, rule), rule),
    )


class TableHandReader:
    """Reads the hands of one game as the engine plays them."""

    def __init__(self, rule: Parameters, heading: Mapping[str, Any]) -> None:
        self._rule, self._heading, self._tiles = rule, heading, TileValuer(rule)

    def read(self, asked: AnyHandRequest, state: GameState) -> TableHand:
        """Read a hand as it is played from a state.

        Raises:
            GameError: a win does not say what it is worth, or contradicts the table.
            ScoringError: tiles that have no value.
        """
        hand = TableHand(
            result=asked.result,
            riichi=self._riichi(asked),
            tenpai=asked.tenpai,
            kind=asked.kind,
            by=asked.by,
            penalties=tuple(TablePenalty(seat=p.seat, kind=p.kind) for p in asked.penalties),
            yakuman_tenpai=tuple(
                YakumanTenpai(seat=each.seat, value=each.value) for each in asked.yakuman_tenpai
            ),
            stop=asked.stop,
            give_up=asked.give_up,
            time_up=asked.time_up,
        )
        return replace(hand, wins=tuple(self._wins(_with_dora(asked), hand, state)))

    def _riichi(self, asked: AnyHandRequest) -> tuple[int, ...]:
        """Whose riichi stands: as said, or else all of 四家立直 and who has won by riichi."""
        if "riichi" in asked.model_fields_set:
            return asked.riichi
        if asked.kind == "suurii":
            return tuple(range(self._rule.game.players))
        winners = [
            win.winner for win in asked.wins if win.value and self._tiles.has_riichi(win.value)
        ]
        return tuple(dict.fromkeys(winners))  # who is named twice is refused as a winner

    def _wins(
        self, wins: Iterable[WinRequest], hand: TableHand, state: GameState
    ) -> Iterable[WonHand]:
        for at, win in enumerate(wins):
            field = f"wins.{at}"
            known = self._valued(win, hand, state, field)
            if isinstance(win, ZungJungWinRequest):
                yield _of_worth(win, known, hand, field)
            else:
                assert isinstance(win, PricedRequest)
                yield _of_price(win, known, field, is_paid=hand.result != "abort")

    def _valued(
        self, win: WinRequest, hand: TableHand, state: GameState, field: str
    ) -> Valued | None:
        """What the tiles are worth, if the win names them."""
        if win.value is None:
            return None
        check_seats(self._rule, replace(hand, wins=(WonHand(winner=win.winner),)))
        table = AtTable(
            heading=self._heading,
            winner=win.winner,
            tsumo=hand.result == "tsumo",
            seat=(win.winner - state.dealer) % len(state.points),
            round=state.round % 4,
            honba=state.honba,
            sticks=state.sticks + sum(deposits(self._rule, state.points, hand)),
            sticks_before=state.sticks,
            riichi=win.winner in hand.riichi,
            is_from_dealer=None if win.discarder is None else win.discarder == state.dealer,
        )
        try:
            return self._tiles.valued(win.value, table)
        except ScoringError as error:
            raise error.within(f"{field}.value") from error.__cause__


def _with_dora(asked: AnyHandRequest) -> Iterable[WinRequest]:
    """The wins; of Boo with the dora of the hand, where the win itself says nothing of any."""
    if not isinstance(asked, BooHandRequest) or not asked.dora:
        return asked.wins
    if not asked.wins:
        raise GameError("not-here", field="dora", result=asked.result)
    dora = asked.dora
    for at, win in enumerate(asked.wins):
        if win.dora not in (None, dora):
            raise ContradictionError(
                "contradicts", field=f"wins.{at}.dora", said=win.dora, table=dora
            )
    return [win.model_copy(update={"dora": dora}) for win in asked.wins]


def _of_price(win: PricedRequest, known: Valued | None, field: str, *, is_paid: bool) -> WonHand:
    ways = (win.han is not None or win.fu is not None, bool(win.yakuman), known is not None)
    if sum(ways) > 1:
        raise GameError("several-ways", field=field)
    if is_paid and win.han is None and not win.yakuman and known is None:
        raise MissingPartError("han-needed", field=f"{field}.han")
    dora = win.dora if isinstance(win, BooWinRequest) else None
    chips = win.chips if isinstance(win, RiichiWinRequest) else None
    if known is not None and (dora is not None or chips is not None):
        raise GameError("tiles-say", field=f"{field}.{'chips' if dora is None else 'dora'}")
    if chips is not None and chips.gold > chips.red:
        raise GameError("gold-above-red", field=f"{field}.chips.gold")
    known = known or Valued(
        han=win.han or 0,
        fu=win.fu,
        yakuman=win.yakuman or 0,
        dora=dora or 0,
        chips=ChipReasons(**chips.model_dump()) if chips else NO_CHIPS,
    )
    return WonHand(
        winner=win.winner,
        discarder=win.discarder,
        han=known.han,
        fu=known.fu,
        yakuman=known.yakuman,
        liable=tuple(Liability(each.seat, each.times) for each in win.pao),
        dora=known.dora,
        chips=known.chips,
    )


def _of_worth(
    win: ZungJungWinRequest, known: Valued | None, hand: TableHand, field: str
) -> WonHand:
    if known is None and win.worth is None:
        raise MissingPartError("worth-missing", field=f"{field}.worth")
    if known is not None and win.worth is not None:
        raise GameError("tiles-say", field=f"{field}.worth")
    return WonHand(
        winner=win.winner,
        discarder=win.discarder,
        worth=known.worth if known else win.worth or 0,
        responsible=_responsible(win, known),
    )


def _responsible(win: ZungJungWinRequest, known: Valued | None) -> int | None:
    """The seat that answers: as said, or else the discarder unless the tiles say nobody does."""
    if "responsible" in win.model_fields_set and win.responsible is not True:
        return None if win.responsible is False else win.responsible
    return win.discarder if known is None or known.is_charged else None
