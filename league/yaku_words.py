"""Yaku and patterns for people: their names, how they are read, and what they ask of a hand.

Names and conditions are those of ``rules.words``, so that every page calls a yaku the same; here
stand the readings, and the bonus tiles, which no parameter names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from league.rule_wording import language
from rules import words
from rules.parameters import RiichiParameters, parameter_names

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: kana by the key of a yaku, of a yakuman or of a bonus
_READINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "riichi": "リーチ",
        "double_riichi": "ダブルリーチ",
        "open_riichi": "オープンリーチ",
        "double_open_riichi": "ダブルオープンリーチ",
        "ippatsu": "いっぱつ",
        "menzen_tsumo": "メンゼンツモ",
        "pinfu": "ピンフ",
        "tanyao": "タンヤオ",
        "iipeikou": "イーペーコー",
        "seat_wind": "じかぜはい",
        "round_wind": "ばかぜはい",
        "haku": "ハク",
        "hatsu": "ハツ",
        "chun": "チュン",
        "rinshan": "リンシャンカイホウ",
        "chankan": "チャンカン",
        "haitei": "ハイテイモーユエ",
        "houtei": "ホウテイラオユイ",
        "chiitoitsu": "チートイツ",
        "sanshoku": "サンショクドウジュン",
        "ittsu": "イッキツウカン",
        "chanta": "チャンタ",
        "toitoi": "トイトイホー",
        "sanankou": "サンアンコー",
        "shousangen": "ショウサンゲン",
        "honroutou": "ホンロウトウ",
        "sanshoku_doukou": "サンショクドウコー",
        "sankantsu": "サンカンツ",
        "honitsu": "ホンイーソー",
        "junchan": "ジュンチャン",
        "ryanpeikou": "リャンペーコー",
        "chinitsu": "チンイーソー",
        "tenhou": "テンホー",
        "chiihou": "チーホー",
        "renhou": "レンホー",
        "kokushi": "こくしむそう",
        "kokushi13": "こくしむそう じゅうさんめんまち",
        "daisangen": "ダイサンゲン",
        "suuankou": "スーアンコー",
        "suuankou_tanki": "スーアンコータンキ",
        "shousuushii": "ショウスーシー",
        "daisuushii": "ダイスーシー",
        "tsuuiisou": "ツーイーソー",
        "chinroutou": "チンロウトウ",
        "ryuuiisou": "リューイーソー",
        "suukantsu": "スーカンツ",
        "chuuren": "チューレンポウトウ",
        "chuuren_pure": "じゅんせい チューレンポウトウ",
        "dora": "ドラ",
        "aka_dora": "あかドラ",
        "ura_dora": "うらドラ",
        "nuki_dora": "ぬきドラ",
        "counted_yakuman": "かぞえやくまん",
    }
)
#: kana by the key of a pattern of Zung Jung
_PATTERN_READINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "all_sequences": "ピンフ",
        "concealed_hand": "メンゼンチン",
        "no_terminals": "タンヤオ",
        "mixed_one_suit": "ホンイーソー",
        "pure_one_suit": "チンイーソー",
        "nine_gates": "チューレンポウトウ",
        "value_honor": "ファンパイ",
        "small_three_dragons": "ショウサンゲン",
        "big_three_dragons": "ダイサンゲン",
        "small_three_winds": "ショウサンフウ",
        "big_three_winds": "ダイサンフウ",
        "small_four_winds": "ショウスーシー",
        "big_four_winds": "ダイスーシー",
        "all_honors": "ツーイーソー",
        "all_triplets": "トイトイホー",
        "two_concealed_triplets": "リャンアンコー",
        "three_concealed_triplets": "サンアンコー",
        "four_concealed_triplets": "スーアンコー",
        "one_kong": "イーカンツ",
        "two_kong": "リャンカンツ",
        "three_kong": "サンカンツ",
        "four_kong": "スーカンツ",
        "two_identical_sequences": "イーペーコー",
        "two_identical_sequences_twice": "リャンペーコー",
        "three_identical_sequences": "いっしょくさんどうじゅん",
        "four_identical_sequences": "いっしょくよんどうじゅん",
        "three_similar_sequences": "サンショクドウジュン",
        "small_three_similar_triplets": "さんしょくしょうどうこう",
        "three_similar_triplets": "サンショクドウコー",
        "nine_tile_straight": "イッキツウカン",
        "three_consecutive_triplets": "サンレンコー",
        "four_consecutive_triplets": "スーレンコー",
        "mixed_lesser_terminals": "ホンチャンタイヤオ",
        "pure_lesser_terminals": "ジュンチャンタイヤオ",
        "mixed_greater_terminals": "ホンヤオチュー",
        "pure_greater_terminals": "チンヤオチュー",
        "final_draw": "ハイテイラオユエ",
        "final_discard": "ホウテイラオユイ",
        "win_on_kong": "リンシャンカイホウ",
        "robbing_a_kong": "チャンカン",
        "blessing_of_heaven": "テンホー",
        "blessing_of_earth": "チーホー",
        "thirteen_terminals": "シーサンヤオチュー",
        "seven_pairs": "チートイツ",
        "chicken_hand": "",
    }
)
#: what counts in a hand and is a value of no parameter: Japanese, English
_BONUSES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "dora": ("ドラ", "Dora"),
        "aka_dora": ("赤ドラ", "Aka dora (red fives)"),
        "ura_dora": ("裏ドラ", "Ura dora"),
        "nuki_dora": ("抜きドラ", "Nuki dora (tiles set aside)"),
        "counted_yakuman": ("数え役満", "Counted yakuman"),
    }
)
#: where the words of a parameter tell an editor what to enter
_ABOUT: Final[Mapping[str, StrPromise]] = MappingProxyType(
    {
        "double_riichi": _("Riichi with one's first discard; the han are those of riichi too."),
        "open_riichi": _("Riichi with the hand shown; the han are those of riichi too."),
        "double_open_riichi": _("Open riichi with one's first discard; the han are those in all."),
        "tanyao": _("Only suited tiles from 2 to 8."),
    }
)
#: how the words of a pattern name its number
_NUMBER: Final = re.compile(r"^Pattern [\d.]+[:,] | ?\(\d[\d.]*\)")
_NAMED = frozenset(parameter_names(RiichiParameters))


def parameter_of(key: str) -> str:
    """The parameter that says what a yaku or a yakuman is worth."""
    return f"han_{key}" if f"han_{key}" in _NAMED else f"yakuman_{key}"


def yaku_name(key: str) -> str:
    """A yaku, yakuman or bonus in the reader's language: 平和, Pinfu (no points).

    Raises:
        UnknownParameterError: there is no such yaku.
    """
    return _name(key, language())


def yaku_kanji(key: str) -> str:
    """The same in Japanese, whatever the reader's language."""
    return _name(key, "ja")


