"""Commands for people at a terminal: they speak the language that the terminal asks for."""

from __future__ import annotations

import os
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation


def terminal_language() -> str:
    """The language of ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``, the first that is set.

    Japanese for ``ja_JP.UTF-8`` and its like; English for every other, and where none is set.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    return "ja" if locale.lower().startswith("ja") else "en"


class TerminalCommand(BaseCommand):
    """A command whose output and errors are in the terminal's language."""

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command in that language."""
        with translation.override(terminal_language()):
            return super().execute(*args, **options)
