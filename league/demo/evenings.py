"""Who came to an invented evening, who sat where, and what they played."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Final

from league.demo.hand_by_hand import play_out
from league.demo.hands import Played, play
from league.entry import HanchanEntry, KyokuEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.models import Hanchan, League, Member, Session
from league.services.bulk import FinishedGame
from rules.parameters import RiichiParameters

_FEWEST, _MOST = 12, 18
_GUEST: Final = 35  # percent of the evenings have one
_THREE_PLAYERS: Final = 40  # percent of the evenings with people enough have a table of three
_ROUNDS: Final = (3, 3, 3, 4)
_REMARKS: Final = (
    "オーラス逆転",
    "開局早々の倍満",
    "流局が多かった",
    "ダブロンあり",
    "親の連荘が続いた",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """The club's people with how well each plays."""

    members: Sequence[Member]
    guests: Sequence[Member]
    skill: Mapping[int, int]  # by member key


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """A league with the number of people at its tables, and how its games end."""

    league: League
    rule: RiichiParameters
    keeps_hands_from: date | None = None  # from this day on games are kept hand by hand


def who_comes(rng: Random, players: Players) -> list[Member]:
    """Twelve to eighteen of the members, now and then a guest, in no order."""
    here = rng.sample(list(players.members), rng.randint(_FEWEST, _MOST))
    if len(here) < _MOST and rng.randrange(100) < _GUEST:
        here.append(rng.choice(players.guests))
    return rng.sample(here, len(here))


def play_evening(
    rng: Random,
    session: Session,
    here: list[Member],
    players: Players,
    main: Contest,
    three: Contest,
) -> list[FinishedGame]:
    """Seat everybody and play: tables of four or of five taking turns, at times one of three."""
    people = list(here)
    trio: list[Member] = []
    if len(people) - 3 >= _FEWEST and rng.randrange(100) < _THREE_PLAYERS:
        trio, people = people[:3], people[3:]
    games = []
    tables = _split(people)
    for number, seated in enumerate(tables, start=1):
        rounds = rng.choice(_ROUNDS) if len(seated) == 4 else _ROUNDS[-1]
        games += _play_table(rng, session, main, players, number, seated, rounds)
    if trio:
        games += _play_table(rng, session, three, players, len(tables) + 1, trio, 3)
    return games


def _split(people: Sequence[Member]) -> list[list[Member]]:
    """Tables of four; whoever is left over makes fives."""
    count = len(people) // 4
    return [list(people[table::count]) for table in range(count)]


def _play_table(
    rng: Random,
    session: Session,
    contest: Contest,
    players: Players,
    table: int,
    people: Sequence[Member],
    rounds: int,
) -> list[FinishedGame]:
    seats = contest.rule.game.players
    games = []
    for number in range(1, rounds + 1):
        # with five at the table a different one sits out each time
        out = (number - 1) % len(people) if len(people) > seats else None
        seated = [member for at, member in enumerate(people) if at != out]
        order = rng.sample(seated, seats)
        skills = [players.skill[member.pk] for member in order]
        kyoku: tuple[KyokuEntry, ...] | None = None
        if contest.keeps_hands_from is not None and session.day >= contest.keeps_hands_from:
            played, kyoku = play_out(rng, contest.rule, skills)
        else:
            played = play(rng, contest.rule, skills)
        entry = _entry(rng, session, contest.league, table, number, order, played)
        entry = replace(entry, kyoku=kyoku)
        key = uuid.UUID(int=rng.getrandbits(128), version=4)
        source = Hanchan.Source.FORM if kyoku is None else Hanchan.Source.LIVE
        games.append(FinishedGame(key=key, entry=entry, source=source))
    return games


def _entry(
    rng: Random,
    session: Session,
    league: League,
    table: int,
    number: int,
    order: Sequence[Member],
    played: Played,
) -> HanchanEntry:
    chombo = played.chombo
    return HanchanEntry(
        league=league,
        day=session.day,
        session=session,
        table=table,
        number=number,
        seats=tuple(
            SeatEntry(member_id=member.pk, points=points, chips=chips)
            for member, points, chips in zip(
                order, played.points, played.chips or [0] * len(order), strict=True
            )
        ),
        sticks=played.sticks,
        penalties=()
        if chombo is None
        else (PenaltyEntry(seat=chombo, kind="chombo", reason="ノーテンリーチで流局"),),
        yakuman=tuple(
            YakumanEntry(seat=seat, name=name, discarder=discarder)
            for seat, discarder, name in played.yakuman
        ),
        ended_by_time=played.ended_by_time,
        remark=rng.choice(_REMARKS) if rng.randrange(100) < 4 else "",
    )
