"""Whatever changes something of a club leaves one event in its trail: who, what was, what is.

Every page that takes more than GET is sent its form, rightly filled in; one that leaves no event
stands in a table with the reason. ``api/test_trail_api.py`` does it with the calls of the API.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.core.cache import cache
from django.test import Client

from league.core import audit
from league.models import AuditEvent
from tests.league.addresses import Stage, address, again, names, stage_of, taken_back, writing
from tests.league.rights_table import TABLE
from tests.league.trail import left_by, unsaid
from tests.league.trail_table import PAGES, SILENT_PAGES, STORING_NOTHING, Sent
from tests.pages import parsed

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


def form_on(client: Client, page: str, url: str) -> dict[str, str]:
    """What a browser would send of the page's form that leads to the address."""
    answer = client.get(page)
    assert answer.status_code == 200, page
    for form in parsed(answer).all("form", method="post"):
        action = form.attributes.get("action", "")
        if urlsplit(urljoin(page, "" if action.startswith("#") else action)).path == url:
            return form.sent
    return {}


def sending(stage: Stage, name: str, sent: Sent) -> Callable[[], None]:
    """Make ready what a form needs; what is returned sends it."""
    client, world = again(stage.clients[sent.by]), stage.world
    things = (sent.before(world) if sent.before else None) or {}
    query = things.pop("query", "")
    url = address(name, world, **things)
    on = sent.on or (name if "GET" in TABLE[name].cells else "")
    fields: dict[str, Any] = {}
    if on:
        fields |= form_on(client, address(on, world, **things) + query, url)
    fields |= sent.fields(world)
    if sent.two_steps:
        seen = client.post(url, {**fields, "do": "preview"})
        fields |= {"do": "go", "seen": seen.context["mark"]}

    def send() -> None:
        answer = client.post(url, fields)
        assert answer.status_code in (200, 302), parsed(answer).words

    return send


def test_every_address_that_writes_is_in_one_of_the_tables() -> None:
    writes = {
        name for name in names() if set(TABLE[name].cells) - {"GET"} and TABLE[name].place != "api"
    }

    assert writes == PAGES.keys() | SILENT_PAGES.keys()
    assert not PAGES.keys() & SILENT_PAGES.keys()
    assert STORING_NOTHING.keys() <= SILENT_PAGES.keys()


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_that_changes_something_leaves_one_event(stage: Stage, name: str) -> None:
    sent = PAGES[name]
    cache.clear()
    with taken_back():
        events = left_by(sending(stage, name, sent))

        assert Counter(each.type for each in events) == {sent.event: 1, **(sent.also or {})}
        who = f"{stage.world.club.slug}-{sent.by}"
        assert [(each.type, unsaid(each, who)) for each in events if unsaid(each, who)] == []


@pytest.mark.parametrize("name", list(STORING_NOTHING))
def test_a_page_that_only_looks_at_what_is_typed_stores_nothing(stage: Stage, name: str) -> None:
    with taken_back():
        send = sending(stage, name, STORING_NOTHING[name])
        with writing() as written:
            send()

    assert written == []


def test_control_a_change_without_an_event_would_be_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.clubs.write.record_event", lambda *_given, **_more: None)

    with taken_back():
        assert left_by(sending(stage, "league:settings", PAGES["league:settings"])) == []


def test_control_an_event_that_says_less_would_be_noticed(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def says_less(type_: str, **given: Any) -> AuditEvent:
        return audit.record_event(type_, **(given | {"before": None}))

    monkeypatch.setattr("league.clubs.write.record_event", says_less)

    with taken_back():
        (event,) = left_by(sending(stage, "league:settings", PAGES["league:settings"]))
        assert unsaid(event, stage.world.users["owner"].username) == ["before and after"]
        assert unsaid(event, "somebody else") == ["login", "before and after"]
