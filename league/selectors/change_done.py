"""What an applied change of the rules did, read from the settlements that it wrote."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncMonth

from league.models import Hanchan, League, Member, RuleChange, Seat, Settlement
from league.models.settlement import visible
from league.selectors.change_preview import SHOWN, AlteredGame
from league.templatetags.points import seat_wind
from rules.parameters.common import Ranking

_PLACES = tuple(f"place_{seat}" for seat in range(4))
_SCORES = tuple(f"score_{seat}" for seat in range(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthAltered:
    """A league's month in which a change altered games."""

    league: League
    month: date
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What an applied change did."""

    altered: int
    games: tuple[AlteredGame, ...]  # the first of them
    months: tuple[MonthAltered, ...]


class _Row(NamedTuple):
    """A settlement, as much of it as is shown."""

    revision: int
    places: tuple[int, ...]
    scores: tuple[int, ...]


def what_it_did(change: RuleChange) -> Done:
    """The games whose score an applied change altered. Six queries, whatever their number."""
    written = Settlement.objects.for_club(change.club_id).filter(change=change)
    # a game that was voided before the change took effect never counted under it
    counted = Q(voided_at=None) | Q(voided_at__gte=change.closed_at)
    games = Hanchan.objects.for_club(change.club_id).filter(
        counted, pk__in=written.order_by().values("hanchan")
    )
    return Done(
        altered=games.count(),
        games=tuple(_altered_games(change, games)),
        months=tuple(_months(change, games)),
    )


def _months(change: RuleChange, games: QuerySet[Hanchan, Hanchan]) -> Iterator[MonthAltered]:
    rows = games.order_by().annotate(month=TruncMonth("day")).values_list("league", "month")
    leagues = League.objects.for_club(change.club_id).in_bulk()
    for league, month, count in rows.annotate(games=Count("pk")).order_by("league", "month"):
        yield MonthAltered(league=leagues[league], month=month, games=count)


def _altered_games(change: RuleChange, games: QuerySet[Hanchan, Hanchan]) -> Iterator[AlteredGame]:
    """The first of them, each with what counted right before and what the change made of it."""
    ordered = games.order_by("league", "day", "table", "number", "pk")
    first = list(ordered.select_related("league", "club")[:SHOWN])
    rows = _before_and_after(change, first)
    names = _names(first)
    decimals = _decimals(change)
    for game in first:
        if game.pk not in rows:
            continue
        before, after = rows[game.pk]
        seats = range(len(after.scores))
        is_as_it_was = game.revision == after.revision
        yield AlteredGame(
            game=game.pk,
            league=game.league,
            day=game.day,
            table=game.table,
            number=game.number,
            # Other people may sit there since; the chair is still the chair.
            names=tuple(names[game.pk] if is_as_it_was else [seat_wind(seat) for seat in seats]),
            before=before.scores,
            after=after.scores,
            places_before=before.places,
            places_after=after.places,
            decimals=decimals,
        )


def _before_and_after(change: RuleChange, games: Sequence[Hanchan]) -> dict[int, tuple[_Row, _Row]]:
    """The last settlement that the change wrote of each game, and the one before it."""
    rows = (
        Settlement.objects.for_club(change.club_id)
        .filter(visible(), hanchan__in=games)
        .order_by("hanchan", "hanchan_revision", "pk")
        .values_list("hanchan", "change", "hanchan_revision", *_PLACES, *_SCORES)
    )
    last: dict[int, _Row] = {}
    found: dict[int, tuple[_Row, _Row]] = {}
    for game, by, revision, *rest in rows:
        players = 4 if rest[3] is not None else 3
        row = _Row(revision, tuple(rest[:players]), tuple(rest[4 : 4 + players]))
        if by != change.pk:
            last[game] = row
        elif game in last:
            found[game] = last[game], row
    return found


def _names(games: Sequence[Hanchan]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = defaultdict(list)
    if games:
        club = games[0].club
        members = {each.pk: each.shown_name(club) for each in Member.objects.for_club(club)}
        seats = Seat.objects.for_club(club).filter(hanchan__in=games).order_by("hanchan", "seat")
        for game, member in seats.values_list("hanchan", "member"):
            names[game].append(members[member])
    return names


def _decimals(change: RuleChange) -> int:
    """Decimals with which the scores are shown: as many as either version asks for."""
    usual = Ranking().score_decimals
    versions = [each for each in (change.arriving, change.leaving) if each is not None]
    shown: list[int] = [
        each.parameters.get("ranking", {}).get("score_decimals", usual) for each in versions
    ]
    return max(shown)
