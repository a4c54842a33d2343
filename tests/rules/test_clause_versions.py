"""How the clauses of a set's versions differ, and the editions that share a document."""

from __future__ import annotations

from datetime import date
from itertools import pairwise

import pytest

from rules.clauses import Clause
from rules.presets import load, shipped_keys


def _text(clause: Clause) -> tuple[str, ...]:
    return clause.title_ja, clause.title_en, clause.text_ja, clause.text_en


@pytest.mark.parametrize("key", shipped_keys())
def test_a_clause_is_marked_as_changed_when_its_words_differ_from_before(key: str) -> None:
    for before, after in pairwise(load(key).versions):
        earlier = {clause.code: _text(clause) for clause in before.clauses}
        differing = [c.code for c in after.clauses if earlier.get(c.code) != _text(c)]

        assert [clause.code for clause in after.clauses if clause.changed] == differing
        assert {clause.code for clause in before.clauses} <= {c.code for c in after.clauses}


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("G-9", "from 10 april", "1,000 stick"),
        ("G-11", "from 10 april", "forfeits the win"),
        ("I-4", "possible after a call", "cannot be declared once anybody has called"),
    ],
)
def test_three_clauses_of_kinyoukai_wait_for_10_april(code: str, before: str, after: str) -> None:
    first, second = (
        next(clause for clause in version.clauses if clause.code == code)
        for version in load("kinyoukai").versions
    )

    assert before in first.text_en.lower()
    assert "(assumed)" in first.text_en
    assert "(推定)" in first.text_ja
    assert first.states == ()
    assert after in second.text_en
    assert second.states
    assert (first.changed, second.changed) == (False, True)


@pytest.mark.parametrize(
    ("key", "code", "day", "before", "after"),
    [
        ("yakyu-4p-tonnan", "C-16", date(2007, 3, 1), "二翻縛り", "いつも一翻縛り"),
        ("yakyu-4p-tonnan", "C-21", date(2007, 3, 1), "包がある", "包はない"),
        ("yakyu-4p-tonpu", "C-7", date(2007, 7, 17), "五筒2枚", "1枚ずつ"),
        ("yakyu-3p-tonpu", "C-7", date(2007, 7, 17), "五筒2枚", "1枚ずつ"),
        ("yakyu-4p-tonpu", "C-5", date(2007, 11, 29), "してよい", "できない"),
        ("yakyu-3p-tonnan", "C-28", date(2007, 11, 29), "送り槓もできる", "送り槓はできない"),
        ("yakyu-3p-tonnan", "F-14", date(2008, 2, 25), "伝わっていない", "順位ウマ"),
        ("yakyu-3p-tonpu", "C-10", date(2009, 7, 4), "(推定)", "南場"),
    ],
)
def test_a_dated_change_of_yakyu_gives_the_clause_new_words(
    key: str, code: str, day: date, before: str, after: str
) -> None:
    history = load(key).versions
    now = next(number for number, version in enumerate(history) if version.effective_from == day)
    old, new = (
        next(clause.text_ja for clause in version.clauses if clause.code == code)
        for version in history[now - 1 : now + 1]
    )

    assert before in old
    assert after in new


def test_the_editions_of_zung_jung_differ_in_two_clauses() -> None:
    document, later = (load(key).versions[0].clauses for key in ("zung-jung", "zung-jung-v33"))

    assert [a.code for a, b in zip(document, later, strict=True) if _text(a) != _text(b)] == [
        "P-3",
        "2.1.2",
    ]
