"""Titles (称号): what somebody's games have reached. Each is a small rule over a record.

They are Jancho's own, no document has them; they move no standing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from scoring.standings import Record, run_of

#: yakuman of the last step
MOST_YAKUMAN: Final = 100

_RIICHI, _BOO, _ZUNG_JUNG = "riichi", "boo", "zung_jung"
_ALL: Final = frozenset({_RIICHI, _BOO, _ZUNG_JUNG})


@dataclass(frozen=True, slots=True, kw_only=True)
class Feats:
    """What titles look at: somebody's games in a league, in some days."""

    record: Record
    months_in_a_row: int = 0  # the most, each with a game
    months_won: int = 0  # closed months of whose ranking they were the first
    yakuman: int = 0
    players: int | None = 4  # at a table; None where it was not always as many


Reached: TypeAlias = Callable[[Feats], int]


class Title(NamedTuple):
    """A title, what is counted for it, and how much each of its steps asks for."""

    key: str
    kanji: str
    steps: tuple[int, ...]
    families: frozenset[str]  # of games in which it can be won
    reached: Reached


class Held(NamedTuple):
    """How far somebody has come with a title."""

    title: Title
    reached: int
    level: int  # steps that are reached; 0: none yet

    @property
    def next_step(self) -> int | None:
        """What the next level asks for; None above the last."""
        return self.title.steps[self.level] if self.level < len(self.title.steps) else None


TITLES: Final[list[Title]] = []


def _title(
    key: str, kanji: str, *steps: int, families: Iterable[str] = _ALL
) -> Callable[[Reached], Reached]:
    """Enter the rule below under this key."""

    def entered(reached: Reached) -> Reached:
        TITLES.append(Title(key, kanji, steps, frozenset(families), reached))
        return reached

    return entered


def titles_of(feats: Feats, family: str) -> list[Held]:
    """How far somebody has come with each title of a family of games, in their order."""
    found = [(title, title.reached(feats)) for title in TITLES if family in title.families]
    return [
        Held(title, reached, sum(reached >= step for step in title.steps))
        for title, reached in found
    ]


def longest_row(played: Iterable[int]) -> int:
    """The most months in a row, from their numbers (year × 12 + month) in order.

    >>> longest_row([24312, 24313, 24315])
    2
    """
    there = set(played)
    if not there:
        return 0
    return run_of([month not in there for month in range(min(there), max(there) + 1)]).longest


@_title("games", "百戦錬磨", 10, 50, 100, 300, 1_000)
def games(feats: Feats) -> int:
    """Games played."""
    return feats.record.games


@_title("tops", "常勝", 5, 25, 50, 150, 500)
def tops(feats: Feats) -> int:
    """Games ended first."""
    return feats.record.place_counts[0]


@_title("top_run", "連勝", 3, 4, 5, 7)
def top_run(feats: Feats) -> int:
    """Tops in a row."""
    return feats.record.top_run.longest


@_title("no_last_run", "ラス知らず", 10, 20, 30, 50, families={_RIICHI, _ZUNG_JUNG})
def no_last_run(feats: Feats) -> int:
    """Games in a row not ended last; of tables of three and four no place is the last."""
    return feats.record.no_last_run.longest if feats.players else 0


@_title("plus_run", "堅実", 5, 8, 12, 20)
def plus_run(feats: Feats) -> int:
    """Games in a row with a score above zero."""
    return feats.record.plus_run.longest


@_title("big_game", "大勝", 50, 70, 90, 120, families={_RIICHI})
def big_game(feats: Feats) -> int:
    """The best game's score, in thousands of points."""
    return max(feats.record.best or 0, 0) // 1_000


@_title("never_bust", "不沈", 30, 100, 300, families={_RIICHI})
def never_bust(feats: Feats) -> int:
    """Games, as long as none of them ended below zero."""
    return 0 if feats.record.busts else feats.record.games


@_title("double_maru", "ダブルの達人", 1, 5, 20, 50, families={_BOO})
def double_maru(feats: Feats) -> int:
    """Games of Boo won with a double maru A."""
    return feats.record.maru_counts[0]


@_title("floating", "浮きの名手", 10, 50, 150, 500, families={_BOO})
def floating(feats: Feats) -> int:
    """Games of Boo ended floating."""
    return feats.record.floated


@_title("month_won", "月間王者", 1, 3, 6, 12)
def month_won(feats: Feats) -> int:
    """Closed months of whose ranking they were the first."""
    return feats.months_won


@_title("regular", "皆勤", 3, 6, 12, 24, 60)
def regular(feats: Feats) -> int:
    """Months in a row with a game."""
    return feats.months_in_a_row


@_title("yakuman", "役満", 1, 3, 10, 30, MOST_YAKUMAN, families={_RIICHI, _BOO})
def yakuman(feats: Feats) -> int:
    """Yakuman won; more than a hundred need not be counted."""
    return feats.yakuman
