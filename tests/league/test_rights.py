"""Every address x role x method, in a closed and an open club, and one that shows its rankings.

It ends as the rights table says, tells browsers to refuse foreign and inline code, framing and
guessing of types, and writes nothing when it is only read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache

from tests.league.addresses import (
    FRAMED,
    LEADING_ON,
    Stage,
    address,
    again,
    names,
    outcome,
    policy,
    stage_of,
    taken_back,
    visit,
    weak_spots,
    writing,
)
from tests.league.rights_table import METHODS, ROLES, STRANGERS, TABLE, expected


@pytest.fixture(scope="module", params=["members", "ranking", "public"])
def stage(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Stage]:
    with stage_of(django_db_blocker, shown=request.param) as opened:
        yield opened


_TO_DISCORD = "'self' https://discord.com"


def test_every_address_has_a_row_and_every_row_an_address() -> None:
    assert sorted(set(names())) == sorted(TABLE)


def asked(name: str, role: str, *, shown: str) -> tuple[str, ...]:
    """To open a club changes nothing for its own people: there they only read once more.

    Nor does it change what methods there are: strangers try those, and one that there is not.
    HEAD is answered as GET is, and OPTIONS as any other method that an address does not take.
    """
    if shown != "members":
        taken = ("GET", *TABLE[name].cells)
        not_taken = [method for method in METHODS if method not in taken][:1]
        return (*dict.fromkeys((*taken, *not_taken)),) if role in STRANGERS else ("GET",)
    return (*METHODS, "HEAD", "OPTIONS") if role in ("anonymous", "owner") else METHODS


@pytest.mark.django_db
@pytest.mark.parametrize("name", names())
def test_an_address_lets_in_whom_the_table_names_guarded_and_writes_nothing_when_read(
    stage: Stage, name: str
) -> None:
    assert name in TABLE, "a new address needs a row in tests/league/rights_table.py"
    url = address(name, stage.world)

    found = {}
    for role in ROLES:
        for method in asked(name, role, shown=stage.shown):
            cache.clear()
            with taken_back(), writing() as written:
                response = visit(again(stage.clients[role]), method, url)
            weak = weak_spots(response)
            if name == "embed" and method in ("GET", "HEAD") and weak == FRAMED:
                weak = []
            if name in LEADING_ON and weak == ["form-action"]:
                weak = [] if policy(response)["form-action"] == _TO_DISCORD else weak
            wrong = [f"open to {spot}" for spot in weak]
            ended = outcome(response)
            if method in METHODS and ended != (
                wanted := expected(name, role, method, shown=stage.shown)
            ):
                wrong.append(f"{ended}, not {wanted}")
            if method in ("GET", "HEAD", "OPTIONS"):
                wrong.extend(written)
            if wrong:
                found[f"{role} {method}"] = wrong

    assert found == {}
