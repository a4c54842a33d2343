"""Telling every kept page of a club that something it shows has changed."""

from __future__ import annotations

from django.db.models import F

from league.models import Club, League


def raise_all(club: Club | int) -> None:
    """Raise the revision of all the club's leagues; whoever writes to one waits for our commit.

    For what pages show beside the games of one league: people, the club's settings, its rules. A
    service calls it before it locks or writes anything else, as it would ``raise_revision``: games
    are stored under a league's lock and then look at members and the club.
    """
    hold_all(club)
    League.objects.for_club(club).update(revision=F("revision") + 1)


def hold_all(club: Club | int) -> None:
    """Lock the club's leagues: until our commit nothing changes that its pages show.

    Always in one order; an UPDATE alone locks rows as it finds them, and two could wait for each
    other.
    """
    leagues = League.objects.for_club(club).select_for_update().order_by("pk")
    list(leagues.values_list("pk"))
