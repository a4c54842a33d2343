"""Runs of games (連続): the longest of a history, and what joins it to the history beside it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple


class Run(NamedTuple):
    """How many games in a row were of a kind, of some games in order."""

    longest: int = 0
    leading: int = 0  # right from the first game on
    trailing: int = 0  # up to the last game


NO_RUN = Run()


def run_of(broken: Iterable[bool] | bytes) -> Run:
    """The runs of games in order, each told by whether it breaks a run.

    >>> run_of([False, False, True, False])
    Run(longest=2, leading=2, trailing=1)
    """
    return _run_of(bytes(broken))


@lru_cache(maxsize=4_096)  # a day has few games: the same ones come again and again
def _run_of(broken: bytes) -> Run:
    lengths = list(map(len, broken.split(b"\1")))
    return Run(max(lengths), lengths[0], lengths[-1])


def joined(parts: Iterable[tuple[int, int, int, int]]) -> Run:
    """The runs of a history from those of its parts, in order, however it was parted.

    Args:
        parts: of each the number of its games, and its runs: longest, leading, trailing.
    """
    games = longest = leading = trailing = 0
    for size, most, head, tail in parts:
        longest = max(longest, most, trailing + head)
        if leading == games:  # nothing has broken it yet
            leading += head
        trailing = trailing + size if tail == size else tail
        games += size
    return Run(longest, leading, trailing)
