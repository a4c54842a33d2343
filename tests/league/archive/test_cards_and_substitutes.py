"""Cards, a referee's amounts and substitutes in an archive."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from league.archive.document import dump_club, load_archive
from league.clubs.verification import verify_club
from league.games.entry import PenaltyEntry, entry_of
from league.games.write import edit_hanchan
from league.models import Club, Hanchan, League
from tests import factories as make
from tests.league.games.test_cards import CARDS, yellow

pytestmark = pytest.mark.django_db


def counted(club: Club) -> list[tuple[object, tuple[int, ...]]]:
    """What was noted with each game, and its scores."""
    found: list[tuple[object, tuple[int, ...]]] = []
    for game in Hanchan.objects.for_club(club).order_by("number"):
        assert game.settlement is not None
        entry = entry_of(game)
        seats = tuple(seat.is_substitute for seat in entry.seats)
        found.append(((entry.penalties, seats), game.settlement.scores))
    return found


def test_they_come_back_and_settle_equally(club: Club, league: League) -> None:
    make.make_rules(league, penalty_table=CARDS, substitute_score=-30_000)
    four = make.make_members(club)
    named = PenaltyEntry(seat=0, kind="referee", amount=4_500, reason="長考")
    make.record(league, four, penalties=yellow())
    make.record(league, four, penalties=(named, *yellow()))
    third = make.record(league, four, penalties=yellow())
    entry = entry_of(third)
    seats = tuple(replace(each, is_substitute=at == 1) for at, each in enumerate(entry.seats))
    edit_hanchan(
        hanchan=third,
        entry=replace(entry, seats=seats),
        revision=1,
        reason="代走",
        actor=make.ADMIN,
    )

    again = load_archive(json.loads(json.dumps(dump_club(club))), slug="again")

    assert counted(again) == counted(club)
    assert [scores for _noted, scores in counted(again)] == [
        (41_000, 5_000, -11_000, -35_000),
        (36_500, 5_000, -11_000, -55_000),
        (41_000, -30_000, -11_000, -35_000),
    ]
    assert verify_club(again)["differences"] == 0
