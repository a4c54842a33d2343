"""Links by which a TV, a screen or another site reads one page of a club without a login."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from league.clubs.reading_links import link_by_secret, make_reading_link, site_of
from league.core.access import PASS_COOKIE, pass_token
from league.core.days import day_turns
from league.core.errors import LeagueError
from league.models import Club, EveningPass, League, Member, ReadingLink, Session
from tests.factories import (
    ADMIN,
    EVENING,
    ClubWorld,
    logged_in,
    make_link,
    make_world,
    reading_secret,
)
from tests.league.addresses import policy, weak_spots, writing
from tests.league.evenings import NINE_PM

pytestmark = pytest.mark.django_db

MADE = re.compile(r'id="link" value="http://testserver(/look/[-\w]+/)"')


@pytest.fixture
def world() -> Any:
    with time_machine.travel(NINE_PM, tick=False):
        yield make_world()


def secret(world: ClubWorld, shows: str) -> str:
    if shows == "evening":
        make_link(world.club, "evening")
    return reading_secret(world.club, shows)


def name_there(world: ClubWorld) -> str:
    """Somebody who played tonight."""
    return str(world.game.seats.all()[0].member.display_name)


@pytest.mark.parametrize("shows", ["wall", "ranking", "evening"])
def test_a_screen_without_a_login_reads_the_page_of_its_link_in_a_private_club(
    world: ClubWorld, shows: str
) -> None:
    screen = Client()

    page = screen.get(f"/look/{secret(world, shows)}/")

    assert page.status_code == 200
    assert name_there(world) in page.text
    assert screen.cookies.output() == ""
    assert page["Cache-Control"] == "private, no-store"
    assert page["X-Robots-Tag"] == "noindex"
    assert weak_spots(page) == []


@pytest.mark.parametrize("shows", ["wall", "ranking", "evening"])
def test_a_link_opens_nothing_else_of_the_club(world: ClubWorld, shows: str) -> None:
    screen = Client()
    page = screen.get(f"/look/{secret(world, shows)}/")

    assert f"/c/{world.club.slug}/" not in page.text, "links would lead to the login"
    for path in ("", "wall/", f"ranking/{world.league.slug}/", f"sessions/{world.session.pk}/"):
        assert screen.get(f"/c/{world.club.slug}/{path}").status_code == 302


@pytest.mark.parametrize(
    ("path", "shows"),
    [
        pytest.param("/embed/{}/", "wall", id="a wall is not embedded"),
        pytest.param("/embed/{}/", "evening", id="an evening is not embedded"),
        pytest.param("/look/{}/board/", "ranking", id="rankings have no wall"),
        pytest.param("/look/{}/board/", "evening", id="an evening has no wall"),
    ],
)
def test_a_link_opens_no_other_page(world: ClubWorld, path: str, shows: str) -> None:
    assert Client().get(path.format(secret(world, shows))).status_code == 404


@pytest.mark.parametrize("path", ["/look/{}/", "/look/{}/board/"])
def test_an_ended_link_shows_nobody_any_more(world: ClubWorld, path: str) -> None:
    owner, screen = logged_in(world.users["owner"]), Client()
    there = path.format(reading_secret(world.club, "wall"))
    tag = screen.get(there).headers.get("ETag", "")

    ended = owner.post(f"/c/{world.club.slug}/links/{world.wall_link.pk}/end/")

    assert ended.status_code == 302
    page = screen.get(there, headers={"If-None-Match": tag})
    assert page.status_code == 410
    assert name_there(world) not in page.text


def test_an_ended_link_is_framed_by_nobody(world: ClubWorld) -> None:
    ReadingLink.objects.for_club(world.club).update(ended_at=NINE_PM)

    page = Client().get(f"/embed/{reading_secret(world.club, 'ranking')}/")

    assert page.status_code == 410
    assert weak_spots(page) == []


@pytest.mark.parametrize("guess", ["x", "x" * 10_000, "%00", "..%2F", "é"])
def test_a_guessed_link_opens_nothing(world: ClubWorld, guess: str) -> None:
    for path in (f"/look/{guess}/", f"/embed/{guess}/", f"/look/{guess}/board/"):
        assert Client().get(path).status_code == 404


def test_a_link_of_one_club_shows_nothing_of_another(world: ClubWorld) -> None:
    other = make_world("seihoku", rule="super-tonpu", league="abroad")
    Club.objects.filter(pk=other.club.pk).update(name="西北会")

    page = Client().get(f"/look/{reading_secret(other.club, 'ranking')}/?league=abroad")
    stolen = Client().get(
        f"/look/{reading_secret(other.club, 'ranking')}/?league={world.league.slug}"
    )

    assert page.status_code == 200
    assert world.club.name not in page.text
    assert stolen.status_code == 404


def test_organizers_make_a_link_and_see_its_address_once(world: ClubWorld) -> None:
    organizer = logged_in(world.users["organizer"])
    links = f"/c/{world.club.slug}/links/"

    made = organizer.post(links, {"name": "入口のテレビ", "shows": "ranking"})

    found = MADE.search(made.text)
    assert found
    assert made["Cache-Control"] == "private, no-store"
    assert Client().get(found[1]).status_code == 200
    again = organizer.get(links)
    assert "入口のテレビ" in again.text
    assert found[1] not in again.text
    stored = ReadingLink.objects.for_club(world.club).values_list("digest", flat=True)
    assert all(found[1].split("/")[2] not in digest for digest in stored)


def test_the_same_page_comes_whoever_is_logged_in_there(world: ClubWorld) -> None:
    """A member's own line is not marked on the TV, nor their menu shown."""
    there = f"/look/{reading_secret(world.club, 'ranking')}/"

    assert logged_in(world.users["owner"]).get(there).text == Client().get(there).text


