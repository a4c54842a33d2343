"""docs/running.md: what somebody types from it is there."""

from __future__ import annotations

import re
import shlex

import pytest
from django.core.management import get_commands, load_command_class

from tests.config.processes import BIN, ROOT

TEXT = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
LINES = [line for block in BLOCKS for line in block.replace("\\\n", " ").splitlines()]
#: what follows ``manage.py``, in blocks and in sentences
MANAGE = [
    *(call for line in LINES for call in re.findall(r"manage\.py ([^#&]+)", line)),
    *re.findall(r"`manage\.py ([a-z_]+[^`>]*)[^`]*`", TEXT),
]


def test_there_is_something_to_try() -> None:
    assert len(MANAGE) > 12


@pytest.mark.parametrize("call", MANAGE)
def test_a_command_takes_what_the_page_says(call: str) -> None:
    name, *arguments = shlex.split(call)
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)

    parser.parse_args(arguments)


def test_the_variables_are_those_that_the_readme_lists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `([A-Z_]+)`", readme, re.MULTILINE))
    written = [found[1] for line in LINES if (found := re.match(r"([A-Z_]+)=", line))]
    said = {name.removesuffix("_FILE") for name in written}

    assert said <= listed
    assert {"CACHE_URL", "JANCHO_VAR", "DATABASE_PASSWORD"} <= said


@pytest.mark.parametrize("program", ["gunicorn", "celery"])
def test_the_programs_of_the_page_are_installed(program: str) -> None:
    assert any(line.startswith(f"{program} ") for line in LINES)
    assert (BIN / program).exists()
