"""Fields of the rule editor, and the parameters that are tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from league.forms.rule_editor_shapes import MOST_ROWS, Column, Scalar, Shape, choice_code
from league.typed_rules import spoken
from rules.parameters.base import sections_of
from rules.words import choices_of, name_of
from rules.words.files import entry_of
from rules.words.types import FAMILIES

#: rows that stand empty below those that are filled
SPARE_ROWS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something to choose."""

    id: str
    code: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field of a control."""

    id: str
    name: str
    text: str  # what it holds
    kind: str  # choice, number, text
    label: str  # what it is called beside its siblings; empty for a single one
    is_signed: bool = False
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Filling:
    """What a control is made from."""

    family: str
    name: str
    shape: Shape
    value: Any
    typed: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Begins the names of its fields."""
        return f"p-{self.name}"

    def words(self) -> tuple[tuple[object, str], ...]:
        """The values to choose from, in words."""
        return choices_of(self.family, self.name, spoken())

    def options(self, chosen: Iterable[object]) -> tuple[Option, ...]:
        """The values to choose from, as a control shows them."""
        codes = {choice_code(each) for each in chosen}
        return tuple(
            Option(
                id=f"{self.key}-{choice_code(value)}",
                code=choice_code(value),
                words=words,
                is_chosen=choice_code(value) in codes,
            )
            for value, words in self.words()
        )


def places_of(typed: Mapping[str, Any]) -> int:
    """How many places an uma has, by the players typed."""
    return 3 if typed.get("players") == 3 else 4


def fields_of(
    given: Filling, key: str, values: Sequence[object], labels: Sequence[str]
) -> tuple[Field, ...]:
    """Fields beside each other, one for each value."""
    return tuple(
        field_of(f"{key}-{at}", label, given.shape.scalar, value)
        for at, (value, label) in enumerate(zip(values, labels, strict=True))
    )


def field_of(key: str, label: str, scalar: Scalar, value: object) -> Field:
    """A field filled in with a value, or with what was typed for one."""
    return Field(
        id=key,
        name=key,
        text=scalar.code(value),
        kind=scalar.kind,
        label=label,
        is_signed=scalar.is_signed,
    )


def grid(given: Filling) -> dict[str, Any]:
    """The control of an uma that depends on how many float."""
    rows = [listed(row) for row in listed(given.value)]
    places = max([places_of(given.typed), *map(len, rows)])
    count = max(places + 1, len(rows))
    rows = [*rows, *[[] for _row in range(count - len(rows))]]
    labels = [_("Place %(place)s") % {"place": at + 1} for at in range(places)]
    made = []
    for at, row in enumerate(rows):
        heading = _("%(count)s floating") % {"count": at}
        values = [*row, *[""] * (places - len(row))]
        made.append((heading, fields_of(given, f"{given.key}-{at}", values, labels)))
    return {"widget": "table", "rows": tuple(made), "columns": tuple(labels)}


def rows(given: Filling) -> dict[str, Any]:
    """The control of a table with as many rows as one likes."""
    columns = given.shape.columns
    stored = [_cells(row, columns) for row in listed(given.value)]
    spare = [[_empty(column) for column in columns]] * SPARE_ROWS
    names = _column_names()
    made = [
        ("", tuple(_cell(given, f"{given.key}-{at}-{i}", c, value) for i, (c, value) in row))
        for at, row in enumerate(
            list(enumerate(zip(columns, values, strict=True)))
            for values in (stored + spare)[:MOST_ROWS]
        )
    ]
    labels = tuple(str(names.get(column.name, column.name)) for column in columns)
    return {"widget": "table", "rows": tuple(made), "columns": labels}


def _column_names() -> dict[str, str]:
    return {
        "kind": _("Offence"),
        "amount": _("Price"),
        "paid_to": _("Paid to"),
        "from_han": _("From han"),
        "child_ron": _("Non-dealer, ron"),
        "child_tsumo_child": _("Non-dealer's tsumo, from a non-dealer"),
        "child_tsumo_dealer": _("Non-dealer's tsumo, from the dealer"),
        "dealer_ron": _("Dealer, ron"),
        "dealer_tsumo": _("Dealer's tsumo, from each"),
        "counted": _("Counts"),
        "other": _("Does not count beside it"),
    }


def _cell(given: Filling, key: str, column: Column, value: object) -> Field:
    """A field of a table with rows."""
    label = _column_names().get(column.name, column.name)
    options: list[tuple[str, str]] = []
    text = column.scalar.code(value)
    if given.shape.layout == "pairs":
        options = [("", "–"), *_yaku_words(given.family)]
    elif column.scalar.kind == "choice":
        entry, lang = entry_of(given.family, given.name), spoken()
        options = [(choice_code(own), entry.choice(own, lang)) for own in column.scalar.options]
    elif column.name == "kind" and text == "chombo":
        text = _("chombo")
    return Field(
        id=key,
        name=key,
        text=text,
        kind="choice" if options else column.scalar.kind,
        label=label,
        options=tuple(
            Option(id="", code=code, words=words, is_chosen=code == text) for code, words in options
        ),
    )


def yaku_of(family: str) -> list[str]:
    """The keys of the yaku that a pair that does not combine may name, in order."""
    return [
        name.removeprefix("han_")
        for name, section in sections_of(FAMILIES[family]).items()
        if section == "yaku" and name.startswith("han_")
    ]


def _yaku_words(family: str) -> list[tuple[str, str]]:
    lang = spoken()
    return [(key, name_of(family, f"han_{key}", lang)) for key in yaku_of(family)]


def _cells(row: object, columns: Sequence[Column]) -> list[object]:
    if isinstance(row, Mapping):
        return [row.get(column.name, "") for column in columns]
    values = listed(row)
    return [*values, *[""] * len(columns)][: len(columns)]


def _empty(column: Column) -> object:
    return column.scalar.options[0] if column.scalar.kind == "choice" else ""


def listed(value: object) -> list[Any]:
    """The values of a list; nothing of what is none."""
    return list(value) if isinstance(value, list | tuple) else []
