"""A club that lives through anything, beside a model that reckons from scratch on its own.

The model knows the rules from the documents and nothing of the product's engine: who holds what,
which version is in force on which day, and what that makes of each game.
"""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from league.clubs.verification import verify_club
from league.core.days import month_start
from league.core.errors import LeagueError
from league.core.jobs import Stopped, perform_job
from league.games import tallies
from league.games.tallies import tallies_of
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.models import ClubRuleSet, Hanchan, Job, League, Member, MonthClose, RuleChange
from league.rankings.write import close_month, reopen_month
from league.rulebook.write import adopt_rule_set
from league.rulechanges import rescoring
from league.rulechanges.write import (
    give_up_change,
    move_version,
    publish_draft,
    resume_change,
    withdraw_version,
)
from rules.models import RuleVersion
from rules.parameters import override, parse_parameters
from tests.factories import ADMIN, league_of, make_club, make_entry, make_members, record

FIRST = date(2015, 4, 1)
DAYS = 75  # over three months
UMAS = ((10, 5, -5, -10), (20, 10, -10, -20), (30, 10, -10, -30), (0, 0, 0, 0))
#: what a maru-A, B and C bring from each who is sunk, in victory points
MARUS = ((3, 2, 1), (4, 2, 1), (3, 3, 2))

