"""Whoever deletes their account is gone, and the club's standings are as they were."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client

from league.archive.document import dump_club
from league.clubs.deletion import DELETED, delete_login
from league.clubs.invitations import founding_link, founding_link_by_secret, invite, state_of
from league.clubs.verification import verify_club
from league.core.errors import LeagueError
from league.core.permissions import Scope
from league.core.revisions import revision_of
from league.core.tokens import issue_token, visit_by_secret
from league.exports.calendars import feed_key, may_read_feed
from league.members.write import give_login, may_reset, password_link
from league.models import (
    AuditEvent,
    BrowserSession,
    Club,
    Download,
    Invitation,
    League,
    Member,
    NewsSeen,
    User,
)
from league.rankings.write import close_month
from tests.factories import ADMIN, actor_of, logged_in, make_club, make_user, record
from tests.league.evenings import english
from tests.league.logins import PASSWORD, give_second_factor, is_in, log_in
from tests.pages import parsed

pytestmark = pytest.mark.django_db

PAGE = "/accounts/delete/"
OCTOBER_20 = date(2026, 10, 20)


@pytest.fixture
def sato(club: Club, four: list[Member]) -> User:
    """A login of a member who plays."""
    user = User.objects.create_user(
        "sato", "sato@example.jp", PASSWORD, first_name="健一", last_name="佐藤"
    )
    Member.objects.for_club(club).filter(pk=four[0].pk).update(user=user)
    four[0].refresh_from_db()
    return user


@pytest.fixture
def browser(sato: User) -> Client:
    client = Client(headers={"accept-language": "en"})
    assert log_in(client) == 302
    return client


def delete(client: Client, **typed: str) -> Any:
    return client.post(PAGE, {"is_meant": "on", "password": PASSWORD, **typed})


def test_an_account_is_deleted_with_the_password(browser: Client, sato: User) -> None:
    answer = delete(browser)

    assert answer.headers["Location"] == "/"
    assert not User.objects.filter(username="sato").exists()
    assert not is_in(browser)
    assert "Your account is deleted." in parsed(browser.get("/")).words


@pytest.mark.parametrize("typed", [{"password": "wrong"}, {"password": ""}, {"is_meant": ""}])
def test_without_the_password_or_the_tick_it_stays(
    browser: Client, sato: User, typed: dict[str, str]
) -> None:
    assert delete(browser, **typed).status_code == 422

    sato.refresh_from_db()
    assert sato.is_active
    assert is_in(browser)


def test_the_page_says_what_goes_and_what_stays(browser: Client, four: list[Member]) -> None:
    words = parsed(browser.get(PAGE)).words

    assert "Someone else may take the name." in words
    assert f"東南会 · {four[0].display_name}" in words
    assert "Nobody can change it." in words


def test_a_later_login_is_refused_in_the_words_of_a_wrong_password(
    browser: Client, club: Club
) -> None:
    delete(browser)
    there, never = Client(), Client()

    was = there.post("/accounts/login/", {"login": "sato", "password": PASSWORD})
    none = never.post("/accounts/login/", {"login": "nobody", "password": PASSWORD})

    assert was.status_code == none.status_code == 422
    assert was.context["form"].errors == none.context["form"].errors
    assert not is_in(there)


def test_the_emptied_row_is_nobodys_and_opens_nothing(browser: Client, sato: User) -> None:
    delete(browser)

    sato.refresh_from_db()
    assert sato.username.startswith(DELETED)
    assert (sato.email, sato.first_name, sato.last_name, sato.last_login) == ("", "", "", None)
    assert not sato.has_usable_password()
    assert not sato.is_active
    assert log_in(Client(), sato.username, "") == 422
    assert log_in(Client(), sato.username, PASSWORD) == 422


def test_every_field_of_an_account_is_known_to_what_empties_it() -> None:
    """A new field has to be emptied too; then it stands here."""
    assert {field.name for field in User._meta.concrete_fields} == {
        *("id", "username", "first_name", "last_name", "email", "password"),
        *("is_active", "is_staff", "is_superuser", "last_login", "date_joined", "links_made"),
    }


def test_other_devices_are_out_and_all_that_was_the_logins_own_is_gone(
    browser: Client, sato: User, club: Club
) -> None:
    other = logged_in(sato)
    give_second_factor(sato)
    NewsSeen.objects.create(club=club, user=sato, until="2026-11-20T12:00:00Z")
    Download.objects.create(club=club, kind="games", language="ja", reader=sato)
    SocialAccount.objects.create(user=sato, provider="line", uid="U1", extra_data={"name": "佐"})
    assert is_in(other)

    delete_login(user=sato)

    assert not is_in(other)
    assert not is_in(browser)
    for rows in (BrowserSession.objects, Authenticator.objects, SocialAccount.objects):
        assert not rows.filter(user=sato).exists()
    assert not NewsSeen.objects.for_club(club).exists()
    assert not Download.objects.for_club(club).exists()


def test_tokens_calendars_and_links_open_nothing_any_more(
    browser: Client, sato: User, club: Club, four: list[Member]
) -> None:
    me = four[0]
    actor = actor_of(me)
    _token, secret = issue_token(
        club=club, member=me, name="bot", scopes=[Scope.GAMES], days=30, actor=actor
    )
    calendar, password = feed_key(club, me), password_link(sato)
    (_who, _invited), *_ = invite(club=club, people=[four[1]], days=7, actor=actor)
    _link, founding = founding_link(days=7, note="", actor=sato)
    assert visit_by_secret(secret, club.slug)
    assert may_read_feed(club, calendar)
    assert founding_link_by_secret(founding)

    delete(browser)

    assert visit_by_secret(secret, club.slug) is None
    assert not may_read_feed(club, calendar)
    assert founding_link_by_secret(founding) is None
    assert Client().get(password).status_code == 404
    invitation = Invitation.objects.for_club(club).select_related("member").get()
    assert state_of(invitation) == "revoked"


def test_standings_closed_months_and_archives_stay_as_they_were(
    browser: Client, league: League, four: list[Member]
) -> None:
    for _game in range(3):
        record(league, four, actor=actor_of(four[0]), day=OCTOBER_20)
    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    before = dump_club(league.club)

    delete(browser)

    assert dump_club(league.club) == before
    checked = verify_club(league.club)
    assert (checked["games"], checked["differences"]) == (3, 0)


def test_the_trail_keeps_who_did_what_under_the_name_of_then(
    browser: Client, sato: User, league: League, four: list[Member]
) -> None:
    record(league, four, actor=actor_of(four[0]))
    events = AuditEvent.objects.for_club(league.club)
    before = list(events.values())

    delete(browser)

    assert list(events.values())[: len(before)] == before
    said = events.get(type="member.login_deleted")
    assert (said.actor, said.actor_name) == (sato, four[0].display_name)
    assert (said.object_id, said.before) == (four[0].pk, {"role": "member"})


def test_control_the_database_lets_no_row_go_that_the_trail_names(
    sato: User, league: League, four: list[Member]
) -> None:
    record(league, four, actor=actor_of(four[0]))

    with pytest.raises(IntegrityError), transaction.atomic():
        sato.delete()


def test_the_name_can_be_taken_again_and_gets_nothing_of_the_old_ones(
    browser: Client, club: Club, four: list[Member]
) -> None:
    delete(browser)

    again = User.objects.create_user("sato", "sato@example.jp", PASSWORD)
    new = Client()

    assert log_in(new) == 302
    assert not Member.objects.across_clubs().filter(user=again).exists()
    assert new.get(f"/c/{club.slug}/").status_code == 404
    assert Member.objects.for_club(club).get(pk=four[0].pk).user is None


def test_a_new_account_of_the_same_member_has_no_rights_of_the_old_one(
    browser: Client, club: Club, four: list[Member]
) -> None:
    Member.objects.for_club(club).filter(pk=four[0].pk).update(role=Member.Role.ORGANIZER)
    delete(browser)
    member = Member.objects.for_club(club).get(pk=four[0].pk)

    give_login(member=member, username="sato", email="", actor=ADMIN)

    member.refresh_from_db()
    assert member.role == "member"
    assert may_reset(member=member, actor=ADMIN)


def test_the_only_owner_names_another_one_first(club: Club) -> None:
    client = english(logged_in(User.objects.get(username="owner")))
    other = Member.objects.create(club=club, display_name="鈴木", user=make_user("suzuki"))

    page = client.get(PAGE)
    refused = client.post(PAGE, {"is_meant": "on", "password": "owner"})

    assert "You are the only owner of 東南会." in parsed(page).words
    assert refused.status_code == 422
    assert User.objects.filter(username="owner", is_active=True).exists()
    Member.objects.for_club(club).filter(pk=other.pk).update(role=Member.Role.OWNER)
    assert client.post(PAGE, {"is_meant": "on", "password": "owner"}).status_code == 302


def test_an_owner_with_whom_nobody_shares_the_club_may_go(club: Club, four: list[Member]) -> None:
    """The others are on the list without accounts: none of them could be made an owner."""
    delete_login(user=User.objects.get(username="owner"))

    assert not Member.objects.for_club(club).filter(user__isnull=False).exists()


def test_an_owner_who_has_left_holds_no_club(club: Club) -> None:
    left = make_user("left")
    Member.objects.create(
        club=club, display_name="前の代表", user=left, role=Member.Role.OWNER, left_on="2026-01-31"
    )

    delete_login(user=left)

    assert not User.objects.filter(username="left").exists()


def test_whoever_is_in_two_clubs_leaves_both_or_neither(club: Club) -> None:
    other = make_club("seihoku", owner="owner")
    owner = User.objects.get(username="owner")
    Member.objects.create(club=other, display_name="鈴木", user=make_user("suzuki"))

    with pytest.raises(LeagueError, match="東南会"):
        delete_login(user=owner)

    assert Member.objects.across_clubs().filter(user=owner).count() == 2
    Member.objects.for_club(other).filter(user__username="suzuki").update(role=Member.Role.OWNER)
    delete_login(user=owner)
    assert Member.objects.across_clubs().filter(user=owner).count() == 0


def test_an_operator_is_relieved_first() -> None:
    operator = User.objects.create_user("root", password=PASSWORD, is_staff=True)

    with pytest.raises(LeagueError):
        delete_login(user=operator)

    assert User.objects.filter(username="root", is_active=True).exists()


def test_a_login_of_the_demo_stays_where_anybody_uses_it(
    browser: Client, club: Club, sato: User, settings: Any
) -> None:
    Club.objects.filter(pk=club.pk).update(is_demo=True)
    settings.DEMO_LOGINS = True

    assert delete(browser).status_code == 422
    assert "cannot be deleted" in parsed(browser.get(PAGE)).words
    settings.DEMO_LOGINS = False
    assert delete(browser).status_code == 302


def test_a_login_without_a_password_is_asked_for_what_it_has() -> None:
    user = make_user("keyless")
    code, *_codes = give_second_factor(user)
    user.set_unusable_password()
    user.save()
    client = logged_in(user)

    asked = client.post(PAGE, {"is_meant": "on"}, follow=True)

    assert User.objects.filter(username="keyless").exists()
    assert asked.resolver_match.url_name == "mfa_reauthenticate"
    client.post(asked.redirect_chain[-1][0], {"code": code})
    assert not User.objects.filter(username="keyless").exists()


def test_guesses_at_the_password_are_slowed(browser: Client, sato: User) -> None:
    cache.clear()
    for _guess in range(10):
        delete(browser, password="wrong")

    assert delete(browser).status_code in (422, 429)
    assert User.objects.filter(username="sato").exists()


def test_kept_pages_of_the_club_are_made_anew(browser: Client, club: Club) -> None:
    before = revision_of(club.slug)

    delete(browser)

    assert revision_of(club.slug) != before


def test_a_deletion_that_fails_changes_nothing(
    browser: Client, sato: User, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off(_user: User) -> None:
        raise LeagueError("no")

    monkeypatch.setattr("league.clubs.deletion._empty", break_off)

    assert delete(browser).status_code == 422
    assert Member.objects.for_club(club).filter(user=sato).exists()
    assert is_in(browser)
    assert not AuditEvent.objects.for_club(club).filter(type="member.login_deleted").exists()
