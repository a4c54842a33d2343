"""The preview of a Tenhou import: which games are new, their league and people."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.core.days import day_problem
from league.imports.open_imports import latest_and_open
from league.imports.people import (
    NEW_MEMBER,
    AskedName,
    How,
    Meant,
    NameBook,
    name_problem,
    open_words,
)
from league.imports.tenhou.reading import Found, found_again
from league.models import Club, Hanchan, Job, League, Member, TenhouGame, TenhouImport
from league.rulebook.versions import RuleLine, rule_line
from rules.models import RuleVersion
from rules.parameters import Parameters, RiichiParameters
from scoring.checks import problems
from scoring.results import GameResult
from scoring.settlement import settle_scores
from scoring.tenhou.notation import log_id_in


def rule_differences(found: Found, rule: RiichiParameters) -> Iterator[str]:
    """Describe how the game's rules differ from the league's.

    Options that the rule leaves to each event are not differences.
    """
    game, left = rule.game, rule.event.open_options
    if found.length and found.length != game.length and "length" not in left:
        yield _("The game is %(game)s, the rules are %(rule)s.") % {
            "game": _length(found.length),
            "rule": _length(game.length),
        }
    if found.red_fives != rule.tiles.red_fives and "red_fives" not in left:
        yield (
            _("Played with red fives, but the rules have none.")
            if found.red_fives
            else _("Played without red fives, but the rules have them.")
        )
    if found.open_tanyao != rule.yaku.open_tanyao and "open_tanyao" not in left:
        yield (
            _("Played with open tanyao, but the rules do not allow it.")
            if found.open_tanyao
            else _("Played without open tanyao, but the rules allow it.")
        )


def can_hold(found: Found, rule: Parameters | None) -> bool:
    return isinstance(rule, RiichiParameters) and rule.game.players == found.players


def scores_by(found: Found, rule: RiichiParameters) -> tuple[int, ...] | None:
    """Return the scores of a game's points under a rule; None if it can make none."""
    if found.points is None:
        return None
    result = GameResult(points=found.points)
    return None if problems(result, rule) else settle_scores(result, rule).scores


def fit_of(found: Found, rule: RiichiParameters) -> tuple[int, bool, bool]:
    """Rate how badly a rule fits a game, for comparison with other rules.

    Its differences count first; then whether it settles the game as the record does; then whether
    it leaves reds and open tanyao to each event, as rules for such rooms do.
    """
    settles = scores_by(found, rule) == found.scores
    leaves_open = {"red_fives", "open_tanyao"} <= set(rule.event.open_options)
    return len(list(rule_differences(found, rule))), not settles, not leaves_open


def _length(length: str) -> str:
    return _("East only") if length == "tonpu" else _("East and South")


#: so many of the people must be known to be the same
_FEWEST_KNOWN = 2


class _Stored(NamedTuple):
    game: int
    has_log: bool
    is_record: bool
    seats: tuple[tuple[int, int | None], ...]  # member and score that came with it


class Twins:
    """Finds the stored game that an import would duplicate. One query a day."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._days: dict[date, list[_Stored]] = {}

    def of(self, found: Found, day: date, members: Sequence[int | None]) -> int | None:
        """Return the same game already stored under another name, if any.

        Args:
            found: what is to be stored.
            day: its day.
            members: by seat, None where unknown.
        """
        known = {(who, score) for who, score in zip(members, found.scores, strict=True) if who}
        if len(known) < _FEWEST_KNOWN:
            return None
        for stored in self._on(day):
            if _have_one_name(stored, found):
                continue
            scores = sorted(score or 0 for _who, score in stored.seats)
            if scores == sorted(found.scores) and known <= set(stored.seats):
                return stored.game
        return None

    def forget(self, day: date) -> None:
        """Drop a day's cache: a game was added."""
        self._days.pop(day, None)

    def _on(self, day: date) -> list[_Stored]:
        if day not in self._days:
            rows = (
                Hanchan.objects.for_club(self._club)
                .filter(day=day)
                .exclude(outside_id="")
                .values_list("pk", "outside_id", "source", "seats__member", "seats__given_score")
            )
            seats: dict[tuple[int, bool, bool], list[tuple[int, int | None]]] = defaultdict(list)
            for game, outside_id, source, member, score in rows:
                is_record = source == Hanchan.Source.TENHOU
                seats[game, bool(log_id_in(outside_id)), is_record].append((member, score))
            self._days[day] = [_Stored(*key, tuple(at)) for key, at in seats.items()]
        return self._days[day]


def _have_one_name(stored: _Stored, found: Found) -> bool:
    if stored.has_log and found.log_id:
        return True
    kind = stored.has_log, stored.is_record
    return kind == (bool(found.log_id), found.is_record)


#: games asked for at once
_AT_ONCE = 500


class Status(StrEnum):
    NEW = "new"
    KNOWN = "known"
    CANNOT = "cannot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
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
    new: Mapping[str, int] = field(default_factory=dict)  # who is to be added, and as what
    asks: Mapping[str, str] = field(default_factory=dict)  # who is still open, and why


