"""Changes of the rules that were asked for: how far each is, and what it did."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from league.core.formats import seat_wind
from league.models import (
    AuditEvent,
    ClubRuleSet,
    Hanchan,
    Job,
    League,
    Member,
    RuleChange,
    Seat,
    Settlement,
)
from league.models.hanchan import visible
from league.rulebook.versions import Span
from league.rulechanges.plan import plan_of_change
from league.rulechanges.preview import SHOWN, AlteredGame
from rules.parameters.base import Ranking

#: a job that waits for longer than this has probably no worker
WAITS_LONG = timedelta(minutes=1)
#: games that are added up while somebody waits for the page
MOST_ADDED_UP = 2_000


_PLACES = tuple(f"place_{seat}" for seat in range(4))
_SCORES = tuple(f"score_{seat}" for seat in range(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    change: RuleChange
    job: Job | None
    waits_long: bool  # for a worker that is probably not there
    spans: tuple[Span, ...]  # the days that it touches, while it is under way

    @property
    def state(self) -> str:
        """Return waiting, running, stopping, stopped, failed, applied or given_up."""
        if self.change.state != RuleChange.State.OPEN or self.job is None:
            return self.change.state
        if self.job.state == Job.State.RUNNING and self.job.stop_asked:
            return "stopping"
        # the change is open still: its job's last step has not been seen yet
        return "running" if self.job.state == Job.State.DONE else self.job.state

    @property
    def is_moving(self) -> bool:
        return self.state in ("waiting", "running", "stopping")

    @property
    def can_stop(self) -> bool:
        return self.state in ("waiting", "running")

    @property
    def can_resume(self) -> bool:
        return self.state in ("stopped", "failed")

    @property
    def can_give_up(self) -> bool:
        """Return whether it may be given up: not while a worker is busy with it."""
        return self.state in ("waiting", "stopped", "failed")

    @property
    def done(self) -> int:
        """Return settled games, capped at their total, as changed days are done again."""
        return 0 if self.job is None else min(self.job.done, self.job.total)

    @property
    def reason(self) -> str:
        """Explain why the job failed, if games are impossible; empty for a crash."""
        result = self.job.result if self.job else None
        return str(result.get("said", "")) if isinstance(result, dict) else ""


def find_change(in_club: ClubRuleSet, change_id: int) -> RuleChange | None:
    """Find a change of the set. One query."""
    return changes_of(in_club).filter(pk=change_id).first()


def changes_of(in_club: ClubRuleSet) -> QuerySet[RuleChange, RuleChange]:
    """Return all changes of the set, newest first."""
    changes = RuleChange.objects.for_club(in_club.club_id).filter(rule_set=in_club)
    return changes.select_related("arriving", "leaving", "job", "rule_set__rule_set", "club")


@dataclass(frozen=True, slots=True, kw_only=True)
class GivenUp:
    who: str
    when: datetime
    reason: str  # empty where none was given


def given_up(changes: Iterable[RuleChange]) -> dict[int, GivenUp]:
    """Return how changes were given up, by key, from the trail. One query, none without any."""
    found = {each.pk: each for each in changes if each.state == RuleChange.State.GIVEN_UP}
    if not found:
        return {}
    club = next(iter(found.values())).club_id
    events = AuditEvent.objects.for_club(club).filter(
        type="rule_change.given_up", object_id__in=list(found)
    )
    return {
        event.object_id: GivenUp(
            who=event.actor_name,
            when=event.at,
            # the trail repeats the change's own reason where none was given
            reason="" if event.reason == found[event.object_id].reason else event.reason,
        )
        for event in events
    }


def open_change(in_club: ClubRuleSet) -> RuleChange | None:
    """Return the change that is under way. One query."""
    return changes_of(in_club).filter(state=RuleChange.State.OPEN).first()


def change_that_took(in_club: ClubRuleSet, version_id: int) -> RuleChange | None:
    """Find the change that put, or is putting, a former draft into force. One query."""
    taken = changes_of(in_club).filter(arriving=version_id)
    return taken.exclude(state=RuleChange.State.GIVEN_UP).first()


def change_that_ended(in_club: ClubRuleSet, label: str) -> RuleChange | None:
    """Find the change that ended a version, by the version's label. One query."""
    ended = changes_of(in_club).filter(state=RuleChange.State.APPLIED, leaving__isnull=False)
    return next((each for each in ended if each.leaving and each.leaving.label == label), None)


