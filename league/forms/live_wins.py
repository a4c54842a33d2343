"""What is asked of one win: han and fu, a yakuman, who answers, chips, or the tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.calculator import written
from league.forms.calculator_offer import Offer
from league.hand_words import flag_name
from league.live_game import Told
from league.live_offers import FU, RARE_FU, Offers
from league.live_texts import CHIPS, limit_text
from league.yakuman import YAKUMAN
from scoring.hands.named import YAKUMAN_HAN

if TYPE_CHECKING:
    from league.forms.live_hand import LiveHandForm

#: said instead of han
YAKUMAN_SAID: Final = "y"
_LONGEST = 60
_MOST_CHIPS = 20
_MANGAN_HAN = 5
_TILES: Final = (
    ("hand", _("Tiles in the hand, without the winning one"), "23m567p11z"),
    ("win", _("Winning tile"), "4m"),
    ("melds", _("Calls and kans"), "chi:345s pon:111z"),
    ("dora_indicators", _("Dora indicators"), "1z"),
    ("ura_indicators", _("Ura dora indicators"), "2z"),
)
#: flags that the table knows without being told, or that make no sense beside a win
_NOT_ASKED: Final = frozenset({"riichi", "furiten"})
_RIICHI: Final = frozenset({"double_riichi", "open_riichi"})


def win_fields(offers: Offers, seat: int, names: Sequence[str]) -> dict[str, forms.Field]:
    """The fields of the win of one seat."""
    if offers.worth:
        return _of_worth(seat, names) | _of_tiles(offers.tiles, seat)
    fields: dict[str, forms.Field] = {
        f"han-{seat}": _radio(_("Han"), [*_han(offers), (YAKUMAN_SAID, _("Yakuman"))]),
        f"times-{seat}": _number(_("How many yakuman it counts"), offers.most_yakuman, least=1),
        f"names-{seat}": forms.MultipleChoiceField(
            label=_("Which yakuman?"),
            choices=[(name, YAKUMAN[name]) for name in offers.yakuman],
            required=False,
            widget=forms.CheckboxSelectMultiple,
        ),
        f"pao-{seat}": _other_seat(_("Who answers for it (pao)?"), seat, names),
        f"pao_times-{seat}": _number(_("For how many yakuman?"), offers.most_yakuman, least=1),
    }
    if offers.counts_fu:
        values = [(str(fu), str(fu)) for fu in (*FU, *RARE_FU)]
        fields[f"fu-{seat}"] = _radio(_("Fu"), values)
    if offers.dora:
        fields[f"dora-{seat}"] = _number(_("Dora, paid beside the hand"), 40)
    for name in offers.chips:
        fields[f"{name}-{seat}"] = _number(CHIPS[name], _MOST_CHIPS)
    if offers.tiles.bonus != "none":
        fields[f"nuki-{seat}"] = _number(_("Tiles set aside"), 4)
    return fields | _of_tiles(offers.tiles, seat)


def _han(offers: Offers) -> list[tuple[str, str]]:
    return [(str(han), limit_text(han) if han in offers.limits else "") for han in offers.han]


def _of_worth(seat: int, names: Sequence[str]) -> dict[str, forms.Field]:
    whose: list[tuple[str, Any]] = [("", _("the discarder")), ("nobody", _("nobody"))]
    whose += [(str(at), name) for at, name in enumerate(names) if at != seat]
    return {
        f"worth-{seat}": _number(_("Points of the hand"), 2_000),
        f"responsible-{seat}": forms.ChoiceField(
            label=_("Who answers for a ron?"), choices=whose, required=False
        ),
    }


def _of_tiles(offer: Offer, seat: int) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    absent = {"dora_indicators": not offer.has_dora, "ura_indicators": not offer.has_ura}
    for name, label, example in _TILES:
        if absent.get(name):
            continue
        attrs = {"autocomplete": "off", "autocapitalize": "off", "placeholder": example}
        fields[f"{name}-{seat}"] = forms.CharField(
            label=label,
            required=False,
            max_length=_LONGEST,
            widget=forms.TextInput(attrs=attrs),
        )
    fields[f"flags-{seat}"] = forms.MultipleChoiceField(
        label=_("And"),
        choices=[(flag, flag_name(flag)) for flag in offer.flags if flag not in _NOT_ASKED],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    return fields


def _radio(label: Any, choices: list[tuple[str, Any]]) -> forms.Field:
    return forms.ChoiceField(label=label, choices=choices, required=False, widget=forms.RadioSelect)


def _number(label: Any, most: int, *, least: int = 0) -> forms.Field:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


def _other_seat(label: Any, seat: int, names: Sequence[str]) -> forms.Field:
    others: list[tuple[Any, Any]] = [("", "–")]
    others += [(at, name) for at, name in enumerate(names) if at != seat]
    return forms.TypedChoiceField(
        label=label, choices=others, coerce=int, empty_value=None, required=False
    )


def told_win(
    form: LiveHandForm, seat: int, declared: Sequence[int], *, loser: int | None = None
) -> Told:
    """The win of one seat as ``replay`` takes it; ``declared`` is who had declared riichi."""
    said = form.cleaned_data
    win: Told = {"winner": seat}
    if loser is not None:
        win["from"] = loser
    if value := _value(said, seat, has_riichi=seat in declared):
        return win | {"value": value} | _pao(said, seat)
    if form.offers.worth:
        return win | _worth(said, seat)
    if said.get(f"han-{seat}") == YAKUMAN_SAID:
        times = said.get(f"times-{seat}") or 1
        names = said.get(f"names-{seat}", [])
        win |= {"yakuman": times, "yaku": dict.fromkeys(names, YAKUMAN_HAN)}
        return win | _pao(said, seat) | _chips(form, seat)
    if said.get(f"han-{seat}"):
        win["han"] = int(said[f"han-{seat}"])
        needs_fu = form.offers.counts_fu and win["han"] < _MANGAN_HAN
        if needs_fu and said.get(f"fu-{seat}"):
            win["fu"] = int(said[f"fu-{seat}"])
    if said.get(f"dora-{seat}"):
        win["dora"] = said[f"dora-{seat}"]
    pao = _pao(said, seat) if form.offers.pao_without_yakuman else {}
    return win | pao | _chips(form, seat)


def _worth(said: Mapping[str, Any], seat: int) -> Told:
    told: Told = {}
    if said.get(f"worth-{seat}") is not None:
        told["worth"] = said[f"worth-{seat}"]
    whose = said.get(f"responsible-{seat}")
    if whose:
        told["responsible"] = False if whose == "nobody" else int(whose)
    return told


def _pao(said: Mapping[str, Any], seat: int) -> Told:
    answers, times = said.get(f"pao-{seat}"), said.get(f"pao_times-{seat}") or 1
    return {} if answers is None else {"pao": [{"seat": answers, "times": times}]}


def _chips(form: LiveHandForm, seat: int) -> Told:
    said = form.cleaned_data
    due = {name: said.get(f"{name}-{seat}") or 0 for name in form.offers.chips}
    return {"chips": due} if any(due.values()) else {}


def _value(said: Mapping[str, Any], seat: int, *, has_riichi: bool) -> Told:
    """The hand by its tiles; empty where none were told."""
    if not said.get(f"hand-{seat}"):
        return {}
    value: Told = {
        "hand": written(said[f"hand-{seat}"]),
        "win": written(said.get(f"win-{seat}", "")),
    }
    melds = said.get(f"melds-{seat}", "").replace(",", " ").lower().split()
    if melds:
        value["melds"] = melds
    for name in ("dora_indicators", "ura_indicators"):
        if text := said.get(f"{name}-{seat}"):
            value[name] = written(text)
    flags = list(said.get(f"flags-{seat}", ()))
    if has_riichi and not _RIICHI & set(flags):
        flags.append("riichi")
    if flags:
        value["flags"] = flags
    if said.get(f"nuki-{seat}"):
        value["nuki"] = said[f"nuki-{seat}"]
    return value
