"""Whatever cannot be a record is refused with a message, and never in another way."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tenhou import json6_order, mjlog, mjlog_tags
from scoring.tenhou.errors import RecordError
from scoring.tenhou.json6 import read_json6
from scoring.tenhou.mjlog_tiles import call_of
from scoring.tenhou.reading import MOST_JSON, read_record
from tests.scoring.tenhou.games import read, report_of, short_game, simple_ron
from tests.scoring.tenhou.made import JUNK, READY, Game, Hand
from tests.scoring.tenhou.test_draws import one_tenpai, suurii
from tests.scoring.tenhou.test_wins_from_events import (
    MADE,
    chankan,
    first_discard_after_a_pon,
    north_aside,
    rinshan_of_a_closed_kan,
    with_red_and_chi,
)


def refused(data: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message) as caught:
        read_record(data)
    assert caught.value.code in ("bad-record", "too-large")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither as XML nor as JSON"),
        (b"PK\x03\x04", "a zip file within a zip file"),
        (b"hello", "neither as XML nor as JSON"),
        (b"<html></html>", "this is XML, but no record: it begins with <html>"),
        (b"<mjloggm>", "this is no XML"),
        (b"<mjloggm><a></mjloggm>", "this is no XML"),
        (b"<mjloggm><a><b/></a></mjloggm>", "<b> stands inside another tag"),
        (b'<!DOCTYPE a SYSTEM "x"><mjloggm/>', "no document type"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><mjloggm/>', "no document type"),
        (b'<?xml version="1.0" encoding="x-none"?><mjloggm/>', "this is no XML"),
        (b'<?xml version="1.0" encoding="shift_jis"?><mjloggm a="\x82"/>', "this is no XML"),
        (b"<mjloggm/>", "the record has no <GO>"),
        (b'<mjloggm><GO type="9"/></mjloggm>', "the record has no <UN>"),
        (b"<mjloggm><GO/></mjloggm>", "<GO> has no type"),
        (b'<mjloggm><GO type="x"/></mjloggm>', "GO type: 'x' is no whole number"),
        (b"{", "this is no JSON"),
        (b"[" * 50, "neither as XML nor as JSON"),
        (b'{"a":' + b"[" * 100_000, "this is no JSON"),
        (b'{"a": NaN}', "NaN is no number of a record"),
        (b'{"log": 1}', "log must be a list"),
        (b'{"log": []}', "log has no hand"),
        (b'{"log": [[]], "rule": 3}', "rule must be an object"),
        (b'{"log": [1]}', "a hand must be a list"),
        (b'{"log": [[]]}', "a hand of 0 entries"),
        (b'{"a": "\xff"}', "this is no JSON"),
        (b'{"a": ' + b" " * MOST_JSON + b"1}", "a JSON record has no more than"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, message: str) -> None:
    refused(data, message)


def test_more_tags_than_a_game_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjlog_tags, "MOST_TAGS", 9)

    refused(short_game().xml(), "more than 9 tags are no game")


def test_more_hands_than_a_game_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjlog, "MOST_HANDS", 1)

    refused(short_game().xml(), "more than 1 hands")


def test_json_that_is_no_object_is_refused() -> None:
    with pytest.raises(RecordError, match="it must be an object"):
        read_json6(b"[]")


def test_an_order_that_takes_too_long_to_find_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(json6_order, "MOST_STEPS", 1)

    refused(short_game().json(), "the players' lists do not fit together")


def test_after_a_call_there_is_no_drawn_tile_to_discard() -> None:
    data = json.loads(Game(with_red_and_chi()).json())
    data["log"][0][9][0] = 60

    refused(json.dumps(data).encode(), "the players' lists do not fit together")


def test_a_record_in_utf_16_or_with_a_mark_is_read() -> None:
    xml, text = short_game().xml().decode(), short_game().json().decode()

    assert read_record(xml.encode("utf-16")).players == 4
    assert read_record(text.encode("utf-8-sig")).players == 4
    assert read_record(gzip.compress(xml.encode())).players == 4


#: a record, what is written in it, and what is written instead
MJLOG: list[tuple[Callable[[], Hand], str, str, str]] = [
    (simple_ron, 'oya="0"/><INIT', 'oya="1"/><INIT', "counted from the first dealer"),
    (simple_ron, "n0=", 'n4="x" n0=', "more than four players"),
    (simple_ron, "n3=", "nx=", "four players, but the fourth has no name"),
    (simple_ron, 'type="9"', 'type="25"', "three players, but there is a fourth name"),
    (simple_ron, "n0=", 'n0="%FF" n9=', "is not UTF-8"),
    (simple_ron, "n0=", f'n0="{"a" * 201}" n9=', "a name of 201 characters"),
    (simple_ron, "<INIT", "<INIX", "the record does not begin with a hand"),
    (simple_ron, 'seed="0,', 'seed="16,', "this is no hand"),
    (simple_ron, 'seed="0,0,0,3,4,', 'seed="0,0,0,3,', "this is no hand"),
    (simple_ron, 'seed="0,0,', 'seed="0,201,', "this is no hand"),
    (simple_ron, 'seed="0,', 'seed="1,', "another is dealer"),
    (simple_ron, 'oya="0" hai0', 'oya="4" hai0', "INIT oya: '4' is no whole number from 0 to 3"),
    (simple_ron, 'ten="250,250,250,250"', 'ten="250,250"', "2 values for 4 players"),
    (simple_ron, 'ten="250,', 'ten="1e5,', "'1e5' is no whole number"),
    (simple_ron, 'ten="250,', 'ten="99999999,', "is no whole number"),
    (simple_ron, "<T13", "<U13", "seat 1 draws out of turn"),
    (simple_ron, "<D", "<E", "seat 1 discards out of turn"),
    (simple_ron, "<T13/>", "", "seat 0 discards out of turn"),
    (simple_ron, "<T13/>", "<T13/><T14/>", "seat 0 draws out of turn"),
    (simple_ron, "<T13/>", "<T136/>", "'136' is no whole number from 0 to 135"),
    (simple_ron, "<T13/>", "<T0/>", "tile 0 comes twice"),
    (simple_ron, "<D13/>", "<D130/>", "seat 0 does not hold 6z"),
    (simple_ron, "<D13/>", "", "seat 1 wins on a tile that seat 0 had no part in"),
    (simple_ron, 'fromWho="0"', 'fromWho="3"', "seat 3 had no part in"),
    (simple_ron, 'machi="13"', 'machi="135"', "the winning tile is not in the hand"),
    (simple_ron, 'machi="13"', 'machi="4"', "seat 1 wins on 2m, but 4m came last"),
    (with_red_and_chi, "<D52/>", "<D0/>", "a call of a tile that was not just discarded"),
    (simple_ron, 'ten="30,2000,0"', 'ten="30,2000"', "is no fu, points and limit"),
    (simple_ron, 'ten="30,2000,0"', 'ten="30,2000,6"', "is no fu, points and limit"),
    (simple_ron, 'yaku="7,1,', 'yaku="7,', "a yaku without its han"),
    (simple_ron, 'ba="0,0"', 'ba="0"', "is no honba and sticks"),
    (simple_ron, 'sc="250,', 'sc="', "AGARI sc has 7 values"),
    (simple_ron, "<AGARI", "<NOTHING", "the record breaks off"),
    (simple_ron, "<AGARI", '<RYUUKYOKU ba="0,0" sc="0,0,0,0,0,0,0,0"/><AGARI', "follows the end"),
    (simple_ron, "</mjloggm>", "<T1/></mjloggm>", "<T1> follows the end of the hand"),
    (simple_ron, "/></mjloggm>", ' owari="1,2"/></mjloggm>', "owari has 2 values"),
    (
        simple_ron,
        "/></mjloggm>",
        ' owari="1,x,1,0,1,0,1,0"/></mjloggm>',
        "no score of every player",
    ),
    (simple_ron, "<INIT", '<INIT owari="1,0,1,0,1,0,1,0"', "goes on after the end"),
    (one_tenpai, "<RYUUKYOKU", '<RYUUKYOKU type="what"', "there is no 'what'"),
    (first_discard_after_a_pon, '<N who="2"', '<N who="3"', "a call from another"),
    (first_discard_after_a_pon, '<N who="2"', '<N who="0"', "a call from another"),
    (first_discard_after_a_pon, '<REACH who="3" step="1"/>', '<REACH who="3"/>', "has no step"),
    (
        rinshan_of_a_closed_kan,
        '<DORA hai="',
        '<DORA hai="47"/><DORA hai="46"/><DORA hai="51"/><DORA hai="50"/><DORA hai="',
        "more than 5 dora indicators",
    ),
    (north_aside, 'hai2="', 'hai2="" x="', "seat 2 is dealt 0 tiles"),
    (north_aside, "<V", "<W", "nobody sits at seat 3"),
    (north_aside, 'ten="350,350,350,0"', 'ten="350,350,350,1"', "the empty seat has points"),
    (suurii, '<REACH who="0" ten', '<REACH who="9" ten', "REACH who"),
]


@pytest.mark.parametrize(("make", "old", "new", "message"), MJLOG)
def test_an_mjlog_record_against_itself_is_refused(
    make: Callable[[], Hand], old: str, new: str, message: str
) -> None:
    text = Game(make(), kind=9 if make is not north_aside else 25).xml().decode()

    assert old in text
    refused(text.replace(old, new, 1).encode(), message)


@pytest.mark.parametrize(
    ("way", "value", "message"),
    [
        (["name"], ["a"] * 5, "5 players"),
        (["name"], "abc", "name must be a list"),
        (["name"], [1], "name: '1' must be a text"),
        (["rule"], {"disp": 3}, "rule disp: '3' must be a text"),
        (["ref"], 5, "ref: '5' must be a text"),
        (["sc"], [1, 2, 3], "sc has 3 entries for 4 players"),
        (["sc"], [1, "x"] * 4, "sc: 'x' is no score"),
        (["sc"], [1, True] * 4, "sc: 'True' is no score"),
        (["sc"], [1, 10**400] * 4, "is no score"),
        (["sc"], [1.5, 1] * 4, "sc must be a whole number"),
        (["log"], [[]] * 201, "log has 201 entries"),
        (["log", 0, 0], [0, 0], "must say its number, honba and sticks"),
        (["log", 0, 0, 0], 16, "a hand's number must be a whole number from 0 to 15"),
        (["log", 0, 0, 1], -1, "honba, sticks must be a whole number"),
        (["log", 0, 1], [25_000] * 3, "3 entries for 4 players"),
        (["log", 0, 1, 2], 10**9, "must be a whole number"),
        (["log", 0, 2], [11] * 6, "E1.0 dora has 6 entries"),
        (["log", 0, 2], [10], "'10' is no tile"),
        (["log", 0, 2], [True], "'True' is no tile"),
        (["log", 0, 4], [11], "a player is dealt 1 tiles"),
        (["log", 0, 5], [11] * 61, "draws has 61 entries"),
        (["log", 0, 5], [], "took 0 tiles and discarded 1"),
        (["log", 0, 5], ["x"], "'x' is no call"),
        (["log", 0, 5], ["f44"], "nothing that a player takes"),
        (["log", 0, 5], ["14c1516"], "nothing that a player takes"),
        (["log", 0, 5], ["c1415"], "is no call"),
        (["log", 0, 5], ["1c41516"], "is no call"),
        (["log", 0, 6], ["c141516"], "nothing that a player does"),
        (["log", 0, 6], ["1414r14"], "is no call"),
        (["log", 0, 6], [0], "the players' lists do not fit together"),
        (["log", 0, 6], [14, 14], "took 1 tiles and discarded 2"),
        (["log", 0, 6], ["f44"], "seat 0 sets 4z aside"),
        (["log", 0, 8], ["p141414"], "the players' lists do not fit together"),
        (["log", 0, -1], [], "a hand does not end with ''"),
        (["log", 0, -1], ["和了"], "a win needs movements"),
        (["log", 0, -1], ["和了", [0] * 4, [1, 0, 1]], "a win of 3 entries"),
        (["log", 0, -1, 2, 0], 4, "a seat must be a whole number from 0 to 3"),
        (["log", 0, -1, 2, 3], "2000", "'2000' is no price of a hand"),
        (["log", 0, -1, 2, 3], "大満貫8000点", "is no price of a hand"),
        (["log", 0, -1, 2, 4], "平和", "'平和' is no yaku"),
        (["log", 0, -1], ["途中流局"], "a hand does not end with '途中流局'"),
        (["log", 0, -1], ["流局", [0] * 4, 1], "a hand does not end with"),
        (["log", 0, -1], [3], "must be a text"),
    ],
)
def test_a_json_record_against_itself_is_refused(
    way: list[Any], value: object, message: str
) -> None:
    data: Any = json.loads(Game(simple_ron()).json())
    part = data
    for step in way[:-1]:
        part = part[step]
    part[way[-1]] = value

    refused(json.dumps(data).encode(), message)


def three(**more: object) -> Any:
    return json.loads(Game(north_aside(), kind=25).json(**more))


def test_three_players_may_have_a_fourth_place_or_none() -> None:
    data = three()
    data["log"][0] = data["log"][0][:13] + data["log"][0][-1:]
    data["log"][0][1].pop()

    assert read_record(json.dumps(data).encode()).players == 3


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"name": ["a", "b", "c", "d"]}, "three have tiles, but there is a fourth name"),
        ({"sc": [0] * 7}, "sc has 7 entries for 3 players"),
        ({"sc": [35_000, 0] * 3 + [1, 0]}, "the empty seat has points"),
    ],
)
def test_a_fourth_among_three_is_refused(more: dict[str, object], message: str) -> None:
    refused(json.dumps(three(**more)).encode(), message)


def test_three_players_have_no_fourth_hand_of_a_round() -> None:
    data = three()
    data["log"][0][0][0] = 3

    refused(json.dumps(data).encode(), "nobody sits at seat 3")


@pytest.mark.parametrize(
    "number", [(7 * 3 * 6) << 10 | 4, (34 * 3) << 9 | 8, 136 << 8, 136 << 8 | 32]
)
def test_numbers_that_are_no_call_are_refused(number: int) -> None:
    with pytest.raises(RecordError):
        call_of(number)


def test_riichi_with_an_open_hand_or_twice_is_refused() -> None:
    opened = Hand(JUNK[0], JUNK[1], "799m179p179s123z5s", READY)
    opened.turn(0, "4z", "9m").pon(2, "99m").cut(2, "7m", riichi=True).no_win("suufon")
    twice = Hand(*JUNK, dora="4z").turn(0, "2m", riichi=True).idle(3)
    twice.turn(0, "3m", riichi=True).no_win("suufon")

    refused(Game(opened).xml(), "seat 2 declares riichi with an open hand")
    refused(Game(twice).xml(), "seat 0 declares riichi twice")


def test_more_tiles_than_the_wall_has_are_refused() -> None:
    hand = Hand(*JUNK, dora="4z").turn(0, "2m").idle(70, but="").no_win()

    refused(Game(hand).xml(), "more tiles are drawn than the wall has")


def test_a_chi_across_the_table_is_refused() -> None:
    hand = Hand(JUNK[0], JUNK[1], "34m456p67p88p678s2z", JUNK[3]).turn(0, "0p")
    hand.chi(2, "67p").cut(2, "2z").no_win("suufon")

    refused(Game(hand).xml(), "seat 2 calls chi from another than the player before")


def test_a_call_of_what_nobody_discarded_is_refused() -> None:
    text = Game(first_discard_after_a_pon()).xml().decode()
    call = text[text.index('<N who="2"') : text.index("/>", text.index('<N who="2"')) + 2]

    refused(text.replace(call, call + call).encode(), "calls where nothing was discarded")


def test_an_added_kan_needs_its_pon() -> None:
    text = Game(chankan()).xml().decode()
    start = text.index('<N who="1"')
    pon = text[start : text.index("/>", start) + 2]

    refused(text.replace(pon, "<U2/>", 1).encode(), "comes twice|out of turn|does not hold")


def test_four_players_set_no_north_aside() -> None:
    hand = Hand(*JUNK, dora="4z").draw(0, "4z").north(0).draw(0, "2m").cut(0).no_win("suufon")

    refused(Game(hand).xml(), "seat 0 sets 4z aside")


def test_the_players_lists_of_a_call_that_fits_twice_are_put_in_order() -> None:
    """Seat 2 could have called the first 9m of the dealer, and called the second."""
    plain = "17m179p179s12345z"
    hand = Hand("1799m179p179s124z", plain, "799m179p179s123z5s", plain, dora="5p")
    hand.turn(0, "6z", "9m").idle(3, but="19m").turn(0, "6z", "9m").pon(2, "99m").cut(2, "7m")
    hand.idle(1).no_win("suufon")

    record = read(hand, "json")
    assert record.kyoku[0].draw is not None


# anything at all

WHOLE = [game.xml() for game in (short_game(), Game(suurii()))]
WHOLE += [Game(make(), kind=9 if make().players == 4 else 25).xml() for make in MADE]
TEXTS = [short_game().json(), *(Game(make()).json() for make in MADE)]


def survives(data: bytes) -> None:
    try:
        report_of(data)
    except RecordError:
        return


@given(st.sampled_from([*WHOLE, *TEXTS]), st.integers(0, 2**32))
def test_a_record_with_flipped_bytes_is_read_or_refused(whole: bytes, seed: int) -> None:
    chance, data = random.Random(seed), bytearray(whole)
    for _flip in range(chance.randint(1, 4)):
        data[chance.randrange(len(data))] = chance.choice(b'0123456789",<>[]{} /T')
    survives(bytes(data))


@given(st.sampled_from([*WHOLE, *TEXTS]), st.floats(0, 1))
def test_a_cut_record_is_refused(whole: bytes, part: float) -> None:
    data = whole[: int(part * (len(whole) - 1))]

    with pytest.raises(RecordError):
        read_record(data)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["r60", "c111213", "11p1111", "f44", "和了", "流局", "", "役満"])
    | st.integers(0, 60),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=8,
)


@given(st.sampled_from(TEXTS), st.integers(0, 2**32), JSON)
def test_a_record_with_anything_in_it_is_read_or_refused(
    whole: bytes, seed: int, value: object
) -> None:
    chance, data = random.Random(seed), json.loads(whole)
    part: Any = data
    while True:
        keys = list(part) if isinstance(part, dict) else list(range(len(part)))
        key = chance.choice(keys)
        inner = part[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.2:
            break
        part = inner
    part[key] = value
    survives(json.dumps(data).encode())
