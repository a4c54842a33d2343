"""What a hand does to the table, before anything is said about the end of the game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

from rules.parameters import (
    BooParameters,
    Parameters,
    RiichiParameters,
    YakuRule,
    ZungJungParameters,
)
from rules.parameters.play import OffencePenalties
from scoring.game.errors import FuNeededError, GameError, NotPlayedError, RiichiRefusedError
from scoring.game.values import AbortKind, GameState, TableHand, WonHand
from scoring.payments import NO_CHIPS, Cashier, OnTable, Paid, Transfer, Win, in_turn_order
from scoring.zung_jung.payment import movements

#: why the dealer keeps the seat; ``draw``: noten, at an exhaustive one; ``replay``: it was void
StaysBy: TypeAlias = Literal["win", "tenpai", "draw", "abort", "replay"]

Honba: TypeAlias = Literal["grows", "kept", "reset"]


class Outcome(NamedTuple):
    """The movements of a hand, its deposits apart, and what becomes of dealer and honba."""

    points: tuple[int, ...]  # by seat; they sum to the sticks that were taken
    stays: StaysBy | None  # None: the seat moves on
    honba: Honba
    taken: int = 0  # points that left the table
    chips: tuple[int, ...] = ()
    transfers: tuple[Transfer, ...] = ()
    winners: tuple[int, ...] = ()  # who has won the hand, in turn order


def honba_of(before: int, becomes: Honba) -> int:
    """How many honba the next hand has."""
    if becomes == "reset":
        return 0
    return before + (becomes == "grows")


# What is put down in a hand: riichi sticks, and those of lesser offences.


def deposits(rule: Parameters, points: Sequence[int], hand: TableHand) -> tuple[int, ...]:
    """Say what each seat puts down, in points.

    Riichi come before penalties, whatever their order was: assumed.

    Raises:
        RiichiRefusedError: a player has too little for a riichi.
        NotPlayedError: the rule has no riichi, or no penalties at the table.

    Source: ``riichi_below_stick``, ``riichi_at_zero``, ``penalty_below_stick``,
    ``chombo_returns_sticks``. Below 0, where the game goes on there, a player is treated as at 0
    unless riichi is on credit: assumed.
    """
    down = [0] * len(points)
    for at, seat in enumerate(hand.riichi):
        down[seat] = _for_riichi(rule, seat, points[seat], f"riichi.{at}")
    if isinstance(rule, ZungJungParameters):
        if hand.penalties:
            raise NotPlayedError("no-penalty", field="penalties")
        return tuple(down)
    says, is_void = rule.penalties, hand.result == "chombo"
    if is_void and says.chombo_returns_sticks:
        down = [0] * len(points)
    for penalty in hand.penalties:
        if penalty.kind == "stick" and not says.penalty_stick:
            raise NotPlayedError("no-penalty", field="penalties")
        if penalty.kind == "stick" and not (is_void and says.chombo_returns_penalty_sticks):
            left = points[penalty.seat] - down[penalty.seat]
            down[penalty.seat] += _penalty_stick(says, left)
    return tuple(down)


def _penalty_stick(says: OffencePenalties, held: int) -> int:
    if held >= says.penalty_stick:
        return says.penalty_stick
    return max(held, 0) if says.penalty_below_stick == "all_one_has" else 0


def riichi_allowed(rule: Parameters, points: int) -> bool:
    """Whether a player who holds so much may declare riichi."""
    try:
        _for_riichi(rule, 0, points, "")
    except (NotPlayedError, RiichiRefusedError):
        return False
    return True


def _for_riichi(rule: Parameters, seat: int, held: int, field: str) -> int:
    if isinstance(rule, ZungJungParameters):
        raise NotPlayedError("no-riichi", field=field)
    stick = rule.play.riichi_stick
    if held >= stick or rule.play.riichi_below_stick == "on_credit":
        return stick
    if held <= 0:
        if rule.play.riichi_at_zero == "not_allowed":
            raise RiichiRefusedError("riichi-at-zero", field=field, seat=seat)
        return 0
    if rule.play.riichi_below_stick == "not_allowed":
        raise RiichiRefusedError("riichi-below", field=field, seat=seat, points=held, stick=stick)
    return held


# Chombo.


#: the kind of penalty that a settlement charges for it
CHOMBO = "chombo"


def chombo(cashier: Cashier, state: GameState, hand: TableHand) -> Outcome:
    """Pay a chombo at the table, where it is paid there.

    A hand that is not replayed ends like a draw without a dealer's tenpai: assumed.

    Raises:
        NotPlayedError: the rule has no price for it, or none for a missed yakuman.

    Source: the parameters that begin with ``chombo``.
    """
    rule, payer = cashier.rule, hand.by[0]
    says, owed = rule.penalties, _owed_by_chombo(cashier, state, hand)
    points = tuple(owed.get(seat, -sum(owed.values())) for seat in range(rule.game.players))
    moves = says.chombo_dealer == "moves" and payer == state.dealer
    is_replayed = says.chombo_hand == "replayed" and not moves
    return Outcome(points, "replay" if is_replayed else None, says.chombo_honba)


def is_charged_later(rule: Parameters) -> bool:
    """Whether the settlement charges a chombo and nothing moves at the table.

    Where totals are kept Boo pays victory points, and its penalty table says that they are. Of the
    other rules those do that have no payment at the table.
    """
    if not any(price.kind == CHOMBO for price in rule.penalties.penalty_table):
        return False
    if isinstance(rule, BooParameters | ZungJungParameters):
        return True
    return not rule.penalties.chombo_is_paid


def _owed_by_chombo(cashier: Cashier, state: GameState, hand: TableHand) -> dict[int, int]:
    """What the offender owes each other seat."""
    rule, payer = cashier.rule, hand.by[0]
    owed = _chombo_prices(cashier, state, payer)
    if hand.yakuman_tenpai:
        if rule.penalties.chombo_yakuman_tenpai != "half_of_highest":
            raise NotPlayedError("no-yakuman-tenpai", field="yakuman_tenpai")
        owed |= {each.seat: each.value // 2 for each in hand.yakuman_tenpai}
    return owed


def _chombo_prices(cashier: Cashier, state: GameState, payer: int) -> dict[int, int]:
    rule = cashier.rule
    others = [seat for seat in range(rule.game.players) if seat != payer]
    if is_charged_later(rule):
        return dict.fromkeys(others, 0)
    if rule.penalties.chombo_form == "reverse_mangan":
        mangan = Win(payer, han=_MANGAN_HAN, chips=None)
        paid = cashier.tsumo(mangan, OnTable(state.dealer))
        return {seat: -paid.points[seat] for seat in others}
    if rule.penalties.chombo_payment is None:
        raise NotPlayedError("no-chombo", field="result")
    return dict.fromkeys(others, rule.penalties.chombo_payment)


def _zung_jung_chombo(rule: ZungJungParameters, hand: TableHand) -> Outcome:
    if not is_charged_later(rule):
        raise NotPlayedError("no-chombo", field="result")
    if hand.yakuman_tenpai:
        raise NotPlayedError("no-yakuman-tenpai", field="yakuman_tenpai")
    return Outcome((0,) * rule.game.players, "replay", "kept")


# Whether a won hand says what the rule needs to pay it.


#: han from which no fu are needed
_MANGAN_HAN = 5

#: fu that a hand may have: 七対子, and the tens up to those of many kans
_LEAST_FU, _PAIRS_FU, _MOST_FU = 20, 25, 170


def check_wins(rule: Parameters, state: GameState, hand: TableHand) -> None:
    """Refuse won hands that cannot be paid.

    Raises:
        GameError: han, fu, yakuman or worth are missing, or cannot be.
    """
    if hand.result not in ("ron", "tsumo"):
        return  # of 三家和 nothing is paid
    for at, win in enumerate(hand.wins):
        field = f"wins.{at}"
        if isinstance(rule, ZungJungParameters):
            _check_worth(win, field)
        else:
            _check_price(rule, state, win, field)


def _check_worth(win: WonHand, field: str) -> None:
    if win.han or win.fu or win.yakuman or win.dora or win.liable:
        raise NotPlayedError("only-worth", field=field)
    if win.worth < 1:
        raise GameError("worth-needed", field=f"{field}.worth")
    if win.discarder is None and win.responsible is not None:
        raise GameError("from-on-tsumo", field=f"{field}.responsible")


def _check_price(rule: YakuRule, state: GameState, win: WonHand, field: str) -> None:
    if win.worth or win.responsible is not None:
        raise NotPlayedError("no-worth", field=f"{field}.worth")
    if win.dora and not rule.hand.dora_payment_ron:
        raise NotPlayedError("dora-are-han", field=f"{field}.dora")
    if win.yakuman:
        if win.han or win.fu is not None:
            raise GameError("yakuman-or-han", field=field)
        return
    if win.liable and not (isinstance(rule, RiichiParameters) and rule.pao.pao_rinshan):
        raise NotPlayedError("no-pao", field=f"{field}.pao")
    _han(rule, state, win, field)
    if rule.hand.counting == "fu" and win.han < _MANGAN_HAN:
        _fu(win, field)


def _han(rule: YakuRule, state: GameState, win: WonHand, field: str) -> None:
    needed, two_from = rule.hand.minimum_han, rule.hand.two_han_from_honba
    if two_from is not None and state.honba >= two_from:
        needed = max(needed, 2)
    if win.han < needed:
        raise GameError("few-han", field=f"{field}.han", han=win.han, needed=needed)


def _fu(win: WonHand, field: str) -> None:
    if win.fu is None:
        raise FuNeededError("fu-needed", field=f"{field}.fu")
    is_ten = not win.fu % 10 and _LEAST_FU <= win.fu <= _MOST_FU
    if not is_ten and win.fu != _PAIRS_FU:
        raise GameError("no-fu", field=f"{field}.fu", fu=win.fu)


# Wins.


def won(cashier: Cashier, state: GameState, hand: TableHand, down: tuple[int, ...]) -> Outcome:
    """Pay a hand that was won; three ron may abort it instead.

    Args:
        cashier: pays under the rule.
        state: the table with all that was put down in this hand.
        hand: a sound ron or tsumo.
        down: by seat, what was put down.
    """
    rule, first = cashier.rule, hand.wins[0]
    own = {seat: min(down[seat], rule.play.riichi_stick) for seat in hand.riichi}
    table = OnTable(state.dealer, state.honba, state.sticks, own)
    if first.discarder is None:
        paid = cashier.tsumo(_win(first), table)
    else:
        paid = cashier.ron([_win(each) for each in hand.wins], first.discarder, table)
    if not paid.winners:
        return aborted_by_three(rule, state, [each.winner for each in hand.wins])
    stays = _winner_stays(rule, state.dealer, paid.winners)
    leader = next(each for each in hand.wins if each.winner == paid.winners[0])
    return Outcome(
        points=paid.points,
        stays="win" if stays else None,
        honba=_honba_after_win(rule, leader, stays=stays),
        taken=sum(paid.points),
        chips=paid.chips,
        transfers=paid.transfers,
        winners=paid.winners,
    )


def after_win(rule: YakuRule, *, stays: bool) -> Honba:
    """What becomes of the honba after a win with a yaku."""
    return "grows" if stays else rule.play.honba_after_child_win


def _winner_stays(rule: YakuRule, dealer: int, winners: tuple[int, ...]) -> bool:
    """Source: ``several_ron_dealer``; a single winner is the first."""
    if rule.play.several_ron_dealer == "stays_if_first":
        return dealer == winners[0]
    return dealer in winners


def _honba_after_win(rule: YakuRule, win: WonHand, *, stays: bool) -> Honba:
    yakuless = not (win.han or win.yakuman)
    if isinstance(rule, BooParameters) and yakuless and not stays:
        return "grows" if rule.play.yakuless_child_win == "honba_grows" else "reset"
    return after_win(rule, stays=stays)


def _win(hand: WonHand) -> Win:
    return Win(
        winner=hand.winner,
        han=hand.han,
        fu=hand.fu,
        yakuman=hand.yakuman,
        dora_beside=hand.dora,
        liable=hand.liable,
        chips=hand.chips,
    )


# Draws.


def drawn(rule: YakuRule, state: GameState, hand: TableHand) -> Outcome:
    """An exhaustive draw: noten players pay, and the dealer may stay, mostly by tenpai."""
    stays = _draw_stays(rule, state, hand.tenpai)
    return Outcome(
        points=noten_payments(rule, hand.tenpai),
        stays=stays,
        honba=after_draw(rule, stays=stays is not None),
    )


def _draw_stays(rule: YakuRule, state: GameState, tenpai: Collection[int]) -> StaysBy | None:
    play = rule.play
    says = play.dealer_stays_after_east if state.round else play.dealer_stays_in_east
    if says != "win" and state.dealer in tenpai:
        return "tenpai"
    return "draw" if says == "win_or_draw" else None


def noten_payments(rule: YakuRule, tenpai: Collection[int]) -> tuple[int, ...]:
    """What each seat pays or gets, all in hundreds: the parameters see to that."""
    players, whole = rule.game.players, rule.play.noten_payment
    if not 0 < len(tenpai) < players:
        return (0,) * players
    gets, pays = whole // len(tenpai), whole // (players - len(tenpai))
    return tuple(gets if seat in tenpai else -pays for seat in range(players))


def after_draw(rule: YakuRule, *, stays: bool) -> Honba:
    """What becomes of the honba after an exhaustive draw."""
    return "grows" if stays or rule.play.honba_grows_on_every_draw else "reset"


#: who call ron when three ron abort a hand
_THREE = 3


def aborted(rule: YakuRule, state: GameState, hand: TableHand) -> Outcome:
    """An abortive draw, as the table names it.

    Raises:
        NotPlayedError: the rule knows none of this kind.
        GameError: the dealer's seat hangs on something that is not said.
    """
    kind = hand.kind
    assert kind is not None  # asked by the checks
    if kind == "sanchahou":
        if rule.game.players < 4 or rule.play.triple_ron != "abort":
            raise NotPlayedError("no-abort", field="kind", kind=kind)
        callers = hand.by or tuple(win.winner for win in hand.wins)
        if rule.play.sanchahou_dealer == "stays_if_winner" and len(callers) != _THREE:
            raise GameError("callers-needed", field="by")
        return aborted_by_three(rule, state, callers)
    says = _abort_says(rule, kind)
    if says == "none":
        raise NotPlayedError("no-abort", field="kind", kind=kind)
    if kind == "suurii" and len(hand.riichi) < rule.game.players:
        raise GameError("suurii", field="riichi", players=rule.game.players)
    return _abort(rule, stays=says == "dealer_stays")


def aborted_by_three(rule: YakuRule, state: GameState, callers: Collection[int]) -> Outcome:
    """Three ron on one discard (三家和)."""
    says = rule.play.sanchahou_dealer
    return _abort(rule, stays=says == "stays" or (says != "moves" and state.dealer in callers))


def _abort_says(rule: YakuRule, kind: AbortKind) -> str:
    draws = rule.draws
    return {
        "kyuushu": draws.abort_kyuushu,
        "suufon": draws.abort_suufon,
        "suukan": draws.abort_suukan,
        "suurii": draws.abort_suurii,
    }[kind]


def _abort(rule: YakuRule, *, stays: bool) -> Outcome:
    by: StaysBy | None = "abort" if stays else None
    honba: Honba = "grows" if rule.draws.abort_adds_honba else "kept"
    return Outcome((0,) * rule.game.players, by, honba)


# 流し: only terminals and honours discarded.


def nagashi(cashier: Cashier, state: GameState, hand: TableHand) -> Outcome:
    """Pay the nagashi of one player or several.

    Honba and sticks, where the rule gives them, go to the first from the dealer; the dealer's own
    counts as a win where the hand counts as one: both assumed.

    Raises:
        NotPlayedError: the rule knows none.

    Source: ``nagashi`` and the parameters that begin with it.
    """
    rule, draws = cashier.rule, cashier.rule.draws
    if draws.nagashi == "none":
        raise NotPlayedError("no-nagashi", field="result")
    seats = in_turn_order(hand.by, state.dealer, rule.game.players)  # the dealer's own comes first
    paid = [
        _nagashi_paid(cashier, state, seat, takes=not at)
        for at, seat in enumerate(seats if draws.nagashi_winners == "all" else seats[:1])
    ]
    noten = noten_payments(rule, hand.tenpai if draws.nagashi_noten_payment else ())
    stays, honba = _after_nagashi(rule, state, hand)
    return Outcome(
        points=_summed([noten, *(each.points for each in paid)]),
        stays=stays,
        honba=honba,
        taken=sum(sum(each.points) for each in paid),
        chips=_summed([each.chips for each in paid]),
        transfers=tuple(transfer for each in paid for transfer in each.transfers),
        winners=tuple(each.winners[0] for each in paid) if draws.nagashi_form == "tsumo" else (),
    )


def _nagashi_paid(cashier: Cashier, state: GameState, seat: int, *, takes: bool) -> Paid:
    draws = cashier.rule.draws
    win = Win(seat, han=_MANGAN_HAN, chips=NO_CHIPS if draws.nagashi_chips else None)
    if draws.nagashi == "yakuman":
        win = win._replace(han=0, yakuman=1)
    table = OnTable(
        state.dealer,
        state.honba if takes and draws.nagashi_takes_honba else 0,
        state.sticks if takes and draws.nagashi_takes_sticks else 0,
    )
    return cashier.tsumo(win, table)


def _after_nagashi(
    rule: YakuRule, state: GameState, hand: TableHand
) -> tuple[StaysBy | None, Honba]:
    is_own = rule.draws.nagashi_dealer == "stays_if_own"
    stays = state.dealer in (hand.by if is_own else hand.tenpai)
    if rule.draws.nagashi_form == "tsumo":
        return ("win" if stays else None), after_win(rule, stays=stays)
    return ("tenpai" if stays else None), after_draw(rule, stays=stays)


def _summed(columns: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(sum(each) for each in zip(*columns, strict=True))


# Zung Jung.


def zung_jung(rule: ZungJungParameters, hand: TableHand) -> Outcome:
    """Pay a sound hand; the dealer moves on after every one that is not replayed.

    Raises:
        NotPlayedError: a result that is not played.

    Source: zung-jung P-1 to P-4. One winner, the first in turn order; that the dealer moves on,
    and that a draw pays nothing: assumed.
    """
    if hand.result == "chombo":
        return _zung_jung_chombo(rule, hand)
    if hand.result == "abort":
        raise NotPlayedError("no-abort", field="kind", kind=str(hand.kind))
    if hand.result == "nagashi":
        raise NotPlayedError("no-nagashi", field="result")
    if hand.result == "draw":
        return Outcome((0,) * rule.game.players, None, "kept")
    return _zung_jung_won(rule, hand)


def _zung_jung_won(rule: ZungJungParameters, hand: TableHand) -> Outcome:
    win = hand.wins[0]
    if win.discarder is not None:
        seats = [each.winner for each in hand.wins]
        first = in_turn_order(seats, win.discarder, rule.game.players)[0]
        win = hand.wins[seats.index(first)]
    moved = movements(
        win.worth,
        base=rule.settlement.payment_base,
        winner=win.winner,
        responsible=win.responsible,
    )
    paid = (
        Transfer(seat, win.winner, -lost, "hand") for seat, lost in enumerate(moved) if lost < 0
    )
    return Outcome(tuple(moved), None, "kept", transfers=tuple(paid), winners=(win.winner,))
