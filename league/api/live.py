"""``/api/v1/clubs/<club>/live``: tables kept hand by hand, opened, read and changed."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Annotated, Any, ClassVar, Literal

from django.core.exceptions import PermissionDenied
from django.urls import reverse
from pydantic import BeforeValidator, Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, error_body, picked
from league.api.hanchan import league_at, session_at
from league.api.operations import Answer, Query, among, operation
from league.api.requests import (
    Body,
    ChairRequest,
    Day,
    EmptyRequest,
    Key,
    Small,
    Text,
    first_key,
    read_shape,
    text_only,
)
from league.core.access import Visit
from league.core.days import club_day
from league.core.permissions import Action
from league.games.entry import HanchanEntry, SeatEntry
from league.games.story import find_game
from league.live.game import LiveGame
from league.live.read import HandDone, LivePage, SeatNow, live_page, shown_entries
from league.live.tables import find_live, live_tables
from league.live.write import LiveChange, LiveChangedError, change_live, open_live, reopen_live
from league.models import LiveTable
from league.wording.errors import Place

#: closed tables are listed no further back than so many
_MOST_LISTED = 100


_Uuid = Annotated[uuid.UUID, BeforeValidator(text_only)]


class OpenRequest(Body):
    key: _Uuid
    league: Text
    day: Day | None = None
    session: Key | None = None
    table: Small = 1
    number: Small
    seats: Annotated[tuple[ChairRequest, ...], Field(max_length=8)]

    def seat_entries(self) -> tuple[SeatEntry, ...]:
        return tuple(SeatEntry(member_id=seat.member, guest=seat.guest) for seat in self.seats)


class ChangeRequest(Body):
    """A change: its idempotency key, and the state it was made on (``seen``)."""

    key: _Uuid
    seen: Annotated[int, Strict(), Field(ge=0, le=2**31 - 1)]
    action: Literal[
        "hand", "undo", "redo", "riichi", "correct", "insert", "drop", "finish", "give_up"
    ]
    told: dict[str, Any] = Field(default_factory=dict)


def _field(place: Place) -> str:
    match place:
        case ("seats", int(index), *_):
            return f"seat-{index}"
    return first_key(place)


class ListedTable(Answer):
    id: int
    url: str
    league: str
    day: date
    session: int
    table: int
    number: int
    state: Annotated[str, among(LiveTable.State.values)]
    revision: int
    hands: int
    hanchan: int | None


class Tables(Answer):
    tables: list[ListedTable]


class LiveSeatAnswer(Answer):
    seat: int
    member: int
    name: str
    points: int
    place: int
    riichi: bool


class PlayedHand(Answer):
    number: int
    at: str
    honba: int
    dealer: int
    result: str
    text: str
    riichi: list[int]
    deltas: list[int]
    points: list[int]


class MayEnter(Answer):
    results: list[str]
    riichi: list[int]
    kinds: list[str]
    stop: bool
    give_up: bool
    time_up: bool


class SettledLine(Answer):
    place: int
    name: str
    points: int
    score: int


class LiveAnswer(ListedTable):
    seats: list[LiveSeatAnswer]
    round: int | None
    dealer: int | None
    honba: int | None
    sticks: int | None
    played: list[PlayedHand]
    told: list[dict[str, Any]]
    undone: int
    problem: str
    over: bool
    why: str | None
    may_enter: MayEnter | None
    settled: list[SettledLine]


class Entered(Answer):
    entered: int


class ChangedLive(LiveAnswer, Entered):
    """The table after a change; ``entered`` is the revision that it made."""


class LiveListView(ClubView):
    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    @operation(answers={200: Tables})
    def get(self, request: Request, club_slug: str) -> Response:
        """List the tables, latest first."""
        tables = list(live_tables(self.visit.club)[:_MOST_LISTED])
        for live in tables:
            live.club = self.visit.club
        return Response({"tables": [_line_json(live) for live in tables]})

    @operation(answers={201: LiveAnswer, 200: LiveAnswer}, body=OpenRequest, errors=(409,))
    def post(self, request: Request, club_slug: str) -> Response:
        """Open a table: 201; under the same key again: 200 and the same table."""
        payload = read_shape(OpenRequest, request.data, _field)
        entry = _entry(self.visit, payload)
        session_id = entry.session.pk if entry.session else None
        if not self.visit.may_keep(day=entry.day, session_id=session_id):
            raise PermissionDenied
        opened = open_live(
            club=self.visit.club, entry=entry, key=payload.key, actor=self.visit.actor
        )
        body = _state(self.visit, opened.live)
        if opened.is_new:
            return Response(body, status.HTTP_201_CREATED)
        return Response(body, headers={"Idempotency-Hit": "true"})


class LiveView(ClubView):
    @operation(
        answers={200: LiveAnswer, 304: None},
        query=(Query("since", "The revision that you have: 304 while nothing has changed."),),
    )
    def get(self, request: Request, club_slug: str, live_id: int) -> Response:
        """Return the table's present state; 304 when ``since`` is its revision."""
        live = find_live(self.visit.club, live_id)
        if request.query_params.get("since") == str(live.revision):
            return Response(status=status.HTTP_304_NOT_MODIFIED)
        return Response(_live_json(live_page(live)))


