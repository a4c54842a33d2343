"""人和 as han: added to what else the hand has, or counted by itself."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NoYakuError
from scoring.hands.hand import Hand

from .examples import NOTHING
from .written import Table, value, won

BAIMAN = {"han_renhou": (8, 0)}
MANGAN_ALONE = {"han_renhou": (5, 0), "renhou_alone": True}
BAIMAN_ALONE = {"han_renhou": (8, 0), "renhou_alone": True}

PLAIN = won(NOTHING, "3s", flags="renhou")
TWO_DORA = won(NOTHING, "3s", flags="renhou", dora="23s")
#: 断么九 平和 and two red fives: 4 han 30 fu
FOUR_HAN = won("23067m678p22340s", "4m", flags="renhou")
#: 平和 清一色: 7 han
SEVEN_HAN = won("1233455677899m", "6m", flags="renhou")
KOKUSHI = won("19m19p19s1123456z", "7z", flags="renhou")

WORTH: Table = [
    pytest.param(BAIMAN, PLAIN, {"renhou": 8}, 16_000, id="eight han"),
    pytest.param(BAIMAN, TWO_DORA, {"renhou": 8, "dora": 2}, 16_000, id="dora are added"),
    pytest.param(
        BAIMAN,
        FOUR_HAN,
        {"pinfu": 1, "tanyao": 1, "renhou": 8, "aka_dora": 2},
        24_000,
        id="other yaku and red fives are added: a sanbaiman",
    ),
    pytest.param(
        BAIMAN, SEVEN_HAN, {"pinfu": 1, "chinitsu": 6, "renhou": 8}, 32_000, id="up to 数え役満"
    ),
    pytest.param(BAIMAN, KOKUSHI, {"kokushi": 13}, 32_000, id="a yakuman takes no han"),
    pytest.param(MANGAN_ALONE, PLAIN, {"renhou": 5}, 8_000, id="a mangan by itself"),
    pytest.param(MANGAN_ALONE, TWO_DORA, {"renhou": 5}, 8_000, id="dora are not added"),
    pytest.param(MANGAN_ALONE, FOUR_HAN, {"renhou": 5}, 8_000, id="the mangan instead of four han"),
    pytest.param(
        MANGAN_ALONE,
        SEVEN_HAN,
        {"pinfu": 1, "chinitsu": 6},
        12_000,
        id="seven han instead of the mangan",
    ),
    pytest.param(
        MANGAN_ALONE,
        FOUR_HAN._replace(dora_indicators=(7,)),
        {"renhou": 5},
        8_000,
        id="a dora that is not in the hand changes nothing",
    ),
    pytest.param(
        MANGAN_ALONE,
        FOUR_HAN._replace(dora_indicators=(0,)),
        {"pinfu": 1, "tanyao": 1, "dora": 1, "aka_dora": 2},
        8_000,
        id="as much without it counts without it",
    ),
    pytest.param(MANGAN_ALONE, KOKUSHI, {"kokushi": 13}, 32_000, id="a yakuman is worth more"),
    pytest.param(BAIMAN_ALONE, SEVEN_HAN, {"renhou": 8}, 16_000, id="a baiman by itself"),
]


@pytest.mark.parametrize(("rule", "hand", "yaku", "total"), WORTH)
def test_renhou_counts_as_the_rule_says(
    rule: dict[str, object], hand: Hand, yaku: dict[str, int], total: int
) -> None:
    found = value(hand, **rule)

    assert (found.yaku, found.total) == (yaku, total)


def test_honba_and_sticks_are_paid_for_renhou_alone() -> None:
    hand = PLAIN._replace(honba=2, sticks=1_000)

    assert value(hand, **MANGAN_ALONE).total == 8_000 + 600 + 1_000


def test_tiles_set_aside_are_no_dora_of_renhou_alone() -> None:
    hand = won("123567678p1124s", "3s", flags="renhou", nuki=4)
    rule = {**MANGAN_ALONE, "yakuman_renhou": 0, "bonus_breaks": ()}

    found = value(hand, "nekohouse-3a", **rule)

    assert found.yaku == {"renhou": 5}


@pytest.mark.parametrize(
    ("rule", "hand", "yaku"),
    [
        pytest.param({}, won("23567m678p22345s", "4m"), {"pinfu": 1, "tanyao": 1}, id="two others"),
        pytest.param({"han_renhou": (2, 0)}, won(NOTHING, "3s"), {"renhou": 2}, id="two of it"),
        pytest.param({}, won(NOTHING, "3s"), None, id="one of it"),
        pytest.param({}, won("23567m678p22345s", "1m"), None, id="one of it, one of another"),
    ],
)
def test_renhou_alone_and_the_rest_each_have_to_reach_the_minimum(
    rule: dict[str, object], hand: Hand, yaku: dict[str, int] | None
) -> None:
    asked = {"han_renhou": (1, 0), "renhou_alone": True, "two_han_from_honba": 5, **rule}
    hand = hand._replace(honba=5, flags=PLAIN.flags)

    if yaku is None:
        with pytest.raises(NoYakuError):
            value(hand, **asked)
    else:
        assert value(hand, **asked).yaku == yaku


def test_renhou_that_is_not_played_is_ignored() -> None:
    with pytest.raises(NoYakuError):
        value(PLAIN)


def test_renhou_may_be_a_mangan_in_boo_too() -> None:
    rule = {**MANGAN_ALONE, "yakuman_renhou": 0}
    found = value(PLAIN, "nekohouse-boo", **rule)

    assert (found.yaku, found.limit, found.total) == ({"renhou": 5}, "mangan", 8_000)
