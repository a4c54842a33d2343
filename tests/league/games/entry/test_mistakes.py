from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client

from league.models import Club, League, Member
from tests import factories as make
from tests.league.games.entry.pages import (
    ENTER,
    Answer,
    games,
    note_of,
    seats_of,
    stored,
    text_of,
    typed,
    value_of,
)
from tests.pages import parsed

pytestmark = pytest.mark.django_db

Change = Callable[[list[Member]], dict[str, str]]
BAD: dict[str, tuple[Change, str, str]] = {
    "more than was dealt": (lambda m: {"points-0": "424"}, "check", "1,000"),
    "less than was dealt": (lambda m: {"points-0": "404"}, "check", "1,000"),
    "no multiple of 100": (lambda m: {"points-0": "41430"}, "note-0", "100点単位"),
    "no number at all": (lambda m: {"points-1": "abc"}, "note-1", "abc"),
    "with a decimal point": (lambda m: {"points-1": "30.0"}, "note-1", "30.0"),
    "two seats without points": (lambda m: {"points-0": "", "points-1": ""}, "note-1", "持ち点"),
    "the same member twice": (lambda m: {"seat-1": str(m[0].pk)}, "note-1", "同じ人"),
    "the same guest twice": (
        lambda m: {"seat-0": "", "seat-1": "", "guest-0": "旅の人", "guest-1": "旅の人"},
        "note-1",
        "同じ人",
    ),
    "too few seats": (lambda m: {"seat-3": "", "points-3": "48"}, "note-3", "席の人"),
    "a guest who is on the list": (
        lambda m: {"seat-0": "", "guest-0": m[5].display_name},
        "note-0",
        "名簿",
    ),
    "a name of no length": (lambda m: {"seat-0": "", "guest-0": "   "}, "note-0", "席の人"),
    "a name far too long": (lambda m: {"seat-0": "", "guest-0": "長" * 500}, "note-0", "40"),
    "a member who is none": (lambda m: {"seat-0": "999999"}, "note-0", "名簿"),
    "a member beyond all numbers": (lambda m: {"seat-0": "9" * 40}, "note-0", "名簿"),
    "a member who is a word": (lambda m: {"seat-0": "' or 1=1"}, "note-0", "名簿"),
    "absurdly many points": (lambda m: {"points-0": "9" * 9}, "note-0", "1卓"),
    "points longer than a page": (lambda m: {"points-0": "9" * 5000}, "note-0", "40"),
    "absurdly many sticks": (lambda m: {"sticks": "9" * 30}, "check", "20"),
    "sticks below none": (lambda m: {"sticks": "-1"}, "check", "0"),
    "table zero": (lambda m: {"table": "0"}, "slot-note", "1"),
    "a table beyond all numbers": (lambda m: {"table": "9" * 5000}, "slot-note", "整数"),
    "no game number": (lambda m: {"number": ""}, "slot-note", "必須"),
    "a key that is none": (lambda m: {"key": "x"}, "entry-errors", "壊れて"),
    "a remark of 300 characters": (lambda m: {"remark": "あ" * 300}, "entry-errors", "200"),
    "a NUL in a name": (lambda m: {"seat-0": "", "guest-0": "旅\0人"}, "note-0", "壊れて"),
    "a yakuman of nobody": (lambda m: {"yakuman-0-name": "kokushi"}, "check", "和了"),
    "a yakuman that is none": (
        lambda m: {"yakuman-0-name": "x" * 99, "yakuman-0-seat": "0"},
        "check",
        "x",
    ),
    "dealing into oneself": (
        lambda m: {"yakuman-0-name": "kokushi", "yakuman-0-seat": "0", "yakuman-0-from": "0"},
        "check",
        "放銃",
    ),
}


@pytest.mark.parametrize("what", BAD, ids=list(BAD))
def test_bad_input_is_said_beside_its_field_and_nothing_is_stored(
    what: str, league: League, members: list[Member], browser: Client
) -> None:
    change, slot, words = BAD[what]
    sent = typed(league, members[:4]) | change(members)
    before = stored()

    response = browser.post(ENTER, sent)

    assert response.status_code == 422
    assert stored() == before
    text = note_of(response, slot) if slot.startswith(("note", "slot")) else _block(response, slot)
    assert words in text
    for name in ("points-0", "points-1", "guest-0", "remark", "number"):
        if "\0" not in sent.get(name, ""):
            assert value_of(response, name) == sent.get(name, "")
    assert value_of(response, "key") == sent["key"]


def _block(response: Answer, name: str) -> str:
    """The text of the panel or of the summary."""
    return parsed(response).one(id=name).words


def test_a_sum_that_is_off_says_by_how_much_and_what_would_mend_it(
    league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(ENTER, typed(league, members[:4], ("414", "300", "238", "38")))

    text = _block(response, "entry-errors")
    assert "99,000" in text
    assert "1,000" in text
    assert "供託" in text


def test_everything_wrong_is_said_at_once_with_links_to_the_fields(
    league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, [members[0], members[0], *members[2:4]], ("abc", "300", "238", "48"))

    response = browser.post(ENTER, words | {"number": "0"})

    page = text_of(response)
    for target in ("id_points-0", "id_seat-0", "id_seat-1", "id_number"):
        assert f'href="#{target}"' in page


def test_a_name_typed_for_a_guest_and_every_choice_are_still_there_after_a_mistake(
    league: League, members: list[Member], browser: Client
) -> None:
    words = typed(league, [members[1], "旅の人", *members[2:4]], ("414", "300", "238", "38"))

    response = browser.post(ENTER, words)

    assert value_of(response, "guest-1") == "旅の人"
    assert seats_of(response) == [str(members[1].pk), "", *(str(m.pk) for m in members[2:4])]


def test_a_number_that_the_table_has_played_is_refused(
    league: League, members: list[Member], browser: Client
) -> None:
    make.record(league, members[:4], (40_000, 31_400, 23_800, 4_800))

    response = browser.post(ENTER, typed(league, members[:4]))

    assert response.status_code == 422
    assert "第1回戦" in note_of(response, "entry-clash")
    assert "佐藤 健一 40,000" in note_of(response, "entry-clash")


def test_a_slipped_digit_is_never_balanced_by_the_empty_seat(
    league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(ENTER, typed(league, members[:4], ("2540", "300", "238", "")))

    assert response.status_code == 422
    assert note_of(response, "note-3")


def test_a_day_before_the_first_version_is_refused_with_that_day(
    league: League, members: list[Member], scorer: Client
) -> None:
    before = stored()

    response = scorer.post(ENTER, typed(league, members[:4], day="2015-03-31"))

    assert response.status_code == 422
    assert stored() == before
    assert "2015-04-01" in note_of(response, "slot-note")
    assert value_of(response, "points-0") == "414"


@pytest.mark.parametrize("day", ["2026-11-21", "9999-12-31", "2026-02-30", "yesterday", ""])
def test_a_day_that_is_none_or_has_not_come_is_refused(
    day: str, league: League, members: list[Member], scorer: Client
) -> None:
    response = scorer.post(ENTER, typed(league, members[:4], day=day))

    assert response.status_code == 422
    assert note_of(response, "slot-note")


def test_a_scorer_enters_a_game_of_last_week_under_the_rules_of_that_day(
    club: Club, league: League, members: list[Member], scorer: Client
) -> None:
    scorer.post(ENTER, typed(league, members[:4], day="2015-04-09"))

    (game,) = games(club)
    assert game.day == date(2015, 4, 9)
    assert game.settlement is not None
    assert game.settlement.version.label == "2015-04-01"
