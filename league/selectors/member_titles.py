"""The titles of a member in a league and some days."""

from __future__ import annotations

from typing import Final

from django.db.models import F
from django.db.models.fields.json import KeyTransform

from league.models import League, Member, MonthClose, Yakuman
from league.selectors.member_days import Days
from league.selectors.member_record import MemberRecord
from scoring.titles import MOST_YAKUMAN, Feats, Held, longest_row, titles_of

#: lines of a closed ranking that are looked at for its first; more never share it
_FIRSTS: Final = 4


def titles_of_member(member: Member, league: League, days: Days, found: MemberRecord) -> list[Held]:
    """How far the member has come with each title. Two queries, three where yakuman count.

    Args:
        member: whose.
        league: in which, with its rule set.
        days: which days.
        found: the member's record in them.
    """
    played = (line.month for line in found.months if line.record.games)
    feats = Feats(
        record=found.record,
        months_in_a_row=longest_row(month.year * 12 + month.month for month in played),
        months_won=_months_won(member, league, days),
        yakuman=_yakuman(member, league, days),
        players=found.players,
    )
    return titles_of(feats, league.rule_set.rule_set.family)


def _months_won(member: Member, league: League, days: Days) -> int:
    """Closed months within the days that the member ended first, perhaps level with others."""
    lines = {
        f"{name}_{at}": KeyTransform(name, KeyTransform(str(at), F("rows")))
        for at in range(_FIRSTS)
        for name in ("member", "rank")
    }
    closes = MonthClose.objects.for_club(league.club_id).filter(
        league=league, reopened_at=None, month__range=days.range
    )
    rows = closes.annotate(**lines).order_by().values(*lines)
    return sum(
        any(row[f"member_{at}"] == member.pk and row[f"rank_{at}"] == 1 for at in range(_FIRSTS))
        for row in rows
    )


def _yakuman(member: Member, league: League, days: Days) -> int:
    """The member's yakuman; not more than the last step asks for, so that none are looked at."""
    won = Yakuman.objects.for_club(member.club_id).filter(
        member=member, day__range=days.range, hanchan__league=league, hanchan__voided_at=None
    )
    return won.order_by()[:MOST_YAKUMAN].count()
