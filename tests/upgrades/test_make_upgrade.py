"""``make upgrade`` for real: from older tables to these, and from these to a release that fails.

Each site has its own database, folder and (in its production form) Redis. Python is this one, and
no package is installed: ``make runtime`` finds the lock that it looks for.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.config.processes import ROOT, running, surroundings, until
from tests.config.test_compose import OURS
from tests.crashes.site import postgres_server
from tests.redis_server import redis_server

pytestmark = [pytest.mark.slow, pytest.mark.servers]

#: the first tables, before anything was added to them
OLDER = ("league", "0001_initial")
_FILL = """
from datetime import date
import django
django.setup()
from django.core.management import call_command
from tests.factories import league_of, make_club, make_members, record
call_command("migrate", verbosity=0)
club = make_club()
people = make_members(club)
for number in range(12):
    seated = people[number % 4:] + people[:number % 4]
    record(league_of(club), seated, day=date(2026, 9 + number % 3, 5), number=1 + number)
print(club.slug)
"""
#: a later release's first migration, which the former release knows nothing of
_LATER = """
from django.db import migrations, models

class Migration(migrations.Migration):
    dependencies = [("league", "{before}")]
    operations = [
        migrations.CreateModel("Motto", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("club", "motto", models.CharField(max_length=9, default="")),
    ]
"""
_FAILING = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("league", "{before}")]
    operations = [migrations.RunSQL("SELECT motto FROM nowhere")]
"""
#: fails the last step, after the tables have been altered
_CHECK = """
from django.core.checks import Warning, register

@register()
def what_is_missing(**_given):
    return [Warning("This release lacks something.")]
"""


@dataclass
class Site:
    """A database and what else its processes are given, served by one release after the other."""

    folder: Path
    env: dict[str, str]
    slug: str = ""

    def run(self, command: list[str], release: Path = ROOT) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=release, env=self.env, capture_output=True, text=True, check=False
        )

    def manage(self, *arguments: str, release: Path = ROOT) -> str:
        done = self.run([sys.executable, "manage.py", *arguments], release)

        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def upgrade(self, release: Path = ROOT) -> subprocess.CompletedProcess[str]:
        """Run ``make upgrade`` in a release's folder."""
        venv = self.folder / "venv"
        python = venv / "bin" / "python"
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        python.chmod(0o755)
        shutil.copy(release / "requirements" / "runtime.txt", venv / "runtime.lock")
        return self.run(["make", "--no-print-directory", f"VENV={venv}", "upgrade"], release)

    def archived(self) -> object:
        """The club, its games and its standings, but for when it was said."""
        document = json.loads(self.manage("archive_club", self.slug))
        return {name: value for name, value in document.items() if name != "archived_at"}

    def is_well(self) -> bool:
        """Whether ``manage.py doctor`` finds nothing, once a worker runs where there is one."""
        if "BROKER_URL" not in self.env:
            return not self.faults()
        with running(OURS["worker"]["command"], self.env, self.folder / "worker.log"):
            return until(lambda: not self.faults(), 180)

    def faults(self) -> set[str]:
        """What ``manage.py doctor`` finds at fault, but that no beat runs: here none does."""
        lines = self.run([sys.executable, "manage.py", "doctor"]).stdout.splitlines()
        assert lines
        return {line.split()[1] for line in lines if line.startswith("FAULT")} - {"schedule:"}

    def backups(self) -> dict[Path, dict[str, object]]:
        found = self.folder.glob("**/jancho-*.json")
        return {file: json.loads(file.read_text(encoding="utf-8")) for file in found}


def embedded(folder: Path, _stack: ExitStack) -> dict[str, str]:
    """What ``make run`` starts: SQLite and nothing beside it."""
    return {"DJANGO_SETTINGS_MODULE": "config.settings.local", "JANCHO_VAR": str(folder)}


def on_a_server(folder: Path, stack: ExitStack) -> dict[str, str]:
    """The production form, as docs/running.md starts it as processes."""
    redis = stack.enter_context(redis_server(folder))
    return {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "DATABASE_URL": stack.enter_context(postgres_server()).create("jancho"),
        "BROKER_URL": redis.url(0),
        "CACHE_URL": redis.url(1),
        "SECRET_KEY": "0123456789Zq7-" * 5,
        "ALLOWED_HOSTS": "league.example.org",
        "BEHIND_PROXY": "1",
        "JANCHO_VAR": str(folder),
        "STATIC_ROOT": str(folder / "static"),
    }


