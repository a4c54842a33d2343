"""What a live table hands in: the entry that the form would have made, with its hands."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from league import kyoku_rows
from league.counting import Counting, counting_of
from league.entry import HanchanEntry, KyokuEntry, PenaltyEntry, SeatEntry, YakumanEntry, entry_of
from league.live_game import Line, LiveGame
from league.live_yakuman import told_in_full, yakuman_names
from league.models import Hanchan, LiveTable
from league.selectors.live_tables import seats_of_live
from rules.parameters import Parameters
from scoring.game.chombo import KIND as CHOMBO
from scoring.results import GameResult


def live_entry(
    live: LiveTable, game: LiveGame, *, remark: str = "", by_time: bool = False
) -> HanchanEntry:
    """The game as it stands, over or stopped where it is; no hand of it may be a misfit."""
    result = game.game.result(game.state)
    counting = counting_of(game.rule)
    return HanchanEntry(
        league=live.league,
        day=live.session.day,
        session=live.session,
        table=live.table,
        number=live.number,
        seats=_seats(live, game, result, counting),
        sticks=result.sticks,
        penalties=tuple(_penalties(result)),
        yakuman=tuple(_yakuman(game, counting)),
        ended_by_time=by_time or game.state.why == "time",
        remark=remark,
        kyoku=tuple(kyoku_of(game.rule, line) for line in game.lines),
    )


def corrected_entry(stored: Hanchan, entry: HanchanEntry) -> HanchanEntry:
    """The same for a game that was reopened: what only its form can say stays as it is.

    Penalties that no hand charges and the remark are such; hands that were not touched keep who
    had called.
    """
    was = entry_of(stored)
    others = tuple(taken for taken in was.penalties if taken.kind != CHOMBO)
    rows = [(row.told, row.called) for row in stored.kyoku.order_by("number")]
    return replace(
        entry,
        league=stored.league,
        remark=was.remark,
        penalties=entry.penalties + others,
        kyoku=tuple(_with_called(hand, rows) for hand in entry.kyoku or ()),
    )


def _with_called(hand: KyokuEntry, rows: list[tuple[object, int | None]]) -> KyokuEntry:
    called = next((called for told, called in rows if told == hand.told), None)
    return hand if called is None else replace(hand, called=kyoku_rows.seats_of(called))


def kyoku_of(rule: Parameters, line: Line) -> KyokuEntry:
    """A hand as it is stored."""
    told = told_in_full(rule, line)
    return kyoku_rows.kyoku_of(line.before, line.hand, line.played, told=told)


def _seats(
    live: LiveTable, game: LiveGame, result: GameResult, counting: Counting
) -> tuple[SeatEntry, ...]:
    busts = {bust.seat: bust.by for bust in result.busts} if counting.busts else {}
    chips = result.chips if counting.chips else None
    return tuple(
        SeatEntry(
            member_id=each.member_id,
            points=result.points[each.seat],
            chips=chips[each.seat] if chips else 0,
            is_yakitori=each.seat in result.yakitori,
            busted_by=busts.get(each.seat),
        )
        for each in seats_of_live(live)
    )


def _penalties(result: GameResult) -> Iterator[PenaltyEntry]:
    taken = [(penalty.seat, penalty.kind) for penalty in result.penalties]
    for seat, kind in sorted(set(taken)):
        yield PenaltyEntry(seat=seat, kind=kind, count=taken.count((seat, kind)))


def _yakuman(game: LiveGame, counting: Counting) -> Iterator[YakumanEntry]:
    """Every yakuman by its name; of the one that ends a game of Boo only the first."""
    if not counting.notes_yakuman:
        return
    for line in game.lines:
        winners = kyoku_rows.paid_in(line.played)
        for at, win in enumerate(line.hand.wins):
            if win.winner not in winners:
                continue
            names = yakuman_names(game.rule, line, at)
            for name in names[:1] if counting.yakuman_ends_game else names:
                yield YakumanEntry(
                    seat=win.winner,
                    name=name,
                    discarder=win.discarder,
                    pao=win.liable[0].seat if win.liable else None,
                )
