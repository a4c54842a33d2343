"""Forms of a league's teams."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.forms.members import day_input
from league.models import Member, TeamMembership


class TeamForm(forms.Form):
    """What a team is called."""

    name = forms.CharField(
        label=_("Name of the team"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class MembershipForm(forms.Form):
    """From when to when somebody plays for a team."""

    joined_on = forms.DateField(label=_("Plays from"), widget=day_input())
    left_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=day_input(),
        help_text=_("Stays empty while they belong to the team."),
    )

    @classmethod
    def of(cls, membership: TeamMembership) -> MembershipForm:
        """The form filled in with a membership."""
        return cls(initial={name: getattr(membership, name) for name in cls.base_fields})


class JoinForm(MembershipForm):
    """Who joins a team, and when."""

    member = forms.TypedChoiceField(label=_("Member"), coerce=int)
    leaves_other = forms.BooleanField(
        label=_("Leaves the team of before"),
        required=False,
        help_text=_("Whoever plays for another team then leaves it the day before."),
    )

    field_order = ("member", "joined_on", "left_on", "leaves_other")

    def __init__(self, *args: Any, members: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", "–"), *((one.pk, one.display_name) for one in members)]
