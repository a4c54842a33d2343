"""No upload costs more than a child's share of time and memory, and each refusal is in words."""

from __future__ import annotations

import re
import resource
from functools import cache
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.confined import MOST_CPU, TooCostlyError, run_confined
from league.core.throttles import UploadThrottle
from league.imports.spreadsheets import reader
from league.imports.spreadsheets.grid import SheetError
from league.imports.spreadsheets.reader import tables_read
from league.models import Club, Member, SheetImport
from tests.factories import make_club, make_login, make_members
from tests.league.evenings import english
from tests.league.imports.spreadsheets.bombs import BOMBS
from tests.league.imports.spreadsheets.imports import posted, text_of
from tests.league.imports.spreadsheets.tables import GAMES, workbook

UNGUARDED = "tests.league.imports.spreadsheets.unguarded"


@cache
def bomb(name: str) -> bytes:
    return BOMBS[name]()


def seconds_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("one-long-line", "too-many-cells"),
        ("empty-texts", "too-many-cells"),
        ("far-apart", "too-many-rows"),
        ("nested", "no-workbook"),
        ("nested-elsewhere", "no-workbook"),
    ],
)
def test_a_small_workbook_that_wants_much_is_refused(name: str, code: str) -> None:
    assert len(bomb(name)) < 80_000
    before = seconds_of_children()

    with pytest.raises(SheetError) as refused:
        tables_read(bomb(name), is_pasted=False)

    assert refused.value.code == code
    assert seconds_of_children() - before < MOST_CPU


@pytest.mark.parametrize("name", BOMBS)
def test_control_nobody_counts_and_only_the_childs_limits_end_it(name: str) -> None:
    assert run_confined(UNGUARDED, workbook([["日付"]])).startswith(b"+")

    with pytest.raises(TooCostlyError):
        run_confined(UNGUARDED, bomb(name))


def test_the_longest_table_that_may_come_fits_into_the_childs_memory() -> None:
    cells = ",".join("%08d" for _column in range(20))
    lines = (cells % tuple(range(at, at + 20)) for at in range(0, 500_000, 20))

    assert tables_read("\n".join(lines).encode(), is_pasted=False)


@pytest.fixture
def club(db: None) -> Club:
    club = make_club()
    make_members(club, 5)
    return club


@pytest.fixture
def client(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def uploaded(client: Client, data: bytes, name: str = "a.csv") -> Any:
    return posted(client, league="main", upload=SimpleUploadedFile(name, data))


REFUSALS = [
    pytest.param(b"1,2\n" * 1_300_000, "more than 5 MB", id="5.2-mb"),
    pytest.param(b"1\n" * 1_000_000, "at most 25,000 lines", id="a-million-lines"),
    pytest.param(("1\n" * 1_000_000).encode("utf-16"), "at most 25,000 lines", id="utf-16"),
    pytest.param(b"a," * 2_400_000, "not a table", id="a-long-line"),
    pytest.param(b"\0" * 4_900_000, "not a table", id="nul"),
    pytest.param(b'"' + b"\n" * 4_900_000, "not a table", id="an-open-quote"),
]


@pytest.mark.parametrize(("data", "words"), REFUSALS)
def test_a_text_that_wants_much_is_refused_beside_its_field(
    client: Client, data: bytes, words: str
) -> None:
    answer = uploaded(client, data)

    assert answer.status_code == 422
    assert words in " ".join(answer.context["form"].errors["upload"])
    assert not SheetImport.objects.across_clubs().exists()


def test_fifty_megabytes_are_refused_before_any_of_them_is_read(client: Client) -> None:
    assert uploaded(client, b"1,2\n" * 12_500_000).status_code == 413
    assert not SheetImport.objects.across_clubs().exists()


@pytest.mark.parametrize("name", BOMBS)
def test_the_page_of_an_import_says_so_beside_its_field(client: Client, name: str) -> None:
    answer = uploaded(client, bomb(name), "results.xlsx")

    assert answer.status_code == 422
    [words] = answer.context["form"].errors["upload"]
    assert re.search("A table can have at most|This workbook cannot be read", words)


def test_a_file_that_costs_too_much_is_refused_in_words(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def costly(*_arguments: object) -> bytes:
        raise TooCostlyError

    monkeypatch.setattr(reader, "run_confined", costly)

    assert "too much time or memory" in text_of(uploaded(client, GAMES.encode()))


def test_who_sends_one_file_after_the_other_is_asked_to_wait(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UploadThrottle, "rate", "1/min")
    assert uploaded(client, GAMES.encode()).status_code == 200

    answer = uploaded(client, GAMES.encode())

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "Please wait" in " ".join(answer.context["form"].errors["upload"])
