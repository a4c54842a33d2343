"""The job behind a change of the rules: games settled anew beside what counts, then put in force.

Games are read and settled without any lock, a month a page; only what comes of it is stored, in
small transactions. A day on which somebody enters or corrects a game meanwhile is marked by them
(``mark_dirty``) and done again in the end. A killed worker leaves whole chunks behind; whoever goes
on finds them and does the rest. Nothing that is written before :func:`apply_change` is read by
anybody.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.database import Store, copy_in, made_ready
from league.core.days import month_end, month_start
from league.core.errors import LeagueError
from league.core.jobs import OvertakenError, Stopped, hand_back_if_ending, job
from league.core.permissions import Role
from league.games.outcomes import (
    SETTLEMENT_COLUMNS,
    Resettled,
    new_outcomes,
    resettled,
    running_of,
    settlement_values,
)
from league.games.played import COUNTED, DAY, MEMBERS, POINTS, GameRows, day_of, rows_and_counted
from league.games.tallies import TALLY_COLUMNS, TALLY_ROW, lock_league, raise_revision
from league.models import DirtyDay, Hanchan, Job, League, RuleChange, Settlement, Tally, TallyPage
from league.rulebook.versions import RuleLine
from league.rulechanges.plan import (
    Plan,
    days_with_games,
    leagues_of,
    plan_of_change,
    touched_months,
)
from league.rulechanges.preview import why_not
from rules.models import Family, RuleVersion
from scoring.plain import PlainSettler
from scoring.standings import PlainGame, Running, sum_totals


@dataclass(slots=True, kw_only=True)
class SettledDay:
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
    """Read the live games of some days with their settlements. Three queries, rarely four.

    Args:
        league: whose games.
        days: in order.
        change: whose settlements are treated as if they counted.
    """
    if not days:
        return GameRows([], {})
    on_days = Q(hanchan__day__range=(days[0], days[-1]), hanchan__day__in=days)
    return rows_and_counted(league, on_days, change)


def settle_read(league: League, read: GameRows, line: RuleLine) -> Iterator[SettledDay]:
    """Settle the games read under a line of versions, lazily by day."""
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
    """Settle and count games of points alone; return the other rows."""
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


#: games in one transaction, unless a single day has more. SQLite lets one writer in at a time, so
#: an entry waits for one chunk at most; on PostgreSQL it waits for none.
CHUNK = 1_000
CHUNK_BESIDE_OTHERS = 5_000

#: games that are read at once, without a lock, before they are stored chunk by chunk
READ_AT_ONCE = 20_000


#: called after each chunk with how many games were looked at
Progress = Callable[[int], None]
Pause = Callable[[], None]


class CannotStandError(Exception):
    def __init__(self, league: League, games: list[Resettled]) -> None:
        super().__init__(f"{len(games)} games cannot stand")
        self.league, self.games = league, games


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    page: TallyPage
    days: list[date]
    is_last: bool  # of its month


def prepare_league(
    change: RuleChange, plan: Plan, league: League, progress: Progress, pause: Pause
) -> None:
    """Fill the change's pages of every touched month, and redo what changed since.

    Args:
        change: under way.
        plan: what it would leave in force.
        league: whose games.
        progress: called within each chunk's transaction.
        pause: called between chunks, when nothing is locked; may raise to stop.

    Raises:
        CannotStandError: games of a chunk that the planned versions cannot settle.
        OvertakenError: the change was closed meanwhile.
    """
    with transaction.atomic():
        lock_league(league)  # entries that began before the change was stored mark no day for it
    ready = set(pages_of(change, league).filter(is_ready=True).values_list("month", flat=True))
    months = [month for month in touched_months(plan, league) if month not in ready]
    for part in (part for month in months for part in _parts_of(change, league, month)):
        with _without_collecting():
            read = read_days(league, part.days, change)
            _prepare_part(change, plan, part, read, progress, pause)
    for day in dirty_days(change, league):
        with transaction.atomic():
            lock_league(league)
            mend_day(change, plan, league, day, progress)


def dirty_days(change: RuleChange, league: League) -> list[date]:
    """Return the days to redo, in order. One query."""
    rows = DirtyDay.objects.for_club(league.club_id).filter(change=change, league=league)
    return list(rows.order_by("day").values_list("day", flat=True))


def mend_day(change: RuleChange, plan: Plan, league: League, day: date, progress: Progress) -> None:
    """Redo a day, if its month has a page. The caller holds the league's lock."""
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
    part: _Part,
    read: GameRows,
    progress: Progress,
    pause: Pause,
) -> None:
    """Settle and store chunk by chunk, so that waiting writers get a turn in between."""
    page = part.page
    for found in _in_chunks(settle_read(page.league, read, plan.then)):
        _prepare_chunk(change, plan, page, found, progress)
        pause()
    if part.is_last:
        with transaction.atomic():
            _hold(change)
            sum_up(page)
            # now it can be turned to once the change applies
            TallyPage.objects.for_club(page.league.club_id).filter(pk=page.pk).update(is_ready=True)


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
    return CHUNK if connection.vendor == "sqlite" else CHUNK_BESIDE_OTHERS


