"""What import-linter cannot say of the rooms of ``league/``: its wildcards replace whole names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

LEAGUE = Path("league")
#: the last part of a module's name that reads or writes, and nothing else; a keeper writes
DATA = ("read", "write", "keeper")
#: requests, answers and forms, as Django and ``core`` have them
FOREIGN = ("django.http", "django.forms", "league.core.access")
#: modules of one form; functions may be called so too
FORM_MODULES = frozenset(
    ".".join(path.with_suffix("").parts)
    for path in LEAGUE.rglob("*.py")
    if path.stem.split("_")[-1] == "form"
)


def imported(source: str) -> set[str]:
    """Every module that a source names in an import, and every name that it takes out of one."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def is_edge(module: str) -> bool:
    """Whether a module reads requests or answers them."""
    parts = module.split(".")
    is_ours = parts[0] == "league" and any(
        part.endswith(("views", "forms")) or part == "api" for part in parts[1:]
    )
    return is_ours or module in FORM_MODULES or module.startswith(FOREIGN)


def data_modules() -> list[Path]:
    return [path for path in LEAGUE.rglob("*.py") if path.stem.split("_")[-1] in DATA]


def test_there_is_something_to_guard() -> None:
    assert len(data_modules()) > 15


@pytest.mark.parametrize("path", data_modules(), ids=str)
def test_what_reads_or_writes_knows_no_page_no_form_and_no_request(path: Path) -> None:
    assert sorted(filter(is_edge, imported(path.read_text(encoding="utf-8")))) == []


def test_the_guard_sees_an_import_of_a_page() -> None:
    source = """
from django import forms
from django.http import Http404
from league.core.access import Visit
from league.games import entry_views
from league.games.form import PersonField
"""

    assert sorted(filter(is_edge, imported(source))) == [
        "django.forms",
        "django.http",
        "django.http.Http404",
        "league.core.access",
        "league.core.access.Visit",
        "league.games.entry_views",
        "league.games.form",
    ]
