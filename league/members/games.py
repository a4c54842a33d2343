"""A member's games in some days: the latest, from each seat, against each opponent."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    Count,
    F,
    FilteredRelation,
    IntegerField,
    Q,
    QuerySet,
    Sum,
    Value,
    When,
)
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Coalesce

from league.core.days import ALL_DAYS, Period
from league.games.tallies import by_seat, fetch_scores, level_with, settled_seats
from league.models import ClubRuleSet, Hanchan, Kyoku, League, Member, Seat
from league.rulebook.versions import stored_parameter
from rules.models import Family
from scoring.standings import HandCounts, add_up, ratio, tenths, value_class

#: games on a member's page
RECENT = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfMember:
    hanchan: Hanchan
    points: int | None  # None: not known
    place: int | None
    score: int | None


def recent_games(
    member: Member, league: League, days: Period = ALL_DAYS, *, limit: int = RECENT
) -> list[GameOfMember]:
    """Return the member's latest counted games, newest first. Two queries.

    Args:
        member: whose games.
        league: in which league.
        days: on which days.
        limit: how many at most.
    """
    order = ("day", "number", "table", "pk")
    seats = (
        Seat.objects.for_club(member.club_id)
        .filter(
            member=member,
            hanchan__league=league,
            hanchan__voided_at=None,
            hanchan__day__range=days.range,
        )
        .select_related("hanchan")
        .order_by(*(f"-hanchan__{name}" for name in order))[:limit]
    )
    fetch_scores([seat.hanchan for seat in seats])
    return [_game_of(seat) for seat in seats]


def _game_of(seat: Seat) -> GameOfMember:
    settled = seat.hanchan.settlement
    return GameOfMember(
        hanchan=seat.hanchan,
        points=seat.held,
        place=settled.places[seat.seat] if settled else None,
        score=settled.scores[seat.seat] if settled else None,
    )


_SETTLED = "hanchan__settlements"
_FAMILY = "hanchan__league__rule_set__rule_set__family"
_PARAMETERS = f"{_SETTLED}__version__parameters"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """A member's results from one seat. Points and busts cover games with known points."""

    seat: int
    games: int
    place_counts: tuple[int, int, int, int]
    place_halves: int
    score: int
    points_games: int
    points: int  # won at the table: held at the end less the start points
    busts: int

    @property
    def average_place_hundredths(self) -> int | None:
        """Return the average place in hundredths."""
        return ratio(self.place_halves * 50, self.games)

    @property
    def average_points(self) -> int | None:
        """Return the average points won at the table per game."""
        return ratio(self.points, self.points_games)

    @property
    def average_score(self) -> int | None:
        """Return the average score of a game, in points."""
        return ratio(self.score, self.games)


def seats_of_member(member: Member, league: League, days: Period) -> list[SeatRecord]:
    """Return the member's record from each seat, East first. One query.

    Result lists of Tenhou's lobbies do not say who sat where: their games are left out.
    """
    known = Q(hanchan__points_are_known=True)
    rows = (
        settled_seats(league, days)
        .filter(member=member)
        .exclude(hanchan__source=Hanchan.Source.LOBBY)
        .annotate(
            place=by_seat("seat", f"{_SETTLED}__place"),
            own_score=by_seat("seat", f"{_SETTLED}__score"),
            start=Cast(
                stored_parameter("game", "start_points", parameters=_PARAMETERS), IntegerField()
            ),
        )
        .annotate(halves=2 * F("place") + level_with("place", f"{_SETTLED}__place") - 1)
        .order_by()
        .values("seat")
        .annotate(
            in_1=Count("pk", filter=Q(place=1)),
            in_2=Count("pk", filter=Q(place=2)),
            in_3=Count("pk", filter=Q(place=3)),
            in_4=Count("pk", filter=Q(place=4)),
            games=Count("pk"),
            sum_halves=Sum("halves"),
            sum_score=Sum("own_score"),
            known=Count("pk", filter=known),
            won=Coalesce(Sum(F("points") - F("start"), filter=known), 0),
            busts=Count("pk", filter=known & Q(points__lt=0) & ~Q(**{_FAMILY: Family.ZUNG_JUNG})),
        )
    )
    return [
        SeatRecord(
            seat=row["seat"],
            games=row["games"],
            place_counts=(row["in_1"], row["in_2"], row["in_3"], row["in_4"]),
            place_halves=row["sum_halves"],
            score=row["sum_score"],
            points_games=row["known"],
            points=row["won"],
            busts=row["busts"],
        )
        for row in rows.order_by("seat")
    ]


#: how many people stand in the grid, the member included
IN_GRID = 8

