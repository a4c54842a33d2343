"""The door knows at every request who stands before it, and what they may do by now."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, get_user
from django.contrib.auth.models import AnonymousUser
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from pytest_django import DjangoAssertNumQueries

from league.core import door
from league.core.door import LoginBackend, SessionStore, club_and_member, who_enters
from league.models import BrowserSession as Login
from league.models import Club, Member, User
from tests.factories import make_club, make_login, make_user

pytestmark = pytest.mark.django_db

PAGE = "/c/tonan/ranking/"


@pytest.fixture
def reader() -> Client:
    return make_login(make_club(), "reader")


def the_reader() -> Member:
    return Member.objects.across_clubs().get(display_name="reader")


def values_of(row: Any) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@pytest.mark.usefixtures("reader")
def test_login_club_and_membership_are_what_the_models_read() -> None:
    now = timezone.now()
    Member.objects.across_clubs().filter(display_name="reader").update(
        aliases=["読者", "reader"], joined_on=date(2026, 1, 2)
    )
    User.objects.filter(username="reader").update(last_login=now)
    member = the_reader()
    assert member.user_id is not None

    user = LoginBackend().get_user(member.user_id)
    club, found = club_and_member("tonan", user)

    assert user is not None
    assert club is not None
    assert found is not None
    assert values_of(user) == values_of(User.objects.get(username="reader"))
    assert values_of(club) == values_of(Club.objects.get())
    assert values_of(found) == values_of(member)
    assert (found.club, found.user) == (club, user)
    assert not user._state.adding


def test_the_door_asks_twice(
    reader: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(2 + 1):  # session; login, club and membership; its leagues
        assert reader.get(PAGE).status_code == 302


def test_a_session_seen_before_is_asked_for_together_with_its_login(
    reader: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    reader.get(PAGE)

    with django_assert_num_queries(1 + 1):  # all of the door; the club's leagues
        assert reader.get(PAGE).status_code == 302


def test_a_wrong_guess_whose_session_it_is_lets_nobody_in_as_another(
    reader: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings_page = "/c/tonan/settings/"
    assert reader.get(settings_page).status_code == 403
    owner = User.objects.get(username="owner")
    [session] = door._opened
    for wrong in (owner.pk, 0):
        door._opened[session] = wrong

        with django_assert_num_queries(2 + 1):
            assert reader.get(PAGE).status_code == 302
        assert door._opened == {session: User.objects.get(username="reader").pk}
        door._opened[session] = wrong
        assert reader.get(settings_page).status_code == 403


def test_no_more_sessions_are_remembered_than_fit(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_MOST_OPENED", 3)
    for name in ("first", "second", "third", "fourth"):
        make_login(Club.objects.get(), name).get(PAGE)
        assert 1 <= len(door._opened) <= 3


def asked(user: User | AnonymousUser, *, is_known: bool) -> Any:
    """A request of a login that is looked up, or was looked up before."""
    request = RequestFactory().get(PAGE)
    found = SimpleLazyObject(lambda: LoginBackend().get_user(user.pk) if user.pk else user)
    request.user = user if is_known else found  # type: ignore[assignment]
    return request


@pytest.mark.parametrize("is_known", [False, True])
def test_it_does_not_matter_whether_the_login_was_known_before(
    reader: Client, is_known: bool
) -> None:
    member = the_reader()
    assert member.user is not None

    for slug, club, belongs in (
        ("tonan", Club.objects.get(), member),
        ("nowhere", None, None),
    ):
        found = who_enters(asked(member.user, is_known=is_known), slug)
        assert found == (member.user, club, belongs)
    assert who_enters(asked(AnonymousUser(), is_known=is_known), "tonan") == (
        *(None, Club.objects.get()),
        None,
    )


def test_a_session_that_does_not_open_its_login_opens_no_membership(reader: Client) -> None:
    user = User.objects.get(username="reader")
    session = reader.session
    session[HASH_SESSION_KEY] = "of another password"
    session.save()
    request: Any = RequestFactory().get(PAGE)
    request.session = SessionStore(session.session_key)
    request.user = SimpleLazyObject(lambda: get_user(request))

    assert who_enters(request, "tonan") == (None, Club.objects.get(), None)
    assert club_and_member("tonan", user)[1] == the_reader()


@pytest.mark.usefixtures("reader")
def test_who_left_or_was_merged_or_belongs_elsewhere_is_a_visitor() -> None:
    member = the_reader()
    other = Member.objects.across_clubs().exclude(pk=member.pk)[0]
    make_club("seihoku", owner="other")
    members = Member.objects.across_clubs().filter(pk=member.pk)
    assert club_and_member("tonan", member.user)[1] == member

    assert club_and_member("seihoku", member.user)[1] is None
    assert club_and_member("tonan", None)[1] is None
    assert club_and_member("nowhere", member.user) == (None, None)
    members.update(left_on=date(2026, 11, 20))
    assert club_and_member("tonan", member.user)[1] is None
    members.update(left_on=None, merged_into=other)
    assert club_and_member("tonan", member.user)[1] is None


def test_a_right_that_is_taken_away_is_gone_at_the_next_request(reader: Client) -> None:
    members = Member.objects.across_clubs().filter(display_name="reader")
    members.update(role=Member.Role.OWNER)
    assert reader.get("/c/tonan/settings/").status_code == 200

    members.update(role=Member.Role.MEMBER)
    assert reader.get("/c/tonan/settings/").status_code == 403
    members.update(left_on=date(2026, 11, 20))
    assert reader.get(PAGE).status_code == 404


def closed() -> None:
    User.objects.filter(username="reader").update(is_active=False)


def removed() -> None:
    Member.objects.across_clubs().filter(display_name="reader").update(user=None)
    User.objects.filter(username="reader").delete()


def another_password() -> None:
    user = User.objects.get(username="reader")
    user.set_password("another")
    user.save()


def ended_everywhere() -> None:
    Login.objects.all().delete()


def too_old() -> None:
    Login.objects.update(expire_date=timezone.now() - timedelta(seconds=1))


@pytest.mark.parametrize("happens", [closed, removed, another_password, ended_everywhere, too_old])
def test_a_session_that_has_ended_opens_nothing_at_the_next_request(
    reader: Client, happens: Any
) -> None:
    assert reader.get(PAGE).status_code == 302

    happens()

    answer = reader.get(PAGE)
    assert answer["Location"].startswith("/accounts/login/")


def test_a_session_ends_on_its_day(reader: Client) -> None:
    ends = Login.objects.get().expire_date
    with time_machine.travel(ends - timedelta(seconds=5), tick=False):
        assert "login" not in reader.get(PAGE)["Location"]
    with time_machine.travel(ends + timedelta(seconds=5), tick=False):
        assert "login" in reader.get(PAGE)["Location"]


def test_an_ended_session_is_not_written_to_again(reader: Client) -> None:
    key = reader.cookies[settings.SESSION_COOKIE_NAME].value
    Login.objects.all().delete()
    session = SessionStore(key)

    session["anything"] = 1
    session.save()

    assert session.session_key != key
    assert not Login.objects.filter(pk=key).exists()


def test_sessions_that_have_ended_are_cleared() -> None:
    session = SessionStore()
    session.create()
    Login.objects.update(expire_date=datetime(2020, 1, 1, tzinfo=UTC))

    SessionStore.clear_expired()

    assert not Login.objects.exists()


def test_a_login_that_was_closed_has_no_user() -> None:
    user = make_user("closed")
    assert LoginBackend().get_user(user.pk) == user

    User.objects.update(is_active=False)

    assert LoginBackend().get_user(user.pk) is None