@contextmanager
def served(form: Callable[[Path, ExitStack], dict[str, str]], folder: Path) -> Iterator[Site]:
    """A site in one of its forms, with a club that has played twelve games in three months."""
    place = folder / "var"
    place.mkdir()
    with ExitStack() as stack:
        site = Site(place, surroundings(**form(place, stack)))
        filled = site.run([sys.executable, "-c", _FILL])
        assert filled.returncode == 0, filled.stderr
        site.slug = filled.stdout.split()[-1]
        yield site


def later_release(folder: Path, *, migration: str = "", check: str = "") -> Path:
    """Write this release with one migration more, and with what makes it fail."""
    release = folder / "later"
    release.mkdir()
    for name in ("config", "league", "rules", "scoring", "templates", "static", "locale"):
        shutil.copytree(ROOT / name, release / name)
    shutil.copytree(ROOT / "requirements", release / "requirements")
    for name in ("Makefile", "manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, release)
    migrations = release / "league" / "migrations"
    newest = max(file.stem for file in migrations.glob("[0-9]*.py"))
    later = f"{int(newest[:4]) + 1:04d}_later"
    (migrations / f"{later}.py").write_text(_LATER.format(before=newest), encoding="utf-8")
    if migration:
        last = migrations / f"{int(newest[:4]) + 2:04d}_last.py"
        last.write_text(migration.format(before=later), encoding="utf-8")
    (release / "league" / "later.py").write_text(check, encoding="utf-8")
    with (release / "league" / "apps.py").open("a", encoding="utf-8") as apps:
        apps.write("\nfrom league import later  # noqa\n")
    return release


@pytest.mark.parametrize("form", [embedded, on_a_server])
def test_older_tables_come_to_this_release_with_the_same_standings(
    form: Callable[[Path, ExitStack], dict[str, str]], tmp_path: Path
) -> None:
    with served(form, tmp_path) as site:
        comes_to_this_release(site)


def comes_to_this_release(site: Site) -> None:
    before = site.archived()
    site.manage("migrate", *OLDER, "--no-input")

    done = site.upgrade()

    assert done.returncode == 0, done.stdout + done.stderr
    assert "Upgraded. Restart web processes, workers and beat" in done.stdout
    [backup] = site.backups().values()
    assert backup["facts"]["games"] == 12  # type: ignore[index]
    assert "league.0010_words_of_the_tables" not in backup["facts"]["migrations"]  # type: ignore[index]
    assert site.archived() == before
    assert "differences: 0" in site.manage("verify_standings")
    assert site.is_well()


@pytest.mark.parametrize(
    ("form", "failing", "reason"),
    [
        (embedded, {"migration": _FAILING}, "nowhere"),
        (on_a_server, {"check": _CHECK}, "lacks something"),
    ],
    ids=["a migration fails", "the last step fails"],
)
def test_a_release_that_fails_stops_and_the_former_one_goes_on_and_can_try_again(
    form: Callable[[Path, ExitStack], dict[str, str]],
    failing: dict[str, str],
    reason: str,
    tmp_path: Path,
) -> None:
    with served(form, tmp_path) as site:
        stops_and_goes_back(site, tmp_path, failing, reason)


def stops_and_goes_back(site: Site, tmp_path: Path, failing: dict[str, str], reason: str) -> None:
    before = site.archived()

    failed = site.upgrade(later_release(tmp_path, **failing))

    assert failed.returncode != 0
    assert reason in failed.stderr
    assert "Upgraded" not in failed.stdout
    assert "To go back: stop Jancho, check out the former" in failed.stderr
    [named] = re.findall(r"^(/\S+): 1 clubs, 12 games", failed.stdout, re.MULTILINE)
    assert site.faults(), "the former release sees tables of a later one"

    site.manage("restore", named, "--replace")

    assert site.archived() == before
    assert site.is_well()
    shutil.rmtree(tmp_path / "later")
    mended = later_release(tmp_path)
    again = site.upgrade(mended)
    assert again.returncode == 0, again.stdout + again.stderr
    assert "differences: 0" in site.manage("verify_standings", release=mended)
