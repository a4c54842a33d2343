from __future__ import annotations

import pytest
from django.test import Client

from league.models import Hanchan, League, Member
from tests import factories as make
from tests.league.games.entry.pages import (
    CHECK,
    ENTER,
    note_of,
    stored,
    typed,
)

pytestmark = pytest.mark.django_db


def test_a_member_of_another_club_cannot_be_seated(
    league: League, members: list[Member], browser: Client
) -> None:
    stranger = make.make_members(make.make_club("seiban", owner="other"))[0]
    before = stored()

    response = browser.post(ENTER, typed(league, [stranger, *members[1:4]]))

    assert response.status_code == 422
    assert "名簿" in note_of(response, "note-0")
    assert stored() == before


@pytest.mark.parametrize(
    "forged",
    [
        {"league": "nowhere"},
        {"switch": "nowhere"},
        {"session": "999999"},
        {"session": "abc"},
        {"session": "9" * 40},
        {"session": "٣"},
    ],
    ids=lambda forged: next(iter(forged.items()))[1],
)
@pytest.mark.parametrize("address", [ENTER, CHECK])
def test_a_forged_league_or_evening_is_not_found(
    forged: dict[str, str], address: str, league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(address, typed(league, members[:4]) | forged)

    assert response.status_code == 404
    assert not Hanchan.objects.across_clubs().exists()


def test_the_evening_of_another_club_is_not_found(
    league: League, members: list[Member], browser: Client
) -> None:
    theirs = make.make_session(make.make_club("seiban", owner="other"))

    assert browser.get(ENTER, {"session": theirs.pk}).status_code == 404
    words = typed(league, members[:4], session=str(theirs.pk))
    assert browser.post(ENTER, words).status_code == 404


@pytest.mark.parametrize(
    "bytes_",
    [b"\xff\xfe", b"\xed\xa0\x80", "旅の人".encode("shift_jis")],
    ids=["no UTF-8", "lone surrogate", "Shift JIS"],
)
def test_a_name_in_a_wrong_encoding_is_refused_in_words(
    bytes_: bytes, league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, members[:4]) | {"seat-0": ""}
    body = "&".join(f"{name}={value}" for name, value in words.items() if name != "guest-0")
    quoted = "".join(f"%{byte:02X}" for byte in bytes_)
    before = stored()

    response = browser.post(
        ENTER, f"{body}&guest-0={quoted}", content_type="application/x-www-form-urlencoded"
    )

    assert response.status_code == 422
    assert "壊れて" in note_of(response, "note-0")
    assert stored() == before


@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded; charset=utf-16", "text/x"])
def test_a_body_that_is_no_form_is_refused(kind: str, league: League, browser: Client) -> None:
    response = browser.generic("POST", ENTER, b"\xff" * 100, content_type=kind)

    assert response.status_code in {400, 422}
    assert not Hanchan.objects.across_clubs().exists()


def test_a_body_of_ten_megabytes_is_refused(
    league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, members[:4]) | {"remark": "あ" * 3_500_000}

    assert browser.post(ENTER, words).status_code == 413
    assert not Hanchan.objects.across_clubs().exists()
