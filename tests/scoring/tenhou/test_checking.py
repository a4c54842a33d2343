"""Whole records against the engine: equal ones are, and every altered value is reported."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest

from rules.errors import RuleError
from scoring.tenhou.checker import check
from scoring.tenhou.errors import RecordError
from scoring.tenhou.governing import rule_for
from scoring.tenhou.reading import read_record
from tests.scoring.tenhou.games import (
    FORMATS,
    NO_END,
    TODAY,
    Format,
    file_of,
    read,
    report_of,
    short_game,
    simple_ron,
    tenhou,
)
from tests.scoring.tenhou.made import JUNK, READY, Game, Hand
from tests.scoring.tenhou.test_draws import one_tenpai, with_riichi
from tests.scoring.tenhou.test_wins_from_events import ippatsu


@pytest.mark.parametrize("form", FORMATS)
def test_a_game_that_agrees_is_equal_in_all(form: Format) -> None:
    report = report_of(file_of(short_game(), form))

    assert report.as_json() == {
        "players": 4,
        "length": "tonnan",
        "wins": 2,
        "wins_equal": 2,
        "draws": 0,
        "draws_equal": 0,
        "end_equal": True,
        "points_equal": True,
        "scores_equal": True,
        "differences": [],
    }
    assert report.differences == ()


def test_the_record_tells_room_names_log_and_day() -> None:
    record = read_record(short_game().xml(), "2026020311gm-0009-10431-0f3c91aa.mjlog")

    assert record.names == ("あさぎり", "みず鳥@Otters", "Fir<&>", "（ゆき）")
    assert (record.log_id, record.day) == (
        "2026020311gm-0009-10431-0f3c91aa",
        date(2026, 2, 3),
    )
    assert (record.room.name, record.room.red_fives, record.room.open_tanyao) == (
        "ippan",
        True,
        True,
    )


@pytest.mark.parametrize(
    ("kind", "room", "length"),
    [
        (0x01, "ippan", "tonpu"),
        (0x29, "tokujou", "tonnan"),
        (0x89, "joukyuu", "tonnan"),
        (0xE1, "houou", "tonpu"),
        (0x201, "waka", "tonpu"),
        (0x229, "kohaku", "tonnan"),
        (0x281, "gin", "tonpu"),
        (0x2A1, "kujaku", "tonpu"),
        (0x841, "ginousen", "tonpu"),
    ],
)
def test_the_room_is_read_bit_by_bit(kind: int, room: str, length: str) -> None:
    record = read(Game(simple_ron(), kind=kind), "mjlog")

    assert (record.room.name, record.length) == (room, length)
    assert record.room.fast is bool(kind & 0x40)
    assert record.room.chips is bool(kind & 0x200)


def altered(old: str, new: str, *, count: int = 1) -> bytes:
    text = short_game().xml().decode()
    assert old in text
    return text.replace(old, new, count).encode()


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        pytest.param(
            'yakuman="37"',
            'yakuman="38"',
            ["E1.0 seat 0: yaku chiihou 0, the record says 13"],
            id="yaku",
        ),
        pytest.param(
            'yakuman="37"',
            'yakuman="37,40"',
            ["E1.0 seat 0: han 13, the record says 26"],
            id="a yaku too many",
        ),
        pytest.param(
            ",48000,5",
            ",47900,5",
            ["E1.0 seat 0: points 48,000, the record says 47,900"],
            id="points",
        ),
        pytest.param(
            ",48000,5",
            ",48000,4",
            ["E1.0 seat 0: limit yakuman, the record says sanbaiman"],
            id="limit",
        ),
        pytest.param(
            'sc="250,480',
            'sc="250,481',
            [
                "E1.0 seat 0: movement 48,000 -16,000 -16,000 -16,000,"
                " the record says 48,100 -16,000 -16,000 -16,000"
            ],
            id="movement",
        ),
        pytest.param(
            'sc="250,480',
            'sc="260,480',
            [
                "E1.0 seat 0: points before it 25,000 25,000 25,000 25,000,"
                " the record says 26,000 25,000 25,000 25,000"
            ],
            id="points before",
        ),
        pytest.param(
            'ba="1,0"',
            'ba="1,1"',
            ["E1.1 seat 0: honba and sticks 1 0, the record says 1 1,000"],
            id="sticks of a win",
        ),
        pytest.param(
            'ten="250,250,250,250"',
            'ten="250,250,250,260"',
            ["E1.0: points 25,000 25,000 25,000 25,000, the record says"],
            id="points at the start",
        ),
        pytest.param(
            'seed="0,1,0,',
            'seed="0,2,0,',
            ["E1.2: the hand to be played is E1.1, the record says E1.2"],
            id="honba",
        ),
        pytest.param(
            'seed="0,1,0,',
            'seed="0,1,1,',
            ["E1.1: sticks 0, the record says 1,000"],
            id="sticks",
        ),
        pytest.param(
            "1213,131.0",
            "1213,132.0",
            [
                "end: scores 131,000 -27,000 -47,000 -57,000,"
                " the record says 132,000 -27,000 -47,000 -57,000"
            ],
            id="owari score",
        ),
        pytest.param(
            "1213,131.0",
            "1223,131.0",
            ["end: points 121,300 -7,100 -7,100 -7,100, the record says 122,300"],
            id="owari points",
        ),
        pytest.param(
            'fromWho="0"',
            'fromWho="0" paoWho="2"',
            ["E1.0 seat 0: pao seat none, the record says 2"],
            id="pao",
        ),
        pytest.param(
            'doraHai="104"',
            'doraHai="100"',
            ["E1.0 seat 0: dora indicators 9s, the record says 8s"],
            id="dora indicator",
        ),
        pytest.param(
            'doraHai="104"',
            "",
            ["E1.0 seat 0: dora indicators 9s, the record says none"],
            id="no dora indicator",
        ),
        pytest.param(
            'hai="4,8,12',
            'hai="0,8,12',
            ["E1.0 seat 0: tiles 23456m34588p678s, the record says 13456m34588p678s"],
            id="tiles",
        ),
    ],
)
def test_one_altered_value_is_reported(old: str, new: str, found: list[str]) -> None:
    report = report_of(altered(old, new))

    assert report.differences != ()
    for each in found:
        assert any(difference.startswith(each) for difference in report.differences), (
            report.differences
        )


def test_a_win_with_a_difference_is_not_counted_as_equal() -> None:
    assert report_of(altered('sc="250,480', 'sc="250,481')).wins_equal == 1


def test_altered_points_and_scores_are_told_apart() -> None:
    points = report_of(altered("1213,131.0", "1223,131.0"))
    scores = report_of(altered("1213,131.0", "1213,132.0"))

    assert (points.points_equal, points.scores_equal) == (False, True)
    assert (scores.points_equal, scores.scores_equal) == (True, False)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("riichi(1飜)", "riichi(2飜)", "E1.0 seat 0: han 7, the record says 8"),
        ("30符3飜", "40符3飜", "E1.0 seat 0: fu 30, the record says 40"),
        ("3900点", "4000点", "E1.0 seat 0: points 3,900, the record says 4,000"),
        ("跳満", "倍満", "E1.0 seat 0: limit haneman, the record says baiman"),
    ],
)
def test_altered_values_of_a_json_record_are_reported(old: str, new: str, found: str) -> None:
    hand = ippatsu()
    if "符" in old or "3900" in old:
        hand = Hand(*JUNK[:3], READY).turn(0, "4z").idle(6).turn(3, "4z", riichi=True)
        hand.idle(1).turn(1, "4z").idle(3).turn(1, "4m").won(
            3,
            1,
            yaku="riichi 1, pinfu 1, tanyao 1",
            points=3_900,
            deltas=(0, -3_900, 0, 4_900),
        )
        found = found.replace("seat 0", "seat 3")
    text = Game(hand).json().decode()
    old = old.replace("riichi", "立直")
    new = new.replace("riichi", "立直")
    report = report_of(text.replace(old, new, 1).encode())

    assert found in report.differences


def test_altered_riichi_and_draws_are_reported() -> None:
    text = Game(with_riichi()).xml().decode()
    stick = re.sub(r'(<REACH who="1" ten=")250,240', r"\g<1>250,230", text)
    seat = re.sub(r'<REACH who="1" ten', '<REACH who="2" ten', text)
    tenpai = re.sub(r'hai1="([0-9,]+)" />', r'hai2="\1" />', text)

    assert report_of(stick.encode()).differences[0] == (
        "E1.0: points after the riichi of seat 1 25,000 24,000 25,000 25,000,"
        " the record says 25,000 23,000 25,000 25,000"
    )
    assert report_of(seat.encode()).differences[0] == ("E1.0: riichi of seats 1, the record says 2")
    assert "E1.0: seats in tenpai 1, the record says 2" in report_of(tenpai.encode()).differences


def test_old_records_do_not_tell_the_points_after_a_riichi() -> None:
    text = Game(with_riichi()).xml().decode()
    old = re.sub(r' ten="[0-9,]+" step="2"', ' step="2"', text)

    assert old != text
    assert report_of(old.encode()).differences == (NO_END,)


def test_bonuses_that_bring_nothing_are_no_difference() -> None:
    simple = Game(simple_ron()).xml().decode().replace('yaku="7,1,8,1"', 'yaku="7,1,8,1,53,0"')
    text = Game(simple_ron()).json().decode().replace("断幺九(1飜)", '断幺九(1飜)", "裏ドラ(0飜)')

    assert report_of(simple.encode()).differences == (NO_END,)
    assert report_of(text.encode()).differences == ()


def test_a_yaku_that_nobody_knows_is_reported_by_its_name() -> None:
    simple = Game(simple_ron()).xml().decode().replace('yaku="7,1,8,1"', 'yaku="7,1,8,1,99,1"')
    text = Game(simple_ron()).json().decode().replace("断幺九(1飜)", "大車輪(役満)")

    assert (
        "E1.0 seat 1: yaku yaku 99 0, the record says 1" in report_of(simple.encode()).differences
    )
    assert "E1.0 seat 1: yaku 大車輪 0, the record says 13" in report_of(text.encode()).differences


def test_a_draw_with_another_movement_is_reported() -> None:
    text = Game(one_tenpai()).xml().decode().replace("250,-10,250,30", "250,-11,250,30")
    report = report_of(text.encode())

    assert report.draws_equal == 0
    assert report.differences[0].startswith("E1.0: movement -1,000 3,000 -1,000 -1,000, the record")


def test_a_part_of_a_game_begins_as_the_record_says() -> None:
    points = (41_000, 26_000, 18_000, 15_000)
    report = report_of(Game(simple_ron(5, points)).json())

    assert report.differences == ()


def test_the_points_of_a_part_must_come_from_equal_stacks() -> None:
    report = report_of(Game(simple_ron(5, (41_100, 26_000, 18_000, 15_000))).json())

    assert report.differences == ("S2.0: points and sticks add up to 100,100, no equal stacks",)
    assert not report.points_equal


def test_a_game_that_would_go_on_is_reported() -> None:
    report = report_of(Game(simple_ron(), owari="230,-27.0,270,47.0,250,5.0,250,-25.0").xml())

    assert report.differences[0] == "end: the record ends, the game would go on"
    assert not report.end_equal


def test_a_game_that_goes_on_after_its_end_is_reported() -> None:
    first, second = tenhou(), tenhou(1, (73_000, 9_000, 9_000, 9_000))
    third = tenhou(2, (121_300, -7_100, -7_100, -7_100))
    report = report_of(Game(first, second, third).json())

    assert report.differences == ("E1.2: the game was over before this hand: bust",)
    assert not report.end_equal


def test_a_record_of_a_whole_game_must_tell_its_end() -> None:
    report = report_of(Game(simple_ron()).xml())

    assert report.differences == (NO_END,)
    assert (report.end_equal, report.points_equal, report.scores_equal) == (False,) * 3


def test_a_hand_without_a_value_is_reported_and_the_rest_goes_on() -> None:
    no_yaku = simple_ron()
    later = simple_ron(2, (25_000,) * 4)
    report = report_of(Game(no_yaku, later).json(), minimum_han=3)

    assert len(report.differences) == 2
    assert report.differences[0] == (
        "E1.0: the hand cannot be played so: hand: The hand has 2 han without dora; "
        "these rules require 3."
    )


def test_an_end_after_a_hand_that_could_not_be_played_is_not_compared() -> None:
    game = Game(simple_ron(), owari="230,-27.0,270,47.0,250,5.0,250,-25.0")
    report = report_of(game.xml(), minimum_han=3)

    assert report.differences[-1] == "end: not compared, as the last hand could not be played"
    assert (report.end_equal, report.points_equal, report.scores_equal) == (False,) * 3


def test_a_game_that_cannot_be_settled_is_reported() -> None:
    text = short_game().xml().decode().replace('ten="730,90,90,90"', 'ten="740,90,90,90"')
    report = report_of(text.encode())

    assert any(each.startswith("end: the game cannot be settled:") for each in report.differences)


def test_a_record_without_a_day_has_the_newest_version_of_its_set() -> None:
    governing = rule_for(read(short_game(), "mjlog"), today=TODAY)

    assert governing.as_json() == {
        "rule": "tenhou-4p-tonnan",
        "version": "2015-06-28",
        "day": None,
    }
    assert governing.rule.settlement.rounding == "shi_sha_go_nyu"


def test_a_day_that_is_named_holds_above_the_records_own() -> None:
    record = read_record(short_game().xml(), "2021060112gm-0009-0000-0a1b2c3d.xml")

    assert rule_for(record, today=date(2026, 1, 1)).version == "2015-06-28"
    assert rule_for(record, today=TODAY, on=date(2022, 2, 1)).version == "2022-01-31"


def test_an_altered_number_of_red_fives_is_seen_as_the_record_has_them() -> None:
    without = Game(simple_ron(), kind=9 | 2)
    rule = rule_for(read(without, "mjlog"), today=TODAY).rule

    assert not rule.tiles.red_fives


# chips


def chips_game(chips: str) -> bytes:
    owari = "1213,131.0,-71,-27.0,-71,-47.0,-71,-57.0"
    text = short_game().xml().decode().replace(owari, f"{owari},{chips}")
    text = text.replace('type="9"', 'type="521"')
    moved = "0,{0},0,-{1},0,-{1},0,-{1}"
    for _hand in range(2):
        text = re.sub(r'(sc="(?:-?[0-9]+,){7}-?[0-9]+)"', rf'\1,{moved.format(15, 5)}"', text)
        break
    return text.encode()


def test_chips_are_compared_where_the_rule_has_them() -> None:
    right = chips_game("30,0,-10,0,-10,0,-10,0")
    wrong = chips_game("31,0,-11,0,-10,0,-10,0")

    assert report_of(right, chip_yakuman_tsumo=5).differences == ()
    assert report_of(wrong, chip_yakuman_tsumo=5).differences == (
        "end: chips 30 -10 -10 -10, the record says 31 -11 -10 -10",
    )
    assert report_of(right, chip_yakuman_tsumo=4).differences[0] == (
        "E1.0: chips 12 -4 -4 -4, the record says 15 -5 -5 -5"
    )
    assert report_of(wrong).differences == ()  # a rule without chips says nothing of them


def test_a_json_record_may_tell_chips_at_the_end() -> None:
    data = json.loads(short_game().json())
    data["sc"] += [30, 0, -10, 0, -10, 0, -10, 0]
    text = json.dumps(data).encode()

    assert report_of(text, chip_yakuman_tsumo=5).differences == ()
    assert report_of(text, chip_yakuman_tsumo=6).differences != ()


# rules


def test_another_rule_can_be_asked_for() -> None:
    record = read(short_game(), "mjlog")
    rule = rule_for(record, today=TODAY, key="kinyoukai").rule

    assert check(record, rule).differences != ()
    # kinyoukai does not leave its red fives to the event
    assert rule.tiles.red_fives


@pytest.mark.parametrize("key", ["tenhou-3p-tonnan", "nekohouse-boo", "zung-jung"])
def test_a_rule_of_another_game_is_refused(key: str) -> None:
    with pytest.raises(RecordError, match="” is not a rule for riichi games with 4 players"):
        rule_for(read(short_game(), "mjlog"), today=TODAY, key=key)


def test_a_rule_that_there_is_not_is_refused() -> None:
    with pytest.raises(RuleError, match="There is no rule set “tonpuu”"):
        rule_for(read(short_game(), "mjlog"), today=TODAY, key="tonpuu")


def test_changes_of_a_rule_hold_above_what_the_record_says() -> None:
    record = read(short_game(), "mjlog")
    rule = rule_for(
        record, today=TODAY, changes={"red_fives": False, "uma": [30_000, 10_000, -10_000, -30_000]}
    ).rule

    assert not rule.tiles.red_fives
    assert rule.settlement.uma == (30_000, 10_000, -10_000, -30_000)
