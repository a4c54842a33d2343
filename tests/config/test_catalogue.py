"""Every text of the product is in the Japanese catalogue, and nothing else is."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.config.processes import ROOT, surroundings

CATALOGUE = Path("locale/ja/LC_MESSAGES/django.po")
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|%%")


def texts(catalogue: Path) -> dict[tuple[str | None, str], polib.POEntry]:
    return {(e.msgctxt, e.msgid): e for e in polib.pofile(str(catalogue)) if not e.obsolete}


@pytest.mark.gettext
def test_the_catalogue_holds_what_the_product_says_no_more_and_no_less(tmp_path: Path) -> None:
    for name in ("config", "league", "rules", "scoring", "templates", "locale"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "manage.py", tmp_path)
    env = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.test", JANCHO_VAR=str(tmp_path / "var")
    )
    command = ["manage.py", "makemessages", "-l", "ja", "--no-location", "--no-obsolete"]

    subprocess.run([sys.executable, *command], cwd=tmp_path, env=env, check=True)

    assert texts(tmp_path / CATALOGUE).keys() == texts(ROOT / CATALOGUE).keys()


def asked_in_f_strings(source: str) -> list[int]:
    """Lines on which a text is asked for inside an f-string, where its collection does not look."""
    return [
        call.lineno
        for text in ast.walk(ast.parse(source))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and (call.func.id == "_" or "gettext" in call.func.id)
    ]


def test_no_text_is_asked_for_where_it_is_not_collected() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for name in ("config", "league", "rules", "scoring")
        for path in (ROOT / name).rglob("*.py")
        for line in asked_in_f_strings(path.read_text(encoding="utf-8"))
    ]

    assert found == []
    assert asked_in_f_strings("label = f\"{_('All')} {total}\"") == [1]


def test_every_text_has_its_japanese() -> None:
    missing = [
        entry.msgid
        for entry in texts(ROOT / CATALOGUE).values()
        if not entry.translated() or entry.fuzzy
    ]

    assert missing == []


def test_what_a_text_fills_in_stands_in_the_japanese_too() -> None:
    wrong = []
    for entry in texts(ROOT / CATALOGUE).values():
        answer = entry.msgstr or entry.msgstr_plural.get(0, "")
        wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        if set(PLACEHOLDER.findall(answer)) != wanted:
            wrong.append((entry.msgid, answer))

    assert wrong == []
