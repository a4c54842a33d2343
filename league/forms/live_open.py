"""Opening a live table: which game of which table, and who sits where."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.entry import HanchanEntry, SeatEntry
from league.forms.hanchan_fields import PersonField, seat_name
from league.forms.home import Home
from league.models import Member
from league.selectors.entry_check import MAX_NUMBER, MAX_TABLES


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
        said = self.cleaned_data
        return HanchanEntry(
            league=self.home.league,
            day=self.home.day,
            session=self.home.session,
            table=said["table"],
            number=said["number"],
            seats=tuple(self._seat(seat) for seat in range(self.home.players)),
        )

    def _seat(self, seat: int) -> SeatEntry:
        member = self.cleaned_data.get(f"seat-{seat}")
        guest = "" if member is not None else self.cleaned_data.get(f"guest-{seat}", "")
        return SeatEntry(member_id=member, guest=guest)

    def blame(self, problems: Mapping[str, list[str]]) -> None:
        """Take over what the check of the game said."""
        for field, messages in problems.items():
            for message in messages:
                self.add_error(field if field in self.fields else None, message)

    @property
    def summary(self) -> list[str]:
        """Everything that is wrong, the seat first where it is one's."""
        said = []
        for name, errors in self.errors.items():
            kind, _dash, seat = name.partition("-")
            wind = seat_name(int(seat)) if kind in ("seat", "guest") else ""
            for error in errors:
                text = gettext("%(wind)s: %(said)s") % {"wind": wind, "said": error}
                said.append(text if wind else str(error))
        return said


def new_live_key() -> str:
    """A key for a form that has never been sent."""
    return str(uuid.uuid4())
