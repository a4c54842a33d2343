"""The revision of a club: raised by every change that a kept page shows."""

from __future__ import annotations

from typing import Final

from django.db import connection
from django.db.models import F

from league.models import Club, League


def raise_all(club: Club | int) -> None:
    """Raise the revision of all the club's leagues, and lock them until commit.

    For what pages show beside the games of one league: people, the club's settings, its rules. A
    service calls it before it locks or writes anything else, as it would ``raise_revision``: games
    are stored under a league's lock and then look at members and the club.
    """
    hold_all(club)
    League.objects.for_club(club).update(revision=F("revision") + 1)


def hold_all(club: Club | int) -> None:
    """Lock the club's leagues: until commit nothing that its pages show changes.

    Always in one order; an UPDATE alone locks rows as it finds them, and two could deadlock.
    """
    leagues = League.objects.for_club(club).select_for_update().order_by("pk")
    list(leagues.values_list("pk"))


#: Asked for each look at a kept page, where putting it together by the ORM costs as much as all the
#: rest that the page does.
_REVISION: Final = """
    SELECT COUNT(*), COALESCE(SUM(league.revision), 0), COALESCE(SUM(ratings.id), 0)
    FROM league_league AS league
    JOIN league_club AS club ON club.id = league.club_id
    LEFT JOIN league_ratingrun AS ratings ON ratings.league_id = league.id AND ratings.is_current
    WHERE club.slug = %s
"""


def revision_of(club_slug: str) -> str:
    """Return the state of all the club's leagues as a value that never recurs. One query.

    A revision only rises, later ratings have a higher key, and no league is removed: so numbers
    and sums are new after every change. Ratings raise no revision, which would require new ones.
    """
    with connection.cursor() as cursor:
        cursor.execute(_REVISION, [club_slug])
        return ".".join(str(number) for number in cursor.fetchone())
