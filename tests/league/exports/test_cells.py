"""Names are text to every spreadsheet, and figures are numbers."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from league.core.formats import score
from league.exports.files import Number, as_text, csv_lines, defused, file_name, thousandths
from league.exports.workbook import Sheet, write_workbook

NAMES = [
    pytest.param("=1+1", "'=1+1", id="a formula"),
    pytest.param("+ハレルヤ+", "'+ハレルヤ+", id="a plus"),
    pytest.param("-ron-", "'-ron-", id="a minus"),
    pytest.param("@kkk", "'@kkk", id="an at sign"),
    pytest.param("\tタブ", "'\tタブ", id="a tab"),
    pytest.param("\r改行", "'\r改行", id="a carriage return"),
    pytest.param("＝1+1", "'＝1+1", id="a wide formula"),
    pytest.param("＋ハレルヤ", "'＋ハレルヤ", id="a wide plus"),
    pytest.param('"引用"', '"引用"', id="quotes"),
    pytest.param("佐藤\n健一", "佐藤\n健一", id="a new line"),
    pytest.param("佐藤,健一", "佐藤,健一", id="a comma"),
    pytest.param("雀" * 200, "雀" * 200, id="200 characters"),
    pytest.param("🀄️👨‍👩‍👧", "🀄️👨‍👩‍👧", id="emoji"),
    pytest.param("مرحبا", "مرحبا", id="right to left"),
    pytest.param("#N/A", "#N/A", id="an error of spreadsheets"),
    pytest.param("0123", "0123", id="figures"),
    pytest.param("a\x0bb\x00", "ab", id="what XML cannot hold"),
]


@pytest.mark.parametrize(("name", "expected"), NAMES)
def test_a_name_in_a_text_file_is_no_formula(name: str, expected: str) -> None:
    [_head, row] = read_csv("".join(csv_lines(["name"], [[name]])))

    assert row == [expected]


@pytest.mark.parametrize(("name", "expected"), NAMES)
def test_a_name_in_a_workbook_is_text_as_it_is(name: str, expected: str) -> None:
    with write_workbook([Sheet(title="a", heads=["name"], rows=[[name]])]) as file:
        cell = load_workbook(file)["a"]["A2"]

    assert cell.data_type == "s"
    text = expected.removeprefix("'")
    assert str(cell.value).replace("\r\n", "\n").replace("\r", "\n") == text.replace("\r", "\n")


@given(st.lists(st.lists(st.text(), min_size=2, max_size=4), max_size=4))
def test_what_a_text_file_says_is_read_back_cell_by_cell(rows: list[list[str]]) -> None:
    found = read_csv("".join(csv_lines(["a"], rows)))[1:]

    assert found == [[as_text(cell) for cell in row] for row in rows]
    assert not any(
        cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in found for cell in row
    )


def read_csv(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:], newline="")))


@given(st.integers(-10_000_000, 10_000_000), st.integers(0, 3))
def test_a_score_is_the_same_number_on_the_page_and_in_the_file(points: int, decimals: int) -> None:
    found = thousandths(points, decimals)
    shown = score(points, decimals)

    assert isinstance(found, Number)
    assert found.value == Decimal(points) / 1_000
    assert found.text.lstrip("-") == re.sub("[^0-9.]", "", shown)
    assert found.text.startswith("-") == (points < 0)


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        pytest.param(("東南会", "月例", "2026-11"), "東南会-月例-2026-11", id="plain"),
        pytest.param(("../../etc", "a/b"), "etc-a_b", id="folders"),
        pytest.param(("", "..."), "jancho", id="nothing"),
        pytest.param(('a"b\r\nc', "\u202egpj"), "a_b_c-gpj", id="signs that no name has"),
        pytest.param(("雀" * 500,), "雀" * 120, id="long"),
    ],
)
def test_a_file_has_a_name_that_every_system_takes(parts: tuple[str, ...], name: str) -> None:
    assert file_name(*parts) == name


def test_what_is_no_danger_stays_as_it_is() -> None:
    assert defused("佐藤 健一") == "佐藤 健一"
