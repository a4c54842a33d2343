"""What an archive holds of games, out and in again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from uuid import UUID

from league.archive_records import Plain, at, checked, plain, told
from league.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.kyoku_rows import kyoku_again, kyoku_entry
from league.models import Club, Hanchan, Kyoku, League, Member, Penalty, Seat, Session, Yakuman
from league.selectors.counted import with_scores
from league.selectors.rule_line import RuleLine
from league.services.bulk import FinishedGame

GAME = (
    *("table", "number", "sticks", "ended_by_time", "remark"),
    *("source", "revision", "voided_at", "void_reason"),
)
RARE = ("scores_are_given", "points_are_known", "outside_id", "options")
SEAT = ("points", "chips", "is_yakitori", "busted_by")
PENALTY = ("seat", "kind", "count", "reason")

#: games that are read together
_TOGETHER = 250


def games_of(club: Club) -> Iterator[Hanchan]:
    """Every game, voided ones too, in an order that never changes.

    Six queries each 250 games, which are in memory at a time.
    """
    games = with_scores(Hanchan.objects.for_club(club).select_related("league"))
    details = ("seats", "penalties", "yakuman", "kyoku")
    ordered = games.prefetch_related(*details).order_by("day", "pk")
    for game in ordered.iterator(chunk_size=_TOGETHER):
        yield game
        # a game and its rows hold each other: let go, or they wait for the garbage collector
        game._prefetched_objects_cache.clear()  # type: ignore[attr-defined]
        game.counted = []


def dump_game(
    game: Hanchan, line: RuleLine, person: Mapping[int, int], evening: Mapping[int, int]
) -> Plain:
    """A game with what it counts; people and evenings by their place in the document."""
    counted = game.settlement
    assert counted is not None  # every stored game is settled
    version = line.on(game.day) or counted.version
    return {
        "key": str(game.key),
        "league": game.league.slug,
        "session": evening[game.session_id],
        **plain(game, (*GAME, "entered_at")),
        **_rare(game),
        "seats": [
            {
                "member": person[seat.member_id],
                **plain(seat, SEAT),
                **({} if seat.given_score is None else {"given_score": seat.given_score}),
            }
            for seat in game.seats.all()
        ],
        "penalties": [plain(one, PENALTY) for one in game.penalties.all()],
        "yakuman": [_dump_yakuman(one) for one in game.yakuman.all()],
        "counted": {
            "version": version.label,
            "places": list(counted.places),
            "scores": list(counted.scores),
        },
    }


def _rare(game: Hanchan) -> Plain:
    """What only some games have, and earlier releases did not know."""
    found: Plain = {}
    if game.scores_are_given:
        found["scores_are_given"] = True
    if not game.points_are_known:
        found["points_are_known"] = False
    if game.outside_id:
        found["outside_id"] = game.outside_id
    if game.options:
        found["options"] = game.options
    hands = [_dump_kyoku(row) for row in game.kyoku.all()]
    return {**found, "kyoku": hands} if hands else found


def _dump_kyoku(row: Kyoku) -> Plain:
    values = asdict(kyoku_entry(row))
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def _dump_yakuman(won: Yakuman) -> Plain:
    """A responsible seat is named only where there is one, as in earlier releases."""
    pao = {} if won.pao is None else {"pao": won.pao}
    return {**plain(won, ("seat", "name", "discarder")), **pao}


def load_game(
    values: Plain,
    members: Sequence[Member],
    leagues: Mapping[str, League],
    sessions: Sequence[Session],
) -> FinishedGame:
    """A game of the document, ready to be stored."""
    session = at(sessions, values["session"])
    row = _row(values, session)
    entry = HanchanEntry(
        league=leagues[values["league"]],
        day=session.day,
        session=session,
        seats=tuple(_seat(seat, members) for seat in values["seats"]),
        penalties=tuple(_penalty(one) for one in values["penalties"]),
        yakuman=tuple(_yakuman(one, session.day) for one in values["yakuman"]),
        kyoku=tuple(map(kyoku_again, values["kyoku"])) if "kyoku" in values else None,
        **{name: getattr(row, name) for name in (*GAME[:5], *RARE[:3])},
    )
    return FinishedGame(
        key=row.key,
        entry=entry,
        source=row.source,
        revision=row.revision,
        voided_at=row.voided_at,
        void_reason=row.void_reason,
        entered_at=row.entered_at if "entered_at" in values else None,
        options=row.options,
    )


def _row(values: Plain, session: Session) -> Hanchan:
    """The game's own fields, checked and of their types; who sat there is in the entry."""
    return checked(
        Hanchan(
            day=session.day,
            key=UUID(values["key"]),
            **{name: values[name] for name in GAME},
            **told(values, (*RARE, "entered_at")),
        )
    )


def _seat(values: Plain, members: Sequence[Member]) -> SeatEntry:
    seat = checked(Seat(seat=0, **told(values, (*SEAT, "given_score"))))
    return SeatEntry(
        member_id=at(members, values["member"]).pk,
        **{name: getattr(seat, name) for name in (*SEAT, "given_score")},
    )


def _penalty(values: Plain) -> PenaltyEntry:
    taken = checked(Penalty(**{name: values[name] for name in PENALTY}))
    return PenaltyEntry(**{name: getattr(taken, name) for name in PENALTY})


def _yakuman(values: Plain, day: date) -> YakumanEntry:
    won = checked(Yakuman(day=day, **told(values, ("seat", "name", "discarder", "pao"))))
    return YakumanEntry(seat=won.seat, name=won.name, discarder=won.discarder, pao=won.pao)