def _prepare_chunk(
    change: RuleChange,
    plan: Plan,
    page: TallyPage,
    found: list[SettledDay],
    progress: Progress,
) -> None:
    """Store some days in one transaction, kept short because others wait for it."""
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
    """Redo days on which games changed; the caller holds the league's lock."""
    found = _possible(page.league, _settle_anew(change, plan, page.league, days))
    _replace(change, page, days, found, _ready(change, page, found), progress)
    _clean(change, page.league, days)


def _settle_anew(
    change: RuleChange, plan: Plan, league: League, days: list[date]
) -> list[SettledDay]:
    return list(settle_read(league, read_days(league, days, change), plan.then))


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Pause garbage collection: the rows have no cycles, and it takes a tenth of the time."""
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
    """Prevent others from carrying out or closing the change until commit.

    An UPDATE, which locks the row and counts what will be written.
    """
    changes = RuleChange.objects.for_club(change.club_id).filter(state=RuleChange.State.OPEN)
    if changes.filter(pk=change.pk).update(altered=F("altered") + altered) != 1:
        raise OvertakenError


def _ready(change: RuleChange, page: TallyPage, found: list[SettledDay]) -> list[Store]:
    settlements = made_ready(
        Settlement,
        SETTLEMENT_COLUMNS,
        [row for each in found for row in each.new],
        change_id=change.pk,
        reason=change.reason,
        # prepared once, not row by row
        created_at=connection.ops.adapt_datetimefield_value(timezone.now()),
    )
    rows = [row for each in found for row in each.tallies]
    days = made_ready(Tally, DAY_TALLY, rows, page_id=page.pk, span=Tally.Span.DAY.value)
    return [settlements, days]


def _replace(
    change: RuleChange,
    page: TallyPage,
    days: list[date],
    found: list[SettledDay],
    stores: list[Store],
    progress: Progress,
) -> None:
    """Write what is missing, and recount the days; ``days`` may have lost their games."""
    _hold(change, sum(len(each.new) for each in found))
    page.tallies.filter(span=Tally.Span.DAY, start__in=list(days)).delete()
    for store in stores:
        store()
    progress(sum(each.games for each in found))


def _clean(change: RuleChange, league: League, days: Iterable[date]) -> None:
    rows = DirtyDay.objects.for_club(league.club_id).filter(change=change, league=league)
    rows.filter(day__in=list(days)).delete()


def _parts_of(change: RuleChange, league: League, month: date) -> Iterator[_Part]:
    """Yield a month's remaining work: at least one part, without days if all are done."""
    page, _made = TallyPage.objects.for_club(league.club_id).get_or_create(
        league=league, month=month, change=change, counts=False
    )
    done = set(page.tallies.filter(span=Tally.Span.DAY).values_list("start", flat=True))
    live = Hanchan.objects.for_club(league.club_id).filter(
        league=league, voided_at=None, day__range=(month, month_end(month))
    )
    left = [(day, games) for day, games in days_with_games(live) if day not in done]
    parts = list(_parted(left)) or [[]]
    for number, days in enumerate(parts, 1):
        yield _Part(page=page, days=days, is_last=number == len(parts))


