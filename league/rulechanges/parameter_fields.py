"""Form fields for the parameters of rules, each made from the parameter's type and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from django import forms
from django.utils.translation import gettext as _

from league.core.inputs import choice_code
from league.core.numbers import uma_of, whole_number
from league.games.wording import penalty_name
from league.rulebook.typed import section_type
from league.wording.rules import language
from rules.parameters import FAMILIES, options_of, section_of
from rules.parameters.base import PENALTY_KINDS, Value, sections_of
from rules.parameters.riichi import ByPlace
from rules.words import about, choices_of, name_of, section_name
from rules.words.files import Entry, entry_of

#: longer texts are cut before they are stored
LONGEST: Final = 60
MOST_ROWS: Final = 40
#: rows that stand empty below those that are filled
SPARE_ROWS: Final = 2
#: columns of the penalty table that name a penalty
_KINDS: Final = frozenset({"kind", "becomes"})
#: inputs beside each other
_WIDEST: Final = 9
#: up to so many short words stand beside each other
_MOST_RADIOS: Final = 4
_MOST_LETTERS: Final = {"ja": 26, "en": 46}


def places_of(typed: Mapping[str, Any]) -> int:
    return 3 if typed.get("players") == 3 else 4


def listed(value: object) -> list[Any]:
    """Return the values of a list; an empty list for anything else."""
    return list(value) if isinstance(value, list | tuple) else []


def _storable(text: str) -> str:
    """Remove characters that databases refuse."""
    return text.replace("\0", "")[:LONGEST]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    name: str = ""  # of a column
    label: str = ""
    options: tuple[object, ...] = ()  # of a choice, in the order of the type
    choices: tuple[tuple[str, str], ...] = ()  # what can be chosen, by code
    is_number: bool = False
    is_signed: bool = False
    may_be_none: bool = False
    is_left_out: bool = False  # where it says nothing: a column that tables had not from the first

    def text(self, value: object) -> str:
        if self.options:
            return choice_code(value)
        if self.name in _KINDS:
            return penalty_name(str(value)) if value else ""
        if value is None:
            return ""
        if isinstance(value, int) and not isinstance(value, bool):
            return f"{value:,}"
        return str(value)[:LONGEST]

    def read(self, text: str) -> object:
        """Return the typed value; an invalid text stays text, to be shown again."""
        text = _storable(text)
        if self.options:
            return next((own for own in self.options if choice_code(own) == text), text)
        text = text.strip()
        if self.name in _KINDS and text.casefold() in _kinds_by_name():
            return _kinds_by_name()[text.casefold()]
        if not text and self.may_be_none:
            return None
        return whole_number(text) if self.is_number else text

    def widget(self) -> forms.Widget:
        if self.choices:
            return forms.Select(choices=self.choices)
        digits = {"inputmode": "numeric"} if self.is_number and not self.is_signed else {}
        return forms.TextInput({"maxlength": LONGEST, "autocomplete": "off", **digits})


@cache
def _kinds_by_name() -> dict[str, str]:
    """Known kinds of penalties by their names in either language, whichever one is typed."""
    entry = entry_of("riichi", "penalty_table")
    names = {entry.choice(kind, "ja").casefold(): kind for kind in PENALTY_KINDS}
    names |= {entry.choice(kind, "en").casefold(): kind for kind in PENALTY_KINDS}
    return names | {kind: kind for kind in PENALTY_KINDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shorthand:
    typed: str
    at: int  # in which input
    values: tuple[int, ...]  # by place, in points


class RowWidget(forms.Widget):
    """Inputs side by side, named after their position: ``p-uma-0``, ``p-uma-1``."""

    use_fieldset = True

    def __init__(self, cells: Sequence[Cell]) -> None:
        super().__init__()
        self.cells = cells

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the texts of one row; None where the form does not have it."""
        return _row_in(data, name) or None

    def subwidgets(self, name: str, value: Any, attrs: Any = None) -> Iterator[dict[str, Any]]:
        return self._row(name, value, attrs)

    def _row(
        self, key: str, texts: Sequence[str], attrs: Mapping[str, Any] | None, **facts: object
    ) -> Iterator[dict[str, Any]]:
        for at, cell in enumerate(self.cells):
            own = {**self.attrs, **(attrs or {}), "id": f"{key}-{at}"}
            text = texts[at] if at < len(texts) else ""
            context = cell.widget().get_context(f"{key}-{at}", text, own)["widget"]
            yield {**context, **facts, "label": cell.label, "is_wide": not cell.is_number}


