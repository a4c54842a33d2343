"""Inputs and fields that forms of several rooms share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, Final, TypeVar

from django import forms
from django.utils.translation import gettext_lazy as _

from league.core.days import day_problem
from league.core.errors import LeagueError

T = TypeVar("T")


def day_input() -> forms.DateInput:
    """A browser's date picker; ISO, whatever the language."""
    return forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


class DayField(forms.DateField):
    """A day that a game can have: one of the supported calendar."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"widget": day_input(), **kwargs})

    def clean(self, value: Any) -> date | None:
        day: date | None = super().clean(value)
        if day is not None and (problem := day_problem(day)):
            raise forms.ValidationError(problem)
        return day


def set_choices(form: forms.BaseForm, name: str, choices: Iterable[Any]) -> None:
    """Give a field of choices those that only this form has."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices)


MOST_GAMES = 999


def reason_field(help_text: Any = "") -> forms.CharField:
    """A field for why something is done, which everybody can read."""
    return forms.CharField(
        label=_("Reason"),
        max_length=200,
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Please give a reason, so that everyone can understand it later."),
            "max_length": _("Please keep it under 200 characters."),
        },
    )


class VoidForm(forms.Form):
    reason = reason_field()


def without_at(login_name: str) -> str:
    """Return a login name that is not like an e-mail address, which could match somebody else's.

    Raises:
        ValidationError: it contains an @.
    """
    if "@" in login_name:
        raise forms.ValidationError(_("A login name cannot contain @."))
    return login_name


#: stands in a form for "no value"; an empty text would be nothing chosen
NONE_CODE: Final = "-"


def choice_code(value: object) -> str:
    if value is None:
        return NONE_CODE
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def add_service_error(form: forms.BaseForm, error: LeagueError) -> None:
    form.add_error(error.field if error.field in form.fields else None, error.message)


def carried_out(form: forms.BaseForm, service: Callable[[], T]) -> T | None:
    """What a service makes of a form that was sent; None, with its words, where it refuses.

    The service is called only with a valid form.
    """
    if form.is_bound and form.is_valid():
        try:
            return service()
        except LeagueError as error:
            add_service_error(form, error)
    return None


def status_of(form: forms.BaseForm) -> int:
    """The answer's status: 422 where a field is wrong, 409 where a service refuses as a whole."""
    if not form.errors:
        return 200
    return 409 if form.non_field_errors() else 422


#: entries of all lists and objects of a JSON text together: each that is wrong costs its own words
MOST_ENTRIES: Final = 50_000


def has_too_many_entries(data: object) -> bool:
    """Whether parsed JSON has more entries than anything that is read here needs."""
    left, todo = MOST_ENTRIES, [data]
    while todo:
        each = todo.pop()
        if isinstance(each, dict | list):
            left -= len(each)
            if left < 0:
                return True
            todo += each.values() if isinstance(each, dict) else each
    return False
