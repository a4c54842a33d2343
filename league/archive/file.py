"""An archive as text, piece by piece: memory does not grow with the games in it.

A document is one JSON object. Every entry of its lists stands on a line of its own, so that it can
be looked at; however its text is laid out, it is read back entry by entry. What comes in may have
been damaged or written by hand, so that every value goes through the validators of its field
before it is stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from functools import cache
from typing import Any, Final, NoReturn, TextIO, TypeVar

from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import DatabaseError
from django.db.models import CharField, Field, Model, TextField
from django.utils.translation import gettext as _

from league.archive.shapes import check_shapes
from league.core.errors import LeagueError
from league.core.people import MOST_PEOPLE
from rules.errors import RuleError
from scoring.errors import ScoringError

#: a part of a document: its name, and its value or the entries of its list
Part = tuple[str, Any]

_CHUNK: Final = 1 << 16
#: letters of one entry, or of a part that is no list: ten times the longest rule set that we know
MOST_IN_ONE: Final = 2_000_000
#: entries of each list: more than any club has; clauses are those of one version, and the like
MOST: Final = {
    "members": MOST_PEOPLE,
    "rule_sets": 200,
    "versions": 1_000,
    "sections": 500,  # as in a rule file
    "clauses": 1_000,
    "changes": 20_000,
    "leagues": 200,
    "seasons": 2_000,
    "stages": 100,
    "teams": 2_000,
    "memberships": 2_000,
    "adjustments": 50_000,
    "prizes": 200,
    "sessions": 50_000,  # one a day for 130 years
    "attendants": 2_000,
    "games": 2_000_000,
    "penalties": 100,
    "yakuman": 100,
    "kyoku": 200,
    "rulings": 50_000,
    "closes": 50_000,
    "standings": 50_000,
}
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_NUL: Final = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def limited(name: str, entries: Iterable[Any]) -> Iterator[Any]:
    """Yield the entries of a list, and no more than any club has.

    Raises:
        ArchiveError: there are more.
    """
    for number, entry in enumerate(entries, start=1):
        if number > MOST[name]:
            words = _("An archive holds at most %(most)s entries in a list of “%(name)s”.")
            raise ArchiveError(words % {"most": f"{MOST[name]:,}", "name": name})
        yield entry


def write_parts(parts: Iterable[Part], write: Callable[[str], object]) -> None:
    write("{")
    for index, (name, value) in enumerate(parts):
        write(f"{',' if index else ''}\n{json.dumps(name)}: ")
        if isinstance(value, Iterator):
            write("[")
            for number, entry in enumerate(value):
                write(",\n" if number else "\n")
                write(json.dumps(entry, ensure_ascii=False))
            write("\n]")
        else:
            write(json.dumps(value, ensure_ascii=False))
    write("\n}\n")


def read_parts(file: TextIO) -> Iterator[Part]:
    """Read a document: each part with its value, or an iterator over its list.

    A list has to be consumed before the next part is asked for. A document that is not an
    object has no parts.

    Raises:
        ArchiveError: the document is not JSON, or breaks off.
    """
    text = _Text(file)
    with reading("JSON"):
        if not text.skip("{"):
            return
        first = True
        while not text.skip("}"):
            if not first:
                text.expect(",")
            first = False
            name = text.value()
            text.expect(":")
            if text.skip("["):
                yield name, text.entries()
                text.expect("]")
            else:
                yield name, text.value()
        text.end()


class _Text:
    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._text = ""
        self._at = 0
        self._decoder = json.JSONDecoder(parse_constant=_no_constant)

    def skip(self, sign: str) -> bool:
        """Skip a character if it is the next; return whether it was."""
        if self._next() != sign:
            return False
        self._at += 1
        return True

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            raise ValueError(sign)

    def end(self) -> None:
        if self._next():
            raise ValueError(self._next())

    def entries(self) -> Iterator[Any]:
        while self._next() != "]":
            yield self.value()
            if self._next() != "]":
                self.expect(",")

    def value(self) -> Any:
        self._next()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except json.JSONDecodeError:
                if not self._more():
                    raise
                continue
            if end == len(self._text) and self._more():
                continue  # a number may go on
            if end - self._at > MOST_IN_ONE:
                raise ValueError(MOST_IN_ONE)
            if "\\u0000" in (raw := self._text[self._at : end]) and _NUL.search(raw):
                raise ValueError("\\u0000")
            self._at = end
            return value

    def _next(self) -> str:
        while True:
            space = _SPACE.match(self._text, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def _more(self) -> bool:
        """Read more behind what is left, unless that is too long for one value already."""
        left = self._text[self._at :]
        if len(left) > MOST_IN_ONE:
            raise ValueError(MOST_IN_ONE)
        read = self._file.read(max(_CHUNK, len(left)))
        self._text, self._at = left + read, 0
        return bool(read)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def parts_of(document: object) -> Iterator[Part]:
    """Yield the parts of a parsed document; none if it is not an object."""
    for name, value in document.items() if isinstance(document, dict) else ():
        yield name, iter(value) if isinstance(value, list) else value


FORMAT: Final = "jancho-club-1"

CLUB: Final = (
    *("slug", "name", "time_zone", "day_turns_at", "language"),
    *("visibility", "names_shown", "year_starts_in"),
)
MEMBER: Final = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on", "hides_name"),
)
SESSION: Final = ("day", "title", "place", "note", "options")

_LOGIN: Final = "logins stay on their server; the name of who did it goes along"
_UPLOAD: Final = "an upload on its way; what came of it are games, and they go along"
_LIVE: Final = "a game under way is no result yet; a finished one goes along with its hands"
_FILE: Final = "a file that is prepared for somebody and gone within a day"
_AGAIN: Final = "worked out anew from the games"

#: whole tables
TABLES_LEFT_OUT: Final[dict[str, str]] = {
    "league.ApiCall": "what this server has answered to programs, for a month",
    "league.ApiToken": "opens the club on this server alone",
    "league.AuditEvent": "the trail speaks of this server's logins and numbers, and stays theirs",
    "league.BrowserSession": "who is logged in on this server",
    "league.DirtyDay": "belongs to a change of the rules that is under way",
    "league.Download": _FILE,
    "league.DownloadPart": _FILE,
    "league.EveningPass": "opens an evening on this server alone, and ends by itself",
    "league.FoundingLink": "let this club be founded on this server",
    "league.Invitation": "opens a member on this server alone, and ends by itself",
    "league.ReadingLink": "opens a page on this server alone",
    "league.NewsSeen": "what logins of this server have read",
    "league.Job": "work that this server owes",
    "league.LiveEntry": _LIVE,
    "league.LiveSeat": _LIVE,
    "league.LiveTable": _LIVE,
    "league.RatingPoint": _AGAIN,
    "league.RatingRun": _AGAIN,
    "league.SheetImport": _UPLOAD,
    "league.TenhouFile": _UPLOAD,
    "league.TenhouGame": _UPLOAD,
    "league.TenhouImport": _UPLOAD,
}

#: single fields of tables that come back
FIELDS_LEFT_OUT: Final[dict[str, str]] = {
    "league.Club.created_at": "when this server got the club",
    "league.Club.is_demo": "the demo's logins are not there",
    "league.Club.guide_put_away": "a club that comes back has begun long ago",
    "league.Member.user": "logins stay on their server",
    "league.Member.role": "what a login may do",
    "league.League.revision": "counts the changes on this server",
    "league.Hanchan.digest": "a fingerprint over this server's numbers, made anew",
    "league.Hanchan.entered_by": "logins stay on their server",
    "league.Hanchan.entered_with": "passes stay on their server",
    "league.Hanchan.from_sheet": _UPLOAD,
    "league.MonthClose.closed_by": _LOGIN,
    "league.Ruling.created_by": _LOGIN,
    "league.RuleChange.created_by": _LOGIN,
    "league.Adjustment.made_by": _LOGIN,
    "league.Session.is_off_list": "an evening that goes along has something, so it is on the list",
    "league.Settlement.change": "earlier settlements stay behind with the trail",
    "league.Settlement.created_at": _AGAIN,
    "league.Settlement.hanchan_revision": "a game comes back settled at its present revision",
    "league.Settlement.reason": "earlier settlements stay behind with the trail",
    "league.Settlement.version": _AGAIN + "; an equal one may have been of another version",
    "league.TallyPage.change": "belongs to a change of the rules that is under way",
}


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
    code = "bad-archive"


@contextmanager
def reading(where: str) -> Iterator[None]:
    """Turn any error from a damaged part into one sentence that says where.

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
    words = _("This archive is damaged and was not stored (%(where)s).") % {"where": where}
    return ArchiveError(f"{words} {why}".strip())


