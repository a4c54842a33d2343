"""Walls that hold whoever forgets: the tenant, the trail, the sums, in the database itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from league.games.write import void_hanchan
from league.models import AuditEvent, Club, Hanchan, Member, Seat, Settlement, UnscopedQueryError
from rules.models import RuleVersion
from tests.factories import ADMIN, league_of, make_club, make_members, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Hanchan:
    club = make_club()
    return record(league_of(club), make_members(club))


@pytest.mark.parametrize(
    "query",
    [
        pytest.param(lambda: list(Member.objects.all()), id="list"),
        pytest.param(lambda: Member.objects.get(pk=1), id="get"),
        pytest.param(lambda: Member.objects.count(), id="count"),
        pytest.param(lambda: Member.objects.filter(is_guest=True).exists(), id="exists"),
        pytest.param(lambda: Seat.objects.update(points=0), id="update"),
        pytest.param(lambda: Seat.objects.all().delete(), id="delete"),
        pytest.param(lambda: list(Seat.objects.values_list("points")), id="values"),
        pytest.param(lambda: next(Seat.objects.iterator()), id="iterator"),
        pytest.param(lambda: Seat.objects.aggregate(), id="aggregate"),
    ],
)
def test_a_query_that_names_no_club_is_stopped(query: Callable[[], object]) -> None:
    with pytest.raises(UnscopedQueryError):
        query()


def test_a_club_sees_its_own_people_only() -> None:
    here, there = make_club("tonan"), make_club("seihoku")
    mine = make_members(here, 2)
    make_members(there, 3)

    found = Member.objects.for_club(here).exclude(user__isnull=False)

    assert list(found) == sorted(mine, key=lambda m: m.display_name)
    assert found.filter(is_guest=False).count() == 2


@pytest.mark.parametrize(
    "statement",
    ["UPDATE league_auditevent SET reason = 'x'", "DELETE FROM league_auditevent"],
    ids=["update", "delete"],
)
def test_the_trail_can_be_neither_changed_nor_deleted(game: Hanchan, statement: str) -> None:
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)
    before = list(AuditEvent.objects.across_clubs().values_list("pk", "reason"))

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert list(AuditEvent.objects.across_clubs().values_list("pk", "reason")) == before


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("UPDATE league_settlement SET score_0 = score_0 + 1", id="sum not zero"),
        pytest.param("UPDATE league_settlement SET place_0 = 5", id="place 5"),
        pytest.param("UPDATE league_settlement SET place_3 = 0", id="place 0"),
        pytest.param("UPDATE league_seat SET seat = 4 WHERE seat = 3", id="a fifth seat"),
        pytest.param("UPDATE league_seat SET seat = 0 WHERE seat = 3", id="two on one chair"),
        pytest.param(
            "UPDATE league_seat SET member_id = (SELECT MIN(member_id) FROM league_seat)",
            id="one on two chairs",
        ),
        pytest.param("UPDATE league_seat SET points = 2000000", id="absurd points"),
        pytest.param("UPDATE league_tally SET games = games + 1", id="a game without a place"),
        pytest.param("UPDATE league_club SET day_turns_at = 23", id="a day that never turns"),
    ],
)
def test_the_database_itself_refuses_what_cannot_be(game: Hanchan, statement: str) -> None:
    with (
        pytest.raises(IntegrityError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


def test_one_day_has_one_published_version(game: Hanchan) -> None:
    assert isinstance(game.settlement, Settlement)
    version = game.settlement.version

    with pytest.raises(IntegrityError), transaction.atomic():
        RuleVersion.objects.create(
            rule_set=version.rule_set,
            effective_from=version.effective_from,
            number=2,
            status=RuleVersion.Status.PUBLISHED,
            parameters=version.parameters,
        )

    assert version.rule_set.versions.count() == 2


def test_clubs_begin_closed_and_with_display_names() -> None:
    club = make_club()

    assert (club.visibility, club.names_shown) == (Club.Visibility.MEMBERS, Club.Names.DISPLAY)
    assert (club.day_turns_at, club.time_zone) == (5, "Asia/Tokyo")
