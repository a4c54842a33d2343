"""Whoever writes past Jancho, the database itself refuses what may not be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import CheckConstraint, Q

from league.models import AuditEvent, guards
from tests.league.addresses import stage_of

pytestmark = pytest.mark.django_db
IS_SQLITE = connection.vendor == "sqlite"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A statement, and the constraint or trigger that refuses it, as either database names it."""

    statement: str
    guard: str


#: what no row may say by itself
ALONE = {
    "scores that do not sum to zero": Attempt(
        "UPDATE league_settlement SET score_0 = score_0 + 1000", "scores_sum_to_zero"
    ),
    "scores whose rest stands nowhere": Attempt(
        "UPDATE league_settlement SET apart = 1000", "scores_sum_to_zero"
    ),
    "place 5": Attempt("UPDATE league_settlement SET place_0 = 5", "place"),
    "place 0": Attempt("UPDATE league_settlement SET place_0 = 0", "place"),
    "four on the first place": Attempt(
        "UPDATE league_settlement SET place_0 = 1, place_1 = 1, place_2 = 1, place_3 = 2",
        "places_follow_one_another",
    ),
    "nobody on the first place": Attempt(
        "UPDATE league_settlement SET place_0 = 2, place_1 = 2, place_2 = 3, place_3 = 4",
        "places_follow_one_another",
    ),
    "a place without a score": Attempt(
        "UPDATE league_settlement SET score_2 = score_2 + score_3, score_3 = NULL",
        "who_has_a_place_has_a_score",
    ),
    "a settlement of no revision": Attempt(
        "UPDATE league_settlement SET hanchan_revision = 0", "settled_revisions_count_from_1"
    ),
    "a negative revision": Attempt(
        "UPDATE league_hanchan SET revision = -1", "games_count_from_1|revision"
    ),
    "a rule change in force since nobody knows when": Attempt(
        "UPDATE league_rulechange SET state = 'applied', closed_at = NULL",
        "a_change_in_force_says_since_when",
    ),
    "a role that there is not": Attempt(
        "UPDATE league_member SET role = '5'", "known_role_of_member"
    ),
    "table 0": Attempt('UPDATE league_hanchan SET "table" = 0', "games_count_from_1"),
    "a game without a number": Attempt("UPDATE league_hanchan SET number = NULL", "number"),
    "a fifth seat": Attempt("UPDATE league_seat SET seat = 4 WHERE seat = 3", "seats_are_0_to_3"),
    "somebody who took himself below zero": Attempt(
        "UPDATE league_seat SET busted_by = seat", "busted_by_another_seat"
    ),
    "a million points and one": Attempt(
        "UPDATE league_seat SET points = 1000001", "points_within_a_million"
    ),
    "points unknown and no scores given": Attempt(
        "UPDATE league_hanchan SET points_are_known = false", "points_or_scores_are_known"
    ),
    "a tally with a game without a place": Attempt(
        "UPDATE league_tally SET games = games + 1", "every_game_has_a_place"
    ),
    "an adjustment of nothing": Attempt(
        "UPDATE league_adjustment SET points = 0", "adjustment_moves_points"
    ),
    "an adjustment without a reason": Attempt(
        "UPDATE league_adjustment SET reason = ''", "adjustment_says_why"
    ),
}

