"""The points tables, cell by cell as the documents print them."""

from __future__ import annotations

import pytest

from rules.parameters import BooParameters, RiichiParameters, override
from rules.presets import load
from scoring.hands.points_tables import (
    Cell,
    HanRow,
    PointsTables,
    Tsumo,
    Winner,
    points_tables,
)

#: fu, then by han: ron with tsumo from a child-dealer or from all; "." where nothing is printed
SUPER_CHILD = """
20   .             /400-700       /700-1300       /1300-2600
25   .             1600/          3200/800-1600   6400/1600-3200
30   1000/300-500  2000/500-1000  3900/1000-2000  8000/2000-4000!
40   1300/400-700  2600/700-1300  5200/1300-2600  8000/2000-4000!
50   1600/400-800  3200/800-1600  6400/1600-3200  8000/2000-4000!
60   2000/500-1000 3900/1000-2000 8000/2000-4000! 8000/2000-4000!
70   2300/600-1200 4500/1200-2300 8000/2000-4000! 8000/2000-4000!
80   2600/700-1300 5200/1300-2600 8000/2000-4000! 8000/2000-4000!
90   2900/800-1500 5800/1500-2900 8000/2000-4000! 8000/2000-4000!
100  3200/800-1600 6400/1600-3200 8000/2000-4000! 8000/2000-4000!
110  3600/900-1800 7100/1800-3600 8000/2000-4000! 8000/2000-4000!
"""
SUPER_DEALER = """
20   .          /700        /1300       /2600
25   .          2400/       4800/1600   9600/3200
30   1500/500   2900/1000   5800/2000   12000/4000!
40   2000/700   3900/1300   7700/2600   12000/4000!
50   2400/800   4800/1600   9600/3200   12000/4000!
60   2900/1000  5800/2000   12000/4000! 12000/4000!
70   3400/1200  6800/2300   12000/4000! 12000/4000!
80   3900/1300  7700/2600   12000/4000! 12000/4000!
90   4400/1500  8700/2900   12000/4000! 12000/4000!
100  4800/1600  9600/3200   12000/4000! 12000/4000!
110  5300/1800  10600/3600  12000/4000! 12000/4000!
"""
HOUSE_CHILD = """
20   400/100-200  700/200-400   1300/400-700   2600/700-1300   5200/1300-2600
25   .            .             1600/400-800   3200/800-1600   6400/1600-3200
30   500/200-300  1000/300-500  2000/500-1000  3900/1000-2000  7700/2000-3900
40   700/200-400  1300/400-700  2600/700-1300  5200/1300-2600  8000/2000-4000!
50   800/200-400  1600/400-800  3200/800-1600  6400/1600-3200  8000/2000-4000!
60   1000/300-500 2000/500-1000 3900/1000-2000 7700/2000-3900  8000/2000-4000!
70   1200/300-600 2300/600-1200 4500/1200-2300 8000/2000-4000! 8000/2000-4000!
80   1300/400-700 2600/700-1300 5200/1300-2600 8000/2000-4000! 8000/2000-4000!
90   1500/400-800 2900/800-1500 5800/1500-2900 8000/2000-4000! 8000/2000-4000!
100  1600/400-800 3200/800-1600 6400/1600-3200 8000/2000-4000! 8000/2000-4000!
110  1800/500-900 3600/900-1800 7100/1800-3600 8000/2000-4000! 8000/2000-4000!
"""
HOUSE_DEALER = """
20   500/200  1000/400  2000/700   3900/1300   7700/2600
25   .        .         2400/800   4800/1600   9600/3200
30   800/300  1500/500  2900/1000  5800/2000   11600/3900
40   1000/400 2000/700  3900/1300  7700/2600   12000/4000!
50   1200/400 2400/800  4800/1600  9600/3200   12000/4000!
60   1500/500 2900/1000 5800/2000  11600/3900  12000/4000!
70   1700/600 3400/1200 6800/2300  12000/4000! 12000/4000!
80   2000/700 3900/1300 7700/2600  12000/4000! 12000/4000!
90   2200/800 4400/1500 8700/2900  12000/4000! 12000/4000!
100  2400/800 4800/1600 9600/3200  12000/4000! 12000/4000!
110  2700/900 5300/1800 10600/3600 12000/4000! 12000/4000!
"""
#: limit, han, child, dealer
LIMITS = """
mangan    5     8000/2000-4000!    12000/4000!
haneman   6-7   12000/3000-6000!   18000/6000!
baiman    8-10  16000/4000-8000!   24000/8000!
sanbaiman 11-12 24000/6000-12000!  36000/12000!
yakuman   13-   32000/8000-16000!  48000/16000!
"""
FOUR_WITHOUT_FU = """
.         1     1000/500-500       1500/500
.         2     2000/500-1000      3000/1000
.         3     4000/1000-2000     6000/2000
mangan    4-5   8000/2000-4000!    12000/4000!
haneman   6-7   12000/3000-6000!   18000/6000!
baiman    8-10  16000/4000-8000!   24000/8000!
sanbaiman 11-12 24000/6000-12000!  36000/12000!
yakuman   13-   32000/8000-16000!  48000/16000!
"""
THREE_WITHOUT_FU = """
.         1     1000/1000-1000     2000/1000
.         2     2000/1000-1000     3000/2000
.         3     4000/1000-3000     6000/3000
mangan    4-5   8000/3000-5000!    12000/6000!
haneman   6-7   12000/4000-8000!   18000/9000!
baiman    8-10  16000/6000-10000!  24000/12000!
sanbaiman 11-12 24000/8000-16000!  36000/18000!
yakuman   13-   32000/12000-20000! 48000/24000!
"""


