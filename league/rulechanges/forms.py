"""Forms by which organizers publish, correct, move and withdraw rule versions."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.days import day_problem
from league.core.inputs import day_input
from league.core.numbers import LARGEST_REVISION, number_in
from league.models import ClubRuleSet
from league.rulechanges.plan import published_on
from rules.models import RuleVersion

PUBLISH, CORRECT = "publish", "correct"


def reason_field() -> forms.CharField:
    """Why something is done, for everybody to read."""
    return forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=_("Everybody can read it beside the change."),
        error_messages={"required": _("Please say why, so that everybody can follow it.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ChangeForm(forms.Form):
    """What every change asks for; the day is added where it has one."""

    reason = reason_field()
    use_required_attribute = False
    #: what the preview that the reader has seen was made of
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, in_club: ClubRuleSet, **kwargs: Any) -> None:
        self.in_club = in_club
        super().__init__(*args, **kwargs)

    @property
    def is_preview(self) -> bool:
        """Whether only a preview is asked for: that needs no reason yet."""
        return self.data.get("do") == "preview"

    @property
    def is_understood(self) -> bool:
        """Whether it says enough for a preview; the reason may still be missing."""
        return self.is_bound and not set(self.errors) - {"reason"}

    @property
    def seen_day(self) -> str:
        """The day that the reader's preview was made for, as it was sent."""
        return str(self.data.get("seen_day", ""))

    @property
    def seen_revision(self) -> int | None:
        """The draft's revision that the reader's preview was made from."""
        return number_in(str(self.data.get("seen_revision", "")), most=LARGEST_REVISION)

    def full_clean(self) -> None:
        """Ask for the reason only where the change is to be done."""
        reason = self.fields["reason"]
        reason.required = not self.is_preview
        super().full_clean()
        reason.required = True

    def clean_day(self) -> date:
        """A day of the calendar that clubs have."""
        day: date = self.cleaned_data["day"]
        if problem := day_problem(day):
            raise forms.ValidationError(problem)
        return day


def day_field() -> forms.DateField:
    """The first day on which the version is in force."""
    return forms.DateField(
        label=_("In force from"),
        widget=day_input(),
        help_text=_("Games of this day and later are settled under it, until the next version."),
    )


class PublishForm(ChangeForm):
    """From which day a draft is in force, and whether that corrects a version."""

    day = day_field()
    kind = forms.ChoiceField(
        label=_("Publish as"),
        choices=[
            (PUBLISH, _("A new version")),
            (CORRECT, _("A correction of that day's version")),
        ],
        widget=forms.RadioSelect,
        help_text=_("A correction takes the place of the version that begins on the same day."),
    )

    field_order = ("day", "kind", "reason")

    def clean(self) -> dict[str, Any] | None:
        """A day has one version: another one for it corrects that."""
        values = super().clean() or {}
        day, kind = values.get("day"), values.get("kind")
        if day is None or kind is None:
            return values
        there = published_on(self.in_club, day)
        if there is not None and kind == PUBLISH:
            words = gettext(
                "%(label)s is in force from that day. Publish this as its correction, "
                "or choose another day."
            )
            self.add_error("day", words % {"label": there.label})
        if there is None and kind == CORRECT:
            self.add_error("day", gettext("No version begins on that day that could be corrected."))
        return values


class MoveForm(ChangeForm):
    """On which other day a published version begins."""

    day = day_field()

    field_order = ("day", "reason")

    def __init__(self, *args: Any, version: RuleVersion, **kwargs: Any) -> None:
        self.version = version
        super().__init__(*args, **kwargs)

    def clean_day(self) -> date:
        """Another day than its own, and one that has no version yet."""
        day = super().clean_day()
        if day == self.version.first_day:
            raise forms.ValidationError(_("It is in force from that day already."))
        if published_on(self.in_club, day) is not None:
            raise forms.ValidationError(_("There is a published version for that day already."))
        return day


class WithdrawForm(ChangeForm):
    """Why a version is taken out of force."""


class GiveUpForm(forms.Form):
    """Why a change is given up."""

    reason = reason_field()
    use_required_attribute = False
