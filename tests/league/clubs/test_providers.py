"""Logging in with LINE, Google or Discord: what a login was connected to opens it, nothing else."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from requests import ConnectionError as NoConnectionError
from requests import Timeout

from league.clubs.deletion import delete_login
from league.clubs.invitations import invite
from league.clubs.providers import connect, give_up, has_other_way
from league.core.errors import LeagueError
from league.core.throttles import turn_to_compute
from league.models import BrowserSession, Club, Member, User
from tests.factories import ADMIN, make_club, make_user
from tests.league.at_once import HANDS, at_once
from tests.league.evenings import english
from tests.league.logins import PASSWORD, code_of, give_second_factor, is_in, log_in
from tests.league.providers import (
    IDS,
    KEYS,
    TOKENS,
    World,
    at_provider,
    back,
    begun,
    enter,
    providers,
    uid_of,
)

pytestmark = pytest.mark.django_db

LIST = "/accounts/connections/"


@pytest.fixture
def world() -> Iterator[World]:
    with providers(*KEYS) as found:
        yield found


@pytest.fixture
def visitor() -> Client:
    return english(Client())


@pytest.fixture
def own(sato: User) -> Client:
    """Sato's browser, in which the password was just given once more."""
    client = english(Client())
    log_in(client)
    client.post("/accounts/password/again/", {"password": PASSWORD})
    return client


def connected(user: User, key: str = "line", person: str = "sato", name: str = "佐藤") -> Any:
    return SocialAccount.objects.create(
        user=user, provider=key, uid=uid_of(key, person), extra_data={"name": name}
    )


# Without any


@pytest.mark.parametrize("key", [*KEYS, "facebook"])
def test_what_is_not_set_up_is_nowhere(visitor: Client, own: Client, key: str) -> None:
    for client in (visitor, own):
        assert client.post(f"/accounts/with/{key}/").status_code == 404
        assert client.get(f"/accounts/with/{key}/callback/?code=1&state=2").status_code == 404
        assert client.get(f"{LIST}{key}/").status_code == 404
        assert client.post(f"{LIST}{key}/").status_code == 404
        assert client.get(LIST).status_code == 404
        assert client.get(f"{LIST}1/remove/").status_code == 404


@pytest.mark.parametrize(
    "url",
    [
        *("3rdparty/", "3rdparty/signup/", "3rdparty/login/cancelled/", "3rdparty/login/error/"),
        *("line/login/", "line/login/callback/", "google/login/token/", "discord/login/"),
    ],
)
def test_addresses_of_allauth_that_nobody_uses_are_not_there(
    world: World, own: Client, url: str
) -> None:
    assert own.get(f"/accounts/{url}").status_code == 404
    assert own.post(f"/accounts/{url}").status_code == 404


def test_without_any_the_pages_say_nothing_of_it_and_lead_nowhere(
    visitor: Client, own: Client
) -> None:
    for client, url in ((visitor, "/accounts/login/"), (own, "/accounts/")):
        page = client.get(url)
        assert not any(word in page.text for word in ("LINE", "Google", "Discord", "connections"))
        assert "form-action 'self';" in f"{page.headers['Content-Security-Policy']};"


def test_only_what_is_set_up_has_a_button(visitor: Client, own: Client) -> None:
    with providers("line"):
        page = visitor.get("/accounts/login/?next=/rules/")
        account = own.get(LIST)

    assert "Log in with LINE" in page.text
    assert "Google" not in page.text + account.text
    assert "form-action 'self' https://*.line.me;" in page.headers["Content-Security-Policy"] + ";"


def test_buttons_cost_no_question_to_the_database(
    visitor: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0), providers(*KEYS):
        visitor.get("/accounts/login/")


# Logging in


