"""Fields for what the rules leave open to an evening or a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from league.core.errors import LeagueError
from league.core.inputs import choice_code
from league.rulebook.options import OpenOption

_PREFIX: Final = "option-"
#: no whole number of a rule is larger
_MOST: Final = 1_000_000


class OptionsForm(forms.Form):
    """A choice for each parameter that is left open; empty: as the rules say."""

    def __init__(
        self,
        *args: Any,
        offer: Sequence[OpenOption] = (),
        chosen: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.offer = offer
        for option in offer:
            self.fields[_PREFIX + option.name] = _field(option, (chosen or {}).get(option.name))

    def clean(self) -> dict[str, Any]:
        """What was chosen stands under ``options``, by parameter."""
        values = super().clean() or {}
        options: dict[str, Any] = {}
        for option in self.offer:
            told = values.pop(_PREFIX + option.name, None)
            if told in (None, ""):
                continue
            by_code = {choice_code(value): value for value, _words in option.choices}
            options[option.name] = by_code[told] if option.choices else told
        values["options"] = options
        return values

    def refuse(self, error: LeagueError) -> None:
        """Say what a service refused beside its field, or above the form."""
        names = (error.field, f"{_PREFIX}{error.field}")
        self.add_error(next((name for name in names if name in self.fields), None), error.message)

    def option_fields(self) -> list[BoundField]:
        """The fields of the choices alone."""
        return [self[_PREFIX + option.name] for option in self.offer]


def _field(option: OpenOption, chosen: Any) -> forms.Field:
    by_rules = _("as the rules say (%(value)s)") % {"value": option.by_rules}
    if not option.choices:
        return forms.IntegerField(
            label=option.label,
            min_value=-_MOST,
            max_value=_MOST,
            required=False,
            initial=chosen,
            help_text=_("Empty: %(value)s.") % {"value": by_rules},
        )
    choices = [(choice_code(value), words) for value, words in option.choices]
    return forms.ChoiceField(
        label=option.label,
        choices=[("", by_rules), *choices],
        required=False,
        initial="" if chosen is None else choice_code(chosen),
    )
