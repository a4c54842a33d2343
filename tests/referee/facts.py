"""What each document says of the worth of a hand, as somebody reads it who has never seen the code.

``SILENT`` stands where a document says nothing: there the product's own clause holds, and the
referee takes it from the parameters.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

SILENT: Final[Any] = None
DOUBLES: Final = frozenset({"daisuushii", "kokushi13", "chuuren_pure", "suuankou_tanki"})


@dataclass(frozen=True, kw_only=True)
class Facts:
    """Han, fu and price of a set's hands."""

    players: int = 4
    day: str = "2026-11-01"
    table: str = "fu"  # or the tables without fu: 4p, 3p
    open_tanyao: bool = True
    raised: bool = SILENT  # 30 fu 4 han and 60 fu 3 han are a mangan
    double_wind_fu: int = SILENT
    rinshan_fu: bool = SILENT  # whether it takes the 2 fu of a tsumo
    open_20: str = "30"  # an open ron of 20 fu: 20, 30, or 30 at 1 han
    counted: bool = SILENT  # 13 han are a yakuman, else a sanbaiman
    several: str = SILENT  # yakuman: one of them, the best, or all
    doubles: frozenset[str] = frozenset()
    renhou: str = ""  # yakuman; 5 (han) with the others; alone (5 han or the rest)
    green_needs_hatsu: bool = False
    reds: tuple[int, int, int] = (0, 0, 0)
    reds_are_yaku: bool = False
    ippatsu: bool = True
    ura: bool = True
    kan_dora: bool = True
    indicators: int = 1
    seven_pairs_of_four: bool = False
    closed_kan_robbed: bool = SILENT
    flat_tsumo: bool = True  # 平和 by tsumo
    flat_open: bool = False
    minimum: int = 1
    two_han_from: int | None = None
    ippatsu_is_late: bool = False  # it is no han that the minimum asks for
    honba_ron: int = 300
    honba_each: int = 100
    honba_needs_yaku: bool = False
    aside: str = ""  # norths, flowers
    north_counts: bool = False  # as a value tile, always
    pocchi: bool = False  # one white is wild where it is drawn in riichi
    open_riichi: bool = False
    most: str = ""  # mangan: nothing above it
    dora_beside: int = 0  # paid for each, and no han
    apart: tuple[tuple[str, str], ...] = ()  # the first is not counted beside the second
    han: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))


_PLAIN = Facts()
_CLUB = replace(
    _PLAIN, reds=(1, 1, 1), raised=True, double_wind_fu=4, rinshan_fu=True, counted=True
)
_NEKOHOUSE = replace(_CLUB, several="one", renhou="yakuman", closed_kan_robbed=True)
_YAKYU = replace(
    _PLAIN,
    raised=False,
    counted=True,
    several="all",
    closed_kan_robbed=False,
    ippatsu_is_late=True,
    apart=(("ippatsu", "rinshan"), ("haitei", "rinshan")),
)
_THREE: Final[dict[str, Any]] = {
    "players": 3,
    "aside": "norths",
    "honba_ron": 200,
    "honba_each": 100,
}
_TENHOU = replace(_YAKYU, reds=(1, 1, 1), double_wind_fu=4, rinshan_fu=True)
_SOUL = replace(
    _PLAIN,
    reds=(1, 1, 1),
    raised=False,
    double_wind_fu=4,
    rinshan_fu=True,
    counted=True,
    several="all",
    doubles=DOUBLES,
    closed_kan_robbed=True,
)
_EMA_OLD = replace(
    _PLAIN, reds=(1, 1, 1), open_tanyao=False, raised=False, renhou="yakuman", two_han_from=5
)
_EMA = replace(_PLAIN, counted=False, several="one", renhou="alone")
_WRC = replace(_PLAIN, counted=False, several="one", renhou="alone")
_NO_BONUS: Final[dict[str, Any]] = {"ippatsu": False, "ura": False, "kan_dora": False}

