"""From han and fu to points, limit by limit, and who pays."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Hand
from scoring.hands.prices import Prices

from .written import Table, paid, rule_of, value, won

#: honitsu with one dragon: 4 han, and one more for each dora
FLUSH = "1233456799m555z"


def _of_han(han: int, how: str = "ron", seat: str = "W") -> Hand:
    """混一色 and 白, 40 fu, with dora up to so many han; two for each indicator 8m."""
    extra = han - 4
    indicators = "8" * (extra // 2)
    indicators += "m" if indicators else ""
    return won(FLUSH, "2m", how, seat=seat, dora=indicators + ("3m" if extra % 2 else ""))


LIMITS: Table = [
    pytest.param(5, "mangan", 8_000, 12_000, id="5 han"),
    pytest.param(6, "haneman", 12_000, 18_000, id="6 han"),
    pytest.param(7, "haneman", 12_000, 18_000, id="7 han"),
    pytest.param(8, "baiman", 16_000, 24_000, id="8 han"),
    pytest.param(9, "baiman", 16_000, 24_000, id="9 han"),
    pytest.param(10, "baiman", 16_000, 24_000, id="10 han"),
]


@pytest.mark.parametrize(("han", "limit", "child", "dealer"), LIMITS)
def test_from_five_han_on_fu_no_longer_matter(
    han: int, limit: str, child: int, dealer: int
) -> None:
    for seat, points in (("W", child), ("E", dealer)):
        found = value(_of_han(han, seat=seat))
        assert (found.han, found.fu, found.limit) == (han, 40, limit)
        assert found.payment == paid(discarder=points)


SANBAIMAN: Table = [
    pytest.param("riichi", "8m", 11, "sanbaiman", id="11 han"),
    pytest.param("double_riichi", "8m", 12, "sanbaiman", id="12 han"),
    pytest.param("double_riichi ippatsu", "8m", 13, "counted_yakuman", id="13 han"),
]


@pytest.mark.parametrize(("flags", "dora", "han", "limit"), SANBAIMAN)
def test_eleven_and_twelve_han_are_a_sanbaiman(flags: str, dora: str, han: int, limit: str) -> None:
    hand = won("1133557799224m", "4m", flags=flags, dora=dora)
    points = {"sanbaiman": 24_000, "counted_yakuman": 32_000}[limit]

    found = value(hand)
    assert (found.han, found.limit, found.total) == (han, limit, points)


KIRIAGE: Table = [
    pytest.param(
        won("23567m678p22345s", "4m", flags="riichi", dora="7p"),
        (4, 30),
        7_700,
        8_000,
        id="4 han 30 fu",
    ),
    pytest.param(
        won("45m999p66z", "6m", melds="minkan:1111s kakan:7777z", dora="34m"),
        (3, 70),
        8_000,
        8_000,
        id="3 han 70 fu is a mangan anyway",
    ),
    pytest.param(
        won("11m45999p", "6p", melds="minkan:1111s kakan:7777z", dora="8p"),
        (4, 60),
        8_000,
        8_000,
        id="4 han 60 fu is a mangan anyway",
    ),
    pytest.param(
        won("11145m22s", "6m", melds="minkan:9999p kakan:7777z", dora="1s"),
        (3, 60),
        7_700,
        8_000,
        id="3 han 60 fu",
    ),
    pytest.param(
        won("23567m22345s", "4m", melds="chi:678p", dora="1s"), (3, 30), 3_900, 3_900, id="3 han 30"
    ),
]


@pytest.mark.parametrize(("hand", "counted", "exact", "raised"), KIRIAGE)
def test_30_fu_4_han_and_60_fu_3_han_are_raised_to_a_mangan_where_the_rule_says_so(
    hand: Hand, counted: tuple[int, int], exact: int, raised: int
) -> None:
    found, rounded = (
        value(hand, first_indicators=2),
        value(hand, first_indicators=2, raised_mangan=True),
    )

    assert (found.han, found.fu) == (rounded.han, rounded.fu) == counted
    assert (found.total, rounded.total) == (exact, raised)
    assert [each.limit for each in (found, rounded)] == [
        "mangan" if points == 8_000 else None for points in (exact, raised)
    ]


PAYERS: Table = [
    pytest.param("ron", "W", 0, {"discarder": 3_900}, 3_900, id="child, ron"),
    pytest.param("ron", "E", 0, {"discarder": 5_800}, 5_800, id="dealer, ron"),
    pytest.param("ron", "W", 2, {"discarder": 4_500}, 4_500, id="child, ron, 2 honba"),
    pytest.param(
        "tsumo", "W", 0, {"dealer": 2_600, "others": 1_300}, 5_200, id="child, own draw, 20 fu"
    ),
    pytest.param("tsumo", "E", 0, {"each": 2_600}, 7_800, id="dealer, own draw"),
    pytest.param(
        "tsumo", "W", 2, {"dealer": 2_800, "others": 1_500}, 5_800, id="child, own draw, 2 honba"
    ),
    pytest.param("tsumo", "E", 2, {"each": 2_800}, 8_400, id="dealer, own draw, 2 honba"),
]


@pytest.mark.parametrize(("how", "seat", "honba", "who", "total"), PAYERS)
def test_the_payers_share_what_the_hand_is_worth(
    how: str, seat: str, honba: int, who: dict[str, int], total: int
) -> None:
    hand = won("23567m678p22345s", "4m", how, seat=seat, honba=honba, flags="riichi")
    found = value(hand)

    assert found.payment == paid(**who)
    assert found.total == total


@pytest.mark.parametrize(
    ("how", "more"), [("ron", 1_500), ("tsumo", 1_500)], ids=["ron", "own draw"]
)
def test_super_tonpu_pays_1500_a_honba(how: str, more: int) -> None:
    hand = won("23567m678p22345s", "4m", how)
    plain, with_honba = value(hand, "super-tonpu"), value(hand._replace(honba=1), "super-tonpu")

    assert with_honba.total - plain.total == more


FORTY_FU_TWO_HAN: Table = [
    pytest.param(
        won("678999p1124s555z", "3s", "tsumo"), {"dealer": 1_300, "others": 700}, id="own draw"
    ),
    pytest.param(won("567m678p1124s555z", "3s", flags="riichi"), {"discarder": 2_600}, id="ron"),
]


@pytest.mark.parametrize(("hand", "who"), FORTY_FU_TWO_HAN)
def test_the_example_that_kinyoukai_works_out(hand: Hand, who: dict[str, int]) -> None:
    """Clause L: basic points of 40 fu 2 han are 640."""
    found = value(hand, "kinyoukai")

    assert (found.han, found.fu, found.payment) == (2, 40, paid(**who))


def test_the_winner_takes_the_sticks_on_the_table() -> None:
    found = value(won("23567m678p22345s", "4m", honba=1, sticks=2_000))

    assert found.payment == paid(discarder=2_300)
    assert found.total == 4_300


WITHOUT_FU: Table = [
    pytest.param("", "ron", "W", {"discarder": 1_000}, id="1 han, child, ron"),
    pytest.param("", "tsumo", "W", {"dealer": 1_000, "others": 500}, id="2 han, child, drawn"),
    pytest.param("riichi", "ron", "E", {"discarder": 3_000}, id="2 han, dealer, ron"),
    pytest.param("riichi", "tsumo", "E", {"each": 2_000}, id="3 han, dealer, drawn"),
    pytest.param(
        "riichi ippatsu", "tsumo", "W", {"dealer": 4_000, "others": 2_000}, id="4 han, child, drawn"
    ),
]


@pytest.mark.parametrize(("flags", "how", "seat", "who"), WITHOUT_FU)
def test_without_fu_the_table_says_what_is_paid(
    flags: str, how: str, seat: str, who: dict[str, int]
) -> None:
    found = value(won("567m678p1124s555z", "3s", how, seat=seat, flags=flags), "nekohouse-4b")

    assert found.payment == paid(**who)
    assert (found.fu, found.fu_parts) == (None, ())


@pytest.mark.parametrize(
    ("han", "limit"),
    [(4, "mangan"), (5, "mangan"), (6, "haneman"), (8, "baiman"), (10, "baiman")],
)
def test_without_fu_limits_are_named_too(han: int, limit: str) -> None:
    hand = _of_han(han)

    assert value(hand, "nekohouse-4b", first_indicators=2, kan_dora=True).limit == limit


def test_without_fu_a_counted_yakuman_is_one_only_where_the_rule_says_so() -> None:
    hand = won("1133557799224m", "4m", flags="double_riichi ippatsu", dora="8m")
    found, without = value(hand, "nekohouse-4b"), value(hand, "nekohouse-4b", counted_yakuman=False)

    assert (found.limit, found.total) == ("counted_yakuman", 32_000)
    assert (without.limit, without.total) == ("sanbaiman", 24_000)


def test_without_fu_a_yakuman_is_paid_from_the_last_row() -> None:
    found = value(won("1112223334445z", "5z", "tsumo", seat="E"), "nekohouse-4b")

    assert (found.limit, found.payment) == ("yakuman", paid(each=16_000))


def test_several_yakuman_are_paid_from_a_table_too() -> None:
    hand = won("1112223334445z", "5z", "tsumo", seat="E")
    found = value(hand, "nekohouse-4b", highest_hand="several_yakuman")

    assert (found.limit, found.payment) == ("yakuman_3", paid(each=48_000))


@pytest.mark.parametrize("han", [4, 6, 8, 11])
def test_a_table_is_read_no_further_than_its_mangan_where_that_is_the_highest(han: int) -> None:
    capped = rule_of("nekohouse-4b", {"highest_hand": "mangan", "counted_yakuman": False})
    prices = Prices(capped)

    assert prices.of(han, None, 0) == Prices(rule_of("nekohouse-4b", {})).of(4, None, 0)
    assert prices.of(3, None, 0).limit is None
    assert prices.of(0, None, 1).child_ron == 8_000
    assert prices.of(0, None, 1).limit == "yakuman"


def test_a_table_that_ends_below_a_mangan_pays_its_last_row() -> None:
    rows = [row.model_dump() for row in rule_of("nekohouse-4b", {}).hand.points_table[:2]]
    changes = {"points_table": rows, "highest_hand": "mangan", "counted_yakuman": False}

    assert Prices(rule_of("nekohouse-4b", changes)).of(9, None, 0).child_ron == 2_000
