"""Opening a further league of a club, and the order in which its leagues are listed."""

from __future__ import annotations

from typing import Literal

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Club, ClubRuleSet, League
from league.selectors.shipped import free_slug
from league.services.audit import record_event
from league.services.clubs import create_league, update_league
from league.services.revisions import raise_all
from league.services.rule_sets import adopt_rule_set


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
        rule_set: one of the club's, or the key of a shipped set that is adopted along with it.
        slug: its address, unique in the club.
        name: what it is called.
        minimum_games: games a month that it takes to be ranked.
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
            league = create_league(
                club=club,
                rule_set=rule_set,
                slug=slug,
                name=name,
                position=0 if last is None else last + 1,
                actor=actor,
            )
    except IntegrityError as error:
        raise LeagueError(_("This address is taken."), field="slug") from error
    values: dict[str, object] = {"minimum_games": minimum_games, "guests_ranked": guests_ranked}
    return update_league(league=league, values=values, actor=actor)


@transaction.atomic
def adopt_and_open(*, club: Club, key: str, slug: str, actor: Actor) -> League:
    """Take a shipped set into use and open a league under it, named after the set.

    Args:
        club: whose league.
        key: the shipped set.
        slug: the key under which the club is to use the set; the league's address too, where
            that is free.
        actor: who says so.

    Raises:
        UnknownRuleSetError: nothing is shipped under ``key``.
        LeagueError: the club uses a set of that name already.
    """
    in_club = adopt_rule_set(club=club, key=key, slug=slug, actor=actor)
    named = in_club.rule_set.name_ja if club.language == "ja" else in_club.rule_set.name_en
    return open_league(
        club=club,
        rule_set=in_club,
        slug=_free_address(club, slug),
        name=named[:60],
        actor=actor,
    )


@transaction.atomic
def move_league(*, league: League, to: Literal["up", "down"], actor: Actor) -> None:
    """List a league one place higher or lower; the first stays first, the last stays last."""
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


def _free_address(club: Club, slug: str) -> str:
    taken = set(League.objects.for_club(club).values_list("slug", flat=True))
    address, number = slug, 1
    while address in taken:
        number += 1
        address = f"{slug}-{number}"
    return address
