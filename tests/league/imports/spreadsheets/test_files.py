"""Files of every kind are read as tables; broken and hostile ones are refused in words."""

from __future__ import annotations

import io
import random
import zipfile
from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from league.imports.spreadsheets import files, grid
from league.imports.spreadsheets.files import decoded, table_in_text, tables_in
from league.imports.spreadsheets.grid import (
    Grid,
    SheetError,
    error_words,
    letters,
    packed,
    unpacked,
)
from league.imports.spreadsheets.layout import guessed
from league.imports.spreadsheets.reading import read_games
from tests.league.imports.spreadsheets.tables import GAMES, MEMBERS, SCORES, SEATS
from tests.league.imports.spreadsheets.tables import workbook as made


def cells(found: Grid) -> list[tuple[str, ...]]:
    return [row.cells for row in found.rows]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "cp932", "utf-16", "utf-16-le", "utf-16-be"]
)
@pytest.mark.parametrize(
    "text", [GAMES, MEMBERS, SEATS, SCORES], ids=["games", "members", "seats", "scores"]
)
def test_a_sheet_is_the_same_in_every_encoding(text: str, encoding: str) -> None:
    plain = text.replace("▲", "-").replace("△", "-") if encoding == "cp932" else text

    assert tables_in(plain.encode(encoding)) == tables_in(plain.encode())


@pytest.mark.parametrize("delimiter", [",", "\t", ";"])
def test_cells_stand_between_tabs_commas_or_semicolons(delimiter: str) -> None:
    text = "日付,名前,得点\r\n4/10,佐藤,414\r\n".replace(",", delimiter)

    assert cells(table_in_text(text)) == [("日付", "名前", "得点"), ("4/10", "佐藤", "414")]


def test_commas_in_figures_do_not_part_cells_between_tabs() -> None:
    found = table_in_text("名前\t得点\n佐藤\t41,400\n鈴木\t30,000\n")

    assert cells(found)[1:] == [("佐藤", "41,400"), ("鈴木", "30,000")]


def test_lines_keep_their_numbers_and_empty_ones_are_left_out() -> None:
    found = table_in_text("日付,名前\n,,\n\n4/10,佐藤,,\n")

    assert [(row.number, row.cells) for row in found.rows] == [
        (1, ("日付", "名前")),
        (4, ("4/10", "佐藤")),
    ]


def test_a_workbook_gives_its_values_as_they_would_be_typed() -> None:
    day = datetime(2026, 4, 10, 21, 3)  # noqa: DTZ001 - a cell has no zone
    data = made([["日付", "佐藤", None], [date(2026, 4, 10), 41400, 52.3], [day, -1.5, True]])

    (found,) = tables_in(data)

    assert cells(found) == [
        ("日付", "佐藤"),
        ("2026-04-10", "41400", "52.3"),
        ("2026-04-10 21:03", "-1.5"),
    ]
    assert found.name == "成績"


def test_every_sheet_of_a_workbook_can_be_chosen() -> None:
    found = tables_in(made([["日付"]], more=["メモ", "集計"]))

    assert [each.name for each in found] == ["成績", "メモ", "集計"]


def test_a_formula_without_a_stored_value_is_told_from_an_empty_cell() -> None:
    data = made([["日付", "名前", "得点"], ["2026/4/10", "佐藤", "=400+14"], ["", "鈴木", None]])

    (found,) = tables_in(data)

    assert found.blind == {(2, 2)}
    problems = [
        (problem.code, problem.cell)
        for game in read_games(found, guessed(found)).games
        for problem in game.problems
    ]
    assert ("formula", "C2") in problems


def test_a_table_is_the_same_after_it_was_stored() -> None:
    found = tables_in(made([["日付", "得点"], ["4/10", "=1+1"]], more=["別"]))

    assert unpacked(packed(found)) == found
    assert [a.digest for a in unpacked(packed(found))] == [b.digest for b in found]


def test_the_same_cells_have_one_digest_whatever_file_they_came_in() -> None:
    (csv,) = tables_in("日付,得点\n2026-04-10,414\n".encode("utf-16"))
    (excel,) = tables_in(made([["日付", "得点"], [date(2026, 4, 10), 414]]))

    assert csv.digest == excel.digest
    assert csv.digest != table_in_text("日付,得点\n2026-04-10,415\n").digest


def with_part(data: bytes, name: str, text: bytes) -> bytes:
    """A workbook with one of its parts replaced."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.infolist():
            new.writestr(part.filename, text if part.filename == name else old.read(part))
    return out.getvalue()


def bomb() -> bytes:
    """A small file that unpacks to more than anybody's memory should hold."""
    return with_part(made([["日付"]]), "xl/worksheets/sheet1.xml", b" " * 45_000_000)


