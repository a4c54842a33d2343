"""Values in words, as a club would say them."""

from __future__ import annotations

from typing import Any

import pytest

from rules.parameters import BooParameters, RiichiParameters, ZungJungParameters, override
from rules.parameters.base import FamilyParameters
from rules.presets import load
from rules.words import say

WORDINGS: list[tuple[FamilyParameters, dict[str, Any], str, str, str]] = [
    (RiichiParameters(), {}, "return_points", "30,000点", "30,000 points"),
    (RiichiParameters(), {}, "cap_points", "なし", "none"),
    (RiichiParameters(), {"cap_points": 60_000}, "cap_points", "60,000点", "60,000 points"),
    (RiichiParameters(), {"chombo_payment": 0}, "chombo_payment", "0点", "0 points"),
    (RiichiParameters(), {}, "uma", "なし", "none"),
    (
        RiichiParameters(),
        {"uma": [12_500, 4_000, -4_000, -12_500]},
        "uma",
        "+12.5 / +4 / ▲4 / ▲12.5",
        "+12.5 / +4 / −4 / −12.5",
    ),
    (
        RiichiParameters(),
        {
            "players": 3,
            "uma_kind": "floating",
            "floating_uma": [
                (0, 0, 0),
                (20_000, -5_000, -15_000),
                (9_000, 6_000, -15_000),
                (0,) * 3,
            ],
        },
        "floating_uma",
        "浮き0人なら0 / 0 / 0、浮き1人なら+20 / ▲5 / ▲15、浮き2人なら+9 / +6 / ▲15、"
        "浮き3人なら0 / 0 / 0",
        "0 / 0 / 0 with 0 floating, +20 / −5 / −15 with 1 floating, "
        "+9 / +6 / −15 with 2 floating, 0 / 0 / 0 with 3 floating",
    ),
    (RiichiParameters(), {}, "chip_value", "なし(枚数だけ数える)", "none; chips are only counted"),
    (RiichiParameters(), {"chip_value": 2_500}, "chip_value", "2.5pt", "2.5 pt"),
    (RiichiParameters(), {"bust_bonus": 10_000, "score_name": "P"}, "bust_bonus", "10P", "10 P"),
    (BooParameters(), {}, "maru_a", "3勝利点", "3 victory points"),
    (BooParameters(), {}, "maru_c", "1勝利点", "1 victory point"),
    (ZungJungParameters(), {}, "score_per_point", "1点", "1 point"),
    (ZungJungParameters(), {"score_per_point": 1_500}, "score_per_point", "1.5点", "1.5 points"),
    (ZungJungParameters(), {}, "payment_base", "30点", "30 points"),
    (ZungJungParameters(), {}, "worth_chicken_hand", "1点", "1 point"),
    (RiichiParameters(), {}, "red_man", "1枚", "1 tile"),
    (RiichiParameters(), {"red_man": 0}, "red_man", "なし", "none"),
    (RiichiParameters(), {"machine_setting": 0}, "machine_setting", "0番", "0"),
    (RiichiParameters(), {}, "machine_setting", "定めなし", "not laid down"),
    (RiichiParameters(), {"time_limit_minutes": 60}, "time_limit_minutes", "60分", "60 minutes"),
    (RiichiParameters(), {}, "minimum_han", "1翻", "1 han"),
    (RiichiParameters(), {}, "han_toitoi", "2翻", "2 han"),
    (RiichiParameters(), {}, "han_ittsu", "2翻(鳴くと1翻)", "2 han, 1 when open"),
    (RiichiParameters(), {}, "han_chiitoitsu", "2翻(門前のみ)", "2 han, closed only"),
    (RiichiParameters(), {}, "han_open_riichi", "採用しない", "not played"),
    (
        RiichiParameters(),
        {"raised_mangan": True},
        "raised_mangan",
        "満貫に切り上げる",
        "raised to a mangan",
    ),
    (
        RiichiParameters(),
        {"bonus_tiles": "norths", "bonus_breaks": ["ippatsu", "tenhou"]},
        "bonus_breaks",
        "一発、天和",
        "ippatsu, tenhou",
    ),
    (
        RiichiParameters(),
        {"open_options": ["open_tanyao", "red_fives"]},
        "open_options",
        "喰いタン、赤牌",
        "Open tanyao, Red fives",
    ),
    (
        RiichiParameters(),
        {"exclusive_yaku": [("rinshan", "haitei"), ("ryanpeikou", "iipeikou")]},
        "exclusive_yaku",
        "嶺上開花(海底摸月は数えない)、二盃口(一盃口は数えない)",
        "Rinshan kaihou (without Haitei), Ryanpeikou (without Iipeikou)",
    ),
    (
        RiichiParameters(),
        {
            "penalty_table": [
                {"kind": "chombo", "amount": 3_000},
                {"kind": "遅刻", "amount": 1_500, "paid_to": "nobody"},
            ]
        },
        "penalty_table",
        "チョンボ 3pt(ほかの各人に払う)、「遅刻」 1.5pt(本人から引くだけ)",
        "chombo 3 pt (to each other player); “遅刻” 1.5 pt (simply lost)",
    ),
    (
        RiichiParameters(),
        {
            "penalty_table": [
                {"kind": "referee", "amount": 100, "amount_to": 20_000, "paid_to": "nobody"},
                {"kind": "yellow_card", "amount": 0, "paid_to": "nobody", "becomes": "退場"},
                {"kind": "退場", "amount": 20_000, "paid_to": "nobody"},
            ]
        },
        "penalty_table",
        "審判の罰則 0.1pt～20pt(0.1pt刻み)(本人から引くだけ)、"
        "イエローカード 0pt(本人から引くだけ)、同じ日に2回で「退場」も付く、"
        "「退場」 20pt(本人から引くだけ)",
        "referee’s penalty 0.1 pt to 20 pt in steps of 0.1 pt (simply lost); "
        "yellow card 0 pt (simply lost), 2 on one day also bring “退場”; "
        "“退場” 20 pt (simply lost)",
    ),
    (
        BooParameters(),
        {"penalty_table": [{"kind": "chombo", "amount": 1_000}]},
        "penalty_table",
        "チョンボ 1勝利点(ほかの各人に払う)",
        "chombo 1 victory point (to each other player)",
    ),
    (
        ZungJungParameters(),
        {"penalty_table": [{"kind": "chombo", "amount": 2_000}]},
        "penalty_table",
        "チョンボ 2点(ほかの各人に払う)",
        "chombo 2 points (to each other player)",
    ),
    (RiichiParameters(), {}, "score_name", "pt", "pt"),
    (RiichiParameters(), {"score_name": "ポイント"}, "score_name", "ポイント", "ポイント"),
    (BooParameters(), {}, "score_name", "勝利点", "victory points"),
    (ZungJungParameters(), {}, "score_name", "点", "points"),
]


@pytest.mark.parametrize(
    ("family", "changes", "name", "ja", "en"),
    WORDINGS,
    ids=[f"{row[2]} {row[4]}"[:50] for row in WORDINGS],
)
def test_a_value_is_said_as_a_club_would_say_it(
    family: FamilyParameters, changes: dict[str, Any], name: str, ja: str, en: str
) -> None:
    parameters = override(family, changes)

    assert say(parameters, name, "ja") == ja
    assert say(parameters, name, "en") == en


def test_a_table_without_fu_is_said_row_by_row() -> None:
    parameters = load("nekohouse-4b").versions[0].parameters

    ja, en = say(parameters, "points_table", "ja"), say(parameters, "points_table", "en")

    assert ja.startswith(
        "1翻から、子はロン1,000・ツモ500/500、親はロン1,500・ツモ500オール。2翻から、"
    )
    assert en.startswith(
        "from 1 han, non-dealer 1,000 by ron and 500/500 by tsumo, dealer 1,500 and 500 all; from 2"
    )