days = st.integers(0, DAYS - 1).map(lambda n: FIRST + timedelta(days=n))
seldom = st.integers(0, 10_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """A version as the model knows it."""

    day: date
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game as the model knows it."""

    pk: int
    league: str
    day: date
    number: int
    members: tuple[int, ...]
    points: tuple[int, ...]
    live: bool = True


def rounded(points: int) -> int:
    """五捨六入 to thousands: 500 down, 600 up, below zero by size."""
    size = (abs(points) + 400) // 1000
    return -size if points < 0 else size


def riichi_scores(points: tuple[int, ...], uma: tuple[int, ...]) -> tuple[int, ...]:
    """Kinyoukai A-3: 30,000 return, the top takes what makes the sum zero."""
    order = sorted(range(4), key=lambda seat: (-points[seat], seat))
    scores = [0] * 4
    for place, seat in enumerate(order[1:], start=1):
        scores[seat] = (rounded(points[seat]) - 30 + uma[place]) * 1000
    scores[order[0]] = -sum(scores)
    return tuple(scores)


def boo_scores(
    points: tuple[int, ...], maru: tuple[int, ...], *, doubles: bool
) -> tuple[tuple[int, ...], bool]:
    """Nekohouse Boo: the sunk pay the top by how many they are; whether it was a maru-A."""
    order = sorted(range(4), key=lambda seat: (-points[seat], seat))
    sunk = [seat for seat in order if points[seat] < 8000]
    if len(sunk) == 4:
        sunk = sunk[-1:]
    if not sunk:
        return (0, 0, 0, 0), False
    each = {3: maru[0], 2: maru[1], 1: maru[2]}[len(sunk)]
    if len(sunk) == 3 and doubles:
        each = 6
    scores = [0] * 4
    for seat in sunk:
        scores[seat] = -each * 1000
    scores[order[0]] = each * 1000 * len(sunk)
    return tuple(scores), len(sunk) == 3


class Standings(RuleBasedStateMachine):
    """Publish, correct, move, withdraw, enter, edit, void, restore, in any order."""

    budget: ClassVar[int] = 0
    steps = 0

    @initialize()
    def found(self) -> None:
        """Found a club with a riichi and a Boo league."""
        club = make_club(f"c-{uuid.uuid4().hex[:12]}")
        self.club = club
        boo = adopt_rule_set(club=club, key="nekohouse-boo", actor=ADMIN)
        League.objects.create(club=club, rule_set=boo, slug="boo", name="ブー")
        leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
        self.leagues = {league.slug: league for league in leagues}
        self.main = league_of(club).slug
        self.members: list[Member] = make_members(club, 6)
        self.games: list[Game] = []
        self.closed: dict[tuple[str, date], tuple[int, Any]] = {}
        self.change: RuleChange | None = None
        self.lines: dict[int, dict[int, Rules]] = {}
        for league in self.leagues.values():
            versions = league.rule_set.rule_set.versions.all()
            values = UMAS[0] if league.slug == self.main else MARUS[0]
            self.lines[league.rule_set_id] = {
                version.pk: Rules(day=version.first_day, values=values) for version in versions
            }

    # games

    @rule(
        slug=st.sampled_from(["main", "boo"]),
        day=days,
        deal=st.permutations(range(6)),
        held=st.lists(st.integers(-20, 450), min_size=3, max_size=3),
    )
    def enter(self, slug: str, day: date, deal: list[int], held: list[int]) -> None:
        """Enter a game as the next of its evening at table 1."""
        league = self.leagues[self.main if slug == "main" else "boo"]
        numbers = [game.number for game in self.games if game.day == day and game.live]
        number = max(numbers, default=0) + 1
        members = [self.members[seat] for seat in deal[:4]]
        try:
            game = record(league, members, self._points(league, held), day=day, number=number)
        except LeagueError:
            assert not self._has_rules(league, day)
            return
        assert self._has_rules(league, day)
        self.games.append(
            Game(
                pk=game.pk,
                league=league.slug,
                day=day,
                number=number,
                members=tuple(member.pk for member in members),
                points=self._points(league, held),
            )
        )

    def _has_rules(self, league: League, day: date) -> bool:
        return any(rules.day <= day for rules in self.lines[league.rule_set_id].values())

    def _points(self, league: League, held: list[int]) -> tuple[int, ...]:
        scale, dealt = (100, 100_000) if league.slug == self.main else (50, 32_000)
        three = tuple(each * scale // 100 * 100 for each in held)
        return (*three, dealt - sum(three))

    @precondition(lambda self: any(game.live for game in self.games))
    @rule(
        which=seldom,
        deal=st.permutations(range(6)),
        held=st.lists(st.integers(-20, 450), min_size=3, max_size=3),
    )
    def edit(self, which: int, deal: list[int], held: list[int]) -> None:
        """Correct a live game: other people, other points."""
        game = self._pick(which, live=True)
        stored = Hanchan.objects.for_club(self.club).get(pk=game.pk)
        league = self.leagues[game.league]
        members = [self.members[seat] for seat in deal[:4]]
        points = self._points(league, held)
        entry = make_entry(league, members, points, day=game.day, number=game.number)
        edit_hanchan(
            hanchan=stored, entry=entry, revision=stored.revision, reason="訂正", actor=ADMIN
        )
        people = tuple(member.pk for member in members)
        self._put(replace(game, members=people, points=points))

    @precondition(lambda self: any(game.live for game in self.games))
    @rule(which=seldom)
    def void(self, which: int) -> None:
        """Void a live game."""
        game = self._pick(which, live=True)
        stored = Hanchan.objects.for_club(self.club).get(pk=game.pk)
        void_hanchan(hanchan=stored, revision=stored.revision, reason="無効", actor=ADMIN)
        self._put(replace(game, live=False))

    @precondition(lambda self: any(not game.live for game in self.games))
    @rule(which=seldom)
    def restore(self, which: int) -> None:
        """Restore a voided game, unless its place is taken."""
        game = self._pick(which, live=False)
        stored = Hanchan.objects.for_club(self.club).get(pk=game.pk)
        taken = any(
            other.live and (other.day, other.number) == (game.day, game.number)
            for other in self.games
        )
        refused = taken or not self._has_rules(self.leagues[game.league], game.day)
        try:
            restore_hanchan(hanchan=stored, revision=stored.revision, reason="復活", actor=ADMIN)
        except LeagueError:
            assert refused
        else:
            assert not refused
            self._put(replace(game, live=True))

    def _pick(self, which: int, *, live: bool) -> Game:
        found = [game for game in self.games if game.live == live]
        return found[which % len(found)]

    def _put(self, game: Game) -> None:
        self.games = [game if each.pk == game.pk else each for each in self.games]

    # rules

    @precondition(lambda self: self.change is None)
    @rule(slug=st.sampled_from(["main", "boo"]), day=days, values=seldom)
    def publish(self, slug: str, day: date, values: int) -> None:
        """Begin to publish a version from a day, as a correction where the day has one."""
        league = self.leagues[self.main if slug == "main" else "boo"]
        in_club = league.rule_set
        there = in_club.rule_set.versions.filter(status="published", effective_from=day).first()
        draft = self._draft(league, values)
        self._try(
            lambda: publish_draft(
                in_club=in_club,
                draft=draft,
                draft_revision=0,
                day=day,
                corrects=there,
                reason="改定",
                actor=ADMIN,
            )
        )

    def _draft(self, league: League, which: int) -> RuleVersion:
        last = league.rule_set.rule_set.versions.order_by("pk")[0]
        parameters = parse_parameters(last.parameters)
        changes: dict[str, Any]
        if league.slug == self.main:
            uma = UMAS[which % len(UMAS)]
            changes = {"uma": tuple(each * 1000 for each in uma)}
        else:
            a, b, c = MARUS[which % len(MARUS)]
            changes = {"maru_a": a * 1000, "maru_b": b * 1000, "maru_c": c * 1000}
        return RuleVersion.objects.create(
            rule_set=last.rule_set,
            number=0,
            status=RuleVersion.Status.DRAFT,
            parameters=override(parameters, changes).model_dump(mode="json"),
        )

    @precondition(lambda self: self.change is None and any(self.lines.values()))
    @rule(which=seldom, day=days)
    def move(self, which: int, day: date) -> None:
        """Begin to move a version to another day."""
        in_club, version = self._version(which)
        self._try(
            lambda: move_version(
                in_club=in_club, version=version, day=day, reason="延期", actor=ADMIN
            )
        )

    @precondition(lambda self: self.change is None and any(self.lines.values()))
    @rule(which=seldom)
    def withdraw(self, which: int) -> None:
        """Begin to withdraw a version."""
        in_club, version = self._version(which)
        self._try(
            lambda: withdraw_version(in_club=in_club, version=version, reason="撤回", actor=ADMIN)
        )

    def _version(self, which: int) -> tuple[ClubRuleSet, RuleVersion]:
        known = [(line, pk) for line, versions in self.lines.items() for pk in versions]
        line, pk = known[which % len(known)]
        in_club = ClubRuleSet.objects.for_club(self.club).get(pk=line)
        return in_club, RuleVersion.objects.get(pk=pk)

    def _try(self, begin: Any) -> None:
        try:
            self.change = begin()
        except LeagueError:
            return
        self._verify()

    def _verify(self) -> None:
        """See what has become of the change, and tell the model."""
        assert self.change is not None
        change = RuleChange.objects.for_club(self.club).get(pk=self.change.pk)
        if change.state == RuleChange.State.OPEN:
            return
        self.change = None
        if change.state == RuleChange.State.GIVEN_UP:
            return
        line = self.lines[change.rule_set_id]
        gone = line.pop(change.leaving_id) if change.leaving_id else None
        if change.arriving is not None:
            arriving = RuleVersion.objects.get(pk=change.arriving.pk)
            moved = gone is not None and change.kind == RuleChange.Kind.MOVE
            values = gone.values if moved and gone else self._values(arriving)
            line[arriving.pk] = Rules(day=arriving.first_day, values=values)

    def _values(self, version: RuleVersion) -> tuple[int, ...]:
        settlement = version.parameters["settlement"]
        if "uma" in settlement:
            return tuple(each // 1000 for each in settlement["uma"])
        return tuple(settlement[name] // 1000 for name in ("maru_a", "maru_b", "maru_c"))

    @precondition(lambda self: self.change is not None)
    @rule(chunks=st.integers(0, 3))
    def work_a_little(self, chunks: int) -> None:
        """Let the job do some chunks; it may come to its end."""
        assert self.change is not None
        resume_change(change=self.change, actor=ADMIN)
        Standings.budget = chunks  # of every machine: the pause knows this one alone
        perform_job(Job.objects.for_club(self.club).get(change=self.change).pk)
        self._verify()

    @precondition(lambda self: self.change is not None)
    @rule()
    def work_it_out(self) -> None:
        """Let the job come to its end; a game that was entered meanwhile may stand in its way."""
        assert self.change is not None
        change = RuleChange.objects.for_club(self.club).get(pk=self.change.pk)
        cannot = self._leaves_a_game_without_rules(change)
        self.work_a_little(chunks=1_000)
        assert (self.change is not None) is cannot
        if cannot:
            assert Job.objects.for_club(self.club).get(change=change).state == Job.State.FAILED

    def _leaves_a_game_without_rules(self, change: RuleChange) -> bool:
        """Whether a game lies before all versions that there would be."""
        line = self.lines[change.rule_set_id]
        days = [rules.day for pk, rules in line.items() if pk != change.leaving_id]
        if change.arriving is not None:
            days.append(change.arriving.first_day)
        leagues = {
            league.slug
            for league in self.leagues.values()
            if league.rule_set_id == change.rule_set_id
        }
        return any(
            game.live and game.league in leagues and not any(day <= game.day for day in days)
            for game in self.games
        )

    @precondition(lambda self: self.change is not None)
    @rule()
    def give_up(self) -> None:
        """Call the change off."""
        assert self.change is not None
        give_up_change(change=self.change, actor=ADMIN)
        self._verify()

    # closed months

    @precondition(lambda self: bool(self.games))
    @rule(which=seldom)
    def close(self, which: int) -> None:
        """Close the month of some game, unless it is closed or empty."""
        game = self.games[which % len(self.games)]
        league, month = self.leagues[game.league], game.day.replace(day=1)
        try:
            close = close_month(league=league, month=month, actor=ADMIN)
        except LeagueError:
            is_empty = not any(key[1] == month for key in self._reckoned(league))
            assert is_empty or (game.league, month) in self.closed
            return
        assert (game.league, month) not in self.closed
        self.closed[game.league, month] = close.pk, deepcopy(close.rows)

    @precondition(lambda self: bool(self.closed))
    @rule(which=seldom)
    def reopen(self, which: int) -> None:
        """Take a closing back."""
        key = sorted(self.closed)[which % len(self.closed)]
        close = MonthClose.objects.for_club(self.club).get(pk=self.closed.pop(key)[0])
        reopen_month(close=close, reason="訂正", actor=ADMIN)

    @invariant()
    def closed_months_stay_as_they_were_closed(self) -> None:
        """Nothing that happens to games or rules moves a frozen ranking."""
        if hasattr(self, "closed"):
            closes = MonthClose.objects.for_club(self.club).filter(reopened_at=None)
            frozen = dict(closes.values_list("pk", "rows"))
            assert frozen == dict(self.closed.values())

    # what always holds

    @invariant()
    def the_standings_are_those_that_the_model_reckons(self) -> None:
        """The tallies of every league and month."""
        if not hasattr(self, "club"):
            return
        for league in self.leagues.values():
            stored = {
                (row.member_id, row.start): (row.score, row.games)
                for row in tallies_of(league).filter(span="month")
            }
            assert stored == self._reckoned(league)

    @invariant()
    def the_product_finds_no_fault_of_its_own(self) -> None:
        """Its proof takes as long as all else together: it is asked after every fifth step."""
        self.steps += 1
        if self.steps % 5 == 0:
            self._ask_for_the_proof()

    def teardown(self) -> None:
        """Ask for the proof once more in the end."""
        self._ask_for_the_proof()

    def _ask_for_the_proof(self) -> None:
        if hasattr(self, "club"):
            assert verify_club(self.club)["told"] == []

    def _reckoned(
        self, league: League, of: Callable[[date], date] = month_start
    ) -> dict[tuple[int, date], tuple[int, int]]:
        line = sorted(self.lines[league.rule_set_id].values(), key=lambda rules: rules.day)
        sums: dict[tuple[int, date], tuple[int, int]] = {}
        holders: dict[date, set[int]] = defaultdict(set)
        mine = [game for game in self.games if game.live and game.league == league.slug]
        for game in sorted(mine, key=lambda game: (game.day, game.number)):
            values = [rules for rules in line if rules.day <= game.day][-1].values
            if league.slug == self.main:
                scores = riichi_scores(game.points, values)
            else:
                scores = self._boo(game, values, holders[game.day])
            for member, score in zip(game.members, scores, strict=True):
                key = member, of(game.day)
                total, games = sums.get(key, (0, 0))
                sums[key] = total + score, games + 1
        return sums

    def _boo(self, game: Game, values: tuple[int, ...], holders: set[int]) -> tuple[int, ...]:
        top = min(range(4), key=lambda seat: (-game.points[seat], seat))
        doubles = game.members[top] in holders
        scores, is_maru_a = boo_scores(game.points, values, doubles=doubles)
        holders.difference_update(game.members)
        if is_maru_a:
            holders.add(game.members[top])
        return scores


def stop_when_the_budget_is_spent(_teller: object) -> None:
    """Stand in for the pause between two chunks."""
    Standings.budget -= 1
    if Standings.budget < 0:
        raise Stopped


def forget_dirty_days(_league: League, _days: object) -> None:
    """The fault of the control: a change under way is not told of games that change."""


PATCHES = {
    "chunk": (rescoring, "chunk_size", lambda: 2),
    "pause": (rescoring._Reporter, "pause", stop_when_the_budget_is_spent),
    "fault": (tallies, "mark_dirty", forget_dirty_days),
}
