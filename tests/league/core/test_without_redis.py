"""While Redis is away pages, entries and changes go on; only who wants to log in has to wait."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from config import env
from config.celery import app
from league.core import outages, queue, redis_cache
from league.core.jobs import sweep_jobs
from league.core.outages import AwayError
from league.games.write import record_hanchan
from league.models import Club, Hanchan, Job, League, Member
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_draft,
    make_entry,
    make_login,
    make_members,
)
from tests.league.rulechanges.changes import publish
from tests.redis_server import RedisServer, redis_server

pytestmark = [pytest.mark.django_db, pytest.mark.services]

PAGE = "/c/tonan/ranking/main/?month=2026-11"
SETTLE = {"rule": "kinyoukai", "points": [41_400, 30_000, 23_800, 4_800]}
GONE: dict[str, Callable[[RedisServer], None]] = {
    "refused": RedisServer.stop,
    "frozen": RedisServer.freeze,
    "full": RedisServer.fill,
    "read-only": RedisServer.make_read_only,
}


@pytest.fixture
def server(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisServer]:
    """A Redis of this test's own, used as cache and queue."""
    with redis_server(tmp_path) as server:
        settings.CACHES = {"default": env.cache(server.url(1)), "pages": env.cache(server.url(1))}
        monkeypatch.setitem(app.conf, "task_always_eager", False)
        for name in ("broker_url", "broker_write_url"):
            monkeypatch.setitem(app.conf, name, server.url())
        _ask_again()
        yield server
        _ask_again()


def _ask_again() -> None:
    redis_cache.breaker_of.cache_clear()
    queue._way.cache_clear()


@pytest.fixture
def league(server: RedisServer) -> League:
    league = league_of(make_club())
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    make_members(league.club)
    return league


@pytest.fixture(params=GONE)
def away(
    request: pytest.FixtureRequest, server: RedisServer, league: League
) -> Callable[[RedisServer], None]:
    """Everything was used while Redis was there; now it is not."""
    assert Client().get(PAGE).status_code == 200
    assert post_settle().status_code == 200
    caches["default"].set("known", 1)
    GONE[request.param](server)
    return GONE[request.param]


def post_settle() -> Any:
    return Client().post("/api/v1/settle", SETTLE, content_type="application/json")


def enter(league: League) -> Hanchan:
    four = list(Member.objects.for_club(league.club).filter(user=None).order_by("pk"))
    entry = make_entry(league, four, number=Hanchan.objects.for_club(league.club).count() + 1)
    return record_hanchan(
        club=league.club,
        entry=entry,
        key=uuid.uuid4(),
        source=Hanchan.Source.FORM,
        actor=ADMIN,
    ).hanchan


def waits(caplog: pytest.LogCaptureFixture) -> int:
    """How often anybody found out by waiting that nothing answers."""
    return sum("does not answer" in record.message for record in caplog.records)


@pytest.mark.usefixtures("away")
def test_pages_calculations_and_entries_go_on(league: League) -> None:
    for _again in range(3):
        assert Client().get(PAGE).status_code == 200
        assert post_settle().status_code == 200
    game = enter(league)

    assert Client().get(f"/c/tonan/games/{game.pk}/").status_code == 200


