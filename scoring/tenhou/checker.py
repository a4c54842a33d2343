"""Plays a record through our engine, hand by hand, and says wherever the record differs."""

from __future__ import annotations

from collections.abc import Iterable

from rules.parameters import RiichiParameters
from scoring.errors import ScoringError
from scoring.game import Game, GameState, TableHand
from scoring.hands.evaluator import Evaluator
from scoring.tenhou.moves_checked import (
    added,
    after_riichi,
    chip_differences,
    draw_differences,
    final,
    moved_by,
    movement_differences,
    riichi_differences,
    table_differences,
)
from scoring.tenhou.report import Report, differs
from scoring.tenhou.values import ABORTS, Draw, Kyoku, Record, SaidEnd
from scoring.tenhou.wins_checked import valued, win_differences


def check(record: Record, rule: RiichiParameters) -> Report:
    """Compare a record with what our engine makes of its tiles and events.

    Each hand begins with what the record says, so that one difference does not bring others.

    Args:
        record: a game, or a part of one.
        rule: for as many players.
    """
    checker = _Checker(record, rule)
    state: GameState | None = None
    for at, kyoku in enumerate(record.kyoku):
        state = checker.play(kyoku, checker.begin(kyoku, state, is_first=not at))
    checker.finish(record.end, state)
    return checker.report()


