"""Plays a hand in every way and says which of them bring each player to a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from rules.parameters import Parameters
from scoring.conditions.table import After, Table, goals_of
from scoring.conditions.values import (
    Case,
    Conditions,
    Draw,
    Goal,
    Needed,
    Own,
    PlayerNeeds,
    Range,
    Way,
    Worth,
)
from scoring.conditions.worths import Winner, dora_beside, is_left_out, least_han, worths
from scoring.game import Game, GameState, TableHand
from scoring.settlement import settler


class Tried(NamedTuple):
    """The wins of one way in rising order, and what each leaves."""

    discarder: int | None  # None: by tsumo
    wins: tuple[Worth, ...]
    after: tuple[After | None, ...]  # None: the points forbid it


def tried(
    table: Table, seat: int, discarder: int | None, wins: tuple[Worth, ...], *, riichi: bool
) -> Tried:
    """Find out what every win of a way leaves.

    Wins that leave all in the same order, and on the same side of each line that the rule draws,
    leave the same places and end the game alike: one of them is played for all.

    Args:
        table: where.
        seat: who wins.
        discarder: on whose discard; None by tsumo.
        wins: in rising order.
        riichi: whether the winner declares riichi first.
    """
    moved = [_moves(table, seat, discarder, win) for win in wins]
    # the last win that the points allow says what honba and sticks bring to all of them
    for at in reversed(range(len(wins))):
        after = table.won(seat, discarder, wins[at], riichi=riichi)
        if after is not None:
            beside = [held - own for held, own in zip(after.points, moved[at], strict=True)]
            break
    else:
        return Tried(discarder, wins, (None,) * len(wins))
    known: dict[tuple[bool, tuple[int, ...]], After | None] = {}
    every = []
    for win, moves in zip(wins, moved, strict=True):
        points = [held + own for held, own in zip(beside, moves, strict=True)]
        key = bool(win.yakuman), table.sides(points)
        if key not in known:
            known[key] = table.won(seat, discarder, win, riichi=riichi)
        every.append(known[key])
    return Tried(discarder, wins, tuple(every))


def way(seat: int, goal: Goal, played: Tried) -> Way:
    """Say which wins reach a goal of a player."""
    discarder, wins, after = played
    reached = [each is not None and each.reaches(seat, goal) for each in after]
    held = [each if is_reached else None for each, is_reached in zip(after, reached, strict=True)]
    first = reached.index(True) if any(reached) else len(wins)
    missed = [at > first and not is_reached for at, is_reached in enumerate(reached)]
    return Way(
        discarder=discarder,
        reached=_ranges(wins, reached),
        missed=_ranges(wins, missed),
        is_any=all(reached),
        goes_on=_ranges(wins, [each is not None and not each.is_over for each in held]),
        shared=_ranges(wins, [each is not None and each.is_shared(seat) for each in held]),
        barred=_ranges(wins, [each is None for each in after]),
    )


def _moves(table: Table, seat: int, discarder: int | None, win: Worth) -> list[int]:
    """What the hand itself moves, by seat; honba and sticks are the same for every win."""
    moves = [-(win.each if discarder is None else win.others)] * len(table.seats)
    if win.dealer is not None:
        moves[table.state.dealer] = -win.dealer
    if discarder is not None:
        moves[discarder] = -win.each
    moves[seat] = win.total
    return moves


def _ranges(wins: Sequence[Worth], chosen: list[bool]) -> tuple[Range, ...]:
    """The runs of chosen wins."""
    found, at = [], 0
    while True in chosen[at:]:
        first = chosen.index(True, at)
        at = chosen.index(False, first) if False in chosen[first:] else len(wins)
        found.append(Range(wins[first], None if at == len(wins) else wins[at - 1]))
    return tuple(found)


#: who of those that are free to be either is tenpai
Others: TypeAlias = frozenset[int]


class Drawn(NamedTuple):
    """All draws of a player who does one thing until then."""

    own: Own
    free: tuple[int, ...]  # others who may be tenpai or not
    after: dict[Others, After]


def drawn(table: Table, seat: int) -> tuple[Drawn, ...]:
    """Play every draw of a player; who has declared riichi is tenpai."""
    free = tuple(each for each in table.seats if each != seat and each not in table.riichi)
    choices: tuple[Own, ...] = ("noten", "tenpai")
    if seat in table.riichi:
        choices = ("riichi",)
    elif table.may_declare(seat):
        choices = ("noten", "tenpai", "riichi")
    return tuple(_drawn(table, seat, own, free) for own in choices)


def draw(seat: int, goal: Goal, played: Drawn) -> Draw:
    """Say which draws reach a goal of a player."""

    def reaches(others: Others) -> bool:
        return played.after[others].reaches(seat, goal)

    def goes_on(others: Others) -> bool:
        return not played.after[others].is_over

    return Draw(played.own, cases(played.free, reaches), cases(played.free, goes_on, among=reaches))


def _drawn(table: Table, seat: int, own: Own, free: tuple[int, ...]) -> Drawn:
    sure = {each for each in table.riichi if each != seat} | ({seat} if own != "noten" else set())
    declares = own == "riichi" and seat not in table.riichi
    after = {
        others: table.drawn(seat, tuple(sorted(sure | others)), riichi=declares)
        for others in _subsets(free)
    }
    return Drawn(own, free, after)


def cases(
    free: Sequence[int],
    holds: Callable[[Others], bool],
    *,
    among: Callable[[Others], bool] = lambda _others: True,
) -> tuple[Case, ...]:
    """Say for which of the others' hands something holds.

    Args:
        free: seats that may be tenpai or not.
        holds: asked for every set of those of them that are tenpai.
        among: which sets are asked about; the cases may hold for others or not.

    Returns:
        Cases that together hold exactly there; those that name the fewest seats come first.
    """
    asked = [others for others in _subsets(free) if among(others)]
    held = frozenset(others for others in asked if holds(others))
    return _fewest(tuple(free), held, frozenset(asked) - held)


@lru_cache(maxsize=4_096)
def _fewest(
    free: tuple[int, ...], held: frozenset[Others], not_held: frozenset[Others]
) -> tuple[Case, ...]:
    left, found = held, []
    for case, covered in _all_cases(free):
        if covered & left and not covered & not_held:
            found.append(case)
            left -= covered
    return tuple(found)


def _subsets(seats: Sequence[int]) -> Iterator[Others]:
    for count in range(len(seats) + 1):
        yield from map(frozenset, combinations(seats, count))


def _all_cases(free: Sequence[int]) -> Iterator[tuple[Case, frozenset[Others]]]:
    """Every case, those that name the fewest seats first, and all that are in it."""
    cases = product((None, True, False), repeat=len(free))
    for each in sorted(cases, key=lambda each: len(each) - each.count(None)):
        by_seat = dict(zip(free, each, strict=True))
        case = Case(
            tuple(seat for seat, is_tenpai in by_seat.items() if is_tenpai),
            tuple(seat for seat, is_tenpai in by_seat.items() if is_tenpai is False),
        )
        yield case, frozenset(others for others in _subsets(free) if _is_in(case, others))


def _is_in(case: Case, others: Others) -> bool:
    return others.issuperset(case.tenpai) and others.isdisjoint(case.noten)


class Asker:
    """Answers under one rule; of the tables that it was asked about it keeps nothing."""

    def __init__(self, rule: Parameters) -> None:
        self.rule, self.game = rule, Game(rule)
        self._settler, self._goals = settler(rule), goals_of(self.game)
        self._dora = dora_beside(rule)
        self._wins: dict[int, dict[Winner, tuple[Worth, ...]]] = {}  # by the han needed

    def conditions(self, state: GameState, riichi: Sequence[int] = ()) -> Conditions:
        """Say what everybody needs of the next hand, for every place but the last.

        Every win is looked at that brings something else, by tsumo and on each discard, and every
        exhaustive draw. Wins of others, several ron, nagashi and abortive draws are not. Whoever
        has declared riichi is tenpai at a draw. A dealer who may stop does so when asked about,
        and plays on when others are.

        Args:
            state: the game before the hand; riichi declared in it are not paid yet.
            riichi: who has declared one that stands.

        Raises:
            GameError: the game is over, or a riichi cannot have been declared.
        """
        self._check(state, riichi)
        table = Table(self.game, self._settler, state, riichi)
        wins = self._worths(state.honba)
        return Conditions(
            is_last_hand=self.game.is_last_hand(state),
            only_with_yaku=is_left_out(self.rule, honba=state.honba),
            dora_left_out=self._dora,
            players=tuple(self._player(table, seat, wins) for seat in table.seats),
        )

    def _worths(self, honba: int) -> dict[Winner, tuple[Worth, ...]]:
        """All wins, by who wins and how; honba only say how many han are needed."""
        least = least_han(self.rule, honba=honba)
        found = self._wins.get(least)
        if found is None:
            winners = [Winner(deals, draws) for deals in (False, True) for draws in (False, True)]
            found = {each: worths(self.rule, each, least_han=least) for each in winners}
            self._wins[least] = found
        return found

    def _check(self, state: GameState, riichi: Sequence[int]) -> None:
        """Let the engine refuse what cannot be."""
        hand = TableHand(result="draw", riichi=tuple(riichi), tenpai=tuple(sorted(riichi)))
        self.game.play(state, hand)

    def _player(
        self, table: Table, seat: int, wins: dict[Winner, tuple[Worth, ...]]
    ) -> PlayerNeeds:
        now, draws = table.now(), drawn(table, seat)
        may = table.may_declare(seat)
        ways = _tried(table, seat, wins, riichi=False)
        # else the stick comes back with the win, and nothing is asked before it
        later = _tried(table, seat, wins, riichi=True) if may and table.sinks(seat) else ()
        goals = []
        for goal in self._goals:
            tsumo, *ron = (way(seat, goal, each) for each in ways)
            after = tuple(way(seat, goal, each) for each in later)
            goals.append(
                Needed(
                    goal=goal,
                    is_held=now.reaches(seat, goal),
                    tsumo=tsumo,
                    ron=tuple(ron),
                    draws=tuple(draw(seat, goal, each) for each in draws),
                    after_riichi=() if after == (tsumo, *ron) else after,
                )
            )
        return PlayerNeeds(seat, now.place(seat), seat in table.riichi, may, tuple(goals))


def _tried(
    table: Table, seat: int, wins: dict[Winner, tuple[Worth, ...]], *, riichi: bool
) -> tuple[Tried, ...]:
    """Tsumo first, then the others' discards in turn order."""
    players, deals = len(table.seats), seat == table.state.dealer
    others = ((seat + turn) % players for turn in range(1, players))
    return tuple(
        tried(table, seat, discarder, wins[Winner(deals, discarder is None)], riichi=riichi)
        for discarder in (None, *others)
    )
