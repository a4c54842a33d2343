"""How the fields of a rule parameter are read, by the shape that they lie in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from league.forms.rule_editor_shapes import MOST_ROWS, Shape, choice_code, storable
from league.typed_numbers import uma_of

#: all that was posted, by field name
Posted = Mapping[str, Sequence[str]]
#: fields beside each other
_WIDEST: Final = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Shorthand:
    """An uma as people write it, and what was made of it."""

    typed: str
    at: int  # in which field
    values: tuple[int, ...]  # by place, in points


def read_value(shape: Shape, posted: Posted, name: str, *, now: object) -> object:
    """Read a parameter from a posted form.

    Args:
        shape: of the parameter.
        posted: all values by field name.
        name: of the parameter; its fields begin with ``p-`` and it.
        now: the value that it has; it stays where the form says nothing.

    Returns:
        Plain JSON; texts in it where something typed is no value.
    """
    key = f"p-{name}"
    if shape.layout == "one":
        return shape.scalar.read(posted[key][-1]) if posted.get(key) else now
    if shape.layout == "checks":
        return _in_order(set(posted.get(key, ())), shape.options, now)
    if shape.layout == "names":
        named = (storable(text) for text in posted.get(key, ()) if text)
        return list(dict.fromkeys(named))[:MOST_ROWS]
    if shape.layout in ("by_place", "pair"):
        return _read_row(shape, posted, key, now)
    if shape.layout in ("grid", "rows", "pairs"):
        return _read_rows(shape, posted, key, now)
    return now


def _in_order(codes: set[str], options: tuple[object, ...], now: object) -> object:
    """What is checked; in the order in which it stood, where nothing was added or taken."""
    chosen = [option for option in options if choice_code(option) in codes]
    if isinstance(now, list) and sorted(map(str, now)) == sorted(map(str, chosen)):
        return now
    return chosen


def _texts(posted: Posted, key: str, count: int) -> list[str]:
    return [posted.get(f"{key}-{at}", [""])[-1] for at in range(count)]


def _read_row(shape: Shape, posted: Posted, key: str, now: object) -> object:
    if f"{key}-0" not in posted:
        return now
    short = shorthand(shape, posted, key)
    return list(short.values) if short else _row(shape, posted, key)


def shorthand(shape: Shape, posted: Posted, key: str) -> Shorthand | None:
    """A whole uma that was typed into one of its fields; it stands for all of them."""
    if shape.layout != "by_place":
        return None
    texts = _texts(posted, key, _width(posted, key))
    return next(
        (
            Shorthand(typed=text.strip(), at=at, values=values)
            for at, text in enumerate(map(storable, texts))
            if (values := uma_of(text, len(texts)))
        ),
        None,
    )


def _row(shape: Shape, posted: Posted, key: str) -> list[object]:
    """Fields beside each other; what is empty at the end of a row by place is not there."""
    texts = _texts(posted, key, _width(posted, key))
    values = [shape.scalar.read(text) for text in texts]
    return values if shape.layout == "pair" else trimmed(values)


def _width(posted: Posted, key: str) -> int:
    return next((at for at in range(_WIDEST) if f"{key}-{at}" not in posted), _WIDEST)


def _read_rows(shape: Shape, posted: Posted, key: str, now: object) -> object:
    count = next((at for at in range(MOST_ROWS) if f"{key}-{at}-0" not in posted), MOST_ROWS)
    if not count:
        return now
    if shape.layout == "grid":
        rows = [_row(shape, posted, f"{key}-{row}") for row in range(count)]
        return rows if any(rows) else []
    width = len(shape.columns)
    typed = [_texts(posted, f"{key}-{row}", width) for row in range(count)]
    read = [
        {c.name: c.scalar.read(text) for c, text in zip(shape.columns, texts, strict=True)}
        for texts in typed
        if _is_filled(shape, texts)
    ]
    return read if shape.layout == "rows" else [list(row.values()) for row in read]


def _is_filled(shape: Shape, texts: Sequence[str]) -> bool:
    """A choice alone fills no row: it always has something chosen."""
    fields = zip(shape.columns, texts, strict=True)
    return any(text.strip() for column, text in fields if column.scalar.kind != "choice")


def trimmed(values: list[object]) -> list[object]:
    """Without what is empty at the end."""
    while values and values[-1] == "":
        values = values[:-1]
    return values
