"""Which settlements of past rule changes are kept (adr/0025), and the removal of the others.

Every change of the rules leaves a settlement for each game that it alters, and all but the last of
them count no more. One that a change has written goes once the change *and* what took its place are
older than the days that are kept, unless it is the last or the first of its game's revision, or
counted when its month was closed. It can be computed anew: it is what the change's version makes of
that revision.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, TruncMonth
from django.utils import timezone

from league.core.audit import record_event, system
from league.core.jobs import job, request_job
from league.models import Club, ClubRuleSet, Hanchan, Job, MonthClose, RuleChange, Settlement
from league.models.hanchan import visible
from league.rulechanges.read import summary_of

#: games that are looked at in one query, and rows that go in one transaction
GAMES_AT_ONCE: Final = 2_000
_ROWS_AT_ONCE: Final = 500
#: seconds in which others may write, after each transaction
_PAUSE: Final = 0.01


def kept_since() -> datetime | None:
    """Return the moment before which changes are old; None where everything is kept."""
    days: int = settings.RESCORES_KEPT
    return timezone.now() - timedelta(days=days) if days else None


def old_changes(before: datetime) -> QuerySet[RuleChange, RuleChange]:
    """Return the changes of every club that are old and still have everything they wrote."""
    return RuleChange.objects.across_clubs().filter(
        state=RuleChange.State.APPLIED, closed_at__lt=before, thinned_at=None
    )


def owe_thinning() -> None:
    """Queue a job for each club where something has become old enough."""
    before = kept_since()
    if before is None:
        return
    owed = old_changes(before).order_by().values("club")
    for club in Club.objects.filter(pk__in=owed):
        request_job(club=club, kind=Job.Kind.THIN_SETTLEMENTS)


@job(Job.Kind.THIN_SETTLEMENTS)
def carry_out_thinning(job: Job) -> dict[str, int]:
    """Thin the club's settlements; killed anywhere, it goes on with what is left."""
    before = kept_since()
    return {"removed": 0 if before is None else thin_club(job.club, before)}


def thin_club(club: Club, before: datetime) -> int:
    """Remove what is no longer kept, slice by slice; return how many settlements went."""
    return sum(_thin_rule_set(in_club, before) for in_club in _owing(club, before))


def to_remove(club: Club, before: datetime) -> int:
    """Count what would be removed."""
    slices = (keys for in_club in _owing(club, before) for keys in removable(in_club, before))
    return sum(map(len, slices))


def _owing(club: Club, before: datetime) -> QuerySet[ClubRuleSet, ClubRuleSet]:
    owed = old_changes(before).filter(club=club).order_by().values("rule_set")
    return ClubRuleSet.objects.for_club(club).filter(pk__in=owed)


def _thin_rule_set(in_club: ClubRuleSet, before: datetime) -> int:
    # What a change did is written down before the first of its settlements goes.
    changes = list(old_changes(before).filter(rule_set=in_club))
    for change in changes:
        if change.summary is None:
            change.summary = summary_of(change)
            change.save(update_fields=["summary"])
    removed = sum(_remove(keys) for keys in removable(in_club, before))
    with transaction.atomic():
        done = RuleChange.objects.for_club(in_club.club_id).filter(
            pk__in=[change.pk for change in changes]
        )
        done.update(thinned_at=timezone.now())
        if removed:
            record_event(
                "settlements.thinned",
                club=in_club.club,
                object_id=in_club.pk,
                actor=system("thin_settlements"),
                after={"removed": removed, "before": before.isoformat()},
            )
    return removed


def _remove(keys: list[int]) -> int:
    for start in range(0, len(keys), _ROWS_AT_ONCE):
        some = keys[start : start + _ROWS_AT_ONCE]
        Settlement.objects.across_clubs().filter(pk__in=some).delete()
        time.sleep(_PAUSE)
    return len(keys)


def removable(in_club: ClubRuleSet, before: datetime) -> Iterator[list[int]]:
    """Yield the keys of the settlements that may go, some games at a time. A query each.

    No lock is needed: what counts no more never counts again, and what comes meanwhile comes after
    it.
    """
    games = Hanchan.objects.for_club(in_club.club_id).filter(league__rule_set=in_club)
    last = 0
    while keys := list(
        games.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:GAMES_AT_ONCE]
    ):
        last = keys[-1]
        rows = _may_go(before).filter(hanchan__gte=keys[0], hanchan__lte=last)
        yield list(rows.filter(hanchan__league__rule_set=in_club).values_list("pk", flat=True))


def _may_go(before: datetime) -> QuerySet[Settlement, Any]:
    same = Settlement.objects.across_clubs().filter(
        visible(),
        hanchan=OuterRef("hanchan"),
        hanchan_revision=OuterRef("hanchan_revision"),
    )
    following = same.filter(pk__gt=OuterRef("pk")).order_by("pk")
    replaced_at = following.annotate(at=Coalesce("change__closed_at", "created_at"))
    closed_meanwhile = MonthClose.objects.across_clubs().filter(
        league=OuterRef("hanchan__league"),
        month=OuterRef("month"),
        closed_at__gte=OuterRef("change__closed_at"),
        closed_at__lt=OuterRef("replaced_at"),
    )
    old = Q(change__state=RuleChange.State.APPLIED, change__closed_at__lt=before)
    return (
        Settlement.objects.across_clubs()
        .filter(old)
        .annotate(
            month=TruncMonth("hanchan__day"), replaced_at=Subquery(replaced_at.values("at")[:1])
        )
        .filter(
            Exists(same.filter(pk__lt=OuterRef("pk"))),
            ~Exists(closed_meanwhile),
            replaced_at__lt=before,
        )
        .order_by("pk")
    )