@pytest.mark.parametrize("key", KEYS)
def test_a_connected_account_opens_the_login(
    world: World, visitor: Client, sato: User, key: str
) -> None:
    account = connected(sato, key)
    world.name = "佐藤 改"

    sent_on = begun(visitor, key)
    answer = back(visitor, key, code="code-of-once", state=sent_on["state"])

    assert answer.headers["Location"] == "/"
    assert is_in(visitor)
    assert visitor.session["_auth_user_id"] == str(sato.pk)
    callback = f"http://testserver/accounts/with/{key}/callback/"
    assert sent_on["redirect_uri"] == callback
    assert sent_on["client_id"] == IDS[key][0]
    assert sent_on["response_type"] == "code"
    asked = world.sent()
    assert asked["code"] == "code-of-once"
    assert asked["redirect_uri"] == callback
    assert (asked["client_id"], asked["client_secret"]) == IDS[key]
    account.refresh_from_db()
    assert account.extra_data == {"name": "佐藤 改"}


@pytest.mark.parametrize(
    ("key", "scope"), [("line", "profile"), ("google", "openid profile"), ("discord", "identify")]
)
def test_a_provider_is_asked_for_no_more_than_a_number_and_a_name(
    world: World, visitor: Client, key: str, scope: str
) -> None:
    assert sorted(begun(visitor, key)["scope"].split()) == scope.split()


@pytest.mark.parametrize("key", ["line", "google"])
def test_a_code_is_worth_nothing_without_what_the_server_kept(
    world: World, visitor: Client, sato: User, key: str
) -> None:
    connected(sato, key)
    sent_on = begun(visitor, key)
    back(visitor, key, code="code", state=sent_on["state"])

    assert sent_on["code_challenge_method"] == "S256"
    assert len(world.sent()["code_verifier"]) > 42


def test_what_the_address_adds_is_not_passed_on(world: World, visitor: Client) -> None:
    url = "/accounts/with/line/?scope=openid&auth_params=redirect_uri%3Dhttps://elsewhere.example"

    sent_on = at_provider(visitor.post(f"{url}&process=redirect"))

    assert sent_on["scope"] == "profile"
    assert "elsewhere" not in str(sent_on)


def test_a_login_leads_on_to_pages_of_ours_alone(world: World, sato: User) -> None:
    connected(sato)

    assert enter(Client(), "line", next="/rules/").headers["Location"] == "/rules/"
    for foreign in ("https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"):
        assert enter(Client(), "line", next=foreign).headers["Location"] == "/"


def test_who_stays_logged_in_has_said_so(world: World, sato: User) -> None:
    connected(sato)
    passing, staying = Client(), Client()

    enter(passing, "line")
    enter(staying, "line", remember="on")

    assert passing.session.get_expire_at_browser_close()
    assert not staying.session.get_expire_at_browser_close()


def test_the_second_step_is_still_asked_for(world: World, visitor: Client, sato: User) -> None:
    connected(sato)
    give_second_factor(sato)

    answer = enter(visitor, "line", next="/rules/")

    assert answer.headers["Location"] == "/accounts/second-factor/code/"
    assert not is_in(visitor)
    answer = visitor.post("/accounts/second-factor/code/", {"code": code_of()})
    assert answer.headers["Location"] == "/rules/"
    assert is_in(visitor)


def test_a_closed_login_stays_closed(world: World, visitor: Client, sato: User) -> None:
    connected(sato)
    User.objects.update(is_active=False)

    assert enter(visitor, "line").headers["Location"] == "/accounts/inactive/"
    assert not is_in(visitor)


def test_the_list_of_devices_names_it_and_ends_it(world: World, own: Client, sato: User) -> None:
    connected(sato)
    phone = Client(headers={"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604"})

    enter(phone, "line")
    named = BrowserSession.objects.filter(user=sato, browser__contains="iPhone")

    assert named.count() == 1
    own.post("/accounts/", {"do": "others"})
    assert not is_in(phone)


