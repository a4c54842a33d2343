"""Memberships in teams of two entries that become one person, or are parted again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.models import Member, Team, TeamMembership


class _Span(NamedTuple):
    """A stretch in a team; ``last`` None: until further."""

    team: Team
    first: date
    last: date | None

    @property
    def end(self) -> date:
        return self.last or date.max

    def meets(self, other: _Span) -> bool:
        return self.first <= other.end and other.first <= self.end


@dataclass(slots=True)
class Memberships:
    """What becomes of the memberships of the one who goes."""

    moved: list[TeamMembership]
    #: in the same team on the same days: one membership is left of both
    absorbed: list[TeamMembership]
    #: memberships of the one who stays, with their new days
    widened: dict[int, tuple[TeamMembership, _Span]]
    problems: list[str]


def memberships_of_both(kept: Member, gone: Member) -> Memberships:
    """Work out what becomes of memberships. One query."""
    rows = TeamMembership.objects.for_club(kept.club_id).filter(member__in=[kept, gone])
    found: dict[int, list[TeamMembership]] = {kept.pk: [], gone.pk: []}
    for row in rows.select_related("team__league").order_by("joined_on", "pk"):
        found[row.member_id].append(row)
    result = Memberships([], [], {}, [])
    spans = {row.pk: _Span(row.team, row.joined_on, row.left_on) for row in found[kept.pk]}
    by_key = {row.pk: row for row in found[kept.pk]}
    for row in found[gone.pk]:
        span = _Span(row.team, row.joined_on, row.left_on)
        met = [key for key, other in spans.items() if _meet(span, other)]
        if not met:
            result.moved.append(row)
            continue
        if len(met) > 1 or spans[met[0]].team != span.team:
            result.problems.append(_two_teams(span, spans[met[0]]))
            continue
        result.absorbed.append(row)
        other = spans[met[0]]
        wide = _Span(
            row.team, min(span.first, other.first), max(span, other, key=lambda s: s.end).last
        )
        if wide == other:
            continue
        if any(_meet(wide, each) for key, each in spans.items() if key != met[0]):
            result.problems.append(_two_teams(span, other))
        spans[met[0]] = wide
        result.widened[met[0]] = (by_key[met[0]], wide)
    return result


def _meet(one: _Span, other: _Span) -> bool:
    return one.team.league_id == other.team.league_id and one.meets(other)


def _two_teams(one: _Span, other: _Span) -> str:
    facts = {"one": one.team.name, "other": other.team.name}
    return (
        _(
            "Their days in teams overlap (%(one)s, %(other)s). Change the days of one of the two "
            "memberships first."
        )
        % facts
    )


def days_of(row: TeamMembership) -> dict[str, Any]:
    """Its first and last day as the trail has them; no last one while it goes on."""
    last = row.left_on
    return {"joined_on": row.joined_on.isoformat(), "left_on": last and last.isoformat()}


def move_memberships(kept: Member, teams: Memberships) -> dict[str, Any]:
    """Move them to the one who stays; return what was, for :func:`give_memberships_back`."""
    widened = []
    absorbed = [
        {"id": row.pk, "team": row.team_id, "name": row.team.name, **days_of(row)}
        for row in teams.absorbed
    ]
    moved = [row.pk for row in teams.moved]
    rows = TeamMembership.objects.for_club(kept.club_id)
    rows.filter(pk__in=moved).update(member=kept)
    rows.filter(pk__in=[row.pk for row in teams.absorbed]).delete()
    for row, span in teams.widened.values():
        was = days_of(row)
        row.joined_on, row.left_on = span.first, span.last
        row.save(update_fields=["joined_on", "left_on"])
        widened.append({"id": row.pk, "name": row.team.name, "before": was, "after": days_of(row)})
    return {"teams": moved, "absorbed": absorbed, "widened": widened}


def give_memberships_back(kept: Member, gone: Member, moved: dict[str, Any]) -> None:
    """Give back what :func:`move_memberships` moved, but for teams that are gone."""
    rows = TeamMembership.objects.for_club(gone.club_id)
    rows.filter(pk__in=moved["teams"], member=kept).update(member=gone)
    for each in moved["widened"]:
        rows.filter(pk=each["id"]).update(**each["before"])
    there = Team.objects.for_club(gone.club_id).in_bulk(
        [each["team"] for each in moved["absorbed"]]
    )
    TeamMembership.objects.bulk_create(
        TeamMembership(
            pk=each["id"],
            team=there[each["team"]],
            member=gone,
            joined_on=each["joined_on"],
            left_on=each["left_on"],
        )
        for each in moved["absorbed"]
        if each["team"] in there
    )
