"""Rule sets in the database: labels, languages, and the version in force on a day."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils.translation import override

from rules.models import Clause, RuleSet, RuleVersion, Section, version_in_force
from rules.parameters import RiichiParameters

pytestmark = pytest.mark.django_db


@pytest.fixture
def rule_set() -> RuleSet:
    return RuleSet.objects.create(name_ja="会則", name_en="House rules", family="riichi")


def publish(
    rule_set: RuleSet, day: str, number: int = 1, status: str = RuleVersion.Status.PUBLISHED
) -> RuleVersion:
    return RuleVersion.objects.create(
        rule_set=rule_set,
        effective_from=date.fromisoformat(day),
        number=number,
        status=status,
        parameters=RiichiParameters().model_dump(mode="json"),
        changes_ja="ウマ",
        changes_en="Uma",
    )


@pytest.mark.parametrize(
    ("day", "label"),
    [
        pytest.param("2015-03-31", None, id="the day before the first"),
        pytest.param("2015-04-01", "2015-04-01", id="the first day"),
        pytest.param("2015-04-09", "2015-04-01", id="the day before the change"),
        pytest.param("2015-04-10", "2015-04-10.2", id="the day of the change, corrected"),
        pytest.param("2026-11-20", "2015-04-10.2", id="years later"),
    ],
)
def test_a_day_is_played_under_the_last_published_version_before_it(
    rule_set: RuleSet, day: str, label: str | None
) -> None:
    publish(rule_set, "2015-04-01")
    publish(rule_set, "2015-04-10", status=RuleVersion.Status.SUPERSEDED)
    publish(rule_set, "2015-04-10", number=2)
    publish(rule_set, "2015-04-05", status=RuleVersion.Status.DRAFT)
    publish(rule_set, "2015-04-06", status=RuleVersion.Status.WITHDRAWN)

    version = version_in_force(rule_set, date.fromisoformat(day))

    assert (str(version) if version else None) == label


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ja", ["会則", "ウマ", "A-3 精算", "五捨六入"]),
        ("en", ["House rules", "Uma", "A-3 Scores", "go-sha"]),
    ],
)
def test_a_reader_gets_the_rules_in_their_language(
    rule_set: RuleSet, language: str, words: list[str]
) -> None:
    version = publish(rule_set, "2015-04-01")
    clause = Clause.objects.create(
        version=version,
        position=0,
        code="A-3",
        title_ja="精算",
        title_en="Scores",
        text_ja="五捨六入",
        text_en="go-sha",
    )

    with override(language):
        found = [str(rule_set), version.changes, str(clause), clause.text]

    assert found == words
    assert version.value == RiichiParameters()


def test_a_draft_without_a_day_is_in_force_on_none(rule_set: RuleSet) -> None:
    draft = RuleVersion.objects.create(rule_set=rule_set, number=0, parameters={})

    assert draft.label == f"draft-{draft.pk}"
    with pytest.raises(ValueError, match="on none"):
        _ = draft.first_day


def test_a_heading_is_named_in_the_reader_s_language(rule_set: RuleSet) -> None:
    draft = RuleVersion.objects.create(rule_set=rule_set, number=0, parameters={})
    heading = Section(version=draft, position=0, code="G", title_ja="チョンボ", title_en="Chombo")

    with override("ja"):
        assert str(heading) == "G チョンボ"
    with override("en"):
        assert str(heading) == "G Chombo"


def clause_of(rule_set: RuleSet, **written_for: object) -> Clause:
    draft = RuleVersion.objects.create(
        rule_set=rule_set, number=0, parameters=RiichiParameters().model_dump(mode="json")
    )
    return Clause.objects.create(
        version=draft,
        position=0,
        code="A-3",
        title_ja="精算",
        title_en="Settlement",
        text_ja="30,000点返し。",
        text_en="Return 30,000.",
        states=["return_points", "overtime_target"],
        written_for=written_for,
    )


def test_a_clause_is_quoted_as_it_was_written_while_its_values_hold(rule_set: RuleSet) -> None:
    with override("en"):
        assert clause_of(rule_set, return_points=30_000).standing_text == "Return 30,000."


def test_a_clause_written_for_other_values_is_quoted_by_those_that_hold(rule_set: RuleSet) -> None:
    clause = clause_of(rule_set, return_points=25_000)

    with override("en"):
        assert clause.standing_text == "Return points: 30,000 points"
    with override("ja"):
        assert clause.standing_text == "返し点: 30,000点"


def test_a_clause_written_anew_in_one_language_is_quoted_as_written_in_that_one_alone(
    rule_set: RuleSet,
) -> None:
    clause = clause_of(rule_set, return_points=25_000)
    clause.written_for_en = {"return_points": 30_000}

    with override("en"):
        assert clause.standing_text == "Return 30,000."
    with override("ja"):
        assert clause.standing_text == "返し点: 30,000点"


def test_a_draft_is_called_by_its_title_or_its_number_and_a_version_by_its_label(
    rule_set: RuleSet,
) -> None:
    draft = RuleVersion(pk=8, rule_set=rule_set, number=0)
    version = RuleVersion(rule_set=rule_set, number=2, effective_from=date(2015, 4, 10), title="案")

    with override("en"):
        assert draft.name == "Draft 8"
    draft.title = "来春の案"
    assert draft.name == "来春の案"
    assert version.name == "2015-04-10.2"


def test_a_clause_of_a_version_that_cannot_be_read_is_quoted_as_written(rule_set: RuleSet) -> None:
    clause = clause_of(rule_set, return_points=25_000)
    clause.version.parameters = {"family": "riichi", "game": {"players": 7}}

    with override("en"):
        assert clause.standing_text == "Return 30,000."
