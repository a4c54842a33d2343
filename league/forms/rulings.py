"""Forms by which organizers record, correct and void rulings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.days import day_problem
from league.forms.members import day_input
from league.models import ClubRuleSet
from league.services.rulings import Decision

_ROWS = {"rows": 4}


class DecisionForm(forms.Form):
    """The clause, what happened, what was decided."""

    clause = forms.CharField(
        label=_("Clause"),
        max_length=24,
        help_text=_("Choose one from the list, or type its code."),
        widget=forms.TextInput(attrs={"list": "ruling-clauses", "autocomplete": "off"}),
        error_messages={"required": _("Under which clause was it decided?")},
    )
    facts = forms.CharField(
        label=_("What happened"),
        max_length=2000,
        widget=forms.Textarea(attrs=_ROWS),
        error_messages={"required": _("Please write it down in a sentence or two.")},
    )
    outcome = forms.CharField(
        label=_("What was decided"),
        max_length=2000,
        widget=forms.Textarea(attrs=_ROWS),
        error_messages={"required": _("Please write it down in a sentence or two.")},
    )

    def decision(self) -> Decision:
        """What was typed, of a valid form."""
        values = self.cleaned_data
        return Decision(clause=values["clause"], facts=values["facts"], outcome=values["outcome"])


class RulingForm(DecisionForm):
    """A ruling; under which rules and on which day is asked for where it is not known."""

    rule_set = forms.ChoiceField(label=_("Rules"))
    day = forms.DateField(label=_("Club day"), widget=day_input())

    field_order = ("day", "rule_set", "clause", "facts", "outcome")

    def __init__(
        self, *args: Any, rule_sets: Sequence[ClubRuleSet], day: date | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known_day = day
        self.by_slug = {each.slug: each for each in rule_sets}
        field = self.fields["rule_set"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(slug, each.rule_set.name) for slug, each in self.by_slug.items()]
        if len(rule_sets) == 1:
            del self.fields["rule_set"]
        if day is not None:
            del self.fields["day"]

    def clean_day(self) -> date:
        """A day of the calendar that clubs have."""
        day: date = self.cleaned_data["day"]
        if problem := day_problem(day):
            raise forms.ValidationError(problem)
        return day

    def chosen_set(self) -> ClubRuleSet:
        """The rules, of a valid form."""
        slug = self.cleaned_data.get("rule_set")
        return self.by_slug[slug] if slug else next(iter(self.by_slug.values()))

    def chosen_day(self) -> date:
        """The club day, of a valid form."""
        day: date = self.known_day or self.cleaned_data["day"]
        return day


class VoidForm(forms.Form):
    """Why a ruling is taken back."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": _("Please say why, so that everybody can follow it."),
            "max_length": _("Please keep it under 200 characters."),
        },
    )
