"""A live table as the API gives it."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from league.models import LiveTable
from league.selectors.live import HandDone, LivePage, SeatNow
from league.selectors.live_entries import EntryShown


def line_json(live: LiveTable) -> dict[str, Any]:
    """A table in a list."""
    return {
        "id": live.pk,
        "url": reverse("league:live", args=[live.club.slug, live.pk]),
        "league": live.league.slug,
        "day": live.session.day,
        "session": live.session_id,
        "table": live.table,
        "number": live.number,
        "state": live.state,
        "revision": live.revision,
        "hands": len(live.hands),
        "hanchan": live.hanchan_id,
    }


def live_json(page: LivePage) -> dict[str, Any]:
    """A table with everything that follows from its hands."""
    live, state = page.live, page.state
    return {
        **line_json(live),
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


def theirs_json(entries: list[EntryShown]) -> list[dict[str, Any]]:
    """What others entered meanwhile."""
    return [{"when": each.when, "who": each.who, "what": each.what} for each in entries]


def _seat(seat: SeatNow) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "member": seat.member,
        "name": seat.name,
        "points": seat.points,
        "place": seat.place,
        "riichi": seat.riichi,
    }


def _hand(hand: HandDone) -> dict[str, Any]:
    return {
        "number": hand.number,
        "at": hand.short,
        "honba": hand.honba,
        "dealer": hand.dealer,
        "result": hand.result,
        "text": hand.text,
        "riichi": hand.riichi,
        "deltas": hand.deltas,
        "points": hand.points,
    }


def _may_enter(page: LivePage) -> dict[str, Any] | None:
    """What the table may say of the next hand; None where none may be entered."""
    offers = page.offers
    if offers is None or not page.takes_hands:
        return None
    return {
        "results": offers.results,
        "riichi": [seat for seat, may in enumerate(offers.riichi) if may],
        "kinds": offers.aborts,
        "stop": offers.stop,
        "give_up": offers.give_up,
        "time_up": offers.time_up,
    }