def entities(kind: str) -> bytes:
    """A workbook whose XML wants entities expanded."""
    values = {
        "laughs": b'<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
        "file": b'<!ENTITY b SYSTEM "file:///etc/passwd">',
    }[kind]
    xml = (
        b'<?xml version="1.0"?><!DOCTYPE worksheet [' + values + b"]>"
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>'
    )
    return with_part(made([["日付"]]), "xl/worksheets/sheet1.xml", xml)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"", "empty", id="nothing"),
        pytest.param(b" \n,,,\n", "empty", id="blanks"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old-excel", id="old-excel"),
        pytest.param(b"PK\x03\x04", "no-workbook", id="cut-zip"),
        pytest.param(made([["日付"]])[:900], "no-workbook", id="cut-workbook"),
        pytest.param(b"\x81\xff\xfe\x00\x81", "encoding", id="no-text"),
        pytest.param(b"\xff\xfe\x00", "encoding", id="half-a-letter"),
        pytest.param(b'"' + b"a" * 140_000, "no-table", id="endless-cell"),
        pytest.param(b"a," * 500 + b"a", "too-many-columns", id="columns"),
        pytest.param(b"a\n" * 25_001, "too-many-rows", id="rows"),
        pytest.param(bomb(), "too-big-inside", id="zip-bomb"),
        pytest.param(entities("laughs"), "no-workbook", id="billion-laughs"),
        pytest.param(entities("file"), "no-workbook", id="external-entity"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(data: bytes, code: str) -> None:
    with pytest.raises(SheetError) as refused:
        tables_in(data)

    assert refused.value.code == code
    assert "%(" not in error_words(refused.value)


def test_a_zip_that_is_no_workbook_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as parts:
        parts.writestr("a.txt", "a")

    with pytest.raises(SheetError, match="no-workbook"):
        tables_in(out.getvalue())


def test_a_workbook_that_says_it_has_a_million_columns_is_read_for_what_it_has() -> None:
    xml = (
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row>'
        b'<row r="1048576"><c r="B1048576"><v>2</v></c></row></sheetData></worksheet>'
    )

    (found,) = tables_in(with_part(made([["日付"]]), "xl/worksheets/sheet1.xml", xml))

    assert [(row.number, row.cells) for row in found.rows] == [(1, ("1",)), (1_048_576, ("", "2"))]


def test_a_workbook_has_no_more_lines_sheets_and_cells_than_any_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = made([["a", "b"]] * 5, more=["x", "y"])
    for module, name, most, code in (
        (files, "MOST_ROWS", 4, "too-many-rows"),
        (grid, "MOST_CELLS", 9, "too-many-cells"),
        (files, "MOST_CELLS", 10, "too-many-cells"),
        (files, "_MOST_SHEETS", 2, "too-many-sheets"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, most)
            with pytest.raises(SheetError, match=code):
                tables_in(data)


def test_formulas_count_towards_the_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for _line in range(5):
        sheet.append(["=1", "=2"])
    out = io.BytesIO()
    book.save(out)
    monkeypatch.setattr(files, "MOST_CELLS", 9)

    with pytest.raises(SheetError, match="too-many-cells"):
        tables_in(out.getvalue())


def test_columns_are_called_as_spreadsheets_call_them() -> None:
    assert [letters(at) for at in (0, 25, 26, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def looked_at(data: bytes) -> None:
    """Read a file as far as anything of it can be read."""
    try:
        found = tables_in(data)
    except SheetError as error:
        error_words(error)
        return
    for each in found:
        read_games(each, guessed(each))
        assert unpacked(packed([each])) == (each,)


@given(st.binary(max_size=400))
def test_random_bytes_raise_nothing_but_what_is_meant(data: bytes) -> None:
    looked_at(data)
    looked_at(b"PK\x03\x04" + data)


@given(
    st.lists(
        st.lists(
            st.one_of(
                st.text(max_size=8),
                st.sampled_from(
                    [
                        "日付",
                        "名前",
                        "得点",
                        "東家",
                        "点数",
                        "合計",
                        "2026/4/10",
                        "4/10",
                        "414",
                        "▲12",
                        "1",
                    ]
                ),
            ),
            max_size=9,
        ),
        max_size=12,
    )
)
def test_random_cells_raise_nothing(rows: list[list[str]]) -> None:
    looked_at("\n".join(",".join(cell.replace("\n", " ") for cell in row) for row in rows).encode())


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["xl/worksheets/sheet1.xml", "xl/workbook.xml", ""]))
def test_a_damaged_workbook_raises_nothing_but_what_is_meant(seed: int, part: str) -> None:
    chance = random.Random(seed)
    data = made([["日付", "名前", "得点"], ["2026/4/10", "佐藤", 414], ["", "鈴木", "=1+2"]])
    if part:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            data = with_part(data, part, damaged(parts.read(part), chance))
    else:
        data = damaged(data, chance)

    looked_at(data)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Some bytes become others, and some are lost."""
    broken = bytearray(data)
    for _time in range(chance.randint(1, 12)):
        at = chance.randrange(len(broken))
        if chance.random() < 0.5:
            broken[at] = chance.randrange(256)
        else:
            del broken[at : at + chance.randint(1, 20)]
    return bytes(broken)


def test_text_in_marks_is_decoded_once() -> None:
    assert decoded("日付".encode("utf-8-sig")) == "日付"
    assert files.table_in_text("\ufeff日付,名前\n").rows[0].cells[1] == "名前"
