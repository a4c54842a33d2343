"""Whoever gets an invitation joins as one member, with a new login or the one they have, once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from league.clubs.invitations import (
    State,
    accept_invitation,
    invitation_by_secret,
    invite,
    state_of,
)
from league.core.errors import LeagueError
from league.members.write import give_login
from league.models import AuditEvent, Club, Invitation, Member, User
from tests.factories import ADMIN, logged_in, make_club, make_login, make_user
from tests.league.at_once import HANDS, at_once
from tests.league.evenings import english
from tests.league.logins import PASSWORD, is_in, log_in

pytestmark = pytest.mark.django_db

PAGE = "/c/tonan/invitations/"


@pytest.fixture
def aoki(club: Club) -> Member:
    return Member.objects.create(club=club, display_name="青木", romaji="Aoki")


@pytest.fixture
def link(club: Club, aoki: Member) -> str:
    return link_for(aoki)


def link_for(member: Member, days: int = 14) -> str:
    ((_member, secret),) = invite(club=member.club, people=[member], days=days, actor=ADMIN)
    return f"/invitation/{secret}/"


def made(link: str, client: Client | None = None, **more: str) -> Any:
    """Make a login by a link; the answer."""
    sent = {"do": "make", "username": "aoki", "password1": PASSWORD, "password2": PASSWORD, **more}
    return (client or english(Client())).post(link, sent)


def accepted(link: str, user: User) -> Any:
    return english_in(user).post(link, {"do": "accept"})


def english_in(user: User) -> Client:
    return english(logged_in(user))


def login_of(member: Member) -> User | None:
    return Member.objects.across_clubs().get(pk=member.pk).user


# Making them


def test_an_organizer_invites_several_at_once_and_gets_a_text_for_each(
    organizer: Client, club: Club, aoki: Member
) -> None:
    ishii = Member.objects.create(club=club, display_name="石井")

    answer = organizer.post(PAGE, {"member": [aoki.pk, ishii.pk], "days": "7", "language": "ja"})

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    first, second = answer.context["made"]
    assert [first["person"], second["person"]] == [aoki, ishii]
    assert "東南会" in first["text"]
    assert "青木" in first["text"]
    assert first["link"] in first["text"]
    assert first["text"] in unquote(first["line"])
    assert AuditEvent.objects.for_club(club).filter(type="invitation.made").count() == 2


@pytest.mark.parametrize(
    ("language", "words"),
    [pytest.param("ja", "ご招待", id="Japanese"), pytest.param("en", "invites you", id="English")],
)
def test_the_text_is_in_the_language_that_was_chosen(
    organizer: Client, aoki: Member, language: str, words: str
) -> None:
    answer = organizer.post(PAGE, {"member": aoki.pk, "days": "14", "language": language})

    assert words in answer.context["made"][0]["text"]


def test_a_link_is_stored_nowhere(aoki: Member, link: str) -> None:
    stored = Invitation.objects.for_club(aoki.club).values().get()

    assert link.split("/")[2] not in str(stored)


def test_whoever_ticks_nobody_is_told(organizer: Client, aoki: Member) -> None:
    answer = organizer.post(PAGE, {"days": "14", "language": "ja"})

    assert answer.status_code == 422
    assert "Tick at least one member." in answer.text


def test_everybody_who_is_not_invited_yet_is_ticked_by_one_tap(
    organizer: Client, club: Club, aoki: Member, link: str
) -> None:
    others = {Member.objects.create(club=club, display_name=name) for name in ("伊東", "江口")}

    rows = organizer.get(PAGE, {"all": "1"}).context["rows"]

    ticked = {member for member, is_ticked, _invited in rows if is_ticked}
    assert others <= ticked
    assert aoki not in ticked


def test_a_new_link_ends_the_one_before(aoki: Member, link: str) -> None:
    again = link_for(aoki)

    assert english(Client()).get(link).status_code == 410
    assert english(Client()).get(again).status_code == 200


def test_the_database_keeps_no_two_open_invitations_of_a_member(aoki: Member, link: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Invitation.objects.create(member=aoki, digest="x", expires_at=timezone.now())


def test_an_organizer_revokes_one_and_its_link_ends(
    organizer: Client, club: Club, aoki: Member, link: str
) -> None:
    invitation = Invitation.objects.for_club(club).get()
    assert "Aoki" in organizer.get(PAGE).text

    organizer.post(f"{PAGE}{invitation.pk}/revoke/")

    answer = english(Client()).get(link)
    assert (answer.status_code, "withdrawn" in answer.text) == (410, True)
    assert organizer.get(PAGE).context["waiting"] == []


def test_another_club_s_invitation_cannot_be_revoked(organizer: Client) -> None:
    other = make_club("seihoku", owner="other")
    member = Member.objects.create(club=other, display_name="上野")
    link_for(member)

    there = Invitation.objects.for_club(other).get()
    assert organizer.post(f"{PAGE}{there.pk}/revoke/").status_code == 404
    assert (
        organizer.post(PAGE, {"member": member.pk, "days": "14", "language": "ja"}).status_code
        == 422
    )


def test_members_invite_nobody(club: Club) -> None:
    reader = make_login(club, "reader")

    assert (reader.get(PAGE).status_code, reader.post(PAGE, {}).status_code) == (403, 403)


def test_an_organizer_gives_no_rights_that_a_place_still_has(club: Club, aoki: Member) -> None:
    Member.objects.for_club(club).filter(pk=aoki.pk).update(role=Member.Role.OWNER)
    make_login(club, "helper", Member.Role.ORGANIZER)
    helper = english_in(User.objects.get(username="helper"))

    answer = helper.post(PAGE, {"member": aoki.pk, "days": "14", "language": "ja"})

    assert answer.status_code == 422
    assert not Invitation.objects.for_club(club).exists()


# Accepting with a new login


def test_a_newcomer_makes_a_login_under_the_proposed_name_and_is_in(
    aoki: Member, link: str
) -> None:
    client = english(Client())
    page = client.get(link)
    assert 'value="aoki"' in page.text
    assert "no-store" in page.headers["Cache-Control"]

    answer = made(link, client)

    assert answer["Location"] == "/c/tonan/"
    assert is_in(client)
    user = login_of(aoki)
    assert user is not None
    assert user.username == "aoki"
    assert log_in(english(Client()), "aoki") == 302


def test_looking_at_a_link_uses_nothing_up(link: str) -> None:
    for _look in range(3):
        assert english(Client()).get(link).status_code == 200

    assert made(link).status_code == 302


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param({"username": "TAKEN"}, "This login name is taken.", id="name of another"),
        pytest.param({"username": "a@b"}, "cannot contain @", id="like an address"),
        pytest.param({"password2": "another-one"}, "same password", id="typed otherwise"),
        pytest.param({"password1": "12345678", "password2": "12345678"}, "common", id="common"),
    ],
)
def test_what_cannot_be_leaves_nothing_behind_and_the_link_good(
    aoki: Member, link: str, typed: dict[str, str], words: str
) -> None:
    make_user("taken")
    users = User.objects.count()

    answer = made(link, None, **typed)

    assert answer.status_code == 422
    assert words in answer.text
    assert (User.objects.count(), login_of(aoki)) == (users, None)
    assert made(link).status_code == 302


def test_the_session_of_before_is_not_the_one_that_is_logged_in(link: str) -> None:
    client = english(Client())
    session = client.session
    session["planted"] = 1
    session.save()
    key = session.session_key
    client.cookies["sessionid"] = key or ""

    made(link, client)

    assert is_in(client)
    assert client.cookies["sessionid"].value != key


# Accepting with the login one has


def test_one_login_opens_two_clubs_and_leads_to_a_choice(aoki: Member, link: str) -> None:
    other = make_club("seihoku", owner="other")
    make_login(other, "both")
    both = User.objects.get(username="both")

    assert accepted(link, both)["Location"] == "/c/tonan/"

    assert login_of(aoki) == both
    listed = english_in(both).get("/").context["memberships"]
    assert {each.club.slug for each in listed} == {"tonan", "seihoku"}


def test_somebody_who_logs_in_on_the_way_comes_back_to_the_invitation(link: str) -> None:
    User.objects.create_user("sato", password=PASSWORD)
    client = english(Client())
    assert f"/accounts/login/?next={link}" in client.get(link).text

    sent = {"login": "sato", "password": PASSWORD, "next": link}

    assert client.post("/accounts/login/", sent)["Location"] == link
    assert "Join as Aoki" in client.get(link).text


def test_a_session_that_ended_meanwhile_is_asked_to_log_in(aoki: Member, link: str) -> None:
    answer = english(Client()).post(link, {"do": "accept"})

    assert answer["Location"] == f"/accounts/login/?next={link}"
    assert login_of(aoki) is None


def test_a_login_that_is_somebody_else_here_is_told_who(
    club: Club, aoki: Member, link: str
) -> None:
    make_login(club, "reader")
    reader = User.objects.get(username="reader")
    assert "already belongs to reader" in english_in(reader).get(link).text

    answer = accepted(link, reader)

    assert answer.status_code == 422
    assert login_of(aoki) is None
    assert english(Client()).get(link).status_code == 200


def test_a_browser_that_is_logged_in_makes_no_second_login(aoki: Member, link: str) -> None:
    users = User.objects.count() + 1

    answer = made(link, english_in(make_user("somebody")))

    assert answer.status_code == 422
    assert "log out first" in answer.text
    assert (User.objects.count(), login_of(aoki)) == (users, None)


def test_logging_out_there_leads_back_to_the_invitation(link: str) -> None:
    client = english_in(make_user("somebody"))

    assert client.post("/accounts/logout/", {"next": link})["Location"] == link


def test_the_demo_s_logins_which_everybody_uses_accept_nothing(
    settings: Any, aoki: Member, link: str
) -> None:
    settings.DEMO_LOGINS = True
    demo = make_club("demo", owner="player")
    Club.objects.filter(pk=demo.pk).update(is_demo=True)

    answer = accepted(link, User.objects.get(username="player"))

    assert answer.status_code == 422
    assert login_of(aoki) is None


# Ended


def too_late(member: Member) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Invitation.objects.for_club(member.club).update(expires_at=past)


def has_login(member: Member) -> None:
    give_login(member=member, username="given", email="", actor=ADMIN)


def left(member: Member) -> None:
    Member.objects.for_club(member.club).update(left_on=timezone.now().date())


def used(member: Member) -> None:
    Invitation.objects.for_club(member.club).update(accepted_at=timezone.now())


@pytest.mark.parametrize(
    ("happens", "words"),
    [
        pytest.param(too_late, "has expired", id="expired"),
        pytest.param(has_login, "already has an account", id="account by now"),
        pytest.param(left, "no longer on", id="left the club"),
        pytest.param(used, "already been used", id="used"),
    ],
)
def test_an_invitation_that_has_ended_says_why_and_does_nothing(
    aoki: Member, link: str, happens: Callable[[Member], None], words: str
) -> None:
    happens(aoki)
    users, before = User.objects.count(), login_of(aoki)

    answers = [
        english(Client()).get(link),
        made(link),
        accepted(link, User.objects.get(username="owner")),
    ]

    assert [answer.status_code for answer in answers] == [410] * 3
    assert words in answers[0].text
    assert (User.objects.count(), login_of(aoki)) == (users, before)


def test_whoever_opens_their_own_used_link_again_is_led_in(link: str) -> None:
    client = english(Client())
    made(link, client)

    assert 'href="/c/tonan/"' in client.get(link).text


@pytest.mark.parametrize("end", ["x", "x" * 200, "%00", "..", "é"])
def test_a_link_that_never_was_is_not_there(end: str) -> None:
    assert english(Client()).get(f"/invitation/{end}/").status_code in (404, 400)


def test_guessing_is_slowed_down_and_one_who_mistypes_once_is_not(link: str) -> None:
    cache.clear()
    guesser = english(Client())
    assert guesser.get("/invitation/nothing/").status_code == 404
    assert guesser.get(link).status_code == 200

    answers = [guesser.get(f"/invitation/guess{n}/").status_code for n in range(25)]

    assert answers.count(429) >= 5
    assert guesser.get(link).status_code == 429  # even a right one


# At once


def accept_as(link: str, number: int) -> User:
    found = invitation_by_secret(link.split("/")[2])
    assert found is not None
    return accept_invitation(
        invitation=found, user_of=lambda: User.objects.create_user(f"hand{number}")
    )


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_accept_one_invitation_at_once_one_gets_in() -> None:
    member = Member.objects.create(club=make_club(), display_name="青木")
    link = link_for(member)

    results = at_once(lambda number: accept_as(link, number))

    assert sum(isinstance(each, User) for each in results) == 1
    assert sum(isinstance(each, LeagueError) for each in results) == HANDS - 1
    assert User.objects.filter(username__startswith="hand").count() == 1


@pytest.mark.django_db(transaction=True)
def test_control_eight_who_only_look_before_they_write_would_all_get_in() -> None:
    member = Member.objects.create(club=make_club(), display_name="青木")
    link = link_for(member)
    looked = threading.Barrier(HANDS)

    def accept_without_guard(number: int) -> User:
        found = invitation_by_secret(link.split("/")[2])
        assert found is not None
        assert state_of(found) is State.OPEN
        looked.wait()
        user = User.objects.create_user(f"hand{number}")
        Invitation.objects.for_club(member.club).update(accepted_at=timezone.now())
        Member.objects.for_club(member.club).filter(pk=member.pk).update(user=user)
        return user

    results = at_once(accept_without_guard)

    assert sum(isinstance(each, User) for each in results) == HANDS
