"""The text of a rule file: read as JSON with nothing in it that a rule file cannot hold."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.rule_prose import shown

#: a file is no larger, in bytes
LARGEST: Final = 1_000_000
#: a document needs four levels
_DEEPEST: Final = 12
#: problems that are told one by one; of the others it is said how many they are
MOST_TOLD: Final = 20

#: a text or a bracket. A text that nothing ends runs to the end of the file and nothing of it is
#: tried again, so that every character is looked at once
TOKEN: Final = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{\]}]', re.DOTALL)
_NAME: Final = re.compile(r'("(?:[^"\\]++|\\.)*+"?)(\s*+:)?', re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileProblem:
    """One thing wrong with a file."""

    message: str
    line: int = 0  # 0 where it has no place in the file
    field: str = ""  # the key of the file that it is about, where a form has a field for it


class RuleFileError(Exception):
    """A file that is no rule version; ``problems`` says what is wrong with it.

    They are ``MOST_TOLD`` at most, and then one more that counts the others.
    """

    code = "bad-rule-file"

    def __init__(self, problems: Sequence[FileProblem], untold: int = 0) -> None:
        """Keep the first problems; ``untold`` counts those that were left out before."""
        told, untold = tuple(problems[:MOST_TOLD]), untold + max(len(problems) - MOST_TOLD, 0)
        if untold:
            words = ngettext(
                "%(count)s more problem was found.", "%(count)s more problems were found.", untold
            )
            told = (*told, FileProblem(message=words % {"count": f"{untold:,}"}))
        super().__init__("; ".join(problem.message for problem in told))
        self.problems = told


def refusal(message: str, line: int = 0, *, field: str = "") -> RuleFileError:
    """The error for a file with one thing wrong."""
    return RuleFileError([FileProblem(message=message, line=line, field=field)])


def decoded(content: str | bytes) -> str:
    """The text of a file.

    Raises:
        RuleFileError: too large, or no UTF-8.
    """
    size = len(content.encode("utf-8", "replace")) if isinstance(content, str) else len(content)
    if size > LARGEST:
        raise refusal(_("The file is larger than a rule file can be (1 MB)."))
    try:
        return content if isinstance(content, str) else content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise refusal(_("The file is not written in UTF-8.")) from error


def parsed(text: str) -> dict[str, Any]:
    """The document in a text.

    Raises:
        RuleFileError: no JSON, nested too deeply, a name twice in one place, NaN, or no object.
    """
    if _depth(text) > _DEEPEST:
        raise refusal(_("The file is nested more deeply than a rule file can be."))
    try:
        data = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_constant=_no_number
        )
    except json.JSONDecodeError as error:
        raise refusal(_("The file is no JSON."), error.lineno) from error
    except _Twice as error:
        line = Lines(text).last(error.name)
        words = _("“%(name)s” stands twice in one place.") % {"name": shown(error.name, 40)}
        raise refusal(words, line) from error
    except ValueError as error:  # NaN and Infinity, or a number longer than Python reads
        raise refusal(_("The file holds something that is no number.")) from error
    if not isinstance(data, dict):
        raise refusal(_("This is no rule file of Jancho."))
    return data


def _depth(text: str) -> int:
    """How deep brackets are nested; those in texts do not count."""
    deepest = depth = 0
    for found in TOKEN.finditer(text):
        bracket = text[found.start()]
        if bracket in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in "]}":
            depth -= 1
    return deepest


class _Twice(Exception):  # noqa: N818, never leaves this module
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


class Lines:
    """In which lines of a text names stand before a colon, from 1; all are found in one pass."""

    def __init__(self, text: str) -> None:
        self._text = text

    def first(self, name: str) -> int:
        """The first line in which a name stands; 0 where it stands in none."""
        return self._lines.get(name, (0, 0))[0]

    def last(self, name: str) -> int:
        """The last line in which it stands; 0 where it stands in none."""
        return self._lines.get(name, (0, 0))[1]

    @cached_property
    def _lines(self) -> dict[str, tuple[int, int]]:
        found: dict[str, tuple[int, int]] = {}
        line, counted = 1, 0
        for match in _NAME.finditer(self._text):
            if match[2] is None:
                continue
            line += self._text.count("\n", counted, match.start())
            counted = match.start()
            name = _plain_name(match[1])
            found[name] = (found.get(name, (line, line))[0], line)
        return found


def _plain_name(quoted: str) -> str:
    """A name as it was meant, whichever way it was written."""
    try:
        return str(json.loads(quoted))
    except ValueError:  # beyond the place at which a file was given up
        return quoted
