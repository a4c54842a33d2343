"""What a page costs against a view that answers the same bytes through the same middleware.

``python -m benchmarks.pages [--members 200] [--games 500]``

The ranking of a month with that many rows: made again; kept and sent again; kept and known to the
browser, which is answered with 304. The yardstick goes through every middleware and the club's door
(session, login, club, membership), as nobody may skip them, and sends the bytes with the reader's
own CSRF token in its places; beside that, a kept page costs a question for the club's revision and
a look into the cache. Further lines tell the ratios to a view without door and token, which no page
of a club could be.

The limit of a page made anew is 50, and was 40 while the door asked twice: since it asks once, the
yardstick costs more than a quarter less, and the page what it did.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from datetime import date
from types import ModuleType
from typing import Any

import django

MONTH = date(2026, 11, 1)
PAGE = "/c/bench/ranking/main/?month=2026-11"
#: a CSRF token as it stands in a page
_TOKEN = re.compile(rb"(?<![A-Za-z0-9])[A-Za-z0-9]{64}(?![A-Za-z0-9])")
WITH_DOOR, WITHOUT_DOOR = "/c/bench/still-page/", "/still-page/"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when even the best round of one is beyond its limit."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.test.utils import override_settings, setup_test_environment

    from benchmarks.common import compare
    from benchmarks.databases import scratch_databases, use

    setup_test_environment(debug=False)
    beyond = False
    with scratch_databases("pages") as [database]:
        use(database)
        browser = _browser(members=options.members, games=options.games)
        still = browser(PAGE, {}).content
        with override_settings(ROOT_URLCONF=_addresses(still)):
            etag = browser(PAGE, {})["ETag"]
            subjects: dict[str, tuple[Callable[[], Any], float | None]] = {
                "made anew": (lambda: _made_anew(browser), options.made),
                "kept": (lambda: browser(PAGE, {}), options.kept),
                "known to the browser (304)": (
                    lambda: browser(PAGE, {"HTTP_IF_NONE_MATCH": etag}),
                    options.known,
                ),
            }
            print(f"ranking of {options.members} members, {len(still):,} bytes")
            for address, limited in ((WITH_DOOR, True), (WITHOUT_DOOR, False)):
                for name, (subject, limit) in subjects.items():
                    ratios = compare(
                        lambda address=address: browser(address, {}),  # type: ignore[misc]
                        subject,
                        rounds=options.rounds,
                        calls=options.calls,
                    )
                    against = "the same bytes" + ("" if limited else " without the club's door")
                    print(ratios.line(f"{name} / {against}", limit if limited else None))
                    beyond |= limited and ratios.beyond(limit)
    return int(beyond)


def _browser(*, members: int, games: int) -> Callable[[str, dict[str, str]], Any]:
    """Ask as the owner of a club with a month of so many games."""
    from django.test import Client

    from benchmarks.make_games import make_club, make_history
    from league.models import User

    _club, league, people = make_club(members=members)
    make_history(league, people, month=MONTH, in_month=games, before=0)
    client = Client()
    client.force_login(User.objects.get(username="owner"))

    def ask(path: str, headers: dict[str, str]) -> Any:
        answer = client.get(path, **headers)  # type: ignore[arg-type]
        assert answer.status_code in (200, 304), answer.status_code
        return answer

    return ask


def _made_anew(browser: Callable[[str, dict[str, str]], Any]) -> Any:
    from django.core.cache import caches

    caches["pages"].clear()
    return browser(PAGE, {})


def _addresses(still: bytes) -> ModuleType:
    """The project's addresses, and two that send the bytes."""
    from django.http import HttpResponse
    from django.urls import path

    from config.urls import urlpatterns
    from league.core.access import club_page
    from league.core.permissions import Action

    found = ModuleType("benchmarks.addresses")
    parts = _TOKEN.split(still)
    assert len(parts) > 1, "a page of a club has forms"
    found.urlpatterns = [  # type: ignore[attr-defined]
        path(
            "c/<slug:club_slug>/still-page/",
            club_page(Action.READ)(lambda request, *_: _sent(request, parts)),
        ),
        path("still-page/", lambda _request: HttpResponse(still)),
        *urlpatterns,
    ]
    return found


def _sent(request: Any, parts: list[bytes]) -> Any:
    from django.http import HttpResponse
    from django.middleware.csrf import get_token

    return HttpResponse(get_token(request).encode().join(parts))


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=200, help="rows of the ranking")
    parser.add_argument("--games", type=int, default=500, help="games of the month")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--calls", type=int, default=20, help="of each in a round")
    parser.add_argument("--made", type=float, default=50, help="limit of a page made anew")
    parser.add_argument("--kept", type=float, default=1.6, help="limit of a kept page")
    parser.add_argument("--known", type=float, default=1.6, help="limit of a 304")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
