"""Imports that are still to be reviewed: so many a club, and each of them is listed."""

from __future__ import annotations

from typing import Final, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from league.core.errors import LeagueError
from league.models import Club

M = TypeVar("M", bound=Model)

#: of one kind, in one club
MOST_OPEN: Final = 50
_LATEST: Final = 10


class TooManyOpenError(LeagueError):
    code = "too-many-imports"


def check_room(club: Club, unstored: QuerySet[M]) -> None:
    """Refuse a further import while too many are open. Locks the club until commit.

    Raises:
        TooManyOpenError: there are as many as there may be.
    """
    Club.objects.select_for_update(no_key=True).filter(pk=club.pk).values_list("pk").first()
    if unstored.count() >= MOST_OPEN:
        raise TooManyOpenError(
            _(
                "%(most)s imports are waiting for review. Please finish or discard one before "
                "starting another."
            )
            % {"most": MOST_OPEN}
        )


def latest_and_open(imports: QuerySet[M], is_open: Q) -> list[M]:
    """Return the latest imports, and older ones that are still open. One query."""
    latest = imports.order_by("-pk").values("pk")[:_LATEST]
    return list(imports.filter(is_open | Q(pk__in=latest)).order_by("-pk"))
