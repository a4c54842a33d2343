"""How long what people write in rules may be and what it may hold: in forms, calls and files."""

from __future__ import annotations

import re
from typing import Annotated, Final

from pydantic import AfterValidator, BeforeValidator, Strict, StringConstraints
from pydantic_core import PydanticCustomError

#: the number of a clause or a heading
LONGEST_CODE: Final = 24
#: the title of a clause or a heading
LONGEST_TITLE: Final = 120
#: the name of a rule set, or of a draft among others
LONGEST_NAME: Final = 80
#: the key of a shipped set
LONGEST_KEY: Final = 40
#: the text of a clause in one language
LONGEST_TEXT: Final = 10_000
#: what a version says of what is new in it, in one language
LONGEST_CHANGES: Final = 10_000

#: control characters, other ends of lines, and what turns the direction of the letters around
_UNSEEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069"
#: letters of no width or no ink: two codes with and without them look the same
_BLANK = "\u00ad\u061c\u115f\u1160\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff\uffa0"
_NOT_IN_PROSE = re.compile(f"[{_UNSEEN}]")
_NOT_IN_LINES = re.compile(f"[\t\n{_UNSEEN}]")
_NOT_IN_CODES = re.compile(f"[\t\n{_UNSEEN}{_BLANK}]")


def unseen_in_prose(text: str) -> str:
    """Return the first character not allowed in a multi-line text; empty for none."""
    return _first(_NOT_IN_PROSE, text)


def unseen_in_line(text: str) -> str:
    """Return the first character not allowed in a one-line text; empty for none."""
    return _first(_NOT_IN_LINES, text)


def unseen_in_code(text: str) -> str:
    """Return the first character not allowed in a code; empty for none."""
    return _first(_NOT_IN_CODES, text)


def plain_lines(text: str) -> str:
    """Normalize line ends to one character, as limits count them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown(text: str, most: int) -> str:
    """Shorten user input for a message, with a mark for invisible characters."""
    return _NOT_IN_CODES.sub("?", text[:most])


def _first(unseen: re.Pattern[str], text: str) -> str:
    found = unseen.search(text)
    return found[0] if found else ""


def _refused() -> PydanticCustomError:
    return PydanticCustomError("printable", "characters that cannot be seen")


def _prose(text: str) -> str:
    if unseen_in_prose(text):
        raise _refused()
    return text


def _line(text: str) -> str:
    if unseen_in_line(text):
        raise _refused()
    return text


def _code(text: str) -> str:
    if unseen_in_code(text):
        raise _refused()
    return text


def _lines(value: object) -> object:
    return plain_lines(value) if isinstance(value, str) else value


def _stripped(most: int, least: int = 0) -> StringConstraints:
    """Strip the ends, as forms do, in files and calls too."""
    return StringConstraints(strip_whitespace=True, min_length=least, max_length=most)


Code = Annotated[str, Strict(), _stripped(LONGEST_CODE, least=1), AfterValidator(_code)]
CodeOrNone = Annotated[str, Strict(), _stripped(LONGEST_CODE), AfterValidator(_code)]
Title = Annotated[str, Strict(), _stripped(LONGEST_TITLE), AfterValidator(_line)]
Name = Annotated[str, Strict(), _stripped(LONGEST_NAME), AfterValidator(_line)]
Key = Annotated[str, Strict(), _stripped(LONGEST_KEY), AfterValidator(_line)]
Text = Annotated[
    str, Strict(), _stripped(LONGEST_TEXT), BeforeValidator(_lines), AfterValidator(_prose)
]
Changes = Annotated[
    str, Strict(), _stripped(LONGEST_CHANGES), BeforeValidator(_lines), AfterValidator(_prose)
]
