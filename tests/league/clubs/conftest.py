from __future__ import annotations

import pytest
from django.core.cache import cache

from league.models import User
from tests.league.logins import PASSWORD


@pytest.fixture(autouse=True)
def _no_attempts_yet() -> None:
    cache.clear()


@pytest.fixture
def sato() -> User:
    return User.objects.create_user("sato", "sato@example.org", PASSWORD)
