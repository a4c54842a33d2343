"""What counts as one caller, and that no limit is passed by many calls at once."""

from __future__ import annotations

import time
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, RequestFactory

from league.core.throttles import (
    CallerThrottle,
    FoundingHereThrottle,
    FoundingThrottle,
    PlaceThrottle,
    counted_address,
    seconds_to_wait,
)
from league.models import User
from tests.league.at_once import at_once
from tests.league.logins import PASSWORD, log_in


@pytest.fixture(autouse=True)
def _nobody_asked_yet() -> None:
    cache.clear()


def asked(kind: type[CallerThrottle], address: str = "192.0.2.1") -> int:
    """The seconds to wait, for somebody at an address."""
    request: Any = RequestFactory().post("/", REMOTE_ADDR=address)
    request.user = AnonymousUser()
    return seconds_to_wait(request, kind)


def slowly() -> float:
    """The time, after others have read what there was."""
    time.sleep(0.1)
    return time.time()


class Places(PlaceThrottle):
    scope, rate, timer = "places", "2/day", staticmethod(slowly)


class History(CallerThrottle):
    scope, rate, timer = "history", "2/day", staticmethod(slowly)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_of_eight_calls_at_once_two_are_let_through(self) -> None:
        waits = at_once(lambda _n: asked(Places))

        assert waits.count(0) == 2
        assert [wait for wait in waits if wait not in range(86_390, 86_402)] == [0, 0]

    def test_control_reading_first_and_writing_then_lets_more_through(self) -> None:
        waits = at_once(lambda _n: asked(History))

        assert waits.count(0) > 2


@pytest.mark.parametrize("kind", [FoundingThrottle, FoundingHereThrottle])
def test_clubs_are_founded_by_places(kind: type[CallerThrottle]) -> None:
    assert issubclass(kind, PlaceThrottle)


def test_a_place_is_free_again_when_its_time_is_over() -> None:
    class Quick(PlaceThrottle):
        scope, rate = "quick", "2/sec"

    assert [asked(Quick), asked(Quick), asked(Quick) > 0] == [0, 0, True]
    time.sleep(1.05)
    assert asked(Quick) == 0


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("2001:db8:1:3::9", "2001:db8:1:3::"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("somewhere", "somewhere"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(address: str, counts_as: str) -> None:
    assert counted_address(address) == counts_as


def test_calls_from_one_network_count_together() -> None:
    class Once(CallerThrottle):
        scope, rate = "once", "1/day"

    assert asked(Once, "2001:db8::1") == 0
    assert asked(Once, "2001:db8::2") > 0
    assert asked(Once, "2001:db8:0:1::2") == 0


@pytest.mark.django_db
def test_guesses_from_one_network_count_together() -> None:
    User.objects.create_user("sato", "sato@example.org", PASSWORD)
    for number in range(1, 6):
        log_in(Client(REMOTE_ADDR=f"2001:db8::{number}"), password="wrong")

    assert log_in(Client(REMOTE_ADDR="2001:db8::99")) == 422
    assert log_in(Client(REMOTE_ADDR="2001:db8:0:1::99")) == 302
