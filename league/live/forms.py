"""The forms of a live table beside the hand: who sits where as it is opened, and every change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.games.check import MAX_NUMBER, MAX_TABLES
from league.games.entry import HanchanEntry, SeatEntry
from league.games.form import PersonField, seat_name
from league.games.home import Home
from league.models import Member

#: changes that carry a hand
HANDS: Final = ("hand", "correct", "insert")
_MOST = 2**31 - 1


class LiveOpenForm(forms.Form):
    """Table, number and people of a game that is about to begin."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=MAX_TABLES)
    number = forms.IntegerField(label=_("Game no."), min_value=1, max_value=MAX_NUMBER)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        home: Home,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="", use_required_attribute=False)
        self.home = home
        longest = Member._meta.get_field("display_name").max_length
        for seat in range(home.players):
            self.fields[f"seat-{seat}"] = PersonField(label=seat_name(seat), required=False)
            self.fields[f"guest-{seat}"] = forms.CharField(
                label=_("New guest"), required=False, max_length=longest
            )
        for field in self.fields.values():
            words = _("This text arrived broken. Please type it again.")
            field.error_messages["null_characters_not_allowed"] = words

    def entry(self) -> HanchanEntry:
        """The game without its points; call ``is_valid`` before."""
        cleaned = self.cleaned_data
        return HanchanEntry(
            league=self.home.league,
            day=self.home.day,
            session=self.home.session,
            table=cleaned["table"],
            number=cleaned["number"],
            seats=tuple(self._seat(seat) for seat in range(self.home.players)),
        )

    def _seat(self, seat: int) -> SeatEntry:
        member = self.cleaned_data.get(f"seat-{seat}")
        guest = "" if member is not None else self.cleaned_data.get(f"guest-{seat}", "")
        return SeatEntry(member_id=member, guest=guest)

    def add_problems(self, problems: Mapping[str, list[str]]) -> None:
        """Take over what the check of the game said."""
        for field, messages in problems.items():
            for message in messages:
                self.add_error(field if field in self.fields else None, message)

    @property
    def summary(self) -> list[str]:
        """Everything that is wrong, the seat first where it is one's."""
        texts = []
        for name, errors in self.errors.items():
            kind, _dash, seat = name.partition("-")
            wind = seat_name(int(seat)) if kind in ("seat", "guest") else ""
            for error in errors:
                text = gettext("%(wind)s: %(said)s") % {"wind": wind, "said": error}
                texts.append(text if wind else str(error))
        return texts


class LiveChangeForm(forms.Form):
    """The key made on the device, the revision that was seen, and what is to be done.

    ``accept`` is the revision against which movements were shown and accepted; without it a hand
    is only shown. ``shown`` is the mark of the hand whose movements were shown.
    """

    action = forms.CharField(max_length=12)
    key = forms.UUIDField()
    seen = forms.IntegerField(min_value=0, max_value=_MOST)
    accept = forms.IntegerField(min_value=0, max_value=_MOST, required=False)
    shown = forms.CharField(max_length=16, required=False)
    at = forms.IntegerField(min_value=0, max_value=_MOST, required=False)
    seat = forms.IntegerField(min_value=0, max_value=3, required=False)
    declared = forms.BooleanField(required=False)
    reason = forms.CharField(max_length=200, required=False)
    by_time = forms.BooleanField(required=False)

    @property
    def seen_last(self) -> int:
        """The revision that the change is meant for."""
        accepted: int | None = self.cleaned_data["accept"]
        return self.cleaned_data["seen"] if accepted is None else accepted

    @property
    def is_preview(self) -> bool:
        """Whether only the movements of a hand are asked for."""
        return self.cleaned_data["action"] in HANDS and self.cleaned_data["accept"] is None

    def told(self) -> dict[str, Any]:
        """What a change without a hand says; call ``is_valid`` before."""
        cleaned = self.cleaned_data
        match cleaned["action"]:
            case "riichi":
                return {"seat": cleaned["seat"], "declared": cleaned["declared"]}
            case "drop":
                return {"at": cleaned["at"]}
            case "finish":
                return {"reason": cleaned["reason"], "by_time": cleaned["by_time"]}
            case "give_up":
                return {"reason": cleaned["reason"]}
        return {}

    def around(self, hand: dict[str, Any]) -> dict[str, Any]:
        """What a change with a hand says."""
        if self.cleaned_data["action"] == "hand":
            return hand
        return {"at": self.cleaned_data["at"], "hand": hand}