_SETTLED = "hanchan__settlements"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    member: int
    other: int
    games: int
    ahead: int  # games in which the member had the better place
    level: int  # … in which they shared one
    place_halves: int  # twice the sum of the member's places
    other_place_halves: int
    score: int  # the member's scores less the other's

    @property
    def ahead_rate(self) -> int | None:
        """Return the share of games in which the member was ahead, in tenths of a percent."""
        return tenths(self.ahead, self.games)

    @property
    def average_place_hundredths(self) -> int | None:
        """Return the member's average place in these games, in hundredths."""
        return ratio(self.place_halves * 50, self.games)

    @property
    def other_average_place_hundredths(self) -> int | None:
        """Return the other's average place in these games, in hundredths."""
        return ratio(self.other_place_halves * 50, self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    member: Member
    pair: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponents:
    met: tuple[Opponent, ...]
    in_grid: tuple[Member, ...]  # the member first
    pairs: dict[tuple[int, int], Pair]  # of the grid: who, against whom


def opponents_of(member: Member, league: League, days: Period) -> Opponents:
    """Return a member's opponents in a league. Three queries."""
    pairs = _pairs(league, days, Q(member=member))
    people = Member.objects.for_club(league.club_id).in_bulk([pair.other for pair in pairs])
    met = [Opponent(member=people[pair.other], pair=pair) for pair in pairs]
    met.sort(key=lambda each: (-each.pair.games, each.member.kana, each.member.pk))
    in_grid = [member, *(each.member for each in met[: IN_GRID - 1])]
    shown = [each.pk for each in in_grid]
    among = _pairs(league, days, Q(member__in=shown), Q(other__in=shown))
    grid = {(pair.member, pair.other): pair for pair in among}
    return Opponents(met=tuple(met), in_grid=tuple(in_grid), pairs=grid)


def _pairs(league: League, days: Period, members: Q, others: Q = Q()) -> list[Pair]:  # noqa: B008
    """Return every pair of a table in both directions, summed over the games. One query."""
    theirs = FilteredRelation("hanchan__seats")
    place, score = f"{_SETTLED}__place", f"{_SETTLED}__score"
    rows = (
        settled_seats(league, days)
        .filter(members)
        .annotate(theirs=theirs)
        .annotate(
            other=F("theirs__member"),
            place=by_seat("seat", place),
            own_score=by_seat("seat", score),
            their_place=by_seat("theirs__seat", place),
            their_score=by_seat("theirs__seat", score),
        )
        .filter(others, other__isnull=False)
        .exclude(other=F("member"))
        .annotate(
            halves=2 * F("place") + level_with("place", place) - 1,
            their_halves=2 * F("their_place") + level_with("their_place", place) - 1,
        )
        .order_by()
        .values("member", "other")
        .annotate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(place__lt=F("their_place"))),
            level=Count("pk", filter=Q(place=F("their_place"))),
            sum_halves=Sum("halves"),
            sum_their_halves=Sum("their_halves"),
            sum_score=Sum(F("own_score") - F("their_score")),
        )
    )
    return [
        Pair(
            member=row["member"],
            other=row["other"],
            games=row["games"],
            ahead=row["ahead"],
            level=row["level"],
            place_halves=row["sum_halves"],
            other_place_halves=row["sum_their_halves"],
            score=row["sum_score"],
        )
        for row in rows
    ]


_Result = Kyoku.Result
#: what describes a win
_WIN_FACTS = ("yaku", "han", "fu", "yakuman", "limit")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    rule_set: ClubRuleSet
    counts: HandCounts
    #: wins by what they were worth, as ``scoring.standings`` names it
    values: Mapping[str, int]
    #: wins by yaku, the most frequent first, and the wins of which the yaku are known
    yaku: tuple[tuple[str, int], ...]
    wins_with_yaku: int


def hands_of_member(member: Member, days: Period) -> list[HandRecord]:
    """Return a record of the member's hands per rule set, in the club's order. Three queries."""
    counts: dict[int, list[HandCounts]] = defaultdict(list)
    for row in _grouped(member, days):
        counts[row["hanchan__league__rule_set"]].append(_counts(row))
    made: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in _wins(member, days):
        made[row["hanchan__league__rule_set"]].append(row)
    rule_sets = ClubRuleSet.objects.for_club(member.club_id).select_related("rule_set")
    return [
        _record(each, add_up(counts[each.pk]), made[each.pk])
        for each in rule_sets
        if each.pk in counts
    ]


