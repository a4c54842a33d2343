"""API tokens: what a program may do with one, and what no longer."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from league.core.errors import LeagueError
from league.core.permissions import READING, SCOPES, Action, Role, Scope
from league.core.tokens import issue_token, revoke_token, visit_by_secret
from league.models import ApiToken, AuditEvent, Club, Hanchan, Member, User
from tests.factories import ADMIN, actor_of, make_club, make_login, make_members
from tests.league.api.calls import body_of, error_of, post

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 11, 21, 3, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


def secret_for(club: Club, member: Member | None, *scopes: Scope, days: int = 30) -> str:
    made = {"club": club, "member": member, "name": "集計", "scopes": scopes, "days": days}
    return issue_token(**made, actor=ADMIN)[1]  # type: ignore[arg-type]


def member_as(club: Club, role: Member.Role) -> Member:
    make_login(club, f"a-{role}", role)
    return Member.objects.for_club(club).get(user__username=f"a-{role}")


def call(secret: str, path: str = "clubs/tonan/members", **more: Any) -> Any:
    """Read as a program would, that has never logged in."""
    return Client().get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {secret}"}, **more)


def send(secret: str, path: str, body: Any) -> Any:
    sender = Client(enforce_csrf_checks=True)
    return post(sender, path, body, headers={"Authorization": f"Bearer {secret}"})


@pytest.mark.parametrize("role", list(Member.Role))
@pytest.mark.parametrize("scopes", [(), *((scope,) for scope in Scope), tuple(Scope)])
def test_a_token_may_what_its_scopes_name_and_its_owner_may(
    club: Club, role: Member.Role, scopes: tuple[Scope, ...]
) -> None:
    holder = member_as(club, role)

    visit = visit_by_secret(secret_for(club, holder, *scopes), club.slug)

    assert visit is not None
    rank = Role[role.upper()]
    found = {action for action in Action if visit.may(action)}
    allowed = {
        Action.READ: Role.PASS,
        Action.READ_RANKING: Role.PASS,
        Action.ENTER_TONIGHT: Role.PASS,
        Action.ENTER_ANY_DAY: Role.SCORER,
        Action.ISSUE_PASS: Role.SCORER,
        Action.MANAGE_MEMBERS: Role.ORGANIZER,
        Action.MANAGE_LEAGUES: Role.ORGANIZER,
        Action.CHECK_STANDINGS: Role.ORGANIZER,
    }
    assert found == {
        action
        for action, weakest in allowed.items()
        if rank >= weakest and (action in READING or SCOPES[action] in scopes)
    }


def test_a_program_enters_a_game_without_a_login_or_a_cookie(
    club: Club, four: list[Member]
) -> None:
    secret = secret_for(club, member_as(club, Member.Role.SCORER), Scope.GAMES)

    response = send(secret, "clubs/tonan/hanchan", body_of(four))

    assert response.status_code == 201
    event = AuditEvent.objects.for_club(club).get(type="hanchan.recorded")
    assert event.actor_name == "a-scorer (集計)"
    assert event.actor is not None


def test_the_clubs_own_token_acts_in_its_own_name(club: Club, four: list[Member]) -> None:
    response = send(secret_for(club, None, Scope.GAMES), "clubs/tonan/hanchan", body_of(four))

    assert response.status_code == 201
    event = AuditEvent.objects.for_club(club).get(type="hanchan.recorded")
    assert (event.actor_name, event.actor) == ("集計", None)


def test_a_token_that_only_reads_enters_nothing(club: Club, four: list[Member]) -> None:
    secret = secret_for(club, member_as(club, Member.Role.OWNER))

    response = send(secret, "clubs/tonan/hanchan", body_of(four))

    assert response.status_code == 403
    assert "games" in response.json()["error"]["message"]
    assert not Hanchan.objects.for_club(club).exists()


@pytest.mark.parametrize(
    "end",
    [
        pytest.param(lambda token: revoke_token(token=token, actor=ADMIN), id="revoked"),
        pytest.param(
            lambda token: (
                Member.objects.for_club(token.club)
                .filter(pk=token.member_id)
                .update(left_on=NOON.date())
            ),
            id="its member left",
        ),
        pytest.param(
            lambda token: ApiToken.objects.for_club(token.club).update(
                expires_at=token.created_at - timedelta(days=1)
            ),
            id="expired",
        ),
    ],
)
def test_a_token_that_ended_opens_nothing(club: Club, end: Any) -> None:
    secret = secret_for(club, member_as(club, Member.Role.OWNER), *Scope)
    assert call(secret).status_code == 200

    end(ApiToken.objects.for_club(club).get())

    response = call(secret)
    assert response.status_code == 401
    assert error_of(response)["code"] == "bad-token"
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("secret", ["", "jancho_", "jancho_x", "\udcff", "あ", "x" * 10_000])
def test_what_is_no_token_opens_nothing_not_even_a_public_club(club: Club, secret: str) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)

    assert visit_by_secret(secret, club.slug) is None
    if secret.isascii():
        assert call(secret).status_code == 401


def test_a_login_that_was_deleted_meanwhile_makes_no_token_and_none_of_its_own_opens(
    club: Club,
) -> None:
    holder = member_as(club, Member.Role.ORGANIZER)
    page_opened_before, earlier = actor_of(holder), secret_for(club, holder)
    User.objects.filter(username="a-organizer").update(is_active=False)
    Member.objects.for_club(club).filter(pk=holder.pk).update(user=None, role=Member.Role.MEMBER)

    assert visit_by_secret(earlier, club.slug) is None
    for member in (holder, None):
        with pytest.raises(LeagueError):
            issue_token(
                club=club, member=member, name="x", scopes=(), days=30, actor=page_opened_before
            )


def test_a_token_opens_its_own_club_alone_and_names_no_other(club: Club) -> None:
    other = make_club("other")
    secret = secret_for(club, None, *Scope)

    answers = [call(secret, f"clubs/{slug}/members") for slug in (other.slug, "nowhere")]

    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].content == answers[1].content


def test_a_token_is_asked_even_where_somebody_is_logged_in(club: Club) -> None:
    browser = make_login(club, "boss", Member.Role.OWNER)

    response = browser.get(
        "/api/v1/clubs/tonan/members", headers={"Authorization": "Bearer jancho_x"}
    )

    assert response.status_code == 401


def test_pages_open_to_no_token(club: Club) -> None:
    secret = secret_for(club, None, *Scope)

    page = Client().get("/c/tonan/members/", headers={"Authorization": f"Bearer {secret}"})

    assert page.status_code == 302


def test_the_first_use_of_a_day_is_noted_and_no_other(
    club: Club, django_assert_num_queries: Any
) -> None:
    secret = secret_for(club, None)
    with time_machine.travel(NOON, tick=False):
        visit_by_secret(secret, club.slug)
        with django_assert_num_queries(1):
            visit_by_secret(secret, club.slug)

    assert ApiToken.objects.for_club(club).get().last_used_on == NOON.date()


def test_the_secret_is_shown_once_and_kept_nowhere(club: Club) -> None:
    browser = make_login(club, "member", Member.Role.MEMBER)
    made = {"name": "集計", "scopes": ["games"], "days": "90"}

    page = browser.post("/c/tonan/tokens/", made)

    assert page.status_code == 200
    secret = re.search(r"jancho_[\w-]{43}", page.content.decode())
    assert secret is not None
    assert page["Cache-Control"] == "private, no-store"
    token = ApiToken.objects.for_club(club).get()
    assert secret[0] not in browser.get("/c/tonan/tokens/").content.decode()
    assert secret[0].startswith(token.beginning)
    assert secret[0] not in (token.digest, token.beginning)
    assert call(secret[0]).status_code == 200
    kept = AuditEvent.objects.for_club(club).get(type="api_token.issued")
    assert secret[0] not in str(kept.after)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        pytest.param({"name": ""}, "name", id="no name"),
        pytest.param({"days": "9999"}, "days", id="too long"),
        pytest.param({"scopes": ["leagues"]}, "scopes", id="more than one may oneself"),
        pytest.param({"scopes": ["everything"]}, "scopes", id="unknown"),
    ],
)
def test_a_token_that_cannot_be_is_refused_beside_its_field(
    club: Club, sent: dict[str, Any], field: str
) -> None:
    browser = make_login(club, "member", Member.Role.MEMBER)

    page = browser.post("/c/tonan/tokens/", {"name": "集計", "days": "90"} | sent)

    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {field}
    assert not ApiToken.objects.for_club(club).exists()


@pytest.mark.parametrize(
    ("language", "offered", "never"),
    [("ja", "会員、入力パス", "アカウント"), ("en", "members, evening passes", "account")],
)
def test_no_token_is_offered_that_makes_accounts(
    club: Club, language: str, offered: str, never: str
) -> None:
    browser = make_login(club, "boss", Member.Role.OWNER)

    page = browser.get("/c/tonan/tokens/", headers={"Accept-Language": language}).text

    scopes = re.findall(r'name="scopes".*?</label>', page, re.DOTALL)
    assert len(scopes) == len(Scope)
    assert any(offered in scope for scope in scopes)
    assert not any(never in scope for scope in scopes)


def test_only_an_owner_makes_a_token_of_the_clubs_own(club: Club) -> None:
    for name, role in (("member", Member.Role.MEMBER), ("boss", Member.Role.OWNER)):
        make_login(club, name, role).post(
            "/c/tonan/tokens/", {"name": name, "days": "30", "of_club": "on"}
        )

    owners = {token.name: token.member_id for token in ApiToken.objects.for_club(club)}
    assert owners["member"] is not None
    assert owners["boss"] is None


def test_members_see_and_end_their_own_tokens_an_owner_all(club: Club) -> None:
    mine, theirs = (member_as(club, role) for role in (Member.Role.MEMBER, Member.Role.SCORER))
    secret_for(club, mine)
    secret_for(club, theirs)
    browser, boss = Client(), make_login(club, "boss", Member.Role.OWNER)
    assert mine.user is not None
    browser.force_login(mine.user)
    tokens = {token.member_id: token for token in ApiToken.objects.for_club(club)}

    page = browser.get("/c/tonan/tokens/").content.decode()
    refused = browser.post(f"/c/tonan/tokens/{tokens[theirs.pk].pk}/revoke/")
    ended = browser.post(f"/c/tonan/tokens/{tokens[mine.pk].pk}/revoke/")

    assert page.count("jancho_") == 1
    assert (refused.status_code, ended.status_code) == (403, 302)
    assert boss.get("/c/tonan/tokens/").content.decode().count("jancho_") == 1
    boss.post(f"/c/tonan/tokens/{tokens[theirs.pk].pk}/revoke/")
    assert all(token.revoked_at for token in ApiToken.objects.for_club(club))
    assert AuditEvent.objects.for_club(club).filter(type="api_token.revoked").count() == 2
