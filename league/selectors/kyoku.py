"""The hands of a stored game as its page shows them: each with what it moved, and the lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.charts import Chart, Series, line_chart
from league.kyoku_rows import seats_of
from league.live_texts import ABORTS, at_short, at_text, hand_text
from league.models import Hanchan, Kyoku
from rules.models import RuleVersion
from rules.options import chosen_under

_THOUSAND: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCell:
    """What a hand did to one player."""

    delta: int
    won: bool
    riichi: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRow:
    """A hand in the list."""

    at: str
    honba: int
    text: str
    cells: tuple[HandCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHands:
    """The hands of a game."""

    names: tuple[str, ...]
    rows: tuple[HandRow, ...]
    chart: Chart
    is_result: bool  # whether they end with the points that are stored


def game_hands(game: Hanchan, version: RuleVersion | None) -> GameHands | None:
    """The hands of a game; None where nobody kept them. One query.

    Args:
        game: with its seats and their members.
        version: under which it counts, for the points that everybody began with.
    """
    rows = list(game.kyoku.order_by("number"))
    if not rows:
        return None
    seats = list(game.seats.all())
    names = tuple(seat.member.shown_name(game.club) for seat in seats)
    final = [seat.points for seat in seats]
    moved = [sum(row.deltas[at] for row in rows) for at in range(len(names))]
    if version is not None:
        began = [chosen_under(version.value, game.options).game.start_points] * len(names)
    else:
        began = [held - delta for held, delta in zip(final, moved, strict=True)]
    return GameHands(
        names=names,
        rows=tuple(_row(row, names) for row in rows),
        chart=_chart(rows, names, began),
        is_result=final == [first + delta for first, delta in zip(began, moved, strict=True)],
    )


def _row(row: Kyoku, names: Sequence[str]) -> HandRow:
    winners, riichi = seats_of(row.winners), seats_of(row.riichi)
    is_cut = row.result == Kyoku.Result.ABORT and row.told.get("result") == "ron"
    return HandRow(
        at=at_text(row.round, row.dealer),
        honba=row.honba,
        text=str(ABORTS["sanchahou"]) if is_cut else hand_text(row.told, names),
        cells=tuple(
            HandCell(delta=delta, won=seat in winners, riichi=seat in riichi)
            for seat, delta in enumerate(row.deltas)
        ),
    )


def _chart(rows: Sequence[Kyoku], names: Sequence[str], began: Sequence[int]) -> Chart:
    held = [tuple(began)]
    for row in rows:
        held.append(tuple(own + each for own, each in zip(held[-1], row.deltas, strict=True)))
    labels = [_("start"), *(_label(row) for row in rows)]
    series = [
        Series(name=name, values=tuple(each[seat] for each in held))
        for seat, name in enumerate(names)
    ]
    return line_chart(labels, series, least=_THOUSAND)


def _label(row: Kyoku) -> str:
    at = at_short(row.round, row.dealer)
    return f"{at}.{row.honba}" if row.honba else at