class RowsWidget(RowWidget):
    """Rows of inputs, named after row and position: ``p-penalty_table-0-1``."""

    def __init__(self, cells: Sequence[Cell], headings: Sequence[str] = ()) -> None:
        """Make as many rows as headings; without headings, the filled ones and two more."""
        super().__init__(cells)
        self.headings = headings

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Return the texts of every row; None where the form has no rows."""
        rows: list[list[str]] = []
        while len(rows) < MOST_ROWS and f"{name}-{len(rows)}-0" in data:
            rows.append(_row_in(data, f"{name}-{len(rows)}"))
        return rows or None

    def subwidgets(self, name: str, value: Any, attrs: Any = None) -> Iterator[dict[str, Any]]:
        rows = listed(value)
        spare = max(len(self.headings) - len(rows), 0) if self.headings else SPARE_ROWS
        blank = [cell.choices[0][0] if cell.options else "" for cell in self.cells]
        for at, row in enumerate([*rows, *[blank] * spare][:MOST_ROWS]):
            heading = self.headings[at] if self.headings else ""
            title = heading or _("row %(row)s") % {"row": at + 1}
            yield from self._row(f"{name}-{at}", row, attrs, row=title, heading=heading)


def _row_in(data: Mapping[str, Any], key: str) -> list[str]:
    texts: list[str] = []
    while len(texts) < _WIDEST and (text := data.get(f"{key}-{len(texts)}")) is not None:
        texts.append(text)
    return texts


class NamesWidget(forms.CheckboxSelectMultiple):
    def __init__(self, family: str, leave_out: str = "") -> None:
        super().__init__()
        self.family, self.leave_out = family, leave_out

    def subwidgets(self, name: str, value: Any, attrs: Any = None) -> Iterator[dict[str, Any]]:
        named = [each for each in map(str, listed(value)) if each]
        lang, groups = language(), dict[str, list[tuple[str, str]]]()
        words = dict(zip(named, named, strict=True))
        for each, section in sections_of(FAMILIES[self.family]).items():
            if each in words:
                words[each] = name_of(self.family, each, lang)
            elif each != self.leave_out:
                group = groups.setdefault(section_name(self.family, section, lang), [])
                group.append((each, name_of(self.family, each, lang)))
        self.choices = list(words.items())
        yield from super().subwidgets(name, named, attrs)
        others = forms.Select({"data-add-name": True}, [("", "–"), *groups.items()])
        context = others.get_context(name, "", {"id": f"{(attrs or {})['id']}-add"})
        yield {**context["widget"], "label": _("Add")}


@dataclass(frozen=True, slots=True)
class Parameter:
    family: str
    name: str
    typed: Mapping[str, Any]  # every parameter's value

    @property
    def value(self) -> Any:
        return self.typed[self.name]

    @property
    def entry(self) -> Entry:
        return entry_of(self.family, self.name)

    @property
    def annotation(self) -> Any:
        section = section_type(self.family, section_of(self.family, self.name))
        return section.model_fields[self.name].annotation

    def choices(self) -> tuple[tuple[str, str], ...]:
        words = choices_of(self.family, self.name, language())
        return tuple((choice_code(value), text) for value, text in words)

    def cell(self, annotation: Any, **facts: Any) -> Cell:
        """Return an input for a number or a text of the parameter.

        Raises:
            TypeError: there is no input for the type.
        """
        bare, may_be_none = _bare(annotation)
        if bare not in (int, str):
            raise TypeError(f"no field is made for {annotation}")
        return Cell(is_number=bare is int, may_be_none=may_be_none, **facts)


class ParameterField(forms.Field):
    """A parameter of a draft, initially with the value last typed.

    Input is converted as far as it is valid, and kept as text otherwise, so that a draft loses
    nothing. So no field refuses anything: what makes a value invalid is found once all are read.
    """

    def __init__(self, of: Parameter, widget: forms.Widget) -> None:
        lang = language()
        super().__init__(
            required=False,
            widget=widget,
            label=name_of(of.family, of.name, lang),
            help_text=about(of.family, of.name, lang),
            initial=of.value,
        )
        says = f"says-{of.name}"
        if not self.widget.use_fieldset:
            self.widget.attrs["aria-describedby"] = f"p-{of.name}_helptext {says}"
        elif isinstance(self.widget, RowWidget):
            self.widget.attrs["aria-describedby"] = says

    def clean(self, value: Any) -> Any:
        """Return plain JSON, with texts where input is invalid.

        A parameter missing from the form keeps its value.
        """
        return self.initial if value is None or self.disabled else self.read(value)

    def read(self, typed: Any) -> Any:
        raise NotImplementedError

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether the input differs in value, however it is written."""
        return bool(self.clean(data) != initial)


