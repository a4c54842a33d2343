"""A kept page is never older than the last stored game, and never somebody else's."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.messages import constants
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import DjangoAssertNumQueries

from config import env
from league.clubs.write import issue_pass, revoke_pass, update_club
from league.core import kept_pages as caching
from league.core import kept_pages as page_store
from league.core.outages import AwayError
from league.core.revisions import revision_of
from league.members.write import set_role
from league.models import Club, League, Member
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    logged_in,
    make_club,
    make_login,
    make_members,
    make_session,
    make_user,
    pass_holder,
    record,
)
from tests.pages import parsed

pytestmark = pytest.mark.django_db

PAGE = "/c/tonan/ranking/main/?month=2026-11"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@pytest.fixture
def league() -> League:
    """A league with a game."""
    league = league_of(make_club())
    record(league, make_members(league.club))
    return league


@pytest.fixture
def four(league: League) -> list[Member]:
    return list(Member.objects.for_club(league.club).filter(user=None).order_by("pk"))


@pytest.fixture
def reader(league: League) -> Client:
    return make_login(league.club, "reader")


def visit(client: Client, page: str = PAGE, **headers: Any) -> Any:
    answer = client.get(page, **headers)
    assert answer.status_code == 200
    return answer


def is_made(answer: Any) -> bool:
    """Whether templates were rendered for this answer."""
    return bool(answer.templates)


def without_tokens(answer: Any) -> str:
    return re.sub(r"[A-Za-z0-9]{64}", "…", answer.content.decode())


def test_a_page_that_nothing_has_changed_is_sent_as_it_lies(reader: Client) -> None:
    first, second = visit(reader), visit(reader)

    assert is_made(first)
    assert not is_made(second)
    assert without_tokens(second) == without_tokens(first)
    for name in ("Content-Type", "Cache-Control", "Vary", "ETag", "Content-Security-Policy"):
        assert second[name] == first[name]
    assert first["Cache-Control"] == "private, no-cache"
    assert {"HX-Request", "Cookie", "Accept-Language"} <= set(first["Vary"].split(", "))


def test_what_the_browser_has_already_is_not_sent_again(
    reader: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    etag = visit(reader)["ETag"]

    with django_assert_max_num_queries(3):  # revision; session; login, club and membership
        again = reader.get(PAGE, headers={"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == etag
    assert again["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    "page",
    [PAGE, "/c/tonan/ranking/main/?from=2026-11-20&to=2026-11-20", "member"],
    ids=["month", "dates", "member"],
)
def test_the_next_look_after_a_stored_game_shows_it(
    league: League, four: list[Member], reader: Client, page: str
) -> None:
    page = f"/c/tonan/members/{four[0].pk}/" if page == "member" else page
    before = visit(reader, page)
    visit(reader, page)

    record(league, four, (29_000, 35_000, 24_000, 12_000))
    after = reader.get(page, headers={"If-None-Match": before["ETag"]})

    assert after.status_code == 200
    assert is_made(after)
    assert after["ETag"] != before["ETag"]
    assert without_tokens(after) != without_tokens(before)


def test_another_club_s_game_leaves_the_pages_of_this_one_as_they_lie(reader: Client) -> None:
    elsewhere = league_of(make_club("seihoku", owner="other"))
    people = make_members(elsewhere.club)
    visit(reader)

    record(elsewhere, people)

    assert not is_made(visit(reader))


def test_the_table_alone_is_no_page_and_the_page_no_table(reader: Client) -> None:
    whole = visit(reader)
    part = visit(reader, headers={"HX-Request": "true"})
    back = visit(reader, headers={"HX-Request": "true", "HX-History-Restore-Request": "true"})

    assert "<html" in whole.content.decode()
    assert "<html" not in part.content.decode()
    assert "<html" in back.content.decode()
    known = reader.get(PAGE, headers={"If-None-Match": whole["ETag"], "HX-Request": "true"})
    assert known.status_code == 200
    assert "<html" not in known.content.decode()
    assert "<html" in visit(reader).content.decode()


def test_every_reader_sees_themselves_marked_and_nobody_else(
    league: League, four: list[Member]
) -> None:
    readers = []
    for member in four[:2]:
        member.user = make_user(f"login-{member.pk}")
        member.save()
        readers.append(logged_in(member.user))

    for _again in range(2):
        for member, client in zip(four, readers, strict=False):
            (row,) = parsed(visit(client)).all("tr", css="row--me")
            assert any(f"/members/{member.pk}/" in url for url in row.links.values())
    assert readers[0].get(PAGE, headers={"If-None-Match": visit(readers[1])["ETag"]}).content


def test_visitors_share_a_page_but_for_their_tokens_and_each_token_opens_its_own_forms(
    league: League,
) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    one, two = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)

    first, second = visit(one), visit(two)

    assert is_made(first)
    assert not is_made(second)
    assert first["ETag"] != second["ETag"]
    tokens = [TOKEN.findall(answer.content.decode())[0] for answer in (first, second)]
    change = {"language": "en", "next": PAGE}
    for client, token, status in (
        *((one, tokens[0], 302), (two, tokens[1], 302)),
        *((one, tokens[1], 403), (two, tokens[0], 403)),
    ):
        answer = client.post("/language/", {**change, "csrfmiddlewaretoken": token})
        assert answer.status_code == status


def test_a_browser_that_has_lost_its_token_is_sent_the_page_with_another(league: League) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    visitor = Client()
    etag = visit(visitor)["ETag"]
    assert visitor.get(PAGE, headers={"If-None-Match": etag}).status_code == 304

    visitor.cookies.clear()
    again = visitor.get(PAGE, headers={"If-None-Match": etag})

    assert again.status_code == 200
    assert visitor.get(PAGE, headers={"If-None-Match": again["ETag"]}).status_code == 304


def test_a_page_with_a_message_is_shown_once_and_not_kept(league: League, reader: Client) -> None:
    etag = visit(reader)["ETag"]
    reader.cookies["messages"] = notices("保存しました。")

    shown = reader.get(PAGE, headers={"If-None-Match": etag})

    assert shown.status_code == 200
    assert "保存しました。" in shown.content.decode()
    assert "ETag" not in shown
    assert "保存しました。" not in visit(reader).content.decode()


def notices(text: str) -> str:
    """A message as the cookie carries it."""
    storage = CookieStorage(RequestFactory().get("/"))
    response = HttpResponse()
    storage.add(constants.SUCCESS, text)
    storage.update(response)
    return response.cookies["messages"].value


def pages_made(address: str, count: int) -> int:
    """How many of so many visitors had a page made, each with another number in the address."""
    return sum(is_made(visit(Client(), address.format(number))) for number in range(count))


@pytest.fixture
def open_to_all(league: League) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)


@pytest.mark.usefixtures("open_to_all")
def test_800_visitors_with_words_that_the_page_does_not_read_are_sent_one_page() -> None:
    assert pages_made(PAGE + "&zz={}", 800) == 1


@pytest.mark.usefixtures("open_to_all")
def test_control_a_page_named_by_all_of_its_address_is_made_for_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(caching, "_reduce_query", lambda _request, _parameters: True)

    assert pages_made(PAGE + "&zz={}", 20) == 20


@pytest.mark.parametrize(
    "address",
    [
        f"{PAGE}&zz=1",
        "/c/tonan/ranking/main/?sort=&month=2026-11&year=",
        "/c/tonan/ranking/main/?month=2024-01&month=2026-11",
    ],
    ids=["unknown", "empty", "twice"],
)
def test_one_page_is_one_page_however_its_address_is_written(reader: Client, address: str) -> None:
    usual = visit(reader)
    same = visit(reader, address)

    assert not is_made(same)
    assert without_tokens(same) == without_tokens(usual)


@pytest.mark.parametrize("word", ["live=maybe", "figures=every", "season=0", "zz=1&live=2"])
def test_what_means_nothing_makes_no_page_that_is_kept(reader: Client, word: str) -> None:
    first, second = (reader.get(f"{PAGE}&{word}") for _again in range(2))

    assert is_made(first)
    assert is_made(second)
    assert "ETag" not in first


def test_a_reader_has_so_many_places_and_takes_none_of_anybody_else_s(
    league: League, reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_store, "PLACES", 4)
    before = len(caches["pages"]._cache)  # type: ignore[attr-defined]
    other = make_login(league.club, "other")
    visit(other)

    for day in range(1, 31):
        visit(reader, f"/c/tonan/ranking/main/?from=2026-11-{day:02}&to=2026-11-30")

    assert len(caches["pages"]._cache) <= before + 1 + 4  # type: ignore[attr-defined]
    assert not is_made(visit(other))


def test_a_page_is_kept_for_each_language(reader: Client) -> None:
    etag = visit(reader)["ETag"]
    in_english = reader.get(PAGE, headers={"If-None-Match": etag, "Accept-Language": "en"})

    assert in_english.status_code == 200
    assert '<html lang="en">' in in_english.content.decode()
    assert '<html lang="ja">' in visit(reader).content.decode()


def test_a_page_is_of_the_club_s_day(league: League, reader: Client) -> None:
    this_month = "/c/tonan/ranking/main/"
    night = datetime(2026, 11, 30, 19, 59, tzinfo=UTC)  # 4:59 in Tokyo
    with time_machine.travel(night, tick=False):
        before = visit(reader, this_month)
    with time_machine.travel(night + timedelta(minutes=1), tick=False):
        after = reader.get(this_month, headers={"If-None-Match": before["ETag"]})

    assert "2026年11月" in before.content.decode()
    assert "2026年12月" in after.content.decode()


def test_rights_are_looked_at_before_anything_is_sent(league: League, reader: Client) -> None:
    etag = visit(reader)["ETag"]
    Member.objects.for_club(league.club).filter(display_name="reader").update(left_on=EVENING)

    assert reader.get(PAGE).status_code == 404
    assert reader.get(PAGE, headers={"If-None-Match": etag}).status_code == 404
    assert Client().get(PAGE).status_code == 302


def test_who_gets_another_role_gets_another_page(league: League, reader: Client) -> None:
    etag = visit(reader)["ETag"]
    member = Member.objects.for_club(league.club).get(display_name="reader")

    set_role(member=member, role=Member.Role.ORGANIZER, actor=ADMIN)
    after = reader.get(PAGE, headers={"If-None-Match": etag})

    assert after.status_code == 200
    assert "/c/tonan/settings/" in after.content.decode()


def test_a_pass_reads_its_own_page_and_nothing_when_it_has_ended(league: League) -> None:
    with time_machine.travel(datetime(2026, 11, 20, 12, tzinfo=UTC), tick=False):
        evening = issue_pass(session=make_session(league.club, title="杯"), actor=ADMIN)
        guest = pass_holder(evening)
        visit(guest)
        etag = visit(guest)["ETag"]
        revoke_pass(evening_pass=evening, actor=ADMIN)

        assert guest.get(PAGE, headers={"If-None-Match": etag}).status_code == 302


def test_what_is_refused_or_missing_is_not_kept(reader: Client) -> None:
    for _again in range(2):
        wrong = reader.get(f"{PAGE}&sort=luck")
        assert wrong.status_code == 400
        assert "ETag" not in wrong
        assert reader.get("/c/tonan/ranking/nowhere/").status_code == 404


def test_a_page_with_somebody_s_login_on_it_is_made_each_time(
    league: League, four: list[Member], reader: Client
) -> None:
    organizer = make_login(league.club, "organizer", Member.Role.ORGANIZER)
    page = f"/c/tonan/members/{four[0].pk}/"

    assert [is_made(visit(reader, page)) for _again in range(2)] == [True, False]
    assert [is_made(visit(organizer, page)) for _again in range(2)] == [True, True]
    assert "ETag" not in visit(organizer, page)


def test_names_are_shown_as_the_club_says_at_once(league: League, reader: Client) -> None:
    visit(reader)
    Member.objects.for_club(league.club).filter(display_name="佐藤 健一").update(
        full_name="佐藤 一郎"
    )

    update_club(club=league.club, values={"names_shown": Club.Names.FULL}, actor=ADMIN)

    assert "佐藤 一郎" in visit(reader).content.decode()


def test_where_the_store_does_not_answer_pages_are_made(reader: Client, settings: Any) -> None:
    settings.CACHES = {**settings.CACHES, "pages": env.page_cache("redis://127.0.0.1:1/0")}
    with pytest.raises(AwayError):
        caches["pages"].get("page")

    assert is_made(visit(reader))
    assert is_made(visit(reader))


def test_a_page_too_large_to_keep_is_made_each_time(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_store, "LARGEST", 100)

    assert is_made(visit(reader))
    assert is_made(visit(reader))


def test_another_release_shows_no_page_of_this_one(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    etag = visit(reader)["ETag"]
    monkeypatch.setattr(caching, "release", lambda: "another")

    assert is_made(reader.get(PAGE, headers={"If-None-Match": etag}))


def test_who_waits_in_vain_for_another_process_makes_the_page(
    reader: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_store, "PATIENCE", 0.05)
    monkeypatch.setattr(type(caches["pages"]), "add", lambda *_, **__: False)

    assert is_made(visit(reader))


def test_the_state_of_a_club_that_is_not_there_is_that_of_nothing() -> None:
    assert revision_of("nowhere") == "0.0.0"
