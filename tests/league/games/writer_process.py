"""Writes games from a process of its own: ``python -m tests.league.games.writer_process``.

Takes a league's number, that of the hand (its table), and how many games; ``deferred`` begins each
transaction without a claim to write. The database is that of DATABASE_URL.
"""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import django

#: games of a table on one evening
_AN_EVENING = 90


def slots(count: int) -> Iterator[dict[str, Any]]:
    """Days and numbers for so many games of one table, the same whoever asks."""
    for index in range(count):
        evening, number = divmod(index, _AN_EVENING)
        yield {"day": date(2026, 11, 20) - timedelta(days=evening), "number": number + 1}


def main(league_id: int, hand: int, count: int, how: str) -> None:
    """Write them all."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from django.db import connection, transaction

    from league.games.write import record_hanchan
    from league.models import Hanchan, League, Member
    from tests.factories import ADMIN, make_entry

    if how == "deferred":
        connection.settings_dict["OPTIONS"]["transaction_mode"] = "DEFERRED"
    leagues = League.objects.across_clubs().select_related("club", "rule_set__rule_set")
    league = leagues.get(pk=league_id)
    four = list(Member.objects.for_club(league.club).filter(user=None).order_by("pk")[:4])
    for slot in slots(count):
        with transaction.atomic():
            Hanchan.objects.for_club(league.club).count()  # somebody looks before they write
            record_hanchan(
                club=league.club,
                entry=make_entry(league, four, table=hand + 1, **slot),
                key=uuid.uuid4(),
                source=Hanchan.Source.API,
                actor=ADMIN,
            )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
