"""Who may call what: the same rights as on the pages."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.clubs.write import issue_pass
from league.core.access import PASS_COOKIE, pass_token
from league.core.days import club_day
from league.models import Club, Hanchan, Member
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.league.api.calls import body_of, error_of, get, post
from tests.pages import query_text

pytestmark = pytest.mark.django_db

HANCHAN = "clubs/tonan/hanchan"
RANKING = "clubs/tonan/leagues/main/ranking"


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


@pytest.fixture
def game(club: Club, four: list[Member]) -> Hanchan:
    return record(league_of(club), four)


def outsider() -> Client:
    return make_login(make_club("seihoku", owner="other"), "outsider", Member.Role.OWNER)


def with_pass(club: Club, client: Client) -> Client:
    tonight = make_session(club, club_day(club))
    client.cookies[PASS_COOKIE] = pass_token(issue_pass(session=tonight, actor=ADMIN))
    return client


def test_nobody_reads_or_enters_without_a_login(client: Client, club: Club, game: Hanchan) -> None:
    answers = [
        get(client, f"{HANCHAN}/{game.pk}"),
        get(client, RANKING),
        post(client, HANCHAN, {}),
        get(client, "clubs/nowhere/hanchan/1"),
    ]

    assert [answer.status_code for answer in answers] == [403] * 4
    assert {error_of(answer)["code"] for answer in answers} == {"login-needed"}


def test_to_the_login_of_another_club_this_one_is_not_there(club: Club, game: Hanchan) -> None:
    stranger = outsider()
    answers = [
        get(stranger, f"{HANCHAN}/{game.pk}"),
        get(stranger, RANKING),
        post(stranger, HANCHAN, {}),
        get(stranger, "clubs/nowhere/hanchan/1"),
    ]

    assert [answer.status_code for answer in answers] == [404] * 4
    assert {error_of(answer)["code"] for answer in answers} == {"not-found"}


def test_a_public_club_is_read_by_everybody_and_written_by_none_of_them(
    client: Client, club: Club, game: Hanchan
) -> None:
    club.visibility = Club.Visibility.PUBLIC
    club.save()
    stranger = outsider()

    assert get(client, RANKING).status_code == 200
    assert get(stranger, f"{HANCHAN}/{game.pk}").status_code == 200
    assert post(client, HANCHAN, {}).status_code == 403
    assert post(stranger, HANCHAN, {}).status_code == 403


@pytest.mark.parametrize(
    ("role", "days_ago", "status"),
    [
        pytest.param(Member.Role.MEMBER, 0, 201, id="a member tonight"),
        pytest.param(Member.Role.MEMBER, 1, 403, id="a member yesterday"),
        pytest.param(Member.Role.SCORER, 1, 201, id="a scorer yesterday"),
        pytest.param(Member.Role.ORGANIZER, 400, 201, id="an organizer last year"),
    ],
)
def test_members_enter_tonights_games_and_scorers_those_of_any_day(
    club: Club, four: list[Member], role: Member.Role, days_ago: int, status: int
) -> None:
    client = make_login(club, "someone", role)
    day = club_day(club) - timedelta(days=days_ago)

    response = post(client, HANCHAN, body_of(four, day=day.isoformat()))

    assert response.status_code == status


def test_a_pass_enters_its_own_evenings_games_and_no_others(
    client: Client, club: Club, four: list[Member]
) -> None:
    holder = with_pass(club, client)
    body = body_of(four)
    del body["day"]
    entered = post(holder, HANCHAN, body)
    other_day = post(holder, HANCHAN, body_of(four, day="2026-01-05"))

    assert entered.status_code == 201
    assert get(holder, f"{HANCHAN}/{entered.json()['id']}").status_code == 200
    assert other_day.status_code == 403
    assert Hanchan.objects.for_club(club).get().entered_with is not None


@pytest.mark.parametrize("who", ["login", "pass"])
def test_a_write_without_the_csrf_token_is_refused(
    club: Club, four: list[Member], who: str
) -> None:
    careful = Client(enforce_csrf_checks=True)
    if who == "login":
        careful.cookies = make_login(club, "scorer", Member.Role.SCORER).cookies
    else:
        with_pass(club, careful)
    body = body_of(four)
    del body["day"]
    without = post(careful, HANCHAN, body)
    careful.get("/c/tonan/")
    token = careful.cookies["csrftoken"].value
    with_token = post(careful, HANCHAN, body, headers={"x-csrftoken": token})

    assert without.status_code == 403
    assert with_token.status_code == 201


def test_somebody_who_left_the_club_is_an_outsider(club: Club, game: Hanchan) -> None:
    client = make_login(club, "gone")
    member = Member.objects.for_club(club).get(display_name="gone")
    member.left_on = club_day(club)
    member.save()

    assert get(client, f"{HANCHAN}/{game.pk}").status_code == 404


def test_every_answer_carries_the_content_security_policy(client: Client, club: Club) -> None:
    answers: list[Any] = [
        post(client, "settle", {}),
        get(client, RANKING),
        get(client, "nowhere"),
    ]

    assert all("default-src 'none'" in one["Content-Security-Policy"] for one in answers)


def test_reading_writes_nothing(
    club: Club, game: Hanchan, django_assert_max_num_queries: Any
) -> None:
    client = make_login(club, "reader")
    with django_assert_max_num_queries(30) as seen:
        get(client, f"{HANCHAN}/{game.pk}")
        get(client, RANKING)

    asked = {query_text(query).split()[0] for query in seen.captured_queries}
    assert asked == {"SELECT"}


@pytest.mark.parametrize("path", [RANKING, "clubs/nowhere/hanchan", "settle"])
def test_no_answer_is_kept_in_a_cache_that_others_share(club: Club, path: str) -> None:
    response = get(make_login(club, "member"), path)

    assert response["Cache-Control"] == "private, no-cache"
