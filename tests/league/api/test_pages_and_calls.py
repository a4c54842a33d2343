"""Whatever a page can write, the API can, or a table says why not."""

from __future__ import annotations

from collections.abc import Iterable

from tests.league.addresses import names
from tests.league.api.document import described
from tests.league.api.pages_table import CALLS, NONE
from tests.league.rights_table import METHODS, TABLE


def writing_pages(found: Iterable[str]) -> list[str]:
    """Those addresses of the resolver that are pages and take more than a GET.

    Which methods an address takes is in the table of rights, to which test_rights.py holds it.
    The operator's tool is about the server, not about a club.
    """
    writes = set(METHODS) - {"GET"}
    return sorted(
        name
        for name in set(found)
        if not name.startswith(("api:", "admin:")) and writes & set(TABLE[name].cells)
    )


def unsaid(pages: Iterable[str]) -> list[str]:
    """Pages of which nobody has said by which call a program does the same."""
    return [name for name in pages if name not in CALLS and name not in NONE]


def test_every_page_that_writes_has_its_calls_or_a_reason() -> None:
    pages = writing_pages(names())

    assert len(pages) > 60
    assert unsaid(pages) == []


def test_no_row_is_about_a_page_that_is_not_there_or_writes_nothing() -> None:
    assert {*CALLS, *NONE} <= set(writing_pages(names()))
    assert set(CALLS) & set(NONE) == set()
    assert all(NONE.values())


def test_every_call_in_the_table_is_there_and_writes() -> None:
    there = {f"{method} {address}" for method, address in described() if method != "GET"}

    assert {call for calls in CALLS.values() for call in calls} - there == set()
    assert all(CALLS.values())


def test_every_call_that_writes_is_that_of_a_page_or_works_something_out() -> None:
    told = {call for calls in CALLS.values() for call in calls}
    others = {
        f"{method} {address}"
        for method, address in described()
        if method != "GET" and f"{method} {address}" not in told
    }

    # nothing is stored; pages show the same without a form that writes
    trial = "POST clubs/{}/rule-sets/{}/drafts/{}/try"
    assert others == {"POST settle", "POST value", "POST replay", trial}


def test_a_page_that_was_forgotten_would_be_noticed() -> None:
    assert unsaid(["league:enter", "league:forgotten", "set_language"]) == ["league:forgotten"]
