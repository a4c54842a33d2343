"""Yaku of how a hand was won: riichi in its kinds, the own draw, the last tile, kans."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NoYakuError
from scoring.hands.hand import Hand

from .examples import A_CHI, NOTHING, NOTHING_CALLED
from .written import Table, value, won

OPENED = {"han_open_riichi": (2, 0), "han_double_open_riichi": (3, 0)}


def _hand(flags: str, how: str = "ron") -> Hand:
    return won(NOTHING, "3s", how, flags=flags)


def _after_kan(kind: str, flags: str, how: str = "tsumo") -> Hand:
    return won(NOTHING_CALLED, "3s", how, melds=f"{kind}:9999m", flags=flags)


WINS: Table = [
    pytest.param(_hand("riichi"), {"riichi": 1}, id="riichi"),
    pytest.param(_hand("double_riichi"), {"double_riichi": 2}, id="double riichi"),
    pytest.param(
        _hand("riichi double_riichi"), {"double_riichi": 2}, id="double riichi is in place of one"
    ),
    pytest.param(_hand("riichi ippatsu"), {"riichi": 1, "ippatsu": 1}, id="ippatsu"),
    pytest.param(
        _hand("double_riichi ippatsu"),
        {"double_riichi": 2, "ippatsu": 1},
        id="ippatsu of a double riichi",
    ),
    pytest.param(_hand("", "tsumo"), {"menzen_tsumo": 1}, id="own draw"),
    pytest.param(
        _after_kan("ankan", ""), {"menzen_tsumo": 1}, id="own draw with a closed kan is closed"
    ),
    pytest.param(
        _hand("riichi", "tsumo"), {"riichi": 1, "menzen_tsumo": 1}, id="riichi and own draw"
    ),
    pytest.param(_hand("haitei", "tsumo"), {"menzen_tsumo": 1, "haitei": 1}, id="last draw"),
    pytest.param(_hand("houtei"), {"houtei": 1}, id="last discard"),
    pytest.param(_hand("chankan"), {"chankan": 1}, id="robbed kan"),
    pytest.param(
        _hand("riichi ippatsu chankan"),
        {"riichi": 1, "ippatsu": 1, "chankan": 1},
        id="a kan robbed within a turn of the riichi",
    ),
    pytest.param(
        _after_kan("ankan", "rinshan"), {"menzen_tsumo": 1, "rinshan": 1}, id="after a closed kan"
    ),
    pytest.param(_after_kan("minkan", "rinshan"), {"rinshan": 1}, id="after an open kan"),
    pytest.param(_after_kan("kakan", "rinshan"), {"rinshan": 1}, id="after an added kan"),
    pytest.param(
        _after_kan("ankan", "riichi", "ron"), {"riichi": 1}, id="riichi with a closed kan"
    ),
]


@pytest.mark.parametrize(("hand", "yaku"), WINS)
def test_a_win_has_the_yaku_of_how_it_was_won(hand: Hand, yaku: dict[str, int]) -> None:
    found = value(hand)

    assert found.yaku == yaku
    assert found.han == sum(yaku.values())


NONE: Table = [
    pytest.param(won(NOTHING, "3s"), id="a discard, nothing said"),
    pytest.param(won(NOTHING_CALLED, "3s", "tsumo", melds=A_CHI), id="own draw after a call"),
    pytest.param(_after_kan("minkan", ""), id="own draw after an open kan, not on its tile"),
    pytest.param(_hand("open_riichi"), id="open riichi where there is none"),
    pytest.param(_hand("renhou"), id="a ron before the first draw where it is none"),
]


@pytest.mark.parametrize("hand", NONE)
def test_a_win_without_a_yaku_is_refused(hand: Hand) -> None:
    with pytest.raises(NoYakuError, match="no yaku") as refused:
        value(hand)

    assert (refused.value.han, refused.value.needed) == (0, 1)


OPEN_RIICHI: Table = [
    pytest.param("open_riichi", {"open_riichi": 2}, id="alone"),
    pytest.param("riichi open_riichi", {"open_riichi": 2}, id="in place of riichi"),
    pytest.param("double_riichi open_riichi", {"open_riichi": 3}, id="in the first turn"),
    pytest.param("open_riichi ippatsu", {"open_riichi": 2, "ippatsu": 1}, id="with ippatsu"),
]


@pytest.mark.parametrize(("flags", "yaku"), OPEN_RIICHI)
def test_open_riichi_counts_in_place_of_riichi(flags: str, yaku: dict[str, int]) -> None:
    assert value(_hand(flags), **OPENED).yaku == yaku


@pytest.mark.parametrize(
    ("flags", "han"), [("open_riichi", 2), ("double_riichi open_riichi", 3)], ids=["two", "three"]
)
def test_nekohouse_3b_plays_open_riichi(flags: str, han: int) -> None:
    hand = won("789p067999s1122z", "2z", flags=flags)

    assert value(hand, "nekohouse-3b").yaku["open_riichi"] == han


EXCLUSIONS: Table = [
    pytest.param(
        _after_kan("ankan", "rinshan haitei"), "haitei", id="last draw and the tile of a kan"
    ),
    pytest.param(
        _after_kan("ankan", "riichi ippatsu rinshan"), "ippatsu", id="ippatsu and the tile of a kan"
    ),
]


@pytest.mark.parametrize(("hand", "left_out"), EXCLUSIONS)
def test_rinshan_leaves_out_what_does_not_combine_with_it(hand: Hand, left_out: str) -> None:
    usual, both = value(hand), value(hand, exclusive_yaku=())

    assert both.yaku == {**usual.yaku, left_out: 1}
    assert "rinshan" in usual.yaku
    assert left_out not in usual.yaku


def test_a_rule_says_which_of_two_yaku_counts() -> None:
    hand = _after_kan("ankan", "rinshan haitei")
    found = value(hand, exclusive_yaku=(("haitei", "rinshan"), ("haitei", "menzen_tsumo")))

    assert found.yaku == {"haitei": 1}


def test_without_the_exclusion_riichi_and_double_riichi_both_count() -> None:
    assert value(_hand("riichi double_riichi"), exclusive_yaku=()).han == 3


def test_a_riichi_that_the_rule_does_not_know_gives_neither_ippatsu_nor_ura_dora() -> None:
    hand = won("23567m678p22345s", "4m", flags="open_riichi ippatsu", ura="1s")

    assert value(hand, "kinyoukai").yaku == {"pinfu": 1, "tanyao": 1}


FLAT = won("234m45699p23478s", "9s", "tsumo", flags="riichi ippatsu")


@pytest.mark.parametrize(
    ("exclusive", "left", "han"),
    [
        pytest.param((), "riichi ippatsu menzen_tsumo pinfu", 4, id="all of them combine"),
        pytest.param(
            (("menzen_tsumo", "pinfu"),), "riichi ippatsu menzen_tsumo", 3, id="the win takes it"
        ),
        pytest.param(
            (("pinfu", "menzen_tsumo"),), "riichi ippatsu pinfu", 3, id="the tiles take it"
        ),
        pytest.param(
            (("pinfu", "riichi"), ("riichi", "ippatsu")),
            "ippatsu menzen_tsumo pinfu",
            3,
            id="what is taken takes nothing more",
        ),
        pytest.param(
            (("riichi", "ippatsu"), ("ippatsu", "pinfu")),
            "riichi menzen_tsumo pinfu",
            3,
            id="in their order",
        ),
    ],
)
def test_yaku_of_the_tiles_and_of_the_win_may_exclude_each_other(
    exclusive: tuple[tuple[str, str], ...], left: str, han: int
) -> None:
    found = value(FLAT, exclusive_yaku=exclusive)

    assert list(found.yaku) == left.split()
    assert found.han == found.han_for_minimum == han
    # without 平和 the draw has its 2 fu
    assert found.fu == (20 if "pinfu" in left else 30)


def test_ippatsu_that_excludes_a_yaku_of_the_tiles_still_does_not_reach_the_minimum() -> None:
    taken = {"exclusive_yaku": (("ippatsu", "pinfu"),), "minimum_counts_ippatsu": False}

    assert value(FLAT, **taken).han == 3
    assert value(FLAT, **taken).han_for_minimum == 2