def rule(key: str, **changes: object) -> RiichiParameters | BooParameters:
    found = load(key).versions[-1].parameters
    assert isinstance(found, RiichiParameters | BooParameters)
    return override(found, changes)


def tables(key: str, **changes: object) -> PointsTables:
    return points_tables(rule(key, **changes))


def cell(text: str) -> Cell:
    """Read a printed cell."""
    if text == ".":
        return Cell()
    ron, _slash, tsumo = text.removesuffix("!").partition("/")
    child, _dash, dealer = tsumo.partition("-")
    paid = Tsumo(int(child), int(dealer) if dealer else None) if child else None
    return Cell(int(ron) if ron else None, paid, is_limit=text.endswith("!"))


def printed_fu(text: str) -> dict[int, list[Cell]]:
    lines = [line.split() for line in text.strip().splitlines()]
    return {int(fu): [cell(each) for each in cells] for fu, *cells in lines}


def printed_han(text: str) -> list[HanRow]:
    rows = []
    for limit, han, child, dealer in (line.split() for line in text.strip().splitlines()):
        first, dash, last = han.partition("-")
        ends = int(last) if last else None if dash else int(first)
        name = None if limit == "." else limit
        rows.append(HanRow(name, int(first), ends, cell(child), cell(dealer)))
    return rows


def grid(made: PointsTables, winner: Winner) -> dict[int, list[Cell]]:
    found = next(each for each in made.grids if each.winner == winner)
    return {row.fu: list(row.cells) for row in found.rows}


@pytest.mark.parametrize(
    ("key", "winner", "printed"),
    [
        pytest.param("super-tonpu", "child", SUPER_CHILD, id="super-tonpu, child"),
        pytest.param("super-tonpu", "dealer", SUPER_DEALER, id="super-tonpu, dealer"),
        pytest.param("nekohouse-boo", "child", HOUSE_CHILD, id="nekohouse with 0 han, child"),
        pytest.param("nekohouse-boo", "dealer", HOUSE_DEALER, id="nekohouse with 0 han, dealer"),
    ],
)
def test_the_table_of_fu_is_the_printed_one(key: str, winner: Winner, printed: str) -> None:
    assert grid(tables(key), winner) == printed_fu(printed)


@pytest.mark.parametrize(
    ("key", "printed"),
    [
        pytest.param("super-tonpu", LIMITS, id="super-tonpu"),
        pytest.param("nekohouse-4a", LIMITS, id="nekohouse"),
        pytest.param("nekohouse-4b", FOUR_WITHOUT_FU, id="without fu, four players"),
        pytest.param("nekohouse-3b", THREE_WITHOUT_FU, id="without fu, three players"),
    ],
)
def test_the_table_of_han_is_the_printed_one(key: str, printed: str) -> None:
    assert list(tables(key).by_han) == printed_han(printed)


@pytest.mark.parametrize("key", ["nekohouse-4a", "nekohouse-3a"])
@pytest.mark.parametrize(("winner", "text"), [("child", HOUSE_CHILD), ("dealer", HOUSE_DEALER)])
def test_the_printed_sheet_of_the_house_holds_for_its_riichi_games_too(
    key: str, winner: Winner, text: str
) -> None:
    """Without its column of 0 han, with the marked cells raised, without what cannot happen."""
    expected = {fu: cells[1:] for fu, cells in printed_fu(text).items()}
    mangan = expected[40][3]
    expected[30][3] = expected[60][2] = mangan
    expected[20] = [Cell(), *(each._replace(ron=None) for each in expected[20][1:])]
    expected[25][1] = expected[25][1]._replace(tsumo=None)

    assert grid(tables(key), winner) == expected