class OneField(ParameterField):
    """A choice, a number or a text; with only one choice it cannot be changed."""

    unit = ""

    def __init__(self, of: Parameter) -> None:
        options, choices = options_of(of.family, of.name), of.choices()
        if options:
            self.cell = Cell(options=options, choices=choices)
            letters = sum(len(words) for _code, words in choices)
            is_short = len(choices) <= _MOST_RADIOS and letters <= _MOST_LETTERS[language()]
            radios = forms.RadioSelect(choices=choices)
            widget = radios if is_short or len(choices) == 1 else self.cell.widget()
        else:
            self.cell = of.cell(of.annotation)
            widget = self.cell.widget()
            self.unit = _unit(of.entry) if self.cell.is_number else ""
        super().__init__(of, widget)
        self.disabled = len(options) == 1

    def prepare_value(self, value: Any) -> str:
        return self.cell.text(value)

    def read(self, typed: Any) -> Any:
        return self.cell.read(typed)


def _unit(entry: Entry) -> str:
    """Return the unit of a whole number; by default points."""
    if entry.form in ("points", "score"):
        return _("pts")
    units = {"han": _("han"), "minutes": _("min.")}
    return units.get(entry.form, entry.unit(2, language()).strip())


class PairField(ParameterField):
    def __init__(self, of: Parameter) -> None:
        annotation = get_args(of.annotation)[0]
        labels = (_("Closed hand"), _("Open hand"))
        self.cells = [of.cell(annotation, label=label) for label in labels]
        super().__init__(of, RowWidget(self.cells))

    def prepare_value(self, value: Any) -> list[str]:
        return [self.cells[0].text(each) for each in listed(value)]

    def read(self, typed: Any) -> Any:
        return [self.cells[0].read(text) for text in typed]


class UmaField(PairField):
    """A value for each place, or a whole uma as people write it in one of the inputs."""

    def __init__(self, of: Parameter) -> None:
        self.cells = _places(max(places_of(of.typed), len(listed(of.value))))
        ParameterField.__init__(self, of, RowWidget(self.cells))

    def read(self, typed: Any) -> Any:
        """Drop empty values at the end."""
        short = self.shorthand(typed)
        return list(short.values) if short else _by_place(typed)

    def shorthand(self, typed: Sequence[str] | None) -> Shorthand | None:
        texts = list(map(_storable, typed or ()))
        found = ((at, text, uma_of(text, len(texts))) for at, text in enumerate(texts))
        return next(
            (Shorthand(typed=text.strip(), at=at, values=uma) for at, text, uma in found if uma),
            None,
        )


class FloatingUmaField(ParameterField):
    def __init__(self, of: Parameter) -> None:
        rows = [listed(row) for row in listed(of.value)]
        places = max([places_of(of.typed), *map(len, rows)])
        headings = [
            _("%(count)s floating") % {"count": at} for at in range(max(places + 1, len(rows)))
        ]
        self.cells = _places(places)
        super().__init__(of, RowsWidget(self.cells, headings))

    def prepare_value(self, value: Any) -> list[list[str]]:
        return [[self.cells[0].text(each) for each in listed(row)] for row in listed(value)]

    def read(self, typed: Any) -> Any:
        """Return rows of values; none at all where every row is empty."""
        rows = [_by_place(row) for row in typed]
        return rows if any(rows) else []


def _places(count: int) -> list[Cell]:
    labels = [_("Place %(place)s") % {"place": at + 1} for at in range(count)]
    return [Cell(label=label, is_number=True, is_signed=True) for label in labels]


def _by_place(texts: Sequence[str]) -> list[object]:
    """Return values by place, without empty ones at the end."""
    values = [Cell(is_number=True).read(text) for text in texts]
    while values and values[-1] == "":
        values.pop()
    return values


class TableField(ParameterField):
    def __init__(self, of: Parameter) -> None:
        row, labels = get_args(of.annotation)[0], _column_labels()
        self.cells = [
            _column(
                *(of, name, field.annotation, labels.get(name, name)),
                is_left_out=not field.is_required() and field.default is None,
            )
            for name, field in row.model_fields.items()
        ]
        super().__init__(of, RowsWidget(self.cells))

    def prepare_value(self, value: Any) -> list[list[str]]:
        return [self._texts(row) for row in listed(value)]

    def _texts(self, row: object) -> list[str]:
        if isinstance(row, Mapping):
            return [cell.text(row.get(cell.name, "")) for cell in self.cells]
        return [cell.text(value) for cell, value in zip(self.cells, listed(row), strict=False)]

    def read(self, typed: Any) -> Any:
        """Return rows by column, without those that say nothing.

        A choice alone does not fill a row, as it always has a value.
        """
        rows = [
            [(cell, row[at] if at < len(row) else "") for at, cell in enumerate(self.cells)]
            for row in typed
        ]
        return [
            {
                cell.name: value
                for cell, text in row
                if (value := cell.read(text)) is not None or not cell.is_left_out
            }
            for row in rows
            if any(text.strip() for cell, text in row if not cell.options)
        ]