def test_whoever_is_logged_in_stays_who_they_are(world: World, own: Client, sato: User) -> None:
    other = make_user("tanaka")
    connected(other, person="tanaka")
    world.person = "tanaka"
    waiting = english(Client())
    state = begun(waiting, "line")["state"]
    log_in(waiting)

    assert own.post("/accounts/with/line/").headers["Location"] == "/"
    back(waiting, "line", code="code", state=state)
    assert waiting.session["_auth_user_id"] == str(sato.pk)


def test_beginning_counts_with_the_attempts_of_the_log_in_page(
    world: World, visitor: Client
) -> None:
    answers = [visitor.post("/accounts/with/line/").status_code for _each in range(35)]

    assert answers[0] == 302
    assert answers[-1] == 429


def test_a_page_without_the_token_of_ours_begins_nothing(world: World, own: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = own.cookies

    for url in ("/accounts/with/line/", f"{LIST}line/"):
        assert strict.post(url).status_code == 403
        assert own.get("/accounts/with/line/").status_code == 405


# What opens nothing


def test_an_unknown_account_becomes_no_login_and_is_told_the_ways_in(
    world: World, visitor: Client, sato: User
) -> None:
    answer = enter(visitor, "line")

    assert answer.status_code == 403
    assert "This LINE account opens no login yet" in answer.text
    assert "open its link again" in answer.text
    assert "/accounts/login/?next=/accounts/connections/" in answer.text
    assert not is_in(visitor)
    assert not SocialAccount.objects.exists()
    assert User.objects.count() == 1


@pytest.mark.parametrize("key", ["google", "discord"])
def test_the_same_e_mail_address_opens_nothing(
    world: World, visitor: Client, sato: User, key: str
) -> None:
    mail = {"email": sato.email, "email_verified": True, "verified": True}
    world.says["/token"] = {"access_token": TOKENS[0], "id_token": world.id_token(**mail)}
    world.says["/api/users/@me"] = {"id": uid_of("discord"), "username": "sato", **mail}

    assert enter(visitor, key).status_code == 403
    assert not is_in(visitor)
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("state", ["", "another", "a" * 16, "\0"])
def test_a_state_that_this_browser_was_not_given_is_refused(
    world: World, visitor: Client, sato: User, state: str
) -> None:
    connected(sato)
    begun(visitor, "line")

    answer = back(visitor, "line", code="code", state=state)

    assert answer.status_code == 400
    assert "Start again" in answer.text
    assert not is_in(visitor)
    assert world.asked == []


def test_a_state_holds_for_one_browser_one_provider_ten_minutes_and_once(
    world: World, visitor: Client, sato: User
) -> None:
    connected(sato)
    elsewhere = begun(Client(), "line")["state"]
    of_discord = begun(visitor, "discord")["state"]
    old = begun(visitor, "line")["state"]
    used = begun(visitor, "line")["state"]
    back(visitor, "line", error="access_denied", state=used)

    for state in (elsewhere, of_discord, used):
        assert back(visitor, "line", code="code", state=state).status_code == 400
    with time_machine.travel(timezone.now() + timedelta(minutes=11)):
        assert back(visitor, "line", code="code", state=old).status_code == 400
    assert not is_in(visitor)


def test_after_a_lost_state_line_is_asked_without_its_automatic_login(
    world: World, visitor: Client
) -> None:
    page = back(visitor, "line", code="code", state="lost")

    assert 'name="again"' in page.text
    assert "https://*.line.me" in page.headers["Content-Security-Policy"]
    assert begun(visitor, "line", again="1")["disable_auto_login"] == "true"
    assert "disable_auto_login" not in begun(visitor, "line")


def test_who_calls_it_off_at_the_provider_finds_the_way_back(world: World, visitor: Client) -> None:
    state = begun(visitor, "google")["state"]

    answer = back(visitor, "google", error="access_denied", state=state)

    assert answer.status_code == 400
    assert "Cancelled at Google" in answer.text
    assert "/accounts/login/" in answer.text
    assert world.asked == []


def test_of_many_who_come_back_at_once_some_wait_and_lose_nothing(
    world: World, visitor: Client, sato: User
) -> None:
    connected(sato)
    state = begun(visitor, "line")["state"]

    with turn_to_compute(), turn_to_compute():
        answer = back(visitor, "line", code="code-of-once", state=state)

    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
    (address,) = re.findall(r'href="(/accounts/with/line/callback/[^"]*)"', answer.text)
    visitor.get(unescape(address))
    assert is_in(visitor)


_TOKEN_OF = {
    "line": "/oauth2/v2.1/token",
    "google": "/token",
    "discord": "/api/oauth2/token",
}
_PERSON_OF = {"line": "/v2/profile", "discord": "/api/users/@me"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "said",
    [
        pytest.param(NoConnectionError("refused"), id="no connection"),
        pytest.param(Timeout("5 s"), id="no answer in time"),
        pytest.param((500, b"<h1>Oops</h1>"), id="an error"),
        pytest.param((400, {"error": "invalid_client", "x": TOKENS[0]}), id="a wrong secret"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"\xff\x00", id="noise"),
        pytest.param([], id="a list"),
        pytest.param(["access_token"], id="a list of one"),
        pytest.param({"access_token": None}, id="no token"),
        pytest.param({"access_token": TOKENS[0], "expires_in": "soon"}, id="an odd token"),
    ],
)
def test_a_provider_that_is_away_is_said_to_be(
    world: World, visitor: Client, caplog: Any, key: str, said: Any
) -> None:
    world.says[_TOKEN_OF[key]] = said
    world.says |= {path: (401, {"message": TOKENS[0]}) for path in _PERSON_OF.values()}
    world.says["/oauth2/v2/userinfo"] = (401, {})

    answer = enter(visitor, key)

    assert answer.status_code == 502
    assert "did not respond as expected" in answer.text
    assert not is_in(visitor)
    assert "gave no account" in caplog.text
    assert not any(word in caplog.text + answer.text for word in (*TOKENS, IDS[key][1]))


@pytest.mark.parametrize("key", ["line", "discord"])
@pytest.mark.parametrize(
    "said",
    [
        {},
        [],
        None,
        "sato",
        {"message": "401: Unauthorized", "code": 0},
        {"id": None, "userId": None},
        {"id": "None", "userId": "None"},
        {"id": "1" * 300, "userId": "U" * 300},
        {"id": {"a": 1}, "userId": ["U"]},
    ],
)
def test_whoever_has_no_number_is_nobody(
    world: World, own: Client, sato: User, key: str, said: Any
) -> None:
    world.says[_PERSON_OF[key]] = json.dumps(said).encode()
    state = at_provider(own.post(f"{LIST}{key}/"))["state"]

    assert back(own, key, code="code", state=state).status_code == 502
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"aud": "another-site"}, id="for another site"),
        pytest.param({"iss": "https://elsewhere.example"}, id="from elsewhere"),
        pytest.param({"exp": 1_000_000_000}, id="of long ago"),
        pytest.param({"sub": 12}, id="an odd number"),
    ],
)
def test_what_google_says_of_somebody_must_be_for_us(
    world: World, visitor: Client, sato: User, changes: dict[str, Any]
) -> None:
    connected(sato, "google")
    said = {"access_token": TOKENS[0], "id_token": world.id_token(**changes)}
    world.says["/token"] = said

    assert enter(visitor, "google").status_code == 502
    assert not is_in(visitor)


