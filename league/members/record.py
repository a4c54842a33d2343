"""A member's record in a league, from the tallies (months, not games), and titles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, NamedTuple

from django.db.models import F, Q
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.days import Period, month_end, month_start
from league.games.tallies import adjustments_of, fetch_scores, record_of_tally, tallies_in
from league.models import Club, Kyoku, League, Member, MonthClose, Seat, Tally, Yakuman
from league.rulebook.versions import stored_parameter
from league.wording.hands import at_text, yakuman_name
from rules.models import RuleVersion
from scoring.standings import Record, combine
from scoring.titles import MOST_YAKUMAN, Feats, Held, longest_row, titles_of

#: chairs that are looked at for a best or worst game: no day has as many games
_OF_A_DAY: Final = 60

#: month -> what was done in it
Months = Mapping[date, Record]


@dataclass(frozen=True, slots=True, kw_only=True)
class MonthLine:
    """A month in the table: the record of its games, and the adjustments.

    Of a season that begins or ends within a month only its days are counted.
    """

    month: date
    record: Record
    adjusted: int

    @property
    def total(self) -> int:
        return self.record.score + self.adjusted


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGame:
    game: int
    day: date
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRecord:
    record: Record
    months: tuple[MonthLine, ...]  # oldest first
    adjusted: int
    players: int | None  # seats at a table; None when versions of the days differ

    @property
    def total(self) -> int:
        return self.record.score + self.adjusted

    @property
    def best_month(self) -> MonthLine | None:
        """Return the month with the highest total, the first of equals; None without games."""
        played = [line for line in self.months if line.record.games]
        return max(played, key=lambda line: line.total, default=None)


def months_played(member: Member) -> dict[League, Months]:
    """Return the months in which a member has games, by league, oldest first. One query."""
    rows = (
        Tally.objects.for_club(member.club_id)
        .filter(page__counts=True, member=member, span=Tally.Span.MONTH)
        .select_related("page__league__rule_set__rule_set")
        .order_by("page__league__position", "page__league__pk", "start")
    )
    found: dict[League, dict[date, Record]] = {}
    for row in rows:
        found.setdefault(row.page.league, {})[row.start] = record_of_tally(row)
    return dict(found)


def record_of_member(member: Member, league: League, days: Period, months: Months) -> MemberRecord:
    """Return the member's record. Two queries, one more for days that are no whole months.

    Args:
        member: whose.
        league: in which.
        days: which days.
        months: the member's months in this league, as :func:`months_played` returns them.
    """
    if days.first.day == 1 and days.last == month_end(days.last):
        found = {month: done for month, done in months.items() if days.first <= month <= days.last}
    else:
        found = _with_edges(member, league, days)
    adjusted: dict[date, int] = defaultdict(int)
    for day, points in (
        adjustments_of(league)
        .filter(member=member, withdrawn_at=None, day__range=days.range)
        .values_list("day", "points")
    ):
        adjusted[month_start(day)] += points
    nothing = Record()
    return MemberRecord(
        record=combine(found[month] for month in sorted(found)),
        months=tuple(
            MonthLine(
                month=month, record=found.get(month, nothing), adjusted=adjusted.get(month, 0)
            )
            for month in sorted({*found, *adjusted})
        ),
        adjusted=sum(adjusted.values()),
        players=_players(league, days),
    )


def best_and_worst(
    member: Member, league: League, days: Period, record: MemberRecord
) -> tuple[OneGame | None, OneGame | None]:
    """Return the member's best and worst game, the first of equals. At most three queries.

    The tallies say in which month and on which day it was; only that day's games are read.
    """
    best, worst = record.record.best, record.record.worst
    if best is None or worst is None:
        return None, None
    months = [
        line.month
        for line in record.months
        if line.record.games and (line.record.best == best or line.record.worst == worst)
    ]
    rows = Tally.objects.for_club(member.club_id).filter(
        Q(best=best) | Q(worst=worst),
        page__league=league,
        page__counts=True,
        page__month__in=months,
        member=member,
        span=Tally.Span.DAY,
        start__range=days.range,
    )
    days_with = list(rows.order_by("start").values_list("start", "best", "worst"))
    with_best = next((day for day, highest, _lowest in days_with if highest == best), None)
    with_worst = next((day for day, _highest, lowest in days_with if lowest == worst), None)
    games = _games_on(member, league, {with_best, with_worst} - {None})
    return _first_with(games, with_best, best), _first_with(games, with_worst, worst)


def _games_on(member: Member, league: League, days: Iterable[date | None]) -> list[OneGame]:
    seats = (
        Seat.objects.for_club(member.club_id)
        .filter(
            member=member,
            hanchan__league=league,
            hanchan__voided_at=None,
            hanchan__day__in=list(days),
        )
        .select_related("hanchan")
        .order_by(*(f"hanchan__{name}" for name in ("day", "number", "table", "id")))[:_OF_A_DAY]
    )
    fetch_scores([seat.hanchan for seat in seats])
    return [
        OneGame(game=seat.hanchan_id, day=seat.hanchan.day, score=settled.scores[seat.seat])
        for seat in seats
        if (settled := seat.hanchan.settlement)
    ]


def _first_with(games: Sequence[OneGame], day: date | None, score: int) -> OneGame | None:
    return next((each for each in games if (each.day, each.score) == (day, score)), None)


def _with_edges(member: Member, league: League, days: Period) -> dict[date, Record]:
    """Month by month where the first or the last is not a whole one. One query."""
    parts: dict[date, list[Record]] = defaultdict(list)
    for row in tallies_in(league, *days.range).filter(member=member):
        parts[month_start(row.start)].append(record_of_tally(row))
    return {month: combine(records) for month, records in parts.items()}


def _players(league: League, days: Period) -> int | None:
    """Return the table size under the days' versions; None where they differ. One query."""
    versions = (
        league.rule_set.rule_set.versions.filter(
            status=RuleVersion.Status.PUBLISHED, effective_from__lte=days.last
        )
        .order_by("effective_from")
        .values_list("effective_from", stored_parameter("game", "players"))
    )
    found = list(versions)
    ends = [begins for begins, _players in found[1:]]
    in_force = {
        players
        for (_begins, players), ends_before in zip(found, [*ends, None], strict=True)
        if ends_before is None or ends_before > days.first
    }
    return in_force.pop() if len(in_force) == 1 else None


