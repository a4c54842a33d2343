"""A clause's text grows old language by language: only what was written anew speaks of now."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from league.archive.document import dump_club, load_archive
from league.models import League
from league.rulebook.files import dump_version, load_version
from league.rulechanges.draft_write import begin_draft, import_draft
from rules.models import Clause, RuleVersion
from tests.factories import ADMIN
from tests.league.rulechanges.changes import publish, text
from tests.league.rulechanges.draft_forms import page_of, save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

JA, EN = "ウマは15-5。", "Uma is 15-5."
NOW, BEFORE = [15_000, 5_000, -5_000, -15_000], [10_000, 5_000, -5_000, -10_000]


@pytest.fixture
def draft(league: League, organizer: Client) -> RuleVersion:
    """A draft with the book of the newest version, and another uma."""
    source = league.rule_set.rule_set.versions.get(effective_from="2015-04-10")
    made = begin_draft(in_club=league.rule_set, source=source, title="", day=None, actor=ADMIN)
    row = {f"p__uma__{at}": str(value) for at, value in enumerate(NOW)}
    save(organizer, made, shown=["uma"], **row)
    made.refresh_from_db()
    return made


def clause_of(draft: RuleVersion, code: str = "A-3") -> Clause:
    return RuleVersion.objects.get(pk=draft.pk).clauses.get(code=code)


def write(client: Client, draft: RuleVersion, **typed: Any) -> Any:
    """Save the clause's form with these fields typed over."""
    clause = clause_of(draft)
    form = {
        "revision": clause.version.draft_revision,
        "clause": clause.pk,
        "p-states": clause.states,
        **{n: getattr(clause, n) for n in ("code", "section", "title_ja", "title_en")},
        "text_ja": clause.text_ja,
        "text_en": clause.text_en,
    }
    return client.post(page_of(draft, "clauses/"), {**form, **typed}, follow=True)


def standing(clause: Clause) -> dict[str, str]:
    """What readers of each language are shown behind a score."""
    found = {}
    for language in ("ja", "en"):
        with translation.override(language):
            found[language] = clause.standing_text
    return found


@pytest.mark.parametrize(
    ("typed", "ja", "en", "left"),
    [
        pytest.param({}, BEFORE, BEFORE, "Japanese / English", id="neither"),
        pytest.param({"text_ja": JA}, NOW, BEFORE, "English", id="Japanese written anew"),
        pytest.param({"text_en": EN}, BEFORE, NOW, "Japanese", id="English written anew"),
        pytest.param({"text_ja": JA, "text_en": EN}, NOW, NOW, "", id="both written anew"),
        pytest.param({"text_ja": JA, "fits_en": "on"}, NOW, NOW, "", id="the other one fits"),
        pytest.param({"fits_ja": "on"}, NOW, BEFORE, "English", id="one fits as it stands"),
        pytest.param({"fits_ja": "on", "fits_en": "on"}, NOW, NOW, "", id="both fit"),
        pytest.param({"text_ja": JA, "text_en": ""}, NOW, NOW, "", id="one text for all"),
    ],
)
def test_each_language_is_for_the_values_for_which_it_was_written(
    organizer: Client,
    draft: RuleVersion,
    typed: dict[str, str],
    ja: list[int],
    en: list[int],
    left: str,
) -> None:
    answer = text(write(organizer, draft, **typed))

    clause = clause_of(draft)
    assert clause.values_written_for("ja")["uma"] == ja
    assert clause.values_written_for("en")["uma"] == en
    found = f"A-3: the text in {left} dates from before the values changed."
    assert (found in answer) == bool(left)
    shown = standing(clause)
    assert (shown["ja"] == clause.text_ja) == (ja == NOW)
    assert (shown["en"] == clause.text_en) == (en == NOW)
    assert ("−15" in shown["en"]) == (en == BEFORE)


def test_the_list_names_the_language_that_is_behind_and_takes_a_word_that_it_fits(
    organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft, text_ja=JA)
    page = organizer.get(page_of(draft, "clauses/"))
    clause = clause_of(draft)

    assert "English out of date" in text(page)
    assert "The English text was written for Uma by place: +10 / +5 / −5 / −10." in text(page)
    fits = {"revision": clause.version.draft_revision, "clause": clause.pk, "fits": "en"}
    organizer.post(page_of(draft, "clauses/"), fits)

    assert "out of date" not in text(organizer.get(page_of(draft, "clauses/")))
    assert clause_of(draft).text_en == clause.text_en


def test_a_text_that_fits_as_it_stands_stays_the_shipped_one(
    organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft, fits_ja="on", fits_en="on")

    assert not clause_of(draft).is_own


def test_a_value_that_is_stated_anew_is_taken_as_it_is_now(
    organizer: Client, draft: RuleVersion
) -> None:
    states = [*clause_of(draft).states, "chip_value"]

    write(organizer, draft, **{"p-states": states})

    clause = clause_of(draft)
    assert clause.values_written_for("en")["chip_value"] == 0
    assert clause.values_written_for("en")["uma"] == BEFORE


def test_the_published_book_shows_values_where_the_language_is_behind(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft, text_ja=JA)
    draft.refresh_from_db()
    publish(league, draft)
    draft.refresh_from_db()

    for language, is_there in (("ja", True), ("en", False)):
        url = f"/c/tonan/rules/kinyoukai/{draft.label}/"
        organizer.cookies["django_language"] = language
        page = organizer.get(url)
        found = [
            each
            for part in page.context["page"].book.sections
            for each in part.clauses
            if each.clause.code == "A-3"
        ]
        assert [bool(each.text) for each in found] == [is_there], language


def test_files_and_archives_keep_for_which_values_each_language_was_written(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft, text_en=EN)
    draft = RuleVersion.objects.get(pk=draft.pk)

    file = load_version(dump_version(draft))
    copy = import_draft(in_club=league.rule_set, file=file, title="", based_on=None, actor=ADMIN)
    archived = dump_club(league.club)
    archived["club"]["slug"] = "again"
    brought = load_archive(archived)

    theirs = Clause.objects.filter(version__rule_set__in_club__club=brought, code="A-3")
    found = [clause_of(copy), *theirs.filter(version__status="draft", text_en=EN)]
    assert [clause.written_for_en for clause in found] == [{"uma": NOW}] * 3
    assert [clause.written_for["uma"] for clause in found] == [BEFORE] * 3
