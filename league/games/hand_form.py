"""The form of a hand by its tiles, kept in the address in terms of the ``value`` format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from league.core.inputs import set_choices
from league.core.letters import nfkc
from league.core.numbers import whole_number
from league.rulebook.hand_offer import CLOSED_KAN, Offer
from league.wording.errors import sentence_of
from league.wording.hands import aside_label, flag_choices, wind_names
from scoring.hands.errors import BadHandError
from scoring.hands.hand import FLAGS, Hand, Meld, flag_names, flags_of, parse_meld
from scoring.hands.requests import WINDS
from scoring.hands.tiles import Tile, parse_tiles, tile_names

_TYPING: Final = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
_COUNT: Final = {"inputmode": "numeric", "autocomplete": "off", "min": 0, "placeholder": "0"}


class CountField(forms.IntegerField):
    """A whole number as people write it; Python-only notation such as ``1_0`` is refused."""

    def to_python(self, value: Any) -> int | None:
        """Read the number; None if nothing was typed.

        Raises:
            ValidationError: it is not a number.
        """
        if value in self.empty_values:
            return None
        found = whole_number(str(value))
        if not isinstance(found, int):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found


def tiles_field(label: Any, help_text: Any = "") -> forms.CharField:
    attrs = {**_TYPING, "data-tiles": ""}
    return forms.CharField(
        label=label, help_text=help_text, required=False, widget=forms.TextInput(attrs=attrs)
    )


def count_field(label: Any, most: int) -> CountField:
    """Return an optional field for a number from 0 to ``most``."""
    wrong = format_lazy(_("Please enter a number from 0 to {most}."), most=f"{most:,}")
    messages = dict.fromkeys(("invalid", "min_value", "max_value"), wrong)
    return CountField(
        label=label,
        required=False,
        min_value=0,
        max_value=most,
        widget=forms.NumberInput(attrs={**_COUNT, "max": most}),
        error_messages=messages,
    )


#: what a field says when nothing was chosen, also in the address
DEFAULTS: Final = {"how": "ron", "seat": "S", "round": "E", "responsible": "true"}
#: other words for the same field
SHORT: Final = {"dora": "dora_indicators", "ura": "ura_indicators"}
MOST_MELDS_TYPED: Final = 8
_LETTERS: Final = tuple(WINDS)
_HONOURS: Final = str.maketrans(dict(zip("東南西北白發発中", "12345667", strict=True)))


def written(text: str) -> str:
    """Convert tiles as people type them into the notation: full width, spaces, 東, 白."""
    text = "".join(nfkc(text).lower().split())
    return "".join(
        f"{one.translate(_HONOURS)}z" if one in "東南西北白發発中" else one for one in text
    )


class HandForm(forms.Form):
    hand = tiles_field(
        _("Hand"), _("Tiles as in 23m567p11z: m 萬, p 筒, s 索, z 東南西北白發中; 0 is a red 5.")
    )
    win = tiles_field(_("Winning tile"), _("If left empty, the last tile of the hand is used."))
    melds = tiles_field(_("Calls and kans"), _("chi:345s pon:111z minkan: ankan: kakan:"))
    dora_indicators = tiles_field(_("Dora indicators"))
    ura_indicators = tiles_field(_("Ura dora indicators"))
    how = forms.ChoiceField(label=_("Won by"), widget=forms.RadioSelect)
    seat = forms.ChoiceField(label=_("Seat wind"), widget=forms.RadioSelect)
    round = forms.ChoiceField(label=_("Round wind"), widget=forms.RadioSelect)
    responsible = forms.ChoiceField(label=_("Responsible for the ron"), widget=forms.RadioSelect)
    flags = forms.MultipleChoiceField(
        label=_("Circumstances"), required=False, widget=forms.CheckboxSelectMultiple
    )
    nuki = count_field("", 4)  # labelled as the rule has it
    gold = count_field(_("Gold fives"), 12)
    honba = count_field(_("Honba"), 1_000)
    sticks = count_field(_("Riichi sticks, in points"), 1_000_000)

    def __init__(self, given: QueryDict, *, offer: Offer) -> None:
        self.offer = offer
        self._given = _as_fields(given, offer)
        super().__init__(self._given, use_required_attribute=False)
        winds = list(zip(WINDS, wind_names(), strict=True))
        self._offer_choices(winds)
        for name in _unasked(offer):
            del self.fields[name]
        if "nuki" in self.fields:
            self.fields["nuki"].label = aside_label(offer.bonus)
        if offer.stick:
            self.fields["sticks"].widget.attrs["step"] = offer.stick

    def _offer_choices(self, winds: list[tuple[str, str]]) -> None:
        choices: Mapping[str, Iterable[tuple[str, Any]]] = {
            "how": [("ron", _("Ron")), ("tsumo", _("Tsumo"))],
            "seat": winds[: self.offer.players],
            "round": winds[: self.offer.players],  # nobody plays a north round with three
            "responsible": [("true", _("the discarder")), ("false", _("nobody"))],
            "flags": flag_choices(self._flags()),
        }
        for name, offered in choices.items():
            set_choices(self, name, offered)
            self.fields[name].error_messages["invalid_choice"] = _("Please choose one of these.")

    def _flags(self) -> tuple[str, ...]:
        """Offer what the rule has, and what an address names though the rule refuses it."""
        is_named = CLOSED_KAN in self._given.getlist("flags")
        return tuple(dict.fromkeys([*self.offer.flags, *[CLOSED_KAN] * is_named]))

    def clean_hand(self) -> tuple[Tile, ...]:
        return self._tiles("hand")

    def clean_win(self) -> tuple[Tile, ...]:
        """Return the winning tile, or an empty tuple."""
        tiles = self._tiles("win")
        if len(tiles) > 1:
            raise ValidationError(_("Enter exactly one winning tile."))
        return tiles

    def clean_melds(self) -> tuple[Meld, ...]:
        typed = nfkc(self.cleaned_data["melds"]).lower()
        melds = typed.replace(",", " ").replace(": ", ":").split()
        if len(melds) > MOST_MELDS_TYPED:
            raise ValidationError(_("At most four calls and kans."))
        try:
            return tuple(map(_meld_of, melds))
        except BadHandError as error:
            raise ValidationError(sentence_of(error)) from error

    def clean_dora_indicators(self) -> tuple[Tile, ...]:
        return self._tiles("dora_indicators")

    def clean_ura_indicators(self) -> tuple[Tile, ...]:
        return self._tiles("ura_indicators")

    def _tiles(self, name: str) -> tuple[Tile, ...]:
        try:
            return parse_tiles(written(self.cleaned_data[name]), what=name)
        except BadHandError as error:
            raise ValidationError(sentence_of(error)) from error

    def read(self) -> Hand | None:
        """Return the hand of a valid form; None while no winning tile is known."""
        cleaned = self.cleaned_data
        concealed, win = cleaned["hand"], cleaned["win"]
        needed = 13 - 3 * len(cleaned["melds"])
        if not win and len(concealed) == needed + 1:
            concealed, win = concealed[:-1], concealed[-1:]
        if not win:
            return None
        return Hand(
            concealed=concealed,
            win=win[0],
            tsumo=cleaned["how"] == "tsumo",
            melds=cleaned["melds"],
            seat=WINDS[cleaned["seat"]],
            round=WINDS[cleaned.get("round", "E")],
            flags=flags_of(cleaned["flags"]),
            dora_indicators=cleaned.get("dora_indicators", ()),
            ura_indicators=cleaned.get("ura_indicators", ()),
            nuki=cleaned.get("nuki") or 0,
            honba=cleaned.get("honba") or 0,
            sticks=cleaned.get("sticks") or 0,
            gold=cleaned.get("gold") or 0,
        )

    @property
    def missing(self) -> int:
        """Return how many tiles are missing, the winning one too; negative if too many."""
        cleaned = self.cleaned_data
        return 14 - 3 * len(cleaned["melds"]) - len(cleaned["hand"]) - len(cleaned["win"])


def _meld_of(typed: str) -> Meld:
    kind, colon, tiles = typed.partition(":")
    return parse_meld(f"{kind}{colon}{written(tiles)}")


def _unasked(offer: Offer) -> list[str]:
    asked = {
        "round": not offer.is_zung_jung,
        "responsible": offer.is_zung_jung,
        "dora_indicators": offer.has_dora,
        "ura_indicators": offer.has_ura,
        "nuki": offer.bonus != "none",
        "gold": bool(offer.gold),
        "honba": not offer.is_zung_jung,
        "sticks": bool(offer.stick),
    }
    return [name for name, is_needed in asked.items() if not is_needed]


def _as_fields(given: QueryDict, offer: Offer) -> QueryDict:
    """Expand the address for the form: defaults, short words, several calls in one field.

    A flag that is known but not to this rule is left out where the ``value`` format ignores it.
    """
    data = given.copy()
    for short, name in SHORT.items():
        if short in data and name not in data:
            data.setlist(name, data.getlist(short))
    for name, default in DEFAULTS.items():
        if not data.get(name):
            data[name] = default
    data["melds"] = " ".join(data.getlist("melds"))
    flags = [one for text in data.getlist("flags") for one in text.replace(",", " ").split()]
    kept = {*offer.flags, CLOSED_KAN}
    data.setlist("flags", [one for one in flags if one in kept or one not in FLAGS])
    return data


def address_of(offer: Offer, hand: Hand, *, responsible: bool = True) -> list[tuple[str, str]]:
    """Return a hand as parameters of the calculator's address, without defaults.

    Args:
        offer: what the calculator asks for under the rule.
        hand: one that is valid under the rule.
        responsible: in Zung Jung, whether anybody pays alone for a ron.
    """
    pairs = [
        ("hand", tile_names(hand.concealed)),
        ("win", tile_names((hand.win,))),
        ("how", "tsumo" if hand.tsumo else "ron"),
        *(("melds", f"{meld.kind}:{tile_names(meld.tiles)}") for meld in hand.melds),
        ("seat", _LETTERS[hand.seat]),
        ("round", "" if offer.is_zung_jung else _LETTERS[hand.round]),
        ("flags", ",".join(flag_names(hand.flags))),
        ("dora_indicators", tile_names(hand.dora_indicators)),
        ("ura_indicators", tile_names(hand.ura_indicators)),
    ]
    pairs += [
        (name, str(getattr(hand, name) or "")) for name in ("nuki", "gold", "honba", "sticks")
    ]
    if not responsible:
        pairs.append(("responsible", "false"))
    return [(name, value) for name, value in pairs if value]
