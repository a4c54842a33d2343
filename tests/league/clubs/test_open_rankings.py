"""A club shows everything, its rankings alone, or nothing to people without a login."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.core.audit import Actor
from league.core.days import month_start
from league.core.permissions import Role
from league.models import Club, League, Member, User
from league.rankings.write import close_month
from tests.factories import EVENING, logged_in, make_login, make_user, record
from tests.league.evenings import NINE_PM

pytestmark = pytest.mark.django_db

RANKING, CARD = "/c/tonan/ranking/main/", "/c/tonan/ranking/main/card/"


@pytest.fixture(autouse=True)
def _tonight() -> Iterator[None]:
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def played(league: League, four: list[Member]) -> League:
    record(league, four)
    return league


def show(what: str) -> None:
    Club.objects.update(visibility=what)


@pytest.fixture
def shown(played: League) -> League:
    show("ranking")
    return played


@pytest.mark.parametrize("who", ["nobody", "somebody else's login"])
def test_a_visitor_reads_the_rankings_alone(shown: League, who: str) -> None:
    visitor = Client() if who == "nobody" else logged_in(make_user("stranger"))

    assert "佐藤" in visitor.get(RANKING).text
    assert visitor.get("/c/tonan/", follow=True).redirect_chain[-1][0] == RANKING
    for path in ("members/", "sessions/", "wall/", "rules/", "ranking/main/rating/"):
        assert visitor.get(f"/c/tonan/{path}").status_code in (302, 404)


def test_who_closed_a_month_is_told_to_the_club_alone(shown: League) -> None:
    with time_machine.travel(NINE_PM + timedelta(days=31), tick=False):
        closer = Actor(name="幹事 太郎", role=Role.OWNER)
        close_month(league=shown, month=month_start(EVENING), actor=closer)
        page = f"{RANKING}?month={EVENING:%Y-%m}"
        owner = logged_in(User.objects.get(username="owner"))

        assert "幹事 太郎" in owner.get(page).text
        visited = Client(headers={"Accept-Language": "en"}).get(page).text

    assert "Closed on" in visited
    assert "幹事 太郎" not in visited


def test_a_visitor_is_shown_no_way_to_what_they_may_not_read(shown: League) -> None:
    page = Client().get(RANKING).text

    for part in ("members/", "sessions/", "rules/", "what-if/", "rating/", "calculator/"):
        assert f"/c/tonan/{part}" not in page
    assert CARD in page


def test_a_visitor_who_reads_rankings_alone_gets_no_bar_of_one_button(shown: League) -> None:
    page = Client().get(RANKING).text

    assert 'class="tabbar"' not in page
    assert "has-tabs" not in page


def test_members_see_the_whole_club_as_before(shown: League) -> None:
    page = make_login(shown.club, "常連").get(RANKING).text

    assert "/c/tonan/members/" in page
    assert "rating/" in page


def test_the_kept_page_of_a_member_is_not_sent_to_a_visitor_nor_after_the_club_closes(
    shown: League,
) -> None:
    member = make_login(shown.club, "常連")

    assert "/c/tonan/members/" in member.get(RANKING).text
    first = Client().get(RANKING)
    assert "/c/tonan/members/" not in first.text
    owner = make_login(shown.club, "会長", role=Member.Role.OWNER)
    settings = owner.get("/c/tonan/settings/").context["form"].initial
    assert owner.post("/c/tonan/settings/", settings | {"visibility": "members"}).status_code == 302
    again = Client().get(RANKING, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 302


def test_the_first_page_names_clubs_that_show_something(shown: League) -> None:
    assert "/c/tonan/" in Client().get("/").text
    show("members")
    assert "/c/tonan/" not in Client().get("/").text


def test_programs_without_a_token_read_nothing(shown: League) -> None:
    there = "/api/v1/clubs/tonan/leagues/main/ranking"

    assert Client().get(there).status_code in (401, 403)


class TestCards:
    """What a chat such as LINE shows of a link: it comes without a login."""

    def test_a_public_ranking_says_its_league_month_and_first_three(self, shown: League) -> None:
        page = Client().get(f"{RANKING}?month=2026-11").text

        assert 'property="og:title" content="月例リーグ 2026年11月 – 東南会"' in page
        description = page.split('property="og:description"')[1].split(">")[0]
        assert "1. 佐藤 健一 +41" in description
        assert 'property="og:image" content="http://testserver/static/img/link.png"' in page

    @pytest.mark.parametrize("path", ["/c/tonan/", RANKING, CARD, "/c/tonan/sessions/"])
    def test_nothing_of_a_private_club_is_on_the_card_of_its_link(
        self, played: League, path: str
    ) -> None:
        page: Any = Client().get(path, follow=True)

        assert page.redirect_chain, "to the login"
        for word in ("東南会", "月例リーグ", "佐藤"):
            assert word not in page.text

    def test_a_members_page_of_a_private_club_carries_none(self, played: League) -> None:
        assert "og:" not in make_login(played.club, "常連").get(RANKING).text

    def test_a_name_cannot_leave_its_place(self, shown: League) -> None:
        Member.objects.for_club(shown.club).filter(display_name__startswith="佐藤").update(
            display_name='佐藤"><script>'
        )
        Club.objects.update(name='東"><b>')

        page = Client().get(RANKING).text

        assert '"><script>' not in page
        assert '"><b>' not in page


class TestSharing:
    def test_a_text_ends_with_the_page_it_was_made_of(self, played: League) -> None:
        member = make_login(played.club, "常連")

        text = member.get("/c/tonan/ranking/main/text/").context["text"]

        assert text.splitlines()[-1] == f"http://testserver{RANKING}?month=2026-11"

    def test_a_picture_goes_with_its_link(self, played: League) -> None:
        page = make_login(played.club, "常連").get(CARD).text

        link = f"http://testserver{RANKING}?month=2026-11"
        assert f'data-url="{link}"' in page
        assert f'id="card-link" value="{link}"' in page
