"""Hands of three players: who pays, and what north counts."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand

from .written import Table, paid, value, won

LOSS, SPLIT = "nekohouse-3a", {"tsumo_loss": False}


def _white(how: str, seat: str, flags: str = "", honba: int = 0) -> Hand:
    """白 and two triplets: 1 han 50 fu by ron, 2 han 40 fu by an own draw."""
    return won("678p999p1124s555z", "3s", how, seat=seat, flags=flags, honba=honba)


TSUMO: Table = [
    # 40 fu 2 han: the child's 700, the dealer's 1,300; the third child's 700 is lost or shared
    pytest.param(
        "W", {"dealer": 1_300, "others": 700}, {"dealer": 1_600, "others": 1_000}, id="child"
    ),
    pytest.param("E", {"each": 1_300}, {"each": 2_000}, id="dealer"),
]


@pytest.mark.parametrize(("seat", "lost", "split"), TSUMO)
def test_the_missing_share_of_a_draw_is_lost_or_split(
    seat: str, lost: dict[str, int], split: dict[str, int]
) -> None:
    hand = _white("tsumo", seat)

    assert (value(hand, LOSS).han, value(hand, LOSS).fu) == (2, 40)
    assert value(hand, LOSS).payment == paid(**lost)
    assert value(hand, LOSS, **SPLIT).payment == paid(**split)


@pytest.mark.parametrize("seat", ["W", "E"])
def test_a_ron_is_paid_as_by_four(seat: str) -> None:
    hand = _white("ron", seat)

    assert value(hand, LOSS).payment == value(hand, LOSS, **SPLIT).payment
    assert value(hand, LOSS).total == {"W": 1_600, "E": 2_400}[seat]


MANGANS: Table = [
    pytest.param(
        "W", {"dealer": 4_000, "others": 2_000}, {"dealer": 5_000, "others": 3_000}, id="child"
    ),
    pytest.param("E", {"each": 4_000}, {"each": 6_000}, id="dealer"),
]


@pytest.mark.parametrize(("seat", "lost", "split"), MANGANS)
def test_so_is_the_share_of_a_mangan(
    seat: str, lost: dict[str, int], split: dict[str, int]
) -> None:
    hand = won("678p678999s1155z", "5z", "tsumo", seat=seat, flags="riichi", nuki=2)

    assert value(hand, LOSS).limit == "mangan"
    assert value(hand, LOSS).payment == paid(**lost)
    assert value(hand, LOSS, **SPLIT).payment == paid(**split)


HONBA: Table = [
    pytest.param("nekohouse-3a", "ron", 200, id="3a, ron"),
    pytest.param("nekohouse-3a", "tsumo", 200, id="3a, own draw"),
    pytest.param("nekohouse-3b", "ron", 1_000, id="3b, ron"),
    pytest.param("nekohouse-3b", "tsumo", 2_000, id="3b, own draw"),
    pytest.param("tenhou-3p-tonnan", "ron", 200, id="tenhou, ron"),
    pytest.param("tenhou-3p-tonnan", "tsumo", 200, id="tenhou, own draw"),
]


@pytest.mark.parametrize(("rule", "how", "more"), HONBA)
def test_a_honba_is_paid_by_the_two_others(rule: str, how: str, more: int) -> None:
    without, with_one = _white(how, "W"), _white(how, "W", honba=1)

    assert value(with_one, rule).total - value(without, rule).total == more


NO_FU: Table = [
    pytest.param("", "ron", "W", {"discarder": 1_000}, id="1 han, child, ron"),
    pytest.param("", "ron", "E", {"discarder": 2_000}, id="1 han, dealer, ron"),
    pytest.param("", "tsumo", "W", {"dealer": 1_000, "others": 1_000}, id="2 han, child, drawn"),
    pytest.param("", "tsumo", "E", {"each": 2_000}, id="2 han, dealer, drawn"),
    pytest.param("riichi", "tsumo", "W", {"dealer": 3_000, "others": 1_000}, id="3 han, child"),
    pytest.param("riichi", "tsumo", "E", {"each": 3_000}, id="3 han, dealer"),
    pytest.param(
        "riichi ippatsu", "tsumo", "W", {"dealer": 5_000, "others": 3_000}, id="4 han, child"
    ),
]


@pytest.mark.parametrize(("flags", "how", "seat", "who"), NO_FU)
def test_nekohouse_3b_pays_by_its_own_table(
    flags: str, how: str, seat: str, who: dict[str, int]
) -> None:
    assert value(_white(how, seat, flags), "nekohouse-3b").payment == paid(**who)


NORTHS: Table = [
    pytest.param("nekohouse-3a", "444z", "W", "E", set(), id="a guest wind in 3a"),
    pytest.param("tenhou-3p-tonnan", "444z", "W", "N", set(), id="in the North round too"),
    pytest.param("nekohouse-3b", "444z", "W", "E", {"seat_wind"}, id="always a yakuhai in 3b"),
    pytest.param("nekohouse-3b", "444z", "E", "S", {"seat_wind"}, id="the dealer's too"),
    pytest.param("nekohouse-3a", "333z", "W", "E", {"seat_wind"}, id="other winds as ever"),
    pytest.param("nekohouse-3a", "111z", "W", "E", {"round_wind"}, id="the round's as ever"),
]


@pytest.mark.parametrize(("rule", "triplet", "seat", "round_", "yaku"), NORTHS)
def test_north_in_a_set_counts_what_the_rule_says(
    rule: str, triplet: str, seat: str, round_: str, yaku: set[str]
) -> None:
    hand = won(f"678789p1124s{triplet}", "3s", seat=seat, round_=round_)

    assert set(value(hand, rule, minimum_han=0).yaku) == yaku


@pytest.mark.parametrize(
    ("seat", "round_", "called", "counts"),
    [
        pytest.param("S", "E", "", {"seat_wind": 2}, id="one's own wind and north, closed"),
        pytest.param("S", "E", "222z 444z", {"seat_wind": 2}, id="both called"),
        pytest.param("S", "E", "222z", {"seat_wind": 2}, id="one's own called, north closed"),
        pytest.param("W", "S", "", {"seat_wind": 1, "round_wind": 1}, id="north and the round's"),
        pytest.param("S", "S", "", {"seat_wind": 2, "round_wind": 1}, id="north and a double wind"),
        pytest.param("W", "E", "", {"seat_wind": 1}, id="north and a guest wind"),
    ],
)
def test_north_that_always_counts_does_so_beside_the_other_winds(
    seat: str, round_: str, called: str, counts: dict[str, int]
) -> None:
    closed = "".join(wind for wind in ("222z", "444z") if wind not in called)
    melds = " ".join(f"pon:{wind}" for wind in called.split())
    hand = won(f"67p234p99s{closed}", "8p", melds=melds, seat=seat, round_=round_)

    assert value(hand, "nekohouse-3b").yaku == counts


def test_three_winds_of_which_each_counts_are_three_han() -> None:
    hand = won("444z67p99s", "8p", melds="pon:222z pon:111z", seat="S")

    found = value(hand, "nekohouse-3b")

    assert (found.han, found.total) == (3, 4_000)


@pytest.mark.parametrize(
    ("seat", "round_", "counts"),
    [
        pytest.param("N", "E", {"seat_wind": 1}, id="it is the seat wind, and counts once"),
        pytest.param("N", "N", {"seat_wind": 1, "round_wind": 1}, id="a double wind as ever"),
        pytest.param("W", "N", {"seat_wind": 1, "round_wind": 1}, id="the round's wind too"),
    ],
)
def test_north_that_always_counts_adds_nothing_where_it_is_ones_seat(
    seat: str, round_: str, counts: dict[str, int]
) -> None:
    hand = won("567m678p1124s444z", "3s", seat=seat, round_=round_)

    assert value(hand, north_in_hand="always_yakuhai").yaku == counts


PAIRS: Table = [
    pytest.param("guest_wind", "W", "E", 0, id="a guest wind is nobody's"),
    pytest.param("guest_wind", "W", "N", 0, id="nor the round's"),
    pytest.param("always_yakuhai", "W", "E", 2, id="everybody's own"),
    pytest.param("always_yakuhai", "W", "N", 4, id="own and the round's"),
    pytest.param("wind", "W", "E", 0, id="a wind like others"),
    pytest.param("wind", "W", "N", 2, id="a wind like others in its round"),
]


@pytest.mark.parametrize(("north", "seat", "round_", "fu"), PAIRS)
def test_a_pair_of_norths_takes_the_fu_of_what_it_counts(
    north: str, seat: str, round_: str, fu: int
) -> None:
    hand = won("678999p24789s44z", "3s", seat=seat, round_=round_, flags="houtei")
    found = value(hand, LOSS, north_in_hand=north)

    assert sum(part for name, part in found.fu_parts if name.startswith("pair")) == fu


CHANGED: Table = [
    pytest.param(won("12399p78s111555z", "9s"), "chanta", 4, id="chanta, closed"),
    pytest.param(won("12399p78s555z", "9s", melds="pon:111z"), "chanta", 2, id="chanta, called"),
    pytest.param(won("12399p78s111999m", "9s"), "junchan", 6, id="junchan, closed"),
    pytest.param(won("12399p78s999m", "9s", melds="pon:111m"), "junchan", 4, id="junchan, called"),
    pytest.param(won("1199m1199p1199s1z", "1z"), "honroutou", 4, id="honroutou, closed"),
    pytest.param(
        won("99s111p11144z", "9s", melds="pon:111m"), "honroutou", 2, id="honroutou, called"
    ),
]


@pytest.mark.parametrize(("hand", "key", "han"), CHANGED)
def test_nekohouse_3b_gives_some_yaku_other_han(hand: Hand, key: str, han: int) -> None:
    assert value(hand, "nekohouse-3b").yaku[key] == han


def test_taking_a_north_gives_rinshan_where_the_rule_says_so() -> None:
    hand = won("789p678999s1122z", "2z", "tsumo", flags="rinshan", nuki=1)

    assert value(hand, "nekohouse-3a").yaku == {"menzen_tsumo": 1, "rinshan": 1, "nuki_dora": 1}
