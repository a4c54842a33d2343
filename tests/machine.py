"""What the tests find on this machine, and the switch JANCHO_CI=1: no test may be skipped."""

import importlib.util
import os
import shutil
import subprocess
from pathlib import Path

import pytest


def chromium() -> str | None:
    """Return the path of a Chromium that is installed here, or None."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def missing_for_browser() -> str | None:
    """Return what keeps the browser tests from running, or None."""
    if importlib.util.find_spec("playwright") is None:
        return "the browser packages are not installed (make install BROWSER=1)"
    return None if chromium() else "no Chromium is installed"


def missing_for_services() -> str | None:
    """Return what keeps the tests with PostgreSQL and Redis from running, or None."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return "DATABASE_URL names no PostgreSQL"
    if not os.environ.get("BROKER_URL", "").startswith("redis"):
        return "BROKER_URL names no Redis"
    return None


def postgres_program(name: str) -> str:
    """Return the path of a program of PostgreSQL's server; Debian keeps them apart by version.

    Raises:
        FileNotFoundError: there is none.
    """
    found = shutil.which(name)
    if found is None:
        versions = Path("/usr/lib/postgresql").glob(f"*/bin/{name}")
        found = max(map(str, versions), default=None)
    if found is None:
        raise FileNotFoundError(name)
    return found


def missing_for_servers() -> str | None:
    """Return what keeps tests from starting PostgreSQL, Redis and nginx of their own, or None."""
    try:
        postgres_program("initdb")
    except FileNotFoundError:
        return "PostgreSQL's server is not installed"
    missing = [name for name in ("redis-server", "nginx") if not shutil.which(name)]
    return f"{missing[0]} is not installed" if missing else None


def compose_program() -> list[str] | None:
    """Return how docker compose is called here, as the engine's plugin or by itself, or None.

    Version 1, which Debian 12 has, reads another language.
    """
    for program in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(program[0]):
            version = subprocess.run(
                [*program, "version", "--short"], capture_output=True, text=True, check=False
            ).stdout.removeprefix("v")
            if version and not version.startswith("1."):
                return program
    return None


def missing_for_compose() -> str | None:
    """Return what keeps docker-compose.yml from being read by its own program, or None."""
    if compose_program():
        return None
    return "docker compose is not installed (.ci/run environment puts it into var/compose)"


def missing_for_gettext() -> str | None:
    """Return what keeps the texts from being collected anew, or None."""
    return None if shutil.which("xgettext") else "gettext is not installed"


def shared(count: int) -> int:
    """Return how many of so many cases one run tries: CI runs twice, on one database each."""
    return count // 2 if os.environ.get("JANCHO_CI") else count


class SkipsFail:
    """A pytest plugin: a run in which a test was skipped has failed."""

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Turn success into failure when anything was skipped."""
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter and reporter.stats.get("skipped") and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Say why."""
        skipped = len(terminalreporter.stats.get("skipped", []))
        if skipped:
            terminalreporter.write_line(
                f"JANCHO_CI: {skipped} skipped, so this run fails", red=True
            )


def pytest_configure(config: pytest.Config) -> None:
    """Set the switch as JANCHO_CI says."""
    if os.environ.get("JANCHO_CI"):
        config.pluginmanager.register(SkipsFail())
