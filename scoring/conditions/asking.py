"""Plays a hand in every way and says which of them bring each player to each place."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parameters import Parameters
from scoring.conditions.draws import draw, drawn
from scoring.conditions.table import Table, goals_of
from scoring.conditions.values import Conditions, Needed, PlayerNeeds, Worth
from scoring.conditions.ways import Tried, tried, way
from scoring.conditions.worths import Winner, dora_beside, is_left_out, least_han, worths
from scoring.game import Game, GameState, TableHand
from scoring.settlement import settler


class Asker:
    """Answers under one rule; of the tables that it was asked about it keeps nothing."""

    def __init__(self, rule: Parameters) -> None:
        self.rule, self.game = rule, Game(rule)
        self._settler, self._goals = settler(rule), goals_of(self.game)
        self._dora = dora_beside(rule)
        self._wins: dict[int, dict[Winner, tuple[Worth, ...]]] = {}  # by the han needed

    def conditions(self, state: GameState, riichi: Sequence[int] = ()) -> Conditions:
        """Say what everybody needs of the next hand, for every place but the last.

        Every win is looked at that brings something else, by tsumo and on each discard, and every
        exhaustive draw. Wins of others, several ron, nagashi and abortive draws are not. Whoever
        has declared riichi is tenpai at a draw. A dealer who may stop does so when asked about,
        and plays on when others are.

        Args:
            state: the game before the hand; riichi declared in it are not paid yet.
            riichi: who has declared one that stands.

        Raises:
            GameError: the game is over, or a riichi cannot have been declared.
        """
        self._check(state, riichi)
        table = Table(self.game, self._settler, state, riichi)
        wins = self._worths(state.honba)
        return Conditions(
            is_last_hand=self.game.is_last_hand(state),
            only_with_yaku=is_left_out(self.rule, honba=state.honba),
            dora_left_out=self._dora,
            players=tuple(self._player(table, seat, wins) for seat in table.seats),
        )

    def _worths(self, honba: int) -> dict[Winner, tuple[Worth, ...]]:
        """All wins, by who wins and how; honba only say how many han are needed."""
        least = least_han(self.rule, honba=honba)
        found = self._wins.get(least)
        if found is None:
            winners = [Winner(deals, draws) for deals in (False, True) for draws in (False, True)]
            found = {each: worths(self.rule, each, least_han=least) for each in winners}
            self._wins[least] = found
        return found

    def _check(self, state: GameState, riichi: Sequence[int]) -> None:
        """Let the engine refuse what cannot be."""
        hand = TableHand(result="draw", riichi=tuple(riichi), tenpai=tuple(sorted(riichi)))
        self.game.play(state, hand)

    def _player(
        self, table: Table, seat: int, wins: dict[Winner, tuple[Worth, ...]]
    ) -> PlayerNeeds:
        now, draws = table.now(), drawn(table, seat)
        may = table.may_declare(seat)
        ways = _tried(table, seat, wins, riichi=False)
        # else the stick comes back with the win, and nothing is asked before it
        later = _tried(table, seat, wins, riichi=True) if may and table.sinks(seat) else ()
        goals = []
        for goal in self._goals:
            tsumo, *ron = (way(seat, goal, each) for each in ways)
            after = tuple(way(seat, goal, each) for each in later)
            goals.append(
                Needed(
                    goal=goal,
                    is_held=now.reaches(seat, goal),
                    tsumo=tsumo,
                    ron=tuple(ron),
                    draws=tuple(draw(seat, goal, each) for each in draws),
                    after_riichi=() if after == (tsumo, *ron) else after,
                )
            )
        return PlayerNeeds(seat, now.place(seat), seat in table.riichi, may, tuple(goals))


def _tried(
    table: Table, seat: int, wins: dict[Winner, tuple[Worth, ...]], *, riichi: bool
) -> tuple[Tried, ...]:
    """Tsumo first, then the others' discards in turn order."""
    players, deals = len(table.seats), seat == table.state.dealer
    others = ((seat + turn) % players for turn in range(1, players))
    return tuple(
        tried(table, seat, discarder, wins[Winner(deals, discarder is None)], riichi=riichi)
        for discarder in (None, *others)
    )
