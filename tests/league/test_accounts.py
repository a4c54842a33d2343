"""Logging in, passwords by an organizer's link, and founding a club from the command line."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse

from league.models import Club, League, Member
from league.services.logins import password_link
from tests.factories import league_of, logged_in, make_club, make_user

pytestmark = pytest.mark.django_db
PASSWORD = "suzume-no-oyado"


@pytest.fixture(autouse=True)
def _no_attempts_yet() -> None:
    cache.clear()


@pytest.fixture
def sato() -> User:
    return User.objects.create_user("sato", "sato@example.org", PASSWORD)


def log_in(client: Client, name: str = "sato", password: str = PASSWORD, **more: str) -> int:
    sent = {"login": name, "password": password, **more}
    return client.post(reverse("account_login"), sent).status_code


def is_in(client: Client) -> bool:
    return client.get(reverse("account_change_password")).status_code == 200


def choose(client: Client, link: str, password: str = PASSWORD) -> int:
    return client.post(link, {"password1": password, "password2": password}).status_code


@pytest.mark.parametrize("name", ["sato", "SATO", "sato@example.org", "Sato@Example.ORG", " sato "])
def test_one_logs_in_by_name_or_e_mail(sato: User, name: str) -> None:
    client = Client()

    assert log_in(client, name) == 302
    assert is_in(client)


@pytest.mark.parametrize(
    ("name", "password"),
    [("sato", "wrong"), ("nobody", PASSWORD), ("", ""), ("sato", ""), ("x" * 500, "wrong")],
)
def test_a_wrong_login_comes_back_with_the_name_and_without_the_password(
    sato: User, name: str, password: str
) -> None:
    client = Client()

    response = client.post(reverse("account_login"), {"login": name, "password": password})

    assert response.status_code == 422
    assert f'value="{name}"' in response.text or not name
    assert not password or password not in response.text.replace(name or "-", "")
    assert not is_in(client)


def test_a_wrong_password_and_an_unknown_name_are_told_in_the_same_words(sato: User) -> None:
    known = Client().post(reverse("account_login"), {"login": "sato", "password": "x"})
    unknown = Client().post(reverse("account_login"), {"login": "goto", "password": "x"})

    assert known.context["form"].errors == unknown.context["form"].errors


def test_after_five_wrong_guesses_the_right_password_waits_too(sato: User) -> None:
    client = Client()
    for _ in range(5):
        log_in(client, password="wrong")

    assert log_in(client) == 422
    assert not is_in(client)


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        pytest.param("/c/tonan/rules/", "/c/tonan/rules/", id="a page of ours"),
        pytest.param("https://evil.example/", "/", id="another site"),
        pytest.param("//evil.example/", "/", id="another site without scheme"),
        pytest.param("javascript:alert(1)", "/", id="script"),
        pytest.param("https:///evil.example", "/", id="three slashes"),
    ],
)
def test_after_the_login_one_stays_on_this_site(sato: User, asked: str, led: str) -> None:
    sent = {"login": "sato", "password": PASSWORD, "next": asked}

    response = Client().post(reverse("account_login"), sent)

    assert (response.status_code, response.headers["Location"]) == (302, led)


def test_the_page_that_was_asked_for_survives_a_wrong_guess(sato: User) -> None:
    sent = {"login": "sato", "password": "wrong", "next": "/c/tonan/rules/"}

    response = Client().post(reverse("account_login"), sent)

    assert '<input type="hidden" name="next" value="/c/tonan/rules/">' in response.text


def test_a_login_gets_a_new_session_and_leaves_the_old_one_worthless(sato: User) -> None:
    client = Client()
    log_in(client)
    first = client.cookies["sessionid"].value
    log_in_again = Client()
    log_in_again.cookies["sessionid"] = first
    log_in_again.post(reverse("account_logout"))

    log_in(log_in_again)

    assert log_in_again.cookies["sessionid"].value not in ("", first)


def test_a_cookie_kept_over_the_logout_opens_nothing(sato: User) -> None:
    client, thief = Client(), Client()
    log_in(client)
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_in(thief)

    client.post(reverse("account_logout"))

    assert not is_in(thief)
    assert not is_in(client)


def test_a_new_password_logs_every_other_device_out(sato: User) -> None:
    phone, desk = Client(), Client()
    log_in(phone)
    log_in(desk)
    old = phone.cookies["sessionid"].value
    sent = {"oldpassword": PASSWORD, "password1": "tanuki-no-hara", "password2": "tanuki-no-hara"}

    assert phone.post(reverse("account_change_password"), sent).status_code == 302

    assert is_in(phone)
    assert not is_in(desk)
    assert phone.cookies["sessionid"].value != old
    assert log_in(Client()) == 422
    assert log_in(Client(), password="tanuki-no-hara") == 302


def test_a_closed_login_is_out_at_the_next_request(sato: User) -> None:
    client = Client()
    log_in(client)

    User.objects.filter(pk=sato.pk).update(is_active=False)

    assert not is_in(client)
    response = client.post(reverse("account_login"), {"login": "sato", "password": PASSWORD})
    assert response.headers["Location"] == reverse("account_inactive")


@pytest.mark.parametrize(
    ("old", "new", "again", "field"),
    [
        pytest.param(
            "wrong", "tanuki-no-hara", "tanuki-no-hara", "oldpassword", id="old one wrong"
        ),
        pytest.param(PASSWORD, "tanuki-no-hara", "tanuki", "password2", id="typed differently"),
        pytest.param(PASSWORD, "kuma", "kuma", "password1", id="too short"),
        pytest.param(PASSWORD, "password1", "password1", "password1", id="everyday word"),
        pytest.param(
            PASSWORD,
            "sato@example.org",
            "sato@example.org",
            "password1",
            id="like their own address",
        ),
    ],
)
def test_a_password_that_cannot_be_is_refused_beside_its_field(
    sato: User, old: str, new: str, again: str, field: str
) -> None:
    client = Client()
    log_in(client)
    sent = {"oldpassword": old, "password1": new, "password2": again}

    response = client.post(reverse("account_change_password"), sent)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert log_in(Client()) == 302


def test_nobody_signs_up_or_has_a_password_mailed() -> None:
    for name in ("account_signup", "account_reset_password", "account_email"):
        with pytest.raises(NoReverseMatch):
            reverse(name)
    for path in ("signup/", "password/reset/", "email/"):
        assert Client().post(f"/accounts/{path}").status_code == 404


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


def test_a_link_is_dead_once_the_password_changed_otherwise(sato: User) -> None:
    link = password_link(sato)

    sato.set_password("tanuki-no-hara")
    sato.save()

    assert Client().get(link).status_code == 404


def test_an_older_link_dies_with_the_younger(sato: User) -> None:
    older, younger = password_link(sato), password_link(sato)

    assert choose(Client(), younger) == 302

    assert Client().get(older).status_code == 404


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


def test_the_command_founds_a_club_and_prints_where_its_owner_chooses_a_password() -> None:
    out = StringIO()

    call_command(
        "create_club",
        *("--slug", "tonan", "--name", "東南会", "--rule", "kinyoukai"),
        *("--league", "月例リーグ", "--owner", "sato", "--site", "https://club.example/"),
        stdout=out,
    )

    lines = out.getvalue().split()
    owner = Member.objects.for_club(Club.objects.get(slug="tonan")).get(role="owner")
    assert "https://club.example/c/tonan/" in lines
    assert owner.user is not None
    assert choose(Client(), lines[-1].removeprefix("https://club.example")) == 302
    assert log_in(Client()) == 302
    assert League.objects.for_club(owner.club).get().name == "月例リーグ"


def test_the_command_gives_a_second_club_to_a_login_that_exists(sato: User) -> None:
    out = StringIO()

    call_command(
        "create_club",
        *("--slug", "tonan", "--name", "東南会", "--rule", "kinyoukai"),
        *("--league", "月例リーグ", "--owner", "Sato"),
        stdout=out,
    )

    assert Club.objects.get(members__user=sato).slug == "tonan"
    assert "password/link" not in out.getvalue()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        pytest.param({"rule": "kinyokai"}, "kinyoukai", id="no such rules, and a near one"),
        pytest.param({"slug": "taken"}, "taken|使われ", id="address taken"),
        pytest.param({"slug": "東南"}, "slug", id="no address"),
        pytest.param({"email": "not an address"}, ".", id="no e-mail"),
    ],
)
def test_the_command_founds_nothing_out_of_nonsense(changes: dict[str, str], said: str) -> None:
    make_club("taken")
    options = {"slug": "tonan", "name": "東南会", "rule": "kinyoukai", "league": "月例"}
    options |= {"owner": "sato", **changes}

    with pytest.raises(CommandError, match=said):
        call_command("create_club", **options, stdout=StringIO())

    assert Club.objects.count() == 1
    assert not User.objects.filter(username="sato").exists()


def test_the_first_page_shows_strangers_only_what_is_public() -> None:
    open_club, closed = make_club("open"), make_club("closed")
    Club.objects.filter(pk=open_club.pk).update(visibility="public", name="公開雀会")
    Club.objects.filter(pk=closed.pk).update(name="秘密雀会")

    page = Client().get("/").text

    assert "公開雀会" in page
    assert "秘密雀会" not in page


def test_whoever_has_one_club_goes_straight_there_and_finds_the_list_all_the_same() -> None:
    club = make_club()
    client = logged_in(User.objects.get(username="owner"))

    assert client.get("/").headers["Location"] == "/c/tonan/"
    assert club.name in client.get("/?all=1").text

    make_club("seihoku")
    assert client.get("/").status_code == 200


def test_a_club_is_founded_on_the_page_with_its_rules_and_league() -> None:
    client = logged_in(make_user("sato"))
    sent = {
        "name": "西北会",
        "slug": "Seihoku",
        "league_name": "木曜リーグ",
        "rule_key": "yakyu-4p-tonnan",
    }

    response = client.post("/clubs/new/", sent)

    club = Club.objects.get()
    assert response.headers["Location"] == "/c/seihoku/"
    assert league_of(club).name == "木曜リーグ"
    assert league_of(club).rule_set.slug == "yakyu-4p-tonnan"
    assert client.get("/c/seihoku/settings/").status_code == 200


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("slug", "taken", id="address taken"),
        pytest.param("slug", "西北", id="address of other letters"),
        pytest.param("name", "", id="no name"),
        pytest.param("name", "x" * 61, id="name too long"),
        pytest.param("rule_key", "zung-jung", id="rules that cannot be settled"),
        pytest.param("rule_key", "nekohouse-boo", id="Boo"),
        pytest.param("rule_key", "", id="no rules"),
    ],
)
def test_a_club_that_cannot_be_is_refused_with_everything_kept(field: str, value: str) -> None:
    make_club("taken")
    sent = {"name": "西北会", "slug": "seihoku", "league_name": "木曜", "rule_key": "kinyoukai"}

    response = logged_in(make_user("sato")).post("/clubs/new/", sent | {field: value})

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert 'value="木曜"' in response.text
    assert Club.objects.count() == 1