def yaku_english(key: str) -> str:
    """The same in English, whatever the reader's language."""
    return _name(key, "en")


def yaku_reading(key: str) -> str:
    """The same in kana.

    Raises:
        KeyError: there is no such yaku.
    """
    return _READINGS[key]


def yaku_about(key: str) -> str:
    """What a yaku or a yakuman asks of a hand, in the reader's language; of no bonus.

    Raises:
        UnknownParameterError: there is no such yaku.
    """
    own = _ABOUT.get(key)
    return str(own) if own else words.about("riichi", parameter_of(key), language())


def pattern_name(key: str) -> str:
    """A pattern of Zung Jung in the reader's language.

    Raises:
        UnknownParameterError: there is no such pattern.
    """
    return words.name_of("zung_jung", f"worth_{key}", language())


def pattern_kanji(key: str) -> str:
    """The same in Japanese, whatever the reader's language."""
    return words.name_of("zung_jung", f"worth_{key}", "ja")


def pattern_english(key: str) -> str:
    """The same in English, whatever the reader's language."""
    return words.name_of("zung_jung", f"worth_{key}", "en")


def pattern_reading(key: str) -> str:
    """The same in kana; empty for the hand without a pattern.

    Raises:
        KeyError: there is no such pattern.
    """
    return _PATTERN_READINGS[key]


def pattern_about(key: str) -> str:
    """What a pattern asks of a hand, in the reader's language, without its number.

    Raises:
        UnknownParameterError: there is no such pattern.
    """
    text = _NUMBER.sub("", words.about("zung_jung", f"worth_{key}", language()))
    return text[:1].upper() + text[1:]


def _name(key: str, lang: words.Lang) -> str:
    if key in _BONUSES:
        japanese, english = _BONUSES[key]
        return japanese if lang == "ja" else english
    return words.name_of("riichi", parameter_of(key), lang)
