"""Rows of an archive: a row's fields as plain JSON, and such values made a row again.

What comes in may have been damaged or written by hand, so that every value goes through the
validators of its field before it is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache
from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError
from django.db.models import CharField, Field, Model, TextField
from django.utils.translation import gettext as _

from league.core.errors import LeagueError
from rules.errors import RuleError
from scoring.errors import ScoringError

Plain = dict[str, Any]
Row = TypeVar("Row", bound=Model)
Thing = TypeVar("Thing")

_EMPTY: tuple[object, ...] = ("", [], {})
_NAMES = ("slug", "name", "display_name")

#: what reading a damaged document ends in, wherever it is noticed
_DAMAGE = (
    *(KeyError, IndexError, TypeError, ValueError, AttributeError, ArithmeticError),
    *(RecursionError, ValidationError, DatabaseError, RuleError, ScoringError),
    ObjectDoesNotExist,
)


class ArchiveError(LeagueError):
    """A file that is no archive, is damaged, or holds what no club can have."""

    code = "bad-archive"


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Turn whatever a damaged part ends in into one sentence that says where.

    Raises:
        ArchiveError: this part of the document cannot be read.
    """
    try:
        yield
    except ArchiveError:
        raise
    except LeagueError as error:
        raise _damaged(where, error.message) from error
    except ValidationError as error:
        raise _damaged(where, " ".join(error.messages)) from error
    except _DAMAGE as error:
        raise _damaged(where, "") from error


def _damaged(where: str, why: str) -> ArchiveError:
    said = _("This archive is damaged and was not stored (%(where)s).") % {"where": where}
    return ArchiveError(f"{said} {why}".strip())


def plain(thing: Model, names: Iterable[str]) -> Plain:
    """Fields of a row as JSON takes them; days and moments as ISO text."""
    values = {name: getattr(thing, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
    }


def told(values: Mapping[str, Any], names: Iterable[str]) -> Plain:
    """Those of the fields that a document has; earlier releases knew fewer.

    Raises:
        TypeError: the entry is no object.
    """
    if not isinstance(values, Mapping):
        raise TypeError(values)
    return {name: values[name] for name in names if name in values}


def checked(row: Row) -> Row:
    """The row, each value seen by its field: of its type, within its limits, one of its choices.

    Raises:
        ValidationError: a value that the field cannot have.
    """
    relations, fields = _fields(type(row))
    values = {field: getattr(row, field.attname) for field in fields}
    for field, value in values.items():  # the field itself would make a text of anything
        if isinstance(field, CharField | TextField) and not isinstance(value, str | None):
            raise ValidationError(_("“%(name)s” is no text.") % {"name": field.name})
    empty = {field.name for field, value in values.items() if _may_be_empty(field, value)}
    row.clean_fields(exclude=relations | empty)
    return row


def _may_be_empty(field: Field[Any, Any], value: object) -> bool:
    """Texts and lists may be, whatever forms ask for; what a thing is called may not."""
    if value is None:
        return field.null
    return value in _EMPTY and (field.blank or field.name not in _NAMES)


@cache
def _fields(model: type[Model]) -> tuple[frozenset[str], tuple[Field[Any, Any], ...]]:
    fields = tuple(model._meta.concrete_fields)
    relations = frozenset(field.name for field in fields if field.is_relation or field.primary_key)
    return relations, tuple(field for field in fields if field.name not in relations)


def stored(row: Row, values: Mapping[str, Any] | None = None, *moments: str) -> Row:
    """Check a row and store it, with moments that the table else sets by itself."""
    checked(row).save(force_insert=True)
    given = told(values or {}, moments)
    if given:
        for name, value in given.items():
            setattr(row, name, value)
        checked(row).save(update_fields=list(given))
    return row


def at(things: Sequence[Thing], place: object) -> Thing:
    """The thing at a place of the document's list, counted from 0.

    Raises:
        IndexError: there is none.
    """
    if not isinstance(place, int) or isinstance(place, bool) or place < 0:
        raise IndexError(place)
    return things[place]


def at_or_none(things: Sequence[Thing], place: object) -> Thing | None:
    """The same where there may be none."""
    return None if place is None else at(things, place)
