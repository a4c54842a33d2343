"""A club's leagues: a further one is opened, renamed, listed elsewhere, taken out of play."""

from __future__ import annotations

import pytest
from django.test import Client

from league.clubs.write import open_league
from league.core.errors import LeagueError
from league.models import AuditEvent, Club, ClubRuleSet, League, Member
from league.rulebook.write import adopt_rule_set
from tests.factories import ADMIN, league_of, make_club, make_login
from tests.league.evenings import english

pytestmark = pytest.mark.django_db
SETTINGS = "/c/tonan/settings/"
NEW = f"{SETTINGS}leagues/new/"
FORM = {"name": "三人打ちリーグ", "slug": "Sanma", "rule_set": "kinyoukai", "minimum_games": "4"}


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def leagues_of(club: Club) -> list[str]:
    """The club's leagues by their addresses, as they are listed."""
    return list(League.objects.for_club(club).values_list("slug", flat=True))


def test_a_second_league_is_opened_under_rules_of_the_club(club: Club, organizer: Client) -> None:
    response = organizer.post(NEW, FORM | {"guests_ranked": "on"})

    league = League.objects.for_club(club).get(slug="sanma")
    assert response["Location"] == f"{SETTINGS}leagues/sanma/"
    assert league.rule_set == league_of(club).rule_set
    assert (league.name, league.minimum_games, league.guests_ranked) == ("三人打ちリーグ", 4, True)
    assert leagues_of(club) == ["main", "sanma"]
    assert AuditEvent.objects.for_club(club).filter(type="league.created").count() == 2


def test_or_under_a_shipped_set_that_is_taken_over_along_with_it(
    club: Club, organizer: Client
) -> None:
    organizer.post(NEW, FORM | {"rule_set": "shipped:nekohouse-3a"})

    league = League.objects.for_club(club).get(slug="sanma")
    assert league.rule_set.slug == "nekohouse-3a"
    assert league.rule_set.rule_set.versions.exists()
    assert organizer.get("/c/tonan/ranking/sanma/").status_code == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("slug", "main", id="address taken"),
        pytest.param("slug", "new", id="the address of this page"),
        pytest.param("slug", "三麻", id="address of other letters"),
        pytest.param("name", "", id="no name"),
        pytest.param("rule_set", "", id="no rules"),
        pytest.param("rule_set", "nekohouse-3a", id="a set that the club does not use"),
        pytest.param("rule_set", "shipped:nekohouse-5a", id="nothing shipped"),
        pytest.param("minimum_games", "-1", id="fewer games than none"),
    ],
)
def test_a_league_that_cannot_be_is_refused_and_nothing_is_adopted(
    club: Club, organizer: Client, field: str, value: str
) -> None:
    response = organizer.post(NEW, FORM | {"rule_set": "shipped:nekohouse-3a"} | {field: value})

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert leagues_of(club) == ["main"]
    assert ClubRuleSet.objects.for_club(club).count() == 1


def test_the_rules_can_be_chosen_beforehand(organizer: Client) -> None:
    page = organizer.get(f"{NEW}?rules=kinyoukai")

    assert '<option value="kinyoukai" selected>' in page.text


def test_another_clubs_rules_open_no_league(club: Club) -> None:
    elsewhere = make_club("seihoku", owner="someone")

    with pytest.raises(LeagueError) as refused:
        open_league(
            club=club, rule_set=league_of(elsewhere).rule_set, slug="x", name="x", actor=ADMIN
        )

    assert refused.value.field == "rule_set"
    assert leagues_of(club) == ["main"]


def test_leagues_are_listed_as_the_club_likes(club: Club, organizer: Client) -> None:
    for slug in ("cup", "sanma"):
        open_league(club=club, rule_set=league_of(club).rule_set, slug=slug, name=slug, actor=ADMIN)
    assert leagues_of(club) == ["main", "cup", "sanma"]

    organizer.post(f"{SETTINGS}leagues/sanma/move/", {"to": "up"})
    assert leagues_of(club) == ["main", "sanma", "cup"]
    organizer.post(f"{SETTINGS}leagues/main/move/", {"to": "down"})
    assert leagues_of(club) == ["sanma", "main", "cup"]


@pytest.mark.parametrize(("slug", "to"), [("main", "up"), ("cup", "down")])
def test_the_first_stays_first_and_the_last_stays_last(
    club: Club, organizer: Client, slug: str, to: str
) -> None:
    open_league(club=club, rule_set=league_of(club).rule_set, slug="cup", name="杯", actor=ADMIN)
    organizer.post(f"{SETTINGS}leagues/{slug}/move/", {"to": to})

    assert leagues_of(club) == ["main", "cup"]
    assert not AuditEvent.objects.for_club(club).filter(type="leagues.ordered").exists()


def test_a_league_is_renamed_and_taken_out_of_play_and_its_ranking_stays(
    club: Club, organizer: Client
) -> None:
    organizer.post(
        f"{SETTINGS}leagues/main/", {"name": "旧月例リーグ", "minimum_games": "0"}
    )  # in play is left unticked

    league = league_of(club)
    assert (league.name, league.is_active) == ("旧月例リーグ", False)
    assert organizer.get("/c/tonan/ranking/main/").status_code == 200
    assert ">ended<" in organizer.get(SETTINGS).text


def test_a_set_that_the_club_adopted_is_offered_as_its_own(club: Club, organizer: Client) -> None:
    adopt_rule_set(club=club, key="zung-jung", actor=ADMIN)
    offered = dict(organizer.get(NEW).context["form"].fields["rule_set"].choices)

    own, shipped = (dict(options) for options in offered.values())
    assert list(own) == ["kinyoukai", "zung-jung"]
    assert "shipped:zung-jung" not in shipped
    assert "shipped:zung-jung-v33" in shipped
