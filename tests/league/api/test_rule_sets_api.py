"""Shipped sets for everybody, the club's own for its readers, adopted by organizers."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import AuditEvent, Club, ClubRuleSet, Member
from league.rulebook.files import dump_version, load_version
from league.rulebook.write import adopt_rule_set
from rules.presets import load, shipped_keys
from tests.factories import ADMIN, make_draft, make_login
from tests.league.api.calls import error_of, get, post
from tests.league.api.rule_calls import SET, SETS, case, new_draft, parameter, queries_of, read

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


@pytest.fixture
def reader(club: Club) -> Client:
    return make_login(club, "reader")


def test_everybody_reads_which_sets_are_shipped_and_since_when_their_versions_hold() -> None:
    sets = read(Client(), "rule-sets")["rule_sets"]
    kinyoukai = next(each for each in sets if each["key"] == "kinyoukai")

    assert [each["key"] for each in sets] == list(shipped_keys())
    assert (kinyoukai["name_ja"], kinyoukai["family"]) == ("金曜会 2015年版", "riichi")
    assert "山口県 金曜会" in kinyoukai["source_ja"]
    assert [(v["label"], v["effective_from"]) for v in kinyoukai["versions"]] == [
        ("2015-04-01", "2015-04-01"),
        ("2015-04-10", "2015-04-10"),
    ]
    assert all(v["changes_ja"] and v["changes_en"] for v in kinyoukai["versions"])


def test_a_version_whose_document_hands_down_no_uma_says_that_it_settles_nothing() -> None:
    sets = {each["key"]: each for each in read(Client(), "rule-sets")["rule_sets"]}
    settles = {v["label"]: v["can_settle"] for v in sets["yakyu-3p-tonnan"]["versions"]}

    assert all(v["can_settle"] for v in sets["kinyoukai"]["versions"])
    assert set(settles.values()) == {False, True}
    assert all(can == (label >= "2008-02-25") for label, can in settles.items())


def test_a_shipped_version_is_a_rule_file_with_headings_clauses_and_where_each_value_stands() -> (
    None
):
    file = read(Client(), "rule-sets/kinyoukai/versions/2015-04-10")

    assert (file["format"], file["family"]) == ("jancho-rules-1", "riichi")
    assert parameter(file, "uma") == [10_000, 5_000, -5_000, -10_000]
    assert file["stated_by"]["uma"] == "A-3"
    assert file["sections"][0] == {
        "code": "A",
        "level": 1,
        "title_ja": file["sections"][0]["title_ja"],
        "title_en": "General",
    }
    assert [clause["code"] for clause in file["clauses"]][:3] == ["A-1", "A-2", "A-3"]


@pytest.mark.parametrize("key", shipped_keys())
def test_a_shipped_file_is_what_a_club_that_adopted_the_set_would_hand_out(
    club: Club, key: str
) -> None:
    in_club = ClubRuleSet.objects.for_club(club).filter(slug=key).first()
    in_club = in_club or adopt_rule_set(club=club, key=key, actor=ADMIN)

    for version in in_club.rule_set.versions.all():
        file = read(Client(), f"rule-sets/{key}/versions/{version.label}")
        assert file == dump_version(version)
        assert load_version(file).parameters == load(key).version_on(version.first_day).parameters


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("rule-sets/nowhere/versions/2015-04-10", id="no such set"),
        pytest.param("rule-sets/kinyoukai/versions/2015-04-11", id="no version of that day"),
        pytest.param("rule-sets/kinyoukai/versions/%00", id="an odd day"),
        pytest.param("rule-sets/kinyoukai/versions/latest", id="a word"),
        pytest.param("rule-sets/kinyoukai", id="no day"),
    ],
)
def test_what_is_not_shipped_is_not_found(client: Client, path: str) -> None:
    response = get(client, path)

    assert response.status_code == 404
    assert error_of(response)["code"] == "not-found"


def test_the_clubs_sets_are_listed_with_the_version_in_force_and_the_leagues_that_play_by_them(
    reader: Client,
) -> None:
    assert read(reader, SETS)["rule_sets"] == [
        {
            "slug": "kinyoukai",
            "name_ja": "金曜会 2015年版",
            "name_en": "Kinyoukai, 2015 edition",
            "family": "riichi",
            "adopted_from": "kinyoukai",
            "in_force": "2015-04-10",
            "leagues": ["main"],
            "url": "/c/tonan/rules/kinyoukai/",
        }
    ]


def test_a_set_tells_its_versions_newest_first(reader: Client) -> None:
    body = read(reader, SET)

    assert [(v["label"], v["status"], v["in_force"]) for v in body["versions"]] == [
        ("2015-04-10", "published", True),
        ("2015-04-01", "published", False),
    ]
    assert "G-9" in body["versions"][0]["changes_en"]
    assert body["open_change"] is None
    assert "drafts" not in body


def test_organizers_see_the_drafts_of_a_set_too(organizer: Client, club: Club) -> None:
    draft = new_draft(organizer, title="来年の案", effective_from="2027-01-01")

    (listed,) = read(organizer, SET)["drafts"]

    assert (listed["id"], listed["label"]) == (draft["id"], f"draft-{draft['id']}")
    assert (listed["title"], listed["effective_from"]) == ("来年の案", "2027-01-01")
    assert (listed["based_on"], listed["draft_revision"]) == ("2015-04-10", 0)
    assert listed["edited_by"] == "organizer"


def test_a_set_that_the_club_does_not_use_is_not_found(reader: Client) -> None:
    assert get(reader, f"{SETS}/nekohouse-4a").status_code == 404


def test_everybody_reads_a_shipped_version_as_a_book_in_either_language(client: Client) -> None:
    book = {
        lang: read(client, f"rule-sets/kinyoukai/versions/2015-04-10/rulebook?lang={lang}")
        for lang in ("ja", "en")
    }

    file = read(client, "rule-sets/kinyoukai/versions/2015-04-10")
    for lang, found in book.items():
        assert (found["version"], found["lang"]) == ("2015-04-10", lang)
        texts = {c["code"]: c["text"] for part in found["sections"] for c in part["clauses"]}
        assert texts == {each["code"]: each[f"text_{lang}"] for each in file["clauses"]}


def test_a_shipped_book_is_the_one_that_an_adopted_copy_has(organizer: Client, club: Club) -> None:
    shipped = read(organizer, "rule-sets/kinyoukai/versions/2015-04-10/rulebook?lang=en")
    adopted = read(organizer, f"{SETS}/kinyoukai/versions/2015-04-10/rulebook?lang=en")

    assert shipped == adopted


def test_a_shipped_version_is_compared_with_the_one_before_or_with_any_other(
    client: Client,
) -> None:
    labels = [version.label for version in load("ema").versions]
    path = f"rule-sets/ema/versions/{labels[1]}/compare"

    before = read(client, path)
    other = read(client, f"{path}?with=kinyoukai@2015-04-10&lang=en")
    newest = read(client, f"{path}?with=kinyoukai")

    assert (before["version"], before["with"]) == (f"ema@{labels[1]}", f"ema@{labels[0]}")
    assert before["differences"]
    assert other["with"] == "kinyoukai@2015-04-10"
    assert "uma" in {each["parameter"] for each in other["differences"]}
    assert newest["with"] == f"kinyoukai@{load('kinyoukai').versions[-1].label}"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        pytest.param("nekohouse-4a/versions/2000-01-01/compare", 422, id="no earlier version"),
        pytest.param(
            "nekohouse-4a/versions/2000-01-01/compare?with=zung-jung", 422, id="another game"
        ),
        pytest.param(
            "nekohouse-4a/versions/2000-01-01/compare?with=nowhere", 404, id="no such set"
        ),
        pytest.param("nekohouse-4a/versions/2000-01-01/rulebook?lang=de", 400, id="no language"),
        pytest.param("nekohouse-4a/versions/1999-01-01/rulebook", 404, id="no such version"),
        pytest.param("nowhere/versions/2000-01-01/compare", 404, id="nowhere"),
    ],
)
def test_what_cannot_be_read_of_the_shipped_sets_is_answered(
    client: Client, path: str, status: int
) -> None:
    assert get(client, f"rule-sets/{path}").status_code == status


def test_an_organizer_takes_a_shipped_set_into_use(organizer: Client, club: Club) -> None:
    response = post(organizer, SETS, {"from": "nekohouse-4a"})

    assert response.status_code == 201
    assert response["Location"] == f"/api/v1/{SETS}/nekohouse-4a"
    assert response.json() == read(organizer, f"{SETS}/nekohouse-4a")
    event = AuditEvent.objects.for_club(club).get(type="rule_set.adopted", actor_name="organizer")
    assert event.after == {"slug": "nekohouse-4a", "from": "nekohouse-4a"}


def test_a_second_copy_of_a_set_goes_by_a_key_of_its_own(organizer: Client) -> None:
    again = post(organizer, SETS, {"from": "kinyoukai"})
    second = post(organizer, SETS, {"from": "kinyoukai", "slug": "kinyoukai-2"})

    assert again.status_code == 422
    assert list(error_of(again)["fields"]) == ["slug"]
    assert second.status_code == 201
    assert second.json()["name_ja"] == "金曜会 2015年版 (2)"


def test_a_misspelt_set_is_answered_with_the_one_that_was_meant(organizer: Client) -> None:
    response = post(organizer, f"{SETS}?lang=en", {"from": "kinyokai"})

    assert response.status_code == 422
    assert error_of(response)["fields"] == {
        "from": ["There is no built-in rule set “kinyokai”. Did you mean “kinyoukai”?"]
    }


@pytest.mark.parametrize(
    ("body", "field"),
    [
        case({}, "from", id="nothing"),
        case({"from": 3}, "from", id="a number"),
        case({"from": None}, "from", id="no set"),
        case({"from": "nekohouse-4a", "slug": "Neko House"}, "slug", id="no key"),
        case({"from": "nekohouse-4a", "slug": "x" * 41}, "slug", id="a long key"),
        case({"from": "nekohouse-4a", "slug": ""}, "slug", id="an empty key"),
        case({"from": "nekohouse-4a", "name": "Neko"}, "name", id="unknown key"),
        case([], "", id="a list"),
    ],
)
def test_a_body_of_the_wrong_shape_adopts_nothing(
    organizer: Client, club: Club, body: Any, field: str
) -> None:
    response = post(organizer, SETS, body)

    assert response.status_code == 400
    assert field in error_of(response)["fields"]
    assert ClubRuleSet.objects.for_club(club).count() == 1


@pytest.mark.parametrize("lang", ["", "de", "JA", "ja-JP", "ja\0"])
def test_a_language_that_no_rules_are_written_in_is_a_bad_request(
    reader: Client, lang: str
) -> None:
    response = reader.get(f"/api/v1/{SET}", {"lang": lang})

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == ["lang"]


def test_a_longer_list_takes_no_more_queries(organizer: Client, club: Club) -> None:
    few = queries_of(organizer, SETS), queries_of(organizer, SET)
    for number in range(2, 5):
        adopt_rule_set(club=club, key="kinyoukai", slug=f"kinyoukai-{number}", actor=ADMIN)
    for _ in range(5):
        make_draft(club.leagues.get())

    assert (queries_of(organizer, SETS), queries_of(organizer, SET)) == few
