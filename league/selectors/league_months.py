"""Which months of a club's leagues have games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import OuterRef, Subquery

from league.models import Club, League, Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueMonths:
    """A league and the months with games in it, each the first day of a month; None without."""

    league: League
    first: date | None
    last: date | None
    recent: date | None  # the latest that is not in the future


def leagues_with_months(club: Club, this_month: date) -> list[LeagueMonths]:
    """The club's leagues, each with the months that have games. One query."""
    months = Tally.objects.for_club(club).filter(
        page__league=OuterRef("pk"), page__counts=True, span=Tally.Span.MONTH
    )
    starts = months.order_by("start").values("start")
    latest = months.order_by("-start").values("start")
    leagues = (
        League.objects.for_club(club)
        .select_related("rule_set__rule_set")
        .annotate(
            first_month=Subquery(starts[:1]),
            last_month=Subquery(latest[:1]),
            recent_month=Subquery(latest.filter(start__lte=this_month)[:1]),
        )
    )
    for league in leagues:
        league.club = club
    return [
        LeagueMonths(
            league=league,
            first=league.first_month,
            last=league.last_month,
            recent=league.recent_month,
        )
        for league in leagues
    ]