def test_a_screen_reads_in_the_clubs_language(world: ClubWorld) -> None:
    there = f"/look/{reading_secret(world.club, 'ranking')}/"

    page = Client(headers={"Accept-Language": "en"}).get(there)

    assert '<html lang="ja">' in page.text
    assert page["Content-Language"] == "ja"


def test_a_screen_writes_nothing(world: ClubWorld) -> None:
    for path in ("look/{}/", "look/{}/board/"):
        with writing() as written:
            Client().get("/" + path.format(reading_secret(world.club, "wall")))
        assert written == []


class TestFrames:
    def test_the_ranking_is_framed_by_the_named_site_alone(self, world: ClubWorld) -> None:
        ReadingLink.objects.for_club(world.club).filter(shows="ranking").update(
            frame_site="https://www.example.com"
        )

        page = Client().get(f"/embed/{reading_secret(world.club, 'ranking')}/")

        assert policy(page)["frame-ancestors"] == "https://www.example.com"
        assert "X-Frame-Options" not in page

    def test_without_a_name_any_site_frames_it(self, world: ClubWorld) -> None:
        page = Client().get(f"/embed/{reading_secret(world.club, 'ranking')}/")

        assert policy(page)["frame-ancestors"] == "*"

    def test_what_is_framed_runs_nothing_sends_nothing_and_leads_out_of_the_frame(
        self, world: ClubWorld
    ) -> None:
        page = Client().get(f"/embed/{reading_secret(world.club, 'ranking')}/")

        assert policy(page)["script-src"] == policy(page)["form-action"] == "'none'"
        assert "<script" not in page.text
        assert "<form" not in page.text
        assert all('target="_blank"' in link for link in re.findall(r"<a [^>]*>", page.text))
        assert "<a " in page.text
        assert "data-theme" not in page.text, "light or dark is the frame's to choose"
        assert "Set-Cookie" not in page.headers
        assert "Cookie" not in page.headers.get("Vary", "")

    @pytest.mark.parametrize(
        "path",
        ["look/{ranking}/", "look/{wall}/", "c/{club}/ranking/{league}/", "c/{club}/links/", ""],
    )
    def test_no_other_page_is_framed(self, world: ClubWorld, path: str) -> None:
        where = {"club": world.club.slug, "league": world.league.slug}
        where |= {each: reading_secret(world.club, each) for each in ("ranking", "wall")}

        page = logged_in(world.users["owner"]).get("/" + path.format(**where))

        assert weak_spots(page) == []

    @pytest.mark.parametrize(
        ("typed", "site"),
        [
            pytest.param("", "", id="none"),
            pytest.param("https://www.example.com/shop/", "https://www.example.com", id="a page"),
            pytest.param("Example.com", "https://example.com", id="without https"),
            pytest.param("http://localhost:8080", "http://localhost:8080", id="a port"),
            pytest.param("https://雀荘.jp", "https://xn--bm1a901b.jp", id="Japanese"),
        ],
    )
    def test_a_site_is_kept_as_browsers_compare_it(self, typed: str, site: str) -> None:
        found = site_of(typed)

        assert found == site

    @pytest.mark.parametrize(
        "typed",
        [
            pytest.param("https://a.example; script-src *", id="another directive"),
            pytest.param("https://a.example https://b.example", id="two"),
            pytest.param("*", id="any"),
            pytest.param("https://*.example", id="a pattern"),
            pytest.param("javascript:alert(1)", id="a script"),
            pytest.param("data://x", id="data"),
            pytest.param("https://me@a.example", id="with a name"),
            pytest.param("https://a.example:port", id="no port"),
            pytest.param("'none'", id="a keyword"),
            pytest.param("https://a.example,b.example", id="a comma"),
        ],
    )
    def test_what_is_no_site_is_refused_beside_its_field(
        self, world: ClubWorld, typed: str
    ) -> None:
        with pytest.raises(LeagueError):
            site_of(typed)
        answer = logged_in(world.users["owner"]).post(
            f"/c/{world.club.slug}/links/",
            {"name": "店のサイト", "shows": "ranking", "frame_site": typed},
        )

        assert answer.status_code == 422
        assert "店のサイト" in answer.text, "what was typed stays"
        assert not ReadingLink.objects.for_club(world.club).filter(name="店のサイト").exists()