#: the choice for every new name that has none of its own stands among the choices under this name
ALL_OTHERS = ""


@dataclass(kw_only=True)
class Wanted:
    league: League | None = None  # None: the one whose rule fits
    day: date | None = None  # of games that do not tell their own
    lobby: int | None = None  # None: any
    choices: Mapping[str, int] = field(default_factory=dict)

    def choice(self, name: str) -> int | None:
        return self.choices.get(name, self.choices.get(ALL_OTHERS))


class Planner:
    """Plans the games of one club; caches what it has read of the club."""

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
        self.book = NameBook(Member.objects.for_club(self.club))
        self._known: dict[str, int] = {}
        self._asked: set[str] = set()
        self._twins = Twins(self.club)

    def add_members(self, members: Iterable[Member]) -> None:
        for member in members:
            self.book.add(member)

    def stored(self, found: Found, day: date, hanchan: int) -> None:
        self._known |= dict.fromkeys(found.ids(day), hanchan)
        self._twins.forget(day)

    def plan(self, games: Sequence[Found]) -> Iterator[Planned]:
        """Plan games in order; a repeated one is recognized the second time."""
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
        """Return a game's own day, or else the one asked for."""
        return found.day or self.wanted.day

    def _ask(self, games: Sequence[Found]) -> None:
        """Look up which of the games are stored. One query."""
        days = ((found, self.day_of(found)) for found in games)
        ids = {one for found, day in days if day for one in found.ids(day)} - self._asked
        if ids:
            stored = Hanchan.objects.for_club(self.club).filter(outside_id__in=ids)
            self._known |= dict(stored.values_list("outside_id", "pk"))
            self._asked |= ids

    def _planned(self, found: Found, seen: set[str]) -> Planned:
        day = self.day_of(found)
        if day is None:
            return _cannot(found, _("This game has no date: enter the day it was played."))
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
            lobby = found.lobby or _("unknown")
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
        new, asks = self._new(found.names, seats)
        several = [n for n, each in zip(found.names, seats, strict=True) if each.how is How.SEVERAL]
        if several:
            words = _("“%(name)s” could be any of several members: choose who it is.") % {
                "name": several[0]
            }
            cannot = _cannot(found, words, day=day, league=league, seats=seats)
            return replace(cannot, new=new, asks=asks)
        planned = self._settled(found, day, league, version, rule, seats)
        return replace(planned, new=new, asks=asks)

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
            notes.append(_("The league's rules cannot settle these points."))
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

    def _new(
        self, names: Sequence[str], seats: Sequence[Meant]
    ) -> tuple[dict[str, int], dict[str, str]]:
        """Return who is to be added, and about whom nothing usable was said, each with why."""
        new, asks = dict[str, int](), dict[str, str]()
        for name, meant in zip(names, seats, strict=True):
            if meant.how is not How.NEW:
                continue
            choice = self.wanted.choice(name)
            # guests are told apart by numbers, and long names cut
            problem = name_problem(name, self.book) if choice == NEW_MEMBER else ""
            if words := open_words(name, choice) or problem:
                asks[name] = words
            elif choice is not None:
                new[name] = choice
        return new, asks

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
            return None, _(
                "No league has riichi rules for %(players)s players on that day."
            ) % facts
        if len(best) > 1:
            names = _(", ").join(league.name for league in best)
            return None, _("Several leagues match: %(names)s. Choose one.") % {"names": names}
        return best[0], ""

    def _why_not(self, found: Found, day: date, league: League) -> str:
        rule = self._line(league).parameters_on(day)
        if rule is None:
            return _("The league has no rules for that day yet.")
        if can_hold(found, rule):
            return ""
        if not isinstance(rule, RiichiParameters):
            return _("The league does not use riichi rules.")
        facts = {"rule": rule.game.players, "players": found.players}
        return _("The league is for %(rule)s players, but the game has %(players)s.") % facts

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
    why = "" if hanchan else _("It appears twice in this upload.")
    return Planned(found=found, status=Status.KNOWN, why=why, day=day, hanchan=hanchan)


#: games a page
PAGE = 100
#: the order in which names want to be looked at
_ORDER = (
    *(How.SEVERAL, How.TAKEN, How.NEW, How.CHOSEN),
    *(How.TEAM, How.FOLDED, How.LISTED, How.TENHOU),
)


class Line(NamedTuple):
    """A game of an import, or why it is none, with its plan."""

    game: TenhouGame
    planned: Planned | None  # None: it cannot be read

    @property
    def status(self) -> Status:
        return Status.CANNOT if self.planned is None else self.planned.status


@dataclass(frozen=True, slots=True, kw_only=True)
class DryRun:
    counts: dict[str, int]  # new, known, cannot
    lines: tuple[Line, ...]  # of the page
    shown: int  # lines of the status that is asked for
    names: tuple[AskedName, ...]
    guests: int  # seats of new games that go to guests who cannot be chosen
    asks_for_day: bool  # some games do not tell theirs


def find_import(club: Club, key: int) -> TenhouImport | None:
    """Find an import of the club. One query."""
    imports = TenhouImport.objects.for_club(club).select_related("club", "league", "created_by")
    return imports.filter(pk=key).first()


