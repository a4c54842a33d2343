"""Opening an evening, and who came."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.access import Visit
from league.models import Club, Member, Session
from league.selectors.session_sheet import Attendance

_KEY: Final = re.compile(r"[0-9]{1,18}")


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at runtime
    """Day, title, place and note of a new evening."""

    class Meta:
        """The fields, in the words of a club."""

        model = Session
        fields = ("day", "title", "place", "note")
        widgets = {  # noqa: RUF012  # Django reads it once
            "day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "note": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {  # noqa: RUF012
            "day": gettext_lazy("A game after midnight belongs to the evening before."),
            "title": gettext_lazy("Only for an event with a name, like a spring cup."),
        }

    def __init__(self, *args: Any, visit: Visit, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visit = visit

    def clean_day(self) -> date:
        """Only who may enter any day opens evenings of other days."""
        day: date = self.cleaned_data["day"]
        if not self.visit.may_keep(day=day, session_id=None):
            raise forms.ValidationError(_("You can open tonight's evening only."))
        return day


class DescribeForm(forms.ModelForm):  # type: ignore[type-arg]  # as above
    """Title, place and note of an evening that is there."""

    class Meta(SessionForm.Meta):
        """All but the day, on which its games hang."""

        fields = ("title", "place", "note")  # type: ignore[assignment]  # fewer than there


class PeopleField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # as above
    """Ticked people by their keys."""

    def clean(self, value: Any) -> Any:
        """The people behind the keys.

        Raises:
            ValidationError: one is nobody's. No database key is longer than the pattern, and SQLite
                cannot even look for a larger number.
        """
        for key in value or ():
            if not _KEY.fullmatch(str(key)):
                words = self.error_messages["invalid_choice"]
                raise forms.ValidationError(words, code="invalid_choice", params={"value": key})
        return super().clean(value)


class AttendanceForm(forms.Form):
    """Who came: ticks, a search for more people, a guest who is new."""

    people = PeopleField(Member.objects.none(), label=gettext_lazy("Who came"), required=False)
    q = forms.CharField(label=gettext_lazy("Find somebody"), max_length=40, required=False)
    guest = forms.CharField(
        label=gettext_lazy("A new guest"),
        help_text=gettext_lazy("Somebody who is not on the club's list yet."),
        max_length=40,
        required=False,
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["people"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = Member.objects.for_club(club).filter(merged_into__isnull=True)


@dataclass(frozen=True, slots=True)
class Tick:
    """One person of the tick list."""

    member: Member
    is_here: bool
    is_fixed: bool  # sat at a table, so they were here


def ticks_of(
    attendance: Attendance, chosen: Iterable[Member] | None, found: Iterable[Member]
) -> list[Tick]:
    """The tick list: who is here or was ticked, then who was looked for, then who played lately."""
    here = list(attendance.here if chosen is None else chosen)
    ticked = {member.pk for member in here} | attendance.seated
    everybody = {m.pk: m for m in [*here, *found, *attendance.here, *attendance.recent]}
    return [Tick(member, pk in ticked, pk in attendance.seated) for pk, member in everybody.items()]
