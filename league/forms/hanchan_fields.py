"""The fields of a game's form, by the rules of its day."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.counting import Counting
from league.entry import HanchanEntry
from league.models import Member
from league.selectors.entry_check import MAX_NUMBER, MAX_TABLES
from league.yakuman import YAKUMAN

if TYPE_CHECKING:
    from league.forms.home import Home

SEATS: Final = (_("East"), _("South"), _("West"), _("North"))
MOST_YAKUMAN: Final = 8
_MOST_CHIPS: Final = 999
_MOST_PENALTIES: Final = 9
#: a points field longer than this was not typed by anybody
_LONGEST: Final = 40
_ID: Final = re.compile(r"[0-9]{1,18}")


class PersonField(forms.CharField):
    """The key of a member as an int, or None; whether the club has them is checked later."""

    def clean(self, value: Any) -> int | None:
        """Read the key.

        Raises:
            ValidationError: it was never one of the list's.
        """
        text = super().clean(value)
        if not text:
            return None
        if not _ID.fullmatch(text):
            raise ValidationError(gettext("This person is not on the club's list."))
        return int(text)


def _count(label: Any, *, least: int = 0, most: int, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": "0"})
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, widget=widget, **kwargs
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which of the rarer things a form asks for: what the rule pays for, or the game holds."""

    sticks: bool
    chips: bool
    yakitori: bool
    busts: bool
    penalties: tuple[str, ...]
    yakuman: tuple[str, ...]  # keys to choose from, also such as came out of a file
    most_yakuman: int  # rows that are offered
    pao: bool  # whether somebody may answer for a yakuman


def asked(home: Home, stored: HanchanEntry | None) -> Asked:
    """What to ask for; a stored game's own details are never dropped by editing it."""
    counting = home.counting
    table = home.parameters.penalties.penalty_table if home.parameters else ()
    kinds = [penalty.kind for penalty in table]
    seats = stored.seats if stored else ()
    kinds += [penalty.kind for penalty in stored.penalties] if stored else []
    won = stored.yakuman if stored else ()
    names = [name for name in YAKUMAN if name not in counting.no_yakuman]
    names += [each.name for each in won]
    return Asked(
        sticks=bool(counting.stick) or bool(stored and stored.sticks),
        chips=counting.chips or any(seat.chips for seat in seats),
        yakitori=counting.yakitori or any(seat.is_yakitori for seat in seats),
        busts=counting.busts or any(s.busted_by is not None for s in seats),
        penalties=tuple(dict.fromkeys(kinds)),
        yakuman=tuple(dict.fromkeys(names)),
        most_yakuman=_most_yakuman(counting) if counting.notes_yakuman else len(won),
        pao=counting.yakuman_ends_game or any(each.pao is not None for each in won),
    )


def _most_yakuman(counting: Counting) -> int:
    return 1 if counting.yakuman_ends_game else MOST_YAKUMAN


def table_fields(
    ask: Asked, counting: Counting, *, last_day: date | None
) -> dict[str, forms.Field]:
    """What is said once a game; the day only where there is one to choose."""
    fields: dict[str, forms.Field] = {
        "table": _count(_("Table"), least=1, most=MAX_TABLES),
        "number": _count(_("Game no."), least=1, most=MAX_NUMBER),
        "ended_by_time": forms.BooleanField(label=_("Ended by the clock"), required=False),
        "remark": forms.CharField(label=_("Remark"), max_length=200, required=False),
    }
    fields["table"].required = fields["number"].required = True
    if ask.sticks:
        fields["sticks"] = _count(_("Riichi sticks left over"), most=counting.most_sticks)
    if last_day is not None:
        fields["day"] = forms.DateField(
            label=_("Day"),
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            input_formats=["%Y-%m-%d"],
            validators=[MaxValueValidator(last_day, _("This day has not come yet."))],
        )
    return fields


def seat_fields(ask: Asked, seat: int, players: int) -> dict[str, forms.Field]:
    """What is said of one seat: who, points, and what the rule pays for."""
    wind = SEATS[seat]
    longest_name = Member._meta.get_field("display_name").max_length
    fields: dict[str, forms.Field] = {
        f"seat-{seat}": PersonField(label=wind, required=False),
        f"guest-{seat}": forms.CharField(
            label=_("New guest"), required=False, max_length=longest_name
        ),
        f"points-{seat}": forms.CharField(label=_("Points"), required=False, max_length=_LONGEST),
    }
    if ask.chips:
        fields[f"chips-{seat}"] = _count(wind, least=-_MOST_CHIPS, most=_MOST_CHIPS)
    if ask.yakitori:
        fields[f"yakitori-{seat}"] = forms.BooleanField(label=wind, required=False)
    if ask.busts:
        fields[f"busted-{seat}"] = _seat_choice(wind, players, _("not busted"), without=seat)
    for kind in ask.penalties:
        fields[f"penalty-{seat}-{kind}"] = _count(wind, most=_MOST_PENALTIES)
    if ask.penalties:
        fields[f"penalty-reason-{seat}"] = forms.CharField(
            label=wind, required=False, max_length=200
        )
    return fields


def yakuman_fields(ask: Asked, row: int, players: int) -> dict[str, forms.Field]:
    """One yakuman: who, which, from whom, and who answers for it where the rule asks."""
    names = [("", "–"), *((name, YAKUMAN.get(name, name)) for name in ask.yakuman)]
    fields: dict[str, forms.Field] = {
        f"yakuman-{row}-name": forms.ChoiceField(label=_("Yakuman"), choices=names, required=False),
        f"yakuman-{row}-seat": _seat_choice(_("Who"), players, "–"),
        f"yakuman-{row}-from": _seat_choice(_("From whom"), players, _("Tsumo")),
    }
    if ask.pao:
        label = _("Responsible (pao)")
        fields[f"yakuman-{row}-pao"] = _seat_choice(label, players, _("nobody"))
    return fields


def _seat_choice(
    label: Any, players: int, nobody: Any, *, without: int | None = None
) -> forms.ChoiceField:
    seats = [(str(seat), SEATS[seat]) for seat in range(players) if seat != without]
    return forms.ChoiceField(label=label, choices=[("", nobody), *seats], required=False)


def seat_name(seat: int) -> str:
    """The wind of a seat in full, for sentences and screen readers."""
    return str(SEATS[seat])
