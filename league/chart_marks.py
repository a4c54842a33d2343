"""Marks on lines: by their shape lines differ for those to whom colours look alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SIZE: Final = 30


def _disc(x: int, y: int) -> str:
    half = f"a{_SIZE} {_SIZE} 0 1 0"
    return f"M{x - _SIZE} {y}{half} {2 * _SIZE} 0{half} {-2 * _SIZE} 0Z"


def _square(x: int, y: int) -> str:
    return f"M{x - _SIZE} {y - _SIZE}h{2 * _SIZE}v{2 * _SIZE}h{-2 * _SIZE}Z"


def _triangle(x: int, y: int) -> str:
    return f"M{x} {y - _SIZE - 8}L{x + _SIZE + 6} {y + _SIZE}L{x - _SIZE - 6} {y + _SIZE}Z"


def _diamond(x: int, y: int) -> str:
    reach = _SIZE + 10
    return f"M{x} {y - reach}L{x + reach} {y}L{x} {y + reach}L{x - reach} {y}Z"


_SHAPES: Final = (_disc, _square, _triangle, _diamond)


def mark_path(style: int, places: Sequence[tuple[int, int]]) -> str:
    """The marks of one line as one path."""
    shape = _SHAPES[style % len(_SHAPES)]
    return "".join(shape(x, y) for x, y in places)
