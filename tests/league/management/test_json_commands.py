"""Lines come in pieces of any length, and what was read is answered before more is waited for."""

from __future__ import annotations

from io import BytesIO

import pytest

from league.management import json_commands


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"", [b""], id="nothing"),
        pytest.param(b"a\nb\n", [b"a", b"b", b""], id="lines that end"),
        pytest.param(b"a\nbb", [b"a", b"bb"], id="a last one that does not"),
        pytest.param(b"abcdefg\nh\n\n", [b"abcdefg", b"h", b"", b""], id="longer than a piece"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 64])
def test_lines_are_the_same_however_they_are_cut(
    monkeypatch: pytest.MonkeyPatch, size: int, data: bytes, lines: list[bytes]
) -> None:
    monkeypatch.setattr(json_commands, "_PIECE", size)
    asked: list[None] = []
    pieces = json_commands._in_pieces(BytesIO(data).read1, lambda: asked.append(None))

    assert [line for piece in pieces for line in piece] == lines
    assert len(asked) >= len(data) // size
