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
from scoring.tenhou.mjlog_calls import call_of
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
        (b"", "it is neither XML nor JSON"),
        (b"PK\x03\x04", "Zip files inside a zip file cannot be opened"),
        (b"hello", "it is neither XML nor JSON"),
        (b"<html></html>", "<html>: This is a different kind of file, not"),
        (b"<mjloggm>", "The record is broken or cut off: it is no"),
        (b"<mjloggm><a></mjloggm>", "The record is broken or cut off: it is no"),
        (b"<mjloggm><a><b/></a></mjloggm>", "<b>: This does not belong at this point in"),
        (b'<!DOCTYPE a SYSTEM "x"><mjloggm/>', "The file declares entities or a document"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><mjloggm/>', "The file declares entities or a document"),
        (
            b'<?xml version="1.0" encoding="x-none"?><mjloggm/>',
            "The record is broken or cut off: it is no",
        ),
        (
            b'<?xml version="1.0" encoding="shift_jis"?><mjloggm a="\x82"/>',
            "The record is broken or cut off: it is no",
        ),
        (b"<mjloggm/>", "<GO>: This is missing from the record"),
        (b'<mjloggm><GO type="9"/></mjloggm>', "<UN>: This is missing from the record"),
        (b"<mjloggm><GO/></mjloggm>", "<GO> type: This is missing from the record"),
        (b'<mjloggm><GO type="x"/></mjloggm>', "GO type: This must be a whole number from 0"),
        (b"{", "it is not complete JSON"),
        (b"[" * 50, "it is neither XML nor JSON"),
        (b'{"a":' + b"[" * 100_000, "it is not complete JSON"),
        (b'{"a": NaN}', "“NaN” is not allowed here"),
        (b'{"log": 1}', "log: This must be a list"),
        (b'{"log": []}', "log: The record does not begin with a hand"),
        (b'{"log": [[]], "rule": 3}', "rule: This must be an object"),
        (b'{"log": [1]}', "a hand: This must be a list"),
        (b'{"log": [[]]}', "There must be 14 entries here, not 0"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": ' + b" " * MOST_JSON + b"1}", "This is too large for a record"),
    ],
)
def test_what_is_no_record_is_refused(data: bytes, message: str) -> None:
    refused(data, message)


def test_more_tags_than_a_game_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjlog_tags, "MOST_TAGS", 9)

    refused(short_game().xml(), "tags: A game can have at most 9 of these")


def test_more_hands_than_a_game_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mjlog, "MOST_HANDS", 1)

    refused(short_game().xml(), "A game can have at most 1 of these")


def test_json_that_is_no_object_is_refused() -> None:
    with pytest.raises(RecordError, match="This is a different kind of file, not a game"):
        read_json6(b"[]")


def test_an_order_that_takes_too_long_to_find_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(json6_order, "MOST_STEPS", 1)

    refused(short_game().json(), "The players' draws and discards do not match")


def test_after_a_call_there_is_no_drawn_tile_to_discard() -> None:
    data = json.loads(Game(with_red_and_chi()).json())
    data["log"][0][9][0] = 60

    refused(json.dumps(data).encode(), "The players' draws and discards do not match")


def test_a_record_in_utf_16_or_with_a_mark_is_read() -> None:
    xml, text = short_game().xml().decode(), short_game().json().decode()

    assert read_record(xml.encode("utf-16")).players == 4
    assert read_record(text.encode("utf-8-sig")).players == 4
    assert read_record(gzip.compress(xml.encode())).players == 4


