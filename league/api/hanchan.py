"""``/api/v1/clubs/<club>/hanchan``: a game entered once, and read step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar, Literal
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.idempotency import entry_again, keep_entry
from league.api.lists import GAMES, Games, games_answer
from league.api.operations import Answer, operation
from league.api.preconditions import created, read_revision, tagged
from league.api.requests import (
    CorrectionRequest,
    HanchanRequest,
    ReasonRequest,
    field_of_game,
    read_shape,
)
from league.core.access import Visit
from league.core.days import club_day
from league.core.errors import EntryError
from league.core.permissions import Action
from league.games.clashes import Elsewhere, elsewhere_of, elsewhere_words
from league.games.closings import after_saving, closings_on
from league.games.entry import HanchanEntry, entry_of
from league.games.story import find_game
from league.games.write import edit_hanchan, record_hanchan, restore_hanchan, void_hanchan
from league.models import Club, Hanchan, League, Penalty, Session, Settlement
from league.rulebook.versions import version_for
from rules.parameters import chosen_under
from scoring.results import Part, Settled
from scoring.settlement import settle


class PartAnswer(Answer):
    part: str
    points: int
    clause: str


class SeatAnswer(Answer):
    seat: int
    member: int
    name: str
    points: int | None
    chips: int
    substitute: bool = False
    place: int
    score: int
    parts: list[PartAnswer]


class PenaltyAnswer(Answer):
    seat: int
    kind: str
    count: int
    reason: str
    amount: int | None = None


class YakumanAnswer(Answer):
    seat: int
    name: str
    discarder: int | None
    pao: int | None


class AtTheTime(Answer):
    table: int
    number: int
    hanchan: int | None
    live: int | None


class WarningAnswer(Answer):
    code: Literal["month-closed", "two-tables"]
    month: str = ""
    member: int | None = None
    at: tuple[AtTheTime, ...] = ()
    message: str


class Game(Answer):
    id: int
    url: str
    league: str
    day: date
    session: int
    table: int
    number: int
    sticks: int
    ended_by_time: bool
    remark: str
    options: dict[str, Any]
    revision: int
    voided: bool
    void_reason: str
    version: str
    places: list[int]
    scores: list[int]
    seats: list[SeatAnswer]
    penalties: list[PenaltyAnswer]
    yakuman: list[YakumanAnswer]
    result: str = ""
    victory_points: list[int] | None = None
    dabu_ken: int | None = None
    dabu_ken_after: int | None = None
    warnings: list[WarningAnswer]


class HanchanListView(ClubView):
    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    @operation(answers={200: Games}, query=GAMES)
    def get(self, request: Request, club_slug: str) -> Response:
        """Return a page of the games that match the filters, newest first."""
        return games_answer(request, self.visit)

    @operation(answers={201: Game, 200: Game}, body=HanchanRequest, errors=(409,), tag="created")
    def post(self, request: Request, club_slug: str) -> Response:
        """Store a game: 201; one that is stored, under this key or entered by another: 200."""
        payload = read_shape(HanchanRequest, request.data, field_of_game)
        entry = _entry(self.visit, payload)
        session_id = entry.session.pk if entry.session else None
        if not self.visit.may_keep(day=entry.day, session_id=session_id):
            raise PermissionDenied
        return self._record(entry, payload.key)

    @transaction.atomic
    def _record(self, entry: HanchanEntry, key: UUID) -> Response:
        club = self.visit.club
        recorded = record_hanchan(
            club=club, entry=entry, key=key, source=Hanchan.Source.API, actor=self.visit.actor
        )
        if not recorded.is_new and not recorded.is_twin:
            first = entry_again(club, str(key))
            if first is not None:
                return first
        if recorded.is_new:
            body = _game_json(club, recorded.hanchan, just_stored=True)
            address = reverse("api:hanchan", args=[club.slug, recorded.hanchan.pk])
            answer = created(body, address, recorded.hanchan.revision)
            keep_entry(club, str(key), answer)
            return answer
        body = _game_json(club, find_game(club, recorded.hanchan.pk))
        if recorded.is_twin:
            return Response(body, headers={"Already-Entered": "true"})
        return Response(body, headers={"Idempotency-Hit": "true"})


class _GameView(ClubView):
    """A call to one game, which is answered as it stands."""

    def game_to_change(self, game_id: int) -> Hanchan:
        """Find the game.

        Raises:
            Http404: the club has no such game.
            PermissionDenied: the caller may not enter games of its day.
        """
        game = find_game(self.visit.club, game_id)
        if not self.visit.may_keep(day=game.day, session_id=game.session_id):
            raise PermissionDenied
        return game

    def answer(self, request: Request, game_id: int) -> HttpResponseBase:
        game = find_game(self.visit.club, game_id)
        return tagged(request, _game_json(self.visit.club, game), game.revision)


class HanchanView(_GameView):
    action_for: ClassVar = {"PUT": Action.ENTER_TONIGHT}

    @operation(answers={200: Game}, tag="revision")
    def get(self, request: Request, club_slug: str, game_id: int) -> HttpResponseBase:
        """Return the game with its tag."""
        return self.answer(request, game_id)

    @operation(answers={200: Game}, body=CorrectionRequest, tag="revision")
    def put(self, request: Request, club_slug: str, game_id: int) -> HttpResponseBase:
        """Correct the game, for a reason: what is left out is as in a game just entered."""
        game = self.game_to_change(game_id)
        payload = read_shape(CorrectionRequest, request.data, field_of_game)
        edit_hanchan(
            hanchan=game,
            entry=_correction(game, payload),
            revision=read_revision(request, payload.revision),
            reason=payload.reason,
            actor=self.visit.actor,
        )
        return self.answer(request, game_id)


class _ReasonView(_GameView):
    """A change of a game that takes nothing but a reason."""

    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    def carried_out(
        self, request: Request, game_id: int, change: Callable[..., Hanchan]
    ) -> HttpResponseBase:
        game = self.game_to_change(game_id)
        payload = read_shape(ReasonRequest, request.data)
        change(
            hanchan=game,
            revision=read_revision(request, payload.revision),
            reason=payload.reason,
            actor=self.visit.actor,
        )
        return self.answer(request, game_id)


class VoidView(_ReasonView):
    @operation(answers={200: Game}, body=ReasonRequest, tag="revision")
    def post(self, request: Request, club_slug: str, game_id: int) -> HttpResponseBase:
        """Void the game, for a reason: it counts no more and stays readable."""
        return self.carried_out(request, game_id, void_hanchan)


class RestoreView(_ReasonView):
    @operation(answers={200: Game}, body=ReasonRequest, tag="revision")
    def post(self, request: Request, club_slug: str, game_id: int) -> HttpResponseBase:
        """Let a voided game count again, for a reason."""
        return self.carried_out(request, game_id, restore_hanchan)


def _entry(visit: Visit, payload: HanchanRequest) -> HanchanEntry:
    session = session_at(visit, payload.session)
    return HanchanEntry(
        league=league_at(visit.club, payload.league),
        day=_day(visit.club, payload, session),
        session=session,
        table=payload.table,
        number=payload.number,
        seats=payload.seat_entries(),
        sticks=payload.sticks,
        penalties=payload.penalty_entries(),
        yakuman=payload.yakuman_entries(),
        ended_by_time=payload.ended_by_time,
        remark=payload.remark,
    )


def _correction(game: Hanchan, payload: CorrectionRequest) -> HanchanEntry:
    """The game as it should have been, on its evening; its own league may have ended since."""
    club, league = game.club, game.league
    return HanchanEntry(
        league=league if payload.league == league.slug else league_at(club, payload.league),
        day=game.day,
        session=game.session,
        table=payload.table,
        number=payload.number,
        seats=payload.seat_entries(),
        sticks=payload.sticks,
        penalties=payload.penalty_entries(),
        yakuman=payload.yakuman_entries(),
        ended_by_time=payload.ended_by_time,
        remark=payload.remark,
    )


def league_at(club: Club, slug: str) -> League:
    """Find the club's active league by its address.

    Raises:
        EntryError: the club has no such league.
    """
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    league = leagues.filter(slug=slug, is_active=True).first()
    if league is None:
        raise EntryError({"league": [_("This club has no league with that address.")]})
    return league


def session_at(visit: Visit, key: int | None) -> Session | None:
    """Find the named evening; without a name, the pass's own or today's.

    Raises:
        EntryError: the club has no such evening.
    """
    if key is None:
        return visit.evening_pass.session if visit.evening_pass else None
    session = Session.objects.for_club(visit.club).filter(pk=key).first()
    if session is None:
        raise EntryError({"session": [_("This club has no such session.")]})
    return session


def _day(club: Club, payload: HanchanRequest, session: Session | None) -> date:
    """Return the club day: as given, else of the moment of play, the evening, or now."""
    if payload.day is not None:
        return payload.day
    if payload.played_at is not None:
        return club_day(club, payload.played_at)
    return session.day if session else club_day(club)


def _game_json(club: Club, game: Hanchan, *, just_stored: bool = False) -> dict[str, Any]:
    """Describe a game; one just stored counts under its day's version, which comes with it."""
    counted = game.settlement
    assert counted is not None  # every stored game is settled
    if just_stored or game.is_voided:
        version = counted.version
    else:
        version = version_for(game.league, game.day)
    result = replace(entry_of(game).result(), dabu_ken=counted.dabu_ken)
    settled = settle(result, chosen_under(version.value, game.options), version.stated_by)
    return {
        "id": game.pk,
        "url": reverse("league:game", args=[club.slug, game.pk]),
        "league": game.league.slug,
        "day": game.day,
        "session": game.session_id,
        **picked(game, "table", "number", "sticks", "ended_by_time", "remark", "options"),
        "revision": game.revision,
        "voided": game.is_voided,
        "void_reason": game.void_reason,
        "version": version.label,
        "places": counted.places,
        "scores": counted.scores,
        "seats": _seats_json(club, game, counted, settled),
        "penalties": [_penalty_json(taken) for taken in game.penalties.all()],
        "yakuman": [picked(won, "seat", "name", "discarder", "pao") for won in game.yakuman.all()],
        **_maru_json(counted, settled),
        "warnings": _warnings_json(club, game),
    }


