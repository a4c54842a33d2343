"""The table refuses what cannot follow, whoever reads the record."""

from __future__ import annotations

import pytest

from scoring.hands.hand import Meld
from scoring.hands.tiles import parse_tiles
from scoring.tenhou.errors import RecordError
from scoring.tenhou.table import Claimed, Deal, Discarded, Drawn, Event, Kanned, Table
from tests.scoring.tenhou.made import JUNK

ONE_MAN, TWO_MAN = parse_tiles("12m")
PON = Meld("pon", (ONE_MAN,) * 3)


def table() -> Table:
    hands = tuple(map(parse_tiles, ("111m179p179s1234z", *JUNK[1:])))
    return Table(Deal("E1.0", 4, 0, hands, ()))


@pytest.mark.parametrize(
    ("events", "message"),
    [
        pytest.param(
            [Drawn(0, TWO_MAN), Discarded(0, TWO_MAN), Claimed(2, PON, ONE_MAN, 0)],
            "Seat 2 calls 1m, which is not the last",
            id="another tile",
        ),
        pytest.param(
            [Drawn(0, ONE_MAN), Discarded(0, ONE_MAN), Claimed(2, PON, ONE_MAN, 1)],
            "Seat 2 calls 1m, which is not the last",
            id="another player",
        ),
        pytest.param(
            [Drawn(0, ONE_MAN), Discarded(0, ONE_MAN), Claimed(0, PON, ONE_MAN, 0)],
            "Seat 0 calls a tile, but nothing was",
            id="one's own discard",
        ),
        pytest.param(
            [Claimed(2, PON, ONE_MAN, 0)],
            "Seat 2 calls a tile, but nothing was",
            id="no discard",
        ),
        pytest.param(
            [Drawn(0, TWO_MAN), Kanned(0, "kakan", (TWO_MAN,) * 4, TWO_MAN)],
            "Seat 0 adds 2m to a pon that does not exist",
            id="no pon",
        ),
        pytest.param(
            [
                Drawn(0, ONE_MAN),
                Kanned(0, "ankan", (ONE_MAN,) * 4, ONE_MAN),
                Drawn(0, TWO_MAN),
                Kanned(0, "kakan", (TWO_MAN,) * 4, TWO_MAN),
            ],
            "Seat 0 adds 2m to a pon that does not exist",
            id="another set, but no pon",
        ),
        pytest.param(
            [Drawn(0, TWO_MAN), Kanned(1, "ankan", (ONE_MAN,) * 4, ONE_MAN)],
            "Seat 1 plays out of turn",
            id="another's turn",
        ),
    ],
)
def test_what_cannot_follow_is_refused(events: list[Event], message: str) -> None:
    at = table()
    for event in events[:-1]:
        at.play(event)

    with pytest.raises(RecordError, match=f"E1.0: {message}"):
        at.play(events[-1])