def plain(thing: Model, names: Iterable[str]) -> Plain:
    """Return fields of a row as JSON values; dates and times as ISO text."""
    values = {name: getattr(thing, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
    }


def fields_in(values: Mapping[str, Any], names: Iterable[str]) -> Plain:
    """Select the fields that a document has; earlier releases knew fewer.

    Raises:
        TypeError: the entry is not an object.
    """
    if not isinstance(values, Mapping):
        raise TypeError(values)
    return {name: values[name] for name in names if name in values}


def checked(row: Row) -> Row:
    """Validate the row by its fields: types, limits, choices, and the shapes of JSON.

    Raises:
        ValidationError: a value that the field cannot have.
    """
    relations, fields = _fields(type(row))
    values = {field: getattr(row, field.attname) for field in fields}
    for field, value in values.items():  # the field itself would make a text of anything
        if isinstance(field, CharField | TextField) and not isinstance(value, str | None):
            raise ValidationError(_("“%(name)s” is not text.") % {"name": field.name})
    empty = {field.name for field, value in values.items() if _may_be_empty(field, value)}
    row.clean_fields(exclude=relations | empty)
    check_shapes(row)
    return row


def _may_be_empty(field: Field[Any, Any], value: object) -> bool:
    """Allow empty texts and lists whatever forms ask for, but not empty names."""
    if value is None:
        return field.null
    return value in _EMPTY and (field.blank or field.name not in _NAMES)


@cache
def _fields(model: type[Model]) -> tuple[frozenset[str], tuple[Field[Any, Any], ...]]:
    fields = tuple(model._meta.concrete_fields)
    relations = frozenset(field.name for field in fields if field.is_relation or field.primary_key)
    return relations, tuple(field for field in fields if field.name not in relations)


def stored(row: Row, values: Mapping[str, Any] | None = None, *moments: str) -> Row:
    """Check and store a row, including ``moments`` that the table sets by itself otherwise."""
    checked(row).save(force_insert=True)
    given = fields_in(values or {}, moments)
    if given:
        for name, value in given.items():
            setattr(row, name, value)
        checked(row).save(update_fields=list(given))
    return row


def at(things: Sequence[Thing], place: object) -> Thing:
    """Return the thing at an index of the document's list, counted from 0.

    Raises:
        IndexError: there is none.
    """
    if not isinstance(place, int) or isinstance(place, bool) or place < 0:
        raise IndexError(place)
    return things[place]


def at_or_none(things: Sequence[Thing], place: object) -> Thing | None:
    """Like :func:`at`, or None if ``place`` is None."""
    return None if place is None else at(things, place)
