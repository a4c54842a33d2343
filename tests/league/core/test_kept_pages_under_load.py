"""While games are stored, every reader's next look shows the last of them, whole and their own.

``make test-slow`` reads a tenth of the promised pages, ``make promises`` (JANCHO_FULL=1) all.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponseBase
from django.test import Client

from league.core import kept_pages as caching
from league.core.kept_pages import PageName
from league.models import Club, Hanchan, League, Member
from tests.config.processes import ROOT, until
from tests.factories import EVENING, league_of, logged_in, make_club, make_members, make_user
from tests.factories import record as store
from tests.league.at_once import at_once
from tests.league.own_worker import database_url
from tests.redis_server import redis_server

pytestmark = pytest.mark.django_db(transaction=True)

PROMISED = 10_000
READS = PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 10
USUAL_READS = 40
READERS = 8
PAGE = f"/c/tonan/ranking/main/?month={EVENING:%Y-%m}"
GAMES = re.compile(r"([0-9,]+) games?\b")
ME = re.compile(r'<tr class="row--me">.*?/members/([0-9]+)/', re.DOTALL)


@pytest.fixture
def league() -> League:
    """A league that everybody may read, with a game."""
    league = league_of(make_club())
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    store(league, make_members(league.club))
    return league


class Played:
    """How many games are stored by now."""

    def __init__(self) -> None:
        self.games, self.over = 1, threading.Event()

    def keep_on(self, league: League) -> None:
        """Store one game after another, always the same result."""
        four = list(Member.objects.for_club(league.club).exclude(display_name="owner"))
        while not self.over.is_set():
            number = self.games + 1
            store(league, four, number=number % 90 + 1, table=2 + number // 90)
            self.games += 1
            self.over.wait(0.02)


class Reader:
    """Somebody who looks again and again, sometimes asking whether the page is still the same."""

    def __init__(self, client: Client, me: int | None) -> None:
        self.client, self.me = client, me
        self.etag, self.text, self.wrong = "", "", list[str]()
        self.sent, self.known = 0, 0

    def check(self, played: Played) -> None:
        stored = played.games
        answer: Any = self.client.get(
            PAGE, headers={"Accept-Language": "en", "If-None-Match": self.etag}
        )
        if answer.status_code == 200:
            self.sent += 1
            self.etag, self.text = answer["ETag"], answer.content.decode()
        else:
            self.known += 1
        self._check(stored)

    def _check(self, stored: int) -> None:
        games = int(GAMES.findall(self.text)[0].replace(",", ""))
        marked = [int(key) for key in ME.findall(self.text)]
        if games < stored:
            self.wrong.append(f"{games} games shown, {stored} stored")
        if f"+{41 * games:,}" not in self.text:
            self.wrong.append(f"{games} games above a table of others")
        if marked != ([self.me] if self.me else []):
            self.wrong.append(f"{marked} marked for {self.me}")


def read_while_games_are_stored(league: League, reads: int) -> list[Reader]:
    people = list(Member.objects.for_club(league.club).exclude(display_name="owner"))
    readers = [Reader(Client(), None) for _reader in range(READERS - len(people))]
    for member in people:
        member.user = make_user(f"login-{member.pk}")
        member.save()
        readers.append(Reader(logged_in(member.user), member.pk))
    played, left = Played(), Counter(dict.fromkeys(range(READERS), reads // READERS))

    def hand(number: int) -> None:
        if number == READERS:
            played.keep_on(league)
            return
        try:
            while left[number]:
                readers[number].check(played)
                left[number] -= 1
        except BaseException:
            played.over.set()  # or nobody would ever tell the other hand to stop
            raise
        if not +left:
            played.over.set()

    assert at_once(hand, READERS + 1) == [None] * (READERS + 1)
    return readers


@pytest.mark.parametrize(
    "reads", [USUAL_READS, pytest.param(READS, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_nobody_sees_a_page_older_than_the_last_game_of_two_states_or_of_somebody_else(
    league: League, reads: int
) -> None:
    readers = read_while_games_are_stored(league, reads)

    assert [wrong for reader in readers for wrong in reader.wrong] == []
    assert sum(reader.sent + reader.known for reader in readers) == reads


def test_control_pages_kept_without_their_state_are_old(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching, "revision_of", lambda _slug: "1.1.0")

    readers = read_while_games_are_stored(league, USUAL_READS)
    one_more = Played()
    one_more.games = Hanchan.objects.for_club(league.club).count() + 1
    store(league, [*Member.objects.for_club(league.club)][-4:], number=95, table=95)
    for reader in readers:
        reader.check(one_more)

    assert any("stored" in wrong for reader in readers for wrong in reader.wrong)


def _of_everybody(_request: object, _visit: object, revision: str) -> PageName:
    return PageName(revision.replace(".", ""), "everybody")  # its digest is hexadecimal


def test_control_pages_kept_for_everybody_are_somebody_else_s(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(caching, "_name", _of_everybody)

    readers = read_while_games_are_stored(league, USUAL_READS)

    assert any("marked" in wrong for reader in readers for wrong in reader.wrong)


def made_by_64_at_once(monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the page was made while 64 people looked at it at the same moment."""
    made = []
    make = caching._PageVisit._made

    def counted(self: Any, view: Any) -> HttpResponseBase | None:
        made.append(1)
        time.sleep(0.5)  # whoever has looked by now has found none that was kept
        return make(self, view)

    monkeypatch.setattr(caching._PageVisit, "_made", counted)
    browsers = [Client() for _browser in range(64)]
    answers = at_once(lambda number: _status(browsers[number]), 64)
    assert answers == [200] * 64
    return len(made)


def _status(client: Client) -> int:
    try:
        return client.get(PAGE).status_code
    finally:
        connection.close()


@pytest.mark.usefixtures("league")
def test_64_who_look_at_once_let_the_page_be_made_at_most_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert made_by_64_at_once(monkeypatch) <= 2


@pytest.mark.usefixtures("league")
def test_control_without_taking_turns_it_is_made_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(caching, "made_once", lambda _name, _from_kept, make: make())

    assert made_by_64_at_once(monkeypatch) > 2


def made_by_four_processes(folder: Path, *options: str) -> int:
    """How often the page was made while 16 people looked at it in each of four processes."""
    with redis_server(folder) as server, contextlib.ExitStack() as stack:
        files = [folder / f"readers-{number}" for number in range(4)]
        processes = [
            stack.enter_context(
                subprocess.Popen(
                    [
                        *(sys.executable, "-m", "tests.league.core.readers"),
                        *(server.url(), PAGE, "16", str(file), *options),
                    ],
                    cwd=ROOT,
                    env={**os.environ, "DATABASE_URL": database_url()},
                    stdout=subprocess.PIPE,
                    text=True,
                )
            )
            for file in files
        ]
        until(lambda: all(file.exists() for file in files), 120)
        for file in files:
            file.with_suffix(".go").touch()
        said = [process.communicate(timeout=120)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * 4
    return sum(int(number) for number in said)


@pytest.mark.services
@pytest.mark.usefixtures("league")
def test_64_who_look_at_once_in_four_processes_let_the_page_be_made_at_most_twice(
    tmp_path: Path,
) -> None:
    assert made_by_four_processes(tmp_path) <= 2


@pytest.mark.services
@pytest.mark.usefixtures("league")
def test_control_four_processes_without_turns_make_it_again_and_again(tmp_path: Path) -> None:
    assert made_by_four_processes(tmp_path, "alone") > 2
