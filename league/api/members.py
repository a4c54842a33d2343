"""``GET /api/v1/clubs/<club>/members/<id>/…``: a member's figures as data, whole numbers only."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date
from typing import Any

from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError, ClubView, picked
from league.api.operations import Answer, Query, operation
from league.api.rankings import RecordAnswer, record_json
from league.games.ratings import Rated, member_rating, rating_table
from league.members.games import (
    HandRecord,
    SeatRecord,
    hands_of_member,
    opponents_of,
    seats_of_member,
)
from league.members.record import MonthLine, record_of_member, titles_of_member
from league.members.record_views import MemberPeriod, member_of, member_period
from league.models import League, Member

_PERIOD = (
    Query("league", "A league's address; without it the league that the member played last."),
    Query("period", "all, a club year 2026, a month 2026-11, or a season: s and its number."),
)


class Figures(Answer):
    """Whose figures; for somebody without games ``league`` is null and nothing follows."""

    member: int
    name: str
    league: str | None
    period: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")


class Month(Answer):
    month: str
    total: int
    adjusted: int


class MonthRecord(RecordAnswer, Month):
    """The record of a month, which stands before it."""


class TitleAnswer(Answer):
    title: str
    level: int
    reached: int
    next: int | None


class MemberRecord(Figures):
    total: int | None = None
    adjusted: int | None = None
    games: int | None = None
    score: int | None = None
    places: tuple[int, ...] | None = None
    average_score: int | None = None
    average_place_hundredths: int | None = None
    top_rate_tenths: int | None = None
    top_two_rate_tenths: int | None = None
    last_avoid_rate_tenths: int | None = None
    best: int | None = None
    worst: int | None = None
    busts: int | None = None
    chips: int | None = None
    top_run: int | None = None
    no_last_run: int | None = None
    plus_run: int | None = None
    months: tuple[MonthRecord, ...] = ()
    titles: tuple[TitleAnswer, ...] = ()


class SeatFigures(Answer):
    seat: int
    games: int
    places: list[int]
    average_place_hundredths: int | None
    score: int
    points_games: int
    points_won: int
    busts: int


class MemberSeats(Figures):
    seats: tuple[SeatFigures, ...] = ()


class Opponent(Answer):
    member: int
    name: str
    games: int
    ahead: int
    level: int
    score: int
    average_place_hundredths: int | None
    their_average_place_hundredths: int | None


class MemberOpponents(Figures):
    opponents: tuple[Opponent, ...] = ()


class HandFigures(Answer):
    rule_set: str
    hands: int
    wins: int
    tsumo: int
    deal_ins: int
    riichi: int
    riichi_wins: int
    calls_known: int
    called: int
    draws: int
    ready_in_draws: int
    win_rate_tenths: int | None
    deal_in_rate_tenths: int | None
    riichi_rate_tenths: int | None
    riichi_win_rate_tenths: int | None
    call_rate_tenths: int | None
    tsumo_rate_tenths: int | None
    ready_rate_tenths: int | None
    average_win: int | None
    average_deal_in: int | None
    wins_by_size: dict[str, int]
    wins_by_yaku: dict[str, int]
    wins_with_known_yaku: int


class MemberHands(Figures):
    rule_sets: tuple[HandFigures, ...] = ()


class RatingDay(Answer):
    day: date
    games: int
    rating: int
    mean_thousandths: int
    deviation_thousandths: int


class MemberRating(Figures):
    as_of: date | None = None
    games: int | None = None
    rating: int | None = None
    mean_thousandths: int | None = None
    deviation_thousandths: int | None = None
    days: tuple[RatingDay, ...] = ()


class RatedMember(Answer):
    rank: int | None
    member: int
    name: str
    last_played: date
    games: int
    rating: int
    mean_thousandths: int
    deviation_thousandths: int


class Ratings(Answer):
    league: str
    as_of: date | None
    games: int
    is_behind: bool
    ratings: list[RatedMember]


class MemberView(ClubView, ABC):
    """A member's figures in a league and period; ``league`` is null without games."""

    def answer(self, request: Request, member_id: int) -> Response:
        member = member_of(self.visit, member_id)
        period = member_period(self.visit, member, request._request.GET)
        if period.error:
            raise BadRequestError({"period": [period.error]})
        answer: dict[str, Any] = {
            "member": member.pk,
            "name": member.name_in(self.visit.club),
            "league": period.league.slug if period.league else None,
            "period": period.key,
            "from": period.days.first,
            "to": period.days.last,
        }
        if period.league is not None:
            answer |= self.figures(member, period.league, period)
        return Response(answer)

    @abstractmethod
    def figures(self, member: Member, league: League, period: MemberPeriod) -> dict[str, Any]:
        """Return the figures this call is about."""


