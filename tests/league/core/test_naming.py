"""One name finds another: kanji old and new, kana of either kind, romaji of either school."""

from __future__ import annotations

import pytest

from league.core.naming import fold, fold_romaji, is_one_line, search_forms, search_text


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        pytest.param("斉藤", "齋藤 誠", id="old character"),
        pytest.param("斎藤", "齊藤 誠", id="two old characters"),
        pytest.param("渡辺", "渡邉 剛", id="nabe"),
        pytest.param("高橋", "髙橋 恵", id="ladder taka"),
        pytest.param("さとう", "サトウ", id="katakana"),
        pytest.param("サトウ", "さとう けんいち", id="katakana typed"),
        pytest.param("ｻﾄｳ", "さとう", id="half-width kana"),
        pytest.param("ＳＡＴＯ", "sato", id="full-width letters"),
        pytest.param("佐藤健一", "佐藤 健一", id="space left out"),
        pytest.param("佐藤　健", "佐藤 健一", id="ideographic space"),
        pytest.param("satou", "さとう けんいち", id="romaji for kana"),
        pytest.param("sato", "さとう けんいち", id="short vowel"),
        pytest.param("satō", "さとう", id="macron"),
        pytest.param("Suzuki Sho", "すずき しょう", id="both names"),
        pytest.param("syou", "しょう", id="Kunrei"),
        pytest.param("shou", "しょう", id="Hepburn"),
        pytest.param("Ohno", "おおの", id="oh"),
        pytest.param("oono", "Ōno", id="oo and macron"),
        pytest.param("tsuchiya", "つちや", id="tsu, chi"),
        pytest.param("tutiya", "つちや", id="tu, ti"),
        pytest.param("fujii", "ふじい", id="fu, ji"),
        pytest.param("hujii", "ふじい", id="hu"),
        pytest.param("namba", "なんば", id="mb"),
        pytest.param("nanba", "なんば", id="nb"),
        pytest.param("jun", "じゅん", id="ju"),
        pytest.param("zyun", "じゅん", id="zyu"),
        pytest.param("ken'ichi", "けんいち", id="apostrophe"),
    ],
)
def test_what_is_typed_finds_the_name(typed: str, stored: str) -> None:
    text = search_text([stored])

    assert any(form in text for form in search_forms(typed))


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("佐々木", "佐藤 健一"), ("sasaki", "さとう"), ("けんじ", "けんいち"), ("to", "さき")],
)
def test_what_is_typed_finds_nobody_else(typed: str, stored: str) -> None:
    text = search_text([stored])

    assert not any(form in text for form in search_forms(typed))


def test_empty_names_leave_no_line_that_everything_would_match() -> None:
    assert search_text(["", "佐藤", ""]) == "佐藤"


def test_folding_twice_changes_nothing() -> None:
    names = ["髙橋 ケンイチ", "Ōno", "ﾜﾀﾅﾍﾞ", "SATO"]

    assert [fold(fold(name)) for name in names] == [fold(name) for name in names]
    assert [fold_romaji(fold_romaji(n)) for n in ("syou", "Ohno", "tsuchiya", "namba")] == [
        fold_romaji(n) for n in ("syou", "Ohno", "tsuchiya", "namba")
    ]


@pytest.mark.parametrize(
    ("name", "stays"),
    [
        pytest.param("髙橋(正)", True, id="an ordinary name"),
        pytest.param("広岡りん🐼👩‍💻", True, id="joined emoji"),
        pytest.param("علي", True, id="written from the right"),
        pytest.param("a\nb", False, id="two lines"),
        pytest.param("a\u2028b", False, id="two lines by another sign"),
        pytest.param("a\tb", False, id="tab"),
        pytest.param("\u202eabc", False, id="turns the writing around"),
        pytest.param("a\u2067b", False, id="isolates"),
    ],
)
def test_a_name_stays_on_its_line(name: str, stays: bool) -> None:
    assert is_one_line(name) is stays
