"""What the club's door costs a request: session, login, club and membership, asked anew each time.

``python -m benchmarks.door [--members 200]``

The yardstick is a page that answers nothing through every middleware; the subject answers the same
behind the door, as a member of the club. Their difference is the door: the limit is on the ratio of
the two, which a slower machine changes little, and on the difference in milliseconds.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import django

WITH_DOOR, WITHOUT_DOOR = "/c/bench/nothing/", "/nothing/"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when the door costs more than its limit."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.db import connection
    from django.test.utils import override_settings, setup_test_environment

    from benchmarks.common import compare
    from benchmarks.databases import scratch_databases, use

    setup_test_environment(debug=False)
    with scratch_databases("door") as [database], override_settings(ROOT_URLCONF=_addresses()):
        use(database)
        ask = _browser(members=options.members)
        ratios = compare(
            lambda: ask(WITHOUT_DOOR),
            lambda: ask(WITH_DOOR),
            rounds=options.rounds,
            calls=options.calls,
        )
    door = ratios.second_ms - ratios.first_ms
    print(ratios.line("an empty page behind the door / before it", options.ratio))
    print(f"the door: {door:.2f} ms CPU on {connection.vendor}, limit {options.ms:.2f}")
    return int(ratios.beyond(options.ratio) or door > options.ms)


def _browser(*, members: int) -> Callable[[str], Any]:
    """Ask as the owner of a club of so many members."""
    from django.test import Client

    from benchmarks.make_games import make_club
    from league.models import User

    make_club(members=members)
    client = Client()
    client.force_login(User.objects.get(username="owner"))

    def ask(path: str) -> Any:
        answer = client.get(path)
        assert answer.status_code == 200, answer.status_code
        return answer

    return ask


def _addresses() -> ModuleType:
    """An empty page behind the door, and one before it."""
    from django.http import HttpResponse
    from django.urls import path

    from league.core.access import club_page
    from league.core.permissions import Action

    behind = club_page(Action.READ)(lambda _request, _visit: HttpResponse())
    found = ModuleType("benchmarks.addresses")
    found.urlpatterns = [  # type: ignore[attr-defined]
        path("c/<slug:club_slug>/nothing/", behind),
        path("nothing/", lambda _request: HttpResponse()),
    ]
    return found


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--calls", type=int, default=100, help="of each in a round")
    parser.add_argument("--ratio", type=float, default=4.5, help="limit of the ratio")
    parser.add_argument("--ms", type=float, default=1.0, help="limit of the door, in milliseconds")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
