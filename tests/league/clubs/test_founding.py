"""Founding a club, on the page and from the command line, and the first page."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from config.settings.base import FOUNDERS
from league.clubs.founding_views import AccountForm, Founding, proposed_address
from league.core.people import find_members
from league.core.throttles import FoundingHereThrottle, FoundingThrottle
from league.models import Club, League, Member, User
from league.rulebook.shipped import settleable_sets
from tests.factories import league_of, logged_in, make_club, make_user
from tests.league.logins import PASSWORD, choose, log_in
from tests.pages import parsed

pytestmark = pytest.mark.django_db


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
    ("changes", "expected"),
    [
        pytest.param({"rule": "kinyokai"}, "kinyoukai", id="no such rules, and a near one"),
        pytest.param({"slug": "taken"}, "taken|使われ", id="address taken"),
        pytest.param({"slug": "東南"}, "slug", id="no address"),
        pytest.param({"email": "not an address"}, ".", id="no e-mail"),
    ],
)
def test_the_command_founds_nothing_out_of_nonsense(changes: dict[str, str], expected: str) -> None:
    make_club("taken")
    options = {"slug": "tonan", "name": "東南会", "rule": "kinyoukai", "league": "月例"}
    options |= {"owner": "sato", **changes}

    with pytest.raises(CommandError, match=expected):
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


def test_the_founder_of_a_second_club_is_called_as_in_the_first_and_found_by_the_reading() -> None:
    make_club()
    mine = Member.objects.across_clubs().get()
    Member.objects.across_clubs().update(display_name="佐藤", kana="さとう")
    client = logged_in(User.objects.get(username="owner"))

    names = {
        each.attributes["name"]: each.attributes["value"]
        for each in parsed(client.get("/clubs/new/")).all("input", type="text")
        if each.attributes["name"] in ("display_name", "kana") and "value" in each.attributes
    }
    client.post("/clubs/new/", CLUB | {"slug": "seihoku"} | names)

    assert names == {"display_name": "佐藤", "kana": "さとう"}
    founder = Member.objects.across_clubs().exclude(pk=mine.pk).get()
    assert (founder.display_name, founder.kana) == ("佐藤", "さとう")


def test_a_founders_name_that_cannot_be_read_is_refused_beside_its_field() -> None:
    client = logged_in(make_user("sato"))

    refused = client.post("/clubs/new/", CLUB | {"display_name": "\u202eabc"})

    assert refused.status_code == 422
    assert list(refused.context["founder_form"].errors) == ["display_name"]
    assert not Club.objects.exists()


@pytest.mark.parametrize("key", [each.key for each in settleable_sets()])
def test_a_club_may_begin_with_any_shipped_rules_that_settle_games(key: str) -> None:
    client = logged_in(make_user("sato"))
    sent = {"name": "西北会", "slug": "seihoku", "league_name": "木曜", "rule_key": key}

    assert f'value="{key}"' in client.get("/clubs/new/").text
    client.post("/clubs/new/", sent)

    assert league_of(Club.objects.get()).rule_set.rule_set.adopted_from == key


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("slug", "taken", id="address taken"),
        pytest.param("slug", "西北", id="address of other letters"),
        pytest.param("name", "", id="no name"),
        pytest.param("name", "x" * 61, id="name too long"),
        pytest.param("rule_key", "nekohouse-5a", id="rules that are not shipped"),
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


def founded(client: Client, slug: str) -> Any:
    sent = {"name": "西北会", "slug": slug, "league_name": "木曜", "rule_key": "kinyoukai"}
    return client.post("/clubs/new/", sent)


def test_a_login_that_founds_one_club_after_the_other_is_asked_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FoundingThrottle, "rate", "2/day")
    client = logged_in(make_user("sato"))
    assert [founded(client, slug).status_code for slug in ("a", "b")] == [302, 302]

    refused = founded(client, "c")

    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert "明日" in refused.text
    assert 'value="西北会"' in refused.text
    assert Club.objects.count() == 2
    assert founded(logged_in(make_user("suzuki")), "c").status_code == 302


def test_other_logins_of_one_address_found_no_end_of_clubs_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(FoundingHereThrottle, "rate", "1/day")
    assert founded(logged_in(make_user("sato")), "a").status_code == 302

    assert founded(logged_in(make_user("suzuki")), "b").status_code == 429
    assert Club.objects.count() == 1


CLUB = {"name": "西北会", "slug": "", "league_name": "木曜", "rule_key": "kinyoukai"}
ACCOUNT = {
    "display_name": "佐藤 健一",
    "username": "sato",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


class TestOpenToEverybody:
    @pytest.fixture(autouse=True)
    def _open(self, settings: Any) -> None:
        settings.FOUNDING = "open"

    def test_the_first_page_leads_a_stranger_to_a_club_of_their_own(self) -> None:
        page = Client().get("/")

        assert 'href="/clubs/new/"' in page.text
        assert Client().get("/clubs/new/").status_code == 200

    def test_an_account_and_a_club_are_made_in_one_go(self) -> None:
        client = Client()

        response = client.post("/clubs/new/", CLUB | ACCOUNT)

        club = Club.objects.get()
        owner = Member.objects.for_club(club).get()
        assert response.headers["Location"] == f"/c/{club.slug}/"
        assert (owner.display_name, owner.role) == ("佐藤 健一", Member.Role.OWNER)
        assert client.get(f"/c/{club.slug}/settings/").status_code == 200
        assert log_in(Client()) == 302

    def test_the_founder_is_found_by_the_reading_too(self) -> None:
        Client().post("/clubs/new/", CLUB | ACCOUNT | {"kana": "さとう けんいち"})

        (owner,) = find_members(Club.objects.get(), "さとう")
        assert (owner.role, owner.kana) == (Member.Role.OWNER, "さとう けんいち")

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            pytest.param("display_name", "", id="no name"),
            pytest.param("display_name", "\u3164", id="nothing to read"),
            pytest.param("display_name", "名" * 41, id="name too long"),
            pytest.param("username", "", id="no login name"),
            pytest.param("username", "sato@example.org", id="like an e-mail address"),
            pytest.param("username", "佐 藤", id="blank in the login name"),
            pytest.param("username", "TAKEN", id="login name taken"),
            pytest.param("password1", "", id="no password"),
            pytest.param("password1", "123", id="password too short"),
            pytest.param("password2", "something else", id="typed differently"),
            pytest.param("name", "", id="no club's name"),
            pytest.param("slug", "seihoku", id="address taken"),
            pytest.param("rule_key", "", id="no rules"),
        ],
    )
    def test_what_cannot_be_leaves_neither_account_nor_club_and_what_was_typed(
        self, field: str, value: str
    ) -> None:
        make_user("taken")
        make_club("seihoku")
        clubs, users = Club.objects.count(), User.objects.count()

        response = Client().post("/clubs/new/", CLUB | ACCOUNT | {field: value})

        assert response.status_code == 422
        wrong = {**response.context["form"].errors, **response.context["account_form"].errors}
        assert set(wrong) <= {field, "password2"}
        assert field in wrong
        assert 'value="木曜"' in response.text
        assert PASSWORD not in response.text
        assert (Club.objects.count(), User.objects.count()) == (clubs, users)

    def test_somebody_who_takes_the_name_meanwhile_is_told_in_words(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def taken(_form: AccountForm, _request: object) -> User:
            raise IntegrityError

        monkeypatch.setattr(AccountForm, "save", taken)

        response = Client().post("/clubs/new/", CLUB | ACCOUNT)

        assert response.status_code == 422
        assert list(response.context["account_form"].errors) == ["username"]

    def test_many_clubs_from_one_address_are_too_many(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(FoundingThrottle, "rate", "1/day")
        Client().post("/clubs/new/", CLUB | ACCOUNT)

        refused = Client().post("/clubs/new/", CLUB | ACCOUNT | {"username": "suzuki"})

        assert refused.status_code == 429
        assert User.objects.count() == 1

    def test_a_taken_address_is_no_club_that_counts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(FoundingThrottle, "rate", "1/day")
        make_club("seihoku")
        for _try in range(3):
            refused = Client().post("/clubs/new/", CLUB | ACCOUNT | {"slug": "Seihoku"})
            assert refused.status_code == 422

        assert Client().post("/clubs/new/", CLUB | ACCOUNT).status_code == 302

    def test_a_login_name_in_wide_letters_is_the_plain_one(self) -> None:
        Client().post("/clubs/new/", CLUB | ACCOUNT | {"username": "ｓａｔｏ"})

        assert User.objects.get().username == "sato"
        assert log_in(Client()) == 302
        assert log_in(Client(), "ｓａｔｏ") == 302

    def test_the_database_takes_no_login_name_that_differs_in_case_alone(self) -> None:
        make_user("sato")

        with pytest.raises(IntegrityError), transaction.atomic():
            make_user("SATO")

    @pytest.mark.parametrize("field", ["name", "league_name"])
    @pytest.mark.parametrize("name", ["\u200b\u200b", "\u202eabc"])
    def test_a_club_and_its_league_have_names_that_can_be_read(self, field: str, name: str) -> None:
        refused = Client().post("/clubs/new/", CLUB | ACCOUNT | {field: name})

        assert refused.status_code == 422
        assert list(refused.context["form"].errors) == [field]

    def test_guessing_which_login_names_are_taken_is_slowed(self) -> None:
        answers = [Client().post("/clubs/new/", {"username": "x"}).status_code for _ in range(25)]

        assert set(answers) == {422, 429}

    def test_a_stranger_restores_no_archive(self) -> None:
        response = Client().post("/clubs/new/", {"do": "archive"})

        assert response.status_code == 422
        assert "archive_form" not in response.context
        assert 'type="file"' not in response.text

    def test_whoever_has_an_account_makes_no_second_one(self, sato: User) -> None:
        page = logged_in(sato).get("/clubs/new/").text

        assert "password1" not in page
        assert 'type="file"' in page


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        pytest.param("とうなんかい", "tounankai", id="kana"),
        pytest.param("リーチクラブ", "richikurabu", id="long vowel"),
        pytest.param("Tokyo Riichi Club", "tokyo-riichi-club", id="Latin letters"),
        pytest.param("ＴＯＫＹＯ", "tokyo", id="wide letters"),
        pytest.param("東南会", "club-", id="kanji"),
        pytest.param("東南クラブ", "club-", id="kanji before kana, which alone are no name"),
        pytest.param("🀄", "club-", id="no letters"),
    ],
)
def test_an_address_is_made_from_the_name(name: str, begins: str) -> None:
    assert proposed_address(name).startswith(begins)


def test_an_address_that_is_taken_is_made_another() -> None:
    make_club("tounankai")

    again = proposed_address("とうなんかい")

    assert again != "tounankai"
    assert again.startswith("tounankai-")


class TestClosed:
    @pytest.fixture(autouse=True)
    def _closed(self, settings: Any) -> None:
        settings.FOUNDING = "closed"

    def test_members_create_no_clubs_and_are_not_led_there(self, sato: User) -> None:
        client = logged_in(sato)

        assert client.get("/clubs/new/").status_code == 403
        assert founded(client, "a").status_code == 403
        assert client.post("/clubs/new/", {"do": "archive"}).status_code == 403
        assert "/clubs/new/" not in client.get("/").text
        assert Club.objects.count() == 0

    def test_operators_do(self, sato: User) -> None:
        User.objects.filter(pk=sato.pk).update(is_staff=True)
        sato.refresh_from_db()

        assert founded(logged_in(sato), "a").status_code == 302

    def test_strangers_are_asked_to_log_in(self) -> None:
        assert "/clubs/new/" not in Client().get("/").text
        assert (
            Client()
            .post("/clubs/new/", CLUB | ACCOUNT)
            .headers["Location"]
            .startswith("/accounts/login/")
        )


def test_the_setting_names_the_ways_that_there_are() -> None:
    assert set(FOUNDERS) == {way.value for way in Founding}


def test_a_refused_form_unfolds_the_chosen_rule_alone_beside_the_first_group() -> None:
    founder = logged_in(make_user())
    page = founder.get("/clubs/new/").content.decode()
    last = re.findall(r'name="rule_key" value="([^"]+)"', page)[-1]

    refused = founder.post("/clubs/new/", {"rule_key": last}).content.decode()

    groups = re.findall(r'<details class="rule-choice__group"\s*(open)?>', refused)
    assert [bool(each) for each in groups] == [True, *[False] * (len(groups) - 2), True]
