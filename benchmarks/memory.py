"""What a web process takes, and whether it grows, against a bare Django with its REST framework.

``python -m benchmarks.memory [--requests 100000]``

Two processes answer requests through WSGI, as a server asks them; Django's test client would hold
on to each answer until the garbage collector comes. The bare one has Django's usual apps, the REST
framework and one page; Jancho serves the pages of a club with 50 members, of which some are kept,
and games are entered in between. What is read is the resident memory.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

#: requests after which a process has loaded what it loads once
WARM = 0.05

_RESIDENT = """
import json, sys
def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
def get(address, cookies=""):
    from wsgiref.util import setup_testing_defaults
    path, _, query = address.partition("?")
    told = []
    environ = {"PATH_INFO": path, "QUERY_STRING": query, "HTTP_COOKIE": cookies}
    setup_testing_defaults(environ)
    answer = application(environ, lambda status, heads: told.append(status))
    for part in answer:
        pass
    answer.close()
    assert told[0].startswith("200"), (address, told)
"""

_BARE = """
import django
from django.conf import settings
settings.configure(
    SECRET_KEY="bare", ALLOWED_HOSTS=["*"], ROOT_URLCONF="bare",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes",
        "django.contrib.sessions", "django.contrib.messages", "django.contrib.staticfiles",
        "rest_framework"],
    MIDDLEWARE=["django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
)
django.setup()
from types import ModuleType
from django.db import connection
from django.template import Context, Template
from django.http import HttpResponse
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView
class Told(APIView):
    def get(self, request):
        return Response({"told": True})
def page(request):
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse(Template("{% for n in all %}<p>{{ n }}</p>{% endfor %}").render(
        Context({"all": range(200)})))
bare = sys.modules["bare"] = ModuleType("bare")
bare.urlpatterns = [path("api/", Told.as_view()), path("", page)]
from django.core.wsgi import get_wsgi_application
application = get_wsgi_application()
def ask(number):
    get("/" if number % 2 else "/api/")
"""

#: in a process of its own, as nobody migrates or makes games in a web process
_MADE = """
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from datetime import date
from benchmarks.make_games import make_club, make_history
club, league, people = make_club(members=50)
make_history(league, people, month=date(2026, 10, 1), in_month=200, before=300)
from django.test import Client
from league.models import User
client = Client()
client.force_login(User.objects.get(username="owner"))
print(client.cookies["sessionid"].value)
"""

_JANCHO = """
import uuid
import django
django.setup()
from datetime import date
from config.wsgi import application
from league.core.audit import system
from league.games.entry import HanchanEntry, SeatEntry
from league.models import Club, Hanchan, League, Member, User
from league.games.write import record_hanchan
club = Club.objects.get()
league = League.objects.for_club(club).get()
people = list(Member.objects.for_club(club).filter(user=None).order_by("pk")[:4])
cookies = "sessionid=" + sys.argv[3]
pages = ["", "ranking/main/?month=2026-10", "ranking/main/?from=2026-09-10&to=2026-10-20",
    "members/", f"members/{people[0].pk}/", "sessions/", "rules/", "enter/", "calculator/"]
api = "/api/v1/clubs/bench/leagues/main/ranking?month=2026-10"
def ask(number):
    if number % 50 == 49:
        seats = tuple(SeatEntry(member_id=one.pk, points=held) for one, held in
            zip(people, (41400, 30000, 23800, 4800)))
        day = date(2026, 9, 1 + number // 50 % 30)
        table, place = divmod(number // 50, 90)
        entry = HanchanEntry(league=league, day=day, seats=seats, table=2 + table % 90,
            number=1 + place)
        record_hanchan(club=club, entry=entry, key=uuid.uuid4(), source=Hanchan.Source.FORM,
            actor=system("benchmark"))
    elif number % 10 == 5:
        get(api, cookies)
    else:
        # every address is asked in many ways: kept pages must not pile up
        page = pages[number % len(pages)]
        mark = "&" if "?" in page else "?"
        get(f"/c/bench/{page}{mark}n={number % 3000}", cookies)
"""

_ASKED = """
requests, warm = int(sys.argv[1]), int(sys.argv[2])
for number in range(warm):
    ask(number)
before = resident()
for number in range(warm, requests):
    ask(number)
print(json.dumps([before, resident()]))
"""


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when a limit is not kept."""
    options = _options(arguments)
    bare, _ = _memory(_BARE, requests=min(options.requests, 5_000))
    warm, after = _memory(_JANCHO, requests=options.requests)
    size, growth = after / bare, after / warm
    print(
        f"a web process after {options.requests:,} requests: {after / 1024:.0f} MB,"
        f" a bare one {bare / 1024:.0f} MB: {size:.3f}, limit {options.size:.2f}"
    )
    print(f"growth from {warm / 1024:.0f} MB once warm: {growth:.3f}, limit {options.growth:.2f}")
    return int(size > options.size or growth > options.growth)


def _memory(program: str, *, requests: int) -> tuple[int, int]:
    """Resident KB once warm, and after all the requests."""
    warm = min(max(int(requests * WARM), 1_000), requests // 2)
    with TemporaryDirectory(prefix="jancho-bench-") as folder:
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings.local",
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "JANCHO_VAR": folder,
        }
        session = _run(_MADE, environment).split()[-1:] if program is _JANCHO else []
        statuses = _run(
            _RESIDENT + program + _ASKED, environment, str(requests), str(warm), *session
        )
    before, after = json.loads(statuses.splitlines()[-1])
    return before, after


def _run(program: str, environment: dict[str, str], *arguments: str) -> str:
    """What a new process prints."""
    command = [sys.executable, "-c", program, *arguments]
    root = Path(__file__).parents[1]
    return subprocess.run(
        command, cwd=root, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--size", type=float, default=2.0, help="limit, in bare processes")
    parser.add_argument("--growth", type=float, default=1.05, help="limit")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
