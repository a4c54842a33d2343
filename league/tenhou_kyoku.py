"""The hands of a record as games keep them, and whether a record's own sums hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.entry import KyokuEntry
from league.yakuman import YAKUMAN
from rules.parameters import RiichiParameters
from scoring.errors import ScoringError
from scoring.hands.evaluator import Evaluator
from scoring.tenhou.values import ABORTS, Draw, Kyoku, Record, Win
from scoring.tenhou.wins_checked import valued

_STICK = 1_000
_MANGAN_HAN = 5
#: what a hand of a record has beside what ``replay`` takes, of a win and of the whole
_MORE_OF_A_WIN = ("yaku", "limit", "points")


def kyoku_entries(record: Record, rule: RiichiParameters) -> tuple[KyokuEntry, ...]:
    """The hands of a record.

    Args:
        record: a whole game.
        rule: what fills in fu that a record leaves out.
    """
    evaluator = Evaluator(rule)
    return tuple(
        KyokuEntry(
            round=kyoku.round,
            dealer=kyoku.dealer,
            honba=kyoku.honba,
            sticks=kyoku.sticks,
            result=_result(kyoku),
            deltas=moved_in(kyoku),
            winners=tuple(win.winner for win in kyoku.wins),
            discarder=kyoku.wins[0].discarder if kyoku.wins else None,
            riichi=kyoku.riichi,
            tenpai=_tenpai(kyoku.draw) if kyoku.draw else (),
            called=kyoku.called,
            told=_told(kyoku, evaluator, rule),
        )
        for kyoku in record.kyoku
    )


def as_replay(told: Mapping[str, Any]) -> dict[str, Any]:
    """A kept hand as ``replay`` takes it: without what only a record tells."""
    wins = [
        {key: value for key, value in win.items() if key not in _MORE_OF_A_WIN}
        for win in told.get("wins", ())
    ]
    return {**told, "wins": wins} if wins else dict(told)


def moved_in(kyoku: Kyoku) -> tuple[int, ...]:
    """What a hand moved by the record's own word, riichi sticks in it."""
    moved = [win.said.moved.deltas for win in kyoku.wins]
    if kyoku.draw is not None:
        moved.append(kyoku.draw.said.moved.deltas)
    return tuple(
        sum(deltas[seat] for deltas in moved) - _STICK * kyoku.riichi.count(seat)
        for seat in range(len(kyoku.points))
    )


def contradiction(record: Record) -> str:
    """Say where a record's points do not follow from each other; empty where they do."""
    end = record.end
    if end is None:
        return "the record does not tell how the game ended"
    after = [hand.points for hand in record.kyoku[1:]]
    for kyoku, told in zip(record.kyoku, after, strict=False):
        held = _held_after(kyoku)
        if held != told:
            return f"after {kyoku.name} the players hold {_listed(held)}, not {_listed(told)}"
    # what lies on the table at the end goes to one of them, or is lost
    held = _held_after(record.kyoku[-1])
    gained = [now - before for now, before in zip(end.points, held, strict=True) if now != before]
    left = _left_over(record.kyoku[-1])
    if gained and gained != [left]:
        return f"the game ends at {_listed(end.points)}, but its hands lead to {_listed(held)}"
    if sum(end.scores):
        return f"the scores must sum to 0, not to {sum(end.scores):+,}"
    return ""


def _held_after(kyoku: Kyoku) -> tuple[int, ...]:
    return tuple(held + more for held, more in zip(kyoku.points, moved_in(kyoku), strict=True))


def _left_over(kyoku: Kyoku) -> int:
    return 0 if kyoku.wins else kyoku.sticks + _STICK * len(kyoku.riichi)


def _listed(points: Sequence[int]) -> str:
    return " ".join(f"{each:,}" for each in points)


def _result(kyoku: Kyoku) -> str:
    if kyoku.draw is None:
        return "tsumo" if kyoku.wins[0].discarder is None else "ron"
    kind = kyoku.draw.said.kind
    return "abort" if kind in ABORTS else kind or "draw"


def _tenpai(draw: Draw) -> tuple[int, ...]:
    return draw.tenpai if draw.said.tenpai is None else draw.said.tenpai


def _told(kyoku: Kyoku, evaluator: Evaluator, rule: RiichiParameters) -> dict[str, Any]:
    told: dict[str, Any] = {"result": _result(kyoku)}
    if kyoku.riichi:
        told["riichi"] = list(kyoku.riichi)
    if kyoku.wins:
        told["wins"] = [_win(win, evaluator, rule) for win in kyoku.wins]
    elif kyoku.draw is not None:
        told |= _of_draw(kyoku.draw, len(kyoku.points))
    return told


def _of_draw(draw: Draw, players: int) -> dict[str, Any]:
    kind = draw.said.kind
    if kind in ABORTS:
        if kind != "sanchahou":
            return {"kind": kind}
        return {"kind": kind, "by": [s for s in range(players) if s != draw.last_discarder]}
    told: dict[str, Any] = {"tenpai": list(_tenpai(draw))}
    return {"by": list(draw.nagashi), **told} if kind == "nagashi" else told


def _win(win: Win, evaluator: Evaluator, rule: RiichiParameters) -> dict[str, Any]:
    said = win.said
    told: dict[str, Any] = {"winner": win.winner}
    if win.discarder is not None:
        told["from"] = win.discarder
    many = [key for key in said.yaku if key in YAKUMAN]
    if many:
        told["yakuman"] = len(many)
        if said.pao is not None and said.pao != win.winner:
            told["pao"] = [{"seat": said.pao}]
    else:
        told["han"] = sum(said.yaku.values())
        fu = said.fu if said.fu else _own_fu(win, evaluator, rule, told["han"])
        if fu:
            told["fu"] = fu
    told["yaku"] = _yaku(said.yaku)
    if said.limit:
        told["limit"] = said.limit
    if said.points is not None:
        told["points"] = said.points
    return told


def _own_fu(win: Win, evaluator: Evaluator, rule: RiichiParameters, han: int) -> int | None:
    """Fu are needed below five han, and some records leave them out of a mangan."""
    if han >= _MANGAN_HAN:
        return None
    try:
        return valued(evaluator, win, rule).value.fu
    except ScoringError:
        return None


def _yaku(said: Mapping[str, int]) -> dict[str, int]:
    """Yaku by our keys; winds are not told apart there."""
    found: dict[str, int] = {}
    for name, han in said.items():
        key = name.split(" ")[0] if name.startswith(("seat_wind", "round_wind")) else name
        found[key] = found.get(key, 0) + han
    return found
