"""Plays a record through our engine, hand by hand, and says wherever the two differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from rules.parameters import RiichiParameters
from scoring.errors import ScoringError
from scoring.game import Game, GameState, HandPlayed, TableHand, WonHand
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import IPPATSU, Hand
from scoring.hands.lines import value_of
from scoring.hands.tiles import tile_names
from scoring.hands.worths import Value
from scoring.payments import ChipReasons, Liability
from scoring.results import GameResult
from scoring.settlement import settle
from scoring.tenhou.notation import as_recorded, limit_as_recorded
from scoring.tenhou.values import (
    ABORTS,
    Draw,
    Kyoku,
    Length,
    Points,
    Record,
    RecordedEnd,
    RecordedMovement,
    ShownHand,
    Win,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How far our engine and a record agree."""

    players: int
    length: Length
    wins: int
    wins_equal: int  # yaku, han, fu, points and every player's movement
    draws: int
    draws_equal: int  # kind, tenpai and every player's movement
    end_equal: bool  # the game is over exactly where the record ends
    points_equal: bool  # held as each hand begins, and at the end
    scores_equal: bool
    differences: tuple[str, ...]  # for people, in the order of the hands

    def as_json(self) -> dict[str, Any]:
        """The report in the form of docs/commands.md."""
        return {
            "players": self.players,
            "length": self.length,
            "wins": self.wins,
            "wins_equal": self.wins_equal,
            "draws": self.draws,
            "draws_equal": self.draws_equal,
            "end_equal": self.end_equal,
            "points_equal": self.points_equal,
            "scores_equal": self.scores_equal,
            "differences": list(self.differences),
        }


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

    def finish(self, recorded: RecordedEnd | None, state: GameState | None) -> None:
        """Compare the end of the game."""
        if recorded is None:
            if self._record.must_end:
                self._no_end("the record does not tell the end of the game")
        elif state is None:
            self._no_end("not compared, as the last hand could not be played")
        else:
            if state.why is None:
                self._end_equal = self._say("end", ["the record ends, the game would go on"])
            self._settle(recorded, state)

    def _no_end(self, why: str) -> None:
        self._say("end", [why])
        self._end_equal = self._points_equal = self._scores_equal = False

    def _settle(self, recorded: RecordedEnd, state: GameState) -> None:
        try:
            points, scores = final(state, self._rule)
        except ScoringError as error:
            self._say("end", [f"the game cannot be settled: {error}"])
            self._points_equal = self._scores_equal = False
            return
        self._points_equal &= self._say("end", differs("points", points, recorded.points))
        self._scores_equal = self._say("end", differs("scores", scores, recorded.scores))
        if self._has_chips and recorded.chips is not None:
            chips = state.chips or (0,) * len(state.points)
            self._say("end", differs("chips", chips, recorded.chips))

    def _won(self, kyoku: Kyoku, state: GameState) -> GameState:
        own = [valued(self._evaluator, win, self._rule) for win in kyoku.wins]
        hand = TableHand(
            result="tsumo" if kyoku.wins[0].discarder is None else "ron",
            riichi=kyoku.riichi,
            wins=tuple(each.won for each in own),
        )
        played = self._game.play(state, hand)
        before = after_riichi(kyoku, self._stick)
        recorded = [win.recorded.moved for win in kyoku.wins]
        for at, (win, ours) in enumerate(zip(kyoku.wins, own, strict=True)):
            moved = moved_by(played, win.winner)
            # what lies on the table only the first says
            found = list(table_differences(kyoku, recorded[at], self._stick)) if not at else []
            found += win_differences(win, ours)
            found += movement_differences(recorded[at], moved, before)
            self._wins_equal += self._say(f"{kyoku.name} seat {win.winner}", found)
            before = added(before, moved)
        if self._has_chips:
            self._say(kyoku.name, chip_differences(recorded, played))
        return played.after

    def _drawn(self, kyoku: Kyoku, draw: Draw, state: GameState) -> GameState:
        played = self._game.play(state, self._hand(kyoku, draw))
        moved = tuple(
            delta + self._stick * kyoku.riichi.count(seat)
            for seat, delta in enumerate(played.deltas)
        )
        recorded = draw.recorded.moved
        found = [
            *table_differences(kyoku, recorded, self._stick),
            *draw_differences(draw, self._rule),
            *movement_differences(recorded, moved, after_riichi(kyoku, self._stick)),
        ]
        self._draws_equal += self._say(kyoku.name, found)
        return played.after

    def _hand(self, kyoku: Kyoku, draw: Draw) -> TableHand:
        for kind in ABORTS:
            if draw.recorded.kind == kind:
                callers = [
                    seat for seat in range(self._record.players) if seat != draw.last_discarder
                ]
                by = tuple(callers) if kind == "sanchahou" else ()
                return TableHand(result="abort", kind=kind, riichi=kyoku.riichi, by=by)
        tenpai = draw.tenpai(self._rule.draws)
        if draw.nagashi and self._rule.draws.nagashi != "none":
            return TableHand(result="nagashi", riichi=kyoku.riichi, by=draw.nagashi, tenpai=tenpai)
        return TableHand(result="draw", riichi=kyoku.riichi, tenpai=tenpai)

    def _say(self, where: str, found: Iterable[str]) -> bool:
        """Note differences; whether there are none."""
        differences = [f"{where}: {each}" for each in found]
        self._differences += differences
        return not differences


