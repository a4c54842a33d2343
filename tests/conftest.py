"""What every test shares. Tests that need more than this machine has are skipped, and say why."""

import gc
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest import runner
from django.core.cache import caches
from django.core.management.commands import flush
from django.db import connection
from django.template import Context, Template
from django.test.signals import template_rendered
from django.utils import translation
from django.utils.safestring import SafeString

from league.core.door import forget_sessions
from league.management.commands.compile_translations import compile_catalogues
from league.models import guards
from league.models.trail import INSTALL, REMOVE
from tests import machine, promises

#: what migrations fill, and nothing changes
_STAYS = ("django_content_type", "auth_permission")


@pytest.fixture(autouse=True, scope="session")
def _emptying_the_database_may_clear_the_trail() -> Iterator[None]:
    """Let Django empty the tables after a test that commits, quickly, the trail too.

    PostgreSQL's TRUNCATE takes a second for all tables, however little is in them, and to fill
    anew what migrations filled takes half of one.
    """
    operations, vendor = type(connection.ops), connection.vendor

    def sql_flush(self: Any, _style: Any, tables: Any, **_options: Any) -> list[str]:
        names = [self.quote_name(table) for table in tables if table not in _STAYS]
        statements = [f"DELETE FROM {name}" for name in names]
        if vendor == "sqlite":
            before = [*REMOVE[vendor], *guards.remove(vendor)]
            return [*before, *statements, *guards.install(vendor), *INSTALL[vendor]]
        # What names what is looked at now: a table of which something is still to be has no ALTER.
        off = [f"ALTER TABLE {each} DISABLE TRIGGER USER" for each in (*guards.KEPT, guards.TRAIL)]
        on = [each.replace("DISABLE", "ENABLE") for each in off]
        return [*off, *statements, "SET CONSTRAINTS ALL IMMEDIATE", *on]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "sql_flush", sql_flush)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_given, **_more: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _one_context_a_page(django_test_environment: None) -> Iterator[None]:
    """Keep a page's own context for ``answer.context``: Django keeps one of every part of it too.

    A page has dozens of parts, and to copy their contexts took a fifth of its time.
    """

    def render(template: Template, context: Context) -> SafeString:
        if context.template is template:  # as it is of none that another one includes or extends
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(autouse=True)
def language_of_its_own() -> Iterator[None]:
    """Let no test read on in the language of the last request of the one before."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def pages_of_its_own() -> None:
    """Let no test read a page that another one kept: their clubs have the same keys."""
    caches["pages"].clear()


@pytest.fixture(autouse=True)
def sessions_of_its_own() -> None:
    """Let each test's first request ask the door's two questions, whatever was asked before."""
    forget_sessions()


def pytest_configure(config: pytest.Config) -> None:
    """Compile the translations; let no test be skipped where JANCHO_CI says so.

    The catalogues are compiled before xdist starts its workers, so that these find them done.
    """
    compile_catalogues(Path(__file__).parent.parent / "locale")
    machine.pytest_configure(config)
    promises.pytest_configure(config)


def _with_room(call: Callable[..., Any], *given: Any) -> Any:
    """Call with a stack in one piece below.

    Python takes it in pieces of 16 KB, and maps and unmaps one whenever calls go to and fro over an
    edge: as deep as pages are drawn under pytest, that took a sixth of a test's time.
    """
    return call(*given)


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=2**15)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run each test as pytest does, with room on the stack."""
    return bool(_with_room(runner.pytest_runtest_protocol, item, nextitem))


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and not among the modules and tests: they stay until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.hookimpl(wrapper=True)  # marked before pytest looks at what -m asks for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """Mark what asks a database; skip what needs a browser or a service where there is none."""
    for item in items:
        if item.get_closest_marker("django_db") or "django_db_setup" in getattr(
            item, "fixturenames", ()
        ):
            item.add_marker("database")
    missing = {
        "browser": machine.missing_for_browser(),
        "services": machine.missing_for_services(),
        "servers": machine.missing_for_servers(),
        "compose": machine.missing_for_compose(),
        "gettext": machine.missing_for_gettext(),
    }
    for item in items:
        for marker, reason in missing.items():
            if reason and item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))
    yield
    # The longest first: begun last, they keep one worker busy for minutes when the other is done.
    items.sort(key=lambda item: "mutants" not in item.path.parts)
