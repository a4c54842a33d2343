"""What the tests of live tables share: a table of four, and the hands of a short game."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.test import Client

from league.core.audit import Actor
from league.live.tables import find_live, live_game
from league.live.write import Changed, LiveChange, change_live, open_live
from league.models import League, LiveTable, Member
from tests.factories import ADMIN, EVENING, make_entry, make_members

#: a ron of 3 han 40 fu by the third seat from the second
RON: dict[str, Any] = {
    "result": "ron",
    "wins": [{"winner": 2, "from": 1, "han": 3, "fu": 40}],
}
DRAW: dict[str, Any] = {"result": "draw", "tenpai": [0, 3]}
ALL_NOTEN: dict[str, Any] = {"result": "draw", "tenpai": []}


def open_table(
    league: League, members: Sequence[Member] = (), *, actor: Actor = ADMIN, **changes: Any
) -> LiveTable:
    """A table of the league that is kept live, on the tests' evening."""
    people = members or make_members(league.club)
    entry = make_entry(league, people, (0,) * len(people), **{"day": EVENING, **changes})
    opened = open_live(club=league.club, entry=entry, key=uuid.uuid4(), actor=actor)
    return find_live(league.club, opened.live.pk)


def tap(
    live: LiveTable,
    action: str = "hand",
    told: dict[str, Any] | None = None,
    *,
    seen: int | None = None,
    key: uuid.UUID | None = None,
    actor: Actor = ADMIN,
) -> Changed:
    """Change a table as it is now, or as it was at a revision."""
    now = latest(live)
    change = LiveChange(
        action=action,
        seen=now.revision if seen is None else seen,
        key=key or uuid.uuid4(),
        told=told or {},
    )
    return change_live(live=now, change=change, actor=actor)


def latest(live: LiveTable) -> LiveTable:
    """The table as it is stored now."""
    return find_live(live.club, live.pk)


def points(live: LiveTable) -> tuple[int, ...]:
    """What everybody holds after the last hand."""
    return live_game(latest(live)).state.points


def play_out(live: LiveTable) -> LiveTable:
    """A whole game: the third seat wins once, then nobody is ever tenpai."""
    tap(live, "hand", RON)
    while not over(live):
        tap(live, "hand", ALL_NOTEN)
    return latest(live)


def over(live: LiveTable) -> bool:
    """Whether the engine says that the game is."""
    return live_game(latest(live)).is_over


def bust(live: LiveTable) -> None:
    """End the game at once: a counted yakuman's worth is taken from the second seat."""
    win = {"winner": 2, "from": 1, "yakuman": 1, "yaku": {"daisangen": 13}}
    tap(live, "hand", {"result": "ron", "wins": [win]})


#: the form of RON, as a browser sends it
TAPPED: dict[str, Any] = {
    **{"result": "ron", "loser": "1", "ron": ["2"]},
    **{"han-2": "3", "fu-2": "40"},
}


def live_url(live: LiveTable, page: str = "") -> str:
    """A page of the table."""
    return f"/c/{live.club.slug}/live/{live.pk}/{page}"


def send(client: Client, live: LiveTable, action: str, **sent: Any) -> Any:
    """A form as the page has it; of hands without ``accept`` only the movements are asked for.

    ``script`` and ``htmx`` say who sends it.
    """
    headers = {"X-Live": "1"} if sent.pop("script", False) else {}
    if sent.pop("htmx", False):
        headers["HX-Request"] = "true"
    seen = latest(live).revision
    data = {"action": action, "key": str(uuid.uuid4()), "seen": seen} | sent
    return client.post(live_url(live, "change/"), data, headers=headers)
