"""Rule sets in the database: labels, languages, and the version in force on a day."""

from __future__ import annotations

from datetime import date

import pytest
from django.utils.translation import override

from rules.models import Clause, RuleSet, RuleVersion, version_in_force
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
        said = [str(rule_set), version.changes, str(clause), clause.text]

    assert said == words
    assert version.value == RiichiParameters()
