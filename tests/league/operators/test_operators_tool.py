"""The operator's tool: for operators with a second factor alone, and it leaves a trace."""

from __future__ import annotations

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.staticfiles import finders
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.templatetags.static import static
from django.test import Client

from league.models import AuditEvent, Club, Job, Member, User
from tests.factories import logged_in, make_club, make_user
from tests.league.logins import code_of, give_second_factor, is_in, operator_browser

pytestmark = pytest.mark.django_db

INDEX = "/operator/"


@pytest.fixture(autouse=True)
def _no_attempts_yet() -> None:
    cache.clear()


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def operator() -> Client:
    return operator_browser("運営")


def test_to_anybody_else_the_tool_does_not_exist(club: Club) -> None:
    owner = Member.objects.for_club(club).get(role=Member.Role.OWNER).user
    assert owner is not None

    assert logged_in(owner).get(INDEX).status_code == 404
    assert Client().get(INDEX).headers["Location"].startswith("/accounts/login/")


def test_an_operator_without_a_second_factor_is_sent_to_set_one_up() -> None:
    user = User.objects.create_user(username="運営", password="x", is_staff=True)

    answer = logged_in(user).get(INDEX)

    assert answer.headers["Location"] == "/accounts/second-factor/"


def test_an_operator_who_has_not_confirmed_it_is_asked_for_a_code() -> None:
    user = User.objects.create_user(username="運営", password="x", is_staff=True)
    give_second_factor(user)
    client = logged_in(user)

    asked = client.get(INDEX).headers["Location"]
    assert asked == "/accounts/second-factor/again/?next=%2Foperator%2F"
    assert client.post(asked, {"code": "000000"}).status_code == 422
    assert client.post(asked, {"code": code_of()}).headers["Location"] == INDEX
    assert client.get(INDEX).status_code == 200


def test_whoever_is_no_operator_any_more_is_out_at_the_next_request(operator: Client) -> None:
    assert operator.get(INDEX).status_code == 200
    User.objects.update(is_staff=False)

    assert operator.get(INDEX).status_code == 404


def test_the_tables_are_named_in_the_readers_language(operator: Client) -> None:
    tables = operator.get(INDEX).content.decode()
    english = operator.get(INDEX, headers={"Accept-Language": "en"}).content.decode()

    assert all(f">{name}</a>" in tables for name in ("罰則", "入力パス", "卓の記録", "会員"))
    assert all(f">{name}</a>" in english for name in ("Penalties", "Evening passes", "Hanchan"))
    assert "対局を見る" not in tables


def test_the_index_says_what_the_tables_are_about(operator: Client) -> None:
    japanese = operator.get(INDEX).text
    english = operator.get(INDEX, headers={"Accept-Language": "en"}).text

    assert groups(japanese) == ["クラブとリーグ", "ルール"]
    assert groups(english) == ["Clubs and leagues", "Rules"]


def groups(index: str) -> list[str]:
    return [
        name.strip() for name in re.findall(r'class="section"[^>]*>(.*?)</a>', index, re.DOTALL)
    ]


@pytest.mark.parametrize("page", [INDEX, f"{INDEX}league/", f"{INDEX}league/club/"])
def test_every_page_of_the_tool_has_our_icon_and_style(operator: Client, page: str) -> None:
    shown = operator.get(page).text

    for kind, name in (("icon", "img/favicon.svg"), ("stylesheet", "css/pages/operators.css")):
        assert f'<link rel="{kind}" href="{static(name)}"' in shown
        assert finders.find(name)


def test_no_secret_is_shown(club: Club, operator: Client) -> None:
    user = make_user("sato")
    user.set_password("tanuki-no-hara")
    user.save()

    page = operator.get(f"{INDEX}league/user/{user.pk}/change/").content.decode()

    assert user.password not in page
    assert "sato" in page


def test_closing_a_login_ends_its_session_and_tells_its_club(club: Club, operator: Client) -> None:
    member = Member.objects.for_club(club).get(role=Member.Role.OWNER)
    assert member.user is not None
    theirs = logged_in(member.user)
    assert is_in(theirs)

    operator.post(f"{INDEX}league/user/{member.user.pk}/change/", {})  # the tick is taken away

    assert not User.objects.get(pk=member.user.pk).is_active
    assert not is_in(theirs)
    event = AuditEvent.objects.for_club(club).get(type="member.login_closed")
    assert (event.object_id, event.actor_name) == (member.pk, "運営者（運営）")


def test_nobody_closes_their_own_login(operator: Client) -> None:
    own = User.objects.get(is_staff=True)

    operator.post(f"{INDEX}league/user/{own.pk}/change/", {})

    assert User.objects.get(pk=own.pk).is_active


def test_a_failed_job_is_tried_again(club: Club, operator: Client) -> None:
    job = Job.objects.create(
        club=club, kind=Job.Kind.VERIFY_STANDINGS, state=Job.State.FAILED, attempts=3, error="x"
    )

    operator.post(f"{INDEX}league/job/", {"action": "retry", "_selected_action": job.pk})

    job.refresh_from_db()
    assert job.state == Job.State.WAITING
    assert job.attempts == 0
    assert AuditEvent.objects.for_club(club).filter(type="job.retried").exists()


def test_a_waiting_job_is_ended(club: Club, operator: Client) -> None:
    job = Job.objects.create(club=club, kind=Job.Kind.VERIFY_STANDINGS)

    operator.post(f"{INDEX}league/job/", {"action": "fail", "_selected_action": job.pk})

    job.refresh_from_db()
    assert job.state == Job.State.FAILED


def test_nothing_is_added_or_deleted_here(club: Club, operator: Client) -> None:
    assert operator.get(f"{INDEX}league/club/add/").status_code == 404
    assert operator.post(f"{INDEX}league/club/{club.pk}/delete/").status_code == 404
    assert (
        operator.post(f"{INDEX}league/hanchan/", {"action": "delete_selected"}).status_code == 405
    )


def test_the_first_operator_is_made_by_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_operator", "sekai")

    assert User.objects.get(username="sekai").is_staff
    assert "/accounts/password/link/" in capsys.readouterr().out


def test_a_lost_second_factor_is_removed_by_a_command() -> None:
    user = make_user("sato")
    give_second_factor(user)

    call_command("remove_second_factor", "sato")

    assert not Authenticator.objects.filter(user=user).exists()
    with pytest.raises(CommandError):
        call_command("remove_second_factor", "sato")
