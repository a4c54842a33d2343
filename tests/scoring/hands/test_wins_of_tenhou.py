"""Wins as Tenhou's records tell them, invented and worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from scoring.hands.lines import value_lines


class Win(NamedTuple):
    """What a record says of a win, and of what it paid."""

    who: str
    seat: str
    hand: str
    win: str
    how: str
    fu: int | None
    yaku: dict[str, int]
    paid: dict[str, int]
    total: int
    limit: str | None = None
    circumstances: Mapping[str, Any] = MappingProxyType({})  # all that is not so in every hand


FOUR = [
    Win(
        *("さざなみ", "S", "234m45677p67823s", "4s", "tsumo"),
        fu=20,
        yaku={"riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1, "tanyao": 1},
        # a mangan of 4,000 and 2,000, a honba, and the own stick
        paid={"dealer": 4_100, "others": 2_100},
        total=4_100 + 2 * 2_100 + 1_000,
        limit="mangan",
        circumstances={
            **{"flags": ["riichi", "ippatsu"], "dora_indicators": "1z", "ura_indicators": "9p"},
            **{"honba": 1, "sticks": 1_000},
        },
    ),
    Win(
        *("あさぎり", "E", "5688m123p", "7m", "ron"),
        fu=40,  # 20, and 16 for the kan
        yaku={"hatsu": 1},
        paid={"discarder": 2_000},  # 40 × 8 × 6 = 1,920
        total=2_000,
        circumstances={"melds": ["kakan:6666z", "chi:345s"], "dora_indicators": "3z1m"},
    ),
    Win(
        *("まつかぜ", "W", "1133m4466p2277s5z", "5z", "tsumo"),
        fu=25,
        yaku={"riichi": 1, "menzen_tsumo": 1, "chiitoitsu": 2},
        paid={"dealer": 3_200, "others": 1_600},  # 25 × 64 = 1,600
        total=6_400,
        circumstances={"flags": ["riichi"], "dora_indicators": "8m", "ura_indicators": "4s"},
    ),
    Win(
        *("ほたる", "N", "34m34440s", "5m", "ron"),
        fu=30,  # 22, rounded up
        yaku={"tanyao": 1, "aka_dora": 2},
        paid={"discarder": 3_900},  # 30 × 32 × 4 = 3,840
        total=3_900,
        circumstances={"melds": ["chi:067p", "pon:888s"], "dora_indicators": "1s"},
    ),
    Win(
        *("いわし", "S", "22299m555p888s33z", "9m", "ron"),
        fu=50,  # 20 + 10 + three times 4 + 4 for the triplet that ron opened
        yaku={"toitoi": 2, "sanankou": 2},
        paid={"discarder": 8_600},
        total=8_600,
        limit="mangan",
        circumstances={"dora_indicators": "4z", "honba": 2},
    ),
    Win(
        *("こまち", "E", "1235677899m", "6m", "tsumo"),
        fu=30,  # 20 + 4 + 2
        yaku={"honitsu": 2, "chun": 1, "dora": 3},
        paid={"each": 6_000},
        total=18_000,
        limit="haneman",
        circumstances={"melds": ["pon:777z"], "dora_indicators": "6z"},
    ),
    Win(
        *("つくし", "E", "234m567p46s11z", "5s", "tsumo"),
        fu=60,  # 20 + 32 + 4 for the double wind + 2 for the closed wait + 2
        yaku={"menzen_tsumo": 1, "rinshan": 1},
        paid={"each": 2_000},  # 60 × 16 × 2 = 1,920
        total=6_000,
        circumstances={"melds": ["ankan:9999s"], "flags": ["rinshan"], "dora_indicators": "5z1p"},
    ),
    Win(
        *("やまぶき", "W", "111m444p777999s5z", "5z", "ron"),
        fu=None,
        yaku={"suuankou_tanki": 13},
        paid={"discarder": 32_000},
        total=33_000,
        limit="yakuman",
        circumstances={"dora_indicators": "4z", "sticks": 1_000},
    ),
    Win(
        *("からす", "S", "3467899s", "5s", "tsumo"),
        fu=30,  # 22, rounded up
        yaku={"sanshoku": 1, "haitei": 1},
        paid={"dealer": 1_000, "others": 500},  # 30 × 16 = 480
        total=2_000,
        circumstances={
            "melds": ["chi:345m", "chi:345p"],
            "flags": ["haitei"],
            "dora_indicators": "1z",
        },
    ),
    Win(
        *("すすき", "S", "345m56667p23456s", "7s", "ron"),
        fu=30,
        yaku={"riichi": 1, "pinfu": 1, "tanyao": 1, "dora": 1},
        paid={"discarder": 7_700},  # 4 han of 30 fu are no mangan: 30 × 64 × 4 = 7,680
        total=7_700,
        circumstances={"flags": ["riichi"], "dora_indicators": "2m", "ura_indicators": "6z"},
    ),
]

THREE = [
    Win(
        *("ゆずりは", "S", "99m12367p456789s", "8p", "ron"),
        fu=30,
        # after 1 man comes 9 man
        yaku={"riichi": 1, "pinfu": 1, "dora": 2, "nuki_dora": 1},
        paid={"discarder": 8_200},  # a honba is 100 from each of two
        total=8_200,
        limit="mangan",
        circumstances={
            **{"flags": ["riichi"], "dora_indicators": "1m", "ura_indicators": "3p"},
            **{"nuki": 1, "honba": 1},
        },
    ),
    Win(
        *("みぞれ", "W", "345678p2257s777z", "6s", "tsumo"),
        fu=40,  # 20 + 8 + 2 + 2
        yaku={"menzen_tsumo": 1, "chun": 1},
        paid={"dealer": 1_300, "others": 700},  # 40 × 16 = 640; the missing 700 are lost
        total=2_000,
        circumstances={"dora_indicators": "9m"},
    ),
    Win(
        *("とんび", "E", "1237899p456789s", "6p", "tsumo"),
        fu=20,
        # both norths set aside are dora once more
        yaku={
            **{"riichi": 1, "ippatsu": 1, "menzen_tsumo": 1, "pinfu": 1},
            **{"dora": 2, "nuki_dora": 2},
        },
        paid={"each": 8_000},
        total=17_000,
        limit="baiman",
        circumstances={
            **{"flags": ["riichi", "ippatsu"], "dora_indicators": "3z", "ura_indicators": "9s"},
            **{"nuki": 2, "sticks": 1_000},
        },
    ),
    Win(
        *("はまぐり", "W", "19m19p19s1234567z", "1m", "ron"),
        fu=None,
        yaku={"kokushi13": 13},
        paid={"discarder": 32_000},
        total=32_000,
        limit="yakuman",
        circumstances={"dora_indicators": "9m"},
    ),
    Win(
        *("おぼろ", "W", "123456p22789s55z", "2s", "tsumo"),
        fu=30,  # 20 + 4 + 2 + 2, rounded up
        yaku={"menzen_tsumo": 1, "rinshan": 1, "nuki_dora": 1},
        paid={"dealer": 2_000, "others": 1_000},  # 30 × 32 = 960
        total=3_000,
        circumstances={"flags": ["rinshan"], "dora_indicators": "6z", "nuki": 1},
    ),
    Win(
        *("しぐれ", "E", "999m1133s", "1s", "ron"),
        fu=40,  # 20 + 2 + 4 + 8 + 4 for the triplet that ron opened
        yaku={"round_wind": 1, "toitoi": 2},
        paid={"discarder": 7_700},  # 40 × 32 × 6 = 7,680
        total=7_700,
        circumstances={"round": "S", "melds": ["pon:888p", "pon:222z"], "dora_indicators": "5s"},
    ),
]


@pytest.mark.parametrize(
    ("rule", "won"),
    [
        *(pytest.param("tenhou-4p-tonnan", won, id=f"4 players: {won.who}") for won in FOUR),
        *(pytest.param("tenhou-3p-tonnan", won, id=f"3 players: {won.who}") for won in THREE),
    ],
)
def test_a_win_is_worth_what_the_record_says(rule: str, won: Win) -> None:
    line = {
        **{"rule": rule, "hand": won.hand, "win": won.win, "how": won.how},
        **{"seat": won.seat, "round": "E"},
    }
    [(text, _ok)] = value_lines([json.dumps({**line, **won.circumstances})], today=date(2026, 1, 1))
    answer = json.loads(text)
    answer.pop("fu_parts", None)

    assert answer == {
        "yaku": won.yaku,
        "han": sum(won.yaku.values()),
        "fu": won.fu,
        "limit": won.limit,
        "total": won.total,
        "payment": won.paid,
    }
