"""A pytest plugin, ``-p tests.mutants.plugin``: JANCHO_MUTANT=module:number is imported changed.

The source on the disk stays as it is, and no byte code is kept. The first test that fails is
written into the file that JANCHO_NOTICED names.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, ModuleType

import pytest

from tests.mutants.mutate import mutated

#: seconds after which a test hangs: none takes a tenth of it by itself
LONGEST = 180


class _Changed(SourceFileLoader):
    number = 0

    def get_code(self, fullname: str) -> CodeType:
        """Compile the module with its one change."""
        source = self.get_data(self.path).decode()
        tree, _line, _words = mutated(source, self.number)
        return compile(tree, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    def __init__(self, module: str, number: int) -> None:
        self.module, self.number = module, number

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the one module that is changed."""
        spec = PathFinder.find_spec(fullname, path) if fullname == self.module else None
        if spec is not None:
            assert isinstance(spec.loader, SourceFileLoader)
            loader = _Changed(spec.loader.name, spec.loader.path)
            loader.number = self.number
            spec.loader = loader
        return spec


if chosen := os.environ.get("JANCHO_MUTANT"):
    name, _colon, place = chosen.partition(":")
    assert name not in sys.modules, "imported before it could be changed"
    sys.meta_path.insert(0, _Finder(name, int(place)))


def _hangs(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, bool, bool]:
    """Let a test that goes round in circles fail."""
    before = signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(LONGEST)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _note(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.failed and (file := os.environ.get("JANCHO_NOTICED")):
        Path(file).write_text(report.nodeid, encoding="utf-8")


pytest_runtest_logreport = pytest_collectreport = _note
