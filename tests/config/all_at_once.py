"""A page that is answered once so many are being answered at the same time."""

from __future__ import annotations

import os
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any


def application(_environ: object, start_response: Callable[..., Any]) -> list[bytes]:
    folder, many = Path(os.environ["ALL_AT_ONCE"]), int(os.environ["HOW_MANY"])
    (folder / f"{os.getpid()}-{uuid.uuid4()}").touch()
    end = time.monotonic() + 10
    while time.monotonic() < end and len(list(folder.iterdir())) < many:
        time.sleep(0.01)
    start_response("200 OK", [("Content-Length", "4")])
    return [b"%04d" % len(list(folder.iterdir()))]
