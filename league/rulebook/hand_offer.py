"""What a rule lets one say of a hand: its tiles, calls, flags and bonus tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.parameters import Parameters, YakuRule, ZungJungParameters
from rules.words.applies import applies
from scoring.hands.checks import golds_of, reds_of
from scoring.hands.hand import FLAGS, MELD_KINDS
from scoring.hands.tiles import FLOWERS, KINDS, POCCHI, Tile, tile_name

#: a win on the tile of a closed kan, which no rule ignores
CLOSED_KAN: Final = "chankan_closed"
#: flags that mean a yaku or yakuman of their own name
_BY_YAKU: Final = tuple(flag for flag in FLAGS if flag not in ("furiten", CLOSED_KAN))
_ZUNG_JUNG: Final = ("haitei", "houtei", "rinshan", "chankan", "tenhou", "chiihou")
_ONLY_TSUMO: Final = frozenset({"haitei", "rinshan", "tenhou"})
_ONLY_RON: Final = frozenset({"houtei", "chankan", CLOSED_KAN, "renhou"})
_MAN_2_TO_8: Final = range(1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    is_zung_jung: bool
    players: int
    calls: tuple[str, ...]
    flags: tuple[str, ...]
    furiten_bars_ron: bool  # every ron, not that of the discarded tile alone
    reds: dict[str, int]  # how many of each red five, by its notation
    gold: int  # how many of them are gold
    bonus: str  # none, norths or flowers
    has_dora: bool
    has_ura: bool
    stick: int  # points; 0 where there are none
    rows: tuple[tuple[str, ...], ...]  # the tiles as the keyboard shows them

    def only_by(self, flag: str) -> str:
        """Return ``ron`` or ``tsumo`` for a flag of only one; 地和 and furiten vary by rules."""
        if flag == "chiihou":
            return "ron" if self.is_zung_jung else "tsumo"
        if flag == "furiten":
            return "tsumo" if self.furiten_bars_ron else ""
        return "tsumo" if flag in _ONLY_TSUMO else "ron" if flag in _ONLY_RON else ""

    @property
    def every_red(self) -> str:
        """Return the red fives for the page's script: ``0m1 0p2``."""
        return " ".join(f"{name}{count}" for name, count in self.reds.items())


def offer_of(parameters: Parameters) -> Offer:
    if isinstance(parameters, ZungJungParameters):
        return Offer(
            is_zung_jung=True,
            players=4,
            calls=MELD_KINDS,
            flags=_ZUNG_JUNG,
            furiten_bars_ron=False,
            reds={},
            gold=0,
            bonus="none",
            has_dora=False,
            has_ura=False,
            stick=0,
            rows=tuple(_plain_rows(frozenset())),
        )
    return _of_yaku_rule(parameters)


def _of_yaku_rule(rule: YakuRule) -> Offer:
    played = {**rule.yaku.han_table, **rule.yakuman.times_table}
    reds = {tile_name(tile): count for tile, count in reds_of(rule).items() if count}
    return Offer(
        is_zung_jung=False,
        players=rule.game.players,
        calls=tuple(kind for kind in MELD_KINDS if kind != "chi" or rule.calls.chi),
        flags=(*(flag for flag in _BY_YAKU if flag in played), *_of_closed_kan(rule), "furiten"),
        furiten_bars_ron=rule.furiten.furiten_covers == "all_waits",
        reds=reds,
        gold=sum(golds_of(rule).values()),
        bonus=rule.tiles.bonus_tiles,
        has_dora=True,
        has_ura=rule.dora.ura_dora,
        stick=rule.play.riichi_stick,
        rows=tuple(_rows(rule, reds)),
    )


def _of_closed_kan(rule: YakuRule) -> tuple[str, ...]:
    robs = rule.yakuman.kokushi_robs_closed_kan and applies(rule, "kokushi_robs_closed_kan")
    return (CLOSED_KAN,) if robs else ()


def _rows(rule: YakuRule, reds: dict[str, int]) -> Iterator[tuple[str, ...]]:
    out = frozenset(_MAN_2_TO_8 if rule.tiles.removed_tiles == "man_2_to_8" else ())
    yield from _plain_rows(out)
    marked = [*reds]
    if rule.tiles.white_pocchi:
        marked.append(tile_name(POCCHI))
    if rule.tiles.bonus_tiles == "flowers":
        marked += map(tile_name, FLOWERS)
    if marked:
        yield tuple(marked)


def _plain_rows(out: frozenset[Tile]) -> Iterator[tuple[str, ...]]:
    for start in range(0, KINDS, 9):
        tiles = range(start, min(start + 9, KINDS))
        yield tuple(tile_name(tile) for tile in tiles if tile not in out)
