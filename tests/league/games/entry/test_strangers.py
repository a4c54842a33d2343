"""Somebody whose name is typed for the first time is asked about once: member or guest."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.core.people import find_members
from league.games.entry import entry_of
from league.models import Hanchan, League, LiveTable, Member
from tests.factories import record
from tests.league.games.entry.pages import CHECK, ENTER, games, stored, typed, value_of
from tests.pages import parsed

pytestmark = pytest.mark.django_db

NEW = "遠山 桜"


def with_stranger(league: League, members: list[Member], **more: str) -> dict[str, str]:
    return typed(league, members[:4]) | {"seat-0": "", "guest-0": NEW} | more


def checked_radios(response: Any) -> list[str]:
    radios = parsed(response).all("input", type="radio")
    radios = [each for each in radios if each.attributes["name"].startswith("kind-")]
    return [each.attributes["value"] for each in radios if "checked" in each.attributes]


def test_a_new_name_is_asked_about_and_nothing_is_chosen_or_lost(
    league: League, members: list[Member], browser: Client
) -> None:
    before = stored()

    response = browser.post(ENTER, with_stranger(league, members))

    assert response.status_code == 422
    assert stored() == before
    assert "会員ですか、ゲストですか" in response.text
    assert checked_radios(response) == []
    assert value_of(response, "guest-0") == NEW
    assert value_of(response, "points-0") == typed(league, members[:4])["points-0"]


def test_the_question_comes_as_soon_as_the_name_is_typed_and_keeps_what_was_answered(
    league: League, members: list[Member], browser: Client
) -> None:
    before = stored()
    words = with_stranger(league, members, **{"points-1": ""})

    asked = browser.post(CHECK, words)
    answered = browser.post(CHECK, words | {"kind-0": "member", "kana-0": "さくら", "about-0": NEW})

    assert stored() == before
    assert f"新しい名前：{NEW}" in asked.text
    assert checked_radios(asked) == []
    assert "まだ名簿にありません" not in asked.text, "it only asks"
    assert checked_radios(answered) == ["member"]
    assert value_of(answered, "kana-0") == "さくら"


def test_while_nobody_new_is_typed_nothing_is_asked(
    league: League, members: list[Member], browser: Client
) -> None:
    assert "会員ですか" not in browser.post(CHECK, typed(league, members[:4])).text


def test_a_correction_asks_as_soon_as_the_name_is_typed_too(
    league: League, members: list[Member], browser: Client
) -> None:
    game = record(league, members[:4])
    address = f"/c/tonan/games/{game.pk}/edit/check/"

    asked = browser.post(address, with_stranger(league, members))

    assert f"新しい名前：{NEW}" in asked.text


@pytest.mark.parametrize(("kind", "is_guest"), [("member", False), ("guest", True)])
def test_the_answer_is_kept_with_the_reading(
    kind: str, is_guest: bool, league: League, members: list[Member], browser: Client
) -> None:
    answers = {"kind-0": kind, "kana-0": "とおやま さくら", "about-0": NEW}

    response = browser.post(ENTER, with_stranger(league, members, **answers))

    assert response.status_code == 302
    new = Member.objects.for_club(league.club).get(display_name=NEW)
    assert (new.is_guest, new.kana) == (is_guest, "とおやま さくら")
    assert games(league.club)[0].seats.get(seat=0).member == new
    for typed_name in ("トオヤマ", "ﾄｵﾔﾏ", "tooyama", "Tōyama", "遠山", "さくら"):
        assert [each.pk for each in find_members(league.club, typed_name)] == [new.pk], typed_name


@pytest.mark.parametrize("name", ["サトー", "ｻﾄｰ", "さとー"])
def test_a_name_in_kana_is_found_however_it_is_typed_without_any_reading(
    name: str, league: League
) -> None:
    somebody = Member.objects.create(club=league.club, display_name=name)

    for typed_name in ("サトー", "さとー", "ｻﾄｰ"):
        assert [each.pk for each in find_members(league.club, typed_name)] == [somebody.pk]


def test_an_answer_about_another_name_is_asked_again(
    league: League, members: list[Member], browser: Client
) -> None:
    answers = {"kind-0": "member", "about-0": "遠山 梅"}

    response = browser.post(ENTER, with_stranger(league, members, **answers))

    assert response.status_code == 422
    assert checked_radios(response) == []


@pytest.mark.parametrize(
    ("typed_name", "listed"),
    [
        ("さとう", {"display_name": "佐籘 健", "kana": "サトウ ケン"}),
        ("ｵｵﾉ", {"display_name": "大野", "kana": "おおの"}),
        ("ohno", {"display_name": "大野", "kana": "おおの"}),
        ("渡邊 翼", {"display_name": "渡辺 翼"}),
        ("渡辺", {"display_name": "渡辺 翼"}),
        ("渡辺 翌", {"display_name": "渡辺 翼"}),
        ("タカハジ", {"display_name": "タカハシ"}),
    ],
    ids=["kana", "half width", "romaji", "old character", "family name", "mistyped", "kana slip"],
)
def test_who_may_be_meant_is_offered_and_one_tap_takes_them(
    typed_name: str,
    listed: dict[str, str],
    league: League,
    members: list[Member],
    browser: Client,
) -> None:
    meant = Member.objects.create(club=league.club, **listed)
    sent = with_stranger(league, members) | {"guest-0": typed_name}

    asked = browser.post(ENTER, sent)

    assert asked.status_code == 422
    take = f"0:{meant.pk}"
    assert take in [each.attributes["value"] for each in parsed(asked).all("button", name="take")]

    assert browser.post(ENTER, sent | {"take": take}).status_code == 302
    assert games(league.club)[0].seats.get(seat=0).member == meant
    assert not Member.objects.for_club(league.club).filter(display_name=typed_name).exists()


def test_of_two_strangers_one_tap_leaves_the_other_question_open(
    league: League, members: list[Member], browser: Client
) -> None:
    sent = with_stranger(league, members) | {"seat-1": "", "guest-1": members[4].display_name[:2]}
    take = {"take": f"1:{members[4].pk}"}

    response = browser.post(ENTER, sent | take)

    assert response.status_code == 422
    assert value_of(response, "guest-0") == NEW
    assert value_of(response, "guest-1") == ""
    answered = sent | take | {"kind-0": "member", "about-0": NEW}
    assert browser.post(ENTER, answered).status_code == 302


def test_the_same_answer_sent_twice_makes_one_game(
    league: League, members: list[Member], browser: Client
) -> None:
    sent = with_stranger(league, members, **{"kind-0": "member", "kana-0": "とおやま"})

    assert browser.post(ENTER, sent).status_code == 302
    assert browser.post(ENTER, sent).status_code == 302
    assert len(games(league.club)) == 1


def test_a_correction_asks_as_well(league: League, members: list[Member], browser: Client) -> None:
    game = record(league, members[:4])
    url = f"/c/{league.club.slug}/games/{game.pk}/edit/"
    form = parsed(browser.get(url)).one("form", id="entry").sent
    sent = form | {"seat-0": "", "guest-0": NEW, "reason": "席の間違い"}

    assert browser.post(url, sent).status_code == 422
    assert browser.post(url, sent | {"kind-0": "member"}).status_code == 302
    new = Member.objects.for_club(league.club).get(display_name=NEW)
    assert not new.is_guest
    assert (
        entry_of(Hanchan.objects.for_club(league.club).get(pk=game.pk)).seats[0].member_id == new.pk
    )


def test_a_live_table_asks_as_well(league: League, members: list[Member], browser: Client) -> None:
    url = f"/c/{league.club.slug}/live/new/"
    seats = {f"seat-{at}": str(member.pk) for at, member in enumerate(members[:3])}
    sent = {"key": "00000000-0000-4000-8000-000000000001", "league": "main", "table": "1"}
    sent |= {"number": "1", "guest-3": NEW, **seats}

    response = browser.post(url, sent)

    assert response.status_code == 422
    assert checked_radios(response) == []
    assert browser.post(url, sent | {"kind-3": "member"}).status_code == 302
    assert not Member.objects.for_club(league.club).get(display_name=NEW).is_guest
    assert LiveTable.objects.for_club(league.club).exists()
