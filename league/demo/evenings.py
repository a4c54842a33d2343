"""The demo's evenings: who came, who sat where, and what they played."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Final

from league.demo.hand_by_hand import play_out
from league.demo.hands import Played, play
from league.games.entry import HanchanEntry, KyokuEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.games.store import FinishedGame
from league.models import Hanchan, League, Member, Session
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
    members: Sequence[Member]
    guests: Sequence[Member]
    skill: Mapping[int, int]  # by member key


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    league: League
    rule: RiichiParameters
    keeps_hands_from: date | None = None  # from this day on games are kept hand by hand


def who_comes(rng: Random, players: Players) -> list[Member]:
    """Choose twelve to eighteen members, sometimes a guest, in random order."""
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
    """Seat everybody and play: tables of four, or of five taking turns, at times one of three."""
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


BOO_SET: Final = "nekohouse-boo"
ZUNG_JUNG_SET: Final = "zung-jung"

#: how many people came to each evening: the fifth sits a game out
BOO_PEOPLE: Final = 5
ZUNG_JUNG_PEOPLE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    seats: tuple[int, int, int, int]  # the first East first
    points: tuple[int, int, int, int]
    sticks: int = 0
    yakuman: YakumanEntry | None = None
    penalty: PenaltyEntry | None = None
    remark: str = ""


#: the top of each game deals first in the next, if they sit down again
_BOO: Final = (
    (
        _Written(seats=(0, 1, 2, 3), points=(6_200, 17_300, 4_900, 3_600), remark="マルA一番乗り"),
        _Written(seats=(1, 4, 3, 0), points=(16_900, 5_100, 7_400, 2_600), remark="ダブ権成就"),
        # the one with the right sits out, and keeps it
        _Written(seats=(4, 2, 3, 0), points=(9_800, 12_400, 4_200, 5_500), sticks=100),
        _Written(seats=(2, 3, 0, 1), points=(7_100, 8_300, 4_500, 12_100)),
        _Written(
            seats=(1, 4, 0, 2),
            points=(8_000, 8_600, 9_200, 6_200),
            yakuman=YakumanEntry(seat=2, name="daisangen", discarder=0, pao=3),
            remark="包:三枚目の中を鳴かせた",
        ),
        _Written(seats=(0, 3, 1, 4), points=(10_700, 9_400, 8_200, 3_700)),
    ),
    (
        _Written(seats=(0, 1, 2, 3), points=(8_900, 5_300, 16_500, 1_300)),
        _Written(
            seats=(2, 3, 4, 1),
            points=(4_400, 18_100, 6_300, 3_200),
            penalty=PenaltyEntry(seat=2, kind="chombo", reason="沈んだままの和了"),
        ),
        _Written(seats=(3, 4, 0, 2), points=(7_700, 7_900, 7_800, 7_900), sticks=700),
        _Written(seats=(4, 0, 1, 2), points=(6_800, 17_200, 7_900, 100)),
        _Written(seats=(0, 1, 2, 3), points=(16_200, 7_900, 5_200, 2_700), remark="二連続マルA"),
    ),
)

_ZUNG_JUNG: Final = (
    (
        _Written(seats=(0, 1, 2, 3), points=(212, -31, -151, -30)),
        _Written(seats=(3, 0, 1, 2), points=(-85, 143, -118, 60), remark="四風子に届かず"),
    ),
    (
        _Written(seats=(2, 0, 3, 1), points=(330, -45, -70, -215), remark="大三元"),
        _Written(seats=(1, 2, 0, 3), points=(56, -124, -9, 77)),
    ),
)


def boo_evening(
    rng: Random, session: Session, league: League, here: Sequence[Member], which: int
) -> list[FinishedGame]:
    """Play one of the two evenings of Boo; ``here`` are five people."""
    return _games(rng, session, league, here, _BOO[which])


def zung_jung_evening(
    rng: Random, session: Session, league: League, here: Sequence[Member], which: int
) -> list[FinishedGame]:
    """Play one of the two sittings of Zung Jung; ``here`` are four people."""
    return _games(rng, session, league, here, _ZUNG_JUNG[which])


def _games(
    rng: Random,
    session: Session,
    league: League,
    here: Sequence[Member],
    written: Sequence[_Written],
) -> list[FinishedGame]:
    return [
        FinishedGame(
            key=uuid.UUID(int=rng.getrandbits(128), version=4),
            entry=_boo_entry(session, league, here, number, game),
            source=Hanchan.Source.FORM,
        )
        for number, game in enumerate(written, start=1)
    ]


def _boo_entry(
    session: Session, league: League, here: Sequence[Member], number: int, game: _Written
) -> HanchanEntry:
    return HanchanEntry(
        league=league,
        day=session.day,
        session=session,
        table=1,
        number=number,
        seats=tuple(
            SeatEntry(member_id=here[person].pk, points=points)
            for person, points in zip(game.seats, game.points, strict=True)
        ),
        sticks=game.sticks,
        penalties=() if game.penalty is None else (game.penalty,),
        yakuman=() if game.yakuman is None else (game.yakuman,),
        remark=game.remark,
    )
