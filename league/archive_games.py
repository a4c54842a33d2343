"""What an archive holds of games, out and in again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from uuid import UUID

from league.archive_records import Plain, plain
from league.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.kyoku_rows import kyoku_again, kyoku_entry
from league.models import Club, Hanchan, League, Member, Session, Yakuman
from league.selectors.counted import with_settlements
from league.selectors.rule_line import RuleLine
from league.services.bulk import FinishedGame

_GAME = (
    *("table", "number", "sticks", "ended_by_time", "remark"),
    *("source", "revision", "voided_at", "void_reason"),
)
_RARE = ("scores_are_given", "points_are_known", "outside_id")


def games_of(club: Club) -> Iterable[Hanchan]:
    """Every game, voided ones too, in an order that never changes. Always as many queries."""
    games = with_settlements(Hanchan.objects.for_club(club).select_related("league"))
    details = ("seats", "penalties", "yakuman", "kyoku")
    return games.prefetch_related(*details).order_by("day", "pk")


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
        **plain(game, _GAME),
        **_rare(game),
        "seats": [
            {
                "member": person[seat.member_id],
                **plain(seat, ("points", "chips", "is_yakitori", "busted_by")),
                **({} if seat.given_score is None else {"given_score": seat.given_score}),
            }
            for seat in game.seats.all()
        ],
        "penalties": [
            plain(one, ("seat", "kind", "count", "reason")) for one in game.penalties.all()
        ],
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
    hands = [asdict(kyoku_entry(row)) for row in game.kyoku.all()]
    return {**found, "kyoku": hands} if hands else found


def _dump_yakuman(won: Yakuman) -> Plain:
    """A responsible seat is named only where there is one, as in earlier releases."""
    pao = {} if won.pao is None else {"pao": won.pao}
    return {**plain(won, ("seat", "name", "discarder")), **pao}


def load_game(
    values: Plain,
    members: list[Member],
    leagues: Mapping[str, League],
    sessions: list[Session],
) -> FinishedGame:
    """A game of the document, ready to be stored."""
    session = sessions[values["session"]]
    voided_at = values["voided_at"]
    entry = HanchanEntry(
        league=leagues[values["league"]],
        day=session.day,
        session=session,
        seats=tuple(
            SeatEntry(member_id=members[seat.pop("member")].pk, **seat)
            for seat in map(dict, values["seats"])
        ),
        penalties=tuple(PenaltyEntry(**one) for one in values["penalties"]),
        yakuman=tuple(YakumanEntry(**one) for one in values["yakuman"]),
        kyoku=tuple(map(kyoku_again, values["kyoku"])) if "kyoku" in values else None,
        **{name: values[name] for name in _GAME[:5]},
        **{name: values[name] for name in _RARE if name in values},
    )
    return FinishedGame(
        key=UUID(values["key"]),
        entry=entry,
        source=values["source"],
        revision=values["revision"],
        voided_at=datetime.fromisoformat(voided_at) if voided_at else None,
        void_reason=values["void_reason"],
    )
