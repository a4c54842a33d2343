"""Hands that other programs valued wrongly, each with what is right."""

from __future__ import annotations

import pytest

from scoring.hands.hand import TENHOU, Hand

from .examples import YAKUMAN
from .written import Table, value, won

SANBAIMAN = {"counted_yakuman": False, "first_indicators": 2}

CASES: Table = [
    pytest.param(
        won("2223334445556m", "6m", "tsumo", flags="riichi", dora="12m"),
        SANBAIMAN,
        {"suuankou_tanki": 13},
        32_000,
        id="a yakuman pays more than a sanbaiman of many han",
    ),
    pytest.param(
        won("2223344455566m", "3m", "tsumo", flags="riichi", dora="12m"),
        SANBAIMAN,
        {"suuankou": 13},
        32_000,
        id="22233344455566m drawn on the 3",
    ),
    pytest.param(
        won("1112345678999s", "1s"), {}, {"chuuren_pure": 13}, 32_000, id="nine waits, on the 1"
    ),
    pytest.param(
        won("1112345678999s", "9s"), {}, {"chuuren_pure": 13}, 32_000, id="nine waits, on the 9"
    ),
    pytest.param(
        won("1122334455667z", "7z", dora="12z"),
        {},
        {"tsuuiisou": 13},
        32_000,
        id="seven pairs of honours, no dora",
    ),
    pytest.param(
        won("11199m111999p11s", "9m", "tsumo"),
        {},
        {"chinroutou": 13, "suuankou": 13},
        64_000,
        id="terminals in closed triplets",
    ),
    pytest.param(
        YAKUMAN["kokushi"]._replace(tsumo=True, seat=0, flags=TENHOU),
        {},
        {"kokushi": 13, "tenhou": 13},
        96_000,
        id="kokushi in the dealer's first draw",
    ),
    pytest.param(
        YAKUMAN["daisuushii"], {}, {"daisuushii": 13}, 32_000, id="four winds are not always double"
    ),
    pytest.param(
        won("77788899m345p11s", "9m", flags="riichi"),
        {},
        {"riichi": 1, "pinfu": 1, "iipeikou": 1},
        3_900,
        id="789 three times is no ryanpeikou",
    ),
    pytest.param(
        won("67899m234p12456s", "3s", flags="riichi"),
        {},
        {"riichi": 1},
        1_300,
        id="12456 won on the 3 waits at an edge: 40 fu",
    ),
    pytest.param(
        won("35m567p66s", "4m", melds="chi:345m pon:888p"),
        {},
        {"tanyao": 1},
        1_000,
        id="the winning tile lies in a call too",
    ),
    pytest.param(
        won("2344m", "1m", melds="ankan:9999m minkan:1111z kakan:5555z"),
        {},
        {"round_wind": 1, "haku": 1, "sankantsu": 2, "honitsu": 2},
        12_000,
        id="kans of each kind",
    ),
]


@pytest.mark.parametrize(("hand", "changes", "yaku", "total"), CASES)
def test_what_others_got_wrong_comes_out_right(
    hand: Hand, changes: dict[str, object], yaku: dict[str, int], total: int
) -> None:
    found = value(hand, **changes)

    assert found.yaku == yaku
    assert found.total == total


def test_the_fu_of_three_kans_are_all_counted() -> None:
    hand = won("2344m", "1m", melds="ankan:9999m minkan:1111z kakan:5555z")

    assert value(hand).fu == 90  # 20 + 32 + 16 + 16, a closed kan of terminals among them