#: a record, what is written in it, and what is written instead
MJLOG: list[tuple[Callable[[], Hand], str, str, str]] = [
    (simple_ron, 'oya="0"/><INIT', 'oya="1"/><INIT', "counted from the first dealer"),
    (simple_ron, "n0=", 'n4="x" n0=', "The number of names does not match the number of players"),
    (simple_ron, "n3=", "nx=", "The number of names does not match the number of players"),
    (
        simple_ron,
        'type="9"',
        'type="25"',
        "The number of names does not match the number of players",
    ),
    (simple_ron, "n0=", 'n0="%FF" n9=', "“%FF” cannot be read as a name"),
    (simple_ron, "n0=", f'n0="{"a" * 201}" n9=', "“aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…”"),
    (simple_ron, "<INIT", "<INIX", "The record does not begin with a hand"),
    (simple_ron, 'seed="0,', 'seed="16,', ",104” is not allowed here"),
    (simple_ron, 'seed="0,0,0,3,4,', 'seed="0,0,0,3,', ",104” is not allowed here"),
    (simple_ron, 'seed="0,0,', 'seed="0,201,', ",104” is not allowed here"),
    (simple_ron, 'seed="0,', 'seed="1,', "The dealer does not match the number of the hand"),
    (simple_ron, 'oya="0" hai0', 'oya="4" hai0', "INIT oya: This must be a whole number from 0"),
    (simple_ron, 'ten="250,250,250,250"', 'ten="250,250"', "There must be 4 entries here, not 2"),
    (simple_ron, 'ten="250,', 'ten="1e5,', "This must be a whole number from -1,000,000"),
    (simple_ron, 'ten="250,', 'ten="99999999,', "This must be a whole number from -1,000,000"),
    (simple_ron, "<T13", "<U13", "Seat 1 plays out of turn"),
    (simple_ron, "<D", "<E", "Seat 1 plays out of turn"),
    (simple_ron, "<T13/>", "", "Seat 0 plays out of turn"),
    (simple_ron, "<T13/>", "<T13/><T14/>", "Seat 0 plays out of turn"),
    (simple_ron, "<T13/>", "<T136/>", "T: This must be a whole number from 0 to 135"),
    (simple_ron, "<T13/>", "<T0/>", "Tile 0 appears twice"),
    (simple_ron, "<D13/>", "<D130/>", "Seat 0 does not hold 6z"),
    (simple_ron, "<D13/>", "", "Seat 1 wins on a tile that did not come from seat 0"),
    (simple_ron, 'fromWho="0"', 'fromWho="3"', "did not come from seat 3"),
    (simple_ron, 'machi="13"', 'machi="135"', "The winning tile is not in the hand shown"),
    (simple_ron, 'machi="13"', 'machi="4"', "Seat 1 wins on 2m, but the last tile was 4m"),
    (with_red_and_chi, "<D52/>", "<D0/>", "Seat 1 calls a tile, but nothing was discarded"),
    (simple_ron, 'ten="30,2000,0"', 'ten="30,2000"', "” is not allowed here"),
    (simple_ron, 'ten="30,2000,0"', 'ten="30,2000,6"', "” is not allowed here"),
    (simple_ron, 'yaku="7,1,', 'yaku="7,', "There cannot be 3 entries here"),
    (simple_ron, 'ba="0,0"', 'ba="0"', "“0” is not allowed here"),
    (simple_ron, 'sc="250,', 'sc="', "AGARI sc: There must be 8 entries here, not 7"),
    (simple_ron, "<AGARI", "<NOTHING", "The record is cut off"),
    (
        simple_ron,
        "<AGARI",
        '<RYUUKYOKU ba="0,0" sc="0,0,0,0,0,0,0,0"/><AGARI',
        "This does not belong at this point in the",
    ),
    (simple_ron, "</mjloggm>", "<T1/></mjloggm>", "This does not belong at this point in the"),
    (
        simple_ron,
        "/></mjloggm>",
        ' owari="1,2"/></mjloggm>',
        "owari: There must be 8 entries here, not 2",
    ),
    (
        simple_ron,
        "/></mjloggm>",
        ' owari="1,x,1,0,1,0,1,0"/></mjloggm>',
        "“1,x,1,0,1,0,1,0” is not allowed here",
    ),
    (simple_ron, "<INIT", '<INIT owari="1,0,1,0,1,0,1,0"', "continues after the end"),
    (one_tenpai, "<RYUUKYOKU", '<RYUUKYOKU type="what"', "“what” is not allowed here"),
    (
        first_discard_after_a_pon,
        '<N who="2"',
        '<N who="3"',
        "A tile is called from someone who did not discard it",
    ),
    (
        first_discard_after_a_pon,
        '<N who="2"',
        '<N who="0"',
        "A tile is called from someone who did not discard it",
    ),
    (
        first_discard_after_a_pon,
        '<REACH who="3" step="1"/>',
        '<REACH who="3"/>',
        "This is missing from the record",
    ),
    (
        rinshan_of_a_closed_kan,
        '<DORA hai="',
        '<DORA hai="47"/><DORA hai="46"/><DORA hai="51"/><DORA hai="50"/><DORA hai="',
        "A game can have at most 5 of these",
    ),
    (north_aside, 'hai2="', 'hai2="" x="', "A player must be dealt 13 tiles, not 0"),
    (north_aside, "<V", "<W", "Nobody sits at seat 3"),
    (north_aside, 'ten="350,350,350,0"', 'ten="350,350,350,1"', ": The empty seat has points"),
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
        (["name"], ["a"] * 5, "The number of names does not match the number of players"),
        (["name"], "abc", "name: This must be a list"),
        (["name"], [1], "name: “1” must be text"),
        (["rule"], {"disp": 3}, "rule disp: “3” must be text"),
        (["ref"], 5, "ref: “5” must be text"),
        (["sc"], [1, 2, 3], "sc: There must be 8 entries here, not 3"),
        (["sc"], [1, "x"] * 4, "sc: “x” is not allowed here"),
        (["sc"], [1, True] * 4, "sc: “True” is not allowed here"),
        (["sc"], [1, 10**400] * 4, "sc:"),
        (["sc"], [1.5, 1] * 4, "sc: This must be a whole number from"),
        (["log"], [[]] * 201, "log: There can be at most 200 entries here, not 201"),
        (["log", 0, 0], [0, 0], "There must be 3 entries here, not 2"),
        (["log", 0, 0, 0], 16, "a hand's number: This must be a whole number"),
        (["log", 0, 0, 1], -1, "honba, sticks: This must be a whole number"),
        (["log", 0, 1], [25_000] * 3, "There must be 4 entries here, not 3"),
        (["log", 0, 1, 2], 10**9, "must be a whole number"),
        (["log", 0, 2], [11] * 6, "E1.0 dora: There can be at most 5 entries here, not 6"),
        (["log", 0, 2], [10], "tile: “10” is not allowed here"),
        (["log", 0, 2], [True], "tile: “True” is not allowed here"),
        (["log", 0, 4], [11], "A player must be dealt 13 tiles, not 1"),
        (["log", 0, 5], [11] * 61, "There can be at most 60 entries here, not 61"),
        (["log", 0, 5], [], "There cannot be 1 entries here"),
        (["log", 0, 5], ["x"], "call: “x” is not allowed here"),
        (["log", 0, 5], ["f44"], "” is not allowed here"),
        (["log", 0, 5], ["14c1516"], "” is not allowed here"),
        (["log", 0, 5], ["c1415"], "” is not allowed here"),
        (["log", 0, 5], ["1c41516"], "” is not allowed here"),
        (["log", 0, 6], ["c141516"], "“c141516” is not allowed here"),
        (["log", 0, 6], ["1414r14"], "” is not allowed here"),
        (["log", 0, 6], [0], "The players' draws and discards do not match"),
        (["log", 0, 6], [14, 14], "There cannot be 2 entries here"),
        (["log", 0, 6], ["f44"], "Seat 0 cannot set 4z aside"),
        (["log", 0, 8], ["p141414"], "The players' draws and discards do not match"),
        (["log", 0, -1], [], "“” is not allowed here"),
        (["log", 0, -1], ["和了"], "There cannot be 0 entries here"),
        (["log", 0, -1], ["和了", [0] * 4, [1, 0, 1]], "There cannot be 3 entries here"),
        (["log", 0, -1, 2, 0], 4, "This must be a whole number from 0 to 3"),
        (["log", 0, -1, 2, 3], "2000", "“2000” is not allowed here"),
        (["log", 0, -1, 2, 3], "大満貫8000点", "“大満貫8000点” is not allowed here"),
        (["log", 0, -1, 2, 4], "平和", "“平和” is not allowed here"),
        (["log", 0, -1], ["途中流局"], "“途中流局” is not allowed here"),
        (["log", 0, -1], ["流局", [0] * 4, 1], "“流局” is not allowed here"),
        (["log", 0, -1], [3], "must be text"),
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
        ({"name": ["a", "b", "c", "d"]}, "name: The number of names does not match the number of"),
        ({"sc": [0] * 7}, "sc: There must be 6 entries here, not 7"),
        ({"sc": [35_000, 0] * 3 + [1, 0]}, ": The empty seat has points"),
    ],
)
def test_a_fourth_among_three_is_refused(more: dict[str, object], message: str) -> None:
    refused(json.dumps(three(**more)).encode(), message)


