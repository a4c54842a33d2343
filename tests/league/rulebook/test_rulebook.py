"""The rulebook of every shipped set and version: every clause, every value, in both languages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from rules.clauses import ASSUMED
from rules.parameters import parameter_names
from rules.presets import load, shipped_keys
from rules.words import applies
from tests.league.rulebook.rulebooks import VERSIONS, Shelf, shelf_of
from tests.pages import parsed
from tests.rules.clause_codes import CODES, NOTES, PATTERNS

pytestmark = pytest.mark.django_db
EVERY = [pytest.param(key, label, id=f"{key} {label}") for key, label in VERSIONS]
LANGUAGES = ["ja", "en"]
#: three tests read each page
page_in = cache(parsed)


@pytest.fixture(scope="module")
def shelf(django_db_setup: None, django_db_blocker: Any) -> Iterator[Shelf]:
    with shelf_of(django_db_blocker) as opened:
        yield opened


def codes_on(text: str) -> list[str]:
    """The codes of the clauses that a page has, in order."""
    return [each["id"].removeprefix("clause-") for each in page_in(text).all("li", css="clause")]


@pytest.mark.parametrize("key", CODES)
def test_a_rulebook_has_every_clause_of_its_document_in_order(shelf: Shelf, key: str) -> None:
    assert codes_on(shelf.book(key).text) == CODES[key]


@pytest.mark.parametrize("key", ["zung-jung", "zung-jung-v33"])
def test_the_rulebook_of_zung_jung_has_44_patterns_and_the_notes_on_them(
    shelf: Shelf, key: str
) -> None:
    codes = codes_on(shelf.book(key).text)

    assert [code for code in codes if code in PATTERNS] == PATTERNS
    assert [code for code in codes if code in NOTES] == NOTES


@pytest.mark.parametrize(("key", "label"), EVERY)
def test_each_version_shows_its_own_clauses_under_its_own_headings(
    shelf: Shelf, key: str, label: str
) -> None:
    version = next(each for each in load(key).versions if each.label == label)
    text = shelf.book(key, label).text

    assert codes_on(text) == [clause.code for clause in version.clauses]
    titles = page_in(text).all(css="book-section__title")
    headings = [each for each in titles if each.attributes.get("id", "").startswith("section-")]
    assert [(each["id"], each.tag) for each in headings] == [
        (f"section-{section.code}", f"h{section.level + 1}") for section in version.sections
    ]


@pytest.mark.parametrize(("key", "label"), EVERY)
def test_no_two_places_of_a_page_have_the_same_address(shelf: Shelf, key: str, label: str) -> None:
    ids = page_in(shelf.book(key, label).text).ids

    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize(("key", "label"), EVERY)
def test_the_headings_go_down_one_level_at_a_time(shelf: Shelf, key: str, label: str) -> None:
    page = page_in(shelf.book(key, label).text)
    levels = [int(each.tag[1]) for each in page.all("h1", "h2", "h3", "h4", "h5", "h6")]

    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "label"), EVERY)
def test_a_rulebook_says_every_value_that_means_something(
    shelf: Shelf, key: str, label: str, language: str
) -> None:
    version = next(each for each in load(key).versions if each.label == label)
    book = shelf.book(key, label, language)
    names = parameter_names(type(version.parameters))
    meant = {name for name in names if applies(version.parameters, name)}

    assert {line.parameter for line in book.lines} == meant
    page = parsed(book.text)
    values = defaultdict(list)
    for name, value in zip(page.all("dt"), page.all("dd"), strict=True):
        values[name.words].append(value.words)
    for line in book.lines:
        assert any(value.startswith(line.value) for value in values[line.name])
        assert line.name
        assert line.value


@pytest.mark.parametrize(("key", "label"), EVERY)
def test_what_no_clause_states_stands_at_the_end_as_assumed(
    shelf: Shelf, key: str, label: str
) -> None:
    version = next(each for each in load(key).versions if each.label == label)
    book = shelf.book(key, label)
    assumed = {name for name, by in version.stated_by.items() if by == ASSUMED}
    assert book.page.book is not None
    left_open = {line.parameter for part in book.page.book.left_open for line in part.lines}

    assert left_open == {name for name in assumed if applies(version.parameters, name)}
    assert all(line.is_assumed for part in book.page.book.left_open for line in part.lines)
    assert not left_open & {line.parameter for each in book.clauses for line in each.lines}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("key", "label"), EVERY)
def test_a_shipped_clause_shows_its_words_too(
    shelf: Shelf, key: str, label: str, language: str
) -> None:
    book = shelf.book(key, label, language)
    title, text = f"title_{language}", f"text_{language}"

    assert book.page.book is not None
    assert not book.page.book.stale
    for each in book.clauses:
        assert each.text == getattr(each.clause, text)
        assert getattr(each.clause, title) in book.text


@pytest.mark.parametrize("key", shipped_keys())
def test_the_clauses_that_the_document_marks_as_changed_are_marked(shelf: Shelf, key: str) -> None:
    for version in load(key).versions:
        book = shelf.book(key, version.label)

        marked = [each.clause.code for each in book.clauses if each.is_changed]
        assert marked == [clause.code for clause in version.clauses if clause.changed]


@pytest.mark.parametrize("key", shipped_keys())
def test_a_club_that_plays_by_the_document_departs_in_nothing(shelf: Shelf, key: str) -> None:
    for version in load(key).versions:
        departures = shelf.book(key, version.label).page.departures

        assert departures is not None
        assert departures.is_none


def test_the_table_of_boo_is_that_of_the_document(shelf: Shelf) -> None:
    rows = shelf.book("nekohouse-boo").page.victory_points

    assert [(row["line"].name, row["top"], row["floating"], row["sunk"]) for row in rows] == [
        ("Double maru-A", 18_000, 0, -6_000),
        ("Maru-A", 9_000, 0, -3_000),
        ("Maru-B", 4_000, 0, -2_000),
        ("Maru-C", 1_000, 0, -1_000),
    ]
    table = page_in(shelf.book("nekohouse-boo").text).one(id="victory-table")
    assert [each.words for each in table.all("td", css="num")][:3] == ["+18", "0", "−6"]


@pytest.mark.parametrize(("key", "pure_one_suit"), [("zung-jung", "90"), ("zung-jung-v33", "80")])
def test_the_patterns_of_zung_jung_stand_in_one_table(
    shelf: Shelf, key: str, pure_one_suit: str
) -> None:
    lines = shelf.book(key).page.patterns

    assert [line.clause for line in lines if line.clause in PATTERNS] == PATTERNS
    assert len(lines) == 45  # a hand without a pattern has a worth too
    worths = {line.parameter: line.value for line in lines}
    assert worths["worth_pure_one_suit"] == f"{pure_one_suit} points"


@pytest.mark.parametrize("key", ["kinyoukai", "super-tonpu"])
def test_other_games_have_neither_table(shelf: Shelf, key: str) -> None:
    page = shelf.book(key).page

    assert page.victory_points == []
    assert page.patterns == ()
