"""Taking a shipped rule set into use: two clicks, never twice by accident."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils.html import escape

from league.models import AuditEvent, Club, ClubRuleSet, League, Member
from league.rulebook.shipped import can_settle
from league.rulebook.write import adopt_rule_set
from rules.presets import load, shipped_keys
from tests.factories import ADMIN, league_of, make_login
from tests.league.evenings import english, queries_of

pytestmark = pytest.mark.django_db
ADOPT = "/c/tonan/rules/adopt/"


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def sets_of(club: Club) -> list[str]:
    """The keys under which the club uses its sets."""
    return list(ClubRuleSet.objects.for_club(club).values_list("slug", flat=True))


def test_every_shipped_set_is_listed_and_those_in_use_are_marked(organizer: Client) -> None:
    page = organizer.get(ADOPT)

    choices = [each for group in page.context["groups"] for each in group.choices]
    assert sorted(choice.key for choice in choices) == sorted(shipped_keys())
    assert [choice.key for choice in choices if choice.in_use] == ["kinyoukai"]
    for choice in choices:
        assert f'href="{ADOPT}{choice.key}/"' in page.text
        assert choice.note in page.text
        assert escape(choice.source) in page.text


@pytest.mark.parametrize("key", shipped_keys())
def test_a_set_is_shown_before_it_is_adopted(organizer: Client, key: str) -> None:
    page = organizer.get(f"{ADOPT}{key}/")

    assert page.status_code == 200
    assert page.text.count("timeline__item") >= len(load(key).versions)
    settles = can_settle(load(key).versions[-1].parameters)
    assert ("Adopt and open a league" in page.text) == settles


def test_the_second_click_adopts(club: Club, organizer: Client) -> None:
    offered = organizer.get(f"{ADOPT}nekohouse-3a/").context["page"]["slug"]
    response = organizer.post(f"{ADOPT}nekohouse-3a/", {"slug": offered, "do": "adopt"})

    assert response["Location"] == "/c/tonan/rules/nekohouse-3a/"
    assert sets_of(club) == ["kinyoukai", "nekohouse-3a"]
    assert League.objects.for_club(club).count() == 1
    event = AuditEvent.objects.for_club(club).filter(type="rule_set.adopted").last()
    assert event is not None
    assert event.actor_name == "organizer"


def test_or_it_adopts_and_opens_a_league(club: Club, organizer: Client) -> None:
    response = organizer.post(f"{ADOPT}nekohouse-boo/", {"slug": "nekohouse-boo", "do": "open"})

    league = League.objects.for_club(club).get(slug="nekohouse-boo")
    assert response["Location"] == "/c/tonan/settings/leagues/nekohouse-boo/"
    assert league.rule_set.slug == "nekohouse-boo"
    assert league.name == load("nekohouse-boo").name_ja  # the club writes Japanese
    assert list(League.objects.for_club(club)) == [league_of(club), league]


def test_a_double_click_adopts_once_and_says_so(club: Club, organizer: Client) -> None:
    sent = {"slug": "nekohouse-3a", "do": "open"}
    organizer.post(f"{ADOPT}nekohouse-3a/", sent)
    again = organizer.post(f"{ADOPT}nekohouse-3a/", sent)

    assert again.status_code == 422
    assert "already uses a rule set with that name" in again.text
    assert sets_of(club) == ["kinyoukai", "nekohouse-3a"]
    assert League.objects.for_club(club).count() == 2


def test_a_set_adopted_a_second_time_on_purpose_has_a_key_and_a_name_of_its_own(
    club: Club, organizer: Client
) -> None:
    page = organizer.get(f"{ADOPT}kinyoukai/")
    assert page.context["page"]["slug"] == "kinyoukai-2"
    assert "The club already uses this set" in page.text

    organizer.post(f"{ADOPT}kinyoukai/", {"slug": "kinyoukai-2", "do": "adopt"})
    organizer.post(f"{ADOPT}kinyoukai/", {"slug": "kinyoukai-3", "do": "adopt"})

    assert sets_of(club) == ["kinyoukai", "kinyoukai-2", "kinyoukai-3"]
    names = [each.rule_set.name_en for each in ClubRuleSet.objects.for_club(club)]
    assert [name[-3:] for name in names] == ["ion", "(2)", "(3)"]
    assert {each.rule_set.adopted_from for each in ClubRuleSet.objects.for_club(club)} == {
        "kinyoukai"
    }


@pytest.mark.parametrize(
    "slug", ["", "other", "nekohouse-3a-0", "nekohouse-3a-x", "nekohouse-3a-12345", "nekohouse-3b"]
)
def test_a_key_that_no_page_offered_is_refused(club: Club, organizer: Client, slug: str) -> None:
    response = organizer.post(f"{ADOPT}nekohouse-3a/", {"slug": slug, "do": "adopt"})

    assert response.status_code == 422
    assert sets_of(club) == ["kinyoukai"]


def test_what_is_not_shipped_is_not_found(organizer: Client) -> None:
    assert organizer.get(f"{ADOPT}nekohouse-5a/").status_code == 404
    assert organizer.post(f"{ADOPT}nekohouse-5a/", {"slug": "nekohouse-5a"}).status_code == 404


def test_the_list_takes_as_many_queries_however_many_sets_are_in_use(
    club: Club, organizer: Client
) -> None:
    before = len(queries_of(organizer, ADOPT))
    for key in ("nekohouse-3a", "nekohouse-3b", "zung-jung"):
        adopt_rule_set(club=club, key=key, actor=ADMIN)

    assert len(queries_of(organizer, ADOPT)) == before
