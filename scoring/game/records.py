"""What a game remembers beside its points: yakuman, winners, who was busted by whom, chombo."""

from __future__ import annotations

from rules.parameters import BooParameters, Parameters, RiichiParameters
from scoring.game.chombo import KIND, is_charged_later
from scoring.game.outcomes import Outcome
from scoring.game.values import GameState, TableHand
from scoring.payments import Transfer
from scoring.results import Bust, GameResult, Penalty, YakumanWin


def remembered(rule: Parameters, state: GameState, hand: TableHand, outcome: Outcome) -> GameState:
    """The state with what a hand adds to the game's memory."""
    wins = [win for win in hand.wins if win.winner in outcome.winners]
    yakuman = tuple(
        YakumanWin(
            winner=win.winner,
            discarder=win.discarder,
            pao=win.liable[0].seat if win.liable else None,
        )
        for win in wins
        if win.yakuman
    )
    ends = isinstance(rule, BooParameters) and rule.game.yakuman_ends_game
    penalties = state.penalties
    if hand.result == "chombo" and is_charged_later(rule):
        penalties += (Penalty(seat=hand.by[0], kind=KIND),)
    return state._replace(
        chips=_added(state.chips, outcome.chips),
        yakuman=yakuman[0] if yakuman and ends else None,
        yakuman_wins=state.yakuman_wins + yakuman,
        winners=state.winners + tuple(w for w in outcome.winners if w not in state.winners),
        penalties=penalties,
    )


def busts_of(seats: tuple[int, ...], transfers: tuple[Transfer, ...]) -> tuple[Bust, ...]:
    """Say who took the last points of each; of several winners the first in turn order.

    Nobody did at a draw or a chombo.
    """
    return tuple(
        Bust(seat=seat, by=next((each.winner for each in transfers if each.payer == seat), None))
        for seat in seats
    )


def result_of(rule: Parameters, state: GameState, dabu_ken: int | None) -> GameResult:
    """A game as the settlement takes it."""
    seats = range(rule.game.players)
    result = GameResult(points=state.points, sticks=state.sticks, penalties=state.penalties)
    if isinstance(rule, BooParameters):
        result.yakuman = () if state.yakuman is None else (state.yakuman,)
        result.dabu_ken = dabu_ken
    if isinstance(rule, RiichiParameters):
        result.chips = state.chips or None
        result.busts = state.busts
        result.yakuman = tuple(
            YakumanWin(winner=win.winner, discarder=win.discarder) for win in state.yakuman_wins
        )
        if rule.settlement.yakitori:
            result.yakitori = tuple(seat for seat in seats if seat not in state.winners)
    return result


def _added(chips: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """Chips so far with those of a hand; empty as long as none moved."""
    if not any(more):
        return chips
    before = chips or (0,) * len(more)
    return tuple(own + each for own, each in zip(before, more, strict=True))
