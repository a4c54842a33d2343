"""What rule versions make of games that were played, and storing of it what is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Q

from league.games.played import Played, at_table, played
from league.games.tallies import Counted, Key, counted_by_game
from league.models import League, RuleChange, Settlement
from league.rulebook.versions import RuleLine, always
from rules.models import RuleVersion
from rules.parameters import BooParameters, chosen_under
from scoring.boo import TableGame, chain_scores
from scoring.checks import Checker, problems
from scoring.errors import ScoringError
from scoring.settlement import Scores, Settler
from scoring.standings import Record, Running

_NO_CHIPS = (0, 0, 0, 0)


class Outcome(NamedTuple):
    places: tuple[int, ...]
    place_halves: tuple[int, ...]
    scores: tuple[int, ...]
    result: str  # Boo only; else empty
    dabu_ken: int | None  # Boo: the seat that held the right as the game began


class Resettled(NamedTuple):
    """A game under its day's version; if it is invalid, ``why`` replaces the outcome."""

    game: Played
    version: RuleVersion | None
    outcome: Outcome | None
    why: ScoringError | None = None


def resettled(games: Iterable[Played], line: RuleLine) -> Iterator[Resettled]:
    """Settle games, each under its day's version, carrying on the right at Boo tables.

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
    """Return each member's daily record, from games that are settled but not stored."""
    sums = running_of(found, counts_busts=counts_busts)
    return {key: running.record() for key, running in sums.items()}


def running_of(found: Iterable[Resettled], *, counts_busts: bool) -> dict[Key, Running]:
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
            known_points = points if known else 0
            busted, is_last = counts_busts and known_points < 0, place == players
            plain = order, place, halves, score, known_points, won, busted, is_last
            running.add(plain, result=result, points_are_known=known)
    return sums


def _settled(game: Played, version: RuleVersion, check: Checker, settle: Settler) -> Resettled:
    for problem in check(game.result):
        return Resettled(game, version, None, problem)
    return Resettled(game, version, _outcome(settle(game.result), None))


def _table_of_boo(
    games: Sequence[Played], version: RuleVersion, parameters: BooParameters
) -> Iterator[Resettled]:
    """Skip an invalid game; the right goes on to the next."""
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


class Rewritten(NamedTuple):
    game: Played
    scores_changed: bool
    settlement: Settlement


#: the columns that every new settlement fills; places and scores by seat follow
_COLUMNS = ("hanchan_id", "hanchan_revision", "version_id", "apart", "result", "dabu_ken")
_PLACES = tuple(f"place_{seat}" for seat in range(4))
_SCORES = tuple(f"score_{seat}" for seat in range(4))
SETTLEMENT_COLUMNS = (*_COLUMNS, *_PLACES, *_SCORES)


def settlement_values(found: Resettled, outcome: Outcome) -> tuple[Any, ...]:
    """Return the values for ``SETTLEMENT_COLUMNS``.

    ``apart`` takes what the rule drops from the zero sum: penalties paid to nobody and sticks
    that nobody gets.
    """
    assert found.version is not None  # what is settled, is settled under a version
    game, scores = found.game, outcome.scores
    head = game.game, game.revision, found.version.pk, sum(scores), outcome.result, outcome.dabu_ken
    if len(scores) == 4:
        return head + outcome.places + scores
    return (*head, *outcome.places, None, *scores, None)


def settlement_row(
    found: Resettled, outcome: Outcome, *, reason: str = "", change: RuleChange | None = None
) -> Settlement:
    values = settlement_values(found, outcome)
    columns = dict(zip(SETTLEMENT_COLUMNS, values, strict=True))
    return Settlement(change=change, reason=reason, **columns)


def is_new(found: Resettled, counted: Counted | None) -> bool:
    """Return whether an outcome differs visibly from what counts."""
    return (
        counted is None
        or found.outcome is None
        or (
            counted.revision,
            counted.places,
            counted.scores,
            counted.result,
            counted.dabu_ken,
        )
        != (
            found.game.revision,
            found.outcome.places,
            found.outcome.scores,
            found.outcome.result,
            found.outcome.dabu_ken,
        )
    )


def new_outcomes(
    found: Iterable[Resettled], counted: Mapping[int, Counted]
) -> Iterator[tuple[Resettled, Outcome]]:
    for each in found:
        if each.outcome is not None and is_new(each, counted.get(each.game.game)):
            yield each, each.outcome


def settle_table(
    *,
    league: League,
    session: int,
    table: int,
    game: int,
    version: RuleVersion,
    reason: str = "",
    just_stored: Played | None = None,
) -> list[Rewritten]:
    """Settle a game's present revision and, in Boo, its table's whole evening.

    The caller holds the league's lock. Four queries, and one that writes.

    Args:
        league: whose games they are.
        session: key of the evening.
        table: the table's number.
        game: key of the changed game; in Boo also one that is voided or has left the table.
        version: in force on that evening.
        reason: why it changed, in the person's words.
        just_stored: the game as this transaction has stored it for the first time: outside Boo
            nothing is read then.

    Returns:
        The games whose counted settlement changed.
    """
    line = always(version)
    is_boo = isinstance(line.parameters(version), BooParameters)
    games = at_table(session, table) if is_boo else Q(hanchan=game)
    counted: Mapping[int, Counted] = {}
    if just_stored is not None and not is_boo:
        found = resettled([just_stored], line)
    else:
        found = resettled(played(league, games), line)
        counted = counted_by_game(league.club_id, games & Q(hanchan__league=league))
    new = list(new_outcomes(found, counted))
    rows = Settlement.objects.bulk_create(
        settlement_row(each, outcome, reason=reason) for each, outcome in new
    )
    rewritten = []
    for (each, outcome), row in zip(new, rows, strict=True):
        row.version = version
        before = counted.get(each.game.game)
        changed = before is not None and before.scores != outcome.scores
        rewritten.append(Rewritten(each.game, changed, row))
    return rewritten
