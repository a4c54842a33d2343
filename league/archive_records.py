"""What an archive holds beside games: rulings and closed months, out and in again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Model

from league.models import (
    Club,
    ClubRuleSet,
    Hanchan,
    League,
    Member,
    MonthClose,
    Ruling,
    Session,
)

Plain = dict[str, Any]


def plain(thing: Model, names: Iterable[str]) -> Plain:
    """Fields of a row as JSON takes them; days and moments as ISO text."""
    values = {name: getattr(thing, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
    }


def dump_rulings(club: Club, evening: Mapping[int, int]) -> list[Plain]:
    """The club's rulings, oldest first; one that corrects another names its place in the list."""
    rulings = Ruling.objects.for_club(club).select_related("rule_set", "hanchan").order_by("pk")
    found = list(rulings)
    at = {ruling.pk: index for index, ruling in enumerate(found)}
    return [
        {
            "rule_set": ruling.rule_set.slug,
            "session": None if ruling.session_id is None else evening[ruling.session_id],
            "game": str(ruling.hanchan.key) if ruling.hanchan else None,
            "day": ruling.day.isoformat(),
            "clause": ruling.clause,
            "facts": ruling.facts,
            "outcome": ruling.outcome,
            "corrects": None if ruling.corrects_id is None else at[ruling.corrects_id],
            "by": ruling.created_by_name,
            "voided_at": ruling.voided_at.isoformat() if ruling.voided_at else None,
            "void_reason": ruling.void_reason,
        }
        for ruling in found
    ]


def load_rulings(
    club: Club,
    rows: Sequence[Plain],
    rule_sets: Mapping[str, ClubRuleSet],
    sessions: Sequence[Session],
) -> None:
    """Bring rulings back, each after the one that it corrects."""
    games = {str(game.key): game for game in Hanchan.objects.for_club(club)} if rows else {}
    made: list[Ruling] = []
    for row in rows:
        made.append(
            Ruling.objects.create(
                club=club,
                rule_set=rule_sets[row["rule_set"]],
                session=None if row["session"] is None else sessions[row["session"]],
                hanchan=games[row["game"]] if row["game"] else None,
                day=date.fromisoformat(row["day"]),
                clause=row["clause"],
                facts=row["facts"],
                outcome=row["outcome"],
                corrects=None if row["corrects"] is None else made[row["corrects"]],
                created_by_name=row["by"],
                voided_at=datetime.fromisoformat(row["voided_at"]) if row["voided_at"] else None,
                void_reason=row["void_reason"],
            )
        )


def dump_closes(club: Club, person: Mapping[int, int]) -> list[Plain]:
    """The closings that still hold, by month; people are named by their place in the document."""
    closes = MonthClose.objects.for_club(club).filter(reopened_at=None)
    return [
        {
            "league": close.league.slug,
            "month": f"{close.month:%Y-%m}",
            "rows": [{**row, "member": person[row["member"]]} for row in close.rows],
            "versions": close.versions,
            "games": close.games,
            "by": close.closed_by_name,
        }
        for close in closes.select_related("league").order_by("month", "pk")
    ]


def load_closes(
    rows: Sequence[Plain], leagues: Mapping[str, League], members: Sequence[Member]
) -> None:
    """Bring closings back; when they were made, and their last game, stay behind."""
    MonthClose.objects.bulk_create(
        MonthClose(
            league=leagues[row["league"]],
            month=date.fromisoformat(f"{row['month']}-01"),
            rows=[{**line, "member": members[line["member"]].pk} for line in row["rows"]],
            versions=row["versions"],
            games=row["games"],
            closed_by_name=row["by"],
        )
        for row in rows
    )
