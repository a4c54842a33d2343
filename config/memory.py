"""What a web process holds on to (docs/adr/0019)."""

from __future__ import annotations

import ctypes
import gc
from importlib import import_module
from typing import Any, Final

from django.conf import settings

_OLDEST: Final = 2
#: new objects to the collection of the youngest; of these to one of the middle; of those to a full
#: one. Python's own 700 look through every request a hundred times, at 5 % of its time; full ones
#: come as often as they do with Python's own.
_THRESHOLDS: Final = (5_000, 10, 2)


def settle_down() -> None:
    """Load what stays before the first request, and reduce memory from then on.

    What is loaded once is exempt from garbage collection, so that it does not slow down finding
    what requests leave behind. Freed memory is returned to the system.
    """
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc alone has it
    if trim is not None:
        gc.callbacks.append(lambda phase, info: _give_back(phase, info, trim))


def _give_back(phase: str, info: dict[str, Any], trim: Any) -> None:
    """Return fragmented memory to the system, once in some hundred requests."""
    if phase == "stop" and info["generation"] == _OLDEST:
        trim(0)
