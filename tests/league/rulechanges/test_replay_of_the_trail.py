"""What stood at any past moment is what the trail tells up to there, reckoned from scratch.

A club lives through a random history, and what its standings are is noted after every step. Then
each moment is made out again from the trail alone: which games there were, with whom and which
points, and which rule versions were in force. The model of ``standings_machine`` reckons them,
which knows nothing of the product's engine. Versions are read by their label: none ever changes.

``make test`` tries some histories, ``make test-slow`` a hundred (CI half of them on each database),
``make promises`` a thousand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from league.games.tallies import tallies_of
from league.models import AuditEvent, League
from rules.models import RuleVersion
from tests.league.rulechanges.standings_machine import FIRST, PATCHES, Game, Rules, Standings
from tests.machine import shared

FULL = bool(os.environ.get("JANCHO_FULL"))
PARTS = 40 if FULL else 10  # a few minutes each
HISTORIES = 1_000 if FULL else shared(100)
Measured = Callable[[str, object], None]

#: each member's score and games of a club day
Days = Mapping[tuple[int, date], tuple[int, int]]
#: of each league
Stood = Mapping[str, Days]


class Remembered(Standings):
    """The club of the machine, whose standings are noted after each step."""

    losing: Collection[str] = ()  # types of events that the replay does not see: the control
    moments = 0

    def __init__(self) -> None:
        super().__init__()
        self.past: list[tuple[int, Stood]] = []

    @invariant()
    def the_standings_are_those_that_the_model_reckons(self) -> None:
        """Note what stands, and how long the trail is: it is looked at in the end."""
        if hasattr(self, "club"):
            last = AuditEvent.objects.for_club(self.club).order_by("pk").last()
            assert last is not None
            self.past.append((last.pk, {key: stands(each) for key, each in self.leagues.items()}))

    def _ask_for_the_proof(self) -> None:
        """It is the other test that does."""

    def teardown(self) -> None:
        """Make out each moment again from the trail up to there."""
        if not hasattr(self, "club"):
            return
        self.versions = {
            league.rule_set_id: list(league.rule_set.rule_set.versions.all())
            for league in self.leagues.values()
        }
        first = self._first_versions()
        events = list(AuditEvent.objects.for_club(self.club).order_by("pk"))
        for until, stood in self.past:
            told = [e for e in events if e.pk <= until and e.type not in self.losing]
            then = self._told_by(told, first)
            for key, league in self.leagues.items():
                assert then._reckoned(league, of=lambda day: day) == stood[key], (key, until)
        type(self).moments += len(self.past)

    def _told_by(
        self, events: Iterable[AuditEvent], first: Mapping[str, Collection[str]]
    ) -> Standings:
        """The model as the trail has it."""
        then = object.__new__(Standings)
        then.main, then.leagues = self.main, self.leagues
        games, labels = _games_and_versions(events, first)
        slugs = {league.pk: slug for slug, league in self.leagues.items()}
        then.games = [_game(pk, told, slugs) for pk, told in games.items()]
        sets = {league.rule_set.slug: league.rule_set for league in self.leagues.values()}
        then.lines = {
            in_club.pk: {
                version.pk: Rules(day=version.first_day, values=self._values(version))
                for version in self.versions[in_club.pk]
                if version.label in labels[slug]
            }
            for slug, in_club in sets.items()
        }
        return then

    def _first_versions(self) -> dict[str, set[str]]:
        """The labels that no event has brought: they came with the sets."""
        brought = {
            (event.after["rule_set"], event.after["version"])
            for event in AuditEvent.objects.for_club(self.club).filter(type__in=_OF_VERSIONS)
            if event.after
        }
        found: dict[str, set[str]] = {}
        for league in self.leagues.values():
            slug = league.rule_set.slug
            labels = {
                version.label
                for version in self.versions[league.rule_set_id]
                if version.status not in (RuleVersion.Status.DRAFT, RuleVersion.Status.PENDING)
            }
            found[slug] = {label for label in labels if (slug, label) not in brought}
        return found


_OF_GAMES = ("hanchan.recorded", "hanchan.edited", "hanchan.voided", "hanchan.restored")
_OF_VERSIONS = tuple(
    f"rule_version.{what}" for what in ("published", "corrected", "moved", "withdrawn")
)


def stands(league: League) -> Days:
    rows = tallies_of(league).filter(span="day")
    return {(row.member_id, row.start): (row.score, row.games) for row in rows}


def _games_and_versions(
    events: Iterable[AuditEvent], first: Mapping[str, Collection[str]]
) -> tuple[dict[int, Any], dict[str, set[str]]]:
    games: dict[int, Any] = {}
    labels = {slug: set(found) for slug, found in first.items()}
    for event in events:
        if event.type in _OF_GAMES:
            games[event.object_id] = event.after
        elif event.type in _OF_VERSIONS and event.after:
            in_force = labels[event.after["rule_set"]]
            in_force.discard((event.before or {}).get("version", ""))
            if event.after["version"]:
                in_force.add(event.after["version"])
    return games, labels


def _game(pk: int, told: Any, slugs: Mapping[int, str]) -> Game:
    return Game(
        pk=pk,
        league=slugs[told["league"]],
        day=date.fromisoformat(told["day"]),
        number=told["number"],
        members=tuple(seat["member_id"] for seat in told["seats"]),
        points=tuple(seat["points"] for seat in told["seats"]),
        live=not told["voided"],
    )


def live(histories: int, steps: int, machine: type[Remembered] = Remembered) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=histories,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        ),
    )


@pytest.fixture(autouse=True)
def _in_small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chunk", "pause"):
        monkeypatch.setattr(*PATCHES[name])


@pytest.mark.django_db
def test_a_few_pasts_are_what_the_trail_tells() -> None:
    live(4, 20)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("part", range(PARTS))
def test_any_past_is_what_the_trail_tells(part: int, record_property: Measured) -> None:
    before = Remembered.moments

    live(HISTORIES // PARTS, 12)

    moments = Remembered.moments - before
    record_property("measured", f"{HISTORIES // PARTS} histories a part, {moments} moments in one")


def a_past(machine: Remembered) -> Remembered:
    """Three games on two days, one of them voided, one corrected, under rules that change."""
    machine.found()
    note = machine.the_standings_are_those_that_the_model_reckons
    deal, held = [0, 1, 2, 3, 4, 5], [400, 300, 200]
    for day in (20, 20, 50):
        machine.enter("main", FIRST + timedelta(days=day), deal, held)
        note()
    machine.void(0)
    note()
    machine.edit(1, deal[::-1], held)
    note()
    machine.publish("main", FIRST + timedelta(days=15), 1)
    note()
    machine.work_it_out()
    note()
    return machine


@pytest.mark.django_db
def test_a_past_with_one_of_everything_is_what_the_trail_tells() -> None:
    a_past(Remembered()).teardown()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "lost", ["hanchan.recorded", "hanchan.voided", "hanchan.edited", "rule_version.published"]
)
def test_control_a_trail_without_one_kind_of_event_tells_another_past(lost: str) -> None:
    machine = a_past(Remembered())
    machine.losing = (lost,)

    with pytest.raises(AssertionError):
        machine.teardown()
