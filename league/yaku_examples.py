"""A hand for each yaku and each yakuman, made of few sorts of tiles so that most rules know it.

Three players have no 2 to 8 man and may not call chi, so the hands do without both wherever they
can. Of several hands a page takes the first in which its own rules find the yaku.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from league.hand_examples import Example, ron, tsumo

#: four sequences that wait on both ends; what was declared or drawn makes the yaku
_PLAIN: Final = "234p567p22p345s67s"
#: closed, without a yaku of its own, waiting for a tile that it holds nowhere else
_NOTHING: Final = "234p678p99p567s24s"
#: two sequences, a pair and a wait for the fourth set beside a call
_REST: Final = "345p678p99p23s"

_SITUATIONS: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "riichi": (ron(_PLAIN, "8s", flags=("riichi",)),),
        "double_riichi": (ron(_PLAIN, "8s", flags=("double_riichi",)),),
        "open_riichi": (ron(_PLAIN, "8s", flags=("riichi", "open_riichi")),),
        "double_open_riichi": (ron(_PLAIN, "8s", flags=("double_riichi", "open_riichi")),),
        "ippatsu": (ron(_PLAIN, "8s", flags=("riichi", "ippatsu")),),
        "menzen_tsumo": (tsumo(_NOTHING, "3s"),),
        "rinshan": (tsumo(_REST, "4s", "ankan:1111p", flags=("rinshan",)),),
        "chankan": (ron(_NOTHING, "3s", flags=("chankan",)),),
        "haitei": (tsumo(_NOTHING, "3s", flags=("haitei",)),),
        "houtei": (ron(_NOTHING, "3s", flags=("houtei",)),),
        "tenhou": (Example(_PLAIN, "8s", tsumo=True, seat=0, flags=("tenhou",)),),
        "chiihou": (tsumo(_PLAIN, "8s", flags=("chiihou",)),),
        "renhou": (ron(_PLAIN, "8s", flags=("renhou",)),),
    }
)
_SHAPES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "pinfu": (ron("123p456p99p45s789s", "6s"),),
        "tanyao": (ron("234p666p88p345s67s", "8s"),),
        "iipeikou": (ron("223344p456s78s33z", "9s"),),
        "seat_wind": (ron(_REST, "4s", "pon:222z"),),
        "round_wind": (ron(_REST, "4s", "pon:111z"),),
        "haku": (ron(_REST, "4s", "pon:555z"),),
        "hatsu": (ron(_REST, "4s", "pon:666z"),),
        "chun": (ron(_REST, "4s", "pon:777z"),),
        "chiitoitsu": (ron("11p33p99p22s55s1z77z", "1z"),),
        "sanshoku": (ron("234m234p23s55s789s", "4s"),),
        "ittsu": (ron("123456789p23s55s", "4s"),),
        "chanta": (ron("123p789p12s789s33z", "3s"),),
        "toitoi": (ron("999p33s44s", "4s", "pon:222p", "pon:888s"),),
        "sanankou": (ron("222p888p555s67s99s", "8s"),),
        "shousangen": (ron("345p23s666z77z", "4s", "pon:555z"),),
        "honroutou": (ron("99p11s333z", "1s", "pon:111p", "pon:999s"),),
        "sanshoku_doukou": (ron("999m55p34s999s", "5s", "pon:999p"),),
        "sankantsu": (ron("567s3z", "3z", "ankan:1111p", "minkan:2222s", "kakan:8888p"),),
        "honitsu": (ron("123p567p99p22z333z", "9p"),),
        "junchan": (ron("123p789p99p12s789s", "3s"),),
        "ryanpeikou": (ron("223344p99p55667s", "7s"),),
        "chinitsu": (ron("1234555678999p", "3p"),),
    }
)
_YAKUMAN: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        "kokushi": (ron("19m19p19s1223456z", "7z"),),
        "kokushi13": (ron("19m19p19s1234567z", "7z"),),
        "daisangen": (ron("34p99s777z", "5p", "pon:555z", "pon:666z"),),
        "suuankou": (tsumo("111p444p33s888s77z", "3s"),),
        "suuankou_tanki": (ron("111p444p888s333z7z", "7z"),),
        "shousuushii": (ron("78s222z333z44z", "9s", "pon:111z"),),
        "daisuushii": (ron("99p33z444z", "3z", "pon:111z", "pon:222z"),),
        "tsuuiisou": (ron("22z33z666z", "3z", "pon:111z", "pon:555z"),),
        "chinroutou": (ron("999m11p11s", "1s", "pon:111m", "pon:999p"),),
        "ryuuiisou": (ron("2233466888s666z", "4s"),),
        "suukantsu": (
            ron("5s", "5s", "ankan:1111p", "minkan:3333s", "kakan:7777p", "minkan:2222z"),
        ),
        "chuuren": (ron("1112455678999p", "3p"), ron("1112455678999m", "3m")),
        "chuuren_pure": (ron("1112345678999p", "5p"), ron("1112345678999m", "5m")),
    }
)

#: by the key of the yaku, as parameters name it
YAKU_EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {**_SITUATIONS, **_SHAPES, **_YAKUMAN}
)
