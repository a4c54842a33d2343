"""Which rules a record was played under: its room's own, on its day."""

from __future__ import annotations

from datetime import date

import pytest

from rules.errors import RuleError
from scoring.tenhou.checker import check
from scoring.tenhou.errors import RecordError
from scoring.tenhou.governing import rule_for
from scoring.tenhou.reading import read_record
from tests.scoring.tenhou.games import NO_END, short_game
from tests.scoring.tenhou.made import JUNK, READY, Game, Hand

TODAY = date(2026, 6, 1)
#: 121,300 and -7,100 three times, from 25,000 without an oka, with 15-5
FIFTEEN_FIVE = "1213,111.3,-71,-27.1,-71,-37.1,-71,-47.1"
NUMBER = "220602-0a1b2c3d-0000-0000-0000-000000000000"


def of_mahjong_soul(game: Game, disp: str = "玉の間南喰赤") -> bytes:
    return game.json(rule={"disp": disp, "aka51": 1, "aka52": 1, "aka53": 1}, ref=NUMBER)


def custom_lobby(*cells: str, kind: int = 9) -> bytes:
    rule = ",".join(["0FE0BF0B", "0000001F", "", "", *cells])
    game = Game(
        *short_game().hands,
        kind=kind,
        owari=FIFTEEN_FIVE,
    )
    return game.xml().replace(b'lobby="0"', f'lobby="0" csrule="{rule}"'.encode())


def uma_cells(*rows: str) -> tuple[str, ...]:
    return ("25000", "25000", "30000", *[""] * 14, *(",".join(rows).split(",")))


def found(data: bytes, **named: object) -> list[str]:
    record = read_record(data)
    return [
        each
        for each in check(record, rule_for(record, today=TODAY, **named).rule).differences  # type: ignore[arg-type]
        if each != NO_END
    ]


# Mahjong Soul


def test_a_game_of_mahjong_soul_is_settled_under_its_own_set_on_its_own_day() -> None:
    first, second = short_game().hands
    data = of_mahjong_soul(Game(first, second, owari=FIFTEEN_FIVE))
    governing = rule_for(read_record(data), today=TODAY)

    assert governing.as_json() == {
        "rule": "mahjong-soul-4p",
        "version": "2020-01-01",
        "day": "2022-06-02",
    }
    assert found(data) == []
    assert found(data, key="tenhou-4p-tonnan") == [
        "end: scores 131,300 -27,100 -47,100 -57,100,"
        " the record says 111,300 -27,100 -37,100 -47,100"
    ]


def test_a_room_of_mahjong_soul_may_be_for_east_only_and_for_three() -> None:
    east = read_record(of_mahjong_soul(short_game(), "銀の間東喰赤"))
    hand = Hand("19m123456789p44z", "19m19p19s1234567z", "19m123456789s55z")
    three = Game(hand.turn(0, "5z").draw(1, "1m").no_win("kyuushu"), kind=25)

    assert rule_for(east, today=TODAY).rule.game.length == "tonpu"
    assert east.room.name == ""  # 銀 is no room of Tenhou here
    record = read_record(of_mahjong_soul(three, "三金の間南喰赤"))
    assert rule_for(record, today=TODAY).key == "mahjong-soul-3p"


@pytest.mark.parametrize("own", ["友人戦", "大会戦"])
def test_tables_of_friends_and_tournaments_have_rules_that_the_record_does_not_tell(
    own: str,
) -> None:
    record = read_record(of_mahjong_soul(short_game(), f"{own}南喰赤"))
    governing = rule_for(record, today=TODAY)

    assert (governing.key, governing.as_json()["unread"]) == ("mahjong-soul-4p", [own])


@pytest.mark.parametrize(
    ("triplet", "yaku", "tenhou", "soul"),
    [
        pytest.param("222z", "seat_wind S", "自風 南", "役牌:自風牌", id="seat wind"),
        pytest.param("111z", "round_wind E", "場風 東", "役牌:場風牌", id="round wind"),
    ],
)
def test_a_wind_is_named_by_what_it_is_to_the_winner(
    triplet: str, yaku: str, tenhou: str, soul: str
) -> None:
    others = ["179m179p179s4567z"] * 3
    hand = Hand(others[0], f"23456m88p678s{triplet}", *others[1:]).turn(0, "4m")
    hand.won(1, 0, yaku=f"{yaku} 1", fu=40, points=1_300, deltas=(-1_300, 1_300, 0, 0))
    text = of_mahjong_soul(Game(hand)).decode()

    assert tenhou in text
    assert found(text.replace(tenhou, soul).encode()) == []