#: what is there once
TWICE = {
    "two on one chair": Attempt(
        "UPDATE league_seat SET seat = 0 WHERE seat = 3", "seat_once_a_hanchan|league_seat.seat"
    ),
    "one on two chairs": Attempt(
        "UPDATE league_seat SET member_id = (SELECT min(member_id) FROM league_seat AS other"
        " WHERE other.hanchan_id = league_seat.hanchan_id)",
        "member_once_a_hanchan|league_seat.member_id",
    ),
    "two live games at one table and number": Attempt(
        "UPDATE league_hanchan SET number = 1, voided_at = NULL",
        "one_live_game_a_table_and_number|league_hanchan.number",
    ),
    "two games under one key": Attempt(
        "UPDATE league_hanchan SET key = (SELECT min(CAST(key AS varchar(36))) FROM league_hanchan)"
        if IS_SQLITE
        else "UPDATE league_hanchan SET key = '00000000-0000-4000-8000-000000000000'",
        "one_game_a_key|league_hanchan.key",
    ),
    "two published versions a day": Attempt(
        "UPDATE rules_ruleversion SET effective_from = '2015-04-10', number = id,"
        " status = 'published'",
        "one_published_version_a_day|rules_ruleversion.effective_from",
    ),
    "one member counted twice for a day": Attempt(
        "UPDATE league_tally SET member_id = (SELECT min(member_id) FROM league_tally AS other"
        " WHERE other.page_id = league_tally.page_id)",
        "tally_once_a_stretch|league_tally.member_id",
    ),
    "two open live tables at one": Attempt(
        'INSERT INTO league_livetable (club_id, session_id, league_id, "table", number, state,'
        " key, revision, hands, undone, current, opened_at, changed_at)"
        ' SELECT club_id, session_id, league_id, "table", number, state,'
        " '00000000-0000-4000-8000-000000000000', revision, hands, undone, current, opened_at,"
        " changed_at FROM league_livetable",
        r"one_open_live_table|league_livetable\.session_id",
    ),
}

_THEIRS = "(SELECT max(id) FROM {table} WHERE club_id = (SELECT max(id) FROM league_club))"
_MEMBER, _SESSION, _LEAGUE, _RULES, _GAME = (
    _THEIRS.format(table=f"league_{name}")
    for name in ("member", "session", "league", "clubruleset", "hanchan")
)
_OURS = "WHERE club_id = (SELECT min(id) FROM league_club)"
_OUR_GAMES = f"(SELECT id FROM league_hanchan {_OURS})"
_OUR_LEAGUES = f"(SELECT id FROM league_league {_OURS})"

#: what is another club's
FOREIGN = {
    "a seat of another club's member": f"UPDATE league_seat SET member_id = {_MEMBER}"
    f" WHERE seat = 3 AND hanchan_id IN {_OUR_GAMES}",
    "a new seat of another club's member": (
        "INSERT INTO league_seat (hanchan_id, seat, member_id, points, chips, is_yakitori,"
        f" is_substitute) SELECT id, 3, {_MEMBER}, 0, 0, false, false FROM league_hanchan {_OURS}"
    ),
    "a seat moved to another club's game": f"UPDATE league_seat SET hanchan_id = {_GAME}"
    f" WHERE hanchan_id IN {_OUR_GAMES}",
    "a game on another club's evening": (
        f"UPDATE league_hanchan SET session_id = {_SESSION}, number = number + 50 {_OURS}"
    ),
    "a game in another club's league": f"UPDATE league_hanchan SET league_id = {_LEAGUE} {_OURS}",
    "a game handed to another club": "UPDATE league_hanchan SET club_id ="
    f" (SELECT max(id) FROM league_club) {_OURS}",
    "a member handed to another club": "UPDATE league_member SET club_id ="
    f" (SELECT max(id) FROM league_club), user_id = NULL,"
    f" display_name = CAST(id AS varchar(9)) {_OURS}",
    "a league handed to another club": "UPDATE league_league SET club_id ="
    f" (SELECT max(id) FROM league_club), slug = 'taken' {_OURS}",
    "an evening handed to another club": "UPDATE league_session SET club_id ="
    f" (SELECT max(id) FROM league_club), title = 'taken' {_OURS}",
    "a league under another club's rules": (
        f"UPDATE league_league SET rule_set_id = {_RULES} {_OURS}"
    ),
    "a live table in another club's league": (
        f"UPDATE league_livetable SET league_id = {_LEAGUE} {_OURS}"
    ),
    "a live table that corrects another club's game": (
        f"UPDATE league_livetable SET hanchan_id = {_GAME} {_OURS}"
    ),
    "another club's member at a live table": f"UPDATE league_liveseat SET member_id = {_MEMBER}"
    f" WHERE seat = 3 AND live_id IN (SELECT id FROM league_livetable {_OURS})",
    "an adjustment for another club's member": (
        f"UPDATE league_adjustment SET member_id = {_MEMBER} WHERE league_id IN {_OUR_LEAGUES}"
    ),
    "another club's member among those who came": (
        f"INSERT INTO league_session_attendants (session_id, member_id) SELECT id, {_MEMBER}"
        f" FROM league_session {_OURS}"
    ),
    "somebody merged into another club's member": (
        f"UPDATE league_member SET merged_into_id = {_MEMBER} {_OURS} AND user_id IS NOT NULL"
    ),
    "a ruling on another club's game": f"UPDATE league_ruling SET hanchan_id = {_GAME} {_OURS}",
}

