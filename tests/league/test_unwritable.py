"""Columns that a game's or an evening's form does not offer cannot be sent along with it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence

import pytest
import time_machine

from league.models import Hanchan, League, Member, Session
from tests.factories import EVENING, league_of, make_club, make_login, make_members, record
from tests.league.evenings import NINE_PM
from tests.league.unwritable import columns_of, other_columns

pytestmark = pytest.mark.django_db

#: what the form of a game offers under the very name of a column
OFFERED = {"league", "session", "day", "table", "number", "sticks", "remark", "key"}
#: what its service sets from who sends it, and by what it is told
SET_BY_SERVICE = {"digest", "revision", "settlement", "ended_by_time"}


def typed(
    league: League,
    people: Sequence[Member],
    points: Sequence[str] = ("414", "300", "238", "48"),
) -> dict[str, str]:
    """A game as the entry page sends it."""
    words = {"key": str(uuid.uuid4()), "league": league.slug, "session": "", "sticks": "0"}
    words |= {"day": EVENING.isoformat(), "table": "1", "number": "1"}
    for seat, (member, held) in enumerate(zip(people, points, strict=True)):
        words[f"seat-{seat}"], words[f"points-{seat}"] = str(member.pk), held
    return words


@time_machine.travel(NINE_PM, tick=False)
def test_a_new_game_takes_nothing_that_its_form_does_not_offer() -> None:
    club = make_club()
    league, people = league_of(club), make_members(club)
    client = make_login(club, "member")
    example = Hanchan(club=club, league=league, day=EVENING, number=1, revision=1)
    extra = other_columns(example, OFFERED | {"ended_by_time"})

    client.post("/c/tonan/enter/", extra | typed(league, people))

    game = Hanchan.objects.for_club(club).select_related("entered_by").get()
    assert {"voided_at", "entered_by_id", "source", "club_id", "revision"} <= set(extra)
    assert (game.revision, game.source, game.voided_at, game.void_reason) == (1, "form", None, "")
    assert game.entered_by is not None
    assert (game.entered_by.username, game.entered_with) == ("member", None)


@time_machine.travel(NINE_PM, tick=False)
def test_a_correction_takes_nothing_that_its_form_does_not_offer() -> None:
    club = make_club()
    league, people = league_of(club), make_members(club)
    game = record(league, people)
    client = make_login(club, "scorer", Member.Role.SCORER)
    extra = other_columns(game, OFFERED | {"revision", "ended_by_time"})
    before = columns_of(game, OFFERED | SET_BY_SERVICE)
    sent = extra | typed(league, people, ("300", "414", "238", "48"))
    sent |= {"revision": "1", "reason": "席違い"}

    assert client.post(f"/c/tonan/games/{game.pk}/edit/", sent).status_code == 302

    game.refresh_from_db()
    assert game.revision == 2
    assert columns_of(game, OFFERED | SET_BY_SERVICE) == before


@time_machine.travel(NINE_PM, tick=False)
@pytest.mark.parametrize("action", ["void", "restore"])
def test_voiding_and_restoring_take_nothing_but_the_reason(action: str) -> None:
    club = make_club()
    game = record(league_of(club), make_members(club))
    client = make_login(club, "scorer", Member.Role.SCORER)
    extra = other_columns(game, {"revision", "void_reason"})
    where = f"/c/tonan/games/{game.pk}/"
    own = {"revision", "voided_at", "void_reason", "settlement"}
    before = columns_of(game, own)
    client.post(f"{where}void/", extra | {"revision": "1", "reason": "二重入力"})
    if action == "restore":
        client.post(f"{where}restore/", extra | {"revision": "2", "reason": "勘違い"})

    game.refresh_from_db()

    assert game.is_voided == (action == "void")
    assert columns_of(game, own) == before


@time_machine.travel(NINE_PM, tick=False)
def test_a_new_evening_takes_nothing_that_its_form_does_not_offer() -> None:
    club = make_club()
    other = make_club("seihoku")
    client = make_login(club, "scorer", Member.Role.SCORER)
    extra = other_columns(Session(club=club), {"day", "title", "place", "note"})
    extra |= {"club": str(other.pk), "club_id": str(other.pk), "attendants": "1"}

    client.post("/c/tonan/sessions/new/", extra | {"day": str(EVENING), "place": "雀荘ひがし"})

    evening = Session.objects.for_club(club).get()
    assert (evening.place, evening.attendants.count()) == ("雀荘ひがし", 0)
    assert not Session.objects.for_club(other).exists()
