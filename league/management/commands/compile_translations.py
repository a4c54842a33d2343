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
    """Compile every ``<language>/LC_MESSAGES/*.po`` newer than its .mo; return those made.

    A running server never reads half a file: each is replaced atomically. A folder without
    catalogues is fine.
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
    help = "Compile the translations (.po) into the .mo files that Django reads."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        for folder in settings.LOCALE_PATHS:
            for made in compile_catalogues(Path(folder)):
                self.stdout.write(f"Compiled {made.relative_to(settings.BASE_DIR)}")
