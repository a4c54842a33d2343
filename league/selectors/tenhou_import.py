"""The dry run of an import: which games are new, in which league, who sat there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from operator import itemgetter

from django.utils.translation import gettext as _

from league.days import day_problem
from league.models import Club, Hanchan, League, Member
from league.selectors.rule_line import RuleLine, rule_line
from league.selectors.tenhou_twins import Twins
from league.tenhou_found import Found
from league.tenhou_names import How, Meant, NameBook
from league.tenhou_rules import can_hold, fit_of, rule_differences, scores_by
from rules.models import RuleVersion
from rules.parameters import RiichiParameters

#: games asked for at once
_AT_ONCE = 500


class Status(StrEnum):
    """What an import would do with a game."""

    NEW = "new"
    KNOWN = "known"
    CANNOT = "cannot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What would become of one game."""

    found: Found
    status: Status
    why: str = ""  # why it is known or cannot be stored
    hanchan: int | None = None  # the game as it is known
    day: date | None = None
    league: League | None = None
    version: RuleVersion | None = None
    seats: tuple[Meant, ...] = ()
    notes: tuple[str, ...] = ()  # where league and game differ
    by_rules: tuple[int, ...] | None = None  # the scores under the league's rules, of a record
    counts_record: bool = True  # whether the scores that came with it count


@dataclass(kw_only=True)
class Wanted:
    """What the organizer asked for."""

    league: League | None = None  # None: the one whose rule fits
    day: date | None = None  # of games that do not tell their own
    lobby: int | None = None  # None: any
    choices: Mapping[str, int] = field(default_factory=dict)