class _Checker:
    """What is found so far."""

    def __init__(self, record: Record, rule: RiichiParameters) -> None:
        self._record, self._rule, self._stick = record, rule, rule.play.riichi_stick
        self._game, self._evaluator = Game(rule), Evaluator(rule)
        self._differences: list[str] = []
        self._wins_equal = self._draws_equal = 0
        self._end_equal = self._points_equal = self._scores_equal = True
        chips = rule.chips.model_dump()
        self._has_chips = any(type(count) is int and count for count in chips.values())

    def report(self) -> Report:
        """All of it."""
        hands = self._record.kyoku
        return Report(
            players=self._record.players,
            length=self._record.length,
            wins=sum(len(kyoku.wins) for kyoku in hands),
            wins_equal=self._wins_equal,
            draws=sum(kyoku.draw is not None for kyoku in hands),
            draws_equal=self._draws_equal,
            end_equal=self._end_equal,
            points_equal=self._points_equal,
            scores_equal=self._scores_equal,
            differences=tuple(self._differences),
        )

    def begin(self, kyoku: Kyoku, state: GameState | None, *, is_first: bool) -> GameState:
        """Compare how a hand begins.

        Args:
            kyoku: the hand.
            state: the game before it; None: it is not known.
            is_first: whether no hand came before; a game begins then if it is East 1.
        """
        if is_first and not (kyoku.number or kyoku.honba):
            state = self._game.start()
        if state is None:
            self._dealt_out(kyoku)
            return GameState(kyoku.round, kyoku.dealer, kyoku.honba, kyoku.sticks, kyoku.points)
        if state.why is not None:
            self._end_equal = False
            self._say(kyoku.name, [f"the game was over before this hand: {state.why}"])
        else:
            due = f"{state.at}.{state.honba}"
            self._say(kyoku.name, differs("the hand to be played is", due, kyoku.name))
        self._say(kyoku.name, differs("sticks", state.sticks, kyoku.sticks))
        if not self._say(kyoku.name, differs("points", state.points, kyoku.points)):
            self._points_equal = False
        return state._replace(
            round=kyoku.round,
            dealer=kyoku.dealer,
            honba=kyoku.honba,
            sticks=kyoku.sticks,
            points=kyoku.points,
            why=None,
        )

    def _dealt_out(self, kyoku: Kyoku) -> None:
        """All that can be asked of points whose past is not known.

        A tournament may have begun with others than the rule says, but with whole thousands.
        """
        total = sum(kyoku.points) + kyoku.sticks
        is_whole = not total % (1_000 * len(kyoku.points))
        found = [] if is_whole else [f"points and sticks add up to {total:,}, no equal stacks"]
        self._points_equal &= self._say(kyoku.name, found)

    def play(self, kyoku: Kyoku, state: GameState) -> GameState | None:
        """Play a hand; None when our engine cannot."""
        self._say(kyoku.name, riichi_differences(kyoku, self._stick))
        try:
            if kyoku.draw is None:
                return self._won(kyoku, state)
            return self._drawn(kyoku, kyoku.draw, state)
        except ScoringError as error:
            self._say(kyoku.name, [f"the hand cannot be played so: {error}"])
            return None

    def finish(self, said: SaidEnd | None, state: GameState | None) -> None:
        """Compare the end of the game."""
        if said is None:
            if self._record.must_end:
                self._no_end("the record does not tell the end of the game")
        elif state is None:
            self._no_end("not compared, as the last hand could not be played")
        else:
            if state.why is None:
                self._end_equal = self._say("end", ["the record ends, the game would go on"])
            self._settle(said, state)

    def _no_end(self, why: str) -> None:
        self._say("end", [why])
        self._end_equal = self._points_equal = self._scores_equal = False

    def _settle(self, said: SaidEnd, state: GameState) -> None:
        try:
            points, scores = final(state, self._rule)
        except ScoringError as error:
            self._say("end", [f"the game cannot be settled: {error}"])
            self._points_equal = self._scores_equal = False
            return
        self._points_equal &= self._say("end", differs("points", points, said.points))
        self._scores_equal = self._say("end", differs("scores", scores, said.scores))
        if self._has_chips and said.chips is not None:
            chips = state.chips or (0,) * len(state.points)
            self._say("end", differs("chips", chips, said.chips))

    def _won(self, kyoku: Kyoku, state: GameState) -> GameState:
        own = [valued(self._evaluator, win, self._rule) for win in kyoku.wins]
        hand = TableHand(
            result="tsumo" if kyoku.wins[0].discarder is None else "ron",
            riichi=kyoku.riichi,
            wins=tuple(each.told for each in own),
        )
        played = self._game.play(state, hand)
        before = after_riichi(kyoku, self._stick)
        said = [win.said.moved for win in kyoku.wins]
        for at, (win, ours) in enumerate(zip(kyoku.wins, own, strict=True)):
            moved = moved_by(played, win.winner)
            # what lies on the table only the first says
            found = list(table_differences(kyoku, said[at], self._stick)) if not at else []
            found += win_differences(win, ours)
            found += movement_differences(said[at], moved, before)
            self._wins_equal += self._say(f"{kyoku.name} seat {win.winner}", found)
            before = added(before, moved)
        if self._has_chips:
            self._say(kyoku.name, chip_differences(said, played))
        return played.after

    def _drawn(self, kyoku: Kyoku, draw: Draw, state: GameState) -> GameState:
        played = self._game.play(state, self._hand(kyoku, draw))
        moved = tuple(
            delta + self._stick * kyoku.riichi.count(seat)
            for seat, delta in enumerate(played.deltas)
        )
        said = draw.said.moved
        found = [
            *table_differences(kyoku, said, self._stick),
            *draw_differences(draw),
            *movement_differences(said, moved, after_riichi(kyoku, self._stick)),
        ]
        self._draws_equal += self._say(kyoku.name, found)
        return played.after

    def _hand(self, kyoku: Kyoku, draw: Draw) -> TableHand:
        for kind in ABORTS:
            if draw.said.kind == kind:
                callers = [
                    seat for seat in range(self._record.players) if seat != draw.last_discarder
                ]
                by = tuple(callers) if kind == "sanchahou" else ()
                return TableHand(result="abort", kind=kind, riichi=kyoku.riichi, by=by)
        if draw.nagashi and self._rule.draws.nagashi != "none":
            return TableHand(
                result="nagashi", riichi=kyoku.riichi, by=draw.nagashi, tenpai=draw.tenpai
            )
        return TableHand(result="draw", riichi=kyoku.riichi, tenpai=draw.tenpai)

    def _say(self, where: str, found: Iterable[str]) -> bool:
        """Note differences; whether there are none."""
        told = [f"{where}: {each}" for each in found]
        self._differences += told
        return not told
