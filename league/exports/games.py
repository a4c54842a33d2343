"""A club's games as rows, read as they are asked for: a row a game, or a row a seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import FilteredRelation, Q
from django.utils.translation import gettext as _

from league.exports.cells import Cell, thousandths
from league.models import Club, Hanchan, League, Member, Seat
from league.selectors.counted import latest_settlement
from league.selectors.rule_line import RuleLine, rule_line
from league.templatetags.points import seat_wind

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
    """Which games go out; both days included, none of them: all days."""

    league: League | None = None
    first: date | None = None
    last: date | None = None
    voided: bool = False  # those that no longer count too

    @property
    def condition(self) -> Q:
        """The same as a condition on a seat."""
        asked = {
            "hanchan__league": self.league,
            "hanchan__day__gte": self.first,
            "hanchan__day__lte": self.last,
            "hanchan__voided_at__isnull": None if self.voided else True,
        }
        return Q(**{name: value for name, value in asked.items() if value is not None})


class _Game(NamedTuple):
    """What both tables say of a game, and what they say of its seats."""

    where: list[Cell]
    seats: list[list[Cell]]
    sticks: int
    remark: str
    voided: str


@dataclass(slots=True)
class GameTable:
    """The club's games, with what is read once for all of them.

    Three queries and one a league, however many games; a few hundred of them are in memory.
    """

    club: Club
    wanted: GamesWanted
    _names: dict[int, str] = field(default_factory=dict)
    _lines: dict[int, RuleLine] = field(default_factory=dict)
    _leagues: dict[int, str] = field(default_factory=dict)
    _sources: dict[str, str] = field(default_factory=dict)

    def heads_by_game(self) -> list[str]:
        """The heads of the table that has a row a game."""
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
        """A row a game: where and when, then each seat."""
        for game in self._games():
            cells = [cell for seat in game.seats for cell in seat]
            cells += [None] * (5 * _SEATS - len(cells))
            yield [*game.where, *cells, game.sticks, game.remark, game.voided]

    def heads_by_seat(self) -> list[str]:
        """The heads of the table that has a row a seat."""
        seat = (_("seat"), _("name"), _("points"), _("score"), _("place taken"), _("chips"))
        return [*_game_heads(), *seat, _("voided")]

    def rows_by_seat(self) -> Iterator[list[Cell]]:
        """A row a seat, as tables that are turned about want it."""
        for game in self._games():
            for index, seat in enumerate(game.seats):
                yield [*game.where, seat_wind(index), *seat, game.voided]

    def _games(self) -> Iterator[_Game]:
        """The games in the order of play, off the database's own cursor."""
        self._read_once()
        rows = _first_seats(self.club).filter(self.wanted.condition)
        columns = (*_HEADING, *_OF_SEATS, *_COUNTED)
        for row in rows.values_list(*columns).iterator(chunk_size=TOGETHER):
            yield self._game(row)

    def _read_once(self) -> None:
        people = Member.objects.for_club(self.club).only("pk", "display_name", "full_name")
        self._names = {member.pk: member.shown_name(self.club) for member in people}
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
    """First seats with all seats of their game, and what counts of it, beside them."""
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
        *(_("table"), _("game"), _("rules"), _("came by")),
    ]