FACTS: Mapping[str, Facts] = MappingProxyType(
    {
        "kinyoukai": replace(
            _CLUB,
            raised=False,
            several="all",
            doubles=DOUBLES,
            renhou="yakuman",
            open_20="30 at 1 han",
            closed_kan_robbed=True,
        ),
        "nekohouse-4a": _NEKOHOUSE,
        "nekohouse-4b": replace(
            _NEKOHOUSE,
            table="4p",
            seven_pairs_of_four=True,
            pocchi=True,
            honba_ron=1_500,
            honba_each=500,
        ),
        "nekohouse-3a": replace(_NEKOHOUSE, reds=(0, 1, 1), **_THREE),
        "nekohouse-3b": replace(
            _NEKOHOUSE,
            table="3p",
            players=3,
            reds=(0, 4, 4),
            seven_pairs_of_four=True,
            pocchi=True,
            open_riichi=True,
            aside="flowers",
            north_counts=True,
            honba_ron=1_000,
            honba_each=1_000,
            han=MappingProxyType({"chanta": (4, 2), "honroutou": (4, 2), "junchan": (6, 4)}),
        ),
        "nekohouse-boo": replace(
            _NEKOHOUSE,
            raised=False,
            open_tanyao=False,
            flat_tsumo=False,
            flat_open=True,
            open_20="20",
            most="mangan",
            reds=(0, 1, 0),
            reds_are_yaku=True,
            dora_beside=1_500,
            seven_pairs_of_four=True,
            minimum=0,
            honba_ron=1_500,
            honba_each=500,
            honba_needs_yaku=True,
            han=MappingProxyType(
                {
                    "pinfu": (1, 1),
                    "honitsu": (2, 2),
                    **dict.fromkeys(("shousangen", "honroutou", "sanshoku_doukou"), (5, 5)),
                    **dict.fromkeys(("sankantsu", "ryanpeikou", "chinitsu"), (5, 5)),
                }
            ),
            **_NO_BONUS,
        ),
        "super-tonpu": replace(
            _CLUB,
            double_wind_fu=2,
            several="all",
            doubles=DOUBLES,
            reds=(2, 2, 2),
            indicators=2,
            honba_ron=1_500,
            honba_each=500,
            closed_kan_robbed=True,
        ),
        "yakyu-4p-tonnan": _YAKYU,
        "yakyu-4p-tonpu": _YAKYU,
        "yakyu-4p-tonnan 2006": replace(_YAKYU, day="2006-06-01", two_han_from=5),
        "tenhou-4p-tonnan 2006": replace(_TENHOU, day="2006-09-01", two_han_from=5, reds=(1, 2, 1)),
        "yakyu-3p-tonnan": replace(_YAKYU, **_THREE),
        "yakyu-3p-tonpu": replace(_YAKYU, **_THREE),
        "tenhou-4p-tonnan": _TENHOU,
        "tenhou-4p-tonpu": _TENHOU,
        "tenhou-3p-tonnan": replace(_TENHOU, **{**_THREE, "reds": (0, 1, 1)}),
        "tenhou-3p-tonpu": replace(_TENHOU, **{**_THREE, "reds": (0, 1, 1)}),
        "mahjong-soul-4p": _SOUL,
        "mahjong-soul-3p": replace(_SOUL, **{**_THREE, "reds": (0, 1, 1)}),
        "m-league": replace(
            _PLAIN,
            reds=(1, 1, 1),
            raised=True,
            double_wind_fu=2,
            counted=False,
            several="all",
            closed_kan_robbed=False,
        ),
        "ema 2008": replace(_EMA_OLD, day="2010-01-01", counted=True, several="all"),
        "ema 2012": replace(
            _EMA_OLD,
            day="2013-01-01",
            counted=True,
            several="best",
            doubles=frozenset({"daisuushii"}),
        ),
        "ema 2016": replace(_EMA, day="2017-01-01", raised=False),
        "ema 2025": replace(_EMA, raised=True, double_wind_fu=2),
        "wrc 2014": replace(_WRC, day="2014-08-01", renhou="5"),
        "wrc 2015": replace(_WRC, day="2017-01-01", raised=True),
        "wrc 2022": replace(
            _WRC, day="2023-01-01", raised=True, several="all", double_wind_fu=2, renhou=SILENT
        ),
        "wrc 2025": replace(_WRC, raised=True, several="all", counted=True, double_wind_fu=2),
        "rrc": replace(
            _PLAIN, raised=False, counted=True, several="all", renhou=SILENT, doubles=SILENT
        ),
        "jpml 2012": replace(
            _PLAIN,
            day="2013-01-01",
            raised=False,
            counted=False,
            several="one",
            renhou=SILENT,
            green_needs_hatsu=True,
            double_wind_fu=4,
            rinshan_fu=False,
            closed_kan_robbed=True,
            **_NO_BONUS,
        ),
        "jpml 2026": replace(
            _PLAIN,
            raised=False,
            counted=True,
            several="all",
            double_wind_fu=2,
            **_NO_BONUS,
        ),
        "jpml-wrc": replace(_PLAIN, raised=True, double_wind_fu=2, renhou=SILENT),
        "jpml-wrc-r": replace(_PLAIN, raised=True, double_wind_fu=2, reds=(1, 1, 1), renhou=SILENT),
        "saikouisen": replace(_PLAIN, raised=True, renhou=SILENT),
        "saikouisen-classic": replace(_PLAIN, raised=False, renhou=SILENT, **_NO_BONUS),
        "npm": replace(_PLAIN, renhou=SILENT),
        "rmu-a": replace(_PLAIN, renhou=SILENT),
        "rmu-b": replace(_PLAIN, renhou=SILENT, **_NO_BONUS),
        "rmu-m": replace(_PLAIN, reds=(1, 1, 1), renhou=SILENT),
        "mu": replace(
            _PLAIN,
            raised=False,
            renhou=SILENT,
            honba_ron=0,
            honba_each=0,
            closed_kan_robbed=False,
            **_NO_BONUS,
        ),
    }
)

#: where a document is silent, the parameter that has the product's own answer
_PARAMETERS: Final = {
    "raised": "raised_mangan",
    "double_wind_fu": "double_wind_pair_fu",
    "rinshan_fu": "rinshan_tsumo_fu",
    "counted": "counted_yakuman",
    "several": "highest_hand",
    "closed_kan_robbed": "kokushi_robs_closed_kan",
    "renhou": "han_renhou",
    "doubles": "yakuman_kokushi13",
}
_SEVERAL: Final = {"yakuman": "one", "best_yakuman": "best", "several_yakuman": "all"}


def filled(facts: Facts, value_of: Mapping[str, Any]) -> Facts:
    """Fill in what the document does not say from the product's own parameters."""
    found: dict[str, Any] = {}
    for name, parameter in _PARAMETERS.items():
        if getattr(facts, name) is SILENT:
            found[name] = value_of[parameter]
    if "several" in found:
        found["several"] = _SEVERAL[found["several"]]
    if "renhou" in found:
        han, alone = value_of["han_renhou"][0], value_of["renhou_alone"]
        found["renhou"] = "yakuman" if value_of["yakuman_renhou"] else ""
        if han:
            found["renhou"] = "alone" if alone else "5"
    if "doubles" in found:
        found["doubles"] = frozenset(name for name in DOUBLES if value_of[f"yakuman_{name}"] == 2)
    return replace(facts, **found)