#: what another constraint would refuse if the trigger did not
TWO_FAULTS = ("a new seat of another club's member", "a seat moved to another club's game")

#: what is voided, reopened or withdrawn instead
KEPT = ("league_hanchan", "league_monthclose", "league_adjustment")


@pytest.fixture(autouse=True, scope="module")
def _two_clubs(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Two clubs with one thing of every kind each, the second younger in everything."""
    with stage_of(django_db_blocker):
        connection.check_constraints()  # PostgreSQL empties no table that has some to check yet
        yield


def tried(statement: str) -> int:
    """Carry a statement out on its own; return how many rows it would have changed."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.rowcount)


@pytest.mark.parametrize("name", [*ALONE, *TWICE])
def test_a_row_that_may_not_be_is_refused(name: str) -> None:
    attempt = {**ALONE, **TWICE}[name]

    with pytest.raises(IntegrityError, match=attempt.guard):
        tried(attempt.statement)


@pytest.mark.parametrize("name", FOREIGN)
def test_what_belongs_to_another_club_is_refused(name: str) -> None:
    with pytest.raises(IntegrityError, match=r"of another club|stays in its club"):
        tried(FOREIGN[name])


@pytest.mark.parametrize("name", [name for name in FOREIGN if name not in TWO_FAULTS])
def test_control_without_the_triggers_it_would_go_through(name: str) -> None:
    for statement in guards.remove(connection.vendor):
        tried(statement)

    assert tried(FOREIGN[name]) > 0


_QUIET = f"(SELECT max(id) FROM league_member {_OURS} AND user_id IS NOT NULL)"
#: what names a person of the list; a row of each, without clashing with another
NAMING = {
    "league_seat": f"seat = 3 AND hanchan_id = (SELECT min(id) FROM league_hanchan {_OURS})",
    "league_liveseat": f"seat = 3 AND live_id IN (SELECT id FROM league_livetable {_OURS})",
    "league_adjustment": f"league_id IN {_OUR_LEAGUES}",
    "league_teammembership": "id = (SELECT min(id) FROM league_teammembership)",
}


@pytest.mark.parametrize("table", NAMING)
@pytest.mark.parametrize("is_guarded", [True, False], ids=["guarded", "control"])
def test_nothing_names_somebody_who_was_merged_into_another(table: str, is_guarded: bool) -> None:
    other = f"(SELECT min(id) FROM league_member {_OURS})"
    merge = f"UPDATE league_member SET merged_into_id = {other} WHERE id = {_QUIET}"
    name = f"UPDATE {table} SET member_id = {_QUIET} WHERE {NAMING[table]}"
    away = [] if is_guarded else guards.remove(connection.vendor)

    with transaction.atomic(), connection.cursor() as cursor:
        for statement in [*away, merge]:
            cursor.execute(statement)
        if is_guarded:
            with (
                pytest.raises(IntegrityError, match="was merged into another"),
                transaction.atomic(),
            ):
                cursor.execute(name)
        else:
            cursor.execute(name)
            assert cursor.rowcount > 0
        transaction.set_rollback(True)


def test_nobody_who_is_still_named_is_merged_into_another() -> None:
    seated = f"(SELECT min(member_id) FROM league_seat WHERE hanchan_id IN {_OUR_GAMES})"

    with pytest.raises(IntegrityError, match="is still named"):
        tried(f"UPDATE league_member SET merged_into_id = {_QUIET} WHERE id = {seated}")


@pytest.mark.parametrize("table", KEPT)
def test_what_is_never_deleted_cannot_be(table: str) -> None:
    with pytest.raises(IntegrityError, match="never deleted"):
        tried(f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})")


