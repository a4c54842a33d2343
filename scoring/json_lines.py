"""A stream of JSON Lines: an answer for each, whatever a line holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from rules.errors import RuleError
from scoring.errors import ScoringError

Answer: TypeAlias = dict[str, Any]
#: answers what ``json.loads`` made of a line; RuleError and ScoringError say what is wrong with it
Answering: TypeAlias = Callable[[object], Answer]


def answer_or_error(obj: object, answering: Answering) -> Answer:
    """The answer, or ``error`` with ``code`` and ``message``."""
    try:
        return answering(obj)
    except (RuleError, ScoringError) as error:
        return error_answer(error.code, str(error))


def error_answer(code: str, message: str) -> Answer:
    """What a line that cannot be done is answered with."""
    return {"error": {"code": code, "message": message}}


def answer_lines(lines: Iterable[str], answering: Answering) -> Iterator[tuple[str, bool]]:
    """Answer each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the line could be done.
    """
    for line in lines:
        # a file saved on Windows may begin with a byte order mark
        text = line.lstrip("\ufeff").strip()
        if not text:
            continue
        try:
            obj = json.loads(text)
        except (ValueError, RecursionError) as error:  # too deep a nest is bad JSON as well
            answer = error_answer("bad-json", f"this line is no JSON: {error}")
        else:
            answer = answer_or_error(obj, answering)
        yield json.dumps(answer, ensure_ascii=False), "error" not in answer
