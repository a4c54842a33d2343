"""The arithmetic of a competition: which games count, what is carried over, who stands where.

A competitor is a member or a team; stages follow each other. Everything is whole points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, TypeVar

from scoring.standings import rank_rows

Carry = Literal["none", "whole", "half"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageRule:
    """Which games of a stage count, who is ranked in it, and what it begins with.

    0 games of anything means that nothing is said about it.
    """

    minimum_games: int = 0  # played, to be ranked
    maximum_games: int = 0  # later games do not count
    best_games: int = 0  # of those, only the best count
    worst_dropped: int = 0  # … or all but the worst
    carry: Carry = "none"
    unit: int = 100  # what a score is shown to, in points: a half is rounded to it


class Played(NamedTuple):
    """What a member scored in a game, and for which team; None for none."""

    member: int
    team: int | None
    score: int


class Moved(NamedTuple):
    """Points that a member was given or that were taken, and the team that it falls to."""

    member: int
    team: int | None
    points: int


@dataclass(frozen=True, slots=True)
class Share:
    """What somebody did in a stage; shares add up."""

    played: int = 0
    counted: int = 0  # of the games played
    points: int = 0  # of the games that count
    adjusted: int = 0

    @property
    def total(self) -> int:
        """What they scored in the stage itself."""
        return self.points + self.adjusted

    def __add__(self, other: Share) -> Share:
        return Share(
            self.played + other.played,
            self.counted + other.counted,
            self.points + other.points,
            self.adjusted + other.adjusted,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A competitor's line in the table of a stage."""

    who: int
    carried: int
    share: Share
    missing: int  # games short of the minimum
    rank: int | None  # None: not ranked
    is_tied: bool = False

    @property
    def total(self) -> int:
        """What was carried over and what they scored in the stage."""
        return self.carried + self.share.total


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a competitor stands in the end."""

    who: int
    stage: int | None  # the last one in which they were ranked, from 0; None: in none
    total: int  # at the end of that stage; of the last one that they were in, without such
    games: int  # played in all stages
    missing: int  # short of the minimum of the whole
    rank: int | None
    is_tied: bool = False


@dataclass(slots=True)
class StageGames:
    """The games of a stage in the order of play, and the adjustments of its days."""

    played: list[Played] = field(default_factory=list)
    moved: list[Moved] = field(default_factory=list)


def counting(scores: Sequence[int], rule: StageRule) -> tuple[bool, ...]:
    """Which of a member's games count, in the order of play.

    The first ``maximum_games`` are looked at; of these the best count, of equal ones the earlier.

    >>> counting([5, -3, 9, 9, 20], StageRule(maximum_games=4, best_games=2))
    (False, False, True, True, False)
    """
    looked_at = scores[: rule.maximum_games] if rule.maximum_games else scores
    count = max(len(looked_at) - rule.worst_dropped, 0)
    if rule.best_games:
        count = min(count, rule.best_games)
    best_first = sorted(range(len(looked_at)), key=lambda at: (-looked_at[at], at))
    chosen = set(best_first[:count])
    return tuple(at in chosen for at in range(len(scores)))


def shares(games: StageGames, rule: StageRule) -> dict[tuple[int, int | None], Share]:
    """What each member scored for each team, and to none.

    Which games count is asked of a member's games together, whatever team they were played for:
    whoever changes teams does not get a second set of games.
    """
    by_member: dict[int, list[Played]] = defaultdict(list)
    for game in games.played:
        by_member[game.member].append(game)
    found: dict[tuple[int, int | None], Share] = defaultdict(Share)
    for member, played in by_member.items():
        counted = counting([game.score for game in played], rule)
        for game, counts in zip(played, counted, strict=True):
            found[member, game.team] += Share(1, int(counts), game.score if counts else 0)
    for moved in games.moved:
        found[moved.member, moved.team] += Share(adjusted=moved.points)
    return dict(found)


def of_members(parts: Mapping[tuple[int, int | None], Share]) -> dict[int, Share]:
    """The shares added up by member."""
    found: dict[int, Share] = defaultdict(Share)
    for (member, _team), share in parts.items():
        found[member] += share
    return dict(found)


def of_teams(parts: Mapping[tuple[int, int | None], Share]) -> dict[int, Share]:
    """The shares added up by team; what was played for none is left out."""
    found: dict[int, Share] = defaultdict(Share)
    for (_member, team), share in parts.items():
        if team is not None:
            found[team] += share
    return dict(found)


def carried_over(total: int, rule: StageRule) -> int:
    """What of a total counts on in a stage.

    Half of it is rounded to what the rule shows, half a unit away from 0. So a table shows exactly
    what it counts and can be added up by hand, and ▲x carries as much as +x. What all carry
    together may then differ from 0 by half a unit each (docs/adr/0015).

    >>> carried_over(-12_300, StageRule(carry="half"))
    -6200
    """
    if rule.carry == "none":
        return 0
    if rule.carry == "whole":
        return total
    size = (abs(total) + rule.unit) // (2 * rule.unit) * rule.unit
    return -size if total < 0 else size


def table(
    stage: Mapping[int, Share],
    before: Mapping[int, int],
    rule: StageRule,
    unranked: Collection[int] = (),
) -> dict[int, Line]:
    """The lines of a stage, the best total first.

    Args:
        stage: what each competitor scored.
        before: the totals at the end of the stage before. Where points are carried over everybody
            in it is in this stage too, whether they play or not.
        rule: of this stage.
        unranked: those who are counted but not ranked.
    """
    inherit = before.keys() if rule.carry != "none" else set()
    people = stage.keys() | inherit
    lines = [
        Line(
            who=who,
            carried=carried_over(before.get(who, 0), rule),
            share=stage.get(who, Share()),
            missing=max(_asked_of(who, inherit, rule) - stage.get(who, Share()).played, 0),
            rank=None,
        )
        for who in sorted(people)
    ]
    ranks = _ranks(
        {line.who: -line.total for line in lines if not line.missing and line.who not in unranked}
    )
    ordered = sorted(lines, key=lambda line: (-line.total, line.who))
    return {line.who: _ranked(line, ranks) for line in ordered}


def _asked_of(who: int, inherit: Collection[int], rule: StageRule) -> int:
    """The games that it takes: without any, only what is carried over is ranked."""
    return rule.minimum_games if who in inherit else max(rule.minimum_games, 1)


def tables(
    stages: Sequence[tuple[Mapping[int, Share], StageRule]], unranked: Collection[int] = ()
) -> tuple[dict[int, Line], ...]:
    """The tables of stages that follow each other."""
    found: list[dict[int, Line]] = []
    before: dict[int, int] = {}
    for stage, rule in stages:
        lines = table(stage, before, rule, unranked)
        before = {who: line.total for who, line in lines.items()}
        found.append(lines)
    return tuple(found)


def final(
    stages: Sequence[Mapping[int, Line]],
    *,
    minimum_games: int = 0,
    unranked: Collection[int] = (),
) -> tuple[Place, ...]:
    """How it ends: by the last stage in which somebody was ranked, and by the total there.

    So whoever did not come to the final, or played too little in it, stands behind all who are
    ranked in it, by what they had before. Stages without a game or an adjustment have not begun.

    Args:
        stages: the tables, in order.
        minimum_games: games of all stages that it takes to be ranked at all.
        unranked: those who are counted but not ranked.
    """
    begun = [
        (at, lines)
        for at, lines in enumerate(stages)
        if any(_took_part(line) for line in lines.values())
    ]
    people = sorted({who for _at, lines in begun for who in lines})
    places = {who: _place(who, begun, minimum_games) for who in people}
    keys = {
        who: (-place.stage, -place.total)
        for who, place in places.items()
        if place.stage is not None and not place.missing and who not in unranked
    }
    ranks = _ranks(keys)
    ordered = sorted(places.values(), key=lambda p: (keys.get(p.who, (1, -p.total)), p.who))
    return tuple(_ranked(place, ranks) for place in ordered)


def _took_part(line: Line) -> bool:
    return bool(line.share.played or line.share.adjusted)


def _place(who: int, begun: Sequence[tuple[int, Mapping[int, Line]]], minimum_games: int) -> Place:
    lines = [(at, stage[who]) for at, stage in begun if who in stage]
    complete = [(at, line) for at, line in lines if not line.missing]
    stage, line = complete[-1] if complete else (None, lines[-1][1])
    games = sum(each.share.played for _at, each in lines)
    missing = max(minimum_games - games, 0)
    return Place(who=who, stage=stage, total=line.total, games=games, missing=missing, rank=None)


def _ranks(keys: Mapping[int, Any]) -> dict[int, tuple[int, bool]]:
    """Rank and whether it is shared, by competitor; the smallest key first."""
    ranked = rank_rows(keys, key=lambda who: keys[who])
    shared = Counter(rank for rank, _who in ranked)
    return {who: (rank, shared[rank] > 1) for rank, who in ranked}


_Ranked = TypeVar("_Ranked", Line, Place)


def _ranked(one: _Ranked, ranks: Mapping[int, tuple[int, bool]]) -> _Ranked:
    rank, is_tied = ranks.get(one.who, (None, False))
    return replace(one, rank=rank, is_tied=is_tied)
