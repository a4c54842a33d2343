"""How Tenhou writes numbers, days, names and yaku, read in our terms; no floats."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Final

from scoring.hands.hand import Hand
from scoring.hands.named import YAKUMAN_HAN
from scoring.tenhou.errors import RecordError

#: no stack in a record goes beyond this, in points
MOST_POINTS = 1_000_000
_WHOLE = re.compile(r"[-+]?[0-9]{1,7}", re.ASCII)
_SCORE = re.compile(r"([-+]?)([0-9]{1,5})(?:\.([0-9]))?", re.ASCII)


def whole(text: str, *, what: str, low: int = -MOST_POINTS, high: int = MOST_POINTS) -> int:
    """Read a whole number.

    Raises:
        RecordError: it is none, or beyond the bounds.
    """
    number = int(text) if _WHOLE.fullmatch(text) else None
    if number is None or not low <= number <= high:
        raise RecordError("no-whole", field=what, least=low, most=high)
    return number


def wholes(text: str, *, what: str, low: int = -MOST_POINTS, high: int = MOST_POINTS) -> list[int]:
    """Read whole numbers with commas between them; an empty text has none.

    Raises:
        RecordError: one that is none, or beyond the bounds.
    """
    parts = text.split(",") if text else []
    return [whole(part, what=what, low=low, high=high) for part in parts]


def score_of(text: str) -> int | None:
    """Read a score: ``+52.0`` is 52,000 points; None when it is none.

    One decimal at most. A zero may be signed: old programs write ``-0.0``.
    """
    found = _SCORE.fullmatch(text)
    if found is None:
        return None
    sign, units, tenths = found.groups()
    points = int(units) * 1_000 + int(tenths or 0) * 100
    return -points if sign == "-" else points


#: Mahjong Soul's numbers begin with the day: 220602-d182ba37-…
_PAIPU = re.compile(r"([0-9]{6})-[0-9a-f]{8}-", re.ASCII)
_LOG_ID = re.compile(r"[0-9]{10}gm-[0-9a-f]{4}-[0-9]{4,5}-[0-9a-fx]{1,40}", re.ASCII)
#: lists of results: sca20151214.log.gz, scb2015121400.html
_LIST = re.compile(r"sc[a-z]([0-9]{8})(?:[0-9]{2})?(?![0-9])", re.ASCII)


def log_id_in(text: str) -> str:
    """Find a log's name in a file name or an address; empty when there is none."""
    found = _LOG_ID.search(text)
    return found[0] if found else ""


def day_of_log(log_id: str) -> date | None:
    """The day a log's name begins with, if it begins with one: Tenhou's or Mahjong Soul's."""
    paipu = _PAIPU.match(log_id)
    return _day(f"20{paipu[1]}" if paipu else log_id[:8])


def day_of_list(file_name: str) -> date | None:
    """The day that the file name of a result list tells: ``sca20151214.log``."""
    found = _LIST.search(file_name)
    return _day(found[1]) if found else None


def _day(digits: str) -> date | None:
    if re.fullmatch(r"[0-9]{8}", digits, re.ASCII) is None:
        return None
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:  # the 31st of some month
        return None


def split_team(name: str) -> tuple[str, str | None]:
    """Take ``name@team`` apart: at the last @, half or full width, if both sides have something.

    Players' own names hold @ as well, mostly before it, so the last one counts. ``@name`` and
    ``name@`` are names without a team.

    >>> split_team("a@b＠Tigers")
    ('a@b', 'Tigers')
    """
    at = max(name.rfind("@"), name.rfind("＠"))
    own, team = name[: max(at, 0)].strip(), name[at + 1 :].strip()
    return (own, team) if own and team else (name, None)


# yaku: winds are told apart (``seat_wind S``), norths that were set aside are ``dora``

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
    dict(zip(_JAPANESE, YAKU, strict=True))
    | {"役牌 発": "hatsu", "抜きドラ": "dora"}
    # Mahjong Soul's
    | {"ダブル立直": "double_riichi", "国士無双十三面待ち": "kokushi13"}
)
#: Mahjong Soul's winds: which one, the table tells
WIND_YAKU: Mapping[str, str] = MappingProxyType(
    {"役牌:自風牌": "seat_wind", "役牌:場風牌": "round_wind"}
)

#: by their numbers in mjlog
LIMITS: Final = (None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
#: by how a hand's price begins in tenhou.net/6
LIMITS_BY_NAME: Mapping[str, str] = MappingProxyType(
    {
        "満貫": "mangan",
        "切り上げ満貫": "mangan",
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
        is_yakuman = not han % YAKUMAN_HAN
        found[name] = found.get(name, 0) + (min(han, YAKUMAN_HAN) if is_yakuman else han)
    return found


def wind_yaku(kind: str, wind: int) -> str:
    """Name a wind's yaku: ``seat_wind S`` of the South, 1."""
    return f"{kind} {_WINDS[wind]}"


def limit_as_recorded(limit: str | None) -> str | None:
    """Our limit as a record would have it: every yakuman is one, counted or several too."""
    return "yakuman" if limit and "yakuman" in limit else limit


def yakuman_as_recorded(keys: tuple[str, ...]) -> dict[str, int]:
    """Yakuman that a record names, with their han."""
    return dict.fromkeys(keys, YAKUMAN_HAN)
