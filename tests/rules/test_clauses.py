"""The rulebook's clauses: every code of each document in its order, in both languages."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from rules.clauses import Clause
from rules.models import Clause as StoredClause
from rules.presets import ShippedVersion, load, shipped_keys
from rules.presets.files import read, read_document
from tests.rules.clause_codes import CODES, NOTES, PATTERNS, up_to, words

ALL_VERSIONS = [
    pytest.param(version, id=f"{key} {version.label}")
    for key in shipped_keys()
    for version in load(key).versions
]
DOCUMENTS = sorted({name for key in shipped_keys() for name in read(key).documents})


def _text(clause: Clause) -> tuple[str, ...]:
    return clause.title_ja, clause.title_en, clause.text_ja, clause.text_en


@pytest.mark.parametrize("key", CODES)
def test_the_newest_version_has_every_clause_of_its_document_in_order(key: str) -> None:
    assert [clause.code for clause in load(key).versions[-1].clauses] == CODES[key]


@pytest.mark.parametrize("key", ["zung-jung", "zung-jung-v33"])
def test_zung_jung_has_its_rules_its_payments_and_44_patterns(key: str) -> None:
    codes = [clause.code for clause in load(key).versions[-1].clauses]

    assert codes[:12] == [*up_to("R-", 8), *up_to("P-", 4)]
    assert [code for code in codes[12:] if code not in NOTES] == PATTERNS
    assert [code for code in codes[12:] if code in NOTES] == NOTES
    assert len(PATTERNS) == 44


@pytest.mark.parametrize("key", ["zung-jung", "zung-jung-v33"])
def test_a_pattern_s_clause_gives_the_worth_that_the_set_has(key: str) -> None:
    version = load(key).versions[-1]
    values = version.value.model_dump()["patterns"]

    for clause in version.clauses:
        if clause.code in PATTERNS:
            (name,) = (name for name in clause.states if name.startswith("worth_"))
            japanese = re.match(r"(?:一組)?(\d+)点。", clause.text_ja)
            english = re.match(r"(\d+)(?:\.| for each)", clause.text_en)

            assert japanese is not None
            assert english is not None
            assert int(japanese[1]) == int(english[1]) == values[name], clause.code


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_clauses_stand_under_their_headings_in_the_document_s_order(
    version: ShippedVersion,
) -> None:
    headings = [section.code for section in version.sections]
    under = [headings.index(clause.section) for clause in version.clauses]

    assert len(set(headings)) == len(headings)
    assert under == sorted(under)
    assert version.sections[0].level == 1
    assert all(after.level <= before.level + 1 for before, after in pairwise(version.sections))


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_no_heading_is_printed_with_nothing_beneath_it(version: ShippedVersion) -> None:
    filled = {clause.section for clause in version.clauses}

    for section, following in pairwise([*version.sections, None]):
        assert section is not None
        deeper = following is not None and following.level > section.level
        assert deeper or section.code in filled, section.code


@pytest.mark.parametrize(
    ("key", "headings"),
    [
        ("kinyoukai", [(letter, 1) for letter in "ABCDEFGHIJKL"]),
        (
            "super-tonpu",
            [
                (code, code.count(".") + 1)
                for code in words(
                    "1 1.1 1.1.1 1.1.2 1.2 2 2.1 2.2 2.3 2.4 2.5 2.6 3 3.1 3.2 3.3 "
                    "4 4.1 4.2 4.3 4.4 5 5.1 5.2 5.3"
                )
            ],
        ),
        ("zung-jung", [("R", 1), ("P", 1), *((f"{kind}.0", 1) for kind in range(1, 11))]),
        ("nekohouse-4a", [(code, 1) for code in ("M", "W", "4A", "P", "FU", "Y")]),
        ("nekohouse-3b", [(code, 1) for code in ("M", "W", "3B", "P", "Y")]),
        ("yakyu-4p-tonnan", [(letter, 1) for letter in "ABCDE"]),
        ("yakyu-3p-tonnan", [(letter, 1) for letter in "ABCDEF"]),
    ],
)
def test_the_rulebook_is_arranged_as_its_document(
    key: str, headings: list[tuple[str, int]]
) -> None:
    sections = load(key).versions[-1].sections

    assert [(section.code, section.level) for section in sections] == headings
    assert all(section.title_ja and section.title_en for section in sections)


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_each_clause_is_short_and_written_in_both_languages(version: ShippedVersion) -> None:
    for clause in version.clauses:
        # only tables have lines of their own
        longest_ja = max(len(line) for line in clause.text_ja.split("\n"))
        longest_en = max(len(line) for line in clause.text_en.split("\n"))

        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", clause.text_ja), clause.code
        assert "\n" in clause.text_ja or clause.text_ja[-1] in "。)", clause.code
        assert "\n" in clause.text_en or clause.text_en[-1] in ".)", clause.code
        assert not re.search(r"[\u3040-\u309f]", clause.text_en), clause.code
        assert not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", clause.title_en), clause.code
        assert longest_ja <= 160, clause.code
        assert longest_en <= 300, clause.code


FACTS = [
    pytest.param(key, "FU-6", "2符とする", "a double-wind pair as 2", id=f"other fu, {key}")
    for key in ("nekohouse-4a", "nekohouse-3a", "nekohouse-boo")
] + [
    pytest.param(key, code, "0翻(役なし)", "0 han (without a yaku)", id=f"{code} of {key}")
    for key in ("nekohouse-4a", "nekohouse-3a", "nekohouse-boo")
    for code in ("P-1", "P-3")
]
FACTS += [
    pytest.param("nekohouse-boo", "BOO-6", "喰いタンは認めない", "not count in an open", id="boo"),
    pytest.param("zung-jung", "2.2", "九蓮宝燈自摸規則", "drawing nine gates", id="nine gates"),
    pytest.param("yakyu-3p-tonpu", "A-1", "atwiki.jp/", "pages/17.html", id="examples of names"),
    pytest.param("yakyu-4p-tonnan", "C", "tenhou.net/man/", "man/#RULE", id="Tenhou's manual"),
]


@pytest.mark.parametrize(("key", "code", "ja", "en"), FACTS)
def test_a_clause_says_what_its_document_adds(key: str, code: str, ja: str, en: str) -> None:
    clauses = [each for each in load(key).versions[-1].clauses if each.code == code]

    assert [ja in each.text_ja and en in each.text_en for each in clauses] == [True]


def test_the_rulings_of_4_april_stand_beneath_g_9_until_it_is_in_force() -> None:
    first, later = (
        next(each for each in version.clauses if each.code == "G-9")
        for version in load("kinyoukai").versions[:2]
    )

    assert "空ポン" in first.text_ja
    assert "G-2のチョンボとした" in first.text_ja
    assert "chombo under G-2" in first.text_en
    assert "4月4日" not in later.text_ja


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("kinyoukai", "A-5"),
        ("nekohouse-4a", "4A-3"),
        ("nekohouse-4b", "4B-2"),
        ("nekohouse-3a", "3A-3"),
        ("nekohouse-3b", "3B-2"),
        ("yakyu-4p-tonnan", "C-11"),
    ],
)
def test_that_exactly_0_does_not_end_a_game_is_stated(key: str, code: str) -> None:
    version = load(key).versions[-1]

    assert version.stated_by["bust_at_zero"] == code


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_a_club_can_store_every_code_and_title(version: ShippedVersion) -> None:
    for clause in version.clauses:
        StoredClause(
            code=clause.code,
            section=clause.section,
            title_ja=clause.title_ja,
            title_en=clause.title_en,
            text_ja=clause.text_ja,
            text_en=clause.text_en,
        ).clean_fields(exclude=["version", "position", "states", "written_for"])


@pytest.mark.parametrize("version", ALL_VERSIONS)
def test_the_scanning_errors_of_the_documents_are_put_right(version: ShippedVersion) -> None:
    for clause in version.clauses:
        assert not re.search("オースの|オラスの|国土無双|セven", "".join(_text(clause)))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_clause_for_some_sets_only_names_sets_of_its_document(name: str) -> None:
    sharing = {key for key in shipped_keys() if name in read(key).documents}

    for section in read_document(name).sections:
        for entry in section.clauses:
            assert set(entry.sets) <= sharing, entry.code


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_clause_is_left_that_no_version_prints(name: str) -> None:
    printed = {
        (clause.code, _text(clause))
        for key in shipped_keys()
        if name in read(key).documents
        for version in load(key).versions
        for clause in version.clauses
    }

    for section in read_document(name).sections:
        for entry in section.clauses:
            words = (entry.title_ja, entry.title_en, entry.text_ja, entry.text_en)

            assert (entry.code, words) in printed


@pytest.mark.parametrize("key", shipped_keys())
def test_parameters_are_stated_by_clauses_that_exist(key: str) -> None:
    shipped = load(key)
    codes = {clause.code for version in shipped.versions for clause in version.clauses}

    assert set(read(key).stated_by) <= codes
