"""One order for the lists of a hand: tenhou.net/6 has a list for each player.

Only the calls say where the lists meet. A call may fit several discards; then the ways are tried
one after the other until one uses everything up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scoring.tenhou.errors import RecordError
from scoring.tenhou.json6_moves import Aside, Claim, Discard, Done, Draw, Taken
from scoring.tenhou.table import Claimed, Discarded, Drawn, Event, Kanned, SetAside

#: turns that are tried until the search is given up; a hand has about 70
MOST_STEPS: Final = 5_000


class Lists(NamedTuple):
    """What a player took, and what the player did with each."""

    taken: tuple[Taken, ...]
    done: tuple[Done, ...]  # as many, or one fewer where a draw ends the hand


class _Path(NamedTuple):
    """What has happened so far, the last first; ways share what they have in common."""

    event: Event
    before: _Path | None


class _State(NamedTuple):
    at: tuple[int, ...]  # how much of its list each seat has used
    turn: int | None  # who takes next; None: a discard lies there, or nobody
    path: _Path | None


def in_order(
    lists: Sequence[Lists], dealer: int, *, last: tuple[int, bool] | None, name: str
) -> list[Event]:
    """Put the lists of a hand into one.

    Args:
        lists: by seat.
        dealer: who begins.
        last: whose move ends the hand, and whether it is a draw; None: not known.
        name: the hand, for errors.

    Raises:
        RecordError: there is no order that uses everything up.
    """
    todo = [_State((0,) * len(lists), dealer, None)]
    for _step in range(MOST_STEPS):
        if not todo:
            break
        state = todo.pop()
        if _is_end(state, lists, last):
            return _events_along(state.path)
        # what is to be tried first has to come last
        todo += reversed(list(_next_states(state, lists)))
    raise RecordError("not-together", field=name)


def _is_end(state: _State, lists: Sequence[Lists], last: tuple[int, bool] | None) -> bool:
    if any(at < len(own.taken) for at, own in zip(state.at, lists, strict=True)):
        return False
    event = state.path.event if state.path else None
    if event is None or last is None:
        return event is not None
    return (event.seat, isinstance(event, Drawn)) == last  # type: ignore[union-attr]


def _events_along(path: _Path | None) -> list[Event]:
    found = []
    while path is not None:
        found.append(path.event)
        path = path.before
    return found[::-1]


def _next_states(state: _State, lists: Sequence[Lists]) -> Iterator[_State]:
    """Every way on: calls before the next draw, and those of pon and kan first."""
    event = state.path.event if state.path else None
    if state.turn is not None:
        yield from _take(state, lists, state.turn, Draw)
    elif isinstance(event, Discarded):
        players = len(lists)
        others = [(event.seat + step) % players for step in range(1, players)]
        for seat in (*others[1:], *others[:1]):
            yield from _take(state, lists, seat, Claim)
        yield from _take(state, lists, others[0], Draw)


def _take(
    state: _State, lists: Sequence[Lists], seat: int, kind: type[Draw] | type[Claim]
) -> Iterator[_State]:
    """Let a seat take what comes next in its list, if it is of that kind, and go on with it."""
    number, own = state.at[seat], lists[seat]
    item = own.taken[number] if number < len(own.taken) else None
    if not isinstance(item, kind):
        return
    event = _taking(item, seat, state.path, len(lists))
    if event is None:
        return
    at = tuple(used + (each == seat) for each, used in enumerate(state.at))
    path = _Path(event, state.path)
    if number >= len(own.done):
        yield _State(at, None, path)
        return
    yield from _do(at, path, own.done[number], item)


def _taking(item: Taken, seat: int, path: _Path | None, players: int) -> Event | None:
    """The event of taking; None: the call does not fit the discard that lies there."""
    if isinstance(item, Draw):
        return Drawn(seat, item.tile)
    last = path.event if path else None
    assert isinstance(last, Discarded)
    if last.tile != item.tile or not _points_at(item, seat, last.seat, players):
        return None
    return Claimed(seat, item.meld, item.tile, last.seat)


def _points_at(item: Claim, seat: int, source: int, players: int) -> bool:
    """Whether the place of the called tile says that it came from there.

    With three players some programs count the empty chair and some do not.
    """
    size = len(item.meld.tiles)
    steps = 3 - item.place if item.place < size - 1 else 1
    return source in {(seat + steps) % 4, (seat + steps) % players}


def _do(at: tuple[int, ...], path: _Path, done: Done, item: Taken) -> Iterator[_State]:
    seat = path.event.seat  # type: ignore[union-attr]  # never a turned tile
    if done is None:
        if isinstance(item, Claim) and item.meld.kind == "minkan":
            yield _State(at, seat, path)
    elif isinstance(done, Discard):
        tile = done.tile
        if tile is None and isinstance(item, Draw):
            tile = item.tile
        if tile is not None:
            yield _State(at, None, _Path(Discarded(seat, tile, done.riichi), path))
    else:
        event = SetAside(seat, done.tile) if isinstance(done, Aside) else Kanned(seat, *done)
        yield _State(at, seat, _Path(event, path))
