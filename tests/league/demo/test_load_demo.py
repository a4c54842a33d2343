"""Loading the demo on a server that has no demo yet."""

from __future__ import annotations

from datetime import date
from io import StringIO

import pytest
from django.core.management import call_command

from league.core.errors import LeagueError
from league.demo import load_demo, logins
from league.models import Club, User
from tests.factories import make_club

pytestmark = pytest.mark.django_db


def test_the_command_prints_the_logins_as_a_table() -> None:
    out = StringIO()
    call_command("load_demo", "--today", "2026-11-21", "--seed", "7", stdout=out)

    lines = out.getvalue().splitlines()
    assert "demo club" in lines[0]
    assert lines[1].split() == ["Login", "name", "Password", "Role"]
    assert [line.split()[:2] for line in lines[3:]] == [
        [login.username, login.password] for login in logins()
    ]


def test_a_server_with_clubs_is_left_alone_when_it_should_be_empty() -> None:
    make_club(owner="sato")
    out = StringIO()

    call_command("load_demo", "--if-empty", stdout=out)

    assert not Club.objects.filter(is_demo=True).exists()
    assert out.getvalue() == ""


def test_logins_that_are_taken_are_never_taken_over() -> None:
    mine = User.objects.create_user(username="scorer", password="mine")

    with pytest.raises(LeagueError, match="scorer"):
        load_demo(today=date(2026, 11, 21))

    mine.refresh_from_db()
    assert mine.check_password("mine")
    assert not Club.objects.exists()