def _parted(days: Iterable[tuple[date, int]]) -> Iterator[list[date]]:
    """Group whole days; a single day may exceed the limit."""
    part: list[date] = []
    held = 0
    for day, games in days:
        if part and held + games > READ_AT_ONCE:
            yield part
            part, held = [], 0
        part.append(day)
        held += games
    if part:
        yield part


def pages_of(change: RuleChange, league: League) -> QuerySet[TallyPage, TallyPage]:
    return TallyPage.objects.for_club(league.club_id).filter(
        league=league, change=change, counts=False
    )


def sum_up(page: TallyPage) -> None:
    """Sum the page's days up to the month, from any worker."""
    page.tallies.filter(span=Tally.Span.MONTH).delete()
    days = page.tallies.filter(span=Tally.Span.DAY).order_by("member", "start")
    rows = days.values_list("member", *TALLY_COLUMNS)
    copy_in(
        Tally,
        TALLY_ROW,
        [
            (page.pk, member, Tally.Span.MONTH.value, page.month, *sum_totals(totals))
            for member, totals in _by_member(rows.iterator(chunk_size=2000))
        ],
    )


def _by_member(rows: Iterable[tuple[int, ...]]) -> Iterable[tuple[int, list[tuple[int, ...]]]]:
    for member, days in groupby(rows, key=itemgetter(0)):
        yield member, [day[1:] for day in days]


_EVENTS = {
    RuleChange.Kind.PUBLISH: "rule_version.published",
    RuleChange.Kind.CORRECT: "rule_version.corrected",
    RuleChange.Kind.MOVE: "rule_version.moved",
    RuleChange.Kind.WITHDRAW: "rule_version.withdrawn",
}


#: rounds of preparing before the job gives up catching up with entries
MOST_ROUNDS = 100


class _Reporter:
    def __init__(self, job: Job) -> None:
        self.job = job

    def __call__(self, games: int) -> None:
        jobs = Job.objects.across_clubs().filter(
            pk=self.job.pk, state=Job.State.RUNNING, started_at=self.job.started_at
        )
        # a chunk that is done shows that the worker is no lost cause
        reported = jobs.update(done=F("done") + games, alive_at=timezone.now(), attempts=1)
        if reported != 1:  # given up for lost: another worker has it now
            raise OvertakenError

    def pause(self) -> None:
        """Check whether to continue.

        Raises:
            Stopped: somebody has asked for it.
            HandedBack: the worker is to end.
        """
        hand_back_if_ending()
        if Job.objects.across_clubs().filter(pk=self.job.pk, stop_asked=True).exists():
            raise Stopped


@job(Job.Kind.RESCORE, reports=True)
def carry_out_change(job: Job) -> dict[str, int]:
    """Settle what is missing chunk by chunk, then let it all count at once.

    Returns:
        ``{"altered": …}``: settlements that were written.

    Raises:
        Stopped: somebody asked for it; what is done stays and is not repeated.
        HandedBack: the worker is to end; the same.
        OvertakenError: another worker has the job.
        LeagueError: some games are impossible; the change stays open, nothing counts.
    """
    change = job.change
    assert change is not None  # a re-score carries a change
    report = _Reporter(job)
    try:
        _carry_out(change, report)
    except CannotStandError as error:
        raise LeagueError(why_not(error.league, error.games[0])) from error
    for league in leagues_of(change.rule_set):
        clear_old_pages(league)
    change.refresh_from_db()
    return {"altered": change.altered}


