"""Two versions side by side, and what a club changed against the rules that it adopted."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client

from league.models import Club, ClubRuleSet, Member, RuleChange
from league.rulebook.compare import DifferenceSection
from league.rulebook.write import adopt_rule_set, copy_version
from rules.models import RuleVersion
from rules.parameters import override
from tests.factories import ADMIN, league_of, make_club, make_login
from tests.league.evenings import english
from tests.league.rulebook.test_rule_pages import NEW_UMA, draft_of, leave, own_version

pytestmark = pytest.mark.django_db
RULES = "/c/tonan/rules/"


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "member"))


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def kinyoukai(club: Club) -> ClubRuleSet:
    return league_of(club).rule_set


def beside(client: Client, where: str, other: str = "") -> Any:
    """The page of a comparison."""
    return client.get(f"{RULES}{where}/compare/", {"with": other} if other else {})


def differences_in(sections: tuple[DifferenceSection, ...]) -> dict[str, tuple[str, str]]:
    """What differs: name, here, there."""
    return {row.name: (row.here.value, row.there.value) for part in sections for row in part.rows}


def differing(response: HttpResponse) -> dict[str, tuple[str, str]]:
    context: Any = response.context  # type: ignore[attr-defined]
    return differences_in(context["page"].comparison.sections)


def test_a_version_is_compared_with_the_one_before_it_unless_another_is_named(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    own_version(kinyoukai, date(2026, 6, 1), uma=NEW_UMA)

    page = beside(reader, "kinyoukai/2026-06-01")

    assert page.context["page"].chosen == "2015-04-10"
    assert differing(page) == {"Uma by place": ("+20 / +10 / −10 / −20", "+10 / +5 / −5 / −10")}
    assert [part.name for part in page.context["page"].comparison.sections] == ["Settlement"]
    row = page.context["page"].comparison.sections[0].rows[0]
    assert (row.here.clause, row.there.clause) == ("A-3", "A-3")


def test_only_what_differs_is_listed_values_and_words_alike(reader: Client) -> None:
    page = beside(reader, "kinyoukai/2015-04-10")
    both = page.context["page"].comparison

    found = [row for part in both.sections for row in part.rows]
    codes = {row.here.clause for row in found} | {text.code for text in both.texts}
    assert {"G-9", "G-11", "I-4"} == codes - {""}
    assert all(row.here != row.there for row in found)


def test_the_first_version_is_compared_with_what_is_shipped(reader: Client) -> None:
    page = beside(reader, "kinyoukai/2015-04-01")

    assert page.context["page"].chosen == "shipped:kinyoukai@2015-04-01"
    assert page.context["page"].comparison.is_same
    assert "The two versions are the same." in page.text


def test_sets_of_one_family_are_compared_whatever_document_they_follow(
    club: Club, reader: Client
) -> None:
    adopt_rule_set(club=club, key="super-tonpu", actor=ADMIN)

    page = beside(reader, "kinyoukai/2015-04-10", "super-tonpu@2000-01-01")

    found = differing(page)
    assert found["Length"] == ("East and South", "East only")
    assert found["Cold game"] == ("none", "65,000 points")
    assert page.context["page"].comparison.is_one_document is False
    # A-1 of one document is another matter than A-1 of the other
    assert page.context["page"].comparison.texts == ()
    assert "different documents" in page.text


def test_rules_that_mean_nothing_on_one_side_are_said_not_to_apply(reader: Client) -> None:
    page = beside(reader, "kinyoukai/2015-04-10", "shipped:nekohouse-4a@2000-01-01")

    assert differing(page)["Overtime target"] == ("", "30,000 points")
    assert "does not apply" in page.text


def test_houses_that_share_a_document_are_compared_clause_by_clause_where_it_is_the_same(
    club: Club, reader: Client
) -> None:
    adopt_rule_set(club=club, key="nekohouse-4a", actor=ADMIN)

    page = beside(reader, "nekohouse-4a/2000-01-01", "shipped:nekohouse-4b@2000-01-01")

    assert not any(text.code == "M-1" for text in page.context["page"].comparison.texts)
    assert all(text.here and text.there for text in page.context["page"].comparison.texts)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("2015-04-10", id="itself"),
        pytest.param("2026-01-01", id="no such version"),
        pytest.param("super-tonpu@2000-01-01", id="a set that the club does not use"),
        pytest.param("shipped:zung-jung@2000-01-01", id="another family"),
        pytest.param("shipped:kinyokai@2015-04-10", id="nothing shipped"),
        pytest.param("shipped:", id="nothing named"),
    ],
)
def test_there_is_no_comparison_with_what_is_not_there(reader: Client, other: str) -> None:
    assert beside(reader, "kinyoukai/2015-04-10", other).status_code == 404


def test_another_clubs_versions_are_neither_offered_nor_found(reader: Client) -> None:
    other = make_club("seihoku", rule="super-tonpu", owner="someone")
    offered = beside(reader, "kinyoukai/2015-04-10").context["page"].choices

    assert league_of(other).rule_set.slug == "super-tonpu"
    names = [group.name for group in offered]
    assert names == ["Kinyoukai, 2015 edition", "Built-in rule sets"]
    assert beside(reader, "super-tonpu/2000-01-01").status_code == 404


def test_the_choices_say_where_each_version_stands(
    kinyoukai: ClubRuleSet, organizer: Client
) -> None:
    own_version(kinyoukai, date(2026, 6, 1))
    own_version(kinyoukai, date(2026, 7, 1))
    own_version(kinyoukai, date(2099, 6, 1))
    draft_of(kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10)))
    leave(kinyoukai, date(2026, 7, 1))
    leave(kinyoukai, date(2015, 4, 10))
    kinyoukai.rule_set.versions.filter(effective_from=date(2015, 4, 10)).update(
        status=RuleVersion.Status.SUPERSEDED
    )

    with time_machine.travel("2026-11-20T12:00:00+09:00", tick=False):
        page = beside(organizer, "kinyoukai/2015-04-01").context["page"]

    assert sorted(text for _key, text in page.choices[0].options) == [
        "2015-04-10 (superseded)",
        "2026-06-01 (in force now)",
        "2026-07-01 (withdrawn)",
        "2099-06-01 (upcoming)",
        "次の改定 (draft)",
    ]
    assert page.mark == ""


def test_a_withdrawn_version_is_compared_when_it_is_asked_for_and_never_by_itself(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    own_version(kinyoukai, date(2026, 6, 1), uma=NEW_UMA)
    moved = copy_version(
        kinyoukai.rule_set.versions.get(effective_from=date(2026, 6, 1)),
        day=date(2026, 7, 1),
        number=1,
    )
    RuleVersion.objects.filter(pk=moved.pk).update(status=RuleVersion.Status.PUBLISHED)
    leave(kinyoukai, date(2026, 6, 1), kind=RuleChange.Kind.MOVE, arriving=moved)

    usual = beside(reader, "kinyoukai/2026-07-01")
    asked = beside(reader, "kinyoukai/2026-07-01", "2026-06-01")
    own = beside(reader, "kinyoukai/2026-06-01")

    assert usual.context["page"].chosen == "2015-04-10"
    assert set(differing(usual)) == {"Uma by place"}
    assert asked.context["page"].comparison.is_same
    assert own.context["page"].chosen == "2015-04-10"
    assert ">moved</span>" in own.text


@pytest.mark.parametrize("status", ["published", "superseded", "withdrawn"])
def test_the_name_that_a_version_had_as_a_draft_is_never_shown_once_it_was_published(
    kinyoukai: ClubRuleSet, reader: Client, status: str
) -> None:
    own_version(kinyoukai, date(2026, 6, 1))
    kinyoukai.rule_set.versions.filter(effective_from=date(2026, 6, 1)).update(
        title="ウマ30-10案", status=status
    )

    for page in (
        beside(reader, "kinyoukai/2015-04-10", "2026-06-01"),
        beside(reader, "kinyoukai/2026-06-01"),
        reader.get("/c/tonan/rules/kinyoukai/"),
        reader.get("/c/tonan/rules/kinyoukai/2026-06-01/"),
        reader.get("/api/v1/clubs/tonan/rule-sets/kinyoukai"),
        reader.get(
            "/api/v1/clubs/tonan/rule-sets/kinyoukai/versions/2015-04-10/compare?with=2026-06-01"
        ),
    ):
        assert page.status_code == 200
        assert "ウマ30-10案" not in page.text
        assert "2026-06-01" in page.text


def test_drafts_are_compared_by_organizers_alone(
    kinyoukai: ClubRuleSet, reader: Client, organizer: Client
) -> None:
    version = kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10))
    changed = override(version.value, {"uma": NEW_UMA}).model_dump(mode="json")
    draft = draft_of(version, parameters=changed)

    assert beside(reader, f"kinyoukai/{draft.label}").status_code == 404
    assert beside(reader, "kinyoukai/2015-04-10", draft.label).status_code == 404
    page = beside(organizer, f"kinyoukai/{draft.label}")
    assert page.context["page"].chosen == "2015-04-10"  # what it was copied from
    assert set(differing(page)) == {"Uma by place"}


def test_a_draft_that_contradicts_itself_is_not_compared_yet(
    kinyoukai: ClubRuleSet, organizer: Client
) -> None:
    version = kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10))
    draft = draft_of(version, parameters={**version.parameters, "settlement": {"uma": [1]}})

    page = beside(organizer, f"kinyoukai/{draft.label}")

    assert page.status_code == 200
    assert page.context["page"].comparison is None
    assert "contradict" in page.text


def test_a_clause_of_other_words_and_one_that_was_added_are_listed(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    version = own_version(kinyoukai, date(2026, 6, 1))
    version.clauses.filter(code="A-9").update(text_en="Done when let go.", text_ja="手を離れたら")
    version.clauses.filter(code="A-10").update(code="X-1")

    texts = beside(reader, "kinyoukai/2026-06-01").context["page"].comparison.texts

    found = {text.code: (text.here, text.there) for text in texts}
    assert set(found) == {"A-9", "A-10", "X-1"}
    assert found["A-10"][0] is None
    assert found["X-1"][1] is None
    here, there = found["A-9"]
    assert here is not None
    assert there is not None
    assert here.text == "Done when let go."
    assert here.text != there.text


def test_what_the_club_changed_is_said_against_the_shipped_version_of_the_day(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    version = own_version(kinyoukai, date(2026, 6, 1), uma=NEW_UMA)
    version.clauses.filter(code="A-9").update(is_own=True)

    page = reader.get(f"{RULES}kinyoukai/2026-06-01/")

    departures = page.context["page"].departures
    assert departures.source == "Kinyoukai, 2015 edition (built-in), 2015-04-10"
    assert differences_in(departures.sections) == {
        "Uma by place": ("+20 / +10 / −10 / −20", "+10 / +5 / −5 / −10")
    }
    assert [clause.code for clause in departures.own_clauses] == ["A-9"]
    assert "What the club changed" in page.text


def test_rules_that_came_after_the_adoption_are_no_departure(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    version = kinyoukai.rule_set.versions.get(effective_from=date(2015, 4, 10))
    only_then = {name: version.parameters[name] for name in ("family", "game", "settlement")}
    changed = {**only_then, "settlement": {**only_then["settlement"], "uma": list(NEW_UMA)}}
    RuleVersion.objects.filter(pk=version.pk).update(parameters=changed, stated_by={"uma": "A-3"})

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    assert set(differences_in(page.context["page"].departures.sections)) == {"Uma by place"}


def test_a_set_of_the_clubs_own_departs_from_nothing(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    kinyoukai.rule_set.adopted_from = ""
    kinyoukai.rule_set.save()

    page = reader.get(f"{RULES}kinyoukai/2015-04-10/")

    assert page.context["page"].departures is None
    assert "What the club changed" not in page.text
    assert beside(reader, "kinyoukai/2015-04-01").context["page"].chosen.startswith("shipped:")