def progress_of(change: RuleChange) -> Progress:
    """Return a change's progress. At most two queries."""
    job: Job | None = getattr(change, "job", None)
    is_open = change.state == RuleChange.State.OPEN
    return Progress(
        change=change,
        job=job,
        waits_long=is_open and job is not None and _waits_long(change, job),
        spans=plan_of_change(change).spans if is_open else (),
    )


def _waits_long(change: RuleChange, job: Job) -> bool:
    if job.state != Job.State.WAITING:
        return False
    resumed = AuditEvent.objects.for_club(change.club_id).filter(
        type="rule_change.resumed", object_id=change.pk
    )
    moments: list[datetime | None] = [job.created_at, job.alive_at]
    moments += resumed.order_by("-pk").values_list("at", flat=True)[:1]
    return max(each for each in moments if each) < timezone.now() - WAITS_LONG


class _Row(NamedTuple):
    revision: int
    places: tuple[int, ...]
    scores: tuple[int, ...]


def what_it_did(change: RuleChange) -> dict[str, Any]:
    """Return the games altered by an applied change. Six queries, whatever their number.

    Of an old one (adr/0025) only how many they were, by month.
    """
    if change.summary is not None:
        return _as_summed_up(change, change.summary)
    games = _altered(change)
    return {
        "altered": games.count(),
        "games": list(_altered_games(change, games)),  # the first of them
        "months": list(_months(change, games)),
    }


def summary_of(change: RuleChange) -> dict[str, Any]:
    """Return what is kept of a change when its settlements go: plain JSON. Three queries."""
    games = _altered(change)
    months = [
        {"league": each["league"].pk, "month": each["month"].isoformat(), "games": each["games"]}
        for each in _months(change, games)
    ]
    return {"altered": games.count(), "months": months}


def _as_summed_up(change: RuleChange, summary: dict[str, Any]) -> dict[str, Any]:
    leagues = League.objects.for_club(change.club_id).in_bulk()
    months = [
        {
            "league": leagues[each["league"]],
            "month": date.fromisoformat(each["month"]),
            "games": each["games"],
        }
        for each in summary["months"]
    ]
    return {"altered": summary["altered"], "games": [], "months": months}


def _altered(change: RuleChange) -> QuerySet[Hanchan, Hanchan]:
    written = Settlement.objects.for_club(change.club_id).filter(change=change)
    # a game that was voided before the change took effect never counted under it
    counted = Q(voided_at=None) | Q(voided_at__gte=change.closed_at)
    return Hanchan.objects.for_club(change.club_id).filter(
        counted, pk__in=written.order_by().values("hanchan")
    )


def _months(change: RuleChange, games: QuerySet[Hanchan, Hanchan]) -> Iterator[dict[str, Any]]:
    """Each league's months with altered games, and how many."""
    rows = games.order_by().annotate(month=TruncMonth("day")).values_list("league", "month")
    leagues = League.objects.for_club(change.club_id).in_bulk()
    for league, month, count in rows.annotate(games=Count("pk")).order_by("league", "month"):
        yield {"league": leagues[league], "month": month, "games": count}


