"""A version through the API: as a file, as a book in two languages, beside another."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import Club, ClubRuleSet, Member
from league.rulebook.files import dump_version
from rules.models import RuleVersion
from tests.factories import league_of, make_draft, make_login
from tests.league.api.calls import error_of, get
from tests.league.api.rule_calls import SET, SHIPPED, parameter, queries_of, read

pytestmark = pytest.mark.django_db

VERSION = f"{SET}/versions/2015-04-10"
PARTS = ("", "/rulebook", "/compare", "/departures")


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


@pytest.fixture
def reader(club: Club) -> Client:
    return make_login(club, "reader")


@pytest.fixture
def draft(club: Club) -> RuleVersion:
    return make_draft(league_of(club), uma=[20_000, 10_000, -10_000, -20_000])


@pytest.fixture
def contradictory(draft: RuleVersion) -> RuleVersion:
    draft.parameters["settlement"]["uma"] = [20_000, 10_000, -10_000, -10_000]
    draft.save()
    return draft


def test_a_version_is_read_as_the_rule_file_that_the_page_hands_out(reader: Client) -> None:
    in_club = ClubRuleSet.objects.across_clubs().get(slug="kinyoukai")

    file = read(reader, VERSION)

    assert file == dump_version(in_club.rule_set.versions.get(effective_from="2015-04-10"))
    assert file == read(reader, SHIPPED)


def test_a_draft_is_read_by_its_label_by_organizers_alone(
    organizer: Client, reader: Client, draft: RuleVersion
) -> None:
    path = f"{SET}/versions/{draft.label}"

    assert parameter(read(organizer, path), "uma") == [20_000, 10_000, -10_000, -20_000]
    for part in PARTS:
        assert get(reader, path + part).status_code == 404


@pytest.mark.parametrize(
    "label", ["2015-04-11", "2015-04-10.2", "draft-999999", "draft-x", "latest", "%00", "０"]
)
def test_a_label_that_no_version_has_is_not_found(organizer: Client, label: str) -> None:
    for part in PARTS:
        assert get(organizer, f"{SET}/versions/{label}{part}").status_code == 404


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        pytest.param("pending", 404, id="on its way"),
        pytest.param("superseded", 200, id="corrected"),
        pytest.param("withdrawn", 200, id="withdrawn"),
    ],
)
def test_readers_find_what_was_ever_published_and_nothing_that_is_on_its_way(
    reader: Client, draft: RuleVersion, status: str, answer: int
) -> None:
    RuleVersion.objects.filter(pk=draft.pk).update(status=status, number=1)

    for part in PARTS:
        assert get(reader, f"{SET}/versions/2027-01-01{part}").status_code == answer


@pytest.mark.parametrize(
    ("lang", "heading", "title", "line"),
    [
        ("ja", "全般", "持ち点、返し、ウマ", ("着順ウマ", "+10 / +5 / ▲5 / ▲10")),
        ("en", "General", "Start, return and uma", ("Uma by place", "+10 / +5 / −5 / −10")),
    ],
)
def test_the_book_has_headings_clauses_and_their_values_in_words(
    reader: Client, lang: str, heading: str, title: str, line: tuple[str, str]
) -> None:
    book = read(reader, f"{VERSION}/rulebook?lang={lang}")
    first = book["sections"][0]
    clause = next(each for each in first["clauses"] if each["code"] == "A-3")
    uma = next(each for each in clause["lines"] if each["parameter"] == "uma")

    assert (book["version"], book["lang"]) == ("2015-04-10", lang)
    assert (first["code"], first["title"]) == ("A", heading)
    assert clause["title"] == title
    assert (uma["name"], uma["said"], uma["assumed"]) == (*line, False)


def test_what_the_document_leaves_open_stands_apart_and_says_that_it_is_assumed(
    reader: Client,
) -> None:
    book = read(reader, f"{VERSION}/rulebook?lang=en")
    lines = [line for part in book["left_open"] for line in part["lines"]]

    assert lines
    assert all(line["assumed"] and line["clause"] is None for line in lines)


def test_the_text_of_a_clause_whose_values_changed_is_left_out_of_the_book(
    organizer: Client, club: Club
) -> None:
    version = league_of(club).rule_set.rule_set.versions.get(effective_from="2015-04-10")
    version.clauses.filter(code="A-3").update(written_for={"uma": [1, 2, 3, 4]})

    book = read(organizer, f"{VERSION}/rulebook?lang=en")
    clauses = {each["code"]: each for part in book["sections"] for each in part["clauses"]}

    assert (clauses["A-3"]["stale"], clauses["A-3"]["text"]) == (True, "")
    assert clauses["A-3"]["lines"]
    assert (clauses["A-2"]["stale"], bool(clauses["A-2"]["text"])) == (False, True)


def test_two_versions_are_compared_by_value_and_in_words(
    organizer: Client, draft: RuleVersion
) -> None:
    body = read(organizer, f"{SET}/versions/{draft.label}/compare?with=2015-04-10&lang=en")

    assert (body["version"], body["with"]) == (draft.label, "2015-04-10")
    assert body["differences"] == [
        {
            "parameter": "uma",
            "name": "Uma by place",
            "section": "settlement",
            "here": {
                "value": [20_000, 10_000, -10_000, -20_000],
                "said": "+20 / +10 / −10 / −20",
                "clause": "A-3",
                "assumed": False,
                "club": False,
            },
            "there": {
                "value": [10_000, 5_000, -5_000, -10_000],
                "said": "+10 / +5 / −5 / −10",
                "clause": "A-3",
                "assumed": False,
                "club": False,
            },
        }
    ]


def test_without_another_a_version_stands_beside_the_one_before_it(reader: Client) -> None:
    body = read(reader, f"{VERSION}/compare?lang=ja")
    names = {row["parameter"] for row in body["differences"]}

    assert body["with"] == "2015-04-01"
    assert "kyuushu_after_call" in names
    row = next(each for each in body["differences"] if each["parameter"] == "kyuushu_after_call")
    assert (row["here"]["value"], row["here"]["clause"]) == (False, "I-4")
    assert (row["there"]["value"], row["there"]["assumed"]) == (True, True)


def test_a_version_stands_beside_a_shipped_one_of_another_document(reader: Client) -> None:
    body = read(reader, f"{VERSION}/compare?with=shipped:nekohouse-4a@2000-01-01&lang=en")
    uma = next(row for row in body["differences"] if row["parameter"] == "uma")

    assert uma["here"]["value"] == [10_000, 5_000, -5_000, -10_000]
    assert uma["there"]["value"] != uma["here"]["value"]


@pytest.mark.parametrize(
    "other",
    [
        *("2015-04-10", "2016-01-01", "nowhere@2015-04-10", "shipped:nowhere@2000-01-01"),
        *("shipped:kinyoukai@2016-01-01", "shipped:zung-jung@2000-01-01", "shipped:", "\0", "@"),
    ],
)
def test_a_version_is_not_compared_with_what_is_not_there(reader: Client, other: str) -> None:
    response = reader.get(f"/api/v1/{VERSION}/compare", {"with": other})

    assert response.status_code == 404


def test_readers_compare_no_drafts(reader: Client, draft: RuleVersion) -> None:
    assert get(reader, f"{VERSION}/compare?with={draft.label}").status_code == 404


def test_a_set_as_it_was_adopted_departs_in_nothing(reader: Client) -> None:
    body = read(reader, f"{VERSION}/departures")

    assert (body["shipped"]["key"], body["shipped"]["version"]) == ("kinyoukai", "2015-04-10")
    assert (body["differences"], body["own_clauses"]) == ([], [])


def test_what_the_club_changed_is_told_against_the_shipped_set_of_the_same_day(
    organizer: Client, draft: RuleVersion
) -> None:
    clause = {"title_ja": "遅刻", "title_en": "Coming late", "text_ja": "…", "text_en": "…"}
    draft.clauses.create(position=0, code="Z-1", is_own=True, **clause)

    body = read(organizer, f"{SET}/versions/{draft.label}/departures?lang=ja")

    (row,) = body["differences"]
    assert (row["parameter"], row["name"]) == ("uma", "着順ウマ")
    assert row["here"]["value"] == [20_000, 10_000, -10_000, -20_000]
    assert row["there"]["value"] == [10_000, 5_000, -5_000, -10_000]
    assert body["own_clauses"] == [{"code": "Z-1", "title": "遅刻"}]


def test_a_set_of_the_clubs_own_making_departs_from_nothing(reader: Client, club: Club) -> None:
    rule_set = league_of(club).rule_set.rule_set
    rule_set.adopted_from = ""
    rule_set.save()

    body = read(reader, f"{VERSION}/departures")

    assert (body["shipped"], body["differences"]) == (None, [])


@pytest.mark.parametrize("part", ["rulebook", "departures"])
def test_a_draft_that_contradicts_itself_says_where(
    organizer: Client, contradictory: RuleVersion, part: str
) -> None:
    response = get(organizer, f"{SET}/versions/{contradictory.label}/{part}?lang=en")

    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "bad-parameters"
    assert error["fields"] == {"uma": ["The values must add up to 0; they add up to 10,000."]}


def test_a_draft_that_contradicts_itself_is_not_compared_and_still_read(
    organizer: Client, contradictory: RuleVersion
) -> None:
    path = f"{SET}/versions/{contradictory.label}"

    assert get(organizer, f"{path}/compare").status_code == 422
    assert parameter(read(organizer, path), "uma") == [20_000, 10_000, -10_000, -10_000]


@pytest.mark.parametrize("part", PARTS)
def test_more_versions_and_drafts_take_no_more_queries(
    organizer: Client, club: Club, part: str
) -> None:
    few = queries_of(organizer, VERSION + part)
    for _ in range(6):
        make_draft(league_of(club))

    assert queries_of(organizer, VERSION + part) == few
    assert few <= 12


def test_the_answers_language_is_said_and_kept_to_the_answer(reader: Client) -> None:
    english: Any = get(reader, f"{VERSION}/rulebook?lang=en")
    usual: Any = get(reader, f"{VERSION}/rulebook")

    assert english["Content-Language"] == "en"
    assert (usual["Content-Language"], usual.json()["lang"]) == ("ja", "ja")
