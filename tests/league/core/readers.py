"""Readers of a process of their own, who look at one page at the same moment.

``python -m tests.league.core.readers REDIS PAGE COUNT FILE [alone]``; the database is that of
DATABASE_URL. It writes to the file once all are ready, waits for ``FILE.go``, and prints how often
it made the page. ``alone``: without taking turns.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch


def main(redis: str, page: str, count: int, file: Path, *, alone: bool) -> None:
    """Look, and print how often the page was made."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django
    from django.test.utils import override_settings

    django.setup()
    from django.core.cache import caches
    from django.test import Client

    from config import env
    from league.core import kept_pages
    from tests.league.at_once import at_once

    made: list[int] = []
    make = kept_pages._PageVisit._made

    def counted(self: Any, view: Any) -> Any:
        made.append(1)
        return make(self, view)

    patch.object(kept_pages._PageVisit, "_made", counted).start()
    patch.object(kept_pages, "PATIENCE", 60).start()  # however busy this machine is
    if alone:
        patch.object(kept_pages, "made_once", lambda _name, _from_kept, make: make()).start()
    with override_settings(CACHES={"default": env.cache(""), "pages": env.cache(redis)}):
        caches["pages"].get("there")
        browsers = [Client() for _browser in range(count)]
        Client().get("/rules/")  # what a process loads once
        file.write_text("ready", encoding="utf-8")
        while not file.with_suffix(".go").exists():
            time.sleep(0.002)
        answers = at_once(lambda number: browsers[number].get(page).status_code, count)
    assert answers == [200] * count, answers
    print(len(made))  # noqa: T201, the answer to who started it


if __name__ == "__main__":
    main(
        sys.argv[1],
        sys.argv[2],
        int(sys.argv[3]),
        Path(sys.argv[4]),
        alone=sys.argv[5:] == ["alone"],
    )