# What moved: ours beside the record's.


def differs(what: str, own: object, recorded: object) -> Iterable[str]:
    """Say that something is ours and another the record's; nothing where they are equal."""
    if own != recorded:
        yield f"{what} {written(own)}, the record says {written(recorded)}"


def written(value: object) -> str:
    """Write a value as people read it."""
    if value in (None, (), ""):
        return "none"
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return " ".join(map(written, value))
    return f"{value:,}" if isinstance(value, int) else str(value)


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
    if kyoku.recorded_riichi is None:
        return
    recorded = tuple(each.seat for each in kyoku.recorded_riichi)
    yield from differs("riichi of seats", kyoku.riichi, recorded)
    held = list(kyoku.points)
    for seat, points in kyoku.recorded_riichi:
        held[seat] -= stick
        if points is not None:
            yield from differs(f"points after the riichi of seat {seat}", tuple(held), points)


def movement_differences(
    recorded: RecordedMovement, moved: Points, before: Points
) -> Iterator[str]:
    """Every player's movement, and what they held before it."""
    yield from differs("movement", moved, recorded.deltas)
    if recorded.before is not None:
        yield from differs("points before it", before, recorded.before)


def table_differences(kyoku: Kyoku, recorded: RecordedMovement, stick: int) -> Iterator[str]:
    """Honba and sticks as the hand ends."""
    if recorded.table is not None:
        on_table = kyoku.honba, kyoku.sticks + stick * len(kyoku.riichi)
        yield from differs("honba and sticks", on_table, recorded.table)


def chip_differences(recorded: Sequence[RecordedMovement], played: HandPlayed) -> Iterator[str]:
    """The chips of a hand, all winners' together."""
    stated = [each.chips for each in recorded if each.chips is not None]
    if stated:
        yield from differs("chips", played.chips, tuple(map(sum, zip(*stated, strict=True))))


def draw_differences(draw: Draw, rule: RiichiParameters) -> Iterator[str]:
    """Whether the events make the draw that the record says."""
    recorded = draw.recorded
    if recorded.kind in ABORTS:
        if recorded.kind not in draw.possible:
            yield f"the record says {recorded.kind}, but nothing that happened makes it one"
        return
    yield from differs("tiles left in the wall", draw.left, 0)
    yield from differs("nagashi", bool(draw.nagashi), recorded.kind == "nagashi")
    if recorded.tenpai is not None:
        yield from differs("seats in tenpai", draw.tenpai(rule.draws), recorded.tenpai)


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


# What a win is worth: ours beside the record's.


