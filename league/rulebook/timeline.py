"""A set's versions as a line of days: past, in force, to come, superseded, withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from league.models import Club, ClubRuleSet, Job, League, RuleChange
from league.rulebook.compare import Difference, differences, side_of
from rules.errors import ParametersError
from rules.models import RuleVersion

#: differences that are listed one by one
MOST_LISTED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    first: tuple[Difference, ...]  # ``here`` is what it was, ``there`` what it became
    more: int


def turned_since(before: RuleVersion, version: RuleVersion) -> Turned | None:
    """Return the changed values; None where a version is invalid. No query.

    Args:
        before: the version in force before, with its rule set.
        version: the version asked about, with its rule set.
    """
    day = version.first_day
    try:
        here, there = side_of(before, (), day), side_of(version, (), day)
    except ParametersError:
        return None
    rows = [row for section in differences(here, there) for row in section.rows]
    first = tuple(islice(rows, MOST_LISTED))
    return Turned(first=first, more=len(rows) - len(first))


Status = RuleVersion.Status
#: what is offered: what counts, and what did until a correction of that day took its place
SHOWN = frozenset({Status.PUBLISHED, Status.SUPERSEDED})
#: what everybody may read: whatever was ever published
READABLE = frozenset({*SHOWN, Status.WITHDRAWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedVersion:
    version: RuleVersion
    is_in_force: bool
    is_to_come: bool
    left: RuleChange | None = None  # how it was superseded or withdrawn, where that is known
    then: RuleChange | None = None  # how what it was moved to left in its turn
    before: RuleVersion | None = None  # in force before it; set only in a timeline

    @property
    def is_superseded(self) -> bool:
        return self.version.status == Status.SUPERSEDED

    @property
    def is_withdrawn(self) -> bool:
        return self.version.status == Status.WITHDRAWN

    @property
    def is_moved(self) -> bool:
        if self.left is not None:
            return self.left.kind == RuleChange.Kind.MOVE
        return self.is_withdrawn and bool(getattr(self.version, "was_moved", False))

    @property
    def turned(self) -> Turned | None:
        """Return the changes of a version that has no description of them. No query."""
        if self.version.changes or self.before is None:
            return None
        return turned_since(self.before, self.version)

    @property
    def mark(self) -> str:
        """Return what distinguishes it from past versions, in one word; empty for those."""
        if self.is_in_force:
            return _("in force now")
        if self.is_to_come:
            return _("upcoming")
        if self.version.status == Status.PUBLISHED:
            return ""
        if self.is_moved:
            return _("moved")
        return str(self.version.get_status_display())


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    in_club: ClubRuleSet
    versions: tuple[DatedVersion, ...]
    leagues: tuple[League, ...]
    drafts: tuple[RuleVersion, ...]  # for organizers, the one edited last first
    open_change: RuleChange | None
    job: Job | None  # how far the open change is

    @property
    def in_force(self) -> RuleVersion | None:
        return next((dated.version for dated in self.versions if dated.is_in_force), None)


def timelines(club: Club, today: date, *, for_organizer: bool) -> list[Timeline]:
    """Return every set of the club. Four queries."""
    sets = ClubRuleSet.objects.for_club(club)
    return _timelines(club, sets.select_related("rule_set"), today, for_organizer=for_organizer)


def timeline(club: Club, set_slug: str, today: date, *, for_organizer: bool) -> Timeline | None:
    """Find a set by its address, or None. Four queries, one where there is none."""
    sets = ClubRuleSet.objects.for_club(club).filter(slug=set_slug).select_related("rule_set")
    found = _timelines(club, sets, today, for_organizer=for_organizer)
    return found[0] if found else None


def _timelines(
    club: Club, sets: Iterable[ClubRuleSet], today: date, *, for_organizer: bool
) -> list[Timeline]:
    held = list(sets)
    versions: dict[int, list[RuleVersion]] = {}
    found = RuleVersion.objects.filter(rule_set__in_club__in=held)
    whole = found.select_related("based_on", "rule_set")
    for version in whole.defer("based_on__parameters", "based_on__stated_by"):
        versions.setdefault(version.rule_set_id, []).append(version)
    leagues: dict[int, list[League]] = {}
    for league in League.objects.for_club(club).filter(rule_set__in=held):
        leagues.setdefault(league.rule_set_id, []).append(league)
    changes = list(
        RuleChange.objects.for_club(club)
        .filter(rule_set__in=held)
        .exclude(state=RuleChange.State.GIVEN_UP)
        .select_related("arriving", "leaving", "job")
    )
    return [
        _timeline(
            in_club,
            versions.get(in_club.rule_set_id, []),
            leagues.get(in_club.pk, []),
            [change for change in changes if change.rule_set_id == in_club.pk],
            today,
            for_organizer=for_organizer,
        )
        for in_club in held
    ]


def _timeline(
    in_club: ClubRuleSet,
    versions: Sequence[RuleVersion],
    leagues: Iterable[League],
    changes: Iterable[RuleChange],
    today: date,
    *,
    for_organizer: bool,
) -> Timeline:
    open_change, left = None, {}
    for change in changes:
        if change.state == RuleChange.State.OPEN:
            open_change = change if for_organizer else None
        elif change.leaving_id is not None:
            left[change.leaving_id] = change
    drafts = [version for version in versions if version.status == Status.DRAFT]
    drafts.sort(key=lambda draft: draft.edited_at or draft.created_at, reverse=True)
    line = dated_line(versions, today, left, READABLE)
    return Timeline(
        in_club=in_club,
        versions=tuple(reversed(list(_after_another(line)))),
        leagues=tuple(leagues),
        drafts=tuple(drafts) if for_organizer else (),
        open_change=open_change,
        job=getattr(open_change, "job", None),
    )


def _after_another(line: Sequence[DatedVersion]) -> Iterator[DatedVersion]:
    """Yield each version, oldest first, with the one in force before its day."""
    counting = [dated.version for dated in line if dated.version.status == Status.PUBLISHED]
    for dated in line:
        earlier = [each for each in counting if each.first_day < dated.version.first_day]
        yield replace(dated, before=earlier[-1] if earlier else None)


def dated_line(
    versions: Iterable[RuleVersion],
    today: date,
    left: Mapping[int, RuleChange],
    statuses: Iterable[str],
) -> list[DatedVersion]:
    """Return the versions of these states, oldest first, each with its state today."""
    shown = sorted(
        (version for version in versions if version.status in statuses),
        key=lambda version: (version.first_day, version.number),
    )
    in_force = max(
        (
            version.first_day
            for version in shown
            if version.status == Status.PUBLISHED and version.first_day <= today
        ),
        default=None,
    )
    return [
        DatedVersion(
            version=version,
            is_in_force=version.status == Status.PUBLISHED and version.first_day == in_force,
            is_to_come=version.status == Status.PUBLISHED and version.first_day > today,
            left=left.get(version.pk),
            then=moved_on(left, version),
        )
        for version in shown
    ]


def annotate_moves(versions: QuerySet[RuleVersion]) -> QuerySet[RuleVersion]:
    """Annotate each withdrawn version with whether it was moved to another day instead."""
    moves = RuleChange.objects.filter(
        leaving=OuterRef("pk"), kind=RuleChange.Kind.MOVE, state=RuleChange.State.APPLIED
    )
    return versions.annotate(was_moved=Exists(moves))


def moved_on(left: Mapping[int, RuleChange], version: RuleVersion) -> RuleChange | None:
    """Return how the version that a moved one became was itself removed, or None."""
    change = left.get(version.pk)
    if change is None or change.kind != RuleChange.Kind.MOVE or change.arriving_id is None:
        return None
    return left.get(change.arriving_id)


def departures(in_club: ClubRuleSet) -> dict[int, RuleChange]:
    """Map versions that no longer settle games to the change that ended them. One query."""
    changes = RuleChange.objects.for_club(in_club.club_id).filter(
        rule_set=in_club, leaving__isnull=False, state=RuleChange.State.APPLIED
    )
    found = changes.select_related("arriving")
    return {change.leaving_id: change for change in found if change.leaving_id is not None}
