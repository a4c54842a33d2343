"""Drafts through the API: from a file or a version, saved with compare-and-set, thrown away."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from league.models import AuditEvent, Club, Member
from rules.models import RuleVersion
from tests.factories import league_of, make_draft, make_login
from tests.league.api.calls import error_of, get, post
from tests.league.api.calls import send as call
from tests.league.api.rule_calls import (
    SET,
    SHIPPED,
    case,
    changed,
    new_draft,
    parameter,
    queries_of,
    read,
    send,
    shipped_file,
)

pytestmark = pytest.mark.django_db

DRAFTS = f"{SET}/drafts"
STEEP = [20_000, 10_000, -10_000, -20_000]


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


@pytest.fixture
def other(club: Club) -> Client:
    return make_login(club, "other", Member.Role.ORGANIZER)


@pytest.fixture
def draft(organizer: Client) -> Any:
    return new_draft(organizer)


def at(draft: Any) -> str:
    return f"{DRAFTS}/{draft['id']}"


def drafts_stored() -> int:
    return RuleVersion.objects.filter(status="draft").count()


# begun


def test_a_rule_file_becomes_a_draft(organizer: Client, club: Club) -> None:
    response = post(organizer, DRAFTS, shipped_file(organizer, uma=STEEP))

    body = response.json()
    assert response.status_code == 201
    assert response["Location"] == f"/api/v1/{DRAFTS}/{body['id']}"
    assert (body["draft_revision"], body["effective_from"]) == (0, "2015-04-10")
    assert parameter(body["rules"], "uma") == STEEP
    assert body["problems"] == {}
    assert body == read(organizer, at(body))
    assert AuditEvent.objects.for_club(club).get(type="rule_draft.imported").object_id == body["id"]


def test_a_draft_is_begun_as_a_copy_of_a_version_with_all_its_clauses(organizer: Client) -> None:
    draft = new_draft(organizer, title="来年の案", effective_from="2027-01-01")
    shipped = read(organizer, SHIPPED)

    assert (draft["title"], draft["based_on"]) == ("来年の案", "2015-04-10")
    assert draft["rules"]["effective_from"] == "2027-01-01"
    for name in ("parameters", "stated_by", "sections", "clauses"):
        assert draft["rules"][name] == shipped[name]


def test_a_draft_is_begun_as_a_copy_of_another_shipped_set(organizer: Client) -> None:
    draft = new_draft(organizer, source="shipped:nekohouse-4a@2000-01-01")
    shipped = read(organizer, "rule-sets/nekohouse-4a/versions/2000-01-01")

    assert draft["rules"]["parameters"] == shipped["parameters"]
    assert draft["based_on"] is None


@pytest.mark.parametrize(
    "source",
    [
        *("2016-01-01", "draft-1", "", "shipped:", "shipped:nowhere@2000-01-01", "\u3042"),
        pytest.param("shipped:zung-jung@2000-01-01", id="another family"),
        pytest.param("shipped:kinyoukai@2016-01-01", id="no version of that day"),
    ],
)
def test_what_is_not_there_is_not_copied(organizer: Client, source: str) -> None:
    response = post(organizer, DRAFTS, {"from": source})

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == ["from"]
    assert drafts_stored() == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        case({}, "from", id="nothing"),
        case([], "", id="a list"),
        case(None, "", id="null"),
        case("text", "", id="a text"),
        case({"from": 20150410}, "from", id="a label of another kind"),
        case({"from": "2015-04-10", "title": "長" * 81}, "title", id="a long title"),
        case({"from": "2015-04-10", "title": "a\0b"}, "title", id="a zero byte"),
        case({"from": "2015-04-10", "effective_from": "soon"}, "effective_from", id="day"),
        case({"from": "2015-04-10", "effective_from": 2027}, "effective_from", id="a number"),
        case({"from": "2015-04-10", "colour": "red"}, "colour", id="unknown key"),
        case({"parameters": {}}, "from", id="a file without a format"),
    ],
)
def test_a_body_of_the_wrong_shape_is_a_bad_request_that_names_its_field(
    organizer: Client, body: Any, field: str
) -> None:
    response = send(organizer, "POST", DRAFTS, json.dumps(body))

    assert response.status_code == 400
    assert field in error_of(response)["fields"]
    assert drafts_stored() == 0


def without(file: Any, name: str) -> Any:
    for values in file["parameters"].values():
        values.pop(name, None)
    return file


def misspelt(file: Any, name: str, spelling: str) -> Any:
    section = next(values for values in file["parameters"].values() if name in values)
    section[spelling] = section.pop(name)
    return file


@pytest.mark.parametrize(
    ("spoil", "field", "words"),
    [
        pytest.param(
            lambda file: misspelt(file, "uma_kind", "uma_kinds"), "file", "uma_kind", id="misspelt"
        ),
        pytest.param(lambda file: without(file, "uma"), "file", "(uma)", id="missing"),
        pytest.param(lambda file: changed(file, uma="steep"), "uma", "", id="another kind"),
        pytest.param(
            lambda file: changed(file, start_points=25050), "start_points", "100", id="50"
        ),
        pytest.param(lambda file: changed(file, start_points=True), "start_points", "", id="true"),
        pytest.param(
            lambda file: changed(file, start_points=10**30), "start_points", "1,000,000", id="huge"
        ),
        pytest.param(
            lambda file: changed(file, uma=[1000, 0, 0, 0]), "uma", "add up to 0", id="sum"
        ),
        pytest.param(
            lambda file: changed(file, return_points=20_000), "return_points", "", id="return"
        ),
        pytest.param(lambda file: file | {"format": "jancho-rules-9"}, "file", "1", id="format"),
        pytest.param(lambda file: file | {"format": []}, "file", "", id="format of another kind"),
        pytest.param(lambda file: file | {"family": "boo"}, "file", "boo", id="family"),
        pytest.param(lambda file: file | {"family": 3}, "file", "family", id="a number for it"),
        pytest.param(lambda file: file | {"colour": 1}, "file", "colour", id="unknown key"),
        pytest.param(lambda file: file | {"parameters": []}, "file", "parameters", id="a list"),
        pytest.param(
            lambda file: file | {"stated_by": {"uma": "X-9"}}, "file", "X-9", id="no such clause"
        ),
        pytest.param(
            lambda file: file | {"changes_ja": "a\0b"}, "file", "", id="a zero byte in a text"
        ),
        pytest.param(
            lambda file: file | {"effective_from": "0001-01-01"},
            "effective_from",
            "1950",
            id="a day that no club has",
        ),
        pytest.param(
            lambda file: file | {"effective_from": "soon"},
            "effective_from",
            "not a date",
            id="no day",
        ),
    ],
)
def test_a_file_that_is_no_rule_version_says_what_is_wrong_with_it(
    organizer: Client, spoil: Any, field: str, words: str
) -> None:
    response = post(organizer, f"{DRAFTS}?lang=en", spoil(shipped_file(organizer)))

    assert response.status_code == 422
    error = error_of(response)
    assert list(error["fields"]) == [field]
    assert words in error["fields"][field][0]
    assert drafts_stored() == 0


def test_everything_wrong_with_a_file_is_said_at_once_with_its_line(organizer: Client) -> None:
    file = changed(shipped_file(organizer), uma="steep", start_points=1)
    response = send(organizer, "POST", DRAFTS, json.dumps(file, indent=1))

    error = error_of(response)
    assert (response.status_code, error["code"]) == (422, "bad-rule-file")
    assert set(error["fields"]) == {"uma", "start_points"}
    assert len(error["problems"]) == 2
    assert all(problem["line"] > 1 for problem in error["problems"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        pytest.param("{", 400, "bad-json", id="half an object"),
        pytest.param("[" * 100_000, 400, "bad-json", id="nested without end"),
        pytest.param(
            '{"format": "jancho-rules-1", "parameters": ' + "[" * 400 + "]" * 400 + "}",
            422,
            "bad-rule-file",
            id="nested deeply",
        ),
        pytest.param(
            '{"format": "jancho-rules-1", "format": "jancho-rules-1"}',
            422,
            "bad-rule-file",
            id="a name twice",
        ),
        pytest.param('{"format": NaN}', 400, "bad-json", id="not a number"),
        pytest.param(
            '{"format": "jancho-rules-1", "\\ud800": 1}', 422, "bad-rule-file", id="half a letter"
        ),
        pytest.param('{"format": "' + "x" * 1_100_000 + '"}', 422, "bad-rule-file", id="over 1 MB"),
        pytest.param('{"from": "' + "x" * 3_000_000 + '"}', 413, "too-big", id="over all limits"),
    ],
)
def test_a_body_that_no_file_can_be_is_refused_unstored(
    organizer: Client, body: str, status: int, code: str
) -> None:
    response = send(organizer, "POST", DRAFTS, body)

    assert (response.status_code, error_of(response)["code"]) == (status, code)
    assert drafts_stored() == 0


def test_a_file_of_an_earlier_release_may_leave_out_what_it_did_not_know(organizer: Client) -> None:
    file = without(shipped_file(organizer), "yakitori")
    del file["stated_by"]["yakitori"]

    draft = post(organizer, DRAFTS, file | {"complete": False})

    assert draft.status_code == 201
    assert parameter(draft.json()["rules"], "yakitori") == 0


# saved


def test_single_parameters_are_saved_and_all_others_stay(
    organizer: Client, club: Club, draft: Any
) -> None:
    response = send(
        organizer, "PATCH", at(draft), {"draft_revision": 0, "parameters": {"uma": STEEP}}
    )

    body = response.json()
    assert response.status_code == 200
    assert body["draft_revision"] == 1
    assert body["rules"]["parameters"] == changed(draft["rules"], uma=STEEP)["parameters"]
    assert body == read(organizer, at(draft))
    event = AuditEvent.objects.for_club(club).get(type="rule_draft.changed")
    assert event.after is not None
    assert (event.actor_name, event.after["values"]) == ("organizer", {"uma": STEEP})


def test_what_a_draft_says_of_itself_is_saved_too(organizer: Client, draft: Any) -> None:
    about = {
        "title": "来年の案",
        "effective_from": "2027-04-01",
        "changes_ja": "ウマを変えます。\n新年度から。",
        "changes_en": "Another uma.",
    }
    body = send(organizer, "PATCH", at(draft), {"draft_revision": 0, **about}).json()

    assert {name: body["rules"].get(name, body.get(name)) for name in about} == about
    cleared = {"draft_revision": 1, "effective_from": None}
    assert send(organizer, "PATCH", at(draft), cleared).json()["effective_from"] is None


def test_saving_what_is_there_already_changes_nothing(organizer: Client, draft: Any) -> None:
    same = {"uma": parameter(draft["rules"], "uma")}

    body = send(organizer, "PATCH", at(draft), {"draft_revision": 0, "parameters": same}).json()

    assert body["draft_revision"] == 0


def test_who_saves_second_is_told_what_the_first_changed_and_nothing_is_lost(
    organizer: Client, other: Client, draft: Any
) -> None:
    first = {"draft_revision": 0, "parameters": {"uma": STEEP}, "title": "急な案"}
    send(other, "PATCH", at(draft), first)

    late = {"draft_revision": 0, "parameters": {"uma": [5000, 0, 0, -5000], "tie": "share_uma"}}
    response = send(organizer, "PATCH", at(draft), late)

    error = error_of(response)
    assert (response.status_code, error["code"]) == (409, "draft-changed")
    assert (error["draft_revision"], error["by"]) == (1, ["other"])
    assert error["parameters"] == {"uma": {"was": [10_000, 5_000, -5_000, -10_000], "now": STEEP}}
    assert error["about"] == {"title": {"was": "", "now": "急な案"}}
    assert parameter(read(organizer, at(draft))["rules"], "uma") == STEEP

    again = {"draft_revision": error["draft_revision"], "parameters": {"honba_ron": 600}}
    assert send(organizer, "PATCH", at(draft), again).status_code == 200


def test_a_revision_that_nobody_has_read_is_a_conflict(organizer: Client, draft: Any) -> None:
    response = send(organizer, "PATCH", at(draft), {"draft_revision": 7})

    assert response.status_code == 409
    assert error_of(response)["parameters"] == {}


@pytest.mark.parametrize(
    ("parameters", "field", "words"),
    [
        pytest.param({"umma": STEEP}, "umma", "Did you mean “uma”?", id="misspelt"),
        pytest.param({"colour": 1}, "colour", "There is no setting", id="nothing like it"),
        pytest.param({"settlement": {}}, "settlement", "There is no setting", id="a section"),
        pytest.param({"uma": "steep"}, "uma", "", id="a text"),
        pytest.param({"uma": None}, "uma", "", id="nothing"),
        pytest.param({"uma": [1000, -1000]}, "uma", "4", id="two of four"),
        pytest.param({"uma": [1000.0, 0, 0, -1000]}, "uma", "Value 1", id="with a point"),
        pytest.param({"uma": [50, 0, 0, -50]}, "uma", "multiple of 100", id="half a stick"),
        pytest.param({"uma": [1000, 0, 0, 0]}, "uma", "add up to 0", id="no sum"),
        pytest.param({"tie": "dice"}, "tie", "choose one of the options", id="no choice"),
        pytest.param(
            {"bust_ends_game": 1}, "bust_ends_game", "choose one of the options", id="1 for yes"
        ),
        pytest.param({"start_points": 10**40}, "start_points", "At most", id="absurd"),
        pytest.param({"tie": ["seat"]}, "tie", "", id="a list"),
    ],
)
def test_a_value_that_cannot_stand_is_refused_by_its_name(
    organizer: Client, draft: Any, parameters: dict[str, Any], field: str, words: str
) -> None:
    body = {"draft_revision": 0, "parameters": parameters}
    response = send(organizer, "PATCH", f"{at(draft)}?lang=en", body)

    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "bad-parameters"
    assert words in error["fields"][field][0]
    assert read(organizer, at(draft)) == draft


@pytest.mark.parametrize(
    ("parameters", "fields"),
    [
        pytest.param(
            {"tie": "dice", "uma": [1000, 0, 0, 0], "chip_red": 1, "red_man": "one"},
            {"tie", "red_man"},
            id="contradictions that may come of a value are not told beside it",
        ),
        pytest.param(
            {"tie": "dice", "uma": [1000, 0, 0, 0], "cap_points": 20_000},
            {"tie", "uma", "cap_points"},
            id="no value, and contradictions that have nothing to do with it",
        ),
        pytest.param(
            {"cap_points": 20_000, "bust_at_zero": True, "bust_ends_game": False},
            {"cap_points", "bust_at_zero"},
            id="two contradictions of a section",
        ),
        pytest.param(
            {"start_points": "many", "cap_points": 20_000, "return_points": 10_000},
            {"start_points"},
            id="what is held against a value that is none",
        ),
        pytest.param(
            {"umma": STEEP, "tie": "dice", "return_points": 10_000},
            {"umma", "tie"},
            id="a misspelt name and no value",
        ),
        pytest.param(
            {"players": 5, "uma": [1000, 0, -1000], "tie": "dice"},
            {"players", "tie"},
            id="what hangs on the players",
        ),
    ],
)
def test_all_that_is_wrong_is_told_at_once(
    organizer: Client, draft: Any, parameters: dict[str, Any], fields: set[str]
) -> None:
    body = {"draft_revision": 0, "parameters": parameters}
    response = send(organizer, "PATCH", at(draft), body)

    assert response.status_code == 422
    assert set(error_of(response)["fields"]) == fields
    assert read(organizer, at(draft)) == draft


def test_a_parameter_without_a_name_is_refused_by_the_message_alone(
    organizer: Client, draft: Any
) -> None:
    body = {"draft_revision": 0, "parameters": {"": 1}}
    response = send(organizer, "PATCH", f"{at(draft)}?lang=en", body)

    assert response.status_code == 422
    assert "There is no setting" in error_of(response)["message"]
    assert "fields" not in error_of(response)


def test_a_contradiction_names_the_parameter_that_is_to_blame_and_both_can_be_sent_together(
    organizer: Client, draft: Any
) -> None:
    alone = {"draft_revision": 0, "parameters": {"start_points": 35_000}}
    together = {
        "draft_revision": 0,
        "parameters": {"start_points": 35_000, "return_points": 40_000},
    }

    refused = send(organizer, "PATCH", at(draft), alone)

    assert refused.status_code == 422
    assert "return_points" in error_of(refused)["fields"]
    assert send(organizer, "PATCH", at(draft), together).status_code == 200


def test_a_draft_that_was_left_half_typed_on_the_page_is_mended_step_by_step(
    organizer: Client, club: Club
) -> None:
    stored = make_draft(league_of(club))
    stored.parameters["settlement"]["uma"] = "steep"
    stored.parameters["game"]["start_points"] = "many"
    stored.save()
    path = f"{DRAFTS}/{stored.pk}"

    assert set(read(organizer, path)["problems"]) == {"uma", "start_points"}
    first = send(organizer, "PATCH", path, {"draft_revision": 0, "parameters": {"uma": STEEP}})
    assert set(first.json()["problems"]) == {"start_points"}
    worse = {"draft_revision": 1, "parameters": {"start_points": 35_000, "tie": "dice"}}
    refused = send(organizer, "PATCH", path, worse)
    assert set(error_of(refused)["fields"]) == {"tie", "return_points"}
    mended = {"draft_revision": 1, "parameters": {"start_points": 25_000}}
    assert send(organizer, "PATCH", path, mended).json()["problems"] == {}


@pytest.mark.parametrize(
    ("body", "field"),
    [
        case({"draft_revision": "0"}, "draft_revision", id="revision as text"),
        case({"draft_revision": True}, "draft_revision", id="revision as a switch"),
        case({"draft_revision": -1}, "draft_revision", id="below zero"),
        case({"draft_revision": 2**31}, "draft_revision", id="absurd revision"),
        case({"draft_revision": 0, "parameters": []}, "parameters", id="a list"),
        case({"draft_revision": 0, "parameters": None}, "parameters", id="null"),
        case(
            {"draft_revision": 0, "parameters": {f"p{n}": 1 for n in range(501)}},
            "parameters",
            id="more than there can be",
        ),
        case({"draft_revision": 0, "title": None}, "title", id="no title"),
        case({"draft_revision": 0, "changes_ja": "x" * 10_001}, "changes_ja", id="a long text"),
        case({"draft_revision": 0, "changes_en": "a\0b"}, "changes_en", id="a zero byte"),
        case({"draft_revision": 0, "changes_en": "\ud800"}, "changes_en", id="half a letter"),
        case({"draft_revision": 0, "status": "published"}, "status", id="unknown key"),
    ],
)
def test_a_save_of_the_wrong_shape_is_a_bad_request_that_names_its_field(
    organizer: Client, draft: Any, body: Any, field: str
) -> None:
    response = send(organizer, "PATCH", at(draft), body)

    assert response.status_code == 400
    assert field in error_of(response)["fields"]
    assert read(organizer, at(draft)) == draft


@pytest.mark.parametrize("method", ["PATCH", "DELETE"])
def test_a_change_says_by_the_revision_or_by_the_tag_what_it_was_made_from(
    organizer: Client, draft: Any, method: str
) -> None:
    def change(body: Any, **headers: str) -> Any:
        return call(organizer, method, at(draft), body, headers=headers)

    tag = get(organizer, at(draft))["ETag"]
    unsaid = change({})
    apart = change({"draft_revision": 4}, **{"If-Match": tag})
    late = change({}, **{"If-Match": '"7-0123456789ab"'})
    in_time = change({}, **{"If-Match": tag})

    assert (unsaid.status_code, error_of(unsaid)["code"]) == (428, "revision-needed")
    assert (apart.status_code, list(error_of(apart)["fields"])) == (400, ["If-Match"])
    assert (late.status_code, error_of(late)["code"]) == (412, "draft-changed")
    assert in_time.status_code in (200, 204)


def test_a_draft_that_was_read_already_is_not_sent_again(organizer: Client, draft: Any) -> None:
    path = f"/api/v1/{at(draft)}"

    again = organizer.get(path, headers={"If-None-Match": organizer.get(path)["ETag"]})

    assert (again.status_code, again.content) == (304, b"")


def test_a_value_nested_deeply_is_no_value(organizer: Client, draft: Any) -> None:
    deep = '{"draft_revision": 0, "parameters": {"uma": ' + "[" * 500 + "]" * 500 + "}}"

    assert send(organizer, "PATCH", at(draft), deep).status_code == 422
    assert read(organizer, at(draft)) == draft


# thrown away


def test_a_draft_is_thrown_away_as_it_was_read(organizer: Client, draft: Any) -> None:
    response = send(organizer, "DELETE", at(draft), {"draft_revision": 0})

    assert (response.status_code, response.content) == (204, b"")
    assert get(organizer, at(draft)).status_code == 404


def test_a_draft_that_somebody_saved_meanwhile_is_not_thrown_away(
    organizer: Client, other: Client, draft: Any
) -> None:
    send(other, "PATCH", at(draft), {"draft_revision": 0, "title": "急な案"})

    response = send(organizer, "DELETE", at(draft), {"draft_revision": 0})

    assert response.status_code == 409
    assert error_of(response)["about"] == {"title": {"was": "", "now": "急な案"}}
    assert get(organizer, at(draft)).status_code == 200


@pytest.mark.parametrize("draft_id", ["0", "999999", "9" * 30])
def test_a_draft_that_is_not_there_is_not_found(organizer: Client, draft_id: str) -> None:
    for method in ("GET", "PATCH", "DELETE"):
        assert send(organizer, method, f"{DRAFTS}/{draft_id}", {}).status_code == 404


def test_a_published_version_is_no_draft(organizer: Client, club: Club) -> None:
    version = league_of(club).rule_set.rule_set.versions.first()
    assert version is not None

    assert get(organizer, f"{DRAFTS}/{version.pk}").status_code == 404
    assert send(organizer, "PATCH", f"{DRAFTS}/{version.pk}", {}).status_code == 404


# rights


@pytest.mark.parametrize("role", [Member.Role.MEMBER, Member.Role.SCORER])
def test_drafts_are_for_organizers(club: Club, draft: Any, role: Member.Role) -> None:
    somebody = make_login(club, "somebody", role)

    for method in ("GET", "HEAD", "PATCH", "DELETE"):
        assert send(somebody, method, at(draft), {"draft_revision": 0}).status_code == 403
    assert send(somebody, "POST", DRAFTS, {"from": "2015-04-10"}).status_code == 403
    assert drafts_stored() == 1


def test_nothing_is_written_without_the_csrf_token(organizer: Client, draft: Any) -> None:
    careful = Client(enforce_csrf_checks=True)
    careful.cookies = organizer.cookies
    calls: list[Any] = [("POST", DRAFTS, {"from": "2015-04-10"})]
    calls += [(method, at(draft), {"draft_revision": 0}) for method in ("PATCH", "DELETE")]

    assert [send(careful, *call).status_code for call in calls] == [403] * 3
    assert drafts_stored() == 1


def test_reading_a_draft_among_many_takes_no_more_queries(
    organizer: Client, club: Club, draft: Any
) -> None:
    few = queries_of(organizer, at(draft))
    for _ in range(6):
        make_draft(league_of(club))

    assert queries_of(organizer, at(draft)) == few
    assert few <= 8
