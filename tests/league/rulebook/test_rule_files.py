"""Rule files: what goes out comes in the same, and what is wrong with a file is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from league.models import AuditEvent, League
from league.rulebook.files import RuleFileError, dump_version, load_version
from league.rulebook.write import adopt_rule_set
from league.rulechanges.draft_write import import_draft
from rules.models import RuleVersion
from rules.presets import shipped_keys
from tests.factories import ADMIN, make_club
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import SET

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


@pytest.fixture
def version(league: League) -> RuleVersion:
    """The club's newest version."""
    return league.rule_set.rule_set.versions.get(effective_from="2015-04-10")


@pytest.fixture
def dumped(version: RuleVersion) -> dict[str, Any]:
    """It as a document."""
    return dump_version(version)


def refusal(content: str | bytes | dict[str, Any], **options: Any) -> RuleFileError:
    with translation.override("en"), pytest.raises(RuleFileError) as caught:
        load_version(content, **options)
    return caught.value


@pytest.mark.parametrize("key", shipped_keys())
def test_a_version_that_goes_out_comes_in_the_same(key: str) -> None:
    club = make_club()
    in_club = club.rule_sets.filter(slug=key).first() or adopt_rule_set(
        club=club, key=key, actor=ADMIN
    )
    for version in in_club.rule_set.versions.all():
        document = json.loads(json.dumps(dump_version(version), ensure_ascii=False))

        file = load_version(json.dumps(document).encode(), family=in_club.rule_set.family)
        draft = import_draft(in_club=in_club, file=file, title="", based_on=version, actor=ADMIN)

        assert file.parameters == version.value
        assert dump_version(RuleVersion.objects.get(pk=draft.pk)) == document


def test_a_file_can_be_downloaded_by_readers(version: RuleVersion, organizer: Client) -> None:
    answer = organizer.get(f"{SET}2015-04-10/export/")

    assert answer["Content-Disposition"] == 'attachment; filename="kinyoukai-2015-04-10.json"'
    assert json.loads(answer.content) == dump_version(version)


@pytest.mark.parametrize(
    ("title", "day", "name"),
    [
        pytest.param("spring 2027", None, "kinyoukai-spring-2027.json", id="its name"),
        pytest.param("来春の案 (二)", None, "kinyoukai-来春の案-二.json", id="a Japanese name"),
        pytest.param('../a"b\\c', None, "kinyoukai-a-b-c.json", id="what no file is called"),
        pytest.param("", date(2027, 1, 1), "kinyoukai-draft-2027-01-01.json", id="its day"),
        pytest.param("//", None, "kinyoukai-draft.json", id="nothing to call it by"),
    ],
)
def test_the_file_of_a_draft_is_called_after_it(
    organizer: Client, draft: RuleVersion, title: str, day: date | None, name: str
) -> None:
    draft.title, draft.effective_from = title, day
    draft.save()

    answer = organizer.get(f"{SET}{draft.label}/export/")

    plain, _semicolon, coded = answer["Content-Disposition"].partition("filename")
    called = coded.removeprefix("*=utf-8''").removeprefix("=").strip('"')
    assert (plain, unquote(called)) == ("attachment; ", name)
    assert answer["Content-Disposition"].isascii()


