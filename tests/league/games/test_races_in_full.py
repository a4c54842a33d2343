"""Races in the counts that docs/promises.md names, over HTTP and between processes.

``make test-slow`` runs a tenth, ``make promises`` (JANCHO_FULL=1) the whole of it. The controls in
``test_races.py`` show that the forms without a guard fail; those that need more stand here.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client

from league.clubs.verification import verify_club
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.games.write import record_hanchan
from league.models import AuditEvent, Club, Hanchan, League, Member
from tests.factories import ADMIN, make_entry, make_members, record
from tests.league.api.calls import body_of
from tests.league.at_once import at_once
from tests.league.games.writer_process import slots
from tests.league.own_worker import database_url

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FULL = bool(os.environ.get("JANCHO_FULL"))
ROOT = Path(__file__).parents[3]
Measured = Callable[[str, object], None]


def part(count: int) -> int:
    """The promised count, or a tenth of it."""
    return count if FULL else count // 10


def caller(club: Club) -> Callable[..., Any]:
    """Call the API with a token of the club's own."""
    made = {"club": club, "member": None, "name": "競走", "days": 1, "actor": ADMIN}
    _token, secret = issue_token(**made, scopes=[Scope.GAMES])  # type: ignore[arg-type]

    def call(method: str, path: str, body: Any) -> Any:
        return Client().generic(
            method,
            f"/api/v1/clubs/{club.slug}/{path}",
            body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {secret}"},
        )

    return call


def test_one_result_sent_by_64_at_once_is_one_game_and_64_equal_answers(
    league: League, four: list[Member], record_property: Measured
) -> None:
    call, rounds = caller(league.club), part(200)
    hands = 64 if FULL else 16
    cache.clear()

    for turn in range(rounds):
        slot = {"table": 1 + turn // 90, "number": 1 + turn % 90}
        body = json.dumps(body_of(four, key=str(uuid.uuid4())) | slot)
        answers = at_once(lambda _n, body=body: call("POST", "hanchan", body), hands)  # type: ignore[misc]

        statuses = Counter(
            answer if isinstance(answer, Exception) else answer.status_code for answer in answers
        )
        assert statuses == {201: 1, 200: hands - 1}
        assert len({answer.content for answer in answers}) == 1  # type: ignore[union-attr]

    assert Hanchan.objects.for_club(league.club).count() == rounds
    assert verify_club(league.club)["differences"] == 0
    record_property("measured", f"{rounds} of {rounds} rounds of {hands}")


def test_of_two_corrections_from_one_reading_one_counts_and_the_other_is_told(
    league: League, four: list[Member], record_property: Measured
) -> None:
    call, rounds = caller(league.club), part(1_000)
    game = record(league, four)
    body = body_of(four, reason="数え直し")
    del body["key"], body["day"]

    for revision in range(1, rounds + 1):

        def correct(hand: int, revision: int = revision) -> Any:
            remark = f"{revision}-{hand}"
            return call(
                "PUT",
                f"hanchan/{game.pk}",
                json.dumps(body | {"revision": revision, "remark": remark}),
            )

        answers = at_once(correct, 2)

        found = sorted(answer.status_code for answer in answers)  # type: ignore[union-attr]
        assert found == [200, 409]
    game.refresh_from_db()
    assert game.revision == rounds + 1
    edits = AuditEvent.objects.for_club(league.club).filter(type="hanchan.edited")
    assert edits.count() == rounds
    record_property("measured", f"0 of {rounds} lost")


def test_control_corrections_that_do_not_look_at_the_revision_lose_others(
    league: League, four: list[Member]
) -> None:
    game = record(league, four)

    def naive(hand: int) -> None:
        mine = Hanchan.objects.for_club(league.club).get(pk=game.pk)
        time.sleep(0.1)
        mine.revision += 1
        mine.remark = str(hand)
        mine.save(update_fields=["revision", "remark"])

    at_once(naive, 2)

    game.refresh_from_db()
    assert game.revision == 2  # of two corrections


def test_ten_thousand_games_entered_by_sixteen_are_all_counted(
    league: League, record_property: Measured
) -> None:
    people = make_members(league.club, 12)
    each, hands = part(10_000) // 16, 16

    def enter(hand: int) -> int:
        dice = random.Random(hand)
        for slot in slots(each):
            seats = dice.sample(people, 4)
            entry = make_entry(league, seats, table=hand + 1, **slot)
            record_hanchan(
                club=league.club,
                entry=entry,
                key=uuid.uuid4(),
                source=Hanchan.Source.API,
                actor=ADMIN,
            )
        return each

    done = at_once(enter, hands)

    assert done == [each] * hands
    games = Hanchan.objects.for_club(league.club)
    assert games.count() == each * hands
    assert verify_club(league.club)["differences"] == 0
    trail = AuditEvent.objects.for_club(league.club).filter(type="hanchan.recorded")
    assert trail.count() == each * hands
    record_property("measured", f"{each * hands} games, 0 differences")


def _writers(league: League, count: int, *, deferred: bool) -> list[tuple[int, str]]:
    """Let four processes write so many games each; how each ended, and what it said last."""
    processes = [
        subprocess.Popen(
            [
                *(sys.executable, "-m", "tests.league.games.writer_process"),
                *(str(league.pk), str(hand), str(count), "deferred" if deferred else ""),
            ],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": database_url()},
            stderr=subprocess.PIPE,
            text=True,
        )
        for hand in range(4)
    ]
    said = [process.communicate()[1] for process in processes]
    return [
        (process.returncode, words[-300:]) for process, words in zip(processes, said, strict=True)
    ]


def test_four_processes_write_ten_thousand_games_and_none_finds_the_database_locked(
    league: League, four: list[Member], record_property: Measured
) -> None:
    each = part(10_000) // 4

    ended = _writers(league, each, deferred=False)

    assert ended == [(0, "")] * 4
    assert Hanchan.objects.for_club(league.club).count() == 4 * each
    assert verify_club(league.club)["differences"] == 0
    record_property("measured", f"0 of {4 * each} refused")


def test_control_transactions_that_begin_by_reading_find_it_locked(
    league: League, four: list[Member]
) -> None:
    """On PostgreSQL rows are locked, not the whole of it: there the same is harmless."""
    ended = _writers(league, 100, deferred=True)

    assert any("locked" in words for _code, words in ended) is (connection.vendor == "sqlite")
