"""Mending standings: what is not what the games and the rules give is made anew from them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.db.models import F

from league.actors import Actor
from league.models import Club, League, Settlement
from league.selectors.verification import Tested, wrong_games, wrong_tallies
from league.services.audit import record_event
from league.services.settling import settlement_row
from league.services.tallies import raise_revision, rebuild_tallies

#: games that the trail names one by one
_NAMED = 50
_AT_ONCE = 1000


@dataclass(slots=True)
class Mended:
    """What was made anew."""

    games: int = 0  # settled anew
    tallies: int = 0  # that were not what they should be

    def add(self, other: Mended) -> None:
        """Count another league's too."""
        self.games += other.games
        self.tallies += other.tallies


def mend_club(club: Club, *, reason: str, actor: Actor) -> Mended:
    """Mend the standings of all leagues of a club, one after the other."""
    mended = Mended()
    for league in League.objects.for_club(club).select_related("club", "rule_set__rule_set"):
        mended.add(mend_league(league, reason=reason, actor=actor))
    return mended


@transaction.atomic
def mend_league(league: League, *, reason: str, actor: Actor) -> Mended:
    """Settle anew what is settled wrong, each game under the version of its day, and count anew.

    Under the league's lock. What was wrong stays stored beside what counts now; only settlements
    of a revision that their game never had go. A game that no version can settle stays as it is.
    """
    raise_revision(league)
    impossible = _drop_impossible(league)
    games = _settle_anew(league, reason)
    # Counted after the settlements are true again: what rests on wrong ones is wrong as well.
    tallies = sum(1 for _each in wrong_tallies(league, Tested()))
    mended = Mended(games=len(games), tallies=tallies)
    if not (games or tallies or impossible):
        return mended
    rebuild_tallies(league)
    record_event(
        "standings.mended",
        club=league.club,
        object_id=league.pk,
        actor=actor,
        after={
            "league": league.slug,
            "settled": len(games),
            "games": games[:_NAMED],
            "impossible": impossible,
            "tallies": tallies,
        },
        reason=reason,
    )
    return mended


def _drop_impossible(league: League) -> int:
    """Remove settlements that would count before any that the game can get. How many."""
    rows = Settlement.objects.for_club(league.club_id).filter(hanchan__league=league)
    return rows.filter(hanchan_revision__gt=F("hanchan__revision")).delete()[0]


def _settle_anew(league: League, reason: str) -> list[int]:
    """Store what each wrongly settled game should be settled as. Their keys."""
    wrong = (found for found, _why in wrong_games(league, Tested()) if found.outcome is not None)
    games: list[int] = []
    while some := list(islice(wrong, _AT_ONCE)):
        rows = [
            settlement_row(found, found.outcome, reason=reason)
            for found in some
            if found.outcome is not None
        ]
        Settlement.objects.bulk_create(rows)
        games += [found.game.game for found in some]
    return games