@pytest.mark.parametrize("table", [*KEPT, "league_auditevent"])
def test_it_cannot_be_replaced_under_its_key_either(table: str) -> None:
    """On SQLite REPLACE deletes the row that is in the way without asking who guards deletions."""
    if IS_SQLITE:
        replace = f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} WHERE true"
    else:
        replace = (
            f"INSERT INTO {table} SELECT * FROM {table} ON CONFLICT (id) DO UPDATE SET id = -1"
        )

    with pytest.raises(IntegrityError):
        tried(replace)


#: SQLite empties a table by DELETE; PostgreSQL may do it with everything that names it
EMPTYING = (
    [f"DELETE FROM {table}" for table in KEPT]
    if IS_SQLITE
    else [f"TRUNCATE {table} CASCADE" for table in (*KEPT, "league_auditevent", "league_club")]
)


@pytest.mark.parametrize("statement", EMPTYING)
def test_nor_can_its_table_be_emptied(statement: str) -> None:
    with pytest.raises(IntegrityError, match=r"never deleted|append-only"):
        tried(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE league_auditevent SET reason = 'x'",
        "UPDATE league_auditevent SET actor_name = 'x' WHERE id = (SELECT max(id)"
        " FROM league_auditevent)",
        "DELETE FROM league_auditevent",
        "DELETE FROM league_auditevent WHERE id = (SELECT max(id) FROM league_auditevent)",
    ],
)
def test_the_trail_can_be_neither_changed_nor_shortened(statement: str) -> None:
    before = list(AuditEvent.objects.across_clubs().order_by("pk").values())

    with pytest.raises(IntegrityError, match="append-only"):
        tried(statement)

    assert list(AuditEvent.objects.across_clubs().order_by("pk").values()) == before


def test_every_trigger_is_still_there_after_all_migrations() -> None:
    """SQLite drops a table's triggers with it when a migration makes it anew."""
    with connection.cursor() as cursor:
        if IS_SQLITE:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")
        there = {name for [name] in cursor.fetchall()}

    expected = {
        each.split()[2]
        for each in guards.install(connection.vendor)
        if each.startswith("CREATE TRIGGER")
    }
    assert len(expected) > 20
    assert expected - there == set()


def test_whatever_has_choices_takes_no_other_word() -> None:
    ours = [*apps.get_app_config("league").get_models(), *apps.get_app_config("rules").get_models()]
    offered = {
        (model.__name__, field.name, tuple(value for value, _label in field.flatchoices))
        for model in ours
        for field in model._meta.local_concrete_fields
        if field.choices
    }
    kept = {
        (model.__name__, name.removesuffix("__in"), tuple(values))
        for model in ours
        for constraint in model._meta.constraints
        if isinstance(constraint, CheckConstraint)
        for name, values in _conditions(constraint.condition)
        if name.endswith("__in")
    }

    assert offered <= kept


def _conditions(condition: Any) -> list[tuple[str, Any]]:
    """The plain conditions that a Q is made of."""
    found: list[tuple[str, Any]] = []
    for child in condition.children:
        found += _conditions(child) if isinstance(child, Q) else [child]
    return found
