"""What is stored about somebody is in their file, and no one else's."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.core.cache import cache
from django.db import models
from django.test import Client

from league.archive.own_data import HELD, NOT_HELD
from league.core.tokens import issue_token
from league.members.write import change_member, password_link
from league.models import (
    Adjustment,
    ApiToken,
    Club,
    Invitation,
    League,
    Member,
    NewsSeen,
    Session,
    SheetImport,
    Team,
    TeamMembership,
    User,
)
from league.rankings.write import close_month
from tests.factories import ADMIN, actor_of, logged_in, make_club, make_user, record
from tests.league.logins import PASSWORD, give_second_factor

pytestmark = pytest.mark.django_db

URL = "/accounts/data.json"
OCTOBER = date(2026, 10, 1)


@pytest.fixture
def sato(four: list[Member]) -> User:
    user = User.objects.create_user("sato-login", "sato@example.jp", PASSWORD)
    me = four[0]
    me.user, me.full_name, me.kana = user, "佐藤 健一郎", "さとう けんいちろう"
    me.save()
    return user


def file_of(user: User) -> Any:
    answer: Any = logged_in(user).get(URL)
    assert answer.status_code == 200
    return json.loads(b"".join(answer))


def fields_that_name_somebody() -> set[str]:
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.get_fields()
        if isinstance(field, models.ForeignKey) and field.related_model in (User, Member)
    }


def test_whatever_names_a_login_or_a_member_is_in_the_file_or_says_why_not() -> None:
    assert fields_that_name_somebody() == HELD.keys() | NOT_HELD.keys()
    assert not HELD.keys() & NOT_HELD.keys()
    assert all(NOT_HELD.values())


def test_every_part_that_is_named_is_a_part_of_the_file(sato: User) -> None:
    assert set(HELD.values()) <= file_of(sato).keys()


def test_the_login_is_in_the_file(sato: User) -> None:
    give_second_factor(sato)

    login = file_of(sato)["login"]

    assert (login["name"], login["email"]) == ("sato-login", "sato@example.jp")
    assert login["has_password"] is True
    assert [factor["kind"] for factor in login["second_factors"]] == ["totp", "recovery_codes"]
    assert len(login["devices"]) == 1


def test_connected_accounts_are_in_the_file(sato: User) -> None:
    SocialAccount.objects.create(user=sato, provider="line", uid="U0", extra_data={"name": "佐藤"})

    (account,) = file_of(sato)["login"]["connected_accounts"]

    assert (account["provider"], account["number"], account["name"]) == ("line", "U0", "佐藤")
    assert account["connected_at"]
    assert account["last_used_at"]


def furnish(league: League, four: list[Member], user: User) -> None:
    """Store something of every kind about the first of the four."""
    club, me = league.club, four[0]
    actor = actor_of(me)
    record(league, four, day=date(2026, 10, 20), actor=actor)
    close_month(league=league, month=OCTOBER, actor=ADMIN)
    Session.objects.for_club(club).get(day=date(2026, 10, 20)).attendants.add(me)
    team = Team.objects.create(league=league, name="赤組")
    TeamMembership.objects.create(team=team, member=me, joined_on=date(2026, 10, 1))
    Adjustment.objects.create(
        league=league, member=me, day=date(2026, 11, 1), points=-5000, reason="遅刻"
    )
    issue_token(club=club, member=me, name="成績表", scopes=[], days=30, actor=actor)
    Invitation.objects.create(
        member=me,
        digest="i" * 64,
        expires_at="2026-12-01T00:00:00Z",
        accepted_at="2026-11-01T00:00Z",
    )
    SheetImport.objects.create(club=club, league=league, data=b"1,2", created_by=user)
    NewsSeen.objects.create(club=club, user=user, until="2026-11-20T12:00:00Z")


def test_what_a_club_knows_of_its_member_is_in_the_file(
    league: League, four: list[Member], sato: User
) -> None:
    furnish(league, four, sato)

    (club,) = file_of(sato)["clubs"]

    assert club["club"] == "tonan"
    assert club["member"]["full_name"] == "佐藤 健一郎"
    assert club["member"]["role"] == "member"
    assert club["evenings"] == [{"day": "2026-10-20", "title": ""}]
    assert club["teams"][0]["team"] == "赤組"
    assert (club["adjustments"][0]["points"], club["adjustments"][0]["reason"]) == (-5000, "遅刻")
    assert club["closed_months"][0]["month"] == "2026-10"
    assert club["closed_months"][0]["line"]["rank"] == 1
    assert club["tokens"][0]["name"] == "成績表"
    assert club["invitations"][0]["accepted_at"].startswith("2026-11-01T09:00")
    assert club["imports"][0]["kind"] == "spreadsheet"
    assert club["news_seen_until"] == "2026-11-20T21:00:00+09:00"


def test_games_are_there_with_all_seats_and_voided_ones_too(
    league: League, four: list[Member], sato: User
) -> None:
    record(league, four, actor=actor_of(four[0]))

    (game,) = file_of(sato)["games"]

    assert [seat["points"] for seat in game["seats"]] == [41400, 30000, 23800, 4800]
    assert [seat["me"] for seat in game["seats"]] == [True, False, False, False]
    assert [seat["place"] for seat in game["seats"]] == [1, 2, 3, 4]
    assert game["seats"][1]["name"] == four[1].display_name
    assert game["entered_by_me"] is True
    assert re.search(r"\+09:00$", game["entered_at"])


def test_games_of_others_are_not_there(league: League, four: list[Member], sato: User) -> None:
    more = [
        Member.objects.create(club=league.club, display_name=name)
        for name in ("林", "森", "原", "岡")
    ]
    record(league, more)

    assert file_of(sato)["games"] == []


def test_the_trail_holds_what_they_did_and_what_was_done_to_their_entry(
    league: League, four: list[Member], sato: User
) -> None:
    record(league, four, actor=actor_of(four[0]))
    change_member(member=four[0], values={"kana": "さとう けん"}, actor=ADMIN)

    found = {event["type"]: event for event in file_of(sato)["trail"]}

    assert (found["hanchan.recorded"]["by_me"], found["hanchan.recorded"]["about_me"]) == (
        True,
        False,
    )
    assert "after" not in found["hanchan.recorded"]
    changed = found["member.changed"]
    assert (changed["by_me"], changed["about_me"]) == (False, True)
    assert changed["after"] == {"kana": "さとう けん"}
    assert "as" not in changed


def test_what_an_organizer_changes_of_others_does_not_come_with_their_file(
    league: League, four: list[Member], sato: User
) -> None:
    change_member(member=four[1], values={"kana": "ひみつの よみ"}, actor=actor_of(four[0]))

    file = file_of(sato)

    assert "ひみつの よみ" not in json.dumps(file, ensure_ascii=False)
    assert [event["type"] for event in file["trail"] if event["by_me"]] == ["member.changed"]


def test_others_are_named_as_the_clubs_pages_name_them_and_no_further(
    league: League, four: list[Member], sato: User
) -> None:
    other = four[1]
    other.full_name, other.kana, other.romaji = (
        "鈴木 一朗太",
        "すずき いちろうた",
        "Suzuki Ichirota",
    )
    other.user = User.objects.create_user("suzuki-login", "suzuki@example.jp", PASSWORD)
    other.save()
    furnish(league, four, sato)

    text = json.dumps(file_of(sato), ensure_ascii=False)

    assert other.display_name in text
    for private in ("一朗太", "いちろうた", "Ichirota", "suzuki-login", "suzuki@example.jp"):
        assert private not in text


def test_no_secret_is_in_the_file(league: League, four: list[Member], sato: User) -> None:
    codes = give_second_factor(sato)
    furnish(league, four, sato)
    token = ApiToken.objects.for_club(league.club).get()
    link = password_link(sato)
    client = logged_in(sato)

    answer: Any = client.get(URL)
    text = b"".join(answer).decode()

    sato.refresh_from_db()
    secrets = [
        *codes, sato.password, token.digest, token.beginning, "i" * 64, link.split("/")[-2],
        client.cookies["sessionid"].value,
    ]  # fmt: skip
    assert [secret for secret in secrets if secret in text] == []


def test_it_holds_all_clubs_of_a_login(league: League, sato: User) -> None:
    other = make_club("seihoku")
    Member.objects.create(club=other, display_name="佐藤", user=sato)

    assert [each["club"] for each in file_of(sato)["clubs"]] == ["tonan", "seihoku"]


def test_a_login_without_a_club_gets_its_file_too() -> None:
    file = file_of(make_user("alone"))

    assert (file["login"]["name"], file["clubs"], file["games"]) == ("alone", [], [])


def test_it_is_a_download_that_no_cache_shares(sato: User) -> None:
    answer = logged_in(sato).get(URL)

    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert answer.headers["Content-Type"] == "application/json"
    assert "private" in answer.headers["Cache-Control"]


def test_nobody_gets_a_file_without_a_login(db: None) -> None:
    assert Client().get(URL).headers["Location"].startswith("/accounts/login/")


def test_five_files_a_minute_are_enough(sato: User) -> None:
    cache.clear()
    client = logged_in(sato)

    statuses = [client.get(URL).status_code for _file in range(6)]

    assert statuses == [200] * 5 + [429]


def test_somebody_with_many_games_costs_no_query_for_each(
    league: League, four: list[Member], sato: User, django_assert_max_num_queries: Any
) -> None:
    for _game in range(12):
        record(league, four)

    with django_assert_max_num_queries(60):
        assert len(file_of(sato)["games"]) == 12


def test_both_entries_of_somebody_who_was_merged_are_theirs(
    club: Club, four: list[Member], sato: User
) -> None:
    Member.objects.create(club=club, display_name="さとけん", merged_into=four[0])

    (found,) = file_of(sato)["clubs"]

    assert [each["display_name"] for each in found["member"]["merged"]] == ["さとけん"]
