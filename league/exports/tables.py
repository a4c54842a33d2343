"""Games and rankings as rows of numbers for CSV and Excel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import FilteredRelation, Q
from django.utils.translation import gettext as _

from league.core.formats import seat_wind
from league.core.jobs import Tell, nobody
from league.exports.files import Cell, Number, thousandths
from league.games.tallies import adjustments_of, latest_settlement, tallies_in
from league.models import Club, Hanchan, League, Member, Seat
from league.rankings.figures import Figure, facts_of, figures_of
from league.rankings.table import LeagueRanking
from league.rulebook.versions import RuleLine, rule_line

#: games that are in memory at a time
TOGETHER: Final = 500
_SEATS: Final = 4

_HEADING: Final = (
    *("hanchan_id", "hanchan__day", "hanchan__session__title", "hanchan__league_id"),
    *("hanchan__table", "hanchan__number", "hanchan__source", "hanchan__sticks"),
    *("hanchan__remark", "hanchan__void_reason", "hanchan__points_are_known"),
)
_OF_SEATS: Final = tuple(
    f"seat_{seat}__{name}" for seat in range(_SEATS) for name in ("member_id", "points", "chips")
)
_COUNTED: Final = tuple(
    f"settlement__{name}_{seat}" for seat in range(_SEATS) for name in ("place", "score")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesWanted:
    league: League | None = None
    first: date | None = None
    last: date | None = None
    voided: bool = False  # those that no longer count too

    @property
    def condition(self) -> Q:
        conditions = {
            "hanchan__league": self.league,
            "hanchan__day__gte": self.first,
            "hanchan__day__lte": self.last,
            "hanchan__voided_at__isnull": None if self.voided else True,
        }
        return Q(**{name: value for name, value in conditions.items() if value is not None})


def count_games(club: Club, wanted: GamesWanted) -> int:
    """Count the games of a table. One query."""
    return Seat.objects.for_club(club).filter(wanted.condition, seat=0).count()


class _Game(NamedTuple):
    where: list[Cell]
    seats: list[list[Cell]]
    sticks: int
    remark: str
    voided: str


@dataclass(slots=True)
class GameTable:
    """The club's games, with what is read once for all of them.

    Three queries and one per league, however many games; a few hundred are in memory.
    """

    club: Club
    wanted: GamesWanted
    #: hears of each few hundred games
    tell: Tell = nobody
    _names: dict[int, str] = field(default_factory=dict)
    _lines: dict[int, RuleLine] = field(default_factory=dict)
    _leagues: dict[int, str] = field(default_factory=dict)
    _sources: dict[str, str] = field(default_factory=dict)

    def heads_by_game(self) -> list[str]:
        seats = [
            head % {"seat": seat_wind(seat)}
            for seat in range(_SEATS)
            for head in (
                *(_("%(seat)s: name"), _("%(seat)s: points"), _("%(seat)s: score")),
                *(_("%(seat)s: place"), _("%(seat)s: chips")),
            )
        ]
        return [*_game_heads(), *seats, _("sticks left"), _("remark"), _("voided")]

    def rows_by_game(self) -> Iterator[list[Cell]]:
        for game in self._games():
            cells = [cell for seat in game.seats for cell in seat]
            cells += [None] * (5 * _SEATS - len(cells))
            yield [*game.where, *cells, game.sticks, game.remark, game.voided]

    def heads_by_seat(self) -> list[str]:
        seat = (_("seat"), _("name"), _("points"), _("score"), _("place taken"), _("chips"))
        return [*_game_heads(), *seat, _("voided")]

    def rows_by_seat(self) -> Iterator[list[Cell]]:
        for game in self._games():
            for index, seat in enumerate(game.seats):
                yield [*game.where, seat_wind(index), *seat, game.voided]

    def _games(self) -> Iterator[_Game]:
        """Yield the games in the order of play, from a server-side cursor."""
        self._read_once()
        rows = _first_seats(self.club).filter(self.wanted.condition)
        columns = (*_HEADING, *_OF_SEATS, *_COUNTED)
        for number, row in enumerate(
            rows.values_list(*columns).iterator(chunk_size=TOGETHER), start=1
        ):
            if number % TOGETHER == 0:
                self.tell(TOGETHER)
            yield self._game(row)

    def _read_once(self) -> None:
        people = Member.objects.for_club(self.club).only("pk", "display_name", "full_name")
        self._names = {member.pk: member.name_in(self.club) for member in people}
        self._sources = {value: str(label) for value, label in Hanchan.Source.choices}
        for league in League.objects.for_club(self.club).select_related("rule_set__rule_set"):
            self._leagues[league.pk] = league.name
            self._lines[league.pk] = rule_line(league.rule_set.rule_set)

    def _game(self, row: tuple[Any, ...]) -> _Game:
        key, day, title, league, table, number, source, *rest = row[: len(_HEADING)]
        sticks, remark, voided, points_are_known = rest
        line = self._lines[league]
        version = line.on(day)
        parameters = line.parameters(version) if version else None
        decimals = parameters.ranking.score_decimals if parameters else 1
        of_seats, counted = row[len(_HEADING) : -len(_COUNTED)], row[-len(_COUNTED) :]
        seats: list[list[Cell]] = []
        for seat in range(_SEATS):
            member, points, chips = of_seats[3 * seat : 3 * seat + 3]
            place, score = counted[2 * seat : 2 * seat + 2]
            if member is not None:
                held = points if points_are_known else None
                name = self._names[member]
                seats.append([name, held, thousandths(score, decimals), place, chips])
        label = version.label if version else None
        where: list[Cell] = [key, day.isoformat(), title, self._leagues[league]]
        where += [table, number, label, self._sources[source]]
        return _Game(where, seats, sticks, remark, voided)


def _first_seats(club: Club) -> Any:
    beside = {
        f"seat_{seat}": FilteredRelation("hanchan__seats", condition=Q(hanchan__seats__seat=seat))
        for seat in range(_SEATS)
    }
    counts = Q(hanchan__settlements__pk=latest_settlement("hanchan"))
    settlement = FilteredRelation("hanchan__settlements", condition=counts)
    seats = Seat.objects.for_club(club).filter(seat=0)
    return seats.annotate(**beside, settlement=settlement).order_by(
        *("hanchan__day", "hanchan__session_id", "hanchan__league_id"),
        *("hanchan__table", "hanchan__number", "hanchan_id"),
    )


def _game_heads() -> list[str]:
    return [
        *(_("game no."), _("day"), _("session"), _("league")),
        *(_("table"), _("game"), _("rules"), _("entered via")),
    ]


def ranking_heads(ranking: LeagueRanking) -> list[str]:
    figures = [str(figure.label) for figure in figures_of(ranking)]
    return [_("rank"), _("name"), *figures, _("status")]


def ranking_rows(ranking: LeagueRanking) -> Iterator[list[Cell]]:
    """Yield the ranked, those with too few games, and guests, in the page's usual order."""
    figures, facts = figures_of(ranking), facts_of(ranking)
    decimals = ranking.rule.score_decimals
    for group, lines in (
        (_("ranked"), ranking.ranked),
        (_("too few games"), ranking.short),
        (_("guest"), ranking.guests),
    ):
        for line in lines:
            cells = [figure_cell(figure, figure.value(line, facts), decimals) for figure in figures]
            yield [line.rank, line.name, *cells, group]