def _without(*path: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        for step in path[:-1]:
            document = document[step]
        del document[path[-1]]

    return change


def _with(value: Any, *path: str) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = value

    return change


WRONG = [
    pytest.param(_with("jancho-club-1", "format"), "its format is not", id="another format"),
    pytest.param(_with("mahjong", "family"), "no rule family “mahjong”", id="no such family"),
    pytest.param(
        _without("parameters", "game", "length"),
        "The parameter “Length” (length) is missing.",
        id="missing",
    ),
    pytest.param(
        _without("parameters", "dora"), "(dead_wall) is missing.", id="a whole section missing"
    ),
    pytest.param(
        _with(1, "parameters", "game", "start_point"),
        "There is no parameter “start_point” in “game”. Did you mean “start_points”?",
        id="misspelt",
    ),
    pytest.param(
        _with([0, 0, 0, 0], "parameters", "game", "uma"),
        "“uma” belongs in “settlement”, not in “game”",
        id="in another section",
    ),
    pytest.param(_with({}, "parameters", "gmae"), "“gmae”", id="no such section"),
    pytest.param(
        _with(24_950, "parameters", "game", "start_points"),
        "Starting points (start_points): Must be a multiple of 100.",
        id="out of range",
    ),
    pytest.param(
        _with(35_000, "parameters", "game", "start_points"),
        "Return points (return_points): Must not be below “Starting points”.",
        id="contradiction",
    ),
    pytest.param(
        _with({"uma": "Q-1"}, "stated_by"), "“Q-1” cannot be given as the clause", id="no clause"
    ),
    pytest.param(_with("someday", "effective_from"), "This is not a date.", id="no day"),
    pytest.param(_with(7, "effective_from"), "“effective_from” must be text", id="a number as day"),
    pytest.param(_with("x" * 90, "name_ja"), "“name_ja” can have at most 80", id="too long"),
    pytest.param(
        _with([], "parameters"), "“parameters” must be an object", id="parameters as a list"
    ),
    pytest.param(_with(1, "extra"), "“extra” is not a valid entry", id="a name of no meaning"),
    pytest.param(
        _with([{"code": "A-1"}], "clauses"), "“clauses.1.title_ja” is missing", id="half a clause"
    ),
    pytest.param(
        _with("\ud800", "changes_ja"), "an invalid character or number", id="half a character"
    ),
    pytest.param(_with("\0", "changes_ja"), "an invalid character or number", id="NUL"),
]


@pytest.mark.parametrize(("change", "says"), WRONG)
def test_what_is_wrong_with_a_file_is_named(
    dumped: dict[str, Any], change: Callable[[dict[str, Any]], None], says: str
) -> None:
    change(dumped)

    assert says in str(refusal(json.dumps(dumped)))
    assert says in str(refusal(dumped))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        pytest.param(b"\xff\xfe{}", "not encoded in UTF-8", id="another encoding"),
        pytest.param("{", "The file is not valid JSON.", id="no JSON"),
        pytest.param("", "The file is not valid JSON.", id="empty"),
        pytest.param("[]", "This is not a Jancho rule file", id="a list"),
        pytest.param("[" * 100_000, "nested too deeply", id="deep"),
        pytest.param('{"a":' * 50 + "1" + "}" * 50, "nested too deeply", id="deep objects"),
        pytest.param(" " * 1_000_001, "too large for a rule file", id="large"),
        pytest.param("あ" * 400_000, "too large for a rule file", id="large in bytes"),
        pytest.param('{"format": NaN}', "an invalid number", id="NaN"),
        pytest.param('{"format": -Infinity}', "an invalid number", id="infinity"),
        pytest.param('{"format": ' + "9" * 5_000 + "}", "an invalid number", id="endless number"),
        pytest.param(
            '{"format": "jancho-rules-1", "x": 1e999}', "an invalid character or number", id="1e999"
        ),
        pytest.param(
            '{"a": 1,\n"a": 2}', "“a” appears twice in the same place.", id="a name twice"
        ),
    ],
)
def test_what_is_no_rule_file_is_refused(content: str | bytes, says: str) -> None:
    assert says in str(refusal(content))


def test_a_file_of_thousands_of_made_up_names_is_refused_in_one_sentence(
    dumped: dict[str, Any],
) -> None:
    made_up = {f"umaa_{number}": 1 for number in range(5_000)}
    dumped["parameters"]["settlement"] |= made_up

    with pytest.raises(RuleFileError) as refused:
        load_version(json.dumps(dumped))

    assert len(refused.value.problems) == 1


