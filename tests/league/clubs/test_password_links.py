"""A link from an organizer lets its owner choose a password, once."""

from __future__ import annotations

import time
from io import StringIO
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from django.core.management import CommandError, call_command
from django.test import Client

from league.members.write import password_link, set_role
from league.models import Member, User
from tests.factories import ADMIN, logged_in, make_club, make_user
from tests.league.at_once import HANDS, at_once
from tests.league.logins import choose, is_in, log_in

pytestmark = pytest.mark.django_db


def test_a_link_lets_its_owner_choose_a_password_and_logs_them_in(sato: User) -> None:
    client, link = Client(), password_link(sato)
    assert client.get(link).status_code == 200
    assert 'value="sato"' in client.get(link).text

    assert choose(client, link, "tanuki-no-hara") == 302

    assert is_in(client)
    assert log_in(Client(), password="tanuki-no-hara") == 302


def test_a_link_is_dead_once_it_was_used(sato: User) -> None:
    link = password_link(sato)
    choose(Client(), link, "tanuki-no-hara")
    thief = Client()

    assert thief.get(link).status_code == 404
    assert choose(thief, link, "another-try-1") == 404
    assert log_in(Client(), password="tanuki-no-hara") == 302


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_use_one_link_at_once_one_chooses_the_password(sato: User) -> None:
    link = password_link(sato)

    answers = at_once(lambda number: choose(Client(), link, f"tanuki-no-hara-{number}"))

    assert sorted(map(str, answers)) == ["302", *["404"] * (HANDS - 1)]
    chosen = answers.index(302)
    sato.refresh_from_db()
    assert sato.check_password(f"tanuki-no-hara-{chosen}")


@pytest.mark.django_db(transaction=True)
def test_control_checking_the_link_first_and_choosing_then_lets_several_choose(
    sato: User,
) -> None:
    key = default_token_generator.make_token(sato)
    chose = []

    def naive(number: int) -> None:
        user = User.objects.get(pk=sato.pk)
        if default_token_generator.check_token(user, key):
            time.sleep(0.1)
            user.set_password(f"tanuki-no-hara-{number}")
            user.save()
            chose.append(number)

    at_once(naive)

    assert len(chose) > 1


def test_a_link_is_dead_once_the_password_changed_otherwise(sato: User) -> None:
    link = password_link(sato)

    sato.set_password("tanuki-no-hara")
    sato.save()

    assert Client().get(link).status_code == 404


def test_an_older_link_dies_with_the_younger(sato: User) -> None:
    older, younger = password_link(sato), password_link(sato)

    assert choose(Client(), younger) == 302

    assert Client().get(older).status_code == 404


def test_an_older_link_is_dead_once_a_younger_one_is_made(sato: User) -> None:
    older, younger = password_link(sato), password_link(sato)

    assert Client().get(older).status_code == 404
    assert Client().get(younger).status_code == 200


def test_the_operator_prints_a_link_for_whomever_no_organizer_may_help(
    sato: User, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("password_link", "SATO", site="https://league.example.org/")

    printed = capsys.readouterr()
    link = printed.out.strip()
    assert link.startswith("https://league.example.org/accounts/password/link/")
    assert choose(Client(), link.removeprefix("https://league.example.org")) == 302
    assert printed.err == ""


@pytest.mark.parametrize("command", ["password_link", "create_operator"])
@pytest.mark.parametrize(
    ("terminal", "said"),
    [("en_GB.UTF-8", "opens on this computer alone"), ("ja_JP.UTF-8", "でしか開けません")],
)
def test_a_command_that_was_told_no_address_says_how_to_name_it(
    sato: User,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
    terminal: str,
    said: str,
) -> None:
    monkeypatch.setenv("LC_ALL", terminal)

    call_command(command, "sato")

    printed = capsys.readouterr()
    assert "http://127.0.0.1:8000/" in printed.out
    assert said in printed.err
    assert "--site https://" in printed.err


def test_a_command_on_a_server_takes_the_address_that_browsers_use(
    sato: User, settings: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org", "https://league.example.org"]

    call_command("password_link", "sato")

    printed = capsys.readouterr()
    assert printed.out.startswith("https://league.example.org/accounts/")
    assert printed.err == ""


def test_a_closed_login_gets_no_link(sato: User) -> None:
    User.objects.update(is_active=False)

    with pytest.raises(CommandError, match="sato"):
        call_command("password_link", "sato")


def test_a_link_of_one_login_opens_no_other(sato: User) -> None:
    other = make_user("goto")
    parts = password_link(sato).split("/")
    parts[-3] = password_link(other).split("/")[-3]

    assert Client().get("/".join(parts)).status_code == 404


def test_whoever_else_was_logged_in_is_out_when_the_link_is_used(sato: User) -> None:
    client = logged_in(make_user("goto"))
    link = password_link(sato)
    client.get(link)
    assert client.session["_auth_user_id"] != str(sato.pk)

    choose(client, link)

    assert client.session["_auth_user_id"] == str(sato.pk)


def test_a_weak_password_is_refused_and_the_link_lives_on(sato: User) -> None:
    client, link = Client(), password_link(sato)

    assert choose(client, link, "kuma") == 422
    assert choose(client, link, "tanuki-no-hara") == 302


def test_a_link_dies_when_its_login_becomes_an_owner(sato: User) -> None:
    club = make_club()
    member = Member.objects.create(club=club, display_name="佐藤", user=sato)
    link = password_link(sato)

    set_role(member=member, role=Member.Role.OWNER, actor=ADMIN)

    assert Client().get(link).status_code == 404
    assert choose(Client(), link) == 404


def test_a_link_dies_when_another_club_trusts_its_login(sato: User) -> None:
    Member.objects.create(club=make_club(), display_name="佐藤", user=sato)
    link = password_link(sato)

    Member.objects.create(club=make_club("seihoku"), display_name="佐藤", user=sato)

    assert Client().get(link).status_code == 404


def test_a_link_dies_when_its_login_becomes_an_operator(sato: User) -> None:
    Member.objects.create(club=make_club(), display_name="佐藤", user=sato)
    link = password_link(sato)

    call_command("create_operator", "sato", stdout=StringIO())

    assert Client().get(link).status_code == 404


@pytest.mark.parametrize("is_operator", [True, False], ids=["operator", "control"])
def test_no_organizer_makes_a_link_for_an_operator(sato: User, is_operator: bool) -> None:
    club = make_club()
    member = Member.objects.create(club=club, display_name="佐藤", user=sato)
    User.objects.filter(pk=sato.pk).update(is_staff=is_operator)
    owner = Member.objects.for_club(club).get(role=Member.Role.OWNER).user
    assert owner is not None
    client = logged_in(owner)

    answer = client.post(f"/c/{club.slug}/members/{member.pk}/reset/")

    assert ("/accounts/password/link/" in answer.text) is not is_operator
    page = client.get(f"/c/{club.slug}/members/{member.pk}/").text
    assert (f"/members/{member.pk}/reset/" in page) is not is_operator


def test_a_link_survives_that_its_login_becomes_a_scorer(sato: User) -> None:
    member = Member.objects.create(club=make_club(), display_name="佐藤", user=sato)
    link = password_link(sato)

    set_role(member=member, role=Member.Role.SCORER, actor=ADMIN)

    assert Client().get(link).status_code == 200
