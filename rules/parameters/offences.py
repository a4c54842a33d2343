"""Offences at the table and what each leads to."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import model_validator

from rules.parameters.base import WHOLE, Amount, Flag
from rules.parameters.common import Penalties
from rules.parameters.contradictions import contradiction

#: what an offence leads to. ``put_right``: undone without penalty. ``stands``: it cannot be undone
#: and nothing else follows. ``chombo_unless_won``: not when another won the hand. ``as_false_call``
#: and ``as_other``: as the document says of those.
Consequence = Literal[
    "none",
    "put_right",
    "stands",
    "stick",
    "forfeit",
    "stick_and_forfeit",
    "chombo",
    "chombo_at_draw",
    "chombo_unless_won",
    "as_false_call",
    "as_other",
    "table",
]
#: what the table may make of a penalty when all agree
Lighter = Literal["waived", "chombo_at_draw", "forfeit", "stick"]
#: what a player whose win is forfeited may no longer do; ``tenpai``: counts as noten at a draw
Barred = Literal["ron", "tsumo", "calls", "riichi", "tenpai"]


class OffencePenalties(Penalties):
    """Chombo, forfeited wins, sticks, and which offence leads to which."""

    chombo_payment: Amount | None = None
    """Paid at the table to each other player; none where the document names no chombo."""
    chombo_hand: Literal["replayed", "stands"] = "replayed"
    """Whether the hand is void and replayed, with the same dealer and honba."""
    chombo_returns_sticks: Flag = True
    """Whether the sticks of that hand go back."""
    chombo_yakuman_tenpai: Literal["as_others", "half_of_highest"] = "as_others"
    """What a player tenpai for a yakuman gets: as the others, or half of that hand's highest."""
    chombo_bust_ends_game: Flag = True
    """Whether a chombo that takes a player below 0 ends the game after payment."""
    penalty_stick: Amount = 1_000
    """Deposited for a lesser offence."""
    penalty_below_stick: Literal["all_one_has", "nothing"] = "all_one_has"
    """What is deposited by a player who holds less."""
    forfeit_bars: tuple[Barred, ...] = ("ron", "tsumo", "calls", "tenpai")
    """What a player may no longer do in a hand whose win is forfeited (和了放棄)."""
    offence_false_win_shown: Consequence = "as_other"
    """A false ron or tsumo, the whole hand shown."""
    offence_false_win_partly_shown: Consequence = "as_other"
    """The same, one tile or more shown."""
    offence_false_win_voiced: Consequence = "as_other"
    """The same, voiced only."""
    offence_noten_riichi: Consequence = "as_other"
    """A riichi that is found noten."""
    offence_riichi_kan: Consequence = "as_other"
    """A closed kan that is not free in riichi."""
    offence_play_impossible: Consequence = "as_other"
    """The wall broken or the machine started: the hand cannot go on."""
    offence_kyuushu_error: Consequence = "as_other"
    """The whole hand shown for nine terminals that are not there."""
    offence_winning_tile_mixed: Consequence = "as_other"
    """The winning tile mixed into the hand."""
    offence_too_many_tiles: Consequence = "as_other"
    """A tile too many (多牌)."""
    offence_too_few_tiles: Consequence = "as_other"
    """A tile too few (少牌)."""
    missed_first_draw_discards: Annotated[Literal[0, 1, 2, 3], WHOLE] = 0
    """Discards within which the dealer's missed first draw is made good; 0 for never."""
    offence_kuikae: Consequence = "as_other"
    """A discard that kuikae forbids."""
    kuikae_forced_is_offence: Flag = True
    """Whether it is one although only such tiles are left."""
    offence_false_call_shown: Consequence = "as_other"
    """An impossible call with tiles shown, before the discard is done."""
    offence_false_call_shown_late: Consequence = "as_other"
    """The same, after it."""
    offence_false_call_voiced: Consequence = "as_other"
    """An impossible call, voiced only."""
    offence_call_taken_back: Consequence = "as_other"
    """A call taken back, nothing shown, before the discard is done."""
    offence_call_taken_back_late: Consequence = "as_other"
    """The same, after it."""
    offence_riichi_taken_back: Consequence = "as_other"
    """A riichi taken back before its discard is done."""
    offence_riichi_taken_back_late: Consequence = "as_other"
    """The same, after it."""
    riichi_taken_back_until: Literal["discard", "next_discard"] = "discard"
    """Until when: its own discard, or the next player's if the tile is not called."""
    offence_riichi_slip: Consequence = "as_other"
    """A riichi player's hand face down, false win voiced, or "wait" without a ron."""
    offence_void_declaration: Consequence = "as_other"
    """A call or riichi at the last tile, riichi while open, a noten hand shown at the draw."""
    offence_other: Literal["table", "none", "stick", "forfeit", "chombo"] = "table"
    """Anything else: the table decides, or always the same."""
    chombo_may_become: tuple[Lighter, ...] = ()
    """What the table may make of a chombo when all agree."""
    forfeit_may_become: tuple[Lighter, ...] = ()
    """What it may make of a forfeited win."""
    stick_may_become: tuple[Lighter, ...] = ()
    """What it may make of a stick."""

    @model_validator(mode="after")
    def _what_is_lighter_is_lighter(self) -> Self:
        for field, own in (("forfeit_may_become", "forfeit"), ("stick_may_become", "stick")):
            lighter = getattr(self, field)
            heavier = {"chombo_at_draw", own} | ({"forfeit"} if own == "stick" else set())
            if heavier & set(lighter):
                raise contradiction(field, "not-lighter")
        for field in ("chombo_may_become", "forfeit_may_become", "stick_may_become"):
            if len(set(getattr(self, field))) != len(getattr(self, field)):
                raise contradiction(field, "twice")
        if len(set(self.forfeit_bars)) != len(self.forfeit_bars):
            raise contradiction("forfeit_bars", "twice")
        return self

    @model_validator(mode="after")
    def _chombo_has_a_price(self) -> Self:
        if self.chombo_yakuman_tenpai != "as_others" and self.chombo_payment is None:
            raise contradiction("chombo_yakuman_tenpai", "needs", other="chombo_payment")
        return self
