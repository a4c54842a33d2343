"""Commands for people at a terminal: they speak the language that the terminal asks for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from league.models import Club
from scoring.tenhou.errors import RecordError, TooMuchError
from scoring.tenhou.reading import records_in

#: bytes of a file; those of a zip file are far fewer than what is in it
_MOST_FILE: Final = 100_000_000


def terminal_language() -> str:
    """Return the language of ``LC_ALL``, ``LC_MESSAGES`` or ``LANG``, the first that is set.

    Japanese for ``ja_JP.UTF-8`` and the like; English otherwise, also if none is set.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((value for name in names if (value := os.environ.get(name))), "")
    return "ja" if locale.lower().startswith("ja") else "en"


class TerminalCommand(BaseCommand):
    def execute(self, *args: Any, **options: Any) -> str | None:
        with translation.override(terminal_language()):
            return super().execute(*args, **options)


def club_named(slug: str) -> Club:
    """The club at an address.

    Raises:
        CommandError: there is none.
    """
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(_("There is no club “%(slug)s”.") % {"slug": slug})
    return club


def requested_clubs(slug: str | None) -> list[Club]:
    """The one club that ``--club`` names, or all of them.

    Raises:
        CommandError: there is no club of that name.
    """
    return [club_named(slug)] if slug else list(Club.objects.order_by("slug"))


def records_of(name: str) -> Iterator[tuple[str, bytes | RecordError]]:
    """What a file of Tenhou's holds: names, and bytes or why there are none."""
    try:
        with open(name, "rb") as file:
            data = file.read(_MOST_FILE + 1)
    except OSError as error:
        yield name, RecordError("unreadable", why=str(error.strerror))
        return
    if len(data) > _MOST_FILE:
        yield name, TooMuchError()
        return
    yield from records_in(data, name)
