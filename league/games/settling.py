"""Storing what rule versions make of games; only what is new is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from league.games.counted import Counted, counted_by_game
from league.games.outcomes import Outcome, Resettled, resettled
from league.games.played import Played, at_table, played
from league.models import League, RuleChange, Settlement
from league.rulebook.line import always
from rules.models import RuleVersion
from rules.parameters import BooParameters


class Rewritten(NamedTuple):
    """A game that was given another settlement, and whether its scores are others than before."""

    game: Played
    scores_changed: bool


#: the columns that every new settlement fills; places and scores by seat follow
_COLUMNS = ("hanchan_id", "hanchan_revision", "version_id", "apart", "result", "dabu_ken")
_PLACES = tuple(f"place_{seat}" for seat in range(4))
_SCORES = tuple(f"score_{seat}" for seat in range(4))
SETTLEMENT_COLUMNS = (*_COLUMNS, *_PLACES, *_SCORES)


def settlement_values(found: Resettled, outcome: Outcome) -> tuple[Any, ...]:
    """What a result fills ``SETTLEMENT_COLUMNS`` with.

    ``apart`` takes what the rule lets fall out of the zero sum: penalties paid to nobody and
    sticks that nobody gets.
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
    """The row for a result, not stored yet."""
    values = settlement_values(found, outcome)
    columns = dict(zip(SETTLEMENT_COLUMNS, values, strict=True))
    return Settlement(change=change, reason=reason, **columns)


def is_new(found: Resettled, counted: Counted | None) -> bool:
    """Whether an outcome differs from what counts, in any way that a reader would see."""
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
    """What is missing, of games that can stand."""
    for each in found:
        if each.outcome is not None and is_new(each, counted.get(each.game.game)):
            yield each, each.outcome


def settle_table(
    *, league: League, session: int, table: int, game: int, version: RuleVersion, reason: str = ""
) -> list[Rewritten]:
    """Settle a stored game's present revision and, of Boo, all that its table played that evening.

    The caller holds the league's lock. Four queries, and one that writes.

    Args:
        league: whose games they are.
        session: key of the evening.
        table: the table's number.
        game: key of the game that changed; of Boo also one that is voided or has left the table.
        version: in force on that evening.
        reason: why it changed, in the person's words.

    Returns:
        The games that count otherwise now.
    """
    line = always(version)
    is_boo = isinstance(line.parameters(version), BooParameters)
    games = at_table(session, table) if is_boo else Q(hanchan=game)
    found = resettled(played(league, games), line)
    counted = counted_by_game(league.club_id, games & Q(hanchan__league=league))
    new = list(new_outcomes(found, counted))
    Settlement.objects.bulk_create(
        settlement_row(each, outcome, reason=reason) for each, outcome in new
    )
    return [
        Rewritten(each.game, _scores_differ(each, counted.get(each.game.game)))
        for each, _outcome in new
    ]


def _scores_differ(found: Resettled, counted: Counted | None) -> bool:
    return (
        counted is not None and found.outcome is not None and counted.scores != found.outcome.scores
    )
