"""Days of a long history, settled without writing: what is new, and what each day comes to.

Nearly every game is points and nothing else. Those go from the database's rows to the rows that
will be stored without an object each; all others go through ``outcomes.resettled`` as everywhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Q

from league.models import League, RuleChange
from league.selectors.outcomes import Resettled, resettled, running_of
from league.selectors.played import (
    COUNTED,
    DAY,
    MEMBERS,
    POINTS,
    GameRows,
    day_of,
    rows_and_counted,
)
from league.selectors.records import TALLY_COLUMNS
from league.selectors.rule_line import RuleLine
from league.services.settling import new_outcomes, settlement_values
from rules.models import Family
from scoring.plain import PlainSettler
from scoring.standings import PlainGame, Running


@dataclass(slots=True, kw_only=True)
class SettledDay:
    """What the games of a day come to under a line of versions."""

    day: date
    games: int
    #: games that the line cannot settle
    impossible: list[Resettled]
    #: a row of ``SETTLEMENT_COLUMNS`` for each game that has another settlement than counts
    new: list[tuple[Any, ...]]
    #: a row of ``DAY_TALLY`` for each member
    tallies: list[tuple[Any, ...]]


#: the columns of a day's tally
DAY_TALLY = ("member_id", "start", *TALLY_COLUMNS)


def read_days(league: League, days: Sequence[date], change: RuleChange) -> GameRows:
    """Read the live games of some days, with what counts of them. Three queries, rarely four.

    Args:
        league: whose games.
        days: in order.
        change: whose settlements are looked at as if they counted.
    """
    if not days:
        return GameRows([], {})
    on_days = Q(hanchan__day__range=(days[0], days[-1]), hanchan__day__in=days)
    return rows_and_counted(league, on_days, change)


def settle_read(league: League, read: GameRows, line: RuleLine) -> Iterator[SettledDay]:
    """Settle what was read under a line of versions, day by day as it is asked for."""
    counts_busts = league.rule_set.rule_set.family != Family.ZUNG_JUNG
    for day, rows in groupby(read.rows, key=itemgetter(DAY)):
        yield _settled_day(day_of(day), list(rows), read, line, counts_busts=counts_busts)


def _settled_day(
    day: date, rows: list[Any], read: GameRows, line: RuleLine, *, counts_busts: bool
) -> SettledDay:
    version = line.on(day)
    settle = None if version is None else line.settles_points(version)
    sums: defaultdict[int, list[PlainGame]] = defaultdict(list)
    new: list[tuple[Any, ...]] = []
    others = rows
    if version is not None and settle is not None:
        new, others = _plainly(
            day, rows, read.more, settle, version.pk, sums, counts_busts=counts_busts
        )
    records = {member: Running(games) for member, games in sums.items()}
    found = list(resettled(read.played(others), line))
    new += [settlement_values(*each) for each in new_outcomes(found, read.counted(others))]
    for (member, _day), running in running_of(found, counts_busts=counts_busts).items():
        records.setdefault(member, Running()).add_all(running)
    impossible = [each for each in found if each.outcome is None]
    # in the order of the table's index, which makes storing cheaper
    tallies = [(member, day, *records[member].totals()) for member in sorted(records)]
    return SettledDay(day=day, games=len(rows), impossible=impossible, new=new, tallies=tallies)


def _plainly(
    day: date,
    rows: list[Any],
    more: dict[int, Any],
    settle: PlainSettler,
    version: int,
    sums: defaultdict[int, list[PlainGame]],
    *,
    counts_busts: bool,
) -> tuple[list[tuple[Any, ...]], list[Any]]:
    """Settle and count the games that are points and nothing else; give back the others."""
    new, others = [], []
    for row in rows:
        game, _day, _session, table, number, revision, sticks, _noted = row[:8]
        *members, east, south, west, north = row[MEMBERS.start : POINTS.stop]
        four = north is not None
        points = (east, south, west, north) if four else (east, south, west)
        found = None if sticks or game in more else settle(points)
        if found is None:
            others.append(row)
            continue
        places, halves, scores = found[:3]
        stored = (*places, *scores) if four else (*places, None, *scores, None)
        # as ``settling.is_new`` says of the others
        if row[COUNTED][1:] != (revision, "", None, *stored):
            new.append((game, revision, version, 0, "", None, *stored))
        by_seat = zip(members, places, halves, scores, points)  # noqa: B905, three or four
        order, players = (day, number, table, game), len(points)
        for member, place, twice, score, held in by_seat:
            busted, is_last = counts_busts and held < 0, place == players
            sums[member].append((order, place, twice, score, held, 0, busted, is_last))
    return new, others
