"""Games that are entered while the standings are checked: nothing is wrong with them."""

from __future__ import annotations

import threading
from contextlib import nullcontext
from datetime import date

import pytest
from django.db import connection

from league.clubs import verification
from league.clubs.verification import mend_club, verify_club
from league.core.revisions import revision_of
from league.models import AuditEvent, League, Member
from tests.factories import ADMIN, league_of, make_club, make_members, record
from tests.league.amid import amid

pytestmark = pytest.mark.django_db(transaction=True)

#: read last, when the games have been counted
STORED_TALLIES = 'SELECT "league_tally"."id"'


@pytest.fixture
def league() -> League:
    league = league_of(make_club())
    make_members(league.club)
    record(league, people(league), day=date(2026, 10, 24))
    return league


def people(league: League) -> list[Member]:
    return list(Member.objects.for_club(league.club_id).filter(user=None).order_by("pk"))


def entered_by_another(league: League) -> None:
    """Somebody else enters a game, and it is stored before this returns."""

    def enter() -> None:
        try:
            record(league, people(league), day=date(2026, 10, 24), number=2)
        finally:
            connection.close()

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join(30)
    assert not thread.is_alive(), "the check keeps people from entering games"


def checked_beside_an_entry(league: League) -> int:
    with amid(STORED_TALLIES, lambda: entered_by_another(league)):
        found = verify_club(league.club)
    differences: int = found["differences"]
    return differences


def test_a_game_entered_during_the_check_is_no_difference(league: League) -> None:
    assert checked_beside_an_entry(league) == 0
    assert verify_club(league.club)["games"] == 2


def test_control_without_the_snapshot_it_is_taken_for_one(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "snapshot", nullcontext)

    assert checked_beside_an_entry(league) > 0


def test_a_false_alarm_mends_nothing(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is mended the league is locked, and checked again."""
    monkeypatch.setattr(verification, "snapshot", nullcontext)
    assert checked_beside_an_entry(league) > 0
    state = revision_of("tonan")

    mend_club(league.club, reason="検算", actor=ADMIN)

    assert revision_of("tonan") == state
    assert not AuditEvent.objects.for_club(league.club).filter(type="standings.mended").exists()
