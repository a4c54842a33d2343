"""Tables that are kept live, as they are stored, and their games replayed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from league.games.entry import (
    HanchanEntry,
    HandRecord,
    KyokuEntry,
    PenaltyEntry,
    SeatEntry,
    YakumanEntry,
    entry_of,
    paid_in,
    played_kyoku,
    seats_of,
)
from league.games.points import Counting, counting_of
from league.live.game import Line, LiveGame, replayed
from league.models import Club, Hanchan, LiveEntry, LiveSeat, LiveTable, Session
from league.rulebook.options import rule_of
from league.rulebook.versions import version_for
from rules.parameters import Parameters
from scoring.game.outcomes import CHOMBO
from scoring.hands.evaluator import Evaluator
from scoring.hands.lines import evaluator_of, value_of
from scoring.hands.requests import WINDS, HandRequest, hand_of
from scoring.hands.yaku import YAKUMAN
from scoring.requests import read_as
from scoring.results import GameResult


def live_tables(club: Club) -> QuerySet[LiveTable]:
    """Return a club's tables with what their pages need. One query, two with the seats."""
    tables = LiveTable.objects.for_club(club).select_related(
        "session", "league__rule_set__rule_set", "hanchan"
    )
    return tables.prefetch_related("seats__member")


def find_live(club: Club, live_id: int) -> LiveTable:
    """Find one table of the club, or 404."""
    live = get_object_or_404(live_tables(club), pk=live_id)
    live.club = live.session.club = live.league.club = club
    return live


def tables_of(session: Session) -> list[LiveTable]:
    """Return an evening's tables that are open, stored as a game, or given up."""
    return list(live_tables(session.club).filter(session=session).order_by("table", "number", "pk"))


def seats_of_live(live: LiveTable) -> list[LiveSeat]:
    return sorted(live.seats.all(), key=lambda each: each.seat)


def names_at(live: LiveTable) -> list[str]:
    return [each.member.shown_name(live.club) for each in seats_of_live(live)]


def live_game(live: LiveTable, known: LiveGame | None = None) -> LiveGame:
    """Replay the game under its day's version, which may have just been published.

    Open options are played as the evening or season chose them, or as the stored game being
    corrected did. At most two queries.

    Args:
        live: the table.
        known: an earlier replay; unchanged hands are not played again.

    Raises:
        NoVersionError: the day is now before the rules.
    """
    league, session = live.league, live.session
    rule = version_for(league, session.day).value
    played = rule_of(league, rule, session, session.day, game=live.hanchan)
    return replayed(played, live.hands, known)


def entries_since(live: LiveTable, seen: int) -> list[LiveEntry]:
    """Return what was entered after a revision, oldest first, with its authors."""
    entries = live.entries.filter(revision__gt=seen).select_related("entered_by", "entered_with")
    return list(entries.order_by("revision"))


def live_entry(
    live: LiveTable, game: LiveGame, *, remark: str = "", by_time: bool = False
) -> HanchanEntry:
    """Return the game as an entry, over or stopped early; all its hands must fit."""
    result = game.engine.result(game.state)
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
        kyoku=tuple(
            played_kyoku(line.before, line.hand, line.played, told=_in_full(game.rule, line))
            for line in game.lines
        ),
    )


def corrected_entry(stored: Hanchan, entry: HanchanEntry) -> HanchanEntry:
    """Return the entry of a reopened game; what only its form can change stays.

    This applies to penalties outside of hands and to the remark; untouched hands keep who had
    called.
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
    called = next((called for entered, called in rows if entered == hand.told), None)
    return hand if called is None else replace(hand, called=seats_of(called))


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
    """Yield every yakuman by its name; of the one that ends a game of Boo only the first."""
    if not counting.notes_yakuman:
        return
    for line in game.lines:
        winners = paid_in(line.played)
        for at, win in enumerate(line.hand.wins):
            if win.winner not in winners:
                continue
            names = _yakuman_names(game.rule, line, at)
            for name in names[:1] if counting.yakuman_ends_game else names:
                yield YakumanEntry(
                    seat=win.winner,
                    name=name,
                    discarder=win.discarder,
                    pao=win.liable[0].seat if win.liable else None,
                )


def _in_full(rule: Parameters, line: Line) -> HandRecord:
    """Complete a hand for storage: yaku, han and fu where a win was entered by its tiles."""
    wins = line.record.get("wins", [])
    if not any(win.get("value") for win in wins):
        return line.record
    full = [_with_value(rule, line, at, win) for at, win in enumerate(wins)]
    return {**line.record, "wins": full}


def _yakuman_names(rule: Parameters, line: Line, at: int) -> list[str]:
    if not line.hand.wins[at].yakuman:
        return []
    record = line.record["wins"][at]
    yaku = _by_tiles(rule, line, at, record) if record.get("value") else record.get("yaku", {})
    return [name for name in yaku if name in YAKUMAN]


def _with_value(rule: Parameters, line: Line, at: int, record: HandRecord) -> HandRecord:
    if not record.get("value"):
        return record
    win = line.hand.wins[at]
    known = {"han": win.han, "fu": win.fu, "yakuman": win.yakuman, "worth": win.worth}
    found = {name: value for name, value in known.items() if value}
    yaku = dict(_by_tiles(rule, line, at, record))
    return {**record, **found, **({"yaku": yaku} if yaku else {})}


def _by_tiles(rule: Parameters, line: Line, at: int, record: HandRecord) -> Mapping[str, int]:
    evaluator = evaluator_of(rule)
    if not isinstance(evaluator, Evaluator):
        return {}
    state, winds = line.before, list(WINDS)
    seat = (line.hand.wins[at].winner - state.dealer) % len(state.points)
    request: dict[str, Any] = {
        **record["value"],
        "rule": "",
        "how": line.hand.result,
        "seat": winds[seat],
        "round": winds[state.round % 4],
    }
    return value_of(evaluator, hand_of(read_as(HandRequest, request))).yaku