def _penalty_json(taken: Penalty) -> dict[str, Any]:
    """An amount stands only where the referee named one."""
    named = {} if taken.amount is None else {"amount": taken.amount}
    return picked(taken, "seat", "kind", "count", "reason") | named


def closed_json(club: Club, league: League, day: date) -> list[dict[str, Any]]:
    """Warn that the ranking of the day's month is closed, and stays as it was."""
    return [
        {"code": "month-closed", "month": f"{close.month:%Y-%m}", "message": after_saving(close)}
        for close in closings_on(club, [league], day)
    ]


def _warnings_json(club: Club, game: Hanchan) -> list[dict[str, Any]]:
    closed = closed_json(club, game.league, game.day)
    elsewhere = elsewhere_of(game)
    words = elsewhere_words(elsewhere, club)
    return closed + [_elsewhere_json(*both) for both in zip(elsewhere, words, strict=True)]


def _elsewhere_json(found: Elsewhere, message: str) -> dict[str, Any]:
    return {
        "code": "two-tables",
        "member": found.member.pk,
        "at": [
            {"table": each.table, "number": each.number, "hanchan": each.game, "live": each.live}
            for each in found.at
        ],
        "message": message,
    }


def _maru_json(counted: Settlement, settled: Settled) -> dict[str, Any]:
    if not counted.result:
        return {}
    return {
        "result": counted.result,
        "victory_points": settled.victory_points,
        "dabu_ken": counted.dabu_ken,
        "dabu_ken_after": settled.dabu_ken,
    }


def _seats_json(
    club: Club, game: Hanchan, counted: Settlement, settled: Settled
) -> list[dict[str, Any]]:
    return [
        {
            "seat": seat.seat,
            "member": seat.member_id,
            "name": seat.member.name_in(club),
            "points": seat.held,
            "chips": seat.chips,
            **({"substitute": True} if seat.is_substitute else {}),
            "place": counted.places[seat.seat],
            "score": counted.scores[seat.seat],
            "parts": [part_json(part) for part in scored.parts],
        }
        for seat, scored in zip(game.seats.all(), settled.seats, strict=True)
    ]


def part_json(part: Part) -> dict[str, Any]:
    return {"part": part.kind, "points": part.points, "clause": part.clause}