class GameReopenView(ClubView):
    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    @operation(answers={201: LiveAnswer}, body=EmptyRequest)
    def post(self, request: Request, club_slug: str, game_id: int) -> Response:
        """Open a game that was kept hand by hand at its table again, or find it open: 201."""
        game = find_game(self.visit.club, game_id)
        if not self.visit.may_keep(day=game.day, session_id=game.session_id):
            raise PermissionDenied
        read_shape(EmptyRequest, request.data)
        live = reopen_live(hanchan=game, key=uuid.uuid4(), actor=self.visit.actor)
        address = reverse("api:live", args=[club_slug, live.pk])
        body = _state(self.visit, live)
        return Response(body, status.HTTP_201_CREATED, headers={"Location": address})


class LiveChangesView(ClubView):
    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    @operation(answers={200: ChangedLive}, body=ChangeRequest, errors=(409,))
    def post(self, request: Request, club_slug: str, live_id: int) -> Response:
        """Change the table as last seen; 409 with others' entries if it has changed since."""
        live = find_live(self.visit.club, live_id)
        if not self.visit.may_keep(day=live.session.day, session_id=live.session_id):
            raise PermissionDenied
        payload = read_shape(ChangeRequest, request.data)
        change = LiveChange(
            action=payload.action, seen=payload.seen, key=payload.key, told=payload.told
        )
        try:
            changed = change_live(live=live, change=change, actor=self.visit.actor)
        except LiveChangedError as error:
            return self._overtaken(error)
        headers = {} if changed.is_new else {"Idempotency-Hit": "true"}
        body = {
            "entered": changed.entry.revision,
            **_state(self.visit, changed.live, changed.game),
        }
        return Response(body, headers=headers)

    def _overtaken(self, error: LiveChangedError) -> Response:
        error.live.club = self.visit.club
        body = error_body(error.code, error.message)
        body["error"]["revision"] = error.live.revision
        body["error"]["entered"] = [
            {"when": each.when, "who": each.who, "what": each.what}
            for each in shown_entries(error.live, error.entries)
        ]
        return Response(body, status.HTTP_409_CONFLICT)


def _state(visit: Visit, live: LiveTable, known: LiveGame | None = None) -> dict[str, Any]:
    return _live_json(live_page(find_live(visit.club, live.pk), known=known))


def _entry(visit: Visit, payload: OpenRequest) -> HanchanEntry:
    session = session_at(visit, payload.session)
    return HanchanEntry(
        league=league_at(visit.club, payload.league),
        day=payload.day or (session.day if session else club_day(visit.club)),
        session=session,
        table=payload.table,
        number=payload.number,
        seats=payload.seat_entries(),
    )


def _line_json(live: LiveTable) -> dict[str, Any]:
    return {
        "id": live.pk,
        "url": reverse("league:live", args=[live.club.slug, live.pk]),
        "league": live.league.slug,
        "day": live.session.day,
        "session": live.session_id,
        **picked(live, "table", "number", "state", "revision"),
        "hands": len(live.hands),
        "hanchan": live.hanchan_id,
    }


def _live_json(page: LivePage) -> dict[str, Any]:
    live, state = page.live, page.state
    return {
        **_line_json(live),
        "seats": [_seat(seat) for seat in page.seats],
        "round": state.round if state else None,
        "dealer": state.dealer if state else None,
        "honba": state.honba if state else None,
        "sticks": state.sticks if state else None,
        "played": [_hand(hand) for hand in page.hands],
        "told": live.hands,
        "undone": len(live.undone),
        "problem": page.problem,
        "over": page.is_over,
        "why": state.why if state and page.is_over else None,
        "may_enter": _may_enter(page),
        "settled": [
            {"place": line.place, "name": line.name, "points": line.points, "score": line.score}
            for line in page.settled
        ],
    }


def _seat(seat: SeatNow) -> dict[str, Any]:
    return {
        **picked(seat, "seat", "member", "name", "points", "place", "riichi"),
    }


def _hand(hand: HandDone) -> dict[str, Any]:
    return {
        "number": hand.number,
        "at": hand.short,
        **picked(hand, "honba", "dealer", "result", "text", "riichi", "deltas", "points"),
    }


def _may_enter(page: LivePage) -> dict[str, Any] | None:
    """Describe what may be entered for the next hand; None where none may be entered."""
    offers = page.offers
    if offers is None or not page.takes_hands:
        return None
    return {
        "results": offers.results,
        "riichi": [seat for seat, may in enumerate(offers.riichi) if may],
        "kinds": offers.aborts,
        **picked(offers, "stop", "give_up", "time_up"),
    }
