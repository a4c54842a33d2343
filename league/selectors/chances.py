"""What is still possible in a ranking that has not ended: what each needs, and their chances."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from random import Random
from typing import Final

from league.models import Club, Hanchan, League, Seat
from league.selectors.counted import latest_settlement
from league.selectors.member_days import by_seat
from league.selectors.rankings import LeagueRanking, Standing, Stretch, ranking_of
from scoring.chances import Chance, Contender, chances, needed

#: the league's latest games from which scores are drawn
LATEST_GAMES: Final = 1_000
#: a contender's own latest of them
OWN_LATEST: Final = 100
#: so many of the best are looked at
MOST: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """A line: where somebody stands, what they need, and what becomes of it."""

    standing: Standing
    #: what each remaining game has to come to, if the first stands still; None for the first
    needs_first: int | None
    needs_next: int | None  # the same to come level with the rank above
    chance: Chance | None  # None: too few games even then, or nothing to draw from


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlooks:
    """A ranking with what is still possible, best first."""

    ranking: LeagueRanking
    lines: tuple[Outlook, ...]
    games: int  # that each still plays


def outlook_of(club: Club, league: League, stretch: Stretch, *, games: int) -> Outlooks:
    """Look ahead to the end of a stretch. Four queries, whatever the history.

    Args:
        club: whose league.
        league: what is played.
        stretch: the days that are ranked.
        games: how many everybody still plays, at least one.
    """
    ranking = ranking_of(club, league, stretch)
    lines = sorted((*ranking.ranked, *ranking.short), key=lambda line: -line.total)[:MOST]
    scores = _latest_scores(league)
    everybody = [one for own in scores.values() for one in own]
    contenders = [
        Contender(
            key=line.member_id,
            total=line.total,
            games=line.record.games,
            scores=scores.get(line.member_id, [])[:OWN_LATEST],
        )
        for line in lines
    ]
    # the same for every reader, until a game changes
    rng = Random(f"{league.pk} {stretch.first} {stretch.last} {games}")
    found = chances(
        contenders,
        games=games,
        minimum=stretch.minimum_games,
        everybody=everybody,
        draw=rng.choices,
    )
    able = [each.total for each in contenders if each.games + games >= stretch.minimum_games]
    return Outlooks(
        ranking=ranking,
        lines=tuple(_outlook(line, able, found.get(line.member_id), games) for line in lines),
        games=games,
    )


def _outlook(line: Standing, able: list[int], chance: Chance | None, games: int) -> Outlook:
    """What a line needs, with the totals that stand now of those who may be ranked."""
    above = [total for total in able if total > line.total]
    return Outlook(
        standing=line,
        needs_first=needed(max(above) - line.total, games) if above else None,
        needs_next=needed(min(above) - line.total, games) if above else None,
        chance=chance,
    )


def _latest_scores(league: League) -> dict[int, list[int]]:
    """Each member's scores of the league's latest games, newest first. One query."""
    latest = (
        Hanchan.objects.for_club(league.club_id)
        .filter(league=league, voided_at=None)
        .order_by("-day", "-pk")
        .values("pk")[:LATEST_GAMES]
    )
    rows = (
        Seat.objects.for_club(league.club_id)
        .filter(hanchan__in=latest, hanchan__settlements=latest_settlement("hanchan"))
        .annotate(own_score=by_seat("seat", "hanchan__settlements__score"))
        .order_by("-hanchan__day", "-hanchan", "seat")
        .values_list("member_id", "own_score")
    )
    found: defaultdict[int, list[int]] = defaultdict(list)
    for member, score in rows:
        found[member].append(score)
    return found