class Planner:
    """Plans the games of one club, with what it has read of the club kept at hand."""

    def __init__(self, club: Club, wanted: Wanted) -> None:
        self.club, self.wanted = club, wanted
        self._leagues = list(
            League.objects.for_club(club)
            .filter(is_active=True)
            .select_related("rule_set__rule_set")
        )
        self._lines: dict[int, RuleLine] = {}
        self.reload()

    def reload(self) -> None:
        """Read the members and what is stored anew: somebody else has changed them."""
        self.book = NameBook(Member.objects.for_club(self.club))
        self._known: dict[str, int] = {}
        self._asked: set[str] = set()
        self._twins = Twins(self.club)

    def welcome(self, members: Iterable[Member]) -> None:
        """Take new guests into account."""
        for member in members:
            self.book.add(member)

    def stored(self, found: Found, day: date, hanchan: int) -> None:
        """Take a game into account that was stored."""
        self._known |= dict.fromkeys(found.ids(day), hanchan)
        self._twins.forget(day)

    def plan(self, games: Sequence[Found]) -> Iterator[Planned]:
        """Plan games in their order; one that stands twice among them is known at the second."""
        seen: set[str] = set()
        for start in range(0, len(games), _AT_ONCE):
            part = games[start : start + _AT_ONCE]
            self._ask(part)
            for found in part:
                planned = self._planned(found, seen)
                if planned.status is Status.NEW and planned.day:
                    seen.update(found.ids(planned.day))
                yield planned

    def day_of(self, found: Found) -> date | None:
        """The day of a game: its own, or else the one that was asked for."""
        return found.day or self.wanted.day

    def _ask(self, games: Sequence[Found]) -> None:
        """Learn which of the games are stored. One query."""
        days = ((found, self.day_of(found)) for found in games)
        ids = {one for found, day in days if day for one in found.ids(day)} - self._asked
        if ids:
            stored = Hanchan.objects.for_club(self.club).filter(outside_id__in=ids)
            self._known |= dict(stored.values_list("outside_id", "pk"))
            self._asked |= ids

    def _planned(self, found: Found, seen: set[str]) -> Planned:
        day = self.day_of(found)
        if day is None:
            return _cannot(found, _("It does not tell its day: say which day it was."))
        if problem := day_problem(day):
            return _cannot(found, problem, day=day)
        ids = found.ids(day)
        for one in ids:
            if one in self._known:
                return _known(found, day, self._known[one])
        if seen & set(ids):
            return _known(found, day, None)
        wanted = self.wanted.lobby
        if wanted is not None and found.lobby_number != wanted:
            lobby = found.lobby or _("not told")
            return _cannot(found, _("Another lobby: %(lobby)s.") % {"lobby": lobby}, day=day)
        return self._in_league(found, day)

    def _in_league(self, found: Found, day: date) -> Planned:
        league, why = self._league(found, day)
        if league is None:
            return _cannot(found, why, day=day)
        line = self._line(league)
        version, rule = line.on(day), line.parameters_on(day)
        assert version is not None
        assert isinstance(rule, RiichiParameters)  # the league could hold it
        seats = self.book.meant(found.names, day, self.wanted.choices)
        twin = self._twins.of(
            found, day, [each.member.pk if each.member else None for each in seats]
        )
        if twin is not None:
            return _known(found, day, twin)
        several = [n for n, each in zip(found.names, seats, strict=True) if each.how is How.SEVERAL]
        if several:
            words = _("“%(name)s” may be several members: say who it is.") % {"name": several[0]}
            return _cannot(found, words, day=day, league=league, seats=seats)
        return self._settled(found, day, league, version, rule, seats)

    def _settled(
        self,
        found: Found,
        day: date,
        league: League,
        version: RuleVersion,
        rule: RiichiParameters,
        seats: tuple[Meant, ...],
    ) -> Planned:
        by_rules = scores_by(found, rule)
        counts_record = found.points is None or league.record_scores == League.RecordScores.RECORD
        notes = list(rule_differences(found, rule))
        if found.points is not None and by_rules is None:
            notes.append(_("The rules of the league cannot settle its points."))
        return Planned(
            found=found,
            status=Status.NEW,
            day=day,
            league=league,
            version=version,
            seats=seats,
            notes=tuple(notes),
            by_rules=by_rules,
            counts_record=counts_record,
        )

    def _league(self, found: Found, day: date) -> tuple[League | None, str]:
        if self.wanted.league is not None:
            why = self._why_not(found, day, self.wanted.league)
            return (None, why) if why else (self.wanted.league, "")
        fits = [
            (fit_of(found, rule), league)
            for league in self._leagues
            if isinstance(rule := self._line(league).parameters_on(day), RiichiParameters)
            and can_hold(found, rule)
        ]
        best = [league for fit, league in fits if fit == min(fits, key=itemgetter(0))[0]]
        if not best:
            facts = {"players": found.players}
            return None, _("No league plays riichi with %(players)s players on that day.") % facts
        if len(best) > 1:
            names = _(", ").join(league.name for league in best)
            return None, _("Several leagues fit: %(names)s. Say which it is.") % {"names": names}
        return best[0], ""

    def _why_not(self, found: Found, day: date, league: League) -> str:
        rule = self._line(league).parameters_on(day)
        if rule is None:
            return _("The league has no rules for that day yet.")
        if can_hold(found, rule):
            return ""
        if not isinstance(rule, RiichiParameters):
            return _("The league is not played by riichi rules.")
        facts = {"rule": rule.game.players, "players": found.players}
        return _("The league is for %(rule)s players, the game has %(players)s.") % facts

    def _line(self, league: League) -> RuleLine:
        if league.pk not in self._lines:
            self._lines[league.pk] = rule_line(league.rule_set.rule_set)
        return self._lines[league.pk]


def _cannot(
    found: Found,
    why: str,
    *,
    day: date | None = None,
    league: League | None = None,
    seats: tuple[Meant, ...] = (),
) -> Planned:
    return Planned(found=found, status=Status.CANNOT, why=why, day=day, league=league, seats=seats)


def _known(found: Found, day: date, hanchan: int | None) -> Planned:
    why = "" if hanchan else _("It stands in this upload twice.")
    return Planned(found=found, status=Status.KNOWN, why=why, day=day, hanchan=hanchan)