def test_a_double_yakuman_stands_once_among_the_yaku_and_twice_in_the_points() -> None:
    hand = Hand(JUNK[0], "19m19p19s1234567z", *JUNK[2:], dora="6s").turn(0, "5m", "1m")
    hand.won(
        1,
        0,
        yaku="kokushi13 *",
        fu=25,
        limit="yakuman",
        points=64_000,
        deltas=(-64_000, 64_000, 0, 0),
    )
    text = of_mahjong_soul(Game(hand)).decode()

    assert found(text.replace("国士無双１３面", "国士無双十三面待ち").encode()) == []


def test_a_stick_that_nobody_paid_is_not_counted() -> None:
    # the record gives the winner the stick of the riichi that was ronned, and takes it from nobody
    hand = Hand(JUNK[0], READY, *JUNK[2:]).draw(0, "4m").cut(0, "4m", riichi=True)
    hand.won(1, 0, yaku="pinfu 1, tanyao 1", points=2_000, deltas=(-2_000, 3_000, 0, 0))
    game = Game(hand)

    assert found(of_mahjong_soul(game)) == []
    assert found(game.json()) == [
        "E1.0 seat 1: movement -2,000 2,000 0 0, the record says -2,000 3,000 0 0"
    ]


# custom lobbies of Tenhou


def test_a_custom_lobby_tells_its_points_and_uma() -> None:
    rows = ["5,-5,-15"] * 5
    data = custom_lobby(*uma_cells(*rows))
    governing = rule_for(read_record(data), today=TODAY)

    assert found(data) == []
    assert governing.as_json()["unread"] == ["csrule 0: 0FE0BF0B", "csrule 1: 0000001F"]


def test_a_custom_lobbys_uma_may_float() -> None:
    rows = ["4,-4,-12", "-1,-3,-8", "4,-4,-8", "3,1,-12", "4,-4,-12"]
    rule = rule_for(read_record(custom_lobby(*uma_cells(*rows))), today=TODAY).rule

    assert rule.settlement.uma_kind == "floating"
    assert rule.settlement.floating_uma[1] == (12_000, -1_000, -3_000, -8_000)


@pytest.mark.parametrize(
    ("cells", "unread"),
    [
        pytest.param((), [], id="nothing told"),
        pytest.param(("", "", "", "7"), ["csrule 7: 7"], id="a number that no source explains"),
        pytest.param(uma_cells("5,-5,-15"), ["csrule 21: 5", "csrule 22: -5", "csrule 23: -15"]),
    ],
)
def test_what_a_custom_lobby_does_not_tell_is_as_in_tenhous_own_set(
    cells: tuple[str, ...], unread: list[str]
) -> None:
    governing = rule_for(read_record(custom_lobby(*cells)), today=TODAY)

    assert governing.rule.settlement.uma == (20_000, 10_000, -10_000, -20_000)
    assert list(governing.unread[2:]) == unread


def test_thirty_thousand_may_be_dealt_out_and_be_the_target() -> None:
    rule = rule_for(read_record(custom_lobby("30000", "30000", "30000")), today=TODAY).rule

    assert (rule.game.start_points, rule.settlement.return_points) == (30_000, 30_000)
    assert rule.game.overtime_target == 30_000


@pytest.mark.parametrize(
    ("cells", "error", "words"),
    [
        pytest.param(("x",), RecordError, "whole number", id="no number"),
        pytest.param(("30000", "25000"), RuleError, "return_points", id="return below start"),
    ],
)
def test_a_custom_lobby_that_cannot_be_is_refused(
    cells: tuple[str, ...], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        rule_for(read_record(custom_lobby(*cells)), today=TODAY)


def test_a_set_that_is_named_holds_above_the_lobbys_own_rules() -> None:
    record = read_record(custom_lobby("30000", "30000", "30000"))

    assert rule_for(record, today=TODAY, key="tenhou-4p-tonnan").rule.game.start_points == 25_000
