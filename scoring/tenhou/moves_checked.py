"""What moved in a hand and at the end: ours beside the record's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.parameters import RiichiParameters
from scoring.game import GameState, HandPlayed
from scoring.results import GameResult
from scoring.settlement import settle
from scoring.tenhou.report import differs
from scoring.tenhou.values import ABORTS, Draw, Kyoku, Points, SaidMovement


def after_riichi(kyoku: Kyoku, stick: int) -> Points:
    """Points once the sticks of a hand are paid."""
    return tuple(held - stick * kyoku.riichi.count(seat) for seat, held in enumerate(kyoku.points))


def added(points: Points, moved: Points) -> Points:
    """Points after a movement."""
    return tuple(held + more for held, more in zip(points, moved, strict=True))


def moved_by(played: HandPlayed, winner: int) -> Points:
    """What one winner of a hand has moved, sticks and honba too."""
    moved = [0] * len(played.deltas)
    for transfer in played.transfers:
        if transfer.winner == winner:
            moved[winner] += transfer.points
            if transfer.payer is not None:
                moved[transfer.payer] -= transfer.points
    return tuple(moved)


def riichi_differences(kyoku: Kyoku, stick: int) -> Iterator[str]:
    """The riichi sticks, and what each left to the players."""
    if kyoku.said_riichi is None:
        return
    said = tuple(each.seat for each in kyoku.said_riichi)
    yield from differs("riichi of seats", kyoku.riichi, said)
    held = list(kyoku.points)
    for seat, points in kyoku.said_riichi:
        held[seat] -= stick
        if points is not None:
            yield from differs(f"points after the riichi of seat {seat}", tuple(held), points)


def movement_differences(said: SaidMovement, moved: Points, before: Points) -> Iterator[str]:
    """Every player's movement, and what they held before it."""
    yield from differs("movement", moved, said.deltas)
    if said.before is not None:
        yield from differs("points before it", before, said.before)


def table_differences(kyoku: Kyoku, said: SaidMovement, stick: int) -> Iterator[str]:
    """Honba and sticks as the hand ends."""
    if said.table is not None:
        lies = kyoku.honba, kyoku.sticks + stick * len(kyoku.riichi)
        yield from differs("honba and sticks", lies, said.table)


def chip_differences(said: Sequence[SaidMovement], played: HandPlayed) -> Iterator[str]:
    """The chips of a hand, all winners' together."""
    told = [each.chips for each in said if each.chips is not None]
    if told:
        yield from differs("chips", played.chips, tuple(map(sum, zip(*told, strict=True))))


def draw_differences(draw: Draw) -> Iterator[str]:
    """Whether the events make the draw that the record says."""
    said = draw.said
    if said.kind in ABORTS:
        if said.kind not in draw.possible:
            yield f"the record says {said.kind}, but nothing that happened makes it one"
        return
    yield from differs("tiles left in the wall", draw.left, 0)
    yield from differs("nagashi", bool(draw.nagashi), said.kind == "nagashi")
    if said.tenpai is not None:
        yield from differs("seats in tenpai", draw.tenpai, said.tenpai)


def final(state: GameState, rule: RiichiParameters) -> tuple[Points, Points]:
    """Points with the sticks that are left, and scores.

    Raises:
        ScoringError: the game cannot be settled.
    """
    settled = settle(GameResult(points=state.points, sticks=state.sticks), rule)
    sticks = tuple(
        sum(part.points for part in seat.parts if part.kind == "sticks") for seat in settled.seats
    )
    return added(state.points, sticks), settled.scores
