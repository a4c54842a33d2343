"""``manage.py compile_translations``: makes the .mo files that Django reads out of the .po files.

Catalogues are kept as text only, and the tool that usually compiles them (gettext) is not on every
machine; polib is.
"""

import os
from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management.base import BaseCommand


def compile_catalogues(folder: Path) -> list[Path]:
    """Compile every ``<language>/LC_MESSAGES/*.po`` that is newer than its .mo; return those made.

    A server that runs never reads half a file: each appears whole. A folder without any is fine.
    """
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        draft = target.with_suffix(f".{os.getpid()}.tmp")
        polib.pofile(str(source)).save_as_mofile(str(draft))
        draft.replace(target)
        made.append(target)
    return made


class Command(BaseCommand):
    """Compiles the catalogues of all languages."""

    help = "Compile the translations (.po) into what Django reads (.mo)."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile what changed and name it."""
        for folder in settings.LOCALE_PATHS:
            for made in compile_catalogues(Path(folder)):
                self.stdout.write(f"Compiled {made.relative_to(settings.BASE_DIR)}")
