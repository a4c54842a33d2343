"""What a hand would move, before it is accepted."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from league.live_game import Line, Told
from league.live_texts import at_text, hand_text, why_text
from league.selectors.live import LivePage
from scoring.places import standing


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMoves:
    """What a hand does to one player."""

    seat: int
    name: str
    before: int
    delta: int
    after: int
    place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a hand would do."""

    text: str
    mark: str  # of this very hand
    at: str
    honba: int
    seats: tuple[SeatMoves, ...]
    chips: tuple[tuple[str, int], ...]  # who gets how many, where any move
    sticks: int  # riichi sticks that stay on the table, in points
    then: str  # the hand that follows; empty where the game is over
    then_honba: int
    why: str  # why it is over
    is_next: bool  # whether it is the next hand of the game, not one in its midst


def mark_of(told: Told) -> str:
    """A mark by which a hand is known again, so that nothing is stored that was not shown."""
    plain = json.dumps(told, sort_keys=True)
    return hashlib.sha256(plain.encode()).hexdigest()[:16]


def preview_of(page: LivePage, line: Line, *, is_next: bool) -> Preview:
    """Say what moves."""
    after = line.played.after
    order = standing(after.points, shared=False).order
    chips = line.played.chips
    return Preview(
        text=hand_text(line.told, page.names, line.hand),
        mark=mark_of(line.told),
        at=at_text(line.before.round, line.before.dealer),
        honba=line.before.honba,
        seats=tuple(
            SeatMoves(
                seat=seat,
                name=name,
                before=line.before.points[seat],
                delta=line.played.deltas[seat],
                after=after.points[seat],
                place=order.index(seat) + 1,
            )
            for seat, name in enumerate(page.names)
        ),
        chips=tuple(zip(page.names, chips, strict=True)) if any(chips) else (),
        sticks=after.sticks,
        then="" if after.is_over else at_text(after.round, after.dealer),
        then_honba=after.honba,
        why=why_text(after.why),
        is_next=is_next,
    )
