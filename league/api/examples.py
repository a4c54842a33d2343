"""A body and an answer of every operation, for the description and its page.

They are of the club that tests/league/api/prepared.py makes: ``make api-examples`` asks it and
writes ``examples.json``, and a test holds the file to what the API takes and answers.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("examples.json")
#: columns of the page
_WIDE: Final = 76


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A call of an operation; ``answer`` is cut short, and None where there is none."""

    body: Any
    status: int
    answer: Any


@cache
def examples() -> dict[str, Example]:
    """By operationId. Reads the file once a process."""
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return {operation: Example(**each) for operation, each in found.items()}


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON in lines of a page's width, as people write it: what fits in a line is in one."""
    whole = json.dumps(value, ensure_ascii=False)
    if len(whole) + indent <= _WIDE or not value or not isinstance(value, dict | list):
        return whole
    inner = indent + 2
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {laid_out(each, inner)}" for name, each in value.items()]
    else:
        parts = [laid_out(each, inner) for each in value]
    first, last = ("{", "}") if isinstance(value, dict) else ("[", "]")
    lines = f",\n{' ' * inner}".join(parts)
    return f"{first}\n{' ' * inner}{lines}\n{' ' * indent}{last}"
