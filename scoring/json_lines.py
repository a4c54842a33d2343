"""A stream of JSON Lines: an answer for each, whatever a line holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from rules.errors import RuleError
from scoring.errors import ScoringError

Answer: TypeAlias = dict[str, Any]
#: answers what ``json.loads`` made of a line; RuleError and ScoringError say what is wrong with it
Answering: TypeAlias = Callable[[object], Answer]
#: the same of several lines, as JSON text; None: that is for ``Answering`` to look at
Quick: TypeAlias = Callable[[Sequence[object]], Sequence[str | None]]
#: a line, as text or as a file has it, or several that came together
Lines: TypeAlias = str | bytes | Sequence[bytes]

_decoded = json.JSONDecoder().raw_decode
#: writes an answer as ``json.dumps`` does, with characters as they are
written = json.JSONEncoder(ensure_ascii=False).encode


def answer_or_error(obj: object, answering: Answering) -> Answer:
    """The answer, or ``error`` with ``code`` and ``message``."""
    try:
        return answering(obj)
    except (RuleError, ScoringError) as error:
        return error_answer(error.code, str(error))


def error_answer(code: str, message: str) -> Answer:
    """What a line that cannot be done is answered with."""
    return {"error": {"code": code, "message": message}}


class _BadLineError(Exception):
    """Carries the answer to a line that is no JSON."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.answer = error_answer(code, message)


def answer_lines(
    lines: Iterable[Lines], answering: Answering, quick: Quick | None = None
) -> Iterator[tuple[str, bool]]:
    """Answer each line in order; blank lines are skipped.

    Lines that came together are read and answered step by step together: each step finds its
    tables in the processor's caches, which takes a fifth off the whole.

    Args:
        lines: one by one, or several that came together.
        answering: answers any line.
        quick: answers lines of which nothing can be wrong, and leaves the others alone.

    Yields:
        The answer as JSON without a line end, and whether the line could be done.
    """
    for piece in lines:
        together = [piece] if isinstance(piece, str | bytes) else piece
        read = [_read(text) for text in map(_text, together) if text]
        known = quick(read) if quick else [None] * len(read)
        for obj, text in zip(read, known, strict=True):
            if text is not None:
                yield text, True
                continue
            if isinstance(obj, _BadLineError):
                answer = obj.answer
            else:
                answer = answer_or_error(obj, answering)
            yield written(answer), "error" not in answer


def _text(line: str | bytes) -> str | _BadLineError:
    """A line without blanks around it."""
    try:
        # a file saved on Windows may begin with a byte order mark
        return (line if isinstance(line, str) else line.decode()).lstrip("\ufeff").strip()
    except UnicodeDecodeError as error:
        where = f"{error.reason} at byte {error.start}"
        return _BadLineError("bad-encoding", f"this line is not UTF-8: {where}")


def _read(text: str | _BadLineError) -> object:
    """As ``json.loads`` does, without looking for blanks that are not there."""
    if isinstance(text, _BadLineError):
        return text
    try:
        found, end = _decoded(text)
        return found if end == len(text) else json.loads(text)
    except (ValueError, RecursionError) as error:  # too deep a nest is bad JSON as well
        return _BadLineError("bad-json", f"this line is no JSON: {error}")
