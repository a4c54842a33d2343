"""The club's list: kept by organizers, read by everybody in the club."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from league.clubs.write import update_club
from league.core.days import club_day
from league.core.door import forget_sessions
from league.members import views
from league.models import AuditEvent, Club, EveningPass, Member, User
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    logged_in,
    make_login,
    make_members,
    make_session,
    make_user,
    pass_holder,
    record,
)
from tests.league.evenings import NINE_PM, english
from tests.league.people import person, url
from tests.league.unwritable import columns_of, other_columns

pytestmark = pytest.mark.django_db

WHOLE = {
    "display_name": "佐藤",
    "full_name": "佐藤 健一",
    "kana": "さとう けんいち",
    "romaji": "Sato Kenichi",
    "aliases": "けんちゃん\r\n健さん\r\n\r\nけんちゃん",
    "tenhou_names": "ASAPIN",
    "joined_on": "2026-04-01",
}


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def names_on(client: Client, query: str = "") -> list[str]:
    people: list[Member] = client.get(f"/c/tonan/members/?{query}").context["people"]
    return [member.display_name for member in people]


def queries(client: Client, where: str) -> int:
    forget_sessions()
    with CaptureQueriesContext(connection) as taken:
        assert client.get(where).status_code == 200
    return len(taken)


def test_somebody_is_put_on_the_list_with_all_their_names(club: Club, organizer: Client) -> None:
    response = organizer.post("/c/tonan/members/new/", WHOLE)

    sato = Member.objects.for_club(club).get(display_name="佐藤")
    assert response.headers["Location"] == url(sato)
    assert (sato.aliases, sato.tenhou_names) == (["けんちゃん", "健さん"], ["ASAPIN"])
    assert (sato.joined_on, sato.left_on, sato.is_guest) == (date(2026, 4, 1), None, False)
    assert (sato.role, sato.user) == (Member.Role.MEMBER, None)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"display_name": ""}, "display_name", id="no name"),
        pytest.param({"display_name": "  "}, "display_name", id="blanks"),
        pytest.param({"display_name": "鈴木"}, "display_name", id="name taken"),
        pytest.param({"display_name": "鈴" * 41}, "display_name", id="name too long"),
        pytest.param({"kana": "\x00"}, "kana", id="a NUL"),
        pytest.param({"joined_on": "2026-02-30"}, "joined_on", id="no such day"),
        pytest.param({"left_on": "2026-03-31"}, "left_on", id="left before they joined"),
        pytest.param({"left_on": "2999-01-01"}, "left_on", id="leaves in the future"),
        pytest.param({"aliases": "\n".join(map(str, range(51)))}, "aliases", id="too many names"),
        pytest.param({"tenhou_names": "x" * 41}, "tenhou_names", id="a name without end"),
    ],
)
@pytest.mark.parametrize("page", ["new/", "edit/"])
def test_what_cannot_be_said_of_somebody_is_refused_beside_its_field(
    club: Club, organizer: Client, changes: dict[str, str], field: str, page: str
) -> None:
    person(club)
    sato = person(club, "佐藤")
    before = list(Member.objects.for_club(club).values())
    where = "/c/tonan/members/new/" if page == "new/" else url(sato, page)

    response = organizer.post(where, WHOLE | {"display_name": "後藤"} | changes)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert "Sato Kenichi" in response.text
    assert list(Member.objects.for_club(club).values()) == before


def test_an_empty_form_is_refused_with_words(organizer: Client) -> None:
    response = organizer.post("/c/tonan/members/new/", {})

    assert response.status_code == 422
    assert "Please check the following" in response.text


def test_a_change_is_stored_once_and_leaves_one_trace(club: Club, organizer: Client) -> None:
    suzuki = person(club, kana="すずき")
    sent = {"display_name": "鈴木", "kana": "すずき しょう", "joined_on": str(suzuki.joined_on)}

    organizer.post(url(suzuki, "edit/"), sent)
    organizer.post(url(suzuki, "edit/"), sent)

    trace = AuditEvent.objects.for_club(club).get(type="member.changed")
    assert (trace.before, trace.after) == ({"kana": "すずき"}, {"kana": "すずき しょう"})


def test_the_list_stands_in_the_order_of_kana_and_parts_guests_and_those_who_left(
    club: Club, organizer: Client
) -> None:
    person(club, "渡辺", kana="わたなべ")
    person(club, "伊藤", kana="イトウ")
    person(club, "上田", kana="うえだ")
    person(club, "客人", is_guest=True)
    person(club, "去人", left_on=EVENING)

    assert names_on(organizer) == ["伊藤", "上田", "渡辺", "organizer", "owner"]
    assert names_on(organizer, "group=guests") == ["客人"]
    assert names_on(organizer, "group=left") == ["去人"]
    assert names_on(organizer, "group=nonsense") == names_on(organizer)


@pytest.mark.parametrize("typed", ["渡邉", "わたなべ", "ワタナベ", "watanabe", "Watanabé"])
def test_somebody_is_found_however_they_are_typed(
    club: Club, organizer: Client, typed: str
) -> None:
    person(club, "渡辺", kana="わたなべ")
    person(club, "伊藤", kana="いとう")

    assert names_on(organizer, f"q={typed}") == ["渡辺"]


def test_an_english_page_writes_the_romaji_that_are_stored_and_a_japanese_one_the_kanji(
    club: Club,
) -> None:
    sato = Member.objects.create(
        club=club, display_name="佐藤", romaji="Sato", joined_on=date(2026, 1, 1)
    )
    suzuki = Member.objects.create(club=club, display_name="鈴木", joined_on=date(2026, 1, 1))

    with translation.override("en"):
        assert [one.shown_name(club) for one in (sato, suzuki)] == ["Sato", "鈴木"]
    with translation.override("ja"):
        assert [one.shown_name(club) for one in (sato, suzuki)] == ["佐藤", "鈴木"]
    assert sato.name_in(club) == "佐藤"  # for files and programs, whatever their language


def test_romaji_do_not_give_away_a_full_name_that_the_club_does_not_show(
    club: Club, client: Client
) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)
    megu = person(club, "めぐさん", full_name="柴田 恵", romaji="Shibata Megumi")
    record(league_of(club), [megu, *make_members(club)[1:]])
    addresses = ("/c/tonan/", "/c/tonan/members/", "/c/tonan/ranking/main/", url(megu))

    def seen() -> list[str]:
        pages = [client.get(each, headers={"Accept-Language": "en"}).text for each in addresses]
        return [name for name in ("Shibata", "柴田") if any(name in page for page in pages)]

    assert seen() == []
    update_club(club=club, values={"names_shown": Club.Names.FULL}, actor=ADMIN)
    assert seen() == ["Shibata"]


@pytest.mark.parametrize(
    ("display", "full", "romaji", "shown"),
    [
        pytest.param("永井", "永井 誠", "Nagai Makoto", "Nagai", id="a family name"),
        pytest.param("誠", "永井　誠", "Nagai Makoto", "Makoto", id="a given name"),
        pytest.param("マコっさん", "永井 誠", "Nagai Makoto", "マコっさん", id="a nickname"),
        pytest.param("永井", "永井 誠", "Makoto", "永井", id="not word by word"),
        pytest.param("永井", "永井誠", "Nagai Makoto", "永井", id="in one word"),
        pytest.param("永井", "", "Nagai", "Nagai", id="no full name"),
    ],
)
def test_of_a_hidden_full_name_english_pages_write_the_part_that_is_shown(
    club: Club, display: str, full: str, romaji: str, shown: str
) -> None:
    with translation.override("en"):
        assert person(club, display, full_name=full, romaji=romaji).shown_name(club) == shown


def test_while_typing_only_the_list_is_sent(club: Club, organizer: Client) -> None:
    person(club, "伊藤", kana="いとう")

    page = organizer.get("/c/tonan/members/?q=ito", headers={"HX-Request": "true"}).text

    assert "伊藤" in page
    assert "<html" not in page


def test_full_names_and_logins_are_for_organizers_and_oneself(
    club: Club, organizer: Client
) -> None:
    suzuki = person(club, full_name="鈴木 翔", kana="すずき しょう")
    member = make_login(club, "member")
    me = Member.objects.for_club(club).get(display_name="member")
    Member.objects.for_club(club).filter(pk=me.pk).update(full_name="本名 太郎")

    assert "鈴木 翔" in organizer.get(url(suzuki)).text
    assert "鈴木 翔" not in member.get(url(suzuki)).text + member.get("/c/tonan/members/").text
    assert "本名 太郎" in member.get(url(me)).text

    update_club(club=club, values={"names_shown": Club.Names.FULL}, actor=ADMIN)
    assert "鈴木 翔" in member.get(url(suzuki)).text


@time_machine.travel(NINE_PM, tick=False)
def test_a_page_of_somebody_shows_their_record_and_their_games(club: Club) -> None:
    people = make_members(club)
    record(league_of(club), people, (41400, 30000, 23800, 4800))
    record(league_of(club), people[::-1], (41400, 30000, 23800, 4800))
    record(league_of(club), people, (41400, 30000, 23800, 4800), day=date(2026, 10, 30))

    page = make_login(club, "member").get(url(people[0]))

    found = page.context["found"]
    assert (found.total, found.record.games) == (41000 - 35000 + 41000, 3)
    assert [(line.total, line.record.games) for line in page.context["months"]] == [
        (41000 - 35000, 2),
        (41000, 1),
    ]
    assert [(game.place, game.score) for game in page.context["games"]] == [
        (4, -35000),
        (1, 41000),
        (1, 41000),
    ]
    assert "▲35" in page.text


@pytest.mark.parametrize("page", ["new/", "edit/", "login/"])
def test_what_a_form_does_not_offer_cannot_be_sent_along(
    club: Club, organizer: Client, page: str
) -> None:
    suzuki = person(club)
    offered = {*WHOLE, "is_guest", "left_on"} if page != "login/" else set()
    extra = other_columns(suzuki, offered | {"search"})
    sent = {**extra, **WHOLE} if page != "login/" else {**extra, "username": "suzuki"}
    before = columns_of(suzuki, offered | {"search", "user"})
    where = "/c/tonan/members/new/" if page == "new/" else url(suzuki, page)

    response = organizer.post(where, sent)

    assert response.status_code in (200, 302)
    assert {"role", "user_id", "club", "merged_into_id", "id"} <= set(extra)
    if page == "new/":
        made = Member.objects.for_club(club).get(display_name="佐藤")
        assert (made.role, made.user, made.merged_into) == ("member", None, None)
    else:
        assert columns_of(suzuki, offered | {"search", "user"}) == before


@time_machine.travel(NINE_PM, tick=False)
@pytest.mark.parametrize("page", ["", "members/", "members/{pk}/"])
def test_a_page_takes_as_many_queries_for_many_as_for_few(
    club: Club, organizer: Client, page: str
) -> None:
    people = make_members(club, 16)
    record(league_of(club), people[:4])
    where = f"/c/tonan/{page.format(pk=people[0].pk)}"
    organizer.get(where)  # a session's first page of a day notes the day
    few = queries(organizer, where)

    for start in range(12):
        record(league_of(club), people[start : start + 4])

    assert queries(organizer, where) == few


def test_roles_are_shown_to_members_alone(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)
    club.refresh_from_db()
    owner = Member.objects.for_club(club).get(role=Member.Role.OWNER)
    held = EveningPass.objects.create(
        session=make_session(club, club_day(club)), expires_at=timezone.now() + timedelta(hours=8)
    )
    badge = '<span class="badge">owner</span>'
    pages = ["/c/tonan/members/", f"/c/tonan/members/{owner.pk}/"]
    pages += [f"/c/tonan/members/{owner.pk}/{page}/" for page in ("seats", "opponents", "hands")]

    member = english(make_login(club, "member"))
    others = [Client(), logged_in(make_user("other")), pass_holder(held)]

    for address in pages:
        for outside in map(english, others):
            answer = outside.get(address)
            assert answer.status_code == 200
            assert badge not in answer.text
        assert badge in member.get(address).text


def test_a_long_list_comes_in_pages(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "PEOPLE_A_PAGE", 3)
    make_members(club, 8)
    organizer = logged_in(User.objects.get(username="owner"))

    first = organizer.get("/c/tonan/members/?group=members")
    last = organizer.get("/c/tonan/members/?group=members&page=3")
    beyond = organizer.get("/c/tonan/members/?group=members&page=99")

    assert len(first.context["people"]) == 3
    assert 'href="?group=members&amp;page=2"' in first.text
    assert last.context["page"].has_next() is False
    assert beyond.context["people"] == last.context["people"]
