"""A database that is full, read-only or away: nothing half-written, a kind page, and on it goes."""

from __future__ import annotations

import json
import logging
import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from config.middleware import server_error
from league.clubs.verification import verify_club
from league.core.outages import AWAY_FOR, is_outage
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import AuditEvent, Club, Hanchan, League, Member, Seat, Settlement
from tests.factories import ADMIN, make_login, record
from tests.league.api.calls import body_of
from tests.league.evenings import english

pytestmark = pytest.mark.django_db(transaction=True)

#: more statements than an entry has
MANY = 200


class Caller:
    """A program with a token of the club's own; a failure of ours is an answer too."""

    def __init__(self, club: Club) -> None:
        made: Any = {"club": club, "member": None, "name": "試験", "days": 1, "actor": ADMIN}
        _token, secret = issue_token(**made, scopes=[Scope.GAMES])
        self.club, self.headers = club, {"Authorization": f"Bearer {secret}"}

    def enter(self, body: Any) -> Any:
        return Client(raise_request_exception=False).post(
            f"/api/v1/clubs/{self.club.slug}/hanchan",
            json.dumps(body),
            content_type="application/json",
            headers=self.headers,
        )


@pytest.fixture
def caller(league: League) -> Caller:
    return Caller(league.club)


def full() -> Exception:
    """What the driver raises when the disk is full."""
    if connection.vendor == "postgresql":
        return psycopg.errors.DiskFull("could not extend file: No space left on device")
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


class FullAt:
    """Lets the disk be full from a certain statement that writes on."""

    def __init__(self, number: int) -> None:
        self.left, self.met = number, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.left -= 1
            if self.left < 0:
                self.met = True
                with connection.wrap_database_errors:
                    raise full()
        return execute(sql, params, many, context)


def stored(club: Club) -> list[int]:
    """How much there is of everything that an entry writes."""
    games = Hanchan.objects.for_club(club)
    return [
        games.count(),
        Seat.objects.for_club(club).count(),
        Settlement.objects.for_club(club).count(),
        AuditEvent.objects.for_club(club).filter(type="hanchan.recorded").count(),
    ]


def test_at_whatever_statement_the_disk_is_full_nothing_of_the_game_is_stored(
    caller: Caller, four: list[Member]
) -> None:
    for number in range(MANY):
        body = body_of(four, number=number + 1, key=str(uuid.uuid4()))
        before, disk = stored(caller.club), FullAt(number)
        with connection.execute_wrapper(disk):
            answer = caller.enter(body)
        if not disk.met:
            break  # the whole of it was written before

        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "unavailable"
        assert stored(caller.club) == before
        assert caller.enter(body).status_code == 201  # there is room again
    assert number > 5
    assert answer.status_code == 201
    assert verify_club(caller.club)["differences"] == 0


@contextmanager
def no_room() -> Iterator[None]:
    """Let SQLite's file grow no more; on PostgreSQL every statement that writes is refused."""
    if connection.vendor == "postgresql":
        with connection.execute_wrapper(FullAt(0)):
            yield
        return
    with connection.cursor() as cursor:
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute("PRAGMA max_page_count = 1")  # SQLite takes as many as there are
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA max_page_count = {most}")


def test_a_file_that_cannot_grow_takes_games_until_it_is_full_and_then_refuses_them_whole(
    caller: Caller, four: list[Member]
) -> None:
    refused = None
    with no_room():
        for number in range(1, MANY):
            refused = body_of(four, table=2, number=number, key=str(uuid.uuid4()))
            before, answer = stored(caller.club), caller.enter(refused)
            if answer.status_code != 201:
                break
        assert answer.status_code == 503
        assert stored(caller.club) == before

    assert caller.enter(refused).status_code == 201
    assert verify_club(caller.club)["differences"] == 0


@contextmanager
def read_only() -> Iterator[None]:
    """Let the database be read and not written, as after a failover."""
    on, off = {
        "sqlite": ("PRAGMA query_only = ON", "PRAGMA query_only = OFF"),
        "postgresql": (
            "SET default_transaction_read_only = on",
            "SET default_transaction_read_only = off",
        ),
    }[connection.vendor]
    with connection.cursor() as cursor:
        cursor.execute(on)
        try:
            yield
        finally:
            cursor.execute(off)


def test_a_database_that_is_read_only_shows_its_pages_and_refuses_what_writes(
    caller: Caller, four: list[Member], league: League
) -> None:
    record(league, four)
    reader = make_login(league.club, "reader")
    with read_only():
        assert caller.enter(body_of(four, number=2)).status_code == 503
        assert reader.get(f"/c/{league.club.slug}/ranking/main/").status_code == 200

    assert caller.enter(body_of(four, number=2)).status_code == 201


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let nobody get a connection."""

    def refuse(_self: BaseDatabaseWrapper) -> None:
        words = "connection to server at 10.0.0.3, user jancho, failed: Connection refused"
        raise OperationalError(words)

    with monkeypatch.context() as patch:
        patch.setattr(BaseDatabaseWrapper, "ensure_connection", refuse)
        connection.close()
        yield


@pytest.mark.parametrize(
    ("language", "words"),
    [("ja", "サーバーの一部が応答していません"), ("en", "A part of the server is not answering")],
)
@pytest.mark.parametrize("path", ["/", "/c/tonan/", "/c/tonan/ranking/main/", "/accounts/login/"])
def test_while_the_database_is_away_a_page_says_so_in_the_reader_s_language(
    league: League, path: str, language: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = make_login(league.club, "reader")
    browser.raise_request_exception = False
    browser.cookies["django_language"] = language
    with away(monkeypatch):
        answer = browser.get(path)

    page = answer.content.decode()
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == str(AWAY_FOR)
    assert "no-store" in answer.headers["Cache-Control"]
    assert words in page
    assert "10.0.0.3" not in page
    assert "Traceback" not in page
    assert browser.get(path).status_code in {200, 302}  # it is there again


def test_the_api_says_so_in_its_own_form(
    caller: Caller, four: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    body = body_of(four)
    with away(monkeypatch):
        answer = caller.enter(body)

    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == str(AWAY_FOR)
    assert answer.json()["error"]["code"] == "unavailable"
    assert caller.enter(body).status_code == 201


def test_what_is_typed_into_a_form_is_refused_whole(
    league: League, four: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer = english(make_login(league.club, "scorer", Member.Role.SCORER))
    scorer.raise_request_exception = False
    with away(monkeypatch):
        answer = scorer.post("/c/tonan/members/new/", {"display_name": "森 花"})

    assert answer.status_code == 503
    assert not Member.objects.for_club(league.club).filter(display_name="森 花").exists()


def test_a_session_that_cannot_be_stored_is_no_failure_of_ours(
    league: League, rf: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """It is stored after the page was made, where no page's own care reaches."""
    with caplog.at_level(logging.WARNING, "config.middleware"):
        try:
            with connection.wrap_database_errors:
                raise full()
        except OperationalError:
            answer = server_error(rf.post("/language/"))
    assert answer.status_code == 503
    assert "Refused for want of" in caplog.text

    try:
        raise ValueError
    except ValueError:
        assert server_error(rf.get("/")).status_code == 500


def test_our_own_mistakes_are_no_outages() -> None:
    with connection.cursor() as cursor, pytest.raises(Exception) as caught:  # noqa: PT011
        cursor.execute("SELECT nothing FROM nowhere")

    assert not is_outage(caught.value)
    assert not is_outage(ValueError())
