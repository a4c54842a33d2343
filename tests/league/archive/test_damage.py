"""Whatever stands in an archive in place of what was there: it is refused, or every page opens.

``make test-slow`` damages 300 archives (CI half of them on each database), ``make promises``
(JANCHO_FULL=1) 3,000.
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django.urls import reverse

from league.archive.document import dump_club, load_archive
from league.archive.file import ArchiveError
from league.models import (
    Club,
    Hanchan,
    League,
    Member,
    MonthClose,
    RuleChange,
    Season,
    Session,
)
from rules.models import RuleVersion
from tests.factories import logged_in, make_user
from tests.league.archive.test_whole_club import furnished_world
from tests.league.evenings import NINE_PM
from tests.machine import shared

pytestmark = pytest.mark.django_db

COUNT = 3_000 if os.environ.get("JANCHO_FULL") else shared(300)

#: what a damaged or malicious file may hold anywhere
HOSTILE: tuple[Any, ...] = (
    *({}, [], None, "", "x", "雀" * 300, "\u202e<b>", -1, 0, 7, 10**30, 1.5, True, False),
    *([[]], [None], ["x", 7], {"a": {}}, {"": ""}, {"family": "boo"}, {"uma": "x"}, "2026-13-45"),
)


@pytest.fixture(scope="module")
def document(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """A club with something in every table, as the text of a file has it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield json.loads(json.dumps(dump_club(furnished_world().club)))
        transaction.set_rollback(True)


