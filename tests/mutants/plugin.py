"""A pytest plugin, ``-p tests.mutants.plugin``: JANCHO_MUTANT=module:number is imported changed.

Nothing is written: the source on the disk stays as it is, and no byte code is kept.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

from tests.mutants.mutate import mutated


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
