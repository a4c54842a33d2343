"""What a change of the rules would do, without writing anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count
from django.db.models.functions import TruncMonth
from django.utils.translation import gettext as _

from league.days import month_end, month_start
from league.models import League, Member
from league.selectors.change_plan import Plan, leagues_of, touched_games
from league.selectors.change_ranks import Altered, MonthTurned, People, month_turned
from league.selectors.counted import Counted
from league.selectors.outcomes import Resettled, resettled
from league.selectors.played import Played, on_days, played_and_counted
from league.wording import words_for

#: altered games, and games that cannot stand, that are shown one by one
SHOWN = 200
#: games that are settled for a preview; of a longer history the newest months that hold so many
MOST = 20_000


class SeatShift(NamedTuple):
    """What a change makes of one seat of a game; scores in points."""

    name: str
    place_before: int
    place_after: int
    before: int
    after: int
    by: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AlteredGame:
    """A game whose score would be another: by seat, from the first East."""

    game: int
    league: League
    day: date
    table: int
    number: int
    names: tuple[str, ...]
    before: tuple[int, ...]  # scores in points
    after: tuple[int, ...]
    places_before: tuple[int, ...]
    places_after: tuple[int, ...]
    decimals: int  # with which its scores are shown

    @property
    def seats(self) -> list[SeatShift]:
        """Who sat there, each with place and score before and after."""
        columns = (self.names, self.places_before, self.places_after, self.before, self.after)
        return [
            SeatShift(name, place_before, place_after, before, after, after - before)
            for name, place_before, place_after, before, after in zip(*columns, strict=True)
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """A stored game that the planned versions cannot settle, and why, in a sentence."""

    game: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """Everything that a change would do, as far back as it was reckoned."""

    touched: int  # live games on the days that the change touches
    looked_at: int  # of these, the games that were settled for this preview
    since: date | None  # the first month looked at, where older ones were left out
    altered: int  # games whose places or scores would be others
    games: tuple[AlteredGame, ...]  # the first of them
    months: tuple[MonthTurned, ...]
    impossible: int  # games that cannot stand; with any, the change is refused
    cannot_stand: tuple[Impossible, ...]  # the first of them

    @property
    def closed(self) -> tuple[MonthTurned, ...]:
        """The altered months whose ranking was closed: it stays as it is."""
        return tuple(month for month in self.months if month.closed is not None)


def why_not(league: League, found: Resettled) -> str:
    """Say why a game cannot stand, in a sentence with its day."""
    facts = {
        "day": found.game.day.isoformat(),
        "league": league.name,
        "table": found.game.table,
        "number": found.game.number,
    }
    head = _("%(day)s, %(league)s, table %(table)s, game %(number)s:") % facts
    if found.version is None:
        return f"{head} " + _("no rules would be in force on that day.")
    return f"{head} " + (words_for(found.why)[1] if found.why else _("the rules cannot be read."))


def preview(plan: Plan, *, most: int = MOST) -> Preview:
    """Settle the touched games under the plan and compare. Queries grow with months.

    Args:
        plan: what would be in force.
        most: games that are settled; the newest months that hold so many, and one at least.
    """
    touched = touched_games(plan).count()
    since = _since(plan, most) if touched > most else None
    altered = looked_at = 0
    games: list[AlteredGame] = []
    turned: list[MonthTurned] = []
    impossible: list[Impossible] = []
    people = Member.objects.for_club(plan.in_club.club_id).in_bulk()
    for league in leagues_of(plan.in_club):
        for month in _months(plan, league):
            if since and month < since:
                continue
            changed: list[Altered] = []
            for found, counted in _compared(plan, league, month):
                looked_at += 1
                if found.outcome is None:
                    impossible.append(
                        Impossible(game=found.game.game, words=why_not(league, found))
                    )
                elif counted is not None and _differs(found, counted):
                    changed.append((found, counted))
            altered += len(changed)
            shown = changed[: SHOWN - len(games)]
            games += [_altered(plan, league, people, *each) for each in shown]
            if changed:
                turned.append(month_turned(plan, league, month, changed, people))
    return Preview(
        touched=touched,
        looked_at=looked_at,
        since=since,
        altered=altered,
        games=tuple(games),
        months=tuple(turned),
        impossible=len(impossible),
        cannot_stand=tuple(impossible[:SHOWN]),
    )


def _since(plan: Plan, most: int) -> date | None:
    """The first of the newest months that hold at most so many touched games. One query."""
    days = touched_games(plan).order_by().annotate(month=TruncMonth("day"))
    by_month = days.values_list("month").annotate(games=Count("pk")).order_by("-month")
    held = 0
    since: date | None = None
    for month, games in by_month:
        held += games
        if since is not None and held > most:
            break
        since = month
    return since


def _differs(found: Resettled, counted: Counted) -> bool:
    assert found.outcome is not None
    return (found.outcome.places, found.outcome.scores) != (counted.places, counted.scores)


def _touched(plan: Plan, games: Iterable[Played]) -> Iterator[Resettled]:
    """A month's games under the plan, as far as they lie on its days."""
    for found in resettled(games, plan.then):
        if any(span.first <= found.game.day <= (span.last or date.max) for span in plan.spans):
            yield found


def _compared(
    plan: Plan, league: League, month: date
) -> Iterator[tuple[Resettled, Counted | None]]:
    games, counted = played_and_counted(league, on_days(month, month_end(month)))
    for found in _touched(plan, games):
        yield found, counted.get(found.game.game)


def _months(plan: Plan, league: League) -> list[date]:
    days = touched_games(plan, league).order_by().values_list("day", flat=True).distinct()
    return sorted({month_start(day) for day in days})


def _altered(
    plan: Plan, league: League, people: People, found: Resettled, counted: Counted
) -> AlteredGame:
    assert found.outcome is not None
    game = found.game
    return AlteredGame(
        game=game.game,
        league=league,
        day=game.day,
        table=game.table,
        number=game.number,
        names=tuple(people[member].shown_name(league.club) for member in game.members),
        before=counted.scores,
        after=found.outcome.scores,
        places_before=counted.places,
        places_after=found.outcome.places,
        decimals=plan.decimals_on(game.day),
    )
