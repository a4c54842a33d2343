"""Calls, kans, riichi and furiten."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from rules.parameters.base import Flag, Value
from rules.parameters.contradictions import contradiction
from rules.parameters.play import Tiles


class Calls(Value):
    """What may be called, in which order voices count, and which discards are barred after it."""

    chi: Flag = True
    """Whether a sequence may be called."""
    kuikae_pon: Flag = False
    """Whether the called tile of a pon may be discarded at once (喰い替え)."""
    kuikae_chi_same: Flag = False
    """Whether the called tile of a chi may be discarded at once."""
    kuikae_chi_other_end: Flag = False
    """Whether the other end of a chi may be discarded at once: 123 and a called 4, cut 1."""
    pon_voiced_after_chi: Literal["stands", "void"] = "stands"
    """A pon or kan voiced after a chi that was called properly late."""
    last_discard_calls: Flag = False
    """Whether the last discard may be called for a set."""
    kan_wall_tiles: Tiles = 1
    """Tiles that the wall must still hold for a kan."""
    kan_after_one_players_four: Flag = False
    """Whether others may kan when one player has four."""
    closed_kan_is_call: Flag = True
    """Whether a closed kan breaks 一発 and the first turn as a call does."""

    @model_validator(mode="after")
    def _kuikae_needs_chi(self) -> Self:
        for field in ("kuikae_chi_same", "kuikae_chi_other_end"):
            if getattr(self, field) and not self.chi:
                raise contradiction(field, "needs", other="chi")
        return self


class RiichiCall(Value):
    """Who may declare riichi, and what is free after it."""

    noten_riichi_allowed: Flag = False
    """Whether riichi is allowed without tenpai."""
    furiten_riichi: Flag = True
    """Whether riichi is allowed in furiten."""
    dead_wait_riichi: Flag = True
    """Whether riichi is allowed when no winning tile is left (純カラ)."""
    riichi_may_pass: Flag = True
    """Whether a riichi player may pass a winning discard."""
    riichi_closed_kan: Literal[
        "never", "any", "tenpai_kept", "waits_kept", "waits_and_shape_kept", "yaku_kept"
    ] = "waits_kept"
    """Which closed kans are free in riichi; ``yaku_kept``: sets, waits and yaku must stay."""
    riichi_okuri_kan: Flag = False
    """Whether a riichi player may kan without the drawn tile (送りカン)."""
    open_riichi_shows: Literal["hand", "waits"] = "hand"
    """What an open riichi shows, where there is one."""
    open_riichi_deal_in: Literal["as_any", "yakuman"] = "as_any"
    """What it costs to deal into an open riichi without riichi."""

    @model_validator(mode="after")
    def _okuri_kan_is_a_closed_kan(self) -> Self:
        if self.riichi_okuri_kan and self.riichi_closed_kan == "never":
            raise contradiction("riichi_okuri_kan", "needs", other="riichi_closed_kan")
        return self


class Furiten(Value):
    """When a player may not ron."""

    furiten_covers: Literal["all_waits", "same_tile"] = "all_waits"
    """Whether one tile bars all waits, or itself only."""
    furiten_same_turn: Literal["none", "until_draw", "until_draw_or_new_wait"] = "until_draw"
    """How long passing a winning discard bars a player without riichi (同巡内フリテン)."""
    furiten_after_riichi: Flag = True
    """Whether passing in riichi bars until the end of the hand."""
    furiten_without_yaku: Flag = True
    """Whether passing a tile that would win without a yaku counts too."""
    furiten_passed_kan: Flag = True
    """Whether passing a tile that was added to a kan counts too."""
    furiten_tsumo: Flag = True
    """Whether a furiten player may win by tsumo."""
