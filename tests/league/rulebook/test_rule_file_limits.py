"""Files, calls and forms take the same words and days; no file makes the server work for long."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django import forms
from django.test import Client
from django.utils import translation

from league.models import League
from league.rulebook.files import (
    MOST_LISTED,
    TOKEN,
    Lines,
    RuleFileError,
    dump_version,
    load_version,
)
from league.rulebook.prose import LONGEST_CHANGES
from league.rulechanges.draft_forms import AboutForm, ClauseForm, HeadingForm
from rules.models import RuleVersion
from tests.league.rulechanges.changes import text as words_of
from tests.league.rulechanges.draft_forms import SET, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

ENDLESS = '"' + '\\"' * 50_000
OVERRIDE = "\u202e"  # the letters after it run from right to left


@pytest.fixture
def dumped(league: League) -> dict[str, Any]:
    """The club's newest version as a document."""
    return dump_version(league.rule_set.rule_set.versions.get(effective_from="2015-04-10"))


def refusal(content: str | dict[str, Any]) -> RuleFileError:
    with translation.override("en"), pytest.raises(RuleFileError) as caught:
        load_version(content)
    return caught.value


def draft_from(organizer: Client, document: dict[str, Any]) -> RuleVersion:
    form = {"text": json.dumps(document), "confirm": "1"}
    assert organizer.post(f"{SET}import/", form).status_code == 302
    return RuleVersion.objects.get(status="draft")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('"' + '\\"' * 500, id="a text that nothing ends"),
        pytest.param('"' + "\\\\" * 500, id="nothing but backslashes"),
        pytest.param('"' + "[" * 500, id="brackets in it"),
    ],
)
def test_a_text_that_never_ends_is_passed_over_once_and_not_tried_again(text: str) -> None:
    assert [found.span() for found in TOKEN.finditer(text)] == [(0, len(text))]


def test_a_page_with_a_text_that_never_ends_is_answered(organizer: Client) -> None:
    page = organizer.post(f"{SET}import/?lang=en", {"text": ENDLESS})

    assert page.status_code == 422
    assert [each.line for each in page.context["problems"]] == [1]


def test_of_thousands_of_problems_the_first_are_told_and_the_rest_counted(
    dumped: dict[str, Any],
) -> None:
    dumped["clauses"][0]["states"] = [7] * 400

    problems = refusal(json.dumps(dumped)).problems

    assert len(problems) == MOST_LISTED + 1
    assert problems[0].message == "“clauses.1.states.1” must be text."
    assert problems[-1].message == f"{400 - MOST_LISTED} more problems were found."


def test_a_clause_is_about_no_more_parameters_than_there_can_be(dumped: dict[str, Any]) -> None:
    dumped["clauses"][0]["states"] = [7] * 6_000

    text = refusal(json.dumps(dumped)).problems

    assert [each.message for each in text] == ["“clauses.1.states” can have at most 500 entries."]


def test_a_file_with_more_entries_than_any_has_is_none(dumped: dict[str, Any]) -> None:
    dumped["clauses"][0]["states"] = [7] * 60_000

    (problem,) = refusal(json.dumps(dumped)).problems

    assert problem.message == "This is not a Jancho rule file."


def test_of_a_list_of_thousands_of_wrong_values_the_first_are_told(dumped: dict[str, Any]) -> None:
    dumped["parameters"]["event"]["open_options"] = [7] * 5_000

    assert len(refusal(json.dumps(dumped)).problems) == MOST_LISTED


def test_lines_are_looked_up_in_one_pass_over_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = Lines('{"a": 1,\n\n"値": {"a"\n: 2},\n"b": "c"}')

    assert (lines.first("a"), lines.last("a")) == (1, 3)
    monkeypatch.setattr(lines, "_text", None)  # whoever looks at the text again fails
    assert (lines.first("値"), lines.first("b"), lines.first("c")) == (3, 5, 0)


@pytest.mark.parametrize(
    ("day", "says"),
    [
        ("0001-01-01", "from 1950 to 2099"),
        ("1899-01-01", "from 1950 to 2099"),
        ("9999-12-31", "from 1950 to 2099"),
        ("20260101", "This is not a date."),
        ("2026-W01-1", "This is not a date."),
        ("２０２６-01-01", "This is not a date."),
        ("2026-02-30", "This is not a date."),
    ],
)
def test_a_file_has_a_day_that_the_club_can_have(
    organizer: Client, dumped: dict[str, Any], day: str, says: str
) -> None:
    dumped["effective_from"] = day
    form = {"text": json.dumps(dumped), "confirm": "1"}

    page = organizer.post(f"{SET}import/?lang=en", form)

    assert page.status_code == 422
    assert says in words_of(page)
    assert not RuleVersion.objects.filter(status="draft").exists()