def _column(of: Parameter, name: str, annotation: Any, label: str, *, is_left_out: bool) -> Cell:
    if get_origin(annotation) is not Literal:
        return of.cell(annotation, name=name, label=label, is_left_out=is_left_out)
    options, entry, lang = get_args(annotation), of.entry, language()
    choices = tuple((choice_code(own), entry.choice(own, lang)) for own in options)
    return Cell(name=name, label=label, options=options, choices=choices)


def _column_labels() -> dict[str, str]:
    return {
        "kind": _("Offence"),
        "amount": _("Penalty points"),
        "paid_to": _("Paid to"),
        "amount_to": _("Up to (the referee decides)"),
        "step": _("In steps of"),
        "becomes": _("Several bring"),
        "after": _("How many of them"),
        "from_han": _("Minimum han"),
        "child_ron": _("Non-dealer, ron"),
        "child_tsumo_child": _("Non-dealer's tsumo, from a non-dealer"),
        "child_tsumo_dealer": _("Non-dealer's tsumo, from the dealer"),
        "dealer_ron": _("Dealer, ron"),
        "dealer_tsumo": _("Dealer's tsumo, from each"),
    }


class YakuPairsField(TableField):
    def __init__(self, of: Parameter) -> None:
        lang = language()
        names = {
            name.removeprefix("han_"): name_of(of.family, name, lang)
            for name, section in sections_of(FAMILIES[of.family]).items()
            if section == "yaku" and name.startswith("han_")
        }
        self.known = {"", *names}
        choices = (("", "–"), *names.items())
        labels = {"counted": _("Yaku that counts"), "other": _("Yaku not counted with it")}
        self.cells = [Cell(name=n, label=label, choices=choices) for n, label in labels.items()]
        ParameterField.__init__(self, of, RowsWidget(self.cells))

    def read(self, typed: Any) -> Any:
        """Return yaku keys; drop unknown ones, unless they were in that pair before."""
        pairs = [list(row.values()) for row in super().read(typed)]
        if pairs == self.initial:
            return pairs
        before = listed(self.initial)
        kept = [
            [key if key in self.known or pair in before else "" for key in pair] for pair in pairs
        ]
        return [pair for pair in kept if any(pair)]


class ChecksField(ParameterField):
    def __init__(self, of: Parameter) -> None:
        self.options = options_of(of.family, of.name)
        super().__init__(of, forms.CheckboxSelectMultiple(choices=of.choices()))

    def prepare_value(self, value: Any) -> list[str]:
        return [choice_code(each) for each in listed(value)]

    def read(self, typed: Any) -> Any:
        """Return what is checked; in the former order, if nothing was added or removed."""
        chosen = [option for option in self.options if choice_code(option) in typed]
        if sorted(map(str, listed(self.initial))) == sorted(map(str, chosen)):
            return self.initial
        return chosen


class NamesField(ParameterField):
    def __init__(self, of: Parameter) -> None:
        self.known = sections_of(FAMILIES[of.family])
        super().__init__(of, NamesWidget(of.family, leave_out=of.name))

    def read(self, typed: Any) -> Any:
        """Return each name once; drop unknown ones, unless they were there before."""
        named = dict.fromkeys(_storable(text) for text in typed if text)
        before = listed(self.initial)
        return [name for name in [*named][:MOST_ROWS] if name in self.known or name in before]


def parameter_field(family: str, name: str, typed: Mapping[str, Any]) -> ParameterField:
    """Build the field of a parameter, filled in with what was typed last.

    Raises:
        UnknownParameterError: the family has no parameter of that name.
        TypeError: there is no field for the type.
    """
    of = Parameter(family, name, typed)
    return _class_of(of.annotation, options_of(family, name))(of)


def _class_of(annotation: Any, options: Iterable[object]) -> Callable[[Parameter], ParameterField]:
    if get_origin(annotation) is not tuple:
        return OneField
    if options:
        return ChecksField
    inner, *rest = get_args(annotation)
    if inner == ByPlace:
        return FloatingUmaField
    if isinstance(inner, type) and issubclass(inner, Value):
        return TableField
    if get_origin(inner) is tuple:
        return YakuPairsField
    if _bare(inner)[0] is str:
        return NamesField
    return UmaField if rest == [...] else PairField


def _bare(annotation: Any) -> tuple[Any, bool]:
    """Return the plain type, and whether the value is optional."""
    if get_origin(annotation) in (Union, UnionType):
        inner = [each for each in get_args(annotation) if each is not NoneType]
        return _bare(inner[0])[0], True
    if get_origin(annotation) is Annotated:
        return _bare(get_args(annotation)[0])
    return annotation, False