def latest_imports(club: Club) -> list[TenhouImport]:
    """Return the club's latest imports and all open ones. One query."""
    imports = TenhouImport.objects.for_club(club).select_related("league")
    return latest_and_open(imports, Q(state__in=TenhouImport.UNSTORED))


def job_of(batch: TenhouImport) -> Job | None:
    """Return the job that reads or stores an import, if a worker has to. One query."""
    return Job.objects.for_club(batch.club_id).filter(tenhou_import=batch).first()


def dry_run(batch: TenhouImport, wanted: Wanted, *, only: str = "", page: int = 1) -> DryRun:
    """Plan the games of an import.

    Args:
        batch: the import.
        wanted: what the organizer asked for.
        only: the status of the lines shown; empty for all.
        page: which hundred of them.
    """
    games = list(_games(batch).defer("kyoku"))
    planner = Planner(batch.club, wanted)
    by_game = _plans(planner, games)
    lines = [Line(game, by_game.get(game.pk)) for game in games]
    counts = {status.value: 0 for status in Status}
    for line in lines:
        counts[line.status] += 1
    kept = [line for line in lines if not only or line.status == only]
    names, unnamed = _names(by_game.values(), planner.book)
    return DryRun(
        counts=counts,
        lines=tuple(kept[(page - 1) * PAGE : page * PAGE]),
        shown=len(kept),
        names=tuple(names),
        guests=unnamed,
        asks_for_day=any(each.found.day is None for each in by_game.values()),
    )


def unanswered(batch: TenhouImport, wanted: Wanted) -> dict[str, str]:
    """Return the names that keep the games from being stored, each with what is open."""
    plans = _plans(Planner(batch.club, wanted), _open_games(batch)).values()
    stored = [planned for planned in plans if planned.status is Status.NEW]
    return {name: words for planned in stored for name, words in planned.asks.items()}


def first_days(batch: TenhouImport, wanted: Wanted) -> dict[str, date]:
    """Return the first day of everybody whom the games not yet stored are going to add."""
    return first_days_of(_plans(Planner(batch.club, wanted), _open_games(batch)).values())


def first_days_of(plans: Iterable[Planned]) -> dict[str, date]:
    days: dict[str, date] = {}
    for planned in plans:
        if planned.status is Status.NEW and planned.day:
            days |= {n: min(days.get(n, planned.day), planned.day) for n in planned.new}
    return days


def _plans(planner: Planner, games: Iterable[TenhouGame]) -> dict[int, Planned]:
    """Plan those games that can be read."""
    readable = [game for game in games if game.found is not None]
    plans = planner.plan([found_again(game.found) for game in readable])
    return dict(zip((game.pk for game in readable), plans, strict=True))


def _open_games(batch: TenhouImport) -> QuerySet[TenhouGame, TenhouGame]:
    return _games(batch).filter(outcome=TenhouGame.Outcome.OPEN).defer("kyoku")


def result_of(batch: TenhouImport, *, only: str = "", page: int = 1) -> dict[str, Any]:
    """Return the outcome of an import's games. Three queries."""
    games = _games(batch).defer("kyoku")
    counts = dict.fromkeys(TenhouGame.Outcome.values, 0)
    for outcome in games.values_list("outcome", flat=True):
        counts[outcome] += 1
    kept = games.filter(outcome=only) if only else games
    part = list(kept[(page - 1) * PAGE : page * PAGE])
    hanchan = Hanchan.objects.for_club(batch.club_id).select_related("league")
    stored = hanchan.in_bulk([game.hanchan_id for game in part if game.hanchan_id])
    return {
        "counts": counts,
        "games": [(game, stored.get(game.hanchan_id or 0)) for game in part],
        "shown": counts.get(only, 0) if only else sum(counts.values()),
    }


def _games(batch: TenhouImport) -> QuerySet[TenhouGame, TenhouGame]:
    return TenhouGame.objects.for_club(batch.club_id).filter(batch=batch).order_by("number")


def _names(plans: Iterable[Planned], book: NameBook) -> tuple[list[AskedName], int]:
    meant: dict[str, Meant] = {}
    times: Counter[str] = Counter()
    new: dict[str, int] = {}
    asks: set[str] = set()
    unnamed = 0
    for planned in plans:
        if planned.status is Status.KNOWN:
            continue
        new |= planned.new
        for name, each in zip(planned.found.names, planned.seats, strict=False):
            if each.how in (How.NAMELESS, How.TWICE):
                unnamed += planned.status is Status.NEW
                continue
            times[name] += 1
            is_open = name in planned.asks or each.how is How.SEVERAL
            if name not in meant or is_open or (each.how is How.TAKEN and name not in asks):
                meant[name] = each
            if is_open:
                asks.add(name)
    lines = [
        AskedName(
            name, each, times[name], name in asks, new.get(name), book.has_letter_by_letter(name)
        )
        for name, each in meant.items()
    ]
    lines.sort(
        key=lambda line: (not line.asks, _ORDER.index(line.meant.how), -line.games, line.name)
    )
    return lines, unnamed