def figure_cell(figure: Figure, value: int | None, decimals: int) -> Cell:
    """Return a figure as a number, with the decimals that its page shows."""
    number, unit = figure.number(value, decimals), figure.unit
    if number is None:
        return None
    return Number(number, is_signed=unit.as_score is not None, is_share=unit.is_share)


def month_heads(months: list[date]) -> list[str]:
    return [_("name"), *(f"{month:%Y-%m}" for month in months), _("total")]


def month_rows(ranking: LeagueRanking, scores: MonthScores) -> Iterator[list[Cell]]:
    """Yield each person's score by month, in ranking order; empty where nothing was played."""
    months, decimals = months_in(scores), ranking.rule.score_decimals
    for line in ranking.lines:
        mine = scores.get(line.member_id, {})
        cells = [thousandths(mine.get(month), decimals) for month in months]
        yield [line.name, *cells, thousandths(sum(mine.values()), decimals)]


#: score by member and month
MonthScores = dict[int, dict[date, int]]


def months_in(scores: MonthScores) -> list[date]:
    return sorted({month for mine in scores.values() for month in mine})


def scores_by_month(club: Club, league: League, ranking: LeagueRanking) -> MonthScores:
    """Return a ranking's totals by month, adjustments included. Two queries.

    For a single month these are the ranking's totals: frozen if it is closed.
    """
    period = ranking.period
    if period.is_month:
        return {line.member_id: {period.first: line.total} for line in ranking.lines}
    first, last = period.first, period.last
    rows = tallies_in(league, first, last).order_by()
    found: MonthScores = defaultdict(lambda: defaultdict(int))
    for member, start, score in rows.values_list("member", "start", "score").iterator():
        found[member][start.replace(day=1)] += score
    adjusted = adjustments_of(league).filter(withdrawn_at=None, day__range=(first, last))
    for member, day, points in adjusted.values_list("member", "day", "points"):
        found[member][day.replace(day=1)] += points
    return {member: dict(mine) for member, mine in found.items()}


def member_heads() -> list[str]:
    return [
        *(_("no."), _("display name"), _("full name"), _("kana"), _("romaji")),
        *(_("other names"), _("Tenhou names"), _("role"), _("guest")),
        *(_("joined on"), _("left on"), _("has an account")),
    ]


def member_rows(club: Club) -> Iterator[list[Cell]]:
    """Yield everybody on the club's list, guests and former members too. One query."""
    yes = _("yes")
    people = Member.objects.for_club(club).filter(merged_into=None).order_by("pk")
    for member in people.iterator(chunk_size=500):
        yield [
            member.pk,
            member.display_name,
            member.full_name,
            member.kana,
            member.romaji,
            " / ".join(map(str, member.aliases)),
            " / ".join(map(str, member.tenhou_names)),
            member.get_role_display(),
            yes if member.is_guest else None,
            member.joined_on.isoformat() if member.joined_on else None,
            member.left_on.isoformat() if member.left_on else None,
            yes if member.user_id else None,
        ]
