"""Who holds the right to double (ダブ権) at a table of Boo, by what it has played so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from league.games.entry import HanchanEntry
from league.games.played import Played, at_table, played
from league.models import Hanchan, League, Session
from rules.options import NO_OPTIONS, chosen_under
from rules.parameters import BooParameters
from scoring.boo import ChainedGame, TableGame, chain_scores
from scoring.settlement import GameResult, Scores, problems


@dataclass(frozen=True, slots=True, kw_only=True)
class BooTable:
    """The games of one table on one evening, in the order of play."""

    parameters: BooParameters
    games: Sequence[Played]
    #: of games that are only typed yet
    options: Mapping[str, Any] = field(default_factory=dict)

    def holders(self, number: int) -> tuple[int, ...]:
        """The members who hold the right as game ``number`` begins, the longest first."""
        chained = self._chained(number)
        return chained[-1].holders if chained else ()

    def right_in(self, number: int, players: tuple[int, ...], result: GameResult) -> int | None:
        """The seat whose right could double game ``number`` as it was typed.

        Args:
            number: which game of the table it is.
            players: member keys by seat; any other number for somebody new.
            result: how it ended.
        """
        own_rule = chosen_under(self.parameters, self.options)
        game = TableGame(players=players, result=result, own_rule=own_rule)
        return self._chained(number, game)[-1].game.result.dabu_ken

    def _chained(self, number: int, *more: TableGame) -> list[ChainedGame[Scores]]:
        """Games that cannot stand are passed over, as where they are settled for good."""
        before = []
        for game in self.games:
            rule = chosen_under(self.parameters, game.options)
            if game.number < number and not problems(game.result, rule):
                before.append(TableGame(players=game.members, result=game.result, own_rule=rule))
        return chain_scores([*before, *more], self.parameters)


def boo_table(
    league: League,
    session: Session | None,
    table: int,
    parameters: BooParameters,
    *,
    without: Hanchan | None = None,
    beside: Iterable[HanchanEntry] = (),
    options: Mapping[str, Any] = NO_OPTIONS,
) -> BooTable:
    """Read what a table has played. Three queries, none without an evening.

    Args:
        league: whose games; those of another league pass no right on.
        session: the evening, if there is one yet.
        table: the table's number.
        parameters: the rules of that day.
        without: a game to leave out, because it is about to become another.
        beside: results that are entered together with this one, of any table and league.
        options: what the event chose for itself, for results that are not stored yet.
    """
    games = played(league, at_table(session.pk, table)) if session else []
    left_out = without.pk if without else None
    kept = [game for game in games if game.game != left_out]
    kept += [
        _as_played(entry, options)
        for entry in beside
        if (entry.league.pk, entry.table) == (league.pk, table)
    ]
    ordered = sorted(kept, key=lambda game: game.number)
    return BooTable(parameters=parameters, games=ordered, options=options)


def _as_played(entry: HanchanEntry, options: Mapping[str, Any]) -> Played:
    members = (seat.member_id or -at for at, seat in enumerate(entry.seats, start=1))
    return Played(
        game=0,
        day=entry.day,
        session=0,
        table=entry.table,
        number=entry.number,
        revision=0,
        members=tuple(members),
        result=entry.result(),
        options=options,
    )
