"""Forms that no page makes, with values that are none: a draft stays readable whatever it holds."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from league.models import Member
from league.rulebook.typed import lenient, problems_of, stored_form, typed_values
from league.rulechanges.drafts import words_of
from league.rulechanges.parameter_fields import RowWidget
from rules import words
from rules.models import RuleVersion
from rules.parameters import FAMILIES
from rules.parameters.base import sections_of
from tests.factories import league_of, make_club, make_draft, make_login
from tests.league.evenings import english
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import form_of, page_of, save, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

RULES = {"riichi": "kinyoukai", "boo": "nekohouse-boo", "zung_jung": "zung-jung"}
JUNK = ["zzz", "", "-", "-1", "9" * 30, "0.5", "yes", "open_options", "{{ }}<b>", "１２3"]


def junk_for(family: str, name: str, typed: str) -> dict[str, list[str]]:
    """Every field that a parameter of any layout may have, each with the same text."""
    return {cell: [typed] for cell in cells_of(family, name)}


@cache
def cells_of(family: str, name: str) -> list[str]:
    """The fields of a parameter: those of every layout, if it has rows."""
    key = f"p-{name}"
    form = form_of(family, typed_values(family, {}), [name])
    if not isinstance(form[name].field.widget, RowWidget):
        return [key]
    cells = [f"{key}-{at}" for at in range(5)]
    return cells + [f"{key}-{row}-{at}" for row in range(2) for at in range(8)]


def kept_as(draft: RuleVersion, section: str, name: str, value: Any) -> None:
    """Store a value past every form, as an older release or another program left it."""
    parameters = {**draft.parameters, section: {**draft.parameters[section], name: value}}
    RuleVersion.objects.filter(pk=draft.pk).update(parameters=parameters)


def typed_as(family: str, name: str, text: str) -> dict[str, Any]:
    """The family's values, a parameter's being what a form with that text makes of it."""
    now = typed_values(family, {})
    data = QueryDict(mutable=True)
    data["shown"] = name
    for key, texts in junk_for(family, name, text).items():
        data.setlist(key, texts)
    return {**now, **form_of(family, now, [name], data).cleaned_data}


@pytest.mark.parametrize("family", RULES)
def test_every_value_can_be_said_and_shown_whatever_was_typed_for_it(family: str) -> None:
    for name in sections_of(FAMILIES[family]):
        for junk in JUNK:
            typed = typed_as(family, name, junk)
            shown = lenient(family, typed)
            problems_of(family, stored_form(family, typed))
            for each in sections_of(FAMILIES[family]):
                words.applies(shown, each)

            assert isinstance(words_of(shown, name, typed[name]), str), (name, junk)
            assert form_of(family, typed, [name])[name].label


@pytest.mark.parametrize("family", RULES)
def test_a_draft_with_junk_in_every_field_is_read_compared_and_thrown_away(family: str) -> None:
    club = make_club("neko", rule=RULES[family])
    league = league_of(club)
    draft = make_draft(league, day=None)
    organizer = english(make_login(club, "organizer", Member.Role.ORGANIZER))
    at = f"/c/neko/rules/{league.rule_set.slug}/drafts/{draft.pk}/"
    known = sections_of(FAMILIES[family])
    form: dict[str, Any] = {"shown": list(known), "revision": 0}
    for number, name in enumerate(known):
        form |= junk_for(family, name, JUNK[number % len(JUNK)])

    answers = [organizer.post(f"{at}save/", form)]
    answers += [organizer.get(f"{at}{page}") for page in ("", "?only=wrong", "try/", "publish/")]
    answers.append(organizer.post(f"{at}save/", {**form, "p-score_name": "second"}))
    draft.refresh_from_db()
    organizer.post(f"{at}delete/", {"revision": draft.draft_revision})
    answers.append(organizer.post(f"{at}save/", {**form, "p-score_name": "third"}))

    assert [page.status_code for page in answers] == [302, 200, 200, 200, 200, 409, 409]


@pytest.mark.parametrize(
    ("section", "name", "fields", "kept"),
    [
        pytest.param(
            "event", "open_options", {"p__open_options": ["zzz", "uma"]}, ["uma"], id="parameter"
        ),
        pytest.param(
            "yaku", "exclusive_yaku",
            {"p__exclusive_yaku__0__0": "zzz", "p__exclusive_yaku__0__1": "zzz",
             "p__exclusive_yaku__1__0": "zzz", "p__exclusive_yaku__1__1": "pinfu"},
            [["", "pinfu"]], id="yaku",
        ),
    ],
)  # fmt: skip
def test_a_name_that_stands_for_nothing_is_not_stored(
    organizer: Client, draft: RuleVersion, section: str, name: str, fields: Any, kept: list[Any]
) -> None:
    save(organizer, draft, shown=[name], **fields)

    assert stored(draft, section, name) == kept
    assert organizer.get(page_of(draft)).status_code == 200


@pytest.mark.parametrize(
    ("section", "name", "value", "shown"),
    [
        pytest.param("event", "open_options", ["zzz"], "“zzz”", id="parameter"),
        pytest.param(
            "yaku", "exclusive_yaku", [["zzz", "pinfu"]], "“zzz / pinfu”", id="pair of yaku"
        ),
    ],
)
def test_a_stored_name_that_stands_for_nothing_is_shown_as_it_was_typed(
    organizer: Client, draft: RuleVersion, section: str, name: str, value: Any, shown: str
) -> None:
    kept_as(draft, section, name, value)

    overview = organizer.get(page_of(draft))
    pages = [organizer.get(page_of(draft, f"?section={section}"))]
    pages += [organizer.get(page_of(draft, page)) for page in ("try/", "clauses/", "publish/")]

    assert overview.status_code == 200
    assert shown in text(overview)
    assert {page.status_code for page in pages} == {200}


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"shown": "open_options", "p-open_options": "zzz"}, id="parameter"),
        pytest.param(
            {"shown": "exclusive_yaku", "p-exclusive_yaku-0-0": "zzz",
             "p-exclusive_yaku-0-1": "pinfu"}, id="yaku",
        ),
    ],
)  # fmt: skip
def test_who_comes_too_late_with_such_a_name_is_told_so_and_keeps_the_rest(
    organizer: Client, draft: RuleVersion, fields: dict[str, str]
) -> None:
    kept_as(draft, "event", "open_options", ["gone"])
    save(organizer, draft, shown=["tie"], p__tie="share_uma")
    mine = {**fields, "shown": [fields["shown"], "score_name"], "p-score_name": "ポイ"}

    merge = organizer.post(page_of(draft, "save/"), {**mine, "revision": "0"})
    organizer.post(page_of(draft, "delete/"), {"revision": "1"})
    gone = organizer.post(page_of(draft, "save/"), {**mine, "revision": "1"})

    assert (merge.status_code, gone.status_code) == (409, 409)
    assert "ポイ" in text(merge)
    assert "ポイ" in text(gone)


@pytest.mark.parametrize("page", ["", "publish/", "save/", "delete/", "clauses/", "headings/"])
@pytest.mark.parametrize("number", [2**63 - 1, 2**63, int("9" * 40)], ids=["most", "over", "far"])
def test_a_number_that_no_draft_can_have_is_not_there(
    organizer: Client, draft: RuleVersion, page: str, number: int
) -> None:
    address = page_of(draft).replace(f"/{draft.pk}/", f"/{number}/") + page

    answers = [organizer.get(address), organizer.post(address, {"revision": "0"})]

    assert 404 in {page.status_code for page in answers}
    assert {page.status_code for page in answers} <= {404, 405}
