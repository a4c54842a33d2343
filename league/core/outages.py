"""What to do while a service does not answer: wait once, then not at all for a moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

logger = logging.getLogger(__name__)

#: seconds to wait for a service that pages can do without: half of what a page may lose by it
PATIENCE: Final = 0.1
#: seconds in which a service that did not answer is not asked again
PAUSE: Final = 3.0


class AwayError(Exception):
    """A service does not answer, or refuses: whoever can do without it goes on."""


class Breaker:
    """Keeps the callers of one process from waiting, each anew, for a service that is away."""

    def __init__(self, name: str, *silences: type[Exception]) -> None:
        """Take the service's name for the log, and the errors that mean that nothing answered."""
        self.name, self.silences = name, silences
        self.paused_until = 0.0

    @contextmanager
    def asking(self) -> Iterator[None]:
        """Ask the service inside.

        Raises:
            AwayError: it did not answer, now or a moment ago.
        """
        if time.monotonic() < self.paused_until:
            raise AwayError(self.name)
        try:
            yield
        except self.silences as error:
            self.paused_until = time.monotonic() + PAUSE
            logger.warning("The %s does not answer: %s", self.name, error)
            raise AwayError(self.name) from error
