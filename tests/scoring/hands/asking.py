"""A hand, and asking for its value by a line of JSON."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from scoring.hands.lines import value_lines

TODAY = date(2026, 1, 1)
#: pinfu and tanyao by ron: 2 han 30 fu
HAND: dict[str, Any] = {
    **{"rule": "tenhou-4p-tonnan", "hand": "23567m678p22345s", "win": "4m", "how": "ron"},
    **{"seat": "W", "round": "E"},
}


def asked(line: object, **more: Any) -> dict[str, Any]:
    """The answer to one line, through JSON and back."""
    [(text, ok)] = value_lines([json.dumps(line)], today=TODAY, **more)
    answer: dict[str, Any] = json.loads(text)
    assert ok is ("error" not in answer)
    return answer


def error(line: object, **more: Any) -> dict[str, str]:
    answer = asked(line, **more)
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    found: dict[str, str] = answer["error"]
    return found
