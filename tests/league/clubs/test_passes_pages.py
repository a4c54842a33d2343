"""The evening pass: a link that lets a table enter tonight's games, and nothing else."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from league.clubs.write import issue_pass, revoke_pass
from league.core.access import PASS_COOKIE, pass_token
from league.core.days import day_turns
from league.models import AuditEvent, Club, EveningPass, Hanchan, League, Member, Session
from tests.factories import (
    ADMIN,
    make_club,
    make_login,
    make_members,
    make_session,
)
from tests.league.evenings import NINE_PM, english, sheet_url, typed_sheet, writes_of
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


@pytest.fixture
def session(club: Club) -> Session:
    return make_session(club)


@pytest.fixture
def held(session: Session) -> EveningPass:
    return issue_pass(session=session, actor=ADMIN)


@pytest.fixture
def scorer(club: Club) -> Client:
    return english(make_login(club, "scorer", Member.Role.SCORER))


@pytest.fixture
def guest(held: EveningPass) -> Client:
    """Somebody without a login who has opened the link."""
    browser = english(Client())
    browser.get(f"/pass/{pass_token(held)}/")
    return browser


def page(session: Session, rest: str = "") -> str:
    return f"/c/{session.club.slug}/sessions/{session.pk}/{rest}"


def sheet_of(league: League, members: list[Member]) -> dict[str, str]:
    return typed_sheet(league, [*members], {"cells": ["414", "300", "238", "48"]})


def test_a_scorer_issues_a_pass_and_shows_its_code(
    club: Club, session: Session, scorer: Client
) -> None:
    issued = scorer.post(page(session, "passes/"))
    held = EveningPass.objects.for_club(club).get()
    shown = scorer.get(issued.headers["Location"])

    text = shown.content.decode()
    assert issued.headers["Location"] == page(session, f"passes/{held.pk}/")
    assert f"http://testserver/pass/{pass_token(held)}/" in text
    assert "data:image/svg+xml" in text
    assert "Valid until 05:00 on November 21" in text
    assert "style=" not in text


def test_a_pass_for_an_evening_that_is_over_is_not_issued(club: Club, scorer: Client) -> None:
    past = make_session(club, date(2026, 11, 13))

    answer = scorer.post(page(past, "passes/"), follow=True)

    assert "This session has ended, so a pass would not work." in answer.content.decode()
    assert not EveningPass.objects.for_club(club).exists()


def test_a_pass_is_issued_from_a_week_before_its_evening(club: Club, scorer: Client) -> None:
    in_a_week, in_2090 = (make_session(club, day) for day in (date(2026, 11, 27), date(2090, 1, 1)))

    scorer.post(page(in_a_week, "passes/"))
    answer = scorer.post(page(in_2090, "passes/"), follow=True)

    assert "A pass can be made from one week before the session." in answer.content.decode()
    assert [held.session for held in EveningPass.objects.for_club(club)] == [in_a_week]


def test_a_pass_made_for_a_far_evening_opens_nothing_until_it_is_near(club: Club) -> None:
    far = make_session(club, date(2026, 12, 24))
    held = EveningPass.objects.create(session=far, expires_at=day_turns(club, far.day))
    link = f"/pass/{pass_token(held)}/"

    assert Client().get(link).status_code == 410
    with time_machine.travel("2026-12-23T21:00:00+09:00", tick=False):
        assert Client().get(link).status_code == 302


@pytest.mark.parametrize("rest", ["passes/", "passes/{}/", "passes/{}/revoke/"])
def test_a_member_can_neither_issue_nor_see_nor_revoke_a_pass(
    club: Club, session: Session, held: EveningPass, rest: str
) -> None:
    member = make_login(club, "member")
    url = page(session, rest.format(held.pk))

    answer = member.get(url) if rest == "passes/{}/" else member.post(url)

    assert answer.status_code == 403
    held.refresh_from_db()
    assert held.revoked_at is None
    assert f"passes/{held.pk}" not in member.get(page(session)).content.decode()


def test_the_link_opens_the_evening_and_leaves_a_cookie_that_ends_with_it(
    session: Session, held: EveningPass
) -> None:
    browser = Client()

    answer = browser.get(f"/pass/{pass_token(held)}/", secure=True)

    cookie = answer.cookies[PASS_COOKIE]
    assert answer.headers["Location"] == page(session)
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["secure"] is True
    assert 8 * 3600 <= cookie["max-age"] <= 8 * 3600 + 1  # nine to five, rounded up
    assert browser.get(f"/pass/{pass_token(held)}/").cookies[PASS_COOKIE]["secure"] == ""


def test_opening_the_link_writes_nothing(held: EveningPass, session: Session) -> None:
    browser = Client()

    browser.get(f"/pass/{pass_token(held)}/")

    assert writes_of(browser, page(session)) == []
    assert browser.post(f"/pass/{pass_token(held)}/").status_code == 405


def test_the_holder_enters_tonights_games_and_they_are_recorded_with_the_pass(
    club: Club, league: League, session: Session, held: EveningPass, guest: Client
) -> None:
    answer = guest.post(sheet_url(session), sheet_of(league, make_members(club, 4)))

    game = Hanchan.objects.for_club(club).get()
    event = AuditEvent.objects.for_club(club).get(type="hanchan.recorded")
    assert answer.status_code == 302
    assert game.entered_with_id == held.pk
    assert game.entered_by_id is None
    assert event.evening_pass_id == held.pk


def test_the_pages_say_that_it_is_a_pass_and_until_when(session: Session, guest: Client) -> None:
    for rest in ("", "sheet/", "attendance/"):
        text = guest.get(page(session, rest)).content.decode()

        assert "pass (until 05:00)." in text


@pytest.mark.parametrize("rest", ["sheet/", "attendance/"])
def test_the_holder_cannot_write_on_yesterdays_evening(
    club: Club, league: League, guest: Client, rest: str
) -> None:
    yesterday = make_session(club, date(2026, 11, 19))
    data = sheet_of(league, make_members(club, 4))

    assert guest.get(page(yesterday)).status_code == 200
    assert guest.post(page(yesterday, rest), data).status_code == 403
    assert not Hanchan.objects.for_club(club).exists()


def test_the_holder_cannot_write_on_another_event_of_the_same_night(
    club: Club, league: League, guest: Client
) -> None:
    event = make_session(club, title="別室")

    answer = guest.post(sheet_url(event), sheet_of(league, make_members(club, 4)))

    assert answer.status_code == 403
    assert not Hanchan.objects.for_club(club).exists()


@pytest.mark.parametrize("address", ["members/new/", "settings/", "sessions/new/"])
def test_the_holder_manages_nothing(club: Club, guest: Client, address: str) -> None:
    assert guest.get(f"/c/{club.slug}/{address}").status_code == 403


def test_the_holder_cannot_issue_a_pass(session: Session, guest: Client) -> None:
    assert guest.post(page(session, "passes/")).status_code == 403


def test_a_revoked_pass_is_refused_at_the_next_request(
    club: Club, league: League, session: Session, held: EveningPass, scorer: Client, guest: Client
) -> None:
    assert guest.get(page(session)).status_code == 200

    revoked = scorer.post(page(session, f"passes/{held.pk}/revoke/"), follow=True)
    answer = guest.post(sheet_url(session), sheet_of(league, make_members(club, 4)))

    assert "Its link no longer works." in revoked.content.decode()
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")
    assert not Hanchan.objects.for_club(club).exists()


@pytest.mark.parametrize(
    ("hour", "minute", "lets_in"), [(4, 59, True), (5, 0, False), (12, 0, False)]
)
def test_a_pass_dies_when_the_clubs_day_turns(
    session: Session, guest: Client, hour: int, minute: int, lets_in: bool
) -> None:
    with time_machine.travel(NINE_PM.replace(day=21, hour=hour, minute=minute), tick=False):
        answer = guest.get(page(session, "sheet/"))

    assert (answer.status_code == 200) is lets_in
    assert lets_in or answer.headers["Location"].startswith("/accounts/login/")


def test_an_ended_pass_says_to_ask_for_a_new_one(session: Session, held: EveningPass) -> None:
    link = f"/pass/{pass_token(held)}/"
    with time_machine.travel(held.expires_at + timedelta(minutes=1), tick=False):
        expired = english(Client()).get(link)
    revoke_pass(evening_pass=held, actor=ADMIN)
    revoked = english(Client()).get(link)

    for answer in (expired, revoked):
        assert answer.status_code == 410
        assert "for a new one" in answer.content.decode()
        assert PASS_COOKIE not in answer.cookies


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda token: token[:-1] + ("A" if token[-1] != "A" else "B"), id="forged"),
        pytest.param(lambda token: token.split(":")[0], id="unsigned"),
        pytest.param(lambda token: f"{'0' * 32}:{token.split(':')[1]}", id="another secret"),
        pytest.param(lambda _token: "x", id="garbage"),
        pytest.param(lambda _token: "%00%ff", id="broken bytes"),
        pytest.param(lambda _token: "雀" * 300, id="long"),
    ],
)
def test_a_link_that_is_not_ours_opens_nothing(held: EveningPass, spoil: object) -> None:
    assert callable(spoil)

    answer = english(Client()).get(f"/pass/{spoil(pass_token(held))}/")

    assert answer.status_code == 404
    assert PASS_COOKIE not in answer.cookies


def test_a_pass_of_another_club_gives_nothing(session: Session) -> None:
    elsewhere = make_session(make_club("other", owner="other"))
    foreign = issue_pass(session=elsewhere, actor=ADMIN)
    browser = Client()
    browser.get(f"/pass/{pass_token(foreign)}/")

    assert browser.get(page(elsewhere)).status_code == 200
    assert browser.get(page(session)).headers["Location"].startswith("/accounts/login/")


def test_a_pass_is_shown_under_its_own_evening_only(
    club: Club, held: EveningPass, scorer: Client
) -> None:
    other = make_session(club, title="別室")

    assert scorer.get(page(other, f"passes/{held.pk}/")).status_code == 404
    assert scorer.post(page(other, f"passes/{held.pk}/revoke/")).status_code == 404


def test_the_page_of_an_ended_pass_shows_no_code(
    session: Session, held: EveningPass, scorer: Client
) -> None:
    url = page(session, f"passes/{held.pk}/")
    assert writes_of(scorer, url) == []
    revoke_pass(evening_pass=held, actor=ADMIN)

    text = scorer.get(url).content.decode()

    assert "This pass has been revoked" in text
    assert not any("/pass/" in url for url in parsed(text).links.values())


def test_a_login_says_more_than_the_link_it_came_by(
    club: Club, league: League, session: Session, held: EveningPass, scorer: Client
) -> None:
    scorer.get(f"/pass/{pass_token(held)}/")

    scorer.post(sheet_url(session), sheet_of(league, make_members(club, 4)))

    game = Hanchan.objects.for_club(club).get()
    assert game.entered_with_id is None
    assert game.entered_by is not None
    assert game.entered_by.username == "scorer"