#: the latest that are listed
SHOWN: Final = 20


def yakuman_of_member(member: Member, league: League, days: Period) -> list[dict[str, Any]]:
    """Return the member's latest yakuman, newest first. At most three queries."""
    rows = list(
        Yakuman.objects.for_club(member.club_id)
        .filter(
            member=member, day__range=days.range, hanchan__league=league, hanchan__voided_at=None
        )
        .select_related("hanchan")
        .order_by("-day", "-hanchan", "-pk")[:SHOWN]
    )
    hands = _hands({row.hanchan_id for row in rows}) if rows else {}
    names = _discarders(member.club, rows)
    found = []
    for row in rows:
        won = {
            "hanchan": row.hanchan,
            "name": yakuman_name(row.name),
            "key": row.name,
            "from_name": names.get((row.hanchan_id, row.discarder), ""),
            "hand": hands.get((row.hanchan_id, row.seat, row.name), ""),
        }
        found.append(won)
    return found


def _discarders(club: Club, rows: Iterable[Yakuman]) -> dict[tuple[int, int | None], str]:
    """Map game and seat to the name, for games in which somebody dealt in. At most one query."""
    games = {row.hanchan_id for row in rows if row.discarder is not None}
    if not games:
        return {}
    seats = Seat.objects.for_club(club).filter(hanchan__in=games).select_related("member")
    return {(seat.hanchan_id, seat.seat): seat.member.shown_name(club) for seat in seats}


def _hands(games: Iterable[int]) -> dict[tuple[int, int, str], str]:
    """Map game, seat and yaku to the name of the yakuman's hand. One query."""
    rows = Kyoku.objects.across_clubs().filter(
        hanchan__in=list(games), result__in=[Kyoku.Result.RON, Kyoku.Result.TSUMO]
    )
    found: dict[tuple[int, int, str], str] = defaultdict(str)
    for row in rows:
        for win in row.told.get("wins", []):
            for name in {*win.get("yaku", {}), "counted_yakuman"}:
                if name != "counted_yakuman" or "yakuman" in win.get("limit", ""):
                    found[row.hanchan_id, win["winner"], name] = at_text(row.round, row.dealer)
    return found


#: lines of a closed ranking that are looked at for its first; more never share it
_FIRSTS: Final = 4


