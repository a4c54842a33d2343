"""What the calculator's templates show around the form: the hand as tiles, what a tap means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.forms.calculator import MOST_MELDS_TYPED, HandForm, written
from league.forms.calculator_offer import Offer
from league.selectors.calculator import ChosenRule
from scoring.hands.hand import Hand
from scoring.hands.tiles import tile_names


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The hand in its notation, as far as it can be read."""

    hand: str
    win: str
    melds: Sequence[str]
    dora: str
    ura: str


def form_parts(form: HandForm, hand: Hand | None) -> dict[str, Any]:
    """What is shown of a form: the tiles, where a tap goes, which flags go with which win."""
    offer = form.offer
    return {
        "form": form,
        "offer": offer,
        "board": _read_board(hand) if hand else _typed_board(form),
        "modes": _modes(offer),
        "flags": [(option, offer.only_by(option.data["value"])) for option in form["flags"]],
        "nuki_label": _("Norths set aside") if offer.bonus == "norths" else _("Flowers set aside"),
    }


def version_choices(rule: ChosenRule) -> list[tuple[str, str]]:
    """The versions of the set: today's first, then each by its first day."""
    today = rule.today
    offered = [("", _("today's (%(version)s)") % {"version": today.label})] if today else []
    others = [version for version in rule.versions if version != today]
    if today is None and rule.version is None:
        offered.append(("", _("Choose a version")))
    return offered + [(version.first_day.isoformat(), version.label) for version in others]


def _read_board(hand: Hand) -> Board:
    return Board(
        hand=tile_names(hand.concealed),
        win=tile_names((hand.win,)),
        melds=[f"{meld.kind}:{tile_names(meld.tiles)}" for meld in hand.melds],
        dora=tile_names(hand.dora_indicators),
        ura=tile_names(hand.ura_indicators),
    )


def _typed_board(form: HandForm) -> Board:
    def typed(name: str) -> str:
        return str(form.data.get(name, ""))

    return Board(
        hand=written(typed("hand")),
        win=written(typed("win")),
        melds=typed("melds").replace(",", " ").split()[:MOST_MELDS_TYPED],
        dora=written(typed("dora_indicators")),
        ura=written(typed("ura_indicators")),
    )


def _modes(offer: Offer) -> list[tuple[str, str, str]]:
    """Where a tapped tile can go: key, name, and what to tap."""
    one = _("Tap the tile once.")
    known = {
        "chi": (_("Chi"), _("Tap the three tiles of the sequence.")),
        "pon": (_("Pon"), one),
        "minkan": (_("Open kan"), one),
        "ankan": (_("Closed kan"), one),
        "kakan": (_("Added kan"), one),
    }
    win = (_("Winning tile"), _("Tap the tile, below or in the hand."))
    modes = [("hand", _("Hand"), _("The last tile is the winning one."))]
    modes += [(call, *known[call]) for call in offer.calls]
    modes.append(("win", *win))
    if offer.has_dora:
        modes.append(("dora", _("Dora indicator"), _("Tap the tile that was turned.")))
    if offer.has_ura:
        modes.append(("ura", _("Ura indicator"), _("Tap the tile that lay beneath.")))
    return modes