def test_three_players_have_no_fourth_hand_of_a_round() -> None:
    data = three()
    data["log"][0][0][0] = 3

    refused(json.dumps(data).encode(), "Nobody sits at seat 3")


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

    refused(Game(opened).xml(), "Seat 2 declares riichi with an open hand")
    refused(Game(twice).xml(), "Seat 0 declares riichi twice")


def test_more_tiles_than_the_wall_has_are_refused() -> None:
    hand = Hand(*JUNK, dora="4z").turn(0, "2m").idle(70, but="").no_win()

    refused(Game(hand).xml(), "More tiles are drawn than there are in the wall")


def test_a_chi_across_the_table_is_refused() -> None:
    hand = Hand(JUNK[0], JUNK[1], "34m456p67p88p678s2z", JUNK[3]).turn(0, "0p")
    hand.chi(2, "67p").cut(2, "2z").no_win("suufon")

    refused(Game(hand).xml(), "Seat 2 calls chi from someone other than the player")


def test_a_call_of_what_nobody_discarded_is_refused() -> None:
    text = Game(first_discard_after_a_pon()).xml().decode()
    call = text[text.index('<N who="2"') : text.index("/>", text.index('<N who="2"')) + 2]

    refused(text.replace(call, call + call).encode(), "calls a tile, but nothing was discarded")


def test_an_added_kan_needs_its_pon() -> None:
    text = Game(chankan()).xml().decode()
    start = text.index('<N who="1"')
    pon = text[start : text.index("/>", start) + 2]

    refused(text.replace(pon, "<U2/>", 1).encode(), "appears twice|out of turn|does not hold")


def test_four_players_set_no_north_aside() -> None:
    hand = Hand(*JUNK, dora="4z").draw(0, "4z").north(0).draw(0, "2m").cut(0).no_win("suufon")

    refused(Game(hand).xml(), "Seat 0 cannot set 4z aside")


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
