"""A member's hands where somebody kept them: how often they won, dealt in, called, and with what.

Summed up in the database: hands by what they were, wins by what they were made of.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from league.core.periods import Period
from league.games.counted import by_seat
from league.models import ClubRuleSet, Kyoku, Member
from scoring.hand_stats import HandCounts, add_up, value_class

_Result = Kyoku.Result
#: what a win is told with that says what it was
_TOLD = ("yaku", "han", "fu", "yakuman", "limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A member's hands under one rule set."""

    rule_set: ClubRuleSet
    counts: HandCounts
    #: wins by what they were worth, as ``scoring.hand_stats`` names it
    values: Mapping[str, int]
    #: wins by yaku, the most frequent first, and the wins of which the yaku are known
    yaku: tuple[tuple[str, int], ...]
    wins_with_yaku: int


def hands_of_member(member: Member, days: Period) -> list[HandRecord]:
    """The member's hands, a record for each rule set, in the club's order. Three queries."""
    counts: dict[int, list[HandCounts]] = defaultdict(list)
    for row in _grouped(member, days):
        counts[row["hanchan__league__rule_set"]].append(_counts(row))
    made: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in _wins(member, days):
        made[row["hanchan__league__rule_set"]].append(row)
    rule_sets = ClubRuleSet.objects.for_club(member.club_id).select_related("rule_set")
    return [
        _record(each, add_up(counts[each.pk]), made[each.pk])
        for each in rule_sets
        if each.pk in counts
    ]


def _kept(member: Member, days: Period) -> QuerySet[Kyoku, Kyoku]:
    """The hands that were kept of the member's games, each with their seat as a number and bit."""
    mine = FilteredRelation("hanchan__seats", condition=Q(hanchan__seats__member=member))
    bit = Case(
        *(When(mine__seat=seat, then=Value(1 << seat)) for seat in range(4)),
        output_field=IntegerField(),
    )
    return (
        Kyoku.objects.for_club(member.club_id)
        .filter(hanchan__voided_at=None, hanchan__day__range=days.range)
        .exclude(result=_Result.CHOMBO)
        .annotate(mine=mine)
        .filter(mine__isnull=False)
        .annotate(bit=bit)
        .order_by()
    )


def _own(column: str) -> Any:
    """The member's bit of a set of seats."""
    return F(column).bitand(F("bit"))  # type: ignore[arg-type] # the stubs know numbers alone


def _has(column: str) -> Any:
    """Whether a set of seats holds the member's; None where the set is not known."""
    return Case(
        When(**{f"{column}__isnull": True}, then=None),
        When(Q(**{f"their_{column}__gt": 0}), then=True),
        default=False,
        output_field=BooleanField(null=True),
    )


def _grouped(member: Member, days: Period) -> Iterable[dict[str, Any]]:
    """The hands by what they were: how many, and what they moved. One query, at most ~100 rows."""
    sets = ("winners", "riichi", "tenpai", "called")
    rows: Iterable[dict[str, Any]] = (
        _kept(member, days)
        .annotate(**{f"their_{name}": _own(name) for name in sets})
        .annotate(
            won=_has("winners"),
            declared=_has("riichi"),
            ready=_has("tenpai"),
            had_called=_has("called"),
            dealt_in=Case(
                When(Q(result=_Result.RON, discarder=F("mine__seat")), then=True),
                default=False,
                output_field=BooleanField(),
            ),
            moved=by_seat("mine__seat", "delta"),
        )
        .values(
            *("hanchan__league__rule_set", "result", "won", "declared", "ready"),
            *("had_called", "dealt_in"),
        )
        .annotate(hands=Count("pk"), points=Sum("moved"))
    )
    return rows


def _counts(row: Mapping[str, Any]) -> HandCounts:
    hands, points = row["hands"], row["points"]
    won, declared, dealt_in = bool(row["won"]), bool(row["declared"]), bool(row["dealt_in"])
    is_draw, is_noted = row["result"] == _Result.DRAW, row["had_called"] is not None
    return HandCounts(
        hands=hands,
        wins=hands * won,
        tsumo=hands * (won and row["result"] == _Result.TSUMO),
        won=points * won,
        deal_ins=hands * dealt_in,
        paid=-points * dealt_in,
        riichi=hands * declared,
        riichi_wins=hands * (declared and won),
        noted=hands * is_noted,
        called=hands * bool(row["had_called"]),
        draws=hands * is_draw,
        tenpai=hands * (is_draw and bool(row["ready"])),
    )


def _wins(member: Member, days: Period) -> Iterable[dict[str, Any]]:
    """The member's wins by what they were made of. One query, a row for each way to win."""
    at = [KeyTransform(str(nth), KeyTransform("wins", "told")) for nth in range(3)]
    winner = {
        f"winner_{nth}": Cast(KeyTextTransform("winner", win), IntegerField())
        for nth, win in enumerate(at)
    }
    told = {
        f"win_{name}": Case(
            *(
                When(Q(**{f"winner_{nth}": F("mine__seat")}), then=KeyTextTransform(name, win))
                for nth, win in enumerate(at)
            )
        )
        for name in _TOLD
    }
    rows: Iterable[dict[str, Any]] = (
        _kept(member, days)
        .annotate(own=_own("winners"))
        .filter(own__gt=0, result__in=[_Result.RON, _Result.TSUMO])
        .annotate(**winner)
        .annotate(**told)
        .values("hanchan__league__rule_set", *told)
        .annotate(wins=Count("pk"))
    )
    return rows


def _record(
    rule_set: ClubRuleSet, counts: HandCounts, made: Iterable[Mapping[str, Any]]
) -> HandRecord:
    values: Counter[str] = Counter()
    yaku: Counter[str] = Counter()
    known = 0
    for row in made:
        han, fu, yakuman = (int(row[f"win_{name}"] or 0) for name in ("han", "fu", "yakuman"))
        limit = row["win_limit"] or ""
        values[value_class(han=han, fu=fu, yakuman=yakuman, limit=limit)] += row["wins"]
        names = json.loads(row["win_yaku"] or "{}")
        known += row["wins"] if names else 0
        for name in names:
            yaku[name] += row["wins"]
    return HandRecord(
        rule_set=rule_set,
        counts=counts,
        values=values,
        yaku=tuple(sorted(yaku.items(), key=lambda each: (-each[1], each[0]))),
        wins_with_yaku=known,
    )
