"""What the tests of the entry page and of the correction form type."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from html import unescape
from typing import Protocol

from league.models import (
    AuditEvent,
    Club,
    Hanchan,
    League,
    Member,
    Penalty,
    Seat,
    Session,
    Settlement,
    Tally,
    Yakuman,
)
from tests.pages import parsed


class Answer(Protocol):
    """What the server answered, however the client wraps it."""

    @property
    def content(self) -> bytes:
        """The page."""


ENTER = "/c/tonan/enter/"
CHECK = "/c/tonan/enter/check/"
PEOPLE = "/c/tonan/enter/people/"
KEPT = (AuditEvent, Hanchan, Member, Penalty, Seat, Session, Settlement, Tally, Yakuman)


def typed(
    league: League,
    members: Sequence[Member | str],
    points: Sequence[str] = ("414", "300", "238", "48"),
    **changes: str,
) -> dict[str, str]:
    """The form's words: members, or the names of new guests, with what they typed."""
    words = {
        "key": str(uuid.uuid4()),
        "league": league.slug,
        "session": "",
        "day": "2026-11-20",
        "table": "1",
        "number": "1",
        "sticks": "0",
    }
    for seat, (who, held) in enumerate(zip(members, points, strict=True)):
        guest = who if isinstance(who, str) else ""
        words[f"seat-{seat}"] = "" if isinstance(who, str) else str(who.pk)
        words[f"guest-{seat}"], words[f"points-{seat}"] = guest, held
        if guest:
            words[f"kind-{seat}"] = "guest"
    return words | {name.replace("_", "-"): value for name, value in changes.items()}


def stored() -> list[int]:
    """How many rows there are of everything that entering a game may write."""
    return [model.objects.across_clubs().count() for model in KEPT]


def text_of(response: Answer) -> str:
    """The page as it is read, entities resolved."""
    return unescape(response.content.decode())


def note_of(response: Answer, slot: str) -> str:
    """What stands beside a field: ``note-0`` for a seat, ``slot-note`` for table and number."""
    return " ".join(each.words for each in parsed(response).all("div", id=slot))


def value_of(response: Answer, name: str) -> str:
    """The value that a text field of the page holds."""
    fields = parsed(response).all("input", name=name)
    return fields[0].attributes.get("value", "") if fields else ""


def chosen(response: Answer, seat: int) -> str:
    """The member key that a seat's list has selected."""
    lists = parsed(response).all("select", id=f"id_seat-{seat}")
    options = (option for each in lists for option in each.all("option"))
    return next((option["value"] for option in options if "selected" in option), "")


def seats_of(response: Answer) -> list[str]:
    """The member keys that are selected, from the first East on."""
    return [chosen(response, seat) for seat in range(4)]


def games(club: Club) -> list[Hanchan]:
    """The club's games in the order they were entered."""
    return list(Hanchan.objects.for_club(club).order_by("pk"))
