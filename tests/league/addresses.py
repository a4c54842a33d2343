"""Every address of the resolver, with the things of one club to fill it, and who visits it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

import time_machine
from django.apps import apps
from django.db import connection, transaction
from django.http import HttpResponseBase
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from league.models import Club, User
from tests.factories import ClubWorld, logged_in, make_world, pass_holder
from tests.league.evenings import NINE_PM
from tests.league.logins import operator_browser
from tests.league.providers import providers
from tests.league.rights_table import Outcome

#: addresses whose thing is not the world's usual one
_OTHER_THING = {
    "league:game-restore": {"game_id": "voided"},
    "api:hanchan-restore": {"game_id": "voided"},
    "league:member-reset": {"member_id": "member"},
    "league:member-role": {"member_id": "member"},
}


@dataclass(frozen=True, slots=True)
class Stage:
    """A club with a browser of every role, another club, and to whom the first shows itself."""

    world: ClubWorld
    elsewhere: ClubWorld
    clients: dict[str, Client]
    shown: str


@contextmanager
def stage_of(blocker: Any, *, shown: str = "members") -> Iterator[Stage]:
    """Two clubs on an evening for a whole module of tests; afterwards nothing of it is left."""
    with (
        blocker.unblock(),
        time_machine.travel(NINE_PM, tick=False),
        transaction.atomic(),
        providers("discord"),
    ):
        world, elsewhere = make_world(), make_world("seihoku", rule="super-tonpu", league="abroad")
        Club.objects.filter(pk=world.club.pk).update(visibility=shown)
        yield Stage(world, elsewhere, browsers(world, elsewhere), shown)
        transaction.set_rollback(True)


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever is written inside is undone."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def patterns(
    resolver: URLResolver | None = None, space: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every pattern as its name and the names of what stands in its address.

    A pattern without a name goes by its namespace alone.
    """
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            outer = tuple(entry.pattern.converters)
            for name, taken in patterns(entry, inner):
                yield name, (*outer, *taken)
        elif isinstance(entry, URLPattern):
            yield f"{space}{entry.name or ''}", tuple(entry.pattern.converters)


@cache
def _taken() -> dict[str, tuple[str, ...]]:
    return dict(reversed(list(patterns())))


def names() -> list[str]:
    """The names of all patterns, in order."""
    return [name for name, _ in patterns()]


def address(name: str, world: ClubWorld, **changes: Any) -> str:
    """Where a page of the club's things is."""
    if name == "api:":
        return "/api/v1/no-such-call"
    values = world.kwargs() | {"app_label": "league", "object_id": _row_of(name)}
    values["pk"] = 0  # a passkey or account of somebody's own; nobody has one here
    values["provider"] = "discord"
    for key, thing in _OTHER_THING.get(name, {}).items():
        values[key] = world.voided.pk if thing == "voided" else member_pk(world, thing)
    values |= changes
    return reverse(name, kwargs={key: values[key] for key in taken_by(name)})


def _row_of(name: str) -> int:
    """The last row of the table that a page of the operator's tool shows; 0 without one."""
    found = re.fullmatch(r"admin:(\w+?)_(\w+)_change", name)
    if found is None:
        return 0
    rows = apps.get_model(found[1], found[2])._base_manager.order_by("-pk")
    return rows.values_list("pk", flat=True).first() or 0


def taken_by(name: str) -> tuple[str, ...]:
    """What stands in the address of a pattern."""
    return _taken()[name]


def member_pk(world: ClubWorld, role: str) -> int:
    """The club's member who has a role."""
    return world.club.members.get(user=world.users[role]).pk


def browsers(world: ClubWorld, elsewhere: ClubWorld) -> dict[str, Client]:
    """A fresh browser for every role."""
    users: dict[str, User] = {
        **{role: world.users[role] for role in ("outsider", "member", "scorer")},
        **{role: world.users[role] for role in ("organizer", "owner")},
        "owner_elsewhere": elsewhere.users["owner"],
    }
    return {
        "anonymous": Client(),
        "operator": operator_browser(f"{world.club.slug}-operator"),
        "pass": pass_holder(world.evening_pass),
        **{role: logged_in(user) for role, user in users.items()},
    }


@cache
def _handler(enforce_csrf_checks: bool) -> ClientHandler:
    """One row of middleware for all: to build it takes as long as a small page."""
    return ClientHandler(enforce_csrf_checks)


def again(client: Client, **options: Any) -> Client:
    """A browser with the same cookies and no other memory."""
    fresh = Client(**options)
    fresh.handler = _handler(options.get("enforce_csrf_checks", False))
    fresh.cookies.load(client.cookies.output(header="", sep=";"))
    return fresh


@contextmanager
def writing() -> Iterator[list[str]]:
    """The statements inside that are no mere reading, by their first words."""
    written: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not _READING.match(sql):
            written.append(sql[:60])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield written


_READING = re.compile(r"\s*(SELECT|SAVEPOINT|RELEASE SAVEPOINT|ROLLBACK TO SAVEPOINT)\b")


def weak_spots(response: HttpResponseBase) -> list[str]:
    """What a browser is not told to refuse."""
    found = policy(response)
    wanted = {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "object-src": "'none'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    weak = [name for name, value in wanted.items() if found.get(name) != value]
    weak += [word for word in ("unsafe-inline", "unsafe-eval", "*") if word in str(found)]
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "X-Frame-Options": "DENY",
    }
    return weak + [name for name, value in headers.items() if response.headers.get(name) != value]


#: what the one page that another site may frame differs in: it runs and sends nothing
FRAMED = ["script-src", "frame-ancestors", "form-action", "*", "X-Frame-Options"]


#: pages with a button that leads on to a provider of logins; they differ in that alone
LEADING_ON = ("account_login", "invitation", "connection-add", "discord_callback")


def policy(response: HttpResponseBase) -> dict[str, str]:
    """The Content-Security-Policy by directive."""
    parts = response.headers.get("Content-Security-Policy", "").split("; ")
    return {part.partition(" ")[0]: part.partition(" ")[2] for part in parts}


def visit(client: Client, method: str, url: str) -> HttpResponseBase:
    """Ask by a method, with an empty form or an empty JSON object."""
    if url.startswith("/api/"):
        return client.generic(method, url, b"{}", content_type="application/json")
    if method == "POST":
        return client.post(url)
    return client.generic(method, url)


_BY_STATUS: dict[int, Outcome] = {
    **{400: "refused", 409: "refused", 422: "refused", 428: "refused"},
    **{403: "forbidden", 404: "missing", 405: "method"},
}


def outcome(response: HttpResponseBase) -> Outcome | str:
    """How a visit ended, in the words of the rights table."""
    status = response.status_code
    if 200 <= status < 300:
        return "page"
    if status in (301, 302, 303):
        return "login" if re.match(r"/accounts/login/", response["Location"]) else "moved"
    return _BY_STATUS.get(status, str(status))
