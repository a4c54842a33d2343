"""The state that a club's pages show: one value that every change of something shown raises."""

from __future__ import annotations

from typing import Final

from django.db import connection

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
    """The state of all the club's leagues as one value that never comes again. One query.

    A revision only rises, later ratings have a higher key, and no league is removed: so numbers
    and sums are new after every change. Ratings raise no revision, which would owe new ones.
    """
    with connection.cursor() as cursor:
        cursor.execute(_REVISION, [club_slug])
        return ".".join(str(number) for number in cursor.fetchone())
