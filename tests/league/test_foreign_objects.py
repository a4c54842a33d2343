"""What another club owns is not there: 404 by every address that takes an id, page or API."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.league.addresses import (
    Stage,
    address,
    again,
    names,
    outcome,
    stage_of,
    taken_back,
    taken_by,
    visit,
)
from tests.league.rights_table import TABLE

pytestmark = pytest.mark.django_db

#: parts of addresses that name a thing of a club
THINGS = (
    *(
        "league_slug",
        "session_id",
        "pass_id",
        "token_id",
        "link_id",
        "invitation_id",
        "game_id",
        "member_id",
        "live_id",
    ),
    *("set_slug", "label", "draft_id", "change_id", "ruling_id", "close_id", "download_key"),
    *("season_id", "stage_id", "team_id", "membership_id", "adjustment_id"),
    *("sheet_import_id", "tenhou_import_id"),
    *("clause_id", "heading_id"),
)


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


CASES = [
    pytest.param(name, thing, id=f"{name} {thing}")
    for name in names()
    for thing in taken_by(name)
    if thing in THINGS
]


def test_every_part_of_an_address_is_known_to_this_test() -> None:
    taken = {part for name in names() for part in taken_by(name)}

    # a pass's token and a password link are secrets of their own, tested with their pages;
    # what is shipped is there for every club
    # the operator's tool is over all clubs
    no_things = {"club_slug", "token", "uidb36", "key", "shipped_key", "shipped_label"}
    no_things |= {"app_label", "object_id"}
    # passkeys and connected accounts belong to a login, see clubs/test_passkeys.py, test_providers
    no_things |= {"pk", "provider"}
    # so are those of invitations, founding links and reading links
    no_things |= {"secret", "founding_secret", "reading_secret", "ranking_secret"}
    assert taken - set(THINGS) == no_things


@pytest.mark.parametrize(("name", "thing"), CASES)
def test_an_owner_finds_nothing_of_another_club_under_their_own(
    stage: Stage, name: str, thing: str
) -> None:
    url = address(name, stage.world, **{thing: stage.elsewhere.kwargs()[thing]})

    for method in TABLE[name].cells:
        with taken_back():
            cache.clear()
            assert outcome(visit(again(stage.clients["owner"]), method, url)) == "missing"


@pytest.mark.parametrize(
    "name", [name for name in names() if "club_slug" in taken_by(name) and name in TABLE]
)
def test_a_club_of_others_looks_as_if_there_were_none(stage: Stage, name: str) -> None:
    there = address(name, stage.elsewhere)
    nowhere = address(name, stage.elsewhere, club_slug="no-such-club")

    for method in TABLE[name].cells:
        with taken_back():
            cache.clear()
            one = visit(again(stage.clients["owner"]), method, there)
            other = visit(again(stage.clients["owner"]), method, nowhere)

        assert one.status_code == other.status_code == 404


@pytest.mark.parametrize(
    "name", [name for name in names() if "club_slug" in taken_by(name) and name in TABLE]
)
def test_an_evening_pass_opens_no_other_club(stage: Stage, name: str) -> None:
    there = address(name, stage.elsewhere)

    for method in TABLE[name].cells:
        with taken_back():
            cache.clear()
            ended = outcome(visit(again(stage.clients["pass"]), method, there))

        assert ended in ("login", "forbidden")  # as for anybody who is not logged in


def test_what_is_called_missing_is_there_in_its_own_club(stage: Stage) -> None:
    found = {}
    for name in names():
        if any(part in THINGS for part in taken_by(name)) and "GET" in TABLE[name].cells:
            with taken_back():
                client = again(stage.clients["owner_elsewhere"])
                found[name] = outcome(visit(client, "GET", address(name, stage.elsewhere)))

    assert set(found.values()) == {"page"}
    assert len(found) > 10