#: the parameter that says whether somebody answers for a yakuman
_PAO: Mapping[str, str] = MappingProxyType(
    {
        "daisangen": "pao_daisangen",
        "daisuushii": "pao_daisuushii",
        "suukantsu": "pao_suukantsu",
    }
)


class Valued(NamedTuple):
    """A win as our engine values it."""

    value: Value
    points: int  # without honba and sticks
    won: WonHand  # for the engine


def valued(evaluator: Evaluator, win: Win, rule: RiichiParameters) -> Valued:
    """Value a win by its tiles and by how it came.

    Raises:
        HandError: it is no win under the rule.
    """
    hand = win.hand
    value = value_of(evaluator, hand)
    bare = value_of(evaluator, hand._replace(honba=0)) if hand.honba else value
    won = WonHand(
        winner=win.winner,
        discarder=win.discarder,
        han=0 if value.yakuman else value.han,
        fu=value.fu,
        yakuman=value.yakuman,
        liable=tuple(_liable(win, value, rule)),
        chips=_chips(evaluator, hand, value),
    )
    return Valued(value, bare.total, won)


def _liable(win: Win, value: Value, rule: RiichiParameters) -> Iterator[Liability]:
    """Who answers for what, the first completed first.

    Source: the parameters that begin with ``pao``.
    """
    pao = rule.pao
    for yakuman, seat, by_kan in win.answers:
        times = value.yaku.get(yakuman, 0) // 13
        is_played = getattr(pao, _PAO[yakuman])
        counts = not by_kan or pao.pao_open_kan or yakuman == "suukantsu"
        if times and is_played and counts:
            yield Liability(seat, times)
    if pao.pao_rinshan and win.open_kan_from is not None:
        yield Liability(win.open_kan_from, max(value.yakuman, 1))


def _chips(evaluator: Evaluator, hand: Hand, value: Value) -> ChipReasons:
    bonus = value.bonus.named  # a yakuman's too
    return ChipReasons(
        ippatsu=int(bool(evaluator.known[hand.flags] & IPPATSU)),
        ura=bonus.get("ura_dora", 0),
        red=bonus.get("aka_dora", 0),
    )


def win_differences(win: Win, own: Valued) -> Iterator[str]:
    """Say where a record's own words on a win differ from our value of it.

    Fu of a yakuman are not compared, since nobody counts them, nor what the record does not tell.
    """
    recorded, value = win.recorded, own.value
    yaku = as_recorded(value.yaku, win.hand)
    yield from differs("han", sum(yaku.values()), sum(recorded.yaku.values()))
    for name in sorted(yaku.keys() | recorded.yaku.keys()):
        yield from differs(f"yaku {name}", yaku.get(name, 0), recorded.yaku.get(name, 0))
    if value.fu is not None and recorded.fu is not None:
        yield from differs("fu", value.fu, recorded.fu)
    yield from differs("points", own.points, recorded.points)
    yield from differs("limit", limit_as_recorded(value.limit), recorded.limit)
    if recorded.tells_pao:
        liable = own.won.liable
        yield from differs("pao seat", liable[0].seat if liable else None, recorded.pao)
    if recorded.shown is not None:
        yield from _shown_differences(win.hand, recorded.shown)


def _shown_differences(hand: Hand, shown: ShownHand) -> Iterator[str]:
    """The hand that was shown must be the one that was drawn."""
    yield from differs("tiles", tile_names(hand.concealed), tile_names(shown.concealed))
    yield from differs("winning tile", tile_names([hand.win]), tile_names([shown.win]))
    own, recorded = (
        [_meld_written(m.kind, m.tiles) for m in melds] for melds in (hand.melds, shown.melds)
    )
    yield from differs("melds", sorted(own), sorted(recorded))
    yield from differs("norths set aside", hand.nuki, shown.nuki)
    dora = tile_names(hand.dora_indicators)
    yield from differs("dora indicators", dora, tile_names(shown.dora_indicators))


def _meld_written(kind: str, tiles: tuple[int, ...]) -> str:
    return f"{kind}:{tile_names(sorted(tiles))}"
