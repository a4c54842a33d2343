"""Settling a league's games anew beside what counts, in small transactions, a month a page.

Games are read and settled without any lock; only what comes of it is stored in a transaction. A
day on which somebody enters or corrects a game meanwhile is marked by them (``mark_dirty``) and
done again in the end. A killed worker leaves whole chunks behind; whoever goes on finds them and
does the rest. Nothing that is written here is read by anybody until ``applying.apply_change``
turns the pages.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from league.days import month_start
from league.models import DirtyDay, League, RuleChange, Settlement, TallyPage
from league.selectors.change_plan import Plan
from league.selectors.outcomes import Resettled
from league.selectors.played import GameRows
from league.selectors.standing_check import touched_months
from league.services.copying import Store, made_ready
from league.services.month_parts import Part, parts_of
from league.services.pages import clear_days, days_ready, mark_ready, pages_of, sum_up
from league.services.settled_days import SettledDay, read_days, settle_read
from league.services.settling import SETTLEMENT_COLUMNS

#: games in one transaction, unless a single day has more. SQLite lets one writer in at a time, so
#: an entry waits for one chunk at most; on PostgreSQL it waits for none.
CHUNK = 1_000
CHUNK_BESIDE_OTHERS = 5_000

#: told after each chunk how many games were looked at
Progress = Callable[[int], None]
Pause = Callable[[], None]


class OvertakenError(Exception):
    """Somebody else carries the change out, or it is closed: nothing may be written any more."""


class CannotStandError(Exception):
    """Games that the planned versions cannot settle."""

    def __init__(self, league: League, games: list[Resettled]) -> None:
        super().__init__(f"{len(games)} games cannot stand")
        self.league, self.games = league, games


def prepare_league(
    change: RuleChange, plan: Plan, league: League, progress: Progress, pause: Pause
) -> None:
    """Fill the change's pages of every month that the plan touches, and mend what changed since.

    Args:
        change: under way.
        plan: what it would leave in force.
        league: whose games.
        progress: told within each chunk's transaction.
        pause: called between chunks, when nothing is locked; may raise to stop.

    Raises:
        CannotStandError: games of a chunk that the planned versions cannot settle.
        OvertakenError: the change was closed meanwhile.
    """
    _let_entries_hear(league)
    ready = set(pages_of(change, league).filter(is_ready=True).values_list("month", flat=True))
    months = [month for month in touched_months(plan, league) if month not in ready]
    for part in (part for month in months for part in parts_of(change, league, month)):
        with _without_collecting():
            read = read_days(league, part.days, change)
            _prepare_part(change, plan, part, read, progress, pause)
    mend_dirty_days(change, plan, league, progress)


def _let_entries_hear(league: League) -> None:
    """Wait for entries that began before the change was stored: they mark no day for it."""
    with transaction.atomic():
        lock_league(league)


def lock_league(league: League) -> None:
    """Let nobody else write to the league until our commit; its revision stays."""
    League.objects.for_club(league.club_id).select_for_update().get(pk=league.pk)


def mend_dirty_days(change: RuleChange, plan: Plan, league: League, progress: Progress) -> None:
    """Do the days again on which games changed after they were prepared."""
    for day in dirty_days(change, league):
        with transaction.atomic():
            lock_league(league)
            mend_day(change, plan, league, day, progress)


def dirty_days(change: RuleChange, league: League) -> list[date]:
    """The days to be done again, in order. One query."""
    rows = DirtyDay.objects.for_club(league.club_id).filter(change=change, league=league)
    return list(rows.order_by("day").values_list("day", flat=True))


def mend_day(change: RuleChange, plan: Plan, league: League, day: date, progress: Progress) -> None:
    """Do a day again, where its month has a page. The caller holds the league's lock."""
    page = pages_of(change, league).filter(month=month_start(day)).first()
    if page is None:
        _clean(change, league, [day])
        return
    _prepare_days(change, plan, page, [day], progress)
    if page.is_ready:
        sum_up(page)


