"""Forms of the club's list: a person, their login, their role."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.days import club_day
from league.models import Club, Member
from league.services.members import FIELDS

MOST_NAMES = 20
LONGEST_NAME = 40


def day_input() -> forms.DateInput:
    """A date as browsers pick it; ISO, whatever the language."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class LinesField(forms.CharField):
    """A few names, one a line; cleans to a list without repeats."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.widget.attrs["rows"] = 3

    def prepare_value(self, value: Any) -> Any:
        """A stored list as lines."""
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """The lines that hold something, each once.

        Raises:
            ValidationError: too many, or one too long.
        """
        text = super().clean(value)
        lines = [line.strip() for line in text.splitlines()]
        names = list(dict.fromkeys(filter(None, lines)))
        if len(names) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in names):
            raise ValidationError(
                gettext("At most %(lines)s lines of %(letters)s characters.")
                % {"lines": MOST_NAMES, "letters": LONGEST_NAME}
            )
        return names


class MemberForm(forms.Form):
    """What the list says of a person."""

    display_name = forms.CharField(
        label=_("Display name"), max_length=40, help_text=_("What the club calls them.")
    )
    full_name = forms.CharField(label=_("Full name"), max_length=60, required=False)
    kana = forms.CharField(
        label=_("Kana"), max_length=60, required=False, help_text=_("The list is sorted by it.")
    )
    romaji = forms.CharField(label=_("Romaji"), max_length=60, required=False)
    aliases = LinesField(label=_("Other names"), help_text=_("One a line. Found by them as well."))
    tenhou_names = LinesField(label=_("Tenhou names"), help_text=_("One a line."))
    is_guest = forms.BooleanField(
        label=_("Guest"),
        required=False,
        help_text=_("Guests' games count, but they are not ranked unless the league says so."),
    )
    joined_on = forms.DateField(label=_("Joined on"), required=False, widget=day_input())
    left_on = forms.DateField(
        label=_("Left on"),
        required=False,
        widget=day_input(),
        help_text=_("Their games stay. Their login opens this club no more."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = club_day(club)

    @classmethod
    def of(cls, member: Member) -> MemberForm:
        """The form filled in with a person."""
        return cls(initial={name: getattr(member, name) for name in FIELDS}, club=member.club)

    def clean(self) -> dict[str, Any]:
        """Nobody leaves before they joined, or tomorrow."""
        values = cast(dict[str, Any], super().clean())
        joined, left = values.get("joined_on"), values.get("left_on")
        if left and joined and left < joined:
            self.add_error("left_on", _("This lies before the day they joined."))
        elif left and left > self.today:
            self.add_error("left_on", _("This day has not come yet."))
        return values


class GiveLoginForm(forms.Form):
    """A login for a member; the password they choose themselves."""

    username = forms.CharField(
        label=_("Login name"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        help_text=_("Letters, figures and . + - _"),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("To log in with instead of the name. No mail is ever sent."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def clean_username(self) -> str:
        """A name that looks like an address could answer for somebody else's.

        Raises:
            ValidationError: there is an @ in it.
        """
        name: str = self.cleaned_data["username"]
        if "@" in name:
            raise ValidationError(_("A login name holds no @."))
        return name


class RoleForm(forms.Form):
    """What a member's login may do."""

    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices)