def test_a_problem_has_its_line(dumped: dict[str, Any]) -> None:
    dumped["parameters"]["game"]["start_points"] = 24_950
    lines = json.dumps(dumped, indent=1).splitlines()

    (problem,) = refusal("\n".join(lines)).problems

    assert '"start_points": 24950' in lines[problem.line - 1]
    assert refusal('{"a": 1,\n"a": 2}').problems[0].line == 2


def test_a_file_of_an_earlier_release_may_leave_out_what_it_could_not_know(
    dumped: dict[str, Any],
) -> None:
    del dumped["parameters"]["dora"]["wrong_indicator"]
    dumped["complete"] = False

    file = load_version(dumped)

    assert file.parameters.dora.wrong_indicator == "table"  # type: ignore[union-attr]


def test_a_file_of_another_family_is_no_file_for_these_rules(dumped: dict[str, Any]) -> None:
    assert "these rules are “boo”" in str(refusal(dumped, family="boo"))


def test_every_problem_is_named_at_once(dumped: dict[str, Any]) -> None:
    del dumped["parameters"]["game"]["length"]
    dumped["parameters"]["game"] |= {"lenght": "tonnan"}

    assert len(refusal(dumped).problems) == 2


def test_a_dry_run_says_what_the_file_would_change_and_stores_nothing(
    league: League, organizer: Client, dumped: dict[str, Any]
) -> None:
    dumped["parameters"]["settlement"]["uma"] = [30_000, 10_000, -10_000, -30_000]
    upload = SimpleUploadedFile("rules.json", json.dumps(dumped).encode())

    page = organizer.post(f"{SET}import/", {"file": upload})

    assert page.status_code == 200
    words = text(page)
    assert "Changes compared with 2015-04-10" in words
    assert "was: +10 / +5 / −5 / −10 → now: +30 / +10 / −10 / −30" in words
    assert not RuleVersion.objects.filter(status="draft").exists()

    form = {"text": page.context["text"], "confirm": "1", "title": "隣の会から"}
    answer = organizer.post(f"{SET}import/", form)

    draft = RuleVersion.objects.get(status="draft")
    assert answer["Location"] == f"{SET}drafts/{draft.pk}/"
    assert draft.parameters["settlement"]["uma"] == [30_000, 10_000, -10_000, -30_000]
    event = AuditEvent.objects.for_club(league.club).latest("pk")
    assert (event.type, event.object_id) == ("rule_draft.imported", draft.pk)


def test_a_file_with_a_mistake_is_shown_by_line_and_makes_no_draft(
    organizer: Client, dumped: dict[str, Any]
) -> None:
    dumped["parameters"]["game"]["start_points"] = 35_000

    form = {"text": json.dumps(dumped, indent=1), "confirm": "1"}
    page = organizer.post(f"{SET}import/", form)

    assert page.status_code == 422
    assert "line" in text(page)
    assert "Must not be below “Starting points”." in text(page)
    assert not RuleVersion.objects.filter(status="draft").exists()


def test_nothing_handed_in_is_asked_for(organizer: Client) -> None:
    page = organizer.post(f"{SET}import/", {"text": "", "title": ""})

    assert page.status_code == 422
    assert "Please choose a file or paste its contents." in text(page)


def test_a_file_beside_pasted_text_is_refused_and_the_text_is_kept(
    organizer: Client, dumped: dict[str, Any]
) -> None:
    upload = SimpleUploadedFile("rules.json", json.dumps(dumped).encode())
    page = organizer.post(f"{SET}import/", {"file": upload, "text": '{"my": "text"}'})

    assert page.status_code == 422
    (words,) = page.context["form"].errors["file"]
    assert words.startswith("You chose a file and also pasted text.")
    assert page.context["form"]["text"].value() == '{"my": "text"}'
    assert "{&quot;my&quot;: &quot;text&quot;}" in page.content.decode()


def test_a_file_beside_empty_lines_is_read(organizer: Client, dumped: dict[str, Any]) -> None:
    upload = SimpleUploadedFile("rules.json", json.dumps(dumped).encode())

    assert organizer.post(f"{SET}import/", {"file": upload, "text": " \r\n"}).status_code == 200
