"""A page loads htmx where something on it uses it, and only there: 17 KB of a first visit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parents[2] / "templates"
_PARTS = re.compile(r'{%\s*(?:include|extends|component)\s+"([^"]+)"')
_ASKS = re.compile(r"\bhx-(?:get|post|trigger)\b")
_LOADS = '{% block htmx %}{% include "htmx.html" only %}{% endblock %}'


def _parts(name: str, seen: set[str]) -> set[str]:
    """What a template is made of, itself included."""
    if name not in seen and (TEMPLATES / name).exists():
        seen.add(name)
        for part in _PARTS.findall((TEMPLATES / name).read_text("utf-8")):
            _parts(part if part.endswith(".html") else f"components/{part}.html", seen)
    return seen


def _pages() -> Iterator[str]:
    for path in sorted(TEMPLATES.rglob("*.html")):
        name = path.relative_to(TEMPLATES).as_posix()
        if name != "base.html" and "base.html" in _parts(name, set()):
            yield name


@pytest.mark.parametrize("name", [*_pages()])
def test_a_page_loads_htmx_if_it_uses_it(name: str) -> None:
    texts = [(TEMPLATES / part).read_text("utf-8") for part in _parts(name, set())]

    uses = any(_ASKS.search(text) for text in texts)
    loads = sum(_LOADS in text for text in texts)

    assert loads == uses
