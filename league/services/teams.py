"""Teams of a league: made, renamed, removed while nobody was in them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import League, Team, TeamMembership
from league.naming import is_readable
from league.selectors.teams import team_named
from league.services.audit import record_event
from league.services.tallies import raise_revision

_LENGTH = 60


@transaction.atomic
def create_team(*, league: League, name: str, actor: Actor) -> Team:
    """Give a league a team.

    Raises:
        LeagueError: the name shows nothing, is too long, or means a team that is there
            (``field`` ``name``).
    """
    raise_revision(league)
    team = Team.objects.create(league=league, name=_checked(league, name))
    after = {"league": league.slug, "name": team.name}
    record_event("team.created", club=league.club, object_id=team.pk, actor=actor, after=after)
    return team


@transaction.atomic
def rename_team(*, team: Team, name: str, actor: Actor) -> Team:
    """Give a team another name.

    Raises:
        LeagueError: as in :func:`create_team`.
    """
    league = team.league
    raise_revision(league)
    current = Team.objects.for_club(league.club_id).get(pk=team.pk)
    before, current.name = current.name, _checked(league, name, own=team)
    if current.name != before:
        current.save(update_fields=["name"])
        record_event(
            "team.renamed",
            club=league.club,
            object_id=team.pk,
            actor=actor,
            before={"league": league.slug, "name": before},
            after={"league": league.slug, "name": current.name},
        )
    return current


@transaction.atomic
def remove_team(*, team: Team, actor: Actor) -> None:
    """Remove a team that nobody ever belonged to.

    Raises:
        LeagueError: somebody does or did.
    """
    league = team.league
    raise_revision(league)
    if TeamMembership.objects.for_club(league.club_id).filter(team=team).exists():
        raise LeagueError(_("Members belong or belonged to this team, so it stays."))
    key = team.pk
    team.delete()
    before = {"league": league.slug, "name": team.name}
    record_event("team.removed", club=league.club, object_id=key, actor=actor, before=before)


def _checked(league: League, name: str, own: Team | None = None) -> str:
    name = name.strip()
    if not is_readable(name):
        raise LeagueError(_("This name shows nothing that one could read."), field="name")
    if len(name) > _LENGTH:
        raise LeagueError(_("Please keep it under 60 characters."), field="name")
    there = team_named(league, name)
    if there is not None and (own is None or there.pk != own.pk):
        raise LeagueError(
            _("There is a team “%(name)s” already.") % {"name": there.name}, field="name"
        )
    return name