@pytest.mark.usefixtures("away")
def test_a_change_is_published_and_its_job_is_found_by_the_sweeper(
    league: League,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    enter(league)

    with django_capture_on_commit_callbacks(execute=True):
        publish(league, make_draft(league, uma=(20_000, 10_000, -10_000, -20_000)))

    job = Job.objects.for_club(league.club).get()
    assert job.state == Job.State.WAITING
    assert sweep_jobs() == [job.pk]
    assert waits(caplog) == 1


@pytest.mark.usefixtures("away")
def test_who_wants_to_log_in_is_asked_to_come_back_and_nobody_may_guess(league: League) -> None:
    make_login(league.club, "reader")
    typed = {"login": "reader", "password": "reader"}
    words = {"ja": "いまはこの操作ができません", "en": "This cannot be done right now"}
    assert Client().get("/accounts/login/").status_code == 200

    for language, sentence in words.items():
        answer = Client().post("/accounts/login/", typed, headers={"Accept-Language": language})

        assert answer.status_code == 503
        assert answer["Retry-After"] == "30"
        assert sentence in answer.text
        assert "sessionid" not in answer.cookies


@pytest.mark.usefixtures("away")
def test_no_club_is_created_uncounted_and_what_was_typed_stays(league: League) -> None:
    client = make_login(league.club, "reader")
    typed = {"name": "西北会", "slug": "seihoku", "league_name": "木曜", "rule_key": "kinyoukai"}
    words = {"ja": "いまはクラブを作成できません", "en": "No clubs can be created right now"}

    for language, sentence in words.items():
        answer = client.post("/clubs/new/", typed, headers={"Accept-Language": language})

        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        assert sentence in answer.text
        assert 'value="西北会"' in answer.text
    assert Club.objects.count() == 1


@pytest.mark.usefixtures("away")
def test_no_club_comes_from_an_archive_uncounted(league: League) -> None:
    client = make_login(league.club, "reader")
    file = SimpleUploadedFile("club.json", b"{}")

    answer = client.post("/clubs/new/", {"do": "archive", "file": file})

    assert answer.status_code == 503
    assert "いまはクラブを作成できません" in answer.text


def test_one_request_waits_for_a_frozen_cache_and_the_next_ones_do_not(
    server: RedisServer, league: League, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    assert Client().get(PAGE).status_code == 200
    server.freeze()

    for _again in range(20):
        assert Client().get(PAGE).status_code == 200
        assert post_settle().status_code == 200

    assert waits(caplog) == 1
    cache: Any = caches["default"]
    connection = cache._cache.get_client().get_connection_kwargs()
    assert connection["socket_timeout"] == connection["socket_connect_timeout"] == outages.PATIENCE
    assert outages.PATIENCE <= 0.1


def test_control_without_a_pause_every_use_waits(
    server: RedisServer,
    league: League,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.WARNING)
    monkeypatch.setattr(outages, "PAUSE", 0)
    server.freeze()

    for _again in range(3):
        assert Client().get(PAGE).status_code == 200

    assert waits(caplog) >= 3


@pytest.fixture
def naps(server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long whoever sends a job to a queue that is frozen sleeps between two tries."""
    slept: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", slept.append)
    server.freeze()
    return slept


def test_whoever_connects_to_a_frozen_queue_tries_once(naps: list[float]) -> None:
    with pytest.raises(AwayError):
        queue.send_job(1)

    assert naps == []


def test_control_by_itself_kombu_sleeps_and_tries_again(
    naps: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(queue._ONCE, "max_retries")

    with pytest.raises(AwayError):
        queue.send_job(1)

    assert naps


def test_once_redis_is_back_it_is_used_without_a_restart(
    server: RedisServer,
    league: League,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    server.stop()
    assert Client().get(PAGE).status_code == 200
    server.start()
    _no_pause(monkeypatch)

    enter(league)
    with django_capture_on_commit_callbacks(execute=True):
        publish(league, make_draft(league, uma=(20_000, 10_000, -10_000, -20_000)))
    first, second = Client().get(PAGE), Client().get(PAGE)

    assert first.templates
    assert not second.templates
    assert server.client().llen("celery") == 1


def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the moment pass in which nobody asks."""
    redis_cache.breaker_of.cache_clear()
    monkeypatch.setattr(queue._way()[1], "paused_until", 0)


def test_control_the_plain_cache_breaks_the_page(
    server: RedisServer, league: League, settings: Any
) -> None:
    plain = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": server.url(1),
    }
    settings.CACHES = {"default": plain, "pages": plain}
    server.stop()

    with pytest.raises(Exception, match="Connection refused"):
        Client().get(PAGE)


@pytest.fixture
def pages(server: RedisServer, tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis for pages alone, as small as it can be and making room by itself."""
    (tmp_path / "pages").mkdir()
    with redis_server(tmp_path / "pages") as pages:
        used = int(pages.client().info("memory")["used_memory"])
        pages.client().config_set("maxmemory", used + 2_000_000)
        pages.client().config_set("maxmemory-policy", "allkeys-lru")
        pages.client().config_set("maxmemory-samples", 100)  # what was used longest ago goes indeed
        yield pages


def counted_after_many_pages(settings: Any, counts: RedisServer, pages: RedisServer) -> bool:
    """Whether a guess is still counted after more pages than the Redis of pages holds."""
    settings.CACHES = {"default": env.cache(counts.url()), "pages": env.cache(pages.url())}
    caches["default"].set("guesses", 5, 300)
    time.sleep(2)  # Redis knows to the second when a key was used
    for number in range(400):
        caches["pages"].set(str(number), b"x" * 10_000, 3_600)
    assert pages.client().info("stats")["evicted_keys"] > 100
    return bool(caches["default"].get("guesses") == 5)


def test_pages_do_not_push_out_what_was_counted(
    server: RedisServer, pages: RedisServer, settings: Any
) -> None:
    assert counted_after_many_pages(settings, counts=server, pages=pages)


def test_control_in_one_redis_they_do(pages: RedisServer, settings: Any) -> None:
    assert not counted_after_many_pages(settings, counts=pages, pages=pages)


def test_while_the_redis_of_pages_is_away_people_log_in(
    server: RedisServer, pages: RedisServer, league: League, settings: Any
) -> None:
    settings.CACHES = {"default": env.cache(server.url()), "pages": env.cache(pages.url())}
    make_login(league.club, "reader")
    pages.stop()
    assert Client().get(PAGE).status_code == 200

    answer = Client().post("/accounts/login/", {"login": "reader", "password": "reader"})

    assert answer.status_code == 302


def test_what_is_asked_of_a_cache_that_is_away_says_so(server: RedisServer) -> None:
    server.stop()

    for ask in (lambda: caches["default"].get("a"), lambda: caches["default"].set_many({"a": 1})):
        with pytest.raises(AwayError):
            ask()