def test_what_a_file_says_is_new_can_be_saved_on_the_page_again(
    organizer: Client, dumped: dict[str, Any]
) -> None:
    longest = "条\n" * (LONGEST_CHANGES // 2 - 1) + "条文"
    draft = draft_from(organizer, dumped | {"changes_ja": longest, "changes_en": ""})
    assert draft.changes_ja == longest
    typed = longest.replace("\n", "\r\n")  # as browsers send it

    form = AboutForm({"title": "案", "changes_ja": typed})

    assert form.is_valid(), form.errors
    assert form.cleaned_data["changes_ja"] == longest
    assert not AboutForm({"changes_ja": longest + "。"}).is_valid()
    assert f"“changes_ja” can have at most {LONGEST_CHANGES:,} characters." in str(
        refusal(dumped | {"changes_ja": longest + "。"})
    )


@pytest.mark.parametrize("form", [ClauseForm, HeadingForm, AboutForm])
def test_forms_have_the_limits_of_files(form: type[forms.Form], dumped: dict[str, Any]) -> None:
    kinds = {ClauseForm: dumped["clauses"], HeadingForm: dumped["sections"], AboutForm: [dumped]}
    entry = kinds[form][0]
    tried = [name for name in form.base_fields if isinstance(entry.get(name), str)]
    fields = {name: form.base_fields[name] for name in tried}
    typed = {n: f for n, f in fields.items() if isinstance(f, forms.CharField) and f.max_length}

    assert typed
    for name, field in typed.items():
        before, entry[name] = entry[name], "x" * (int(field.max_length or 0) + 1)
        assert f"at most {field.max_length:,} characters" in str(refusal(dumped))
        entry[name] = before


UNSEEN = [
    pytest.param("\a", id="a bell"),
    pytest.param("\x7f", id="delete"),
    pytest.param("\x85", id="another end of a line"),
    pytest.param(OVERRIDE, id="letters turned around"),
    pytest.param("\u2066", id="letters set apart"),
]
PLACES = [
    ("clauses", "code"),
    ("clauses", "title_ja"),
    ("clauses", "text_ja"),
    ("sections", "code"),
    ("sections", "title_en"),
]


@pytest.mark.parametrize("letter", UNSEEN)
def test_what_nobody_can_see_is_refused_in_files(dumped: dict[str, Any], letter: str) -> None:
    for kind, name in PLACES:
        before = dumped[kind][0][name]
        dumped[kind][0][name] = f"A{letter}1"
        assert f"“{kind}.1.{name}” contains unprintable characters" in str(
            refusal(json.dumps(dumped))
        )
        dumped[kind][0][name] = before

    assert "“changes_en” contains unprintable" in str(
        refusal(dumped | {"changes_en": f"a{letter}b"})
    )
    dumped["parameters"]["penalties"]["penalty_table"][0]["kind"] = f"a{letter}b"
    assert "(penalty_table): It contains an invisible character" in str(refusal(json.dumps(dumped)))


@pytest.mark.parametrize("letter", UNSEEN)
def test_what_nobody_can_see_is_refused_in_forms_by_its_number(letter: str) -> None:
    typed = {"code": f"A{letter}1", "title_ja": f"持{letter}ち点", "text_ja": f"一{letter}行"}
    with translation.override("en"):
        form = ClauseForm(typed, family="riichi", sections=[])
        about = AboutForm({"title": f"a{letter}b", "changes_ja": f"a{letter}b"})

        assert set(form.errors) == set(typed)
        assert set(about.errors) == {"title", "changes_ja"}
        assert f"(U+{ord(letter):04X})" in form.errors["code"][0]


@pytest.mark.parametrize("code", ["", "\n\t ", "\u3000", "\u200b", "\u3164"])
def test_a_code_can_be_seen(dumped: dict[str, Any], code: str) -> None:
    dumped["clauses"][0]["code"] = code

    assert "“clauses.1.code” " in str(refusal(dumped))
    assert (
        "code"
        in ClauseForm(
            {"code": code, "title_ja": "点", "text_ja": "点"}, family="riichi", sections=[]
        ).errors
    )


def test_blanks_around_what_a_file_says_are_taken_away_as_forms_do(
    organizer: Client, dumped: dict[str, Any]
) -> None:
    clause = dumped["clauses"][0]
    code, title = clause["code"], clause["title_ja"]
    clause |= {"code": f" {code}\n", "title_ja": f"\u3000{title} ", "text_ja": "一\r\n二\n"}

    stored = draft_from(organizer, dumped).clauses.order_by("position")[0]

    assert (stored.code, stored.title_ja, stored.text_ja) == (code, title, "一\n二")


def test_a_call_takes_what_the_page_takes(organizer: Client, dumped: dict[str, Any]) -> None:
    draft = draft_from(organizer, dumped)
    at = f"/api/v1/clubs/tonan/rule-sets/kinyoukai/drafts/{draft.pk}"

    def patch(changes: str) -> Any:
        body = {"draft_revision": draft.draft_revision, "changes_ja": changes}
        return organizer.patch(at, json.dumps(body), "application/json")

    assert patch("x" * (LONGEST_CHANGES + 1)).status_code == 400
    assert patch(f"a{OVERRIDE}b").status_code == 400
    assert patch("一\r\n" * (LONGEST_CHANGES // 2)).status_code == 200
    assert organizer.get(page_of(draft)).status_code == 200
