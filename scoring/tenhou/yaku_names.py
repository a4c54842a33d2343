"""The yaku of Tenhou's records, by number and by name, in our keys.

Winds are told apart: ``seat_wind S``. Norths that were set aside are ``dora`` there.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from scoring.hands.hand import Hand
from scoring.hands.named import YAKUMAN_HAN

_WINDS = "ESWN"
_SEAT_WINDS = tuple(f"seat_wind {wind}" for wind in _WINDS)
_ROUND_WINDS = tuple(f"round_wind {wind}" for wind in _WINDS)

#: by their numbers in mjlog
YAKU: Final = (
    *("menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu"),
    *("tanyao", "iipeikou", *_SEAT_WINDS, *_ROUND_WINDS, "haku", "hatsu", "chun"),
    *("double_riichi", "chiitoitsu", "chanta", "ittsu", "sanshoku", "sanshoku_doukou"),
    *("sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan"),
    *("honitsu", "chinitsu", "renhou", "tenhou", "chiihou", "daisangen", "suuankou"),
    *("suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren", "chuuren_pure"),
    *("kokushi", "kokushi13", "daisuushii", "shousuushii", "suukantsu"),
    *("dora", "ura_dora", "aka_dora"),
)
_JAPANESE = (
    *("門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和"),
    *("断幺九", "一盃口", *(f"自風 {wind}" for wind in "東南西北")),
    *(*(f"場風 {wind}" for wind in "東南西北"), "役牌 白", "役牌 發", "役牌 中"),
    *("両立直", "七対子", "混全帯幺九", "一気通貫", "三色同順", "三色同刻"),
    *("三槓子", "対々和", "三暗刻", "小三元", "混老頭", "二盃口", "純全帯幺九"),
    *("混一色", "清一色", "人和", "天和", "地和", "大三元", "四暗刻"),
    *("四暗刻単騎", "字一色", "緑一色", "清老頭", "九蓮宝燈", "純正九蓮宝燈"),
    *("国士無双", "国士無双１３面", "大四喜", "小四喜", "四槓子"),
    *("ドラ", "裏ドラ", "赤ドラ"),
)
#: by their names in tenhou.net/6
YAKU_BY_NAME: Mapping[str, str] = MappingProxyType(
    dict(zip(_JAPANESE, YAKU, strict=True)) | {"役牌 発": "hatsu", "抜きドラ": "dora"}
)

#: by their numbers in mjlog
LIMITS: Final = (None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
#: by how a hand's price begins in tenhou.net/6
LIMITS_BY_NAME: Mapping[str, str] = MappingProxyType(
    {
        "満貫": "mangan",
        "跳満": "haneman",
        "倍満": "baiman",
        "三倍満": "sanbaiman",
        "役満": "yakuman",
        "数え役満": "yakuman",
        "ダブル役満": "yakuman",
    }
)


def as_recorded(yaku: Mapping[str, int], hand: Hand) -> dict[str, int]:
    """Our yaku of a hand, as a record would have them; every yakuman once."""
    found: dict[str, int] = {}
    for key, han in yaku.items():
        name = {
            "seat_wind": _SEAT_WINDS[hand.seat],
            "round_wind": _ROUND_WINDS[hand.round],
            "nuki_dora": "dora",
        }.get(key, key)
        found[name] = found.get(name, 0) + han
    return found


def limit_as_recorded(limit: str | None) -> str | None:
    """Our limit as a record would have it: every yakuman is one, counted or several too."""
    return "yakuman" if limit and "yakuman" in limit else limit


def yakuman_as_recorded(keys: tuple[str, ...]) -> dict[str, int]:
    """Yakuman that a record names, with their han."""
    return dict.fromkeys(keys, YAKUMAN_HAN)
