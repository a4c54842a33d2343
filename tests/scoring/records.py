"""The record of one game, written plainly: what long histories are held against."""

from __future__ import annotations

from scoring.results import SeatScore
from scoring.settlement import FLOATING
from scoring.standings import Four, Record, run_of

_MARU = ("double_maru_a", "maru_a", "maru_b", "maru_c")


def record_of(
    seat: SeatScore,
    *,
    points: int | None,
    chips: int = 0,
    busted: bool = False,
    result: str | None = None,
    players: int = 4,
) -> Record:
    """Make the record of one game from a seat's settlement and what it held at the end.

    ``points`` are None where nobody knows them. ``result`` is that of a Boo game; its top makes
    the maru, and the highest places float.
    """
    maru = result if seat.place == 1 else None
    return Record(
        games=1,
        place_counts=_one_hot(seat.place, (1, 2, 3, 4)),
        place_halves=seat.place_halves,
        score=seat.score,
        best=seat.score,
        worst=seat.score,
        points=points or 0,
        points_games=int(points is not None),
        busts=int(busted),
        chips=chips,
        top_run=run_of([seat.place != 1]),
        no_last_run=run_of([seat.place == players]),
        plus_run=run_of([seat.score <= 0]),
        maru_counts=_one_hot(maru, _MARU),
        floated=int(result is not None and seat.place <= FLOATING[result]),
    )


def _one_hot(value: object, names: tuple[object, object, object, object]) -> Four:
    first, second, third, fourth = (int(value == name) for name in names)
    return first, second, third, fourth