def _altered_games(change: RuleChange, games: QuerySet[Hanchan, Hanchan]) -> Iterator[AlteredGame]:
    ordered = games.order_by("league", "day", "table", "number", "pk")
    first = list(ordered.select_related("league", "club")[:SHOWN])
    rows = _before_and_after(change, first)
    names = _names(first)
    decimals = _decimals(change)
    for game in first:
        if game.pk not in rows:
            continue
        before, after = rows[game.pk]
        seats = range(len(after.scores))
        is_as_it_was = game.revision == after.revision
        yield AlteredGame(
            game=game.pk,
            league=game.league,
            day=game.day,
            table=game.table,
            number=game.number,
            # Other people may sit there since; the chair is still the chair.
            names=tuple(names[game.pk] if is_as_it_was else [seat_wind(seat) for seat in seats]),
            before=before.scores,
            after=after.scores,
            places_before=before.places,
            places_after=after.places,
            decimals=decimals,
        )


def _before_and_after(change: RuleChange, games: Sequence[Hanchan]) -> dict[int, tuple[_Row, _Row]]:
    rows = (
        Settlement.objects.for_club(change.club_id)
        .filter(visible(), hanchan__in=games)
        .order_by("hanchan", "hanchan_revision", "pk")
        .values_list("hanchan", "change", "hanchan_revision", *_PLACES, *_SCORES)
    )
    last: dict[int, _Row] = {}
    found: dict[int, tuple[_Row, _Row]] = {}
    for game, by, revision, *rest in rows:
        players = 4 if rest[3] is not None else 3
        row = _Row(revision, tuple(rest[:players]), tuple(rest[4 : 4 + players]))
        if by != change.pk:
            last[game] = row
        elif game in last:
            found[game] = last[game], row
    return found


class Moved(NamedTuple):
    """How far a change moved somebody's score in a league, in points."""

    league: League
    member_id: int
    name: str
    by: int
    decimals: int


def who_moved(change: RuleChange) -> tuple[Moved, ...]:
    """Return whose score an applied change moved, the furthest first, league by league.

    Four queries. Nobody where the games are too many to be added up for a page, or their scores
    from before are no longer kept (adr/0025); a game that was corrected since is left out.
    """
    if change.summary is not None:
        return ()
    games = list(_altered(change).select_related("league", "club")[: MOST_ADDED_UP + 1])
    if not games or len(games) > MOST_ADDED_UP:
        return ()
    rows = _before_and_after(change, games)
    by_key = {game.pk: game for game in games}
    sums: dict[tuple[int, int], int] = defaultdict(int)
    seats = Seat.objects.for_club(change.club_id).filter(hanchan__in=list(rows))
    for key, seat, member in seats.values_list("hanchan", "seat", "member"):
        before, after = rows[key]
        if by_key[key].revision == after.revision:
            sums[by_key[key].league_id, member] += after.scores[seat] - before.scores[seat]
    people = Member.objects.for_club(change.club_id).in_bulk({member for _league, member in sums})
    leagues = {game.league_id: game.league for game in games}
    decimals = _decimals(change)
    found = [
        Moved(leagues[league], member, people[member].shown_name(change.club), by, decimals)
        for (league, member), by in sums.items()
        if by
    ]
    return tuple(
        sorted(
            found, key=lambda each: (each.league.position, each.league.pk, -abs(each.by), each.name)
        )
    )


def _names(games: Sequence[Hanchan]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = defaultdict(list)
    if games:
        club = games[0].club
        members = {each.pk: each.shown_name(club) for each in Member.objects.for_club(club)}
        seats = Seat.objects.for_club(club).filter(hanchan__in=games).order_by("hanchan", "seat")
        for game, member in seats.values_list("hanchan", "member"):
            names[game].append(members[member])
    return names


def _decimals(change: RuleChange) -> int:
    """Return the decimals of scores: the larger of both versions."""
    usual = Ranking().score_decimals
    versions = [each for each in (change.arriving, change.leaving) if each is not None]
    shown: list[int] = [
        each.parameters.get("ranking", {}).get("score_decimals", usual) for each in versions
    ]
    return max(shown)
