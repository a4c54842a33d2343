"""What every test shares. Tests that need more than this machine has are skipped, and say why."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.utils import translation

from tests import machine, promises


@pytest.fixture(autouse=True)
def language_of_its_own() -> Iterator[None]:
    """Let no test read on in the language of the last request of the one before."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def pages_of_its_own() -> None:
    """Let no test read a page that another one kept: their clubs have the same keys."""
    caches["pages"].clear()


def pytest_configure(config: pytest.Config) -> None:
    """Let no test be skipped where JANCHO_CI says so; run the big counts in parts."""
    machine.pytest_configure(config)
    promises.pytest_configure(config)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests marked browser, services or gettext where there are none."""
    missing = {
        "browser": machine.missing_for_browser(),
        "services": machine.missing_for_services(),
        "gettext": machine.missing_for_gettext(),
    }
    for item in items:
        for marker, reason in missing.items():
            if reason and item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))