def _carry_out(change: RuleChange, report: _Reporter) -> None:
    actor = Actor(name=change.created_by_name, role=Role.ORGANIZER, user=change.created_by)
    for _round in range(MOST_ROUNDS):
        change.refresh_from_db()
        if change.state != RuleChange.State.OPEN:
            return
        plan = plan_of_change(change)
        for league in leagues_of(change.rule_set):
            prepare_league(change, plan, league, report, report.pause)
        if apply_change(change, actor, report):
            return
    raise LeagueError(
        _("Games are being entered faster than they can be re-scored. Try again later.")
    )


@transaction.atomic
def apply_change(change: RuleChange, actor: Actor, progress: Progress) -> bool:
    """Let all that was prepared count at once, if nothing is missing.

    Locks the leagues one after the other, redoes the few days that changed meanwhile, switches the
    tallies' pages and the versions' states, and raises every revision.

    Returns:
        False when too much is missing to be done under the lock; then nothing has changed.

    Raises:
        CannotStandError: a game that was entered meanwhile cannot be settled.
    """
    plan = plan_of_change(change)
    leagues = leagues_of(change.rule_set)
    for league in leagues:
        raise_revision(league)
    current = RuleChange.objects.for_club(change.club_id).get(pk=change.pk)
    if current.state != RuleChange.State.OPEN:
        return True
    if any(_is_behind(change, plan, league) for league in leagues):
        transaction.set_rollback(True)
        return False
    for league in leagues:
        for day in dirty_days(change, league):
            mend_day(change, plan, league, day, progress)
        _turn_pages(change, league)
    _turn_versions(change)
    RuleChange.objects.for_club(change.club_id).filter(pk=change.pk).update(
        state=RuleChange.State.APPLIED, closed_at=timezone.now()
    )
    DirtyDay.objects.for_club(change.club_id).filter(change=change).delete()
    _record(change, actor)
    return True


def _is_behind(change: RuleChange, plan: Plan, league: League) -> bool:
    ready = set(pages_of(change, league).filter(is_ready=True).values_list("month", flat=True))
    if not ready.issuperset(touched_months(plan, league)):
        return True
    days = dirty_days(change, league)
    live = Hanchan.objects.for_club(league.club_id).filter(
        league=league, voided_at=None, day__in=days
    )
    return len(days) > 1 and sum(games for _day, games in days_with_games(live)) > CHUNK


def _turn_pages(change: RuleChange, league: League) -> None:
    months = list(pages_of(change, league).values_list("month", flat=True))
    pages = TallyPage.objects.for_club(league.club_id).filter(league=league)
    pages.filter(month__in=months, counts=True).update(counts=False)
    pages.filter(change=change, counts=False).update(counts=True, change=None)


def _turn_versions(change: RuleChange) -> None:
    """Remove the leaving version first: a day has at most one published version."""
    if change.leaving is not None:
        replaced = change.kind == RuleChange.Kind.CORRECT
        status = RuleVersion.Status.SUPERSEDED if replaced else RuleVersion.Status.WITHDRAWN
        RuleVersion.objects.filter(pk=change.leaving.pk).update(status=status)
    if change.arriving is not None:
        RuleVersion.objects.filter(pk=change.arriving.pk).update(
            status=RuleVersion.Status.PUBLISHED, published_at=timezone.now()
        )


def _record(change: RuleChange, actor: Actor) -> None:
    arriving, leaving = change.arriving, change.leaving
    shown = arriving or leaving
    assert shown is not None  # a change changes something
    record_event(
        _EVENTS[RuleChange.Kind(change.kind)],
        club=change.club,
        object_id=shown.pk,
        actor=actor,
        before=None if leaving is None else {"version": leaving.label},
        after={
            "rule_set": change.rule_set.slug,
            "version": None if arriving is None else arriving.label,
            "change": change.pk,
        },
        reason=change.reason,
    )


def clear_old_pages(league: League) -> None:
    """Delete replaced pages, one at a time; nobody reads them any more."""
    old = TallyPage.objects.for_club(league.club_id).filter(
        league=league, counts=False, change=None
    )
    for page in list(old):
        page.delete()
