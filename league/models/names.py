"""Names as those outside of a club are shown them: of whoever hides theirs, a neutral one.

A request that enters a club says whether its reader is outside (``league.core.access``). From then
on names come out of the database as that reader may see them, wherever they are asked for: a page,
a file or an answer of the API can forget nobody. Nothing is written while a reader is outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db import models
from django.utils.translation import gettext as _


def neutral_name(member: int) -> str:
    """Return what somebody is called who hides their name: it stays the same, and tells nothing."""
    return _("Member %(number)s") % {"number": member}


@dataclass(slots=True)
class _Hidden:
    """Whose names a club hides, and who else is there under which."""

    #: by column: the names that are shown otherwise, and how
    columns: dict[str, dict[str, str]] = field(default_factory=dict)
    by_member: dict[int, str] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)


class _Outside:
    """A reader outside of a club. One query, when the first name is read."""

    def __init__(self, club: int) -> None:
        self.club = club
        self.is_asking = False

    @cached_property
    def hidden(self) -> _Hidden:
        found, self.is_asking = _Hidden(), True
        people = apps.get_model("league", "Member")._base_manager.filter(club=self.club)
        try:
            rows = list(people.values_list("pk", "merged_into", "hides_name", *_COLUMNS))
        finally:
            self.is_asking = False
        for key, merged, hides, *names in rows:
            if not hides:
                found.others.update(filter(None, names))
                continue
            neutral = neutral_name(merged or key)
            found.by_member[key] = neutral
            for column, name in zip(_COLUMNS, names, strict=True):
                shown = neutral if column == "display_name" else ""
                found.columns.setdefault(column, {})[name] = shown
        return found


_COLUMNS = ("display_name", "full_name", "kana", "romaji")
_reader: ContextVar[_Outside | None] = ContextVar("reader outside of a club", default=None)


def read_outside(club: int) -> None:
    """Say that what is read from now on is for somebody outside of the club."""
    _reader.set(_Outside(club))


def read_inside() -> None:
    _reader.set(None)


@contextmanager
def each_reader_anew() -> Iterator[None]:
    """Forget after a request who its reader was: the thread answers others next."""
    before = _reader.set(None)
    try:
        yield
    finally:
        _reader.reset(before)


def _outside() -> _Outside | None:
    reader = _reader.get()
    return None if reader is None or reader.is_asking else reader


def is_outside() -> bool:
    return _reader.get() is not None


def hidden_name(member: int) -> str:
    """Return the neutral name where the reader may not see the member's own; else nothing."""
    reader = _outside()
    return "" if reader is None else reader.hidden.by_member.get(member, "")


if TYPE_CHECKING:
    _Text = models.CharField[Any, str]
else:
    _Text = models.CharField


class _Field(_Text):
    def deconstruct(self) -> Any:
        # for migrations it is the text that it is for the database
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs


class NameField(_Field):
    """One of a member's names."""

    def from_db_value(self, value: str | None, *_how: object) -> str | None:
        reader = _outside()
        if reader is None or not value:
            return value
        names: Mapping[str, str] = reader.hidden.columns.get(self.attname, {})
        return names.get(value, value)


class ActorNameField(_Field):
    """The name under which somebody did something, as it was then.

    Where a club hides a name, those outside are shown only names that are not of anybody hidden:
    a hidden member may have had another then.
    """

    def from_db_value(self, value: str | None, *_how: object) -> str | None:
        reader = _outside()
        if reader is None or not value or not reader.hidden.by_member:
            return value
        shown = reader.hidden.columns["display_name"].get(value)
        if shown is not None:
            return shown
        return value if value in reader.hidden.others else _("someone of the club")