class MemberRecordView(MemberView):
    @operation(answers={200: MemberRecord}, query=_PERIOD)
    def get(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Return the member's record, month by month, and titles."""
        return self.answer(request, member_id)

    def figures(self, member: Member, league: League, period: MemberPeriod) -> dict[str, Any]:
        """Scores and points are in points, rates in tenths of a percent."""
        found = record_of_member(member, league, period.days, period.months)
        return {
            "total": found.total,
            "adjusted": found.adjusted,
            **record_json(found.record, found.players),
            "months": [_month_json(line, found.players) for line in found.months],
            "titles": [
                {
                    "title": held.title.key,
                    "level": held.level,
                    "reached": held.reached,
                    "next": held.next_step,
                }
                for held in titles_of_member(member, league, period.days, found)
            ],
        }


class MemberSeatsView(MemberView):
    @operation(answers={200: MemberSeats}, query=_PERIOD)
    def get(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Return the member's record seat by seat."""
        return self.answer(request, member_id)

    def figures(self, member: Member, league: League, period: MemberPeriod) -> dict[str, Any]:
        """Return a row for each seat the member has had, first East first."""
        rows = seats_of_member(member, league, period.days)
        return {"seats": [_seat_json(each) for each in rows]}


class MemberOpponentsView(MemberView):
    @operation(answers={200: MemberOpponents}, query=_PERIOD)
    def get(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Return the member's record against each opponent."""
        return self.answer(request, member_id)

    def figures(self, member: Member, league: League, period: MemberPeriod) -> dict[str, Any]:
        """Return a row for each opponent, those met most often first."""
        found = opponents_of(member, league, period.days)
        return {
            "opponents": [
                {
                    "member": each.member.pk,
                    "name": each.member.name_in(self.visit.club),
                    **picked(each.pair, "games", "ahead", "level", "score"),
                    "average_place_hundredths": each.pair.average_place_hundredths,
                    "their_average_place_hundredths": each.pair.other_average_place_hundredths,
                }
                for each in found.met
            ]
        }


class MemberHandsView(MemberView):
    @operation(answers={200: MemberHands}, query=_PERIOD)
    def get(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Return the member's hands as kept, by rule set."""
        return self.answer(request, member_id)

    def figures(self, member: Member, league: League, period: MemberPeriod) -> dict[str, Any]:
        found = hands_of_member(member, period.days)
        # of no one league: they are counted under their rules, wherever they were played
        return {"league": None, "rule_sets": [_hands_json(each) for each in found]}


class MemberRatingView(MemberView):
    @operation(answers={200: MemberRating}, query=_PERIOD)
    def get(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Return the member's rating and its latest days."""
        return self.answer(request, member_id)

    def figures(self, member: Member, league: League, period: MemberPeriod) -> dict[str, Any]:
        found = member_rating(league, member)
        if found is None:
            return {"as_of": None, "games": 0, "rating": None, "days": []}
        days = [
            {"day": day, **_rated_json(rated)}
            for day, rated in found.way
            if period.days.first <= day <= period.days.last
        ]
        return {"as_of": found.run.last_day, **_rated_json(found.rated), "days": days}


class RatingView(ClubView):
    @operation(answers={200: Ratings})
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """List everybody by rating; ``revision`` lags ``league_revision`` while out of date."""
        league = self.visit.league(league_slug)
        found = rating_table(league)
        lines = (*found.ranked, *found.guests) if found else ()
        return Response(
            {
                "league": league.slug,
                "as_of": found.run.last_day if found else None,
                "games": found.run.games if found else 0,
                "is_behind": not found or found.run.revision != league.revision,
                "ratings": [
                    {
                        "rank": line.rank,
                        "member": line.member.pk,
                        "name": line.member.name_in(self.visit.club),
                        "last_played": line.last_day,
                        **_rated_json(line.rated),
                    }
                    for line in lines
                ],
            }
        )


def _month_json(line: MonthLine, players: int | None) -> dict[str, Any]:
    own = {"month": f"{line.month:%Y-%m}", "total": line.total, "adjusted": line.adjusted}
    return own | record_json(line.record, players)


def _seat_json(each: SeatRecord) -> dict[str, Any]:
    return {
        "seat": each.seat,
        "games": each.games,
        "places": each.place_counts,
        **picked(each, "average_place_hundredths", "score", "points_games"),
        "points_won": each.points,
        "busts": each.busts,
    }


def _hands_json(each: HandRecord) -> dict[str, Any]:
    counts = each.counts
    return {
        "rule_set": each.rule_set.slug,
        **picked(counts, "hands", "wins", "tsumo", "deal_ins", "riichi", "riichi_wins"),
        "calls_known": counts.noted,
        "called": counts.called,
        "draws": counts.draws,
        "ready_in_draws": counts.tenpai,
        "win_rate_tenths": counts.win_rate(),
        "deal_in_rate_tenths": counts.deal_in_rate(),
        "riichi_rate_tenths": counts.riichi_rate(),
        "riichi_win_rate_tenths": counts.riichi_win_rate(),
        "call_rate_tenths": counts.call_rate(),
        "tsumo_rate_tenths": counts.tsumo_rate(),
        "ready_rate_tenths": counts.tenpai_rate(),
        "average_win": counts.average_win(),
        "average_deal_in": counts.average_deal_in(),
        "wins_by_size": dict(each.values),
        "wins_by_yaku": dict(each.yaku),
        "wins_with_known_yaku": each.wins_with_yaku,
    }


def _rated_json(rated: Rated) -> dict[str, Any]:
    return {
        "games": rated.games,
        "rating": rated.rating,
        "mean_thousandths": rated.mean,
        "deviation_thousandths": rated.deviation,
    }
