"""An import as its page shows it: counts, the games of a page, the names and who they mean."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet

from league.imports.people import How, Meant
from league.imports.tenhou.dry_run import Planned, Planner, Status, Wanted
from league.imports.tenhou.games import found_again
from league.models import Club, Hanchan, Job, Member, TenhouGame, TenhouImport

#: games a page
PAGE = 100
#: names that can be chosen for on one page; a form has no room for more
MOST_NAMES = 200
_LATEST = 10
#: the order in which names want to be looked at
_ORDER = (
    *(How.SEVERAL, How.TAKEN, How.CHOSEN, How.NEW),
    *(How.TEAM, How.FOLDED, How.LISTED, How.TENHOU),
)


class Line(NamedTuple):
    """A game of an import, or why something is none, beside what would become of it."""

    game: TenhouGame
    planned: Planned | None  # None: it cannot be read

    @property
    def status(self) -> Status:
        """What the dry run says."""
        return Status.CANNOT if self.planned is None else self.planned.status


class NameLine(NamedTuple):
    """A name, who it means, and how often it stands in new games."""

    name: str
    meant: Meant
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    """What an import would do."""

    counts: dict[str, int]  # new, known, cannot
    lines: tuple[Line, ...]  # of the page
    shown: int  # lines of the status that is asked for
    names: tuple[NameLine, ...]
    more_names: int  # that have no room in the form
    guests: int  # seats of new games that go to guests who cannot be chosen
    asks_for_day: bool  # some games do not tell theirs


class Told(NamedTuple):
    """A game of an import that was carried out."""

    game: TenhouGame
    hanchan: Hanchan | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What an import has done."""

    counts: dict[str, int]
    told: tuple[Told, ...]
    shown: int


def find_import(club: Club, key: int) -> TenhouImport | None:
    """An import of the club. One query."""
    imports = TenhouImport.objects.for_club(club).select_related("club", "league", "created_by")
    return imports.filter(pk=key).first()


def latest_imports(club: Club) -> list[TenhouImport]:
    """The club's latest imports. One query."""
    return list(TenhouImport.objects.for_club(club).select_related("league")[:_LATEST])


def job_of(batch: TenhouImport) -> Job | None:
    """The job that reads or stores an import, if a worker has to. One query."""
    return Job.objects.for_club(batch.club_id).filter(tenhou_import=batch).first()


def dry_run(batch: TenhouImport, wanted: Wanted, *, only: str = "", page: int = 1) -> DryRun:
    """Plan the games of an import.

    Args:
        batch: the import.
        wanted: what the organizer asked for.
        only: the status of the lines that are shown; empty: all.
        page: which hundred of them.
    """
    games = list(_games(batch).defer("kyoku"))
    readable = [game for game in games if game.found is not None]
    planner = Planner(batch.club, wanted)
    plans = planner.plan([found_again(game.found) for game in readable])
    by_game = dict(zip((game.pk for game in readable), plans, strict=True))
    lines = [Line(game, by_game.get(game.pk)) for game in games]
    counts = {status.value: 0 for status in Status}
    for line in lines:
        counts[line.status] += 1
    kept = [line for line in lines if not only or line.status == only]
    names, unnamed = _names(by_game.values())
    return DryRun(
        counts=counts,
        lines=tuple(kept[(page - 1) * PAGE : page * PAGE]),
        shown=len(kept),
        names=tuple(names[:MOST_NAMES]),
        more_names=max(len(names) - MOST_NAMES, 0),
        guests=unnamed,
        asks_for_day=any(each.found.day is None for each in by_game.values()),
    )


def result_of(batch: TenhouImport, *, only: str = "", page: int = 1) -> Result:
    """What became of the games of an import. Three queries."""
    games = _games(batch).defer("kyoku")
    counts = dict.fromkeys(TenhouGame.Outcome.values, 0)
    for outcome in games.values_list("outcome", flat=True):
        counts[outcome] += 1
    kept = games.filter(outcome=only) if only else games
    part = list(kept[(page - 1) * PAGE : page * PAGE])
    hanchan = Hanchan.objects.for_club(batch.club_id).select_related("league")
    stored = hanchan.in_bulk([game.hanchan_id for game in part if game.hanchan_id])
    told = (Told(game, stored.get(game.hanchan_id or 0)) for game in part)
    shown = counts.get(only, 0) if only else sum(counts.values())
    return Result(counts=counts, told=tuple(told), shown=shown)


def people_to_choose(club: Club) -> list[Member]:
    """Whoever a name may mean. One query."""
    return list(Member.objects.for_club(club).filter(left_on=None, merged_into=None))


def _games(batch: TenhouImport) -> QuerySet[TenhouGame, TenhouGame]:
    return TenhouGame.objects.for_club(batch.club_id).filter(batch=batch).order_by("number")


def _names(plans: Iterable[Planned]) -> tuple[list[NameLine], int]:
    """The names of games that are new or wait for a word, and seats that nobody can choose for."""
    meant: dict[str, Meant] = {}
    times: dict[str, int] = {}
    unnamed = 0
    for planned in plans:
        if planned.status is Status.KNOWN:
            continue
        for name, each in zip(planned.found.names, planned.seats, strict=False):
            if each.how in (How.NAMELESS, How.TWICE):
                unnamed += planned.status is Status.NEW
                continue
            times[name] = times.get(name, 0) + 1
            if name not in meant or each.how is How.TAKEN:
                meant[name] = each
    lines = [NameLine(name, each, times[name]) for name, each in meant.items()]
    lines.sort(key=lambda line: (_ORDER.index(line.meant.how), -line.games, line.name))
    return lines, unnamed
