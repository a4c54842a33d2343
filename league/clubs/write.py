"""Creates clubs and their leagues, changes their settings, issues evening passes."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import club_day, day_turns
from league.core.errors import LeagueError
from league.core.people import check_readable
from league.core.permissions import Role
from league.core.revisions import raise_all
from league.games.tallies import raise_revision
from league.models import Club, ClubRuleSet, EveningPass, League, Member, Session, User
from league.rulebook.shipped import first_free, free_slug
from league.rulebook.write import adopt_rule_set

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
    *,
    slug: str,
    name: str,
    owner: User,
    rule_key: str,
    league_name: str,
    founder: str = "",
    founder_kana: str = "",
    is_demo: bool = False,
) -> Club:
    """Found a club: members-only, display names, one rule set in use and one league under it.

    Args:
        slug: its address, unique on this server.
        name: its name.
        owner: the login that owns it; becomes its first member.
        rule_key: a shipped rule set.
        league_name: the name of its first league.
        founder: what the club calls the owner; empty: as the login is called.
        founder_kana: how that is read.
        is_demo: whether its people are invented.

    Raises:
        LeagueError: the address is taken.
        UnknownRuleSetError: nothing is shipped under ``rule_key``.
    """
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name, is_demo=is_demo)
    except IntegrityError as error:
        raise LeagueError(_("This address is already taken."), field="slug") from error
    if founder:
        check_readable(founder)
    first = Member.objects.create(
        club=club,
        user=owner,
        role=Member.Role.OWNER,
        display_name=(founder or owner.get_full_name() or owner.get_username())[:40],
        kana=founder_kana,
        joined_on=club_day(club),
    )
    actor = Actor(name=first.display_name, role=Role.OWNER, user=owner, member=first)
    record_event("club.created", club=club, object_id=club.pk, actor=actor, after={"slug": slug})
    in_club = adopt_rule_set(club=club, key=rule_key, actor=actor)
    create_league(club=club, rule_set=in_club, slug="main", name=league_name, actor=actor)
    return club


@transaction.atomic
def create_league(
    *,
    club: Club,
    rule_set: ClubRuleSet,
    slug: str,
    name: str,
    actor: Actor,
    position: int = 0,
    minimum_games: int = 0,
    guests_ranked: bool = False,
) -> League:
    """Open a league under one of the club's rule sets.

    Raises:
        LeagueError: the address is taken in this club, or the set is another club's.
    """
    if rule_set.club_id != club.pk:
        raise LeagueError(_("This rule set belongs to another club."), field="rule_set")
    if League.objects.for_club(club).filter(slug=slug).exists():
        raise LeagueError(_("This address is already taken."), field="slug")
    said: dict[str, Any] = {
        "slug": slug,
        "name": name,
        "minimum_games": minimum_games,
        "guests_ranked": guests_ranked,
    }
    league = League.objects.create(club=club, rule_set=rule_set, position=position, **said)
    record_event("league.created", club=club, object_id=league.pk, actor=actor, after=said)
    return league


@transaction.atomic
def update_club(*, club: Club, values: dict[str, object], actor: Actor) -> Club:
    """Change a club's settings. Stored games keep the day that they were entered under."""
    raise_all(club)
    return _update(club, "club.changed", _CLUB_FIELDS, values, club, actor)


@transaction.atomic
def update_league(*, league: League, values: dict[str, object], actor: Actor) -> League:
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


