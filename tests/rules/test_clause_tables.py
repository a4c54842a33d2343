"""The tables of points that the rulebook prints, worked out again from the formula."""

from __future__ import annotations

import re

import pytest

from rules.presets import load
from rules.presets.files import read_document

MANGAN = 2_000


def _up(points: int) -> int:
    return -(-points // 100) * 100


def _amounts(text: str) -> list[int]:
    return [int(amount.replace(",", "")) for amount in re.findall(r"\d[\d,]*", text)]


def _expected(basic: int, *, dealer: bool) -> tuple[int, list[int]]:
    """What a hand pays by ron, and each payment of a tsumo."""
    if dealer:
        return _up(6 * basic), [_up(2 * basic)]
    return _up(4 * basic), [_up(basic), _up(2 * basic)]


def _text(key: str, code: str, language: str) -> str:
    clauses = {clause.code: clause for clause in load(key).versions[-1].clauses}
    text: str = getattr(clauses[code], f"text_{language}")
    return text


CELL = {
    "ja": re.compile(r"(\d)翻 (-|[\d,]+)(?:\(([^)]*)\))?(?=、|$)"),
    "en": re.compile(r"(\d) han (-|[\d,]+)(?: \(([^)]*)\))?(?=, \d han|$)"),
}
ROW = {"ja": re.compile(r"(\d+)符: (.*)"), "en": re.compile(r"(\d+) fu: (.*)")}
LIMIT = {
    "ja": re.compile(r"(\d)翻(?: |から)満貫"),
    "en": re.compile(r"(\d) han(?: and more)?: mangan"),
}


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(
    ("key", "code", "dealer", "cells"),
    [
        ("nekohouse-4a", "P-1", False, 28),
        ("nekohouse-4a", "P-3", True, 28),
        ("nekohouse-3a", "P-1", False, 28),
        ("nekohouse-boo", "P-1", False, 40),
        ("nekohouse-boo", "P-3", True, 40),
        ("super-tonpu", "3.3(1)", False, 27),
        ("super-tonpu", "3.3(2)", True, 27),
    ],
)
def test_each_cell_of_a_table_with_fu_follows_from_the_formula(
    key: str, code: str, dealer: bool, cells: int, language: str
) -> None:
    raised = key != "nekohouse-boo"
    seen = 0
    for line in _text(key, code, language).split("\n")[1:]:
        row = ROW[language].fullmatch(line)

        assert row is not None
        fu = int(row[1])
        for han, ron, tsumo in CELL[language].findall(row[2]):
            basic = fu * 2 ** (int(han) + 2)
            by_ron, by_tsumo = _expected(basic, dealer=dealer)
            seen += 1

            assert basic < (1_920 if raised else MANGAN)
            assert ron == "-" or _amounts(ron) == [by_ron]
            assert not tsumo or _amounts(tsumo) == by_tsumo
        for han in LIMIT[language].findall(row[2]):
            assert fu * 2 ** (int(han) + 2) >= (1_920 if raised else MANGAN)
            assert fu * 2 ** (int(han) + 1) < (1_920 if raised else MANGAN)

    assert seen == cells


BASIC = {
    "mangan": 2_000,
    "haneman": 3_000,
    "baiman": 4_000,
    "sanbaiman": 6_000,
    "yakuman": 8_000,
}


@pytest.mark.parametrize(
    ("key", "code", "dealer", "limits"),
    [
        ("nekohouse-4a", "P-2", False, 5),
        ("nekohouse-4a", "P-4", True, 5),
        ("nekohouse-boo", "P-2", False, 1),
        ("nekohouse-boo", "P-4", True, 1),
    ],
)
def test_the_limits_pay_what_their_basic_points_make(
    key: str, code: str, dealer: bool, limits: int
) -> None:
    lines = _text(key, code, "en").split("\n")[1:]

    assert [BASIC[line.split(", ")[1].split(":")[0]] for line in lines] == list(BASIC.values())[
        :limits
    ]
    for line in lines:
        name, paid = line.split(", ", 1)[1].split(": ")
        by_ron, by_tsumo = _expected(BASIC[name], dealer=dealer)

        assert _amounts(paid) == [by_ron, *by_tsumo]


@pytest.mark.parametrize(("key", "code"), [("nekohouse-4b", "P-5"), ("nekohouse-3b", "P-6")])
def test_the_table_without_fu_is_the_one_that_settles_hands(key: str, code: str) -> None:
    rows = load(key).versions[-1].value.model_dump()["hand"]["points_table"]
    printed = [_amounts(line.split(": ")[1]) for line in _text(key, code, "en").split("\n")[1:]]

    assert len(rows) == len(printed) == 8
    for row, amounts in zip(rows, printed, strict=True):
        tsumo = [row["child_tsumo_child"], row["child_tsumo_dealer"]]
        child = tsumo if tsumo[0] != tsumo[1] else tsumo[:1]

        assert amounts == [row["child_ron"], *child, row["dealer_ron"], row["dealer_tsumo"]]


@pytest.mark.parametrize("name", ["nekohouse-tables", "super-tonpu"])
def test_a_table_gives_the_same_amounts_in_both_languages(name: str) -> None:
    tables = [
        entry
        for section in read_document(name).sections
        for entry in section.clauses
        if "\n" in entry.text_ja
    ]

    assert len(tables) == {"nekohouse-tables": 10, "super-tonpu": 3}[name]
    for entry in tables:
        assert _amounts(entry.text_ja) == _amounts(entry.text_en)
