"""Whatever an evaluator says of a hand has words in both languages."""

from __future__ import annotations

import inspect
import re

import pytest
from django.utils import translation

from league.wording.hands import (
    flag_name,
    fu_reason,
    limit_name,
    pattern_name,
    payers,
    wind_names,
    yaku_name,
)
from rules.presets import load
from scoring.hands import fu
from scoring.hands.hand import FLAGS
from scoring.hands.prices import Payment
from scoring.hands.yaku import YAKU_ORDER

LANGUAGES = ("ja", "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_yaku_have_the_same_name(language: str) -> None:
    with translation.override(language):
        names = [yaku_name(key).name for key in YAKU_ORDER]

    assert len(set(names)) == len(names)


def test_a_yaku_stands_with_its_reading_or_with_its_kanji() -> None:
    with translation.override("ja"):
        assert yaku_name("pinfu") == ("平和", "ピンフ")
    with translation.override("en"):
        assert yaku_name("pinfu") == ("Pinfu (no points)", "平和")


def test_a_pattern_stands_with_its_kanji() -> None:
    with translation.override("en"):
        assert pattern_name("all_sequences") == ("All sequences", "平和")
    with translation.override("ja"):
        assert pattern_name("all_sequences").name == "平和"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_flag_has_a_name(language: str) -> None:
    with translation.override(language):
        assert len({flag_name(flag) for flag in FLAGS}) == len(FLAGS)


def test_every_reason_for_fu_is_said_in_japanese() -> None:
    source = inspect.getsource(fu)
    reasons = set(re.findall(r'\d, "([a-z ]+)"\)', source))
    reasons |= set(re.findall(r'FuPart\("([a-z0-9 ]+)"', source))
    reasons |= set(re.findall(r'"((?:pair of|[a-z]+ wait)[a-z ]*)"', source))

    with translation.override("ja"):
        english = [reason for reason in reasons if re.search("[a-z]", fu_reason(reason))]
        rounded = fu_reason(fu.ROUNDED_UP, 40)

    assert len(reasons) >= 15
    assert english == []
    assert rounded == "40符に切り上げ"


@pytest.mark.parametrize(
    ("limit", "japanese"),
    [
        (None, ""),
        ("mangan", "満貫"),
        ("haneman", "跳満"),
        ("baiman", "倍満"),
        ("sanbaiman", "三倍満"),
        ("counted_yakuman", "数え役満"),
        ("yakuman", "役満"),
        ("yakuman_2", "ダブル役満"),
        ("yakuman_3", "3倍役満"),
        ("moon", "moon"),
    ],
)
def test_a_limit_is_named(limit: str | None, japanese: str) -> None:
    with translation.override("ja"):
        assert limit_name(limit) == japanese


@pytest.mark.parametrize(
    ("payment", "expected"),
    [
        (Payment(discarder=3_900), [("放銃者", 3_900)]),
        (Payment(dealer=2_000, others=1_000), [("親", 2_000), ("子(一人あたり)", 1_000)]),
        (Payment(each=4_000), [("全員(一人あたり)", 4_000)]),
    ],
    ids=["ron", "tsumo", "the dealer's tsumo"],
)
def test_who_pays_is_said_of_those_alone_who_pay(
    payment: Payment, expected: list[tuple[str, int]]
) -> None:
    with translation.override("ja"):
        assert payers(payment) == expected


def test_the_winds_are_named_in_order() -> None:
    with translation.override("ja"):
        assert wind_names() == ("東", "南", "西", "北")


def test_every_pattern_of_zung_jung_has_a_name() -> None:
    parameters = load("zung-jung").versions[-1].parameters
    keys = [
        name.removeprefix("worth_")
        for name in type(parameters.patterns).model_fields  # type: ignore[union-attr]
        if name.startswith("worth_") and name != "worth_cap"
    ]

    with translation.override("en"):
        assert len({pattern_name(key).name for key in keys}) == len(keys) > 40
