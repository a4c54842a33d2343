"""The demo's other games: two evenings of Boo and two of Zung Jung, written out hand by hand.

In a few games nothing can be left to chance: the right to double, a yakuman with somebody
responsible, a chombo, and five people of whom one sits out.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from league.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.models import Hanchan, League, Member, Session
from league.services.bulk import FinishedGame

BOO_SET: Final = "nekohouse-boo"
ZUNG_JUNG_SET: Final = "zung-jung"

#: how many people came to each evening: the fifth sits a game out
BOO_PEOPLE: Final = 5
ZUNG_JUNG_PEOPLE: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """A game: who sat where, as places in the list of who came, and what they held."""

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
    """One of the two evenings of Boo; ``here`` are five people."""
    return _games(rng, session, league, here, _BOO[which])


def zung_jung_evening(
    rng: Random, session: Session, league: League, here: Sequence[Member], which: int
) -> list[FinishedGame]:
    """One of the two sittings of Zung Jung; ``here`` are four people."""
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
            entry=_entry(session, league, here, number, game),
            source=Hanchan.Source.FORM,
        )
        for number, game in enumerate(written, start=1)
    ]


def _entry(
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
