"""The form of a draft's parameters: what was typed, and all that is said beside each of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _

from league.core.formats import points, score
from league.rulebook.typed import Typed
from league.rulechanges.drafts import DraftPage
from league.rulechanges.parameter_fields import (
    Shorthand,
    UmaField,
    listed,
    parameter_field,
    places_of,
)
from league.wording.rules import language
from rules import words
from rules.clauses import ASSUMED, CLUB, MARKS
from rules.parameters import BooParameters, Parameters, RiichiParameters, parameter_values
from rules.presets import load
from scoring.errors import ScoringError
from scoring.results import GameResult
from scoring.settlement import rounded, settle

#: points that tell the roundings apart
_ROUNDED = (24_500, 24_600, -1_500)
#: four and three players some way apart, in points above the start for each 10 of it
_APART: Mapping[int, Sequence[int]] = {4: (6, 1, -1, -6), 3: (6, 0, -6)}
#: the two in the middle, or below the top, are level
_LEVEL: Mapping[int, Sequence[int]] = {4: (6, 0, 0, -6), 3: (6, -3, -3)}


def example_of(parameters: Parameters, name: str) -> tuple[str, ...]:
    """Return example sentences for a parameter's value; empty for most.

    Args:
        parameters: valid ones.
        name: of the parameter.
    """
    made = _EXAMPLES.get(name)
    if made is None:
        return ()
    try:
        return made(parameters)
    except ScoringError:  # the values settle no game yet
        return ()


def _rounding(parameters: Parameters) -> tuple[str, ...]:
    if not isinstance(parameters, RiichiParameters) or parameters.settlement.rounding == "none":
        return ()
    rule = parameters.settlement
    less = rule.return_points if rule.rounding_of == "difference" else 0
    by_value = rule.rounding_below_zero == "by_value"
    sentences = []
    for held in _ROUNDED:
        begun = held - less
        facts = {
            "held": points(begun),
            "rounded": points(rounded(begun, rounding=rule.rounding, by_value=by_value)),
        }
        sentences.append(_("%(held)s counts as %(rounded)s") % facts)
    return tuple(sentences)


def _scores(parameters: Parameters) -> tuple[str, ...]:
    return _settled(parameters, _APART)


def _tie(parameters: Parameters) -> tuple[str, ...]:
    if isinstance(parameters, RiichiParameters | BooParameters):
        return _settled(parameters, _LEVEL)
    return ()


def _settled(parameters: Parameters, apart: Mapping[int, Sequence[int]]) -> tuple[str, ...]:
    start = parameters.game.start_points
    step = start // 1_000 * 100
    held = tuple(start + step * each for each in apart[parameters.game.players])
    settled = settle(GameResult(points=held), parameters)
    decimals = parameters.ranking.score_decimals
    return tuple(
        _("%(points)s: place %(place)s, %(score)s")
        % {"points": points(own), "place": seat.place, "score": score(seat.score, decimals)}
        for own, seat in zip(held, settled.seats, strict=True)
    )


_EXAMPLES: Mapping[str, Callable[[Parameters], tuple[str, ...]]] = {
    **dict.fromkeys(("rounding", "rounding_of", "rounding_below_zero"), _rounding),
    **dict.fromkeys(("uma", "floating_uma", "return_points", "maru_a"), _scores),
    "tie": _tie,
}


#: payments without fu, of which the usual ones are filled in at one go
TABLE: Final = "points_table"
#: parameters about fu: a table leaves them empty
_OF_FU: Final = ("raised_mangan", "double_wind_pair_fu", "rinshan_tsumo_fu", "open_20_fu")
#: shipped sets that pay by the usual table, by their players
_USUAL: Final = {4: "nekohouse-4b", 3: "nekohouse-3b"}


class BoundParameter(BoundField):
    form: ParametersForm

    @property
    def is_idle(self) -> bool:
        return self.name in self.form.page.idle

    @property
    def clause(self) -> str:
        """Return the clause that states it; empty where none does."""
        code = self._stated_by
        return "" if code in MARKS else code

    @property
    def is_assumed(self) -> bool:
        return self._stated_by == ASSUMED

    @property
    def is_club(self) -> bool:
        return self._stated_by == CLUB

    @property
    def _stated_by(self) -> str:
        return str(self.form.page.draft.stated_by.get(self.name, ""))

    @property
    def before(self) -> str:
        """Return the value beside the draft's in words; empty where it is the same."""
        page = self.form.page
        if page.base is None or self.name not in page.differing:
            return ""
        return words.say(page.base.parameters, self.name, language())

    @property
    def examples(self) -> Sequence[str]:
        parameters = self.form.page.parameters
        return () if parameters is None else example_of(parameters, self.name)

    @property
    def note(self) -> str:
        if self._shorthand is None:
            return ""
        by_place = [
            _("Place %(place)s: %(points)s") % {"place": at + 1, "points": points(value)}
            for at, value in enumerate(self._shorthand.values)
        ]
        facts = {"typed": self._shorthand.typed, "values": _(", ").join(by_place)}
        return _("“%(typed)s” is read as %(values)s.") % facts

    @property
    def fill(self) -> str:
        short = self._shorthand
        if short is None:
            return ""
        return json.dumps([short.at, short.typed, *map("{:,}".format, short.values)])

    @cached_property
    def _shorthand(self) -> Shorthand | None:
        if isinstance(self.field, UmaField) and self.form.is_bound:
            return self.field.shorthand(self.data)
        return None

    @property
    def offer(self) -> str:
        typed = self.form.page.typed
        if self.name != TABLE or not _lacks_table(typed):
            return ""
        if places_of(typed) == 3:
            return _("Fill in the usual table for three players, without fu")
        return _("Fill in the usual table for four players, without fu")


