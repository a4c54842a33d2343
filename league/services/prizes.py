"""A league's prizes: all of them are set at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import League, Prize
from league.services.audit import record_event
from league.services.tallies import raise_revision


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeEntry:
    """A prize as it was typed."""

    name: str
    measure: str  # a ``Prize.Measure``
    minimum_games: int


@transaction.atomic
def set_prizes(
    *, league: League, prizes: Sequence[PrizeEntry], seen: Sequence[int], actor: Actor
) -> list[Prize]:
    """Give a league these prizes, in this order, instead of those that it had.

    Args:
        league: whose prizes.
        prizes: the first one first.
        seen: the keys of those that were there when they were edited.
        actor: who sets them.

    Raises:
        LeagueError: somebody else has changed them meanwhile.
    """
    raise_revision(league)
    rows = Prize.objects.for_club(league.club_id).filter(league=league)
    there = list(rows)
    if sorted(each.pk for each in there) != sorted(seen):
        raise LeagueError(_("Somebody else has changed the prizes meanwhile. Please look again."))
    before, after = [_plain(_entry_of(each)) for each in there], [_plain(each) for each in prizes]
    if before == after:
        return there
    rows.delete()
    stored = Prize.objects.bulk_create(
        Prize(league=league, position=position, **asdict(each))
        for position, each in enumerate(prizes)
    )
    record_event(
        "prizes.changed",
        club=league.club,
        object_id=league.pk,
        actor=actor,
        before={"league": league.slug, "prizes": before},
        after={"league": league.slug, "prizes": after},
    )
    return stored


def _entry_of(prize: Prize) -> PrizeEntry:
    return PrizeEntry(name=prize.name, measure=prize.measure, minimum_games=prize.minimum_games)


def _plain(entry: PrizeEntry) -> dict[str, Any]:
    return asdict(entry)