def _kept(member: Member, days: Period) -> QuerySet[Kyoku, Kyoku]:
    """Return the recorded hands of the member's games, with their seat as number and bit."""
    mine = FilteredRelation("hanchan__seats", condition=Q(hanchan__seats__member=member))
    bit = Case(
        *(When(mine__seat=seat, then=Value(1 << seat)) for seat in range(4)),
        output_field=IntegerField(),
    )
    return (
        Kyoku.objects.for_club(member.club_id)
        .filter(hanchan__voided_at=None, hanchan__day__range=days.range)
        .exclude(result=_Result.CHOMBO)
        .annotate(mine=mine)
        .filter(mine__isnull=False)
        .annotate(bit=bit)
        .order_by()
    )


def _own(column: str) -> Any:
    return F(column).bitand(F("bit"))  # type: ignore[arg-type] # the stubs know numbers alone


def _has(column: str) -> Any:
    """Return whether a set of seats contains the member's; None for an unknown set."""
    return Case(
        When(**{f"{column}__isnull": True}, then=None),
        When(Q(**{f"their_{column}__gt": 0}), then=True),
        default=False,
        output_field=BooleanField(null=True),
    )


def _grouped(member: Member, days: Period) -> Iterable[dict[str, Any]]:
    """Count the hands by kind, and sum what they moved. One query, at most ~100 rows."""
    sets = ("winners", "riichi", "tenpai", "called")
    rows: Iterable[dict[str, Any]] = (
        _kept(member, days)
        .annotate(**{f"their_{name}": _own(name) for name in sets})
        .annotate(
            won=_has("winners"),
            declared=_has("riichi"),
            ready=_has("tenpai"),
            had_called=_has("called"),
            dealt_in=Case(
                When(Q(result=_Result.RON, discarder=F("mine__seat")), then=True),
                default=False,
                output_field=BooleanField(),
            ),
            moved=by_seat("mine__seat", "delta"),
        )
        .values(
            *("hanchan__league__rule_set", "result", "won", "declared", "ready"),
            *("had_called", "dealt_in"),
        )
        .annotate(hands=Count("pk"), points=Sum("moved"))
    )
    return rows


def _counts(row: Mapping[str, Any]) -> HandCounts:
    hands, points = row["hands"], row["points"]
    won, declared, dealt_in = bool(row["won"]), bool(row["declared"]), bool(row["dealt_in"])
    is_draw, is_noted = row["result"] == _Result.DRAW, row["had_called"] is not None
    return HandCounts(
        hands=hands,
        wins=hands * won,
        tsumo=hands * (won and row["result"] == _Result.TSUMO),
        won=points * won,
        deal_ins=hands * dealt_in,
        paid=-points * dealt_in,
        riichi=hands * declared,
        riichi_wins=hands * (declared and won),
        noted=hands * is_noted,
        called=hands * bool(row["had_called"]),
        draws=hands * is_draw,
        tenpai=hands * (is_draw and bool(row["ready"])),
    )


def _wins(member: Member, days: Period) -> Iterable[dict[str, Any]]:
    """Count the member's wins by composition. One query, a row for each way to win."""
    at = [KeyTransform(str(nth), KeyTransform("wins", "told")) for nth in range(3)]
    winner = {
        f"winner_{nth}": Cast(KeyTextTransform("winner", win), IntegerField())
        for nth, win in enumerate(at)
    }
    facts = {
        f"win_{name}": Case(
            *(
                When(Q(**{f"winner_{nth}": F("mine__seat")}), then=KeyTextTransform(name, win))
                for nth, win in enumerate(at)
            )
        )
        for name in _WIN_FACTS
    }
    rows: Iterable[dict[str, Any]] = (
        _kept(member, days)
        .annotate(own=_own("winners"))
        .filter(own__gt=0, result__in=[_Result.RON, _Result.TSUMO])
        .annotate(**winner)
        .annotate(**facts)
        .values("hanchan__league__rule_set", *facts)
        .annotate(wins=Count("pk"))
    )
    return rows


def _record(
    rule_set: ClubRuleSet, counts: HandCounts, made: Iterable[Mapping[str, Any]]
) -> HandRecord:
    values: Counter[str] = Counter()
    yaku: Counter[str] = Counter()
    known = 0
    for row in made:
        han, fu, yakuman = (int(row[f"win_{name}"] or 0) for name in ("han", "fu", "yakuman"))
        limit = row["win_limit"] or ""
        values[value_class(han=han, fu=fu, yakuman=yakuman, limit=limit)] += row["wins"]
        names = json.loads(row["win_yaku"] or "{}")
        known += row["wins"] if names else 0
        for name in names:
            yaku[name] += row["wins"]
    return HandRecord(
        rule_set=rule_set,
        counts=counts,
        values=values,
        yaku=tuple(sorted(yaku.items(), key=lambda each: (-each[1], each[0]))),
        wins_with_yaku=known,
    )