def _prepare_part(
    change: RuleChange,
    plan: Plan,
    part: Part,
    read: GameRows,
    progress: Progress,
    pause: Pause,
) -> None:
    """Settle and store chunk by chunk, so that whoever waits for one gets his turn between."""
    page = part.page
    for found in _in_chunks(settle_read(page.league, read, plan.then)):
        _prepare_chunk(change, plan, page, found, progress)
        pause()
    if part.is_last:
        with transaction.atomic():
            _hold(change)
            sum_up(page)
            mark_ready(page)


def _in_chunks(found: Iterable[SettledDay]) -> Iterator[list[SettledDay]]:
    chunk: list[SettledDay] = []
    for day in found:
        if chunk and sum(each.games for each in chunk) + day.games > chunk_size():
            yield chunk
            chunk = []
        chunk.append(day)
    if chunk:
        yield chunk


def chunk_size() -> int:
    """How many games a transaction takes on this database."""
    return CHUNK if connection.vendor == "sqlite" else CHUNK_BESIDE_OTHERS


def _prepare_chunk(
    change: RuleChange,
    plan: Plan,
    page: TallyPage,
    found: list[SettledDay],
    progress: Progress,
) -> None:
    """Store some days in one transaction, which others wait for: nothing else is done in it."""
    days, store = [each.day for each in found], _ready(change, page, found)
    with transaction.atomic():
        if any(each.impossible for each in found):  # unless somebody was just correcting it
            lock_league(page.league)
            found = _possible(page.league, _settle_anew(change, plan, page.league, days))
            store = _ready(change, page, found)
        _replace(change, page, days, found, store, progress)


def _prepare_days(
    change: RuleChange, plan: Plan, page: TallyPage, days: list[date], progress: Progress
) -> None:
    """Do days on which games changed; the caller holds the league's lock."""
    found = _possible(page.league, _settle_anew(change, plan, page.league, days))
    _replace(change, page, days, found, _ready(change, page, found), progress)
    _clean(change, page.league, days)


def _settle_anew(
    change: RuleChange, plan: Plan, league: League, days: list[date]
) -> list[SettledDay]:
    return list(settle_read(league, read_days(league, days, change), plan.then))


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Rows by the hundred thousand hold no cycles; looking for some costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _possible(league: League, found: list[SettledDay]) -> list[SettledDay]:
    impossible = [game for each in found for game in each.impossible]
    if impossible:
        raise CannotStandError(league, impossible)
    return found


def _hold(change: RuleChange, altered: int = 0) -> None:
    """Let nobody else carry the change out, or close it, until our commit.

    An UPDATE, which locks the row and counts what will be written.
    """
    changes = RuleChange.objects.for_club(change.club_id).filter(state=RuleChange.State.OPEN)
    if changes.filter(pk=change.pk).update(altered=F("altered") + altered) != 1:
        raise OvertakenError


def _ready(change: RuleChange, page: TallyPage, found: list[SettledDay]) -> list[Store]:
    """All that has to be stored of some days, made ready without the database."""
    settlements = made_ready(
        Settlement,
        SETTLEMENT_COLUMNS,
        [row for each in found for row in each.new],
        change_id=change.pk,
        reason=change.reason,
        # made ready once, not row by row
        created_at=connection.ops.adapt_datetimefield_value(timezone.now()),
    )
    return [settlements, days_ready(page, found)]


def _replace(
    change: RuleChange,
    page: TallyPage,
    days: list[date],
    found: list[SettledDay],
    stores: list[Store],
    progress: Progress,
) -> None:
    """Write what is missing, and count the days on the page; ``days`` may have lost their games."""
    _hold(change, sum(len(each.new) for each in found))
    clear_days(page, days)
    for store in stores:
        store()
    progress(sum(each.games for each in found))


def _clean(change: RuleChange, league: League, days: Iterable[date]) -> None:
    rows = DirtyDay.objects.for_club(league.club_id).filter(change=change, league=league)
    rows.filter(day__in=list(days)).delete()
