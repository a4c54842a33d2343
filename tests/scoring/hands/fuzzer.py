"""A fuzz that is led by what it reaches: inputs that take a new way through the code are kept."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple, Protocol, TypeAlias

from scoring.hands import hand, lines

#: what is wrong with what came of an input, if anything
Judge: TypeAlias = Callable[[str], str | None]

_ROOT = Path(hand.__file__).parents[1]
#: all that values a hand
WATCHED = tuple(
    str(path)
    for folder in ("hands", "zung_jung")
    for path in sorted((_ROOT / folder).rglob("*.py"))
)


class Fault(NamedTuple):
    """An input that broke a law."""

    line: str
    why: str


class Changer(Protocol):
    """What makes new inputs of old ones."""

    rng: Random

    def changed(self, text: str, other: str) -> str:
        """Change an input; it may take parts of another."""


class Edges:
    """Steps from line to line inside the watched files, each as a number."""

    def __init__(self, files: Sequence[str]) -> None:
        self.seen: set[int] = set()
        self._file = {name: at << 24 for at, name in enumerate(files, start=1)}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note every step; whoever traced before, such as coverage, goes on afterwards."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, _event: str, _about: Any) -> Callable[..., Any] | None:
        file = self._file.get(frame.f_code.co_filename)
        if file is None:
            return None
        seen, last = self.seen, 0

        def step(inner: FrameType, _event: str, _about: Any) -> Callable[..., Any]:
            nonlocal last
            now = inner.f_lineno or 0
            seen.add(file | last << 12 | now)
            last = now
            return step

        return step


class Fuzz:
    """Changes what it has kept, judges what comes of it, and keeps what reached something new."""

    def __init__(
        self,
        seeds: Sequence[str],
        judge: Judge,
        changer: Changer,
        *,
        files: Sequence[str] = WATCHED,
        keeps: bool = True,
    ) -> None:
        self.corpus, self.edges = list(seeds), Edges(files)
        self._found = [20] * len(seeds)  # how many new steps each led to, seeds aside
        self._judge, self._changer, self._rng, self._keeps = judge, changer, changer.rng, keeps

    def hunt(self, count: int) -> Fault | None:
        """Try the seeds and so many changed inputs, until one breaks a law."""
        for line in self.corpus:
            why = self._tried(line)
            if why:
                return Fault(line, why)
        for _input in range(count):
            line = self._changer.changed(self._any(), self._rng.choice(self.corpus))
            known = len(self.edges.seen)
            why = self._tried(line)
            if why:
                return Fault(line, why)
            if self._keeps and len(self.edges.seen) > known:
                self.corpus.append(line)
                self._found.append(len(self.edges.seen) - known)
        return None

    def _any(self) -> str:
        """One of the corpus; half of the time rather those that found much."""
        if self._rng.random() < 0.5:
            return self._rng.choice(self.corpus)
        return self._rng.choices(self.corpus, self._found)[0]

    def _tried(self, line: str) -> str | None:
        try:
            with self.edges.watching():
                return self._judge(line)
        except Exception as error:
            # whatever it is: the law is that nothing is raised
            return f"{type(error).__name__}: {error}"


def forget() -> None:
    """Empty what every rule shares: what is known already is worked out no more."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("scoring."):
            for table in vars(module).values():
                if isinstance(table, dict) and hasattr(type(table), "__missing__"):
                    table.clear()
                elif hasattr(table, "cache_clear"):
                    table.cache_clear()
    lines._EVALUATORS._kept.clear()
