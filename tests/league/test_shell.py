"""What stands around every page: navigation, messages, language, errors."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.template.loader import get_template, render_to_string
from django.test import Client, RequestFactory
from django.utils import translation

from league.models import User
from tests.pages import parsed

pytestmark = pytest.mark.urls("tests.league.demo.design_urls")

CLUB = SimpleNamespace(slug="nihonbashi", name="日本橋雀友会")


@pytest.fixture(autouse=True)
def english() -> Any:
    with translation.override("en"):
        yield


def page(rf: RequestFactory, *, user: User | AnonymousUser | None = None, **context: Any) -> str:
    """Render the shell for a reader, as English speakers see it."""
    request: HttpRequest = rf.get("/c/nihonbashi/?month=2026-11")
    request.user = user or AnonymousUser()
    return render_to_string("base.html", context, request)


def tabs(html: str) -> list[str]:
    """Return the labels of the club's tabs."""
    return [each.words for nav in parsed(html).all("nav", css="tabbar") for each in nav.all("a")]


def test_a_page_outside_of_a_club_has_no_club_navigation(rf: RequestFactory) -> None:
    assert tabs(page(rf)) == []


def test_a_reader_is_not_offered_what_he_may_not_do(rf: RequestFactory) -> None:
    html = page(rf, club=CLUB, can={"read": True})

    assert tabs(html) == ["Home", "Sessions", "Ranking", "Members", "Rules"]


def test_whoever_may_read_the_rankings_alone_gets_no_bar_of_one_button(rf: RequestFactory) -> None:
    assert tabs(page(rf, club=CLUB, can={})) == []


def test_an_organizer_is_offered_entry_and_settings(rf: RequestFactory) -> None:
    html = page(rf, club=CLUB, can={"read": True, "enter_tonight": True, "manage_leagues": True})

    assert tabs(html) == [
        "Home", "Sessions", "Enter", "Ranking", "Members", "Rules", "Settings",
    ]  # fmt: skip


def test_the_tab_of_the_page_is_marked(rf: RequestFactory) -> None:
    html = page(rf, club=CLUB, nav="ranking", can={"read": True})
    marked = parsed(html).all("a", **{"aria-current": "page"})

    assert [each["href"] for each in marked] == ["/c/nihonbashi/rankings/"]


def test_the_ranking_tab_leads_to_the_league_one_is_in(rf: RequestFactory) -> None:
    html = page(rf, club=CLUB, league=SimpleNamespace(slug="a"), can={"read": True})

    assert 'href="/c/nihonbashi/leagues/a/"' in html


def test_a_visitor_can_log_in_and_comes_back(rf: RequestFactory) -> None:
    assert 'href="/login/?next=/c/nihonbashi/%3Fmonth%3D2026-11"' in page(rf)


def test_a_member_can_log_out_by_a_form(rf: RequestFactory) -> None:
    html = page(rf, user=User(username="hanako"))

    assert '<form method="post" action="/logout/">' in html
    assert "hanako" in html


def test_changing_the_language_comes_back_to_the_same_page(rf: RequestFactory) -> None:
    html = page(rf)

    assert '<html lang="en">' in html
    assert '<input type="hidden" name="next" value="/c/nihonbashi/?month=2026-11">' in html


def test_htmx_evaluates_nothing_and_shows_refused_forms() -> None:
    html = render_to_string("htmx.html")

    assert '"allowEval":false' in html
    assert '"includeIndicatorStyles":false' in html
    assert '{"code":"422","swap":true}' in html
    assert "htmx-2.min.js" in html


@pytest.mark.parametrize("name", ["400", "403", "403_csrf", "404"])
def test_an_error_page_says_what_to_do(rf: RequestFactory, name: str) -> None:
    html = render_to_string(f"{name}.html", {}, rf.get("/gone/"))

    assert html.count("<h1>") == 1


def test_the_page_of_a_broken_server_needs_nothing_of_the_server() -> None:
    assert "Something went wrong on our side" in get_template("500.html").render()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_gallery_shows_every_component(client: Client, settings: Any, language: str) -> None:
    settings.DEBUG = True
    response = client.get("/components/", headers={"accept-language": language})
    html = response.content.decode()
    ids = parsed(html).ids

    assert response.status_code == 200
    assert f'<html lang="{language}">' in html
    assert "山田 太郎" in html
    assert len(ids) == len(set(ids))
