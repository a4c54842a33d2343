"""How tables lie: recognised from their heads and cells, and read line by line."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from league.imports.spreadsheets.files import table_in_text
from league.imports.spreadsheets.layout import (
    Figures,
    Kind,
    Layout,
    Unit,
    guessed,
    guessed_with,
    layout_again,
)
from league.imports.spreadsheets.reading import Reading, read_games
from tests.league.imports.spreadsheets.tables import GAMES, MEMBERS, SCORES, SEATS

FRIDAY, NEXT = date(2026, 4, 10), date(2026, 4, 17)


def read(text: str, **changes: Any) -> Reading:
    found = table_in_text(text)
    return read_games(found, replace(guessed(found), **changes))


def held(reading: Reading) -> list[tuple[Any, ...]]:
    """Day, table, number, and who held what, of each game."""
    return [
        (game.day, game.table, game.number, *((seat.name[:2], seat.points) for seat in game.seats))
        for game in reading.games
    ]


def wrong(reading: Reading) -> list[tuple[str, str]]:
    return [(problem.code, problem.cell) for game in reading.games for problem in game.problems]


def test_a_line_a_game_is_read_with_names_and_points() -> None:
    reading = read(GAMES)

    assert held(reading) == [
        (FRIDAY, 1, 1, ("佐藤", 41_400), ("鈴木", 30_000), ("高橋", 23_800), ("田中", 4_800)),
        (FRIDAY, 1, 2, ("鈴木", 40_200), ("佐藤", -1_200), ("田中", 31_000), ("高橋", 30_000)),
        (NEXT, 1, 1, ("高橋", 35_000), ("田中", 25_000), ("佐藤", 22_000), ("鈴木", 18_000)),
    ]
    assert reading.games[1].remark == "国士が出た"
    assert reading.sums == (5,)
    assert wrong(reading) == []


def test_a_column_a_member_is_read_with_whoever_played() -> None:
    reading = read(MEMBERS)

    assert held(reading) == [
        (FRIDAY, None, 1, ("佐藤", 41_400), ("鈴木", 30_000), ("高橋", 23_800), ("田中", 4_800)),
        (FRIDAY, None, 2, ("佐藤", -1_200), ("鈴木", 40_200), ("田中", 31_000), ("伊藤", 30_000)),
        (NEXT, None, 1, ("佐藤", 35_000), ("高橋", 25_000), ("田中", 22_000), ("伊藤", 18_000)),
    ]
    assert reading.sums == (5, 6)


def test_a_line_a_player_is_put_together_to_games() -> None:
    assert held(read(SEATS)) == [
        (FRIDAY, None, 1, ("佐藤", 41_400), ("鈴木", 30_000), ("高橋", 23_800), ("田中", 4_800)),
        (FRIDAY, None, 2, ("鈴木", 40_200), ("田中", 31_000), ("高橋", 30_000), ("佐藤", -1_200)),
    ]


def test_scores_alone_are_known_by_coming_to_nothing() -> None:
    found = table_in_text(SCORES)
    layout = guessed(found)

    assert layout.figures is Figures.SCORES
    first, second = read_games(found, layout).games
    assert [seat.score for seat in first.seats] == [61_400, 10_000, -16_200, -55_200]
    assert [seat.score for seat in second.seats] == [60_200, 11_000, -10_000, -61_200]
    assert {seat.points for seat in first.seats} == {None}


_PAIRS = " ".join(f"name-{seat} points-{seat}" for seat in range(4))
_THREE = _PAIRS.removesuffix(" name-3 points-3")
_SCORES = " ".join(f"name-{seat} score-{seat}" for seat in range(4))
_ONE = "2026.4.10,佐藤,41.4,鈴木,30,高橋,23.8,田中,4.8\n"
TWO_LINES = f"日付,東家,,南家,,西家,,北家,\n{',名前,点数' * 4}\n{_ONE}"
WITH_A_TITLE = """\
4月例会,,,,,