def test_a_name_is_text_of_one_line_and_some_length(world: World, own: Client, sato: User) -> None:
    for name, kept in (("\0\ud800 佐\n藤", "? 佐藤"), ("長" * 500, "長" * 60), ("\u3164", "LINE")):
        world.says["/v2/profile"] = {"userId": uid_of("line"), "displayName": name}
        state = at_provider(own.post(f"{LIST}line/"))["state"]
        back(own, "line", code="code", state=state)
        enter(Client(), "line")

        assert SocialAccount.objects.get().extra_data == {"name": kept}


def test_nothing_of_a_token_stays(
    world: World, visitor: Client, own: Client, sato: User, caplog: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    give_second_factor(sato)

    state = at_provider(own.post(f"{LIST}line/"))["state"]
    back(own, "line", code="code", state=state)
    enter(visitor, "line")

    rows = [*SocialAccount.objects.values(), *SocialToken.objects.values()]
    sessions = [row.get_decoded() for row in BrowserSession.objects.all()]
    assert SocialAccount.objects.count() == 1
    assert len(sessions) > 1
    for word in TOKENS:
        assert word not in f"{rows}{sessions}{caplog.text}"
    assert not SocialToken.objects.exists()
    assert not SocialApp.objects.exists()


# Connecting


def test_an_account_is_connected_listed_and_disconnected(
    world: World, own: Client, sato: User
) -> None:
    page = own.get(f"{LIST}line/")
    assert "form-action 'self' https://*.line.me" in page.headers["Content-Security-Policy"]
    state = at_provider(own.post(f"{LIST}line/"))["state"]

    answer = back(own, "line", code="code", state=state)

    assert answer.headers["Location"] == LIST
    shown = own.get(LIST).text
    assert "From now on your LINE account opens your login." in shown
    assert "LINE · 佐藤" in shown
    assert "Connect another LINE account" in shown
    account = SocialAccount.objects.get(user=sato)
    assert (account.uid, account.extra_data) == (uid_of("line"), {"name": "佐藤"})
    remove = f"{LIST}{account.pk}/remove/"
    assert own.get(remove).status_code == 200
    assert own.post(remove).headers["Location"] == LIST
    assert "no longer opens" in own.get(LIST).text
    assert not SocialAccount.objects.exists()
    assert enter(Client(), "line").status_code == 403


def test_connecting_and_disconnecting_ask_who_it_is(world: World, sato: User) -> None:
    account = connected(sato, "discord")
    client = english(Client())
    log_in(client)

    for url in (f"{LIST}line/", f"{LIST}{account.pk}/remove/"):
        asked = client.get(url).headers["Location"]
        assert asked.startswith("/accounts/password/again/")
        assert client.post(url).status_code == 302
    assert "line" not in str(client.session.get("socialaccount_states"))
    assert SocialAccount.objects.count() == 1
    answer = client.post(client.get(f"{LIST}line/").headers["Location"], {"password": PASSWORD})
    assert answer.headers["Location"] == f"{LIST}line/"
    assert client.get(f"{LIST}line/").status_code == 200


def test_a_proof_that_has_grown_old_leads_back_to_the_page_that_may_lead_on(
    world: World, own: Client
) -> None:
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert own.post(f"{LIST}line/").headers["Location"] == f"{LIST}line/"
        asked = own.get(f"{LIST}line/").headers["Location"]
        answer = own.post(asked, {"password": PASSWORD})
    assert answer.headers["Location"] == f"{LIST}line/"


def test_nobody_takes_over_an_account_that_opens_another_login(
    world: World, own: Client, sato: User
) -> None:
    other = make_user("tanaka")
    theirs = connected(other, person="sato", name="田中")

    state = at_provider(own.post(f"{LIST}line/"))["state"]
    answer = back(own, "line", code="code", state=state)

    assert answer.status_code == 409
    assert "already opens another login" in answer.text
    assert LIST in answer.text
    theirs.refresh_from_db()
    assert (theirs.user, theirs.extra_data) == (other, {"name": "田中"})
    assert "田中" not in own.get(LIST).text


def test_accounts_of_others_do_not_exist(world: World, own: Client, sato: User) -> None:
    theirs = connected(make_user("tanaka"), person="tanaka", name="田中")

    for answer in (own.get(f"{LIST}{theirs.pk}/remove/"), own.post(f"{LIST}{theirs.pk}/remove/")):
        assert answer.status_code == 404
    assert SocialAccount.objects.filter(pk=theirs.pk).exists()


def test_connecting_again_changes_nothing(world: World, own: Client, sato: User) -> None:
    for _time in range(2):
        state = at_provider(own.post(f"{LIST}line/"))["state"]
        assert back(own, "line", code="code", state=state).status_code == 302

    assert SocialAccount.objects.count() == 1


def test_a_login_that_was_deleted_a_moment_ago_gets_no_account(sato: User) -> None:
    delete_login(user=User.objects.get(pk=sato.pk))

    with pytest.raises(LeagueError):
        connect(user=sato, account=SocialAccount(provider="line", uid=uid_of("line")))
    assert not SocialAccount.objects.exists()


def test_the_last_way_to_log_in_is_kept(world: World, own: Client, sato: User) -> None:
    line, discord = connected(sato), connected(sato, "discord")
    User.objects.update(password="!")
    client = english(Client())
    enter(client, "line")

    assert client.post(f"{LIST}{discord.pk}/remove/").status_code == 302
    answer = client.post(f"{LIST}{line.pk}/remove/")

    assert answer.status_code == 422
    assert "only way to log in" in answer.text
    assert SocialAccount.objects.get() == line
    passkey = Authenticator.objects.create(user=sato, type="webauthn", data={"name": "電話"})
    cache.clear()
    log_back_in(client, passkey)
    assert client.post(f"/accounts/passkeys/{passkey.pk}/remove/").status_code == 302
    passkey.save(force_insert=True)
    log_back_in(client, passkey)
    assert client.post(f"{LIST}{line.pk}/remove/").status_code == 302
    answer = client.post(f"/accounts/passkeys/{passkey.pk}/remove/")
    assert answer.status_code == 422
    assert "only way to log in" in answer.text
    assert Authenticator.objects.get() == passkey


def log_back_in(client: Client, passkey: Authenticator) -> None:
    """Have them use their passkey just now."""
    session = client.session
    used = {"method": "mfa", "type": "webauthn", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [used]
    session.save()


def test_an_account_of_a_provider_that_is_off_is_no_way_in(sato: User) -> None:
    line, discord = connected(sato), connected(sato, "discord")
    User.objects.update(password="!")
    client = english(Client())

    with providers("line"):
        enter(client, "line")
        page = client.get(LIST).text
        refused = client.post(f"{LIST}{line.pk}/remove/")
        gone = client.post(f"{LIST}{discord.pk}/remove/")

    assert "no longer offers logins with it" in page
    assert refused.status_code == 422
    assert gone.status_code == 302


def two_ways() -> list[SocialAccount]:
    user = make_user("sato")
    user.set_unusable_password()
    user.save()
    return [connected(user), connected(user, "discord")]


@pytest.mark.django_db(transaction=True)
def test_of_two_last_ways_that_go_at_once_one_stays() -> None:
    with providers(*KEYS):
        ways = two_ways()
        at_once(
            lambda number: give_up(
                user=ways[number].user, way=ways[number], end=ways[number].delete
            ),
            2,
        )

        assert SocialAccount.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_control_two_who_only_look_before_they_delete_leave_no_way() -> None:
    with providers(*KEYS):
        ways = two_ways()
        looked = threading.Barrier(2)

        def gone(number: int) -> None:
            assert has_other_way(ways[number].user, but=ways[number])
            looked.wait()
            ways[number].delete()

        at_once(gone, 2)

        assert not SocialAccount.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_eight_logins_that_connect_one_account_at_once_one_gets_it() -> None:
    users = [make_user(f"player{number}") for number in range(HANDS)]

    results = at_once(
        lambda number: connect(
            user=users[number], account=SocialAccount(provider="line", uid=uid_of("line"))
        )
    )

    assert results.count(None) == 1
    assert sum(isinstance(each, LeagueError) for each in results) == HANDS - 1
    assert SocialAccount.objects.count() == 1


# By an invitation


@pytest.fixture
def aoki(club: Club) -> Member:
    return Member.objects.create(club=club, display_name="青木", romaji="Aoki")


@pytest.fixture
def secret(aoki: Member) -> str:
    ((_member, made),) = invite(club=aoki.club, people=[aoki], days=14, actor=ADMIN)
    return made


def login_of(member: Member) -> User | None:
    return Member.objects.across_clubs().get(pk=member.pk).user


def test_whoever_was_invited_joins_with_an_account_instead_of_a_password(
    world: World, visitor: Client, aoki: Member, secret: str
) -> None:
    page = visitor.get(f"/invitation/{secret}/")
    assert "Join with LINE, without a password" in page.text
    assert "https://*.line.me" in page.headers["Content-Security-Policy"]

    answer = enter(visitor, "line", invitation=secret)

    assert answer.headers["Location"] == "/c/tonan/"
    user = login_of(aoki)
    assert user is not None
    assert (user.username, user.has_usable_password()) == ("aoki", False)
    assert (user.email, user.get_full_name()) == ("", "")
    assert SocialAccount.objects.get().user == user
    assert is_logged_in(visitor, user)
    again = Client()
    enter(again, "line")
    assert is_logged_in(again, user)
    assert again.get("/accounts/password/").headers["Location"] == "/accounts/password/first/"
    again.post("/accounts/password/first/", {"password1": PASSWORD, "password2": PASSWORD})
    assert log_in(Client(), "aoki") == 302


def is_logged_in(client: Client, user: User) -> bool:
    return client.session.get("_auth_user_id") == str(user.pk)


def test_whoever_has_a_login_that_the_account_opens_accepts_with_it(
    world: World, visitor: Client, sato: User, aoki: Member, secret: str
) -> None:
    connected(sato)

    answer = enter(visitor, "line", invitation=secret)

    assert answer.headers["Location"] == f"/invitation/{secret}/"
    assert login_of(aoki) is None
    visitor.post(f"/invitation/{secret}/", {"do": "accept"})
    assert login_of(aoki) == sato


def test_an_invitation_that_ended_meanwhile_makes_no_login(
    world: World, visitor: Client, aoki: Member, secret: str
) -> None:
    state = begun(visitor, "line", invitation=secret)["state"]
    Member.objects.across_clubs().filter(pk=aoki.pk).update(user=make_user("aoki"))
    users = User.objects.count()

    answer = back(visitor, "line", code="code", state=state)

    assert answer.headers["Location"] == f"/invitation/{secret}/"
    assert User.objects.count() == users
    assert not SocialAccount.objects.exists()


def test_an_invitation_that_does_not_exist_leads_nowhere(world: World, visitor: Client) -> None:
    assert visitor.post("/accounts/with/line/", {"invitation": "guessed"}).status_code == 404


def test_a_copy_of_the_database_opens_no_invitation(
    world: World, visitor: Client, secret: str
) -> None:
    begun(visitor, "line", invitation=secret)

    kept = [row.get_decoded() for row in BrowserSession.objects.all()]

    assert "invitation" in str(kept)
    assert secret not in str(kept)


# A demo's login, which anybody uses


def test_nothing_is_connected_to_a_login_of_everybody(
    world: World, own: Client, sato: User, settings: Any
) -> None:
    settings.DEMO_LOGINS = True
    demo = make_club("demo")
    Club.objects.filter(pk=demo.pk).update(is_demo=True)
    Member.objects.create(club=demo, display_name="佐藤", user=sato)

    assert "nothing can be connected" in own.get(LIST).text
    for answer in (own.get(f"{LIST}line/"), own.post(f"{LIST}line/")):
        assert answer.headers["Location"] == LIST
