"""One request at a time is worked on in a web process (docs/adr/0027)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

#: seconds after which a request is worked on beside the one that has the turn: that one is costly,
#: or it waits, for a lock or for somebody's file to be read
_PATIENCE: Final = 0.25
_TURN: Final = threading.Lock()

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def by_turns(application: Application) -> Application:
    """Wrap a WSGI application so that a request waits a moment for the one before it.

    What an answer streams comes after its turn.
    """

    def wrapped(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        has_turn = _TURN.acquire(timeout=_PATIENCE)
        try:
            return application(environ, start_response)
        finally:
            if has_turn:
                _TURN.release()

    return wrapped
