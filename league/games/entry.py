"""A typed-in result as a value: what the form, the sheet and the API all hand to the services."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, TypeAlias

from league.models import Hanchan, Kyoku, League, Session
from scoring.game import GameState, HandPlayed, TableHand
from scoring.results import Bust, GameResult, YakumanWin
from scoring.results import Penalty as PenaltyTaken

#: a hand as ``replay`` takes it; a win may name its yakuman under ``yaku``, as records do
HandRecord: TypeAlias = dict[str, Any]


_RARE_SEAT = ("given_score", "is_substitute", "new_member", "kana")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatEntry:
    member_id: int | None = None
    guest: str = ""
    points: int | None = None
    chips: int = 0
    is_yakitori: bool = False
    is_substitute: bool = False
    busted_by: int | None = None
    given_score: int | None = None  # the score that came with the game
    new_member: bool = False  # whether the new name is a member's; else a guest's
    kana: str | None = None  # how the new name is read


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyEntry:
    seat: int
    kind: str
    count: int = 1
    amount: int | None = None  # of all of them, where the referee names it
    reason: str = ""
    held: int = 0  # of that kind on that day before this game; follows from the other games


@dataclass(frozen=True, slots=True, kw_only=True)
class YakumanEntry:
    """A yakuman: the winner's seat, its yaku key, who dealt in (None: tsumo), and pao."""

    seat: int
    name: str
    discarder: int | None = None
    pao: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KyokuEntry:
    """A hand of a game recorded hand by hand; seats and points as in ``Kyoku``."""

    round: int
    dealer: int
    honba: int
    sticks: int
    result: str
    deltas: tuple[int, ...]
    winners: tuple[int, ...] = ()
    discarder: int | None = None
    riichi: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    called: tuple[int, ...] | None = None
    told: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanEntry:
    """A whole result as typed. Points and sticks are in points; chips are counted."""

    league: League
    day: date
    session: Session | None = None  # None: the day's session without a title, made if need be
    table: int = 1
    number: int = 1
    seats: tuple[SeatEntry, ...]
    sticks: int = 0
    penalties: tuple[PenaltyEntry, ...] = ()
    yakuman: tuple[YakumanEntry, ...] = ()
    ended_by_time: bool = False
    remark: str = ""
    scores_are_given: bool = False
    points_are_known: bool = True
    outside_id: str = ""
    #: its hands; None where an entry says nothing of them, so that those stored stay
    kyoku: tuple[KyokuEntry, ...] | None = None

    def result(self) -> GameResult:
        """Return the game as the engine takes it; every seat has points by then."""
        return GameResult(
            points=tuple(seat.points or 0 for seat in self.seats),
            sticks=self.sticks,
            chips=tuple(seat.chips for seat in self.seats),
            penalties=tuple(
                PenaltyTaken(
                    seat=taken.seat,
                    kind=taken.kind,
                    count=taken.count,
                    amount=taken.amount,
                    held=taken.held,
                )
                for taken in self.penalties
            ),
            busts=tuple(
                Bust(seat=index, by=seat.busted_by)
                for index, seat in enumerate(self.seats)
                if seat.busted_by is not None
            ),
            yakitori=tuple(i for i, seat in enumerate(self.seats) if seat.is_yakitori),
            substitutes=tuple(i for i, seat in enumerate(self.seats) if seat.is_substitute),
            yakuman=tuple(
                YakumanWin(winner=won.seat, discarder=won.discarder, pao=won.pao)
                for won in self.yakuman
            ),
            given=self._given(),
        )

    def _given(self) -> tuple[int, ...] | None:
        if not self.scores_are_given:
            return None
        return tuple(seat.given_score or 0 for seat in self.seats)

    def snapshot(self) -> dict[str, Any]:
        return {
            "league": self.league.pk,
            "day": self.day.isoformat(),
            "session": self.session.pk if self.session else None,
            "table": self.table,
            "number": self.number,
            "seats": [_without(asdict(seat), *_RARE_SEAT) for seat in self.seats],
            "sticks": self.sticks,
            "penalties": [_penalty_typed(taken) for taken in self.penalties],
            "yakuman": [_without(asdict(won), "pao") for won in self.yakuman],
            "ended_by_time": self.ended_by_time,
            "remark": self.remark,
            **self._from_outside(),
        }

    def _from_outside(self) -> dict[str, Any]:
        """Return what only some games have, so that fingerprints match earlier releases."""
        found: dict[str, Any] = {}
        if self.scores_are_given:
            found["scores_are_given"] = True
        if not self.points_are_known:
            found["points_are_known"] = False
        if self.outside_id:
            found["outside_id"] = self.outside_id
        if self.kyoku is not None:
            found["kyoku"] = [asdict(kyoku) for kyoku in self.kyoku]
        return found

    def digest(self) -> str:
        plain = json.dumps(self.snapshot(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(plain.encode()).hexdigest()


def _penalty_typed(taken: PenaltyEntry) -> dict[str, Any]:
    typed = asdict(taken)
    del typed["held"]
    return _without(typed, "amount")


def _without(hand: dict[str, Any], *rare: str) -> dict[str, Any]:
    """Drop rare keys that say nothing, so that fingerprints match earlier releases."""
    return {
        name: value
        for name, value in hand.items()
        if name not in rare or (value is not None and value is not False)
    }


def entry_of(hanchan: Hanchan) -> HanchanEntry:
    """Return a stored game as an entry, to edit or resettle it. Three queries unprefetched."""
    return HanchanEntry(
        league=hanchan.league,
        day=hanchan.day,
        session=hanchan.session,
        table=hanchan.table,
        number=hanchan.number,
        seats=tuple(
            SeatEntry(
                member_id=seat.member_id,
                points=seat.points,
                chips=seat.chips,
                is_yakitori=seat.is_yakitori,
                is_substitute=seat.is_substitute,
                busted_by=seat.busted_by,
                given_score=seat.given_score,
            )
            for seat in hanchan.seats.all()
        ),
        sticks=hanchan.sticks,
        penalties=tuple(
            PenaltyEntry(
                seat=p.seat,
                kind=p.kind,
                count=p.count,
                amount=p.amount,
                reason=p.reason,
                held=p.held,
            )
            for p in hanchan.penalties.all()
        ),
        yakuman=tuple(
            YakumanEntry(seat=y.seat, name=y.name, discarder=y.discarder, pao=y.pao)
            for y in hanchan.yakuman.all()
        ),
        ended_by_time=hanchan.ended_by_time,
        remark=hanchan.remark,
        scores_are_given=hanchan.scores_are_given,
        points_are_known=hanchan.points_are_known,
        outside_id=hanchan.outside_id,
    )


def seats_of(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(4) if bits >> seat & 1)


def bits_of(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in set(seats))


def played_kyoku(
    before: GameState,
    hand: TableHand,
    played: HandPlayed,
    *,
    told: dict[str, Any],
    called: tuple[int, ...] | None = None,
) -> KyokuEntry:
    """Return a hand played by the engine as an entry.

    Three ron that abort are an abortive draw, and a player cut off by another's ron has not won.

    Args:
        before: the game before it.
        hand: what was entered at the table.
        played: the engine's result.
        told: as in ``Kyoku.told``.
        called: who had called, if recorded.
    """
    winners = paid_in(played)
    is_aborted = hand.result == "ron" and not winners
    return KyokuEntry(
        round=before.round % 4,
        dealer=played.dealer,
        honba=played.honba,
        sticks=played.sticks,
        result="abort" if is_aborted else hand.result,
        deltas=played.deltas,
        winners=winners,
        discarder=hand.wins[0].discarder if hand.wins and not is_aborted else None,
        riichi=hand.riichi,
        tenpai=hand.tenpai,
        called=called,
        told=told,
    )


def paid_in(played: HandPlayed) -> tuple[int, ...]:
    return tuple(sorted({transfer.winner for transfer in played.transfers}))


def kyoku_entry(row: Kyoku) -> KyokuEntry:
    return KyokuEntry(
        round=row.round,
        dealer=row.dealer,
        honba=row.honba,
        sticks=row.sticks,
        result=row.result,
        deltas=row.deltas,
        winners=seats_of(row.winners),
        discarder=row.discarder,
        riichi=seats_of(row.riichi),
        tenpai=seats_of(row.tenpai),
        called=None if row.called is None else seats_of(row.called),
        told=row.told,
    )


def kyoku_again(values: Mapping[str, Any]) -> KyokuEntry:
    """Restore a hand from JSON, which has lists where seats and points are tuples."""
    read: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    return KyokuEntry(**read)
