"""What a web process holds on to (docs/adr/0019)."""

from __future__ import annotations

import ctypes
import gc
from importlib import import_module
from typing import Any, Final

from django.conf import settings

_OLDEST: Final = 2


def settle_down() -> None:
    """Load what stays before the first reader comes, and keep only what is in use from then on.

    What is loaded once stays to the end: left out of account, it does not keep the collector from
    looking for what requests leave behind. What it finds goes back to the system.
    """
    import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc alone has it
    if trim is not None:
        gc.callbacks.append(lambda phase, info: _give_back(phase, info, trim))


def _give_back(phase: str, info: dict[str, Any], trim: Any) -> None:
    """Pages come in all sizes and leave holes: give them back once in some hundred requests."""
    if phase == "stop" and info["generation"] == _OLDEST:
        trim(0)
