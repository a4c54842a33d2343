"""Entering a whole sheet of results: all of its games, or none."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.entry import HanchanEntry
from league.errors import EntryError, KeyReusedError, LeagueError
from league.models import Club, Hanchan
from league.services.hanchan import Recorded, record_hanchan


class SheetError(LeagueError):
    """Some games of a sheet cannot stand: by key, the problems of each as EntryError has them."""

    code = "bad-sheet"

    def __init__(self, problems: Mapping[UUID, Mapping[str, list[str]]]) -> None:
        super().__init__(_("Nothing was saved: some games do not add up yet."))
        self.problems = problems


def record_sheet(
    *, club: Club, entries: Mapping[UUID, HanchanEntry], actor: Actor
) -> list[Recorded]:
    """Store the games of a sheet in one transaction; what a key has stored before stays one game.

    Args:
        club: whose games they are.
        entries: the results by the key that each was typed under, in the order of the sheet.
        actor: who enters them.

    Raises:
        SheetError: what is wrong with which game; none is stored.
    """
    problems: dict[UUID, Mapping[str, list[str]]] = {}
    recorded = []
    with transaction.atomic():
        for key, entry in entries.items():
            try:
                stored = record_hanchan(
                    club=club, entry=entry, key=key, source=Hanchan.Source.SHEET, actor=actor
                )
            except EntryError as error:
                problems[key] = error.problems
            except KeyReusedError as error:
                problems[key] = {"": [error.message]}
            else:
                recorded.append(stored)
        if problems:
            raise SheetError(problems)
    return recorded