class TestPass:
    def code(self, world: ClubWorld, path: str, client: Client | None = None) -> bool:
        page = (client or Client()).get(path)
        assert page.status_code == 200
        return "data:image/svg" in page.text

    @pytest.mark.parametrize("part", ["", "board/"])
    def test_the_wall_shows_tonights_pass_where_an_organizer_wants_it(
        self, world: ClubWorld, part: str
    ) -> None:
        there = f"/look/{reading_secret(world.club, 'wall')}/{part}"

        assert not self.code(world, there)
        ReadingLink.objects.for_club(world.club).filter(shows="wall").update(shows_pass=True)
        assert self.code(world, there)

    def test_the_screen_asks_for_the_code_as_soon_as_there_is_one(self, world: ClubWorld) -> None:
        ReadingLink.objects.for_club(world.club).filter(shows="wall").update(shows_pass=True)
        board = f"/look/{reading_secret(world.club, 'wall')}/board/"
        tag = Client().get(board)["ETag"]

        EveningPass.objects.for_club(world.club).update(revoked_at=NINE_PM)

        assert Client().get(board, headers={"If-None-Match": tag}).status_code == 200
        assert not self.code(world, board)

    def test_a_wall_makes_no_pass(self, world: ClubWorld) -> None:
        ReadingLink.objects.for_club(world.club).filter(shows="wall").update(shows_pass=True)
        EveningPass.objects.for_club(world.club).delete()

        assert not self.code(world, f"/look/{reading_secret(world.club, 'wall')}/?pass=1")
        assert not EveningPass.objects.for_club(world.club).exists()

    def test_the_pass_of_another_day_or_club_is_not_shown(self, world: ClubWorld) -> None:
        ReadingLink.objects.for_club(world.club).filter(shows="wall").update(shows_pass=True)
        EveningPass.objects.for_club(world.club).delete()
        tomorrow = EVENING + timedelta(days=1)
        later = Session.objects.create(club=world.club, day=tomorrow)
        EveningPass.objects.create(session=later, expires_at=day_turns(world.club, tomorrow))
        make_world("seihoku", rule="super-tonpu", league="abroad")

        assert not self.code(world, f"/look/{reading_secret(world.club, 'wall')}/")

    def test_a_passer_by_who_reads_a_public_club_sees_no_pass(self, world: ClubWorld) -> None:
        Club.objects.filter(pk=world.club.pk).update(visibility=Club.Visibility.PUBLIC)
        there = f"/c/{world.club.slug}/wall/?pass=1"

        assert not self.code(world, there)
        assert not self.code(world, there, logged_in(world.users["member"]))
        assert self.code(world, there, logged_in(world.users["scorer"]))

    def test_whoever_has_a_link_issues_no_pass(self, world: ClubWorld) -> None:
        screen = Client()
        screen.get(f"/look/{reading_secret(world.club, 'wall')}/")
        passes = f"/c/{world.club.slug}/sessions/{world.session.pk}/passes/"

        assert screen.post(passes).status_code == 302
        assert EveningPass.objects.for_club(world.club).count() == 1
        assert PASS_COOKIE not in screen.cookies

    def test_a_reading_link_is_no_evening_pass_and_a_pass_no_reading_link(
        self, world: ClubWorld
    ) -> None:
        assert Client().get(f"/pass/{reading_secret(world.club, 'wall')}/").status_code == 404
        assert Client().get(f"/look/{pass_token(world.evening_pass)}/").status_code == 404


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"shows": "all"}, id="no such page"),
        pytest.param({"shows": "evening", "shows_pass": True}, id="a pass beside the score sheet"),
        pytest.param({"shows": "wall", "frame_site": "https://a.example"}, id="a wall in a frame"),
    ],
)
def test_the_database_refuses_a_link_of_another_kind(
    world: ClubWorld, changes: dict[str, Any]
) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ReadingLink.objects.create(club=world.club, name="x", digest="x", **changes)


def test_secrets_are_long_and_differ(world: ClubWorld) -> None:
    made = [
        make_reading_link(
            club=world.club, name="x", shows="wall", frame_site="", shows_pass=False, actor=ADMIN
        )
        for _again in range(2)
    ]

    assert made[0][1] != made[1][1]
    assert all(len(each) >= 22 for _link, each in made)
    assert link_by_secret(made[0][1]) == made[0][0]


def test_a_club_without_leagues_shows_that(world: ClubWorld) -> None:
    League.objects.for_club(world.club).update(is_active=False)

    for path in (f"/look/{reading_secret(world.club, 'wall')}/",):
        assert Client().get(path).status_code == 200
    for kind in ("look", "embed"):
        page = Client().get(f"/{kind}/{reading_secret(world.club, 'ranking')}/")
        assert page.status_code == 200
        assert "開催中のリーグ" in page.text or "リーグ" in page.text


def test_a_name_is_shown_as_text(world: ClubWorld) -> None:
    Member.objects.for_club(world.club).filter(pk=world.game.seats.all()[0].member_id).update(
        display_name="<b>佐藤</b>"
    )

    page = Client().get(f"/embed/{reading_secret(world.club, 'ranking')}/")

    assert "<b>佐藤" not in page.text
    assert "&lt;b&gt;佐藤" in page.text
