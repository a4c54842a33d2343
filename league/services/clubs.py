"""Founding a club, and what its owner and organizers set."""

from __future__ import annotations

from typing import TypeVar

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import club_day
from league.errors import LeagueError
from league.models import Club, ClubRuleSet, League, Member
from league.permissions import Role
from league.services.audit import record_event
from league.services.revisions import raise_all
from league.services.rule_sets import adopt_rule_set
from league.services.tallies import raise_revision

Thing = TypeVar("Thing", Club, League)

_CLUB_FIELDS = (
    *("name", "time_zone", "day_turns_at", "year_starts_in"),
    *("language", "visibility", "names_shown"),
)
_LEAGUE_FIELDS = (
    *("name", "minimum_games", "guests_ranked", "is_active", "record_scores"),
    "teams_from_names",
)


@transaction.atomic
def create_club(
    *, slug: str, name: str, owner: User, rule_key: str, league_name: str, is_demo: bool = False
) -> Club:
    """Found a club: members-only, display names, one rule set in use and one league under it.

    Args:
        slug: its address, unique on this server.
        name: what it calls itself.
        owner: the login that owns it; becomes its first member.
        rule_key: a shipped rule set.
        league_name: what its first league is called.
        is_demo: whether its people are invented.

    Raises:
        LeagueError: the address is taken.
        UnknownRuleSetError: nothing is shipped under ``rule_key``.
    """
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name, is_demo=is_demo)
    except IntegrityError as error:
        raise LeagueError(_("This address is taken."), field="slug") from error
    founder = Member.objects.create(
        club=club,
        user=owner,
        role=Member.Role.OWNER,
        display_name=(owner.get_full_name() or owner.get_username())[:40],
        joined_on=club_day(club),
    )
    actor = Actor(name=founder.display_name, role=Role.OWNER, user=owner, member=founder)
    record_event("club.created", club=club, object_id=club.pk, actor=actor, after={"slug": slug})
    in_club = adopt_rule_set(club=club, key=rule_key, actor=actor)
    create_league(club=club, rule_set=in_club, slug="main", name=league_name, actor=actor)
    return club


@transaction.atomic
def create_league(
    *, club: Club, rule_set: ClubRuleSet, slug: str, name: str, actor: Actor, position: int = 0
) -> League:
    """Open a league under one of the club's rule sets.

    Raises:
        LeagueError: the address is taken in this club, or the set is another club's.
    """
    if rule_set.club_id != club.pk:
        raise LeagueError(_("This rule set belongs to another club."), field="rule_set")
    if League.objects.for_club(club).filter(slug=slug).exists():
        raise LeagueError(_("This address is taken."), field="slug")
    league = League.objects.create(
        club=club, rule_set=rule_set, slug=slug, name=name, position=position
    )
    record_event(
        "league.created", club=club, object_id=league.pk, actor=actor, after={"slug": slug}
    )
    return league


@transaction.atomic
def update_club(*, club: Club, values: dict[str, object], actor: Actor) -> Club:
    """Change a club's settings. The day of stored games stays what it was at entry."""
    raise_all(club)
    return _update(club, "club.changed", _CLUB_FIELDS, values, club, actor)


@transaction.atomic
def update_league(*, league: League, values: dict[str, object], actor: Actor) -> League:
    """Change a league's name, minimum games and whether guests are ranked."""
    raise_revision(league)  # rankings read these
    return _update(league, "league.changed", _LEAGUE_FIELDS, values, league.club, actor)


@transaction.atomic
def _update(
    thing: Thing,
    type_: str,
    fields: tuple[str, ...],
    values: dict[str, object],
    club: Club,
    actor: Actor,
) -> Thing:
    changed = {f: values[f] for f in fields if f in values and values[f] != getattr(thing, f)}
    if not changed:
        return thing
    before = {name: getattr(thing, name) for name in changed}
    for name, value in changed.items():
        setattr(thing, name, value)
    thing.clean_fields()
    thing.save(update_fields=list(changed))
    record_event(type_, club=club, object_id=thing.pk, actor=actor, before=before, after=changed)
    return thing