@transaction.atomic
def open_league(
    *,
    club: Club,
    rule_set: ClubRuleSet | str,
    slug: str,
    name: str,
    minimum_games: int = 0,
    guests_ranked: bool = False,
    actor: Actor,
) -> League:
    """Open a league below the club's other leagues.

    Args:
        club: whose league.
        rule_set: one of the club's, or the key of a shipped set to adopt along with it.
        slug: its address, unique in the club.
        name: its name.
        minimum_games: games a month needed to be ranked.
        guests_ranked: whether guests are ranked too.
        actor: who opens it.

    Raises:
        LeagueError: the address is taken in this club, or the set is another club's.
        UnknownRuleSetError: nothing is shipped under that key.
    """
    if isinstance(rule_set, str):
        free = free_slug(club, rule_set)
        rule_set = adopt_rule_set(club=club, key=rule_set, slug=free, actor=actor)
    last = League.objects.for_club(club).aggregate(last=Max("position"))["last"]
    try:
        with transaction.atomic():
            return create_league(
                club=club,
                rule_set=rule_set,
                slug=slug,
                name=name,
                position=0 if last is None else last + 1,
                minimum_games=minimum_games,
                guests_ranked=guests_ranked,
                actor=actor,
            )
    except IntegrityError as error:
        raise LeagueError(_("This address is already taken."), field="slug") from error


@transaction.atomic
def adopt_and_open(*, club: Club, key: str, slug: str, actor: Actor) -> League:
    """Adopt a shipped set and open a league under it, named after the set.

    Args:
        club: whose league.
        key: the shipped set.
        slug: the key under which the club is to use the set; the league's address too, if
            that is free.
        actor: who does it.

    Raises:
        UnknownRuleSetError: nothing is shipped under ``key``.
        LeagueError: the club already uses a set under that key.
    """
    in_club = adopt_rule_set(club=club, key=key, slug=slug, actor=actor)
    taken = set(League.objects.for_club(club).values_list("slug", flat=True))
    named = in_club.rule_set.name_ja if club.language == "ja" else in_club.rule_set.name_en
    return open_league(
        club=club,
        rule_set=in_club,
        slug=first_free(slug, taken),
        name=named[:60],
        actor=actor,
    )


@transaction.atomic
def move_league(*, league: League, to: Literal["up", "down"], actor: Actor) -> None:
    """Move a league one place up or down; at either end nothing changes."""
    raise_all(league.club_id)
    club = Club.objects.select_for_update().get(pk=league.club_id)
    leagues = list(League.objects.for_club(club))
    before = [each.slug for each in leagues]
    at = before.index(league.slug)
    other = at - 1 if to == "up" else at + 1
    if not 0 <= other < len(leagues):
        return
    leagues[at], leagues[other] = leagues[other], leagues[at]
    for position, each in enumerate(leagues):
        League.objects.for_club(club).filter(pk=each.pk).update(position=position)
    record_event(
        "leagues.ordered",
        club=club,
        object_id=league.pk,
        actor=actor,
        before={"leagues": before},
        after={"leagues": [each.slug for each in leagues]},
    )


@transaction.atomic
def issue_pass(*, session: Session, actor: Actor) -> EveningPass:
    """Make a link for one evening; it expires when the club's day ends.

    Raises:
        LeagueError: the evening is over, or more than a week ahead.
    """
    expires_at, now = day_turns(session.club, session.day), timezone.now()
    if expires_at <= now:
        raise LeagueError(_("This session has ended, so a pass would not work."))
    if expires_at - now > EveningPass.SPAN:
        raise LeagueError(_("A pass can be made from one week before the session."))
    issued = EveningPass.objects.create(
        session=session, created_by=actor.user, expires_at=expires_at
    )
    record_event(
        "evening_pass.issued",
        club=session.club,
        object_id=issued.pk,
        actor=actor,
        after=_plain(issued),
    )
    return issued


def _plain(evening_pass: EveningPass) -> dict[str, Any]:
    until = evening_pass.expires_at.isoformat()
    return {"session": evening_pass.session_id, "expires_at": until}


@transaction.atomic
def revoke_pass(*, evening_pass: EveningPass, actor: Actor) -> None:
    """Revoke a pass: its holder is out at the next request. Repeating it changes nothing."""
    club = evening_pass.session.club
    passes = EveningPass.objects.for_club(club)
    ended = passes.filter(pk=evening_pass.pk, revoked_at=None).update(revoked_at=timezone.now())
    if ended:
        record_event(
            "evening_pass.revoked",
            club=club,
            object_id=evening_pass.pk,
            actor=actor,
            before=_plain(evening_pass),
        )
