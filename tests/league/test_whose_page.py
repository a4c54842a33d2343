"""Nobody is sent what was made for somebody else, nor a part of a page in place of the page.

Every address that is read, by two members in turn, as a page and as a part (htmx): what comes when
all the others have been answered just before is what comes when nobody was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache, caches
from django.test import Client

from league.core import kept_pages
from league.core.kept_pages import PageName
from tests.factories import make_login
from tests.league.addresses import Stage, address, again, names, stage_of, taken_back

pytestmark = pytest.mark.django_db

TWO = ("aiko-login", "botan-login")
#: another with each answer: the reader's token, the key of a form, a nonce
_EACH_TIME_ANOTHER = re.compile(r"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}")
PART = {"HX-Request": "true"}


class Asked(NamedTuple):
    login: str
    is_part: bool


ASKED = [Asked(login, is_part) for is_part in (False, True) for login in TWO]


class Answer(NamedTuple):
    status: int
    text: str
    is_kept: bool


class Readers(NamedTuple):
    stage: Stage
    clients: dict[str, Client]


@pytest.fixture(scope="module")
def readers(django_db_setup: None, django_db_blocker: Any) -> Iterator[Readers]:
    with stage_of(django_db_blocker, shown="public") as stage:
        yield Readers(stage, {name: make_login(stage.world.club, name) for name in TWO})


def read(readers: Readers, url: str, asked: Asked) -> Answer:
    answer: Any = again(readers.clients[asked.login]).get(
        url, headers=PART if asked.is_part else {}
    )
    body = b"".join(answer) if answer.streaming else answer.content
    text = _EACH_TIME_ANOTHER.sub("…", body.decode(errors="replace"))
    return Answer(answer.status_code, text, "ETag" in answer and answer.status_code == 200)


def answers(readers: Readers, url: str, *, fresh: bool) -> dict[Asked, Answer]:
    """What each is sent; ``fresh``: with nothing kept of any other."""
    found = {}
    with taken_back():
        cache.clear()
        caches["pages"].clear()
        for _again in range(1 if fresh else 2):
            for asked in ASKED:
                if fresh:
                    caches["pages"].clear()
                found[asked] = read(readers, url, asked)
    return found


@pytest.mark.parametrize("name", names())
def test_each_is_sent_their_own_page_or_part_whoever_was_before(
    readers: Readers, name: str
) -> None:
    url = address(name, readers.stage.world)

    alone = answers(readers, url, fresh=True)

    for asked, answer in alone.items():
        (other,) = set(TWO) - {asked.login}
        assert other not in answer.text or asked.login in answer.text, "made for somebody else"
    if any(answer.is_kept for answer in alone.values()):
        assert answers(readers, url, fresh=False) == alone


def test_pages_and_parts_do_differ(readers: Readers) -> None:
    alone = answers(readers, address("league:ranking", readers.stage.world), fresh=True)

    assert len({answer.text for answer in alone.values()}) == len(ASKED) - 1  # one table for both
    assert all(answer.is_kept for answer in alone.values())


@pytest.mark.parametrize("left_out", ["reader", "part"])
def test_control_a_name_without_the_reader_or_the_part_mixes_them_up(
    readers: Readers, monkeypatch: pytest.MonkeyPatch, left_out: str
) -> None:
    url = address("league:ranking", readers.stage.world)
    alone = answers(readers, url, fresh=True)

    def name(request: Any, _visit: Any, revision: str) -> PageName:
        known = bool(request.htmx) if left_out == "reader" else request.user.username
        return PageName(kept_pages._digest(revision, known), "")

    monkeypatch.setattr(kept_pages, "_name", name)

    assert answers(readers, url, fresh=False) != alone
