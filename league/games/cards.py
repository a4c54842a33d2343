"""Cards that add up over a day: how many of a kind a player had before each game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from django.db.models import F, OuterRef, Subquery, Sum

from league.games.entry import HanchanEntry, PenaltyEntry
from league.models import Hanchan, League, Member, Penalty, Seat
from rules.parameters import Parameters
from scoring.checks import MOST_PENALTIES


class Card(NamedTuple):
    """A penalty that another number of its kind comes before than was stored."""

    game: int
    session: int
    table: int
    seat: int
    kind: str
    held: int


def recount_cards(league: League, days: Collection[date]) -> list[Card]:
    """Count anew what came before each penalty of some days, in the order of the games' numbers.

    The caller holds the league's lock. One query, and one that writes where something differs.
    """
    whose = Seat.objects.across_clubs().filter(hanchan=OuterRef("hanchan"), seat=OuterRef("seat"))
    rows = (
        Penalty.objects.across_clubs()
        .filter(hanchan__league=league, hanchan__day__in=days, hanchan__voided_at=None)
        .annotate(member=Subquery(whose.values("member")[:1]), day=F("hanchan__day"))
        .annotate(session=F("hanchan__session"), at=F("hanchan__table"), no=F("hanchan__number"))
        .order_by("day", "no", "at", "hanchan", "seat")
    )
    before: dict[tuple[date, int, str], int] = defaultdict(int)
    changed, found = [], []
    for row in rows:
        key = row.day, row.member, row.kind
        held = min(before[key], MOST_PENALTIES)
        before[key] += row.count
        if row.held != held:
            row.held = held
            changed.append(row)
            found.append(Card(row.hanchan_id, row.session, row.at, row.seat, row.kind, held))
    Penalty.objects.across_clubs().bulk_update(changed, ["held"])
    return found


def with_cards(entry: HanchanEntry, cards: Sequence[Card]) -> HanchanEntry:
    """Return a stored game's entry with what was counted anew."""
    held = {(card.seat, card.kind): card.held for card in cards}
    taken = (replace(p, held=held.get((p.seat, p.kind), p.held)) for p in entry.penalties)
    return replace(entry, penalties=tuple(taken))


def with_cards_before(
    entry: HanchanEntry,
    rule: Parameters,
    members: Sequence[Member | None],
    *,
    without: Hanchan | None,
) -> HanchanEntry:
    """Return a game that is not stored yet with the cards that its players had on that day.

    One query, and none where the rule has no cards or nobody got one.

    Args:
        entry: the game.
        rule: of that day.
        members: by seat; None: a new guest, who had none.
        without: the stored game that the entry corrects.
    """
    kinds = {price.kind for price in rule.penalties.penalty_table if price.becomes is not None}
    taken = [penalty for penalty in entry.penalties if penalty.kind in kinds]
    if not taken:
        return entry
    mine = F("hanchan__seats__seat")
    rows = Penalty.objects.across_clubs().filter(
        hanchan__league=entry.league,
        hanchan__day=entry.day,
        hanchan__voided_at=None,
        seat=mine,
        kind__in={penalty.kind for penalty in taken},
        hanchan__seats__member__in=[member for member in members if member],
    )
    if without is not None:
        rows = rows.exclude(hanchan=without)
    earlier = rows.filter(hanchan__number__lt=entry.number) | rows.filter(
        hanchan__number=entry.number, hanchan__table__lt=entry.table
    )
    counted = {
        (member, kind): count
        for member, kind, count in earlier.values_list("hanchan__seats__member", "kind")
        .annotate(Sum("count"))
        .order_by()
    }

    def held(penalty: PenaltyEntry) -> int:
        member = members[penalty.seat]
        had = counted.get((member.pk, penalty.kind), 0) if member else 0
        return min(had, MOST_PENALTIES)

    return replace(
        entry, penalties=tuple(replace(each, held=held(each)) for each in entry.penalties)
    )
