"""A page asks the database as often for 200 members and 24 months as for ten and one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any
from unittest.mock import patch

import pytest
import time_machine
from django.core.cache import cache, caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.make_games import Played, store
from league.api import exports
from league.core.door import forget_sessions
from league.core.people import list_members
from league.exports import download_views
from league.games.tallies import rebuild_tallies
from league.members import views as members
from league.models import Member
from tests.factories import ClubWorld, logged_in, make_world
from tests.league.addresses import address, again, names, taken_back
from tests.league.evenings import NINE_PM
from tests.pages import query_text

pytestmark = pytest.mark.django_db

#: pages that ask more often where there is more, and why they may
MAY_DIFFER = {
    "league:archive": "the whole club as one file, read piece by piece so that it fits in memory",
    "api:archive-file": "the same",
}

LAST = date(2026, 10, 1)


@dataclass(frozen=True, slots=True)
class Sizes:
    """A small club and a large one, and their owners' browsers."""

    small: ClubWorld
    large: ClubWorld
    clients: dict[str, Client]


def grown(world: ClubWorld, *, members: int, months: int) -> ClubWorld:
    """The club with so many members, who all play twice in each of the last months."""
    club, chance = world.club, random.Random(47)
    there = Member.objects.for_club(club).count()
    more = [
        Member(club=club, display_name=f"会員 {n:03d}", kana=f"かいいん{n:03d}")
        for n in range(members - there)
    ]
    for member in more:
        member.fold_names()
    Member.objects.bulk_create(more)
    people = list(Member.objects.for_club(club).values_list("pk", flat=True).order_by("pk"))
    games = [
        Played(day, four, (41_400, 30_000, 23_800, 4_800), None)
        for month in range(months)
        for day in (_month_before(month, 9), _month_before(month, 23))
        for four in _tables(people, chance)
    ]
    store(world.league, games)
    rebuild_tallies(world.league)
    return world


def _month_before(months: int, day: int) -> date:
    year, month = divmod(LAST.year * 12 + LAST.month - 1 - months, 12)
    return date(year, month + 1, day)


def _tables(people: list[int], chance: random.Random) -> Iterator[list[int]]:
    seated = chance.sample(people, len(people))
    seated += seated[: -len(seated) % 4]  # two play twice, so that nobody sits alone
    yield from (seated[first : first + 4] for first in range(0, len(seated), 4))


@pytest.fixture(scope="module")
def sizes(django_db_setup: None, django_db_blocker: Any) -> Iterator[Sizes]:
    with (
        django_db_blocker.unblock(),
        time_machine.travel(NINE_PM, tick=False),
        transaction.atomic(),
    ):
        small = grown(make_world(), members=10, months=1)
        large = grown(make_world("seihoku"), members=200, months=24)
        clients = {world.club.slug: logged_in(world.users["owner"]) for world in (small, large)}
        yield Sizes(small, large, clients)
        transaction.set_rollback(True)


def asked(sizes: Sizes, world: ClubWorld, name: str) -> tuple[int, Counter[str]]:
    """The answer's status and how often each kind of query was asked for it, made anew."""
    client = again(sizes.clients[world.club.slug])
    url = address(name, world)
    with taken_back():
        for each in (cache, caches["pages"]):
            each.clear()
        forget_sessions()
        with CaptureQueriesContext(connection) as queries, files_at_once():
            status = _read(client, url)
    return status, Counter(_kind(query_text(query)) for query in queries.captured_queries)


@contextmanager
def files_at_once() -> Iterator[None]:
    """Have large files sent at once too, instead of prepared."""
    most = 1_000_000
    with patch.object(download_views, "AT_ONCE", most), patch.object(exports, "AT_ONCE", most):
        yield


def _read(client: Client, url: str) -> int:
    """Read an answer to its end, also one that is written while it is sent. Its status."""
    answer: Any = client.get(url)
    if answer.streaming:
        b"".join(answer)
    return int(answer.status_code)


def _kind(sql: str) -> str:
    """A query without its values, short enough to be read."""
    return sql.split(" WHERE ")[0][-160:]


@pytest.mark.parametrize("name", names())
def test_a_page_asks_as_often_for_a_large_club_as_for_a_small_one(sizes: Sizes, name: str) -> None:
    asked(sizes, sizes.small, name)  # what is read once a process
    small_status, small = asked(sizes, sizes.small, name)
    large_status, large = asked(sizes, sizes.large, name)

    assert large_status == small_status
    if name in MAY_DIFFER:
        assert large != small, "it asks as often by now: take it off the list"
    else:
        more = {kind: (small[kind], large[kind]) for kind in small | large}
        assert large.total() == small.total(), {
            kind: times for kind, times in more.items() if times[0] != times[1]
        }


def test_control_a_page_that_asks_for_each_member_is_found(
    sizes: Sizes, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = list_members

    def one_by_one(*arguments: Any, **options: Any) -> list[Member]:
        found = list(listed(*arguments, **options))
        for member in found:
            member.refresh_from_db()
        return found

    monkeypatch.setattr(members, "list_members", one_by_one)

    large = asked(sizes, sizes.large, "league:members")[1]
    assert large.total() > asked(sizes, sizes.small, "league:members")[1].total() + 100
