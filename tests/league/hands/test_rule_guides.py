"""The pages beside a rulebook: whose they are, and what a club changed."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.hands.yaku_list import YakuEntry, YakuGroup
from league.models import Club, ClubRuleSet, Member
from rules.models import RuleVersion
from tests.factories import league_of, make_login
from tests.league.evenings import english
from tests.league.rulebook.test_rule_pages import draft_of, own_version

pytestmark = pytest.mark.django_db
RULES = "/c/tonan/rules/"


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "member"))


@pytest.fixture
def kinyoukai(club: Club) -> ClubRuleSet:
    return league_of(club).rule_set


def entry_of(page: Any, key: str) -> YakuEntry:
    """A yaku of the list."""
    groups: tuple[YakuGroup, ...] = page.context["list"]["groups"]
    return next(entry for group in groups for entry in group.entries if entry.key == key)


def test_a_value_that_the_club_changed_stands_beside_the_documents(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    own_version(kinyoukai, date(2026, 6, 1), han_chinitsu=(5, 4), chiitoi_four_alike=True)

    page = reader.get(f"{RULES}kinyoukai/2026-06-01/yaku/")

    entry = entry_of(page, "chinitsu")
    assert (entry.worth, entry.opened) == ("5 han", "4 han when open")
    assert "5 han" in [group.title for group in page.context["list"]["groups"]]
    assert "changed by the club; originally: 6 han, 5 when open" in page.text
    assert entry_of(page, "pinfu").as_shipped == ""


@pytest.mark.parametrize("page", ["yaku", "fu"])
@pytest.mark.parametrize(
    "where", ["nowhere/2015-04-10", "kinyoukai/1999-01-01", "kinyoukai/nonsense"]
)
def test_what_is_no_version_has_no_pages_beside_its_book(
    kinyoukai: ClubRuleSet, reader: Client, page: str, where: str
) -> None:
    assert reader.get(f"{RULES}{where}/{page}/").status_code == 404


@pytest.mark.parametrize("page", ["yaku", "fu"])
def test_a_drafts_pages_are_for_organizers_alone(
    club: Club, kinyoukai: ClubRuleSet, reader: Client, page: str
) -> None:
    draft = draft_of(kinyoukai.rule_set.versions.latest("effective_from"))
    organizer = make_login(club, "organizer", Member.Role.ORGANIZER)

    where = f"{RULES}kinyoukai/{draft.label}/{page}/"
    assert reader.get(where).status_code == 404
    assert organizer.get(where).status_code == 200


@pytest.mark.parametrize("page", ["yaku", "fu"])
def test_a_draft_that_contradicts_itself_has_no_list_and_no_guide_yet(
    club: Club, kinyoukai: ClubRuleSet, page: str
) -> None:
    version = kinyoukai.rule_set.versions.latest("effective_from")
    draft = draft_of(version)
    broken = {**version.parameters, "hand": {"counting": "table"}}
    RuleVersion.objects.filter(pk=draft.pk).update(parameters=broken)
    organizer = english(make_login(club, "organizer", Member.Role.ORGANIZER))

    answer = organizer.get(f"{RULES}kinyoukai/{draft.label}/{page}/")

    assert answer.status_code == 200
    assert "contradict each other" in answer.text


def test_a_set_of_the_clubs_own_making_is_held_against_nothing(
    kinyoukai: ClubRuleSet, reader: Client
) -> None:
    kinyoukai.rule_set.adopted_from = ""
    kinyoukai.rule_set.save()
    version: RuleVersion = kinyoukai.rule_set.versions.latest("effective_from")

    page = reader.get(f"{RULES}kinyoukai/{version.label}/yaku/")

    assert page.context["guide"].shipped == ""
    assert "originally" not in page.text
