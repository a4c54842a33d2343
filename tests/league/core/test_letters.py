"""One form for what looks alike, whatever somebody sends."""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import league
from league.core.letters import is_mark, nfkc, nfkd


@given(st.text(max_size=30))
def test_what_people_write_is_brought_into_unicode_s_forms(text: str) -> None:
    assert nfkc(text) == unicodedata.normalize("NFKC", text)
    assert nfkd(text) == unicodedata.normalize("NFKD", text)


def test_a_long_text_with_as_many_marks_as_any_writing_has_keeps_them_all() -> None:
    text = "が" * 100 + "a" + "\u0316\u0300" * 15 + "ﾊﾟ" * 100

    assert nfkc(text) == unicodedata.normalize("NFKC", text)


def test_marks_that_would_take_minutes_to_sort_are_left_out() -> None:
    heap = "a" + "\u0300" * 60_000 + "\u0316" * 60_000 + "b" + "\u0f73" * 60_000

    assert len(nfkd(heap)) < 100
    assert nfkd(heap)[0] == "a"


def test_whatever_begins_with_a_mark_when_it_is_taken_apart_counts_as_one() -> None:
    letters = map(chr, range(sys.maxunicode + 1))
    beginning = {each for each in letters if unicodedata.combining(_apart(each)[0])}

    assert {each for each in beginning if not is_mark(each)} == set()


def _apart(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter)


def test_nobody_sorts_marks_but_in_this_way() -> None:
    others = [
        path.name
        for path in Path(league.__file__).parent.rglob("*.py")
        if "unicodedata.normalize" in path.read_text(encoding="utf-8")
    ]

    assert others == ["letters.py"]
