"""What sections must agree on, and what three players take for granted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.parameters.contradictions import contradiction
from rules.parameters.hand import Hand
from rules.parameters.pao import Chips
from rules.parameters.play import Play
from rules.parameters.tiles import Dora, TileSet
from rules.parameters.yaku import Yaku
from rules.parameters.yakuman import Yakuman

#: what a version for three players meant before it could say so
_THREE_PLAYERS: Mapping[str, Mapping[str, object]] = {
    "play": {"noten_payment": 2_000, "honba_ron": 200, "riichi_wall_tiles": 3},
    "draws": {"abort_suufon": "none", "abort_suurii": "none"},
    "tiles": {"removed_tiles": "man_2_to_8", "red_man": 0},
    "dora": {"dora_after_man_1": "man_9"},
    "calls": {"chi": False},
    "hand": {"tsumo_loss": True},
}


def with_three_player_defaults(data: object) -> object:
    """Fill in, for three players, what stored parameters leave unsaid."""
    if not isinstance(data, dict) or not _is_for_three(data.get("game")):
        return data
    filled = dict(data)
    for section, values in _THREE_PLAYERS.items():
        own = data.get(section, {})
        if isinstance(own, dict):  # anything else is refused, or already complete
            filled[section] = {**values, **own}
    return filled


def _is_for_three(game: object) -> bool:
    return isinstance(game, dict) and game.get("players") == 3


def check_uma(field: str, row: Sequence[int], players: int) -> None:
    """Refuse an uma that is not one value a place, falling, with sum 0."""
    if len(row) != players:
        raise contradiction(field, "values-a-place", count=players, got=len(row))
    if sum(row) != 0:
        raise contradiction(field, "sum", sum=sum(row))
    if list(row) != sorted(row, reverse=True):
        raise contradiction(field, "rises")


def check_noten(play: Play, players: int) -> None:
    """Refuse a noten payment that cannot be shared in hundreds, however many are tenpai."""
    step = 200 if players == 3 else 600
    if play.noten_payment % step:
        raise contradiction("noten_payment", "not-shared", step=step)


def check_tiles(tiles: TileSet, dora: Dora) -> None:
    """Refuse a dora that is not in the wall, and replacements that nobody draws."""
    expected = "man_2" if tiles.removed_tiles == "none" else "man_9"
    if dora.dora_after_man_1 != expected:
        raise contradiction(
            "dora_after_man_1",
            "next-dora",
            expected=expected,
            other="removed_tiles",
            value=tiles.removed_tiles,
        )


def check_highest(hand: Hand, yakuman: Yakuman) -> None:
    """Refuse a double yakuman where a yakuman is the highest hand."""
    if hand.highest_hand == "several_yakuman":
        return
    for key, times in yakuman.times_table.items():
        if times > 1:
            raise contradiction(
                f"yakuman_{key}", "not-while", other="highest_hand", value=hand.highest_hand
            )


def check_chips(chips: Chips, tiles: TileSet, dora: Dora, yaku: Yaku) -> None:
    """Refuse chips for what is not played."""
    if chips.chip_ippatsu and "ippatsu" not in yaku.han_table:
        raise contradiction("chip_ippatsu", "needs", other="han_ippatsu")
    if chips.chip_ura and not dora.ura_dora:
        raise contradiction("chip_ura", "needs", other="ura_dora")
    if chips.chip_pocchi and not tiles.white_pocchi:
        raise contradiction("chip_pocchi", "needs", other="white_pocchi")
    if chips.chip_red and not (tiles.red_fives and tiles.red_man + tiles.red_pin + tiles.red_sou):
        raise contradiction("chip_red", "red-fives")