def titles_of_member(
    member: Member, league: League, days: Period, found: MemberRecord
) -> list[Held]:
    """Return the member's progress with each title. Two queries, three where yakuman count.

    Args:
        member: whose.
        league: in which, with its rule set.
        days: which days.
        found: the member's record in them.
    """
    played = (line.month for line in found.months if line.record.games)
    feats = Feats(
        record=found.record,
        months_in_a_row=longest_row(month.year * 12 + month.month for month in played),
        months_won=_months_won(member, league, days),
        yakuman=_yakuman(member, league, days),
        players=found.players,
    )
    return titles_of(feats, league.rule_set.rule_set.family)


def _months_won(member: Member, league: League, days: Period) -> int:
    """Count closed months within the days that the member ended first, ties included."""
    lines = {
        f"{name}_{at}": KeyTransform(name, KeyTransform(str(at), F("rows")))
        for at in range(_FIRSTS)
        for name in ("member", "rank")
    }
    closes = MonthClose.objects.for_club(league.club_id).filter(
        league=league, reopened_at=None, month__range=days.range
    )
    rows = closes.annotate(**lines).order_by().values(*lines)
    return sum(
        any(row[f"member_{at}"] == member.pk and row[f"rank_{at}"] == 1 for at in range(_FIRSTS))
        for row in rows
    )


def _yakuman(member: Member, league: League, days: Period) -> int:
    """Count the member's yakuman, at most as many as the last step asks for."""
    won = Yakuman.objects.for_club(member.club_id).filter(
        member=member, day__range=days.range, hanchan__league=league, hanchan__voided_at=None
    )
    return won.order_by()[:MOST_YAKUMAN].count()


_ROMAN: Final = ("", "I", "II", "III", "IV", "V")


class TitleRow(NamedTuple):
    name: str  # with its level
    about: str  # what it is for, with the amount
    next: str  # what the next level asks for; empty above the last


Words = tuple[Callable[[], str], Callable[[int], str]]

_WORDS: Final[Mapping[str, Words]] = {
    "games": (
        lambda: _("Seasoned player"),
        lambda n: ngettext("%(n)s game played", "%(n)s games played", n),
    ),
    "tops": (
        lambda: _("Winner"),
        lambda n: ngettext("%(n)s first-place finish", "%(n)s first-place finishes", n),
    ),
    "top_run": (
        lambda: _("On a roll"),
        lambda n: ngettext("%(n)s top in a row", "%(n)s tops in a row", n),
    ),
    "no_last_run": (
        lambda: _("Never last"),
        lambda n: ngettext(
            "%(n)s game in a row not finished last", "%(n)s games in a row not finished last", n
        ),
    ),
    "plus_run": (
        lambda: _("Steady hand"),
        lambda n: ngettext("%(n)s game in a row above zero", "%(n)s games in a row above zero", n),
    ),
    "big_game": (
        lambda: _("Landslide"),
        lambda n: ngettext("a game of +%(n)s", "a game of +%(n)s", n),
    ),
    "never_bust": (
        lambda: _("Unsinkable"),
        lambda n: ngettext("%(n)s game without a bust", "%(n)s games without a bust", n),
    ),
    "double_maru": (
        lambda: _("Master of doubles"),
        lambda n: ngettext("%(n)s double maru A", "%(n)s double maru A", n),
    ),
    "floating": (
        lambda: _("Always afloat"),
        lambda n: ngettext("%(n)s game finished floating", "%(n)s games finished floating", n),
    ),
    "month_won": (
        lambda: _("King of the month"),
        lambda n: ngettext("first in %(n)s closed month", "first in %(n)s closed months", n),
    ),
    "regular": (
        lambda: _("Regular"),
        lambda n: ngettext("%(n)s month in a row", "%(n)s months in a row", n),
    ),
    "yakuman": (
        lambda: _("Yakuman"),
        lambda n: ngettext("%(n)s yakuman won", "%(n)s yakuman won", n),
    ),
}


def title_row(held: Held) -> TitleRow:
    name, amount = _WORDS[held.title.key]
    following = held.next_step
    return TitleRow(
        f"{name()} {_ROMAN[held.level]}".strip(),
        _amount_words(amount, held.reached),
        "" if following is None else _amount_words(amount, following),
    )


def _amount_words(amount: Callable[[int], str], count: int) -> str:
    return amount(count) % {"n": f"{count:,}"}
