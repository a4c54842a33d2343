"""The Boo games of a table in order, the right to double (ダブ権) carried from one to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from rules.parameters import BooParameters
from scoring.results import GameResult, Settled
from scoring.settlement import NO_CLAUSES, Scores, settle, settle_scores


class _LeavesARight(Protocol):
    @property
    def dabu_ken(self) -> int | None:
        """The seat that holds the right after the game."""


O_co = TypeVar("O_co", bound=_LeavesARight, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableGame:
    """A game of the table with who sat where."""

    players: tuple[int, ...]  # by seat, any ids that stay the same from game to game
    result: GameResult
    own_rule: BooParameters | None = None  # where its event chose something for itself


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainedGame(Generic[O_co]):
    """A game of the table, settled with the right that earlier games left."""

    game: TableGame  # its ``result.dabu_ken`` is the seat whose right could double it
    outcome: O_co
    holders: tuple[int, ...]  # the players who hold the right after it, the longest first


def chain(
    games: Iterable[TableGame],
    parameters: BooParameters,
    stated_by: Mapping[str, str] = NO_CLAUSES,
) -> list[ChainedGame[Settled]]:
    """Settle all live Boo games that a table played in one session, in the order of play.

    Nobody holds the right at first. Whoever makes maru-A or better, by a yakuman too, holds it
    until the next game that they sit in, and loses it there unless it is made again. It waits while
    its holder sits out, so several people may hold one at a time. What the results say about the
    right themselves is not looked at, so the games may be inserted, edited or left out at will and
    the list be settled again.

    Args:
        games: in the order of play, voided ones left out.
        parameters: the version in force on the session's day.
        stated_by: parameter name to clause code (or ``assumed``), to be shown with each part.

    Raises:
        ScoringError: what is wrong with the first game that cannot be settled.

    Source: BOO-16 (in the next game, in a row). That this is the next game at the same table in
    the same session with the holder seated: assumed (docs/adr/0010).
    """
    return _carry(games, lambda game: settle(game.result, game.own_rule or parameters, stated_by))


def chain_scores(
    games: Iterable[TableGame], parameters: BooParameters
) -> list[ChainedGame[Scores]]:
    """Settle games that are known to be sound as :func:`chain` does, without checks and parts."""
    return _carry(games, lambda game: settle_scores(game.result, game.own_rule or parameters))


def _carry(
    games: Iterable[TableGame], settled: Callable[[TableGame], O_co]
) -> list[ChainedGame[O_co]]:
    chained: list[ChainedGame[O_co]] = []
    holders: tuple[int, ...] = ()
    for game in games:
        seat = _who_could_double(game, holders)
        carried = replace(game, result=replace(game.result, dabu_ken=seat))
        outcome = settled(carried)
        holders = tuple(player for player in holders if player not in game.players)
        if outcome.dabu_ken is not None:
            holders += (game.players[outcome.dabu_ken],)
        chained.append(ChainedGame(game=carried, outcome=outcome, holders=holders))
    return chained


def _who_could_double(game: TableGame, holders: tuple[int, ...]) -> int | None:
    """The seated holder with the most points, ties by seat: only the top doubles."""
    seats = (seat for seat, player in enumerate(game.players) if player in holders)
    return max(seats, key=lambda seat: (game.result.points[seat], -seat), default=None)