class ParametersForm(forms.Form):
    """A draft's parameters as stored or typed, valid or not.

    A draft keeps what was typed while it is invalid: ``cleaned_data`` has every value, including
    those with errors.
    """

    prefix = "p"
    use_required_attribute = False
    bound_field_class = BoundParameter

    def __init__(
        self, page: DraftPage, names: Iterable[str], data: QueryDict | None = None
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.page = page
        for name in names:
            self.fields[name] = parameter_field(page.family, name, page.typed)
        self.full_clean()

    @classmethod
    def posted(cls, page: DraftPage, data: QueryDict) -> ParametersForm:
        """Build the form as it was sent; its own field lists the parameters ``shown``."""
        shown = dict.fromkeys(data.getlist("shown"))
        return cls(page, [name for name in shown if name in page.sections], data)

    def notes(self) -> list[str]:
        fields = (self[name] for name in self.fields)
        return [f.note for f in fields if isinstance(f, BoundParameter) and f.note]

    def full_clean(self) -> None:
        super().full_clean()
        if self.is_bound:
            self.page = self.page.typed_as(self.cleaned_data)
        for name, sentences in self.page.problems.items():
            if name in self.fields:
                self.errors[name] = self.error_class(sentences, renderer=self.renderer)


def with_usual_table(typed: Mapping[str, Any], values: Typed) -> Typed:
    """Add the usual payment table for the players if it is missing, and clear the fu values.

    Args:
        typed: the draft's values, for what the form did not show.
        values: as they were posted.
    """
    both = {**typed, **values}
    if not _lacks_table(both):
        return values
    rows = [dict(row) for row in _usual_rows(places_of(both))]
    return {**values, **dict.fromkeys(_OF_FU), TABLE: rows}


def _lacks_table(typed: Mapping[str, Any]) -> bool:
    return typed.get("counting") == "table" and TABLE in typed and not listed(typed[TABLE])


@cache
def _usual_rows(players: int) -> list[dict[str, int]]:
    version = load(_USUAL[players]).versions[-1]
    rows: list[dict[str, int]] = parameter_values(version.parameters)[TABLE]
    return rows
