"""Who called in each hand of a record: claims of discards; closed kans and norths are none."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from scoring.tenhou.errors import RecordError
from scoring.tenhou.mjlog_tags import tags_of

#: bits of a call in mjlog: chi, pon and what became a kan of one; then norths; then who gave it
_CLAIMS, _NORTH, _SOURCE = 0x1C, 0x20, 0x03
#: a hand in tenhou.net/6: which, points, indicators, then three lists a player
_HEAD, _OF_A_PLAYER = 4, 3
_LETTERS = frozenset("cpm")


def called_in(data: bytes) -> list[tuple[int, ...]]:
    """The seats that called, hand by hand; empty where the record cannot be read.

    Args:
        data: a record that was read before, unpacked.
    """
    try:
        if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return [tuple(_in_lists(hand)) for hand in json.loads(data.decode("utf-8-sig"))["log"]]
        return _in_tags(data)
    except (RecordError, ValueError, LookupError, TypeError, AttributeError):
        return []


def _in_tags(data: bytes) -> list[tuple[int, ...]]:
    hands: list[set[int]] = []
    for tag in tags_of(data):
        if tag.name == "INIT":
            hands.append(set())
        elif tag.name == "N" and hands and _is_claim(int(tag.text("m"))):
            hands[-1].add(int(tag.text("who")))
    return [tuple(sorted(seats)) for seats in hands]


def _is_claim(code: int) -> bool:
    if code & _CLAIMS:
        return True
    return not code & _NORTH and bool(code & _SOURCE)


def _in_lists(hand: list[Any]) -> Iterator[int]:
    for seat in range((len(hand) - _HEAD - 1) // _OF_A_PLAYER):
        took = hand[_HEAD + _OF_A_PLAYER * seat + 1]
        if any(isinstance(each, str) and _LETTERS & set(each) for each in took):
            yield seat
