"""What the practice page tells of a win beside its tiles."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.forms.calculator_offer import Offer
from league.hand_words import flag_name, wind_names
from scoring.hands.hand import Hand, flag_names


def table_facts(hand: Hand, offer: Offer) -> list[tuple[str, str]]:
    """How the hand was won, by whom and when; what is not so is left out."""
    return list(_facts(hand, offer))


def _facts(hand: Hand, offer: Offer) -> Iterator[tuple[str, str]]:
    winds = wind_names()
    seat = winds[hand.seat]
    if hand.is_dealer:
        seat = _("%(wind)s, the dealer") % {"wind": seat}
    yield _("Won by"), _("Tsumo") if hand.tsumo else _("Ron")
    yield _("Own seat"), seat
    if not offer.is_zung_jung:
        yield _("Round"), winds[hand.round]
    if hand.flags:
        yield _("And"), _(", ").join(map(flag_name, flag_names(hand.flags)))
    if hand.nuki:
        aside = _("Norths set aside") if offer.bonus == "norths" else _("Flowers set aside")
        yield aside, str(hand.nuki)
    if hand.honba:
        yield _("Honba"), str(hand.honba)
