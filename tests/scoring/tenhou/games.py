"""Invented hands and games; every number worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Literal

from scoring.tenhou.checker import Report, check
from scoring.tenhou.governing import rule_for
from scoring.tenhou.reading import read_record
from scoring.tenhou.values import Kyoku, Record
from tests.scoring.tenhou.made import JUNK, READY, Game, Hand

Format = Literal["mjlog", "json"]
FORMATS: tuple[Format, ...] = ("mjlog", "json")
TODAY = date(2021, 6, 1)
#: what mjlog says of a game that has no end, as one of single hands
NO_END = "end: the record does not tell the end of the game"


def simple_ron(number: int = 0, points: Sequence[int] | None = None) -> Hand:
    """The dealer's neighbour rons the dealer's first discard: 平和 断么九, 30 fu, 2,000."""
    dealer = number % 4
    winner = (dealer + 1) % 4
    dealt = [READY if seat == winner else JUNK[seat] for seat in range(4)]
    hand = Hand(*dealt, number=number, points=points).turn(dealer, "4m")
    deltas = [0] * 4
    deltas[winner], deltas[dealer] = 2_000, -2_000
    return hand.won(winner, dealer, yaku="pinfu 1, tanyao 1", points=2_000, deltas=deltas)


def tenhou(honba: int = 0, points: Sequence[int] | None = None) -> Hand:
    """天和: 16,000 from each, and 100 for each honba."""
    each = 16_000 + 100 * honba
    hand = Hand(READY, *JUNK[1:], honba=honba, points=points).draw(0, "4m")
    deltas = [3 * each, -each, -each, -each]
    more = {"limit": "yakuman", "price": "16000∀", "fu": 30}
    return hand.won(0, yaku="tenhou *", points=48_000, deltas=deltas, **more)  # type: ignore[arg-type]


def short_game() -> Game:
    """Two 天和 of the first dealer bust the others: 25,000, 9,000, -7,100.

    121,300 for the dealer. -7.1 is -7, so -37 before uma: -27, -47, -57; the top has the rest.
    """
    second = tenhou(1, (73_000, 9_000, 9_000, 9_000))
    return Game(tenhou(), second, owari="1213,131.0,-71,-27.0,-71,-47.0,-71,-57.0")


def file_of(game: Game, form: Format) -> bytes:
    return game.xml() if form == "mjlog" else game.json()


def read(game: Game | Hand, form: Format, *, kind: int | None = None) -> Record:
    if isinstance(game, Hand):
        game = Game(game, kind=kind or (9 if game.players == 4 else 25))
    return read_record(file_of(game, form))


def kyoku_in(hand: Hand, form: Format) -> Kyoku:
    return read(hand, form).kyoku[0]


def report_of(data: bytes, **changes: object) -> Report:
    record = read_record(data)
    return check(record, rule_for(record, today=TODAY, changes=changes).rule)


def differences(hand: Hand, form: Format, **changes: object) -> list[str]:
    """What is reported of a single hand, the missing end apart."""
    record = read(hand, form)
    report = check(record, rule_for(record, today=TODAY, changes=changes).rule)
    return [each for each in report.differences if each != NO_END]
