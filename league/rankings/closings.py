"""Closed months: the ranking as it was frozen, and how the present one differs from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date, timedelta
from typing import Any

from django.db.models import QuerySet

from league.core.days import Period, club_day, month_end
from league.models import Club, Hanchan, League, Member, MonthClose
from league.models.names import hidden_name
from league.rankings.table import InForce, LeagueRanking, Standing, terms_of
from rules.models import RuleVersion
from scoring.standings import Record, Run

Row = dict[str, Any]

_RECORD_FIELDS = frozenset(field.name for field in fields(Record))
_MADE: Mapping[str, Callable[[Any], Any]] = dict.fromkeys(
    ("top_run", "no_last_run", "plus_run"), Run._make
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    member_id: int
    name: str
    was: Standing | None  # None: was not in the closed ranking
    now: Standing | None  # None: is in the ranking no more


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedMonth:
    close: MonthClose
    frozen: LeagueRanking
    differences: tuple[Difference, ...]  # by the present rank; who is gone, last

    @property
    def differs(self) -> bool:
        return bool(self.differences)

    @property
    def labels(self) -> str:
        return ", ".join(self.close.versions)


def closes_of(league: League, month: date | None = None) -> QuerySet[MonthClose, MonthClose]:
    """Return the league's closings, revoked ones too, newest month and closing first."""
    closes = MonthClose.objects.for_club(league.club_id).filter(league=league)
    return closes if month is None else closes.filter(month=month)


def closed_months(leagues: Iterable[League]) -> dict[tuple[int, date], MonthClose]:
    """Return the valid closings by the league's key and the month. One query."""
    found = list(leagues)
    closes = MonthClose.objects.across_clubs().filter(league__in=found, reopened_at=None)
    return {(close.league_id, close.month): close for close in closes}


def has_ended(league: League, month: date) -> bool:
    """Return whether the month starting on ``month`` is over by the club's day."""
    return month_end(month) < club_day(league.club)


def month_games(league: League, month: date) -> QuerySet[Hanchan, Hanchan]:
    return Hanchan.objects.for_club(league.club_id).filter(
        league=league, voided_at=None, day__range=(month, month_end(month))
    )


def frozen_rows(ranking: LeagueRanking, members: Mapping[int, Member]) -> list[Row]:
    """Return a ranking's lines as plain JSON, best first, then unranked, then guests.

    All names are kept, so that a club which shows nicknames later shows them here as well, and
    English pages romaji.
    """
    return [
        {
            "group": group,
            "member": line.member_id,
            "name": members[line.member_id].display_name,
            "full_name": members[line.member_id].full_name,
            "romaji": members[line.member_id].romaji,
            "reading": line.reading,
            "guest": line.is_guest,
            "rank": line.rank,
            "tied": line.is_tied,
            "missing": line.missing,
            "adjusted": line.adjusted,
            "record": _plain(line.record),
        }
        for group, lines in _groups(ranking)
        for line in lines
    ]


def _plain(record: Record) -> Row:
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(record).items()
    }


def frozen_ranking(club: Club, close: MonthClose) -> LeagueRanking:
    """Return the ranking as it was frozen. One query."""
    found: dict[str, list[Standing]] = {"ranked": [], "short": [], "guests": []}
    for row in close.rows:
        found[row["group"]].append(_standing(club, row))
    versions = _versions_of(close)
    minimum = max((line.missing + line.record.games for line in found["short"]), default=0)
    return LeagueRanking(
        period=Period(first=close.month, last=month_end(close.month), minimum_games=minimum),
        ranked=tuple(found["ranked"]),
        short=tuple(found["short"]),
        guests=tuple(found["guests"]),
        versions=versions,
        terms=terms_of([used.version.value for used in versions]),
    )


def closed_month(club: Club, close: MonthClose, present: LeagueRanking) -> ClosedMonth:
    """Compare what was frozen with the present ranking. One query."""
    frozen = frozen_ranking(club, close)
    return ClosedMonth(
        close=close, frozen=frozen, differences=tuple(_differences(frozen, present, close))
    )


def _differences(
    frozen: LeagueRanking, present: LeagueRanking, close: MonthClose
) -> Iterable[Difference]:
    known = {row["member"]: frozenset(row["record"]) for row in close.rows}
    was, now = _by_member(frozen), _by_member(present)
    for member in (*now, *(m for m in was if m not in now)):
        one, other = was.get(member), now.get(member)
        kept = known.get(member, frozenset())
        if one is None or other is None or _compared(one, kept) != _compared(other, kept):
            line = other or one
            assert line is not None
            yield Difference(member_id=member, name=line.shown_name, was=one, now=other)


def _compared(line: Standing, kept: frozenset[str]) -> tuple[object, ...]:
    """Return a line's figures without names; figures not kept at the time are ignored."""
    record = {name: value for name, value in asdict(line.record).items() if name in kept}
    return line.rank, line.is_tied, line.missing, line.is_guest, line.adjusted, record


def _by_member(ranking: LeagueRanking) -> dict[int, Standing]:
    return {line.member_id: line for _group, lines in _groups(ranking) for line in lines}


def _groups(ranking: LeagueRanking) -> tuple[tuple[str, tuple[Standing, ...]], ...]:
    return (
        ("ranked", ranking.ranked),
        ("short", ranking.short),
        ("guests", ranking.guests),
    )


def _standing(club: Club, row: Row) -> Standing:
    record: dict[str, Any] = {
        name: _MADE.get(name, tuple)(value) if isinstance(value, list) else value
        for name, value in row["record"].items()
        if name in _RECORD_FIELDS
    }
    hidden = hidden_name(row["member"])
    return Standing(
        member_id=row["member"],
        name=hidden or club.name_of(row["name"], row["full_name"]),
        # earlier releases kept none
        romaji=""
        if hidden
        else club.romaji_of(row["name"], row["full_name"], row.get("romaji", "")),
        reading=hidden or row["reading"],
        is_guest=row["guest"],
        record=Record(**record),
        adjusted=row.get("adjusted", 0),  # earlier releases knew none
        rank=row["rank"],
        is_tied=row["tied"],
        missing=row["missing"],
    )


def _versions_of(close: MonthClose) -> tuple[InForce, ...]:
    """Find the versions of the time by their labels, which are never reused."""
    last = month_end(close.month)
    line = close.league.rule_set.rule_set.versions.filter(
        number__gte=1, effective_from__lte=last
    ).order_by("effective_from", "number")
    used: list[RuleVersion] = [version for version in line if version.label in close.versions]
    ends = [version.first_day - timedelta(days=1) for version in used[1:]]
    return tuple(
        InForce(version=version, first=max(version.first_day, close.month), last=end)
        for version, end in zip(used, [*ends, last], strict=False)
    )
