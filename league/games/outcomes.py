"""What a line of rule versions makes of games that were played, without writing anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from league.games.played import Played
from league.games.records import Key
from league.rulebook.line import RuleLine
from rules.models import RuleVersion
from rules.options import chosen_under
from rules.parameters import BooParameters
from scoring.boo import TableGame, chain_scores
from scoring.checks import Checker
from scoring.errors import ScoringError
from scoring.settlement import Scores, Settler, problems
from scoring.standings import Record, Running

_NO_CHIPS = (0, 0, 0, 0)


class Outcome(NamedTuple):
    """A game's settlement as it is stored and counted."""

    places: tuple[int, ...]
    place_halves: tuple[int, ...]
    scores: tuple[int, ...]
    result: str  # Boo only; else empty
    dabu_ken: int | None  # Boo: the seat that held the right as the game began


class Resettled(NamedTuple):
    """A game under the version of its day; without an outcome, ``why`` it cannot stand."""

    game: Played
    version: RuleVersion | None
    outcome: Outcome | None
    why: ScoringError | None = None


def resettled(games: Iterable[Played], line: RuleLine) -> Iterator[Resettled]:
    """Settle games, each under the version of its day, Boo tables with the right carried on.

    Args:
        games: live games in the order of play; a Boo table's evening has to be whole.
        line: the versions.
    """
    for (day, _session, _table), group in groupby(games, key=lambda game: game[1:4]):
        version = line.on(day)
        parameters = None if version is None else line.parameters(version)
        if version is None or parameters is None:
            yield from (Resettled(game, version, None) for game in group)
        elif isinstance(parameters, BooParameters):
            yield from _table_of_boo(list(group), version, parameters)
        else:
            check, settle = line.made_ready(version, parameters)
            for game in group:
                if game.options:
                    own = line.made_ready(version, parameters, game.options)
                    yield _settled(game, version, *own)
                else:
                    yield _settled(game, version, check, settle)


def records_of(found: Iterable[Resettled], *, counts_busts: bool) -> dict[Key, Record]:
    """Each member's record of each day, from games that are settled but not stored."""
    sums = running_of(found, counts_busts=counts_busts)
    return {key: running.record() for key, running in sums.items()}


def running_of(found: Iterable[Resettled], *, counts_busts: bool) -> dict[Key, Running]:
    """The same, not yet summed up."""
    sums: dict[Key, Running] = {}
    for game, _version, outcome, _why in found:
        if outcome is None:
            continue
        day, held, chips = game.day, game.result.points, game.result.chips or _NO_CHIPS
        result, known, players = outcome.result or None, game.points_are_known, len(game.members)
        order = day, game.number, game.table, game.game
        by_seat = zip(
            *(game.members, outcome.places, outcome.place_halves, outcome.scores, held, chips),
            strict=False,  # a table of three has no fourth chips
        )
        for member, place, halves, score, points, won in by_seat:
            running = sums.get((member, day))
            if running is None:
                running = sums[member, day] = Running()
            told = points if known else 0
            busted, is_last = counts_busts and told < 0, place == players
            plain = order, place, halves, score, told, won, busted, is_last
            running.add(plain, result=result, points_are_known=known)
    return sums


def _settled(game: Played, version: RuleVersion, check: Checker, settle: Settler) -> Resettled:
    for problem in check(game.result):
        return Resettled(game, version, None, problem)
    return Resettled(game, version, _outcome(settle(game.result), None))


def _table_of_boo(
    games: Sequence[Played], version: RuleVersion, parameters: BooParameters
) -> Iterator[Resettled]:
    """A game that cannot stand is passed over; the right goes on to the next."""
    own = {game.game: chosen_under(parameters, game.options) for game in games}
    wrong = {
        game.game: found[0] for game in games if (found := problems(game.result, own[game.game]))
    }
    sound = [game for game in games if game.game not in wrong]
    chained = chain_scores(
        (
            TableGame(players=game.members, result=game.result, own_rule=own[game.game])
            for game in sound
        ),
        parameters,
    )
    outcomes = {
        game.game: _outcome(link.outcome, link.game.result.dabu_ken)
        for game, link in zip(sound, chained, strict=True)
    }
    for game in games:
        yield Resettled(game, version, outcomes.get(game.game), wrong.get(game.game))


def _outcome(scores: Scores, dabu_ken: int | None) -> Outcome:
    return Outcome(scores.places, scores.place_halves, scores.scores, scores.result or "", dabu_ken)
