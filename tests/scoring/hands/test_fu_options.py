"""Fu where rules differ, and where one tile can complete several groups."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand

from .written import Table, value, won

DOUBLE_WIND = won("123567m678p45s11z", "6s", "tsumo", seat="E")
OPEN_PINFU = won("23567m22345s", "4m", melds="chi:678p")


@pytest.mark.parametrize(
    ("rule", "parts"),
    [
        pytest.param("nekohouse-4a", 4, id="nekohouse"),
        pytest.param("nekohouse-boo", 4, id="boo"),
        pytest.param("kinyoukai", 4, id="kinyoukai"),
        pytest.param("super-tonpu", 2, id="super-tonpu"),
        pytest.param("tenhou-4p-tonnan", 4, id="tenhou"),
    ],
)
def test_a_pair_of_seat_and_round_wind_counts_what_the_rule_says(rule: str, parts: int) -> None:
    assert sum(fu for name, fu in value(DOUBLE_WIND, rule).fu_parts if "pair" in name) == parts


def test_two_fu_more_of_a_double_wind_raise_the_payment_or_are_lost_in_rounding() -> None:
    raises = won("222567m45s11z", "6s", "tsumo", melds="pon:555m", seat="E", flags="haitei")
    is_lost = won("567999m45s11z", "6s", melds="pon:444z", seat="E", flags="houtei")

    assert [value(raises, double_wind_pair_fu=fu).fu for fu in (4, 2)] == [40, 30]
    assert [value(is_lost, double_wind_pair_fu=fu).fu for fu in (4, 2)] == [40, 40]


@pytest.mark.parametrize(("takes", "fu"), [(True, 50), (False, 40)], ids=["yes", "no"])
def test_a_draw_after_a_kan_takes_the_fu_of_a_tsumo_where_the_rule_says_so(
    takes: bool, fu: int
) -> None:
    hand = won("678p1145s222m", "6s", "tsumo", melds="kakan:9999m", flags="rinshan")

    assert value(hand, rinshan_tsumo_fu=takes).fu == fu


def test_an_ordinary_draw_takes_it_all_the_same() -> None:
    hand = won("678p1145s222m", "6s", "tsumo", melds="kakan:9999m", flags="haitei")

    assert value(hand, rinshan_tsumo_fu=False).fu == 50


@pytest.mark.parametrize(
    ("counts", "one_han", "two_han"),
    [
        pytest.param("30", (30, 1_000), (30, 2_000), id="30"),
        pytest.param("30_at_1_han", (30, 1_000), (20, 1_300), id="30 at 1 han, 20 above"),
        pytest.param("20", (20, 700), (20, 1_300), id="20"),
    ],
)
def test_an_open_hand_of_20_fu_counts_what_the_rule_says(
    counts: str, one_han: tuple[int, int], two_han: tuple[int, int]
) -> None:
    one = value(OPEN_PINFU, open_20_fu=counts)
    two = value(OPEN_PINFU, open_20_fu=counts, han_tanyao=(2, 2))

    assert (one.fu, one.total) == one_han
    assert (two.fu, two.total) == two_han


def test_dora_are_among_the_han_above_which_20_fu_stand() -> None:
    hand = won("23567m22345s", "4m", melds="chi:678p", dora="1s")
    found = value(hand, "kinyoukai")

    assert (found.han, found.fu, found.total) == (3, 20, 2_600)


@pytest.mark.parametrize("counts", ["30", "30_at_1_han", "20"])
def test_an_own_draw_lifts_an_open_hand_to_30_anyway(counts: str) -> None:
    found = value(OPEN_PINFU._replace(tsumo=True), open_20_fu=counts)

    assert (found.fu, found.total) == (30, 1_100)


@pytest.mark.parametrize(
    ("changes", "yaku", "fu"),
    [
        pytest.param({}, {"menzen_tsumo": 1, "pinfu": 1}, 20, id="pinfu, no fu for the draw"),
        pytest.param({"pinfu_tsumo": False}, {"menzen_tsumo": 1}, 30, id="no pinfu, 2 fu"),
        pytest.param({"han_pinfu": (0, 0)}, {"menzen_tsumo": 1}, 30, id="pinfu is not played"),
    ],
)
def test_pinfu_on_an_own_draw_is_20_fu_or_none(
    changes: dict[str, object], yaku: dict[str, int], fu: int
) -> None:
    found = value(won("123567m678p1145s", "6s", "tsumo"), **changes)

    assert (found.yaku, found.fu) == (yaku, fu)


SEVERAL: Table = [
    pytest.param(
        won("23334m678p11456s", "3m"),
        ["closed triplet", "closed wait"],
        id="23334 won on the 3: the triplet was there",
    ),
    pytest.param(
        won("34555m678p11456s", "5m"),
        ["closed triplet"],
        id="34555 won on the 5: the sequence was completed",
    ),
    pytest.param(won("12456m678p11456s", "3m"), ["edge wait"], id="12456 won on the 3"),
    pytest.param(won("45689m678p11456s", "7m"), ["edge wait"], id="45689 won on the 7"),
    pytest.param(
        won("4555m678p456999s", "4m"),
        ["closed triplet", "closed triplet of terminals or honours", "single wait"],
        id="4555 won on the 4",
    ),
    pytest.param(
        won("35m678p11s", "4m", melds="chi:345m pon:999p"),
        ["open triplet of terminals or honours", "closed wait"],
        id="the winning tile lies in a call too",
    ),
    pytest.param(
        won("11222333m45699s", "1m", "tsumo"),
        ["closed triplet", "closed triplet", "closed triplet of terminals or honours"],
        id="111222333 as triplets",
    ),
]


@pytest.mark.parametrize(("hand", "reasons"), SEVERAL)
def test_of_several_ways_to_place_the_last_tile_the_best_counts(
    hand: Hand, reasons: list[str]
) -> None:
    found = [name for name, _fu in value(hand, minimum_han=0).fu_parts]
    wins = {"base", "closed ron", "tsumo"}

    assert [name for name in found if name not in wins and "rounded" not in name] == reasons