対局日,半荘,選手,素点,ポイント,チップ
2026/4/10,1,佐藤,41400,+61.4,3
,1,鈴木,30000,+10.0,-3
"""
ENGLISH = """\
Date,Game,Player 1,Points 1,Player 2,Points 2,Player 3,Points 3
2026-04-10,1,Sato,41400,Suzuki,35000,Ito,28600
"""
NAMES_ALONE = """\
,佐藤,鈴木,高橋,田中,伊藤
2026/4/10,61.4,10.0,-16.2,-55.2,
2026/4/10,-42.0,30,15.5,,-3.5
"""
EACH_HEAD = """\
日付,東家,東家点,南家,南家点,西家,西家点,北家,北家点
4/10,佐藤,414,鈴木,300,高橋,238,田中,48
"""


@pytest.mark.parametrize(
    ("text", "kind", "roles"),
    [
        pytest.param(GAMES, Kind.GAMES, f"day table number {_PAIRS} remark", id="games"),
        pytest.param(MEMBERS, Kind.MEMBERS, "day number" + 5 * " member", id="members"),
        pytest.param(SEATS, Kind.SEATS, "day number place name points", id="seats"),
        pytest.param(SCORES, Kind.GAMES, f"day {_SCORES}", id="scores"),
        pytest.param(
            WITH_A_TITLE, Kind.SEATS, "day number name points score chips", id="a-title-above"
        ),
        pytest.param(TWO_LINES, Kind.GAMES, f"day {_PAIRS}", id="two-lines-of-heads"),
        pytest.param(_ONE, Kind.GAMES, f"day {_PAIRS}", id="no-heads"),
        pytest.param(ENGLISH, Kind.GAMES, f"day number {_THREE}", id="english-three-players"),
        pytest.param(NAMES_ALONE, Kind.MEMBERS, "day" + 5 * " member", id="names-alone-as-heads"),
        pytest.param(EACH_HEAD, Kind.GAMES, f"day {_PAIRS}", id="seats-in-each-head"),
    ],
)
def test_a_layout_is_recognised(text: str, kind: Kind, roles: str) -> None:
    layout = guessed(table_in_text(text))

    assert (layout.kind, " ".join(layout.columns)) == (kind, roles)
    assert layout_again(layout.as_json()) == layout


def test_two_lines_of_heads_are_read_as_one() -> None:
    assert held(read(TWO_LINES))[0][3:] == (
        *(("佐藤", 41_400), ("鈴木", 30_000), ("高橋", 23_800), ("田中", 4_800)),
    )


def test_whoever_chooses_another_kind_of_line_has_the_columns_recognised_for_it() -> None:
    found = table_in_text(SEATS)

    assert guessed_with(found, header=1, kind=Kind.MEMBERS).kind is Kind.MEMBERS
    assert guessed_with(found, header=1, kind=Kind.GAMES).columns.count("day") == 1


def test_dates_without_a_year_take_the_one_that_was_said_and_turn_it_in_winter() -> None:
    lines = ["日付,佐藤,鈴木,高橋,田中"]
    lines += [f"{day},414,300,238,48" for day in ("11/20", "12/18", "", "1/8", "2/5")]
    text = "\n".join(lines)

    assert [code for code, _cell in wrong(read(text))] == [
        "no-year",
        "no-year",
        "day-above",
        "no-year",
        "no-year",
    ]
    days = [(2026, 11, 20), (2026, 12, 18), (2026, 12, 18), (2027, 1, 8), (2027, 2, 5)]
    assert [game.day for game in read(text, year=2026).games] == [date(*day) for day in days]


def test_a_date_in_a_line_of_its_own_holds_for_the_lines_below() -> None:
    text = "日付,佐藤,鈴木,高橋,田中\n2026/4/10,,,,\n,414,300,238,48\n4月例会メモ,,,,\n"
    reading = read(text)

    assert [game.day for game in reading.games] == [FRIDAY]
    assert reading.others == (4,)


def test_a_table_without_dates_takes_the_day_that_was_said() -> None:
    text = "回戦,佐藤,鈴木,高橋,田中\n1,414,300,238,48\n"

    assert wrong(read(text)) == [("no-day", "2")]
    assert [game.day for game in read(text, day=FRIDAY).games] == [FRIDAY]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("きのう,1,414,300,238,48", [("bad-day", "A2")], id="no-date"),
        pytest.param("2026/4/10,1,414,三百,238,48", [("no-number", "D2")], id="no-number"),
        pytest.param("2026/4/10,0,414,300,238,48", [("bad-number", "B2")], id="game-0"),
        pytest.param("2026/4/10,100,414,300,238,48", [("bad-number", "B2")], id="game-100"),
        pytest.param(
            "2026/4/10,最終,414,300,238,48", [("bad-number", "B2")], id="game-of-no-number"
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_cell(line: str, expected: list[tuple[str, str]]) -> None:
    assert (
        wrong(read(f"日付,回戦,佐藤,鈴木,高橋,田中\n{line}\n2026/4/17,1,350,250,220,180"))[:1]
        == expected
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("佐藤,41400,,30000,高橋,23800,田中,4800", [("no-name", "D2")], id="no-name"),
        pytest.param(
            "佐藤,41400,鈴木,,高橋,23800,田中,4800", [("no-points", "E2")], id="no-points"
        ),
        pytest.param("佐藤,41400,佐藤,30000,高橋,23800,田中,4800", [("twice", "2")], id="twice"),
        pytest.param(
            "佐藤,41.455,鈴木,30,高橋,23.8,田中,4.7454", [("no-number", "I2")], id="too-fine"
        ),
    ],
)
def test_what_is_wrong_with_a_seat_is_said_with_its_cell(
    line: str, expected: list[tuple[str, str]]
) -> None:
    heads = "日付,東家,点数,南家,点数,西家,点数,北家,点数"
    rest = "2026/4/17,佐藤,35000,鈴木,25000,高橋,22000,田中,18000\n" * 4

    assert wrong(read(f"{heads}\n2026/4/10,{line}\n{rest}")) == expected


def test_five_results_in_a_line_are_too_many() -> None:
    text = "日付,佐藤,鈴木,高橋,田中,伊藤\n2026/4/10,414,300,238,48,100\n"

    assert wrong(read(text)) == [("too-many", "2")]


def test_a_line_a_player_without_numbers_goes_by_names_and_places() -> None:
    text = "日付,名前,得点\n" + "".join(
        f"{day},{name},{points}\n"
        for day in ("2026/4/10", "")
        for name, points in (("佐藤", 41400), ("鈴木", 30000), ("高橋", 23800), ("田中", 4800))
    )

    assert [len(game.seats) for game in read(text).games] == [4, 4]
    assert [game.line for game in read(text).games] == [2, 6]


def test_lines_of_one_game_need_not_stand_together() -> None:
    text = (
        "日付,回戦,席,名前,得点,備考\n2026/4/10,1,南,鈴木,30000,\n"
        "2026/4/10,2,東,鈴木,25000,\n2026/4/10,1,東,佐藤,41400,速い\n"
    )
    reading = read(text)

    assert [[seat.name for seat in game.seats] for game in reading.games] == [
        ["佐藤", "鈴木"],
        ["鈴木"],
    ]
    assert reading.games[0].remark == "速い"


def test_a_number_with_its_table_is_read_as_both() -> None:
    text = "日付,回戦,佐藤,鈴木,高橋,田中\n2026/4/10,2-3,414,300,238,48\n"

    assert [(game.table, game.number) for game in read(text).games] == [(2, 3)]


def test_heads_that_come_again_are_no_game() -> None:
    text = MEMBERS + MEMBERS.split("\n")[0] + "\n5/1,1,414,300,238,48,\n"

    assert len(read(text).games) == 4


def test_points_and_scores_may_stand_beside_each_other() -> None:
    (game,) = read(WITH_A_TITLE).games

    assert [(seat.points, seat.score, seat.chips) for seat in game.seats] == [
        (41_400, 61_400, 3),
        (30_000, 10_000, -3),
    ]


def test_half_a_chip_is_no_number() -> None:
    text = "日付,回戦,名前,素点,チップ\n2026/4/10,1,佐藤,41400,3\n,1,鈴木,30000,-2.5\n"

    assert wrong(read(text)) == [("no-number", "E3")]


def test_a_layout_keeps_what_was_said_of_it() -> None:
    layout = Layout(
        kind=Kind.SEATS, header=3, columns=("day", "", "name"), unit=Unit.HUNDREDS,
        figures=Figures.SCORES, year=2020, day=FRIDAY,
    )  # fmt: skip

    assert layout_again(layout.as_json()) == layout
    twice = layout.as_json() | {"columns": ["day", "day", "member", "nonsense"]}
    assert layout_again(twice).columns == ("day", "", "", "")
