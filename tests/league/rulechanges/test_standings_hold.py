"""Whatever a club does in whatever order, its standings are what settling from scratch gives.

``make test`` tries some histories, ``make test-slow`` two hundred of thirty steps (CI half of them
on each database), and ``make promises`` (JANCHO_FULL=1) two thousand of fifty.
"""

from __future__ import annotations

import os
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.league.rulechanges.standings_machine import FIRST, PATCHES, Standings
from tests.machine import shared

FULL = bool(os.environ.get("JANCHO_FULL"))
PARTS = 40 if FULL else 10  # a few minutes each
HISTORIES, STEPS = (2000, 50) if FULL else (shared(200), 30)


def live(histories: int, steps: int) -> None:
    run_state_machine_as_test(
        Standings,
        settings=settings(
            max_examples=histories,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],  # to shrink a history takes minutes
        ),
    )


@pytest.fixture
def in_small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("chunk", "pause"):
        monkeypatch.setattr(*PATCHES[name])


@pytest.mark.django_db
@pytest.mark.usefixtures("in_small_chunks")
def test_the_standings_hold_through_a_few_histories() -> None:
    live(6, 20)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.usefixtures("in_small_chunks")
@pytest.mark.parametrize("part", range(PARTS))
def test_the_standings_hold_through_any_history(part: int) -> None:
    live(HISTORIES // PARTS, STEPS)


def an_entry_amid_a_change() -> None:
    """A month is prepared when one more game of it is entered; then the job comes to its end."""
    machine = Standings()
    machine.found()
    deal, held = [0, 1, 2, 3, 4, 5], [400, 300, 200]
    for day in (20, 50):
        machine.enter("main", FIRST + timedelta(days=day), deal, held)
    machine.publish("main", FIRST + timedelta(days=15), 1)
    machine.work_a_little(chunks=1)
    machine.enter("main", FIRST + timedelta(days=21), deal, held)
    machine.the_standings_are_those_that_the_model_reckons()
    machine.work_it_out()
    machine.the_standings_are_those_that_the_model_reckons()


@pytest.mark.django_db
@pytest.mark.usefixtures("in_small_chunks")
def test_a_game_that_is_entered_amid_a_change_is_settled_under_it_too() -> None:
    an_entry_amid_a_change()


@pytest.mark.django_db
@pytest.mark.usefixtures("in_small_chunks")
def test_a_change_that_is_not_told_of_new_games_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(*PATCHES["fault"])

    with pytest.raises(AssertionError):
        an_entry_amid_a_change()
