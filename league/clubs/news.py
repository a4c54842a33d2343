"""What a club's home page tells everybody: changed rules and closed months, until they are seen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.access import Visit
from league.models import Club, MonthClose, NewsSeen, RuleChange, User

#: how many are shown, and how old they may be: for a login that has said what it saw, for one
#: that has not, and for those without a login, who cannot
MOST: Final = 5
FOR_READERS, FOR_OTHERS, FOR_VISITORS = timedelta(days=60), timedelta(days=14), timedelta(days=7)

Kind = RuleChange.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class News:
    at: datetime
    title: str
    text: str
    url: str

    @property
    def moment(self) -> str:
        """Return when it came, as the form sends it back."""
        return self.at.isoformat()


def news_of(visit: Visit) -> list[News]:
    """Return what the visitor has not seen yet, newest first. Two queries, three for a login."""
    since = _since(visit)
    found = [*_rules(visit.club, since), *_months(visit.club, since)]
    return sorted(found, key=lambda each: each.at, reverse=True)[:MOST]


def _since(visit: Visit) -> datetime:
    now = timezone.now()
    if visit.member is None:
        return now - FOR_VISITORS
    seen = NewsSeen.objects.for_club(visit.club).filter(user=visit.member.user_id).first()
    return max(seen.until, now - FOR_READERS) if seen else now - FOR_OTHERS


def _rules(club: Club, since: datetime) -> list[News]:
    changes = RuleChange.objects.for_club(club).filter(
        state=RuleChange.State.APPLIED, closed_at__gt=since
    )
    newest = changes.select_related("rule_set__rule_set", "arriving", "leaving")
    return [_of_rules(club, each) for each in newest.order_by("-closed_at")[:MOST]]


def _of_rules(club: Club, change: RuleChange) -> News:
    version = change.arriving or change.leaving
    assert version is not None  # the database keeps this and the next so
    assert change.closed_at is not None
    words = {
        Kind.PUBLISH: _("New rules from %(day)s"),
        Kind.CORRECT: _("Rules from %(day)s corrected"),
        Kind.MOVE: _("Rules now apply from %(day)s"),
        Kind.WITHDRAW: _("Rules from %(day)s withdrawn"),
    }[Kind(change.kind)]
    facts = [change.rule_set.rule_set.name]
    if change.altered:
        games = ngettext("%(count)s game re-scored", "%(count)s games re-scored", change.altered)
        facts.append(games % {"count": f"{change.altered:,}"})
    return News(
        at=change.closed_at,
        title=words % {"day": date_format(version.first_day, "DATE_FORMAT")},
        text=" · ".join(facts),
        url=reverse("league:change", args=[club.slug, change.rule_set.slug, change.pk]),
    )


def _months(club: Club, since: datetime) -> list[News]:
    closes = MonthClose.objects.for_club(club).filter(reopened_at=None, closed_at__gt=since)
    newest = closes.select_related("league").defer("rows", "versions", "prizes")
    return [
        News(
            at=close.closed_at,
            title=_("%(month)s is closed")
            % {"month": date_format(close.month, "YEAR_MONTH_FORMAT")},
            text=close.league.name,
            url=f"{reverse('league:ranking', args=[club.slug, close.league.slug])}"
            f"?month={close.month:%Y-%m}",
        )
        for close in newest.order_by("-closed_at")[:MOST]
    ]


def mark_seen(*, club: Club, user: User, until: datetime) -> None:
    """Keep that a login has seen the news up to a moment; an earlier one changes nothing."""
    now = timezone.now()
    if until.year < now.year - 1:  # nothing so old is shown, and some moments no database holds
        return
    moment = min(until, now)
    seen = NewsSeen.objects.for_club(club).filter(user=user)
    if seen.filter(until__lt=moment).update(until=moment) or seen.exists():
        return
    try:
        with transaction.atomic():
            NewsSeen.objects.create(club=club, user=user, until=moment)
    except IntegrityError:  # from another tab, a moment ago
        seen.filter(until__lt=moment).update(until=moment)
