"""Static files gathered for the embedded server, when they are not what they were."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path
from typing import Final

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

#: what no page of a club loads; where it is needed all the same, it is sent as its package has it
_ELSEWHERE: Final = ("account", "admin", "mfa", "rest_framework", "ext", "htmax*", "htmx-4*")


def gather_static_files() -> None:
    """Write all static files anew to STATIC_ROOT if any has changed since the last time.

    Costs half a second when they have, else a look at each file. After a run that was cut short the
    next one begins anew. With DEBUG files are sent as they are, and nothing is gathered.
    """
    if settings.DEBUG:
        return
    root = Path(str(settings.STATIC_ROOT))
    stamp, state = root / "gathered", _state()
    if stamp.is_file() and stamp.read_text("utf-8") == state:
        return
    shutil.rmtree(root, ignore_errors=True)
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=[*_ELSEWHERE])
    stamp.write_text(state, "utf-8")


def _state() -> str:
    """Fingerprint names, sizes and times of all static files."""
    digest = hashlib.blake2b(digest_size=10)
    for finder in get_finders():
        for name, storage in finder.list(list(_ELSEWHERE)):
            found = Path(storage.path(name)).stat()
            digest.update(f"{name} {found.st_size} {found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
