"""Values for every column that a form does not offer, to be sent along with it."""

from __future__ import annotations

from typing import Any

from django.db import models


def other_columns(thing: models.Model, offered: set[str]) -> dict[str, str]:
    """A value unlike the stored one for each column that is not offered.

    Relations are sent by their name and by their column's.
    """
    sent = {}
    for field in thing._meta.concrete_fields:
        for name in {field.name, field.attname} - offered:
            sent[name] = _unlike(field, getattr(thing, field.attname))
    return sent


def columns_of(thing: models.Model, offered: set[str]) -> dict[str, Any]:
    """What is stored in the columns that are not offered."""
    fresh = type(thing)._base_manager.filter(pk=thing.pk)
    names = [f.attname for f in thing._meta.concrete_fields if f.name not in offered]
    return {name: value for row in _rows(fresh, names) for name, value in row.items()}


def _rows(found: Any, names: list[str]) -> list[dict[str, Any]]:
    scoped = found.across_clubs() if hasattr(found, "across_clubs") else found
    return list(scoped.values(*names))


def _unlike(field: models.Field[Any, Any], value: Any) -> str:
    if isinstance(field, models.BooleanField):
        return "" if value else "on"
    if field.choices:
        return next(str(key) for key, _label in field.choices if key != value)
    if isinstance(field, models.DateTimeField):
        return "2001-02-03T04:05"
    if isinstance(field, models.DateField):
        return "2001-02-03"
    if isinstance(field, models.IntegerField | models.ForeignKey):
        return str((value or 0) + 1000)
    return "changed"