def places(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Every value of a document, with the list or object that it is in."""
    entries = thing.items() if isinstance(thing, dict) else enumerate(thing)
    for key, value in list(entries):
        yield thing, key
        if isinstance(value, dict | list) and value:
            yield from places(value)


def damaged(document: dict[str, Any], chance: random.Random) -> tuple[dict[str, Any], str]:
    """The document with another value in one place, or without it, and what was done.

    Parts, fields and entries are chosen one after another, so that a rare field is as likely as
    one of a long list.
    """
    again = copy.deepcopy(document)
    thing: Any = again
    way: list[object] = []
    while True:
        key = chance.choice(list(thing) if isinstance(thing, dict) else range(len(thing)))
        way.append(key)
        if isinstance(thing[key], dict | list) and thing[key] and chance.random() < 0.85:
            thing = thing[key]
            continue
        if chance.random() < 0.1:
            del thing[key]
            return again, f"{way} left out"
        thing[key] = chance.choice(HOSTILE)
        return again, f"{way} = {json.dumps(thing[key])[:40]}"


def addresses(club: Club) -> Iterator[str]:
    """The pages that show what an archive brings."""

    def page(name: object, *parts: object) -> str:
        return reverse(f"league:{name}", args=[club.slug, *parts])

    yield from map(page, ("home", "members", "sessions", "rules", "settings", "wall"))
    yield from (page(*parts) for parts in of_rules(club))
    for league in League.objects.for_club(club):
        yield from (f"{page('ranking', league.slug)}?month=2026-{month}" for month in ("09", "11"))
        yield f"{page('enter')}?league={league.slug}"
        yield page("month-closes", league.slug)
    for name, things in {
        "season": Season.objects.for_club(club),
        "session": Session.objects.for_club(club),
        "member": Member.objects.for_club(club).filter(merged_into=None),
        "game": Hanchan.objects.for_club(club),
    }.items():
        yield from (page(name, thing.pk) for thing in things)
    for close in MonthClose.objects.for_club(club):
        yield page("month-closing", close.league.slug, close.pk)


def of_rules(club: Club) -> Iterator[tuple[object, ...]]:
    """The pages of its rules, each as a name and what stands in its address."""
    for version in RuleVersion.objects.filter(rule_set__in_club__club=club):
        slug = version.rule_set.in_club.slug
        if version.status == RuleVersion.Status.DRAFT:
            yield "draft", slug, version.pk
            yield "draft-clauses", slug, version.pk
        else:
            yield "rule-version", slug, version.label
    for change in RuleChange.objects.for_club(club):
        yield "change", change.rule_set.slug, change.pk


def opened(club: Club, client: Client) -> list[str]:
    """The pages that break."""
    return [url for url in addresses(club) if client.get(url).status_code >= 500]


def outcome(archive: dict[str, Any]) -> str:
    """What becomes of an archive: ``refused``, ``taken``, or which pages break."""
    with transaction.atomic():
        try:
            club = load_archive(archive, slug="again")
        except ArchiveError:
            transaction.set_rollback(True)
            return "refused"
        owner = make_user("again-owner")
        Member.objects.create(club=club, display_name="新会長", user=owner, role=Member.Role.OWNER)
        client = logged_in(owner)
        client.raise_request_exception = False
        broken = opened(club, client)
        transaction.set_rollback(True)
    return f"breaks {broken}" if broken else "taken"


def try_one(document: dict[str, Any], number: int) -> str:
    """What becomes of one damaged archive, with the damage if it breaks a page."""
    archive, done = damaged(document, random.Random(number))
    became = outcome(archive)
    return f"{number}: {done} {became}" if became.startswith("breaks") else became


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_a_damaged_archive_is_refused_or_breaks_no_page(
    document: dict[str, Any], part: int, record_property: Callable[[str, object], None]
) -> None:
    with time_machine.travel(NINE_PM, tick=False):
        became = [try_one(document, number) for number in range(part, COUNT, 10)]
    broken = [each for each in became if each not in ("refused", "taken")]
    record_property("measured", f"{COUNT} damaged, {len(broken)} break a page")

    assert not broken, "\n".join(broken)


def test_control_whole_it_comes_in_and_what_nobody_can_read_is_refused(
    document: dict[str, Any],
) -> None:
    with time_machine.travel(NINE_PM, tick=False):
        assert outcome(document) == "taken"
        assert outcome({**document, "members": 7}) == "refused"


@pytest.mark.parametrize(
    ("part", "field", "value"),
    [
        ("versions", "stated_by", {"honba_ron": {}}),
        ("versions", "stated_by", []),
        ("versions", "parameters", []),
        ("clauses", "states", ["uma", 7]),
        ("clauses", "written_for", [1]),
        ("closes", "rows", [{"group": "ranked", "member": 0}]),
        ("closes", "versions", [7]),
        ("sessions", "options", [7]),
        ("members", "aliases", [{"a": 1}]),
    ],
)
def test_a_json_value_of_another_shape_is_refused_with_its_field(
    document: dict[str, Any], part: str, field: str, value: object
) -> None:
    archive = copy.deepcopy(document)
    versions = [version for rules in archive["rule_sets"] for version in rules["versions"]]
    version = next(version for version in versions if version["clauses"])
    things = {"versions": version, "clauses": version["clauses"][0]}
    thing = things.get(part) or archive[part][0]
    thing[field] = value

    with pytest.raises(ArchiveError, match=field):
        load_archive(archive, slug="again")


def test_a_rule_change_in_force_that_does_not_say_since_when_is_refused(
    document: dict[str, Any],
) -> None:
    archive = copy.deepcopy(document)
    applied = [change for change in archive["changes"] if change["state"] == "applied"]
    del applied[0]["closed_at"]

    with pytest.raises(ArchiveError, match="changes"):
        load_archive(archive, slug="again")


def test_a_draft_without_parameters_comes_in_with_their_defaults(document: dict[str, Any]) -> None:
    archive = copy.deepcopy(document)
    drafts = [v for s in archive["rule_sets"] for v in s["versions"] if v["status"] == "draft"]
    for draft in drafts:
        draft["parameters"] = {}

    club = load_archive(archive, slug="again")
    owner = make_user("again-owner")
    Member.objects.create(club=club, display_name="新会長", user=owner, role=Member.Role.OWNER)

    assert drafts
    assert opened(club, logged_in(owner)) == []


def test_control_without_the_shapes_such_an_archive_comes_in_and_breaks_pages(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.archive.file.check_shapes", lambda _row: None)
    archive = copy.deepcopy(document)
    archive["closes"][0]["rows"] = [{"group": "ranked", "member": 0}]
    club = load_archive(archive, slug="again")
    owner = make_user("again-owner")
    Member.objects.create(club=club, display_name="新会長", user=owner, role=Member.Role.OWNER)
    client = logged_in(owner)
    client.raise_request_exception = False

    assert opened(club, client) != []
