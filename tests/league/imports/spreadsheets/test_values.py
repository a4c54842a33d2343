"""What single cells say: every way in which clubs write numbers, days, tables and games."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.games.score_sheet import Head, head_of, is_sum, seat_of
from league.imports.spreadsheets.grid import ShortDay, counts_in, day_in, number_in, says_nothing
from league.imports.spreadsheets.layout import Unit
from league.imports.spreadsheets.reading import points_of, scores_of


@pytest.mark.parametrize(
    ("text", "thousandths"),
    [
        pytest.param("41400", 41_400_000, id="full"),
        pytest.param("41,400", 41_400_000, id="thousands-separator"),
        pytest.param("４１，４００", 41_400_000, id="full-width"),
        pytest.param("41400点", 41_400_000, id="with-its-unit"),
        pytest.param("41.4k", 41_400, id="k"),
        pytest.param("+52.3", 52_300, id="plus"),
        pytest.param("＋５２．３", 52_300, id="full-width-plus"),
        pytest.param("-12.5", -12_500, id="hyphen"),
        pytest.param("−12.5", -12_500, id="minus"),
        pytest.param("－12.5", -12_500, id="full-width-minus"),
        pytest.param("▲12.5", -12_500, id="filled-triangle"),
        pytest.param("△ 12.5", -12_500, id="open-triangle"),
        pytest.param("(12.5)", -12_500, id="brackets"),
        pytest.param("（1,200）", -1_200_000, id="full-width-brackets"),
        pytest.param("±0", 0, id="plus-minus-nothing"),
        pytest.param("12.5pt", 12_500, id="pt"),
        pytest.param("12.50", 12_500, id="more-digits"),
    ],
)
def test_a_number_is_read_however_it_is_written(text: str, thousandths: int) -> None:
    found = number_in(text)

    assert found is not None
    assert found.thousandths == thousandths


@pytest.mark.parametrize(
    "text", ["", "佐藤", "12.3456", "1.2.3", "#DIV/0!", "=A1", "1234567890", "+"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert number_in(text) is None


@pytest.mark.parametrize("text", ["", " ", "-", "―", "×", "/", "休", "抜け番", "*"])
def test_a_sheet_says_in_many_ways_that_somebody_sat_out(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        pytest.param("2026/4/10", date(2026, 4, 10), id="slashes"),
        pytest.param("2026-04-10", date(2026, 4, 10), id="iso"),
        pytest.param("2026.4.10", date(2026, 4, 10), id="points"),
        pytest.param("20260410", date(2026, 4, 10), id="in-one"),
        pytest.param("2026年4月10日", date(2026, 4, 10), id="kanji"),
        pytest.param("２０２６年４月１０日（金）", date(2026, 4, 10), id="full-width-with-weekday"),
        pytest.param("令和8年4月10日", date(2026, 4, 10), id="reiwa"),
        pytest.param("令和元年5月1日", date(2019, 5, 1), id="first-year"),
        pytest.param("R8.4.10", date(2026, 4, 10), id="r"),
        pytest.param("平成30年4月10日", date(2018, 4, 10), id="heisei"),
        pytest.param("S63/12/3", date(1988, 12, 3), id="showa"),
        pytest.param("㋿8年4月10日".replace("㋿", "令和"), date(2026, 4, 10), id="era-in-one-sign"),
        pytest.param("26/4/10", date(2026, 4, 10), id="two-figures"),
        pytest.param("4/10/2026", date(2026, 4, 10), id="year-last"),
        pytest.param("2026/4/10 21:03", date(2026, 4, 10), id="with-time"),
        pytest.param("2026-04-10T21:03:00", date(2026, 4, 10), id="with-t"),
        pytest.param("2026/4/10 Fri", date(2026, 4, 10), id="english-weekday"),
        pytest.param("46122", date(2026, 4, 10), id="serial"),
        pytest.param("46122.875", date(2026, 4, 10), id="serial-with-time"),
        pytest.param("4/10", ShortDay(4, 10), id="no-year"),
        pytest.param("4月10日(金)", ShortDay(4, 10), id="no-year-in-kanji"),
        pytest.param("2/29", ShortDay(2, 29), id="leap-day"),
    ],
)
def test_a_day_is_read_however_it_is_written(text: str, day: date | ShortDay) -> None:
    assert day_in(text) == day


@pytest.mark.parametrize(
    "text", ["", "佐藤", "2026/13/1", "2/30", "2026/2/29", "99999", "4.1", "0", "R0.0.0"]
)
def test_what_is_no_day_is_none(text: str) -> None:
    assert day_in(text) is None


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("3", (3,)),
        ("第3回戦", (3,)),
        ("２－３", (2, 3)),
        ("A卓", (1,)),
        ("第二半荘", (2,)),
        ("佐藤", ()),
    ],
)
def test_tables_and_games_are_counted_in_many_ways(text: str, counts: tuple[int, ...]) -> None:
    assert counts_in(text) == counts


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("日付", Head("day")),
        ("開催日", Head("day")),
        ("Date", Head("day")),
        ("回戦", Head("number")),
        ("卓番", Head("table")),
        ("名前", Head("name")),
        ("プレイヤー", Head("name")),
        ("持ち点", Head("points")),
        ("ポイント", Head("score")),
        ("ｽｺｱ", Head("score")),
        ("着順", Head("place")),
        ("チップ", Head("chips")),
        ("備考", Head("remark")),
        ("合計", Head("sum")),
        ("東家", Head("", 0)),
        ("北", Head("", 3)),
        ("南家 持ち点", Head("points", 1)),
        ("東家の点数", Head("points", 0)),
        ("名前2", Head("name", 1)),
        ("スコア(西)", Head("score", 2)),
        ("1着", Head("", 0)),
        ("トップ", Head("", 0)),
        ("Player 3", Head("name", 2)),
        ("佐藤 健一", Head()),
        ("南 花子", Head()),
        ("", Head()),
    ],
)
def test_a_head_says_what_its_column_is(text: str, head: Head) -> None:
    assert head_of(text) == head


def test_rows_that_sum_up_are_known_by_their_words() -> None:
    assert all(map(is_sum, ["合計", "計", "平均", "トータル", "Total", "（合計）", "月間合計"]))
    assert not any(map(is_sum, ["", "4/10", "会計 太郎", "佐藤"]))


def test_seats_are_named_by_winds_or_figures() -> None:
    assert [seat_of(text) for text in ("東", "南家", "West", "4", "佐藤")] == [0, 1, 2, 3, None]


@pytest.mark.parametrize(
    ("texts", "unit", "points"),
    [
        pytest.param(
            ["41400", "30000", "23800", "4800"],
            Unit.AUTO,
            (41_400, 30_000, 23_800, 4_800),
            id="full",
        ),
        pytest.param(
            ["414", "300", "238", "48"], Unit.AUTO, (41_400, 30_000, 23_800, 4_800), id="hundreds"
        ),
        pytest.param(
            ["41.4", "30", "23.8", "4.8"],
            Unit.AUTO,
            (41_400, 30_000, 23_800, 4_800),
            id="thousands",
        ),
        pytest.param(
            ["40", "30", "25", "5"],
            Unit.AUTO,
            (40_000, 30_000, 25_000, 5_000),
            id="whole-thousands",
        ),
        pytest.param(
            ["1052", "-12", "-20", "-20"],
            Unit.AUTO,
            (105_200, -1_200, -2_000, -2_000),
            id="all-to-one",
        ),
        pytest.param(
            ["41.4k", "300", "238", "48"],
            Unit.AUTO,
            (41_400, 30_000, 23_800, 4_800),
            id="one-with-k",
        ),
        pytest.param(["64", "-32", "-32", "0"], Unit.FULL, (64, -32, -32, 0), id="single-points"),
        pytest.param(["41.4", "30"], Unit.FULL, (None, 30), id="no-whole-points"),
    ],
)
def test_points_of_a_game_are_read_in_one_unit(
    texts: list[str], unit: Unit, points: tuple[int | None, ...]
) -> None:
    assert points_of([number_in(text) for text in texts], unit) == points


def test_scores_are_read_as_they_stand_also_where_they_stand_in_points() -> None:
    assert scores_of([number_in(t) for t in ("+52.3", "▲12", "")]) == (52_300, -12_000, None)
    assert scores_of([number_in(t) for t in ("52,300", "-52300")]) == (52_300, -52_300)


@given(st.text(max_size=40))
def test_no_cell_raises_anything(text: str) -> None:
    number_in(text)
    day_in(text)
    counts_in(text)
    head_of(text)
    seat_of(text)
    is_sum(text)
    says_nothing(text)


@given(st.dates(date(1950, 1, 1), date(2099, 12, 31)))
def test_every_day_is_read_back_as_it_was_written(day: date) -> None:
    assert day_in(day.isoformat()) == day
    assert day_in(f"{day.year}年{day.month}月{day.day}日") == day
    assert day_in(f"{day:%Y/%m/%d (%a)}") == day
    assert day_in(str((day - date(1899, 12, 30)).days)) == day


@given(st.integers(-999_999, 999_999))
def test_every_score_is_read_back_as_it_was_written(tenths: int) -> None:
    found = number_in(f"{'▲' if tenths < 0 else ''}{abs(tenths) // 10:,}.{abs(tenths) % 10}")

    assert found is not None
    assert found.thousandths == tenths * 100