@pytest.mark.parametrize(
    ("changes", "ron", "tsumo"),
    [
        pytest.param({"open_20_fu": "30"}, [], [2, 3, 4], id="open hands count 30"),
        pytest.param({"open_20_fu": "30_at_1_han"}, [2, 3, 4], [2, 3, 4], id="30 at 1 han"),
        pytest.param({"open_20_fu": "20"}, [1, 2, 3, 4], [2, 3, 4], id="open hands count 20"),
        pytest.param(
            {"open_20_fu": "20", "pinfu_tsumo": False}, [1, 2, 3, 4], [], id="no pinfu on a tsumo"
        ),
        pytest.param({"open_20_fu": "30", "han_pinfu": (2, 0)}, [], [3, 4], id="a pinfu of 2 han"),
        pytest.param({"open_20_fu": "20", "han_pinfu": (0, 0)}, [1, 2, 3, 4], [], id="no pinfu"),
    ],
)
def test_twenty_fu_stand_where_the_rule_lets_them_happen(
    changes: dict[str, object], ron: list[int], tsumo: list[int]
) -> None:
    row = grid(tables("kinyoukai", **changes), "child")[20]

    assert [han for han, each in enumerate(row, 1) if each.ron] == ron
    assert [han for han, each in enumerate(row, 1) if each.tsumo] == tsumo


def test_a_row_that_no_hand_can_fill_is_left_out() -> None:
    without = tables("super-tonpu", pinfu_tsumo=False, han_chiitoitsu=(0, 0))

    assert min(grid(without, "child")) == min(grid(without, "dealer")) == 30


def test_columns_begin_at_the_fewest_han_of_a_win() -> None:
    assert tables("nekohouse-boo").grids[0].han == (0, 1, 2, 3, 4)
    assert tables("kinyoukai").grids[0].han == (1, 2, 3, 4)
    assert tables("kinyoukai", minimum_han=2).grids[0].han == (2, 3, 4)
    assert tables("kinyoukai", minimum_han=5).grids == ()


def test_nothing_stands_above_a_mangan_where_it_is_the_highest_hand() -> None:
    mangan = HanRow("mangan", 5, None, cell("8000/2000-4000!"), cell("12000/4000!"))

    assert tables("nekohouse-boo").by_han == (mangan,)


@pytest.mark.parametrize("key", ["kinyoukai", "nekohouse-4b"])
def test_where_thirteen_han_are_no_yakuman_sanbaiman_has_no_end(key: str) -> None:
    sanbaiman, yakuman = tables(key, counted_yakuman=False).by_han[-2:]

    assert (sanbaiman.limit, sanbaiman.first_han, sanbaiman.last_han) == ("sanbaiman", 11, None)
    assert (yakuman.limit, yakuman.first_han, yakuman.last_han) == ("yakuman", None, None)
    assert yakuman.child.ron == 32_000


def test_a_table_that_ends_early_has_its_last_row_for_all_above() -> None:
    rows = rule("nekohouse-4b").hand.points_table
    last, yakuman = tables("nekohouse-4b", points_table=rows[:4]).by_han[-2:]

    assert (last.first_han, last.last_han) == (4, None)
    assert (yakuman.limit, yakuman.first_han) == ("yakuman", None)


def test_three_players_pay_their_own_share_or_split_the_missing_one() -> None:
    lost, split = tables("nekohouse-3a"), tables("nekohouse-3a", tsumo_loss=False)

    assert grid(lost, "child")[30][0].tsumo == Tsumo(300, 500)
    assert grid(split, "child")[30][0].tsumo == Tsumo(400, 600)
    assert grid(lost, "dealer")[30][0].tsumo == Tsumo(500)
    assert grid(split, "dealer")[30][0].tsumo == Tsumo(800)


def test_one_payment_for_all_is_told_from_two() -> None:
    without_fu = tables("nekohouse-4b").by_han

    assert [row.child.tsumo.is_for_all for row in without_fu[:2] if row.child.tsumo] == [
        True,
        False,
    ]
    assert all(row.dealer.tsumo and row.dealer.tsumo.is_for_all for row in without_fu)
