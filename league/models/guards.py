"""What the database refuses by triggers, because no constraint of Django's can say it.

A thing belongs to the club of everything that it names, and stays there; games, closed months and
adjustments are never deleted, and the trail is not emptied. Nothing names somebody who was merged
into another. Settlements and tallies, which a
re-score writes by the hundred thousand, carry no trigger: ``verify_standings`` looks at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

#: whose club a row must be of: its own, or that of what it is a part of (column, table)
_PARTS: Final[Mapping[str, tuple[str, str]]] = {
    "league_seat": ("hanchan_id", "league_hanchan"),
    "league_yakuman": ("hanchan_id", "league_hanchan"),
    "league_liveseat": ("live_id", "league_livetable"),
    "league_adjustment": ("league_id", "league_league"),
    "league_session_attendants": ("session_id", "league_session"),
}
#: what has to be of the same club: table to its columns, each with the table that it names
_SAME_CLUB: Final[Mapping[str, Mapping[str, str]]] = {
    "league_hanchan": {"session_id": "league_session", "league_id": "league_league"},
    "league_seat": {"member_id": "league_member"},
    "league_yakuman": {"member_id": "league_member"},
    "league_livetable": {
        "session_id": "league_session",
        "league_id": "league_league",
        "hanchan_id": "league_hanchan",
    },
    "league_liveseat": {"member_id": "league_member"},
    "league_league": {"rule_set_id": "league_clubruleset"},
    "league_adjustment": {"member_id": "league_member"},
    "league_session_attendants": {"member_id": "league_member"},
    "league_member": {"merged_into_id": "league_member"},
    "league_rulechange": {"rule_set_id": "league_clubruleset"},
    "league_ruling": {
        "rule_set_id": "league_clubruleset",
        "session_id": "league_session",
        "hanchan_id": "league_hanchan",
    },
    "league_sheetimport": {"league_id": "league_league"},
    "league_tenhouimport": {"league_id": "league_league"},
    "league_apitoken": {"member_id": "league_member"},
}
#: what names a person of the list, by ``member_id``
_NAMES_SOMEBODY: Final = (
    *("league_seat", "league_yakuman", "league_liveseat", "league_adjustment"),
    *("league_teammembership", "league_session_attendants"),
)
#: what has to be of the other person when somebody is merged away
_MOVES_ALONG: Final = ("league_seat", "league_yakuman", "league_adjustment")
#: what others name, and therefore never moves
_STAYS: Final = (
    *("league_hanchan", "league_session", "league_league", "league_member", "league_livetable"),
    "league_clubruleset",
)
#: what is voided, reopened or withdrawn instead of deleted
KEPT: Final[Mapping[str, str]] = {
    "league_hanchan": "games are voided, never deleted",
    "league_monthclose": "a closing is reopened, never deleted",
    "league_adjustment": "an adjustment is withdrawn, never deleted",
}
TRAIL: Final = "league_auditevent"
_APPEND_ONLY: Final = "the audit trail is append-only"
_FOREIGN: Final = "something of another club is named"
_MERGED: Final = "somebody who was merged into another is named"
_STILL_NAMED: Final = "somebody who is merged into another is still named"


def install(vendor: str) -> list[str]:
    """Return the statements that put the triggers up."""
    return list(_on_postgresql() if vendor == "postgresql" else _on_sqlite())


def remove(vendor: str) -> list[str]:
    """Return the statements that take them down, whether they are there or not."""
    if vendor == "postgresql":
        functions = ["league_refuse", "league_names_nobody_merged", "league_member_is_not_named"]
        functions += [f"{table}_same_club" for table in _SAME_CLUB]
        return [f"DROP FUNCTION IF EXISTS {name}() CASCADE" for name in functions]
    names = [each.split()[2] for each in _on_sqlite()]
    return [f"DROP TRIGGER IF EXISTS {name}" for name in names]


def put_up(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Put the triggers up in a migration."""
    for statement in install(editor.connection.vendor):
        editor.execute(statement)


def take_down(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Take them down in a migration."""
    for statement in remove(editor.connection.vendor):
        editor.execute(statement)


def _home(table: str) -> str:
    if table not in _PARTS:
        return "NEW.club_id"
    column, whole = _PARTS[table]
    return _club_of(column, whole)


def _club_of(column: str, table: str) -> str:
    return f"(SELECT club_id FROM {table} WHERE id = NEW.{column})"  # noqa: S608, our own names


def _differs(table: str) -> str:
    """Return a condition: something is of another club. What names nothing differs from nothing."""
    home, named = _home(table), _SAME_CLUB[table]
    return " OR ".join(f"{home} <> {_club_of(column, of)}" for column, of in named.items())


def _naming(table: str) -> str:
    own = [_PARTS[table][0]] if table in _PARTS else []
    return ", ".join([*own, *_SAME_CLUB[table]])


def _on_sqlite() -> Iterator[str]:
    for table in _SAME_CLUB:
        for verb, when in (("insert", "INSERT"), ("update", f"UPDATE OF {_naming(table)}")):
            yield _refusing(
                f"{table}_same_club_{verb}", f"{when} ON {table}", _FOREIGN, _differs(table)
            )
    for table in _STAYS:
        moves = "OLD.club_id <> NEW.club_id"
        yield _refusing(f"{table}_stays", f"UPDATE OF club_id ON {table}", _stays(table), moves)
    for table, why in KEPT.items():
        yield _refusing(f"{table}_kept", f"DELETE ON {table}", why)
    for table in _NAMES_SOMEBODY:
        away = (
            "EXISTS (SELECT 1 FROM league_member "
            "WHERE id = NEW.member_id AND merged_into_id IS NOT NULL)"
        )
        for verb, when in (("insert", "INSERT"), ("update", "UPDATE OF member_id")):
            yield _refusing(f"{table}_nobody_merged_{verb}", f"{when} ON {table}", _MERGED, away)
    yield _refusing(
        "league_member_not_named",
        "UPDATE OF merged_into_id ON league_member",
        _STILL_NAMED,
        f"NEW.merged_into_id IS NOT NULL AND ({_is_named()})",
    )
    # REPLACE deletes without asking the trigger on DELETE.
    for table, why in {**KEPT, TRAIL: _APPEND_ONLY}.items():
        there = f"EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)"  # noqa: S608, our own names
        yield _refusing(f"{table}_no_replace", f"INSERT ON {table}", why, there)


def _is_named() -> str:
    rows = (f"SELECT 1 FROM {table} WHERE member_id = NEW.id" for table in _MOVES_ALONG)  # noqa: S608
    return " OR ".join(f"EXISTS ({row})" for row in rows)


def _refusing(name: str, when: str, why: str, condition: str = "1") -> str:
    return (
        f"CREATE TRIGGER {name} BEFORE {when} WHEN {condition} "
        f"BEGIN SELECT RAISE(ABORT, '{why}'); END"
    )


def _stays(table: str) -> str:
    return f"{table} stays in its club"


def _on_postgresql() -> Iterator[str]:
    refusal = "USING ERRCODE = 'integrity_constraint_violation'"
    yield (
        "CREATE FUNCTION league_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE {refusal}, MESSAGE = TG_ARGV[0]; END $$"
    )
    for table in _SAME_CLUB:
        name = f"{table}_same_club"
        yield (
            f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN IF {_differs(table)} THEN RAISE EXCEPTION '{_FOREIGN}' {refusal}; END IF; "
            "RETURN NEW; END $$"
        )
        when = f"BEFORE INSERT OR UPDATE OF {_naming(table)} ON {table}"
        yield f"CREATE TRIGGER {name} {when} FOR EACH ROW EXECUTE FUNCTION {name}()"
    # The lock waits for a merge under way, and reads the row as that leaves it.
    of_member = "merged_into_id INTO other FROM league_member WHERE id = NEW.member_id"
    yield (
        "CREATE FUNCTION league_names_nobody_merged() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ DECLARE other bigint; BEGIN SELECT {of_member} FOR KEY SHARE; "
        f"IF other IS NOT NULL THEN RAISE EXCEPTION '{_MERGED}' {refusal}; END IF; "
        "RETURN NEW; END $$"
    )
    for table in _NAMES_SOMEBODY:
        when = f"BEFORE INSERT OR UPDATE OF member_id ON {table} FOR EACH ROW"
        yield (
            f"CREATE TRIGGER {table}_nobody_merged {when} "
            "EXECUTE FUNCTION league_names_nobody_merged()"
        )
    yield (
        "CREATE FUNCTION league_member_is_not_named() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF {_is_named()} THEN RAISE EXCEPTION '{_STILL_NAMED}' {refusal}; END IF; "
        "RETURN NEW; END $$"
    )
    yield (
        "CREATE TRIGGER league_member_not_named BEFORE UPDATE OF merged_into_id ON league_member "
        "FOR EACH ROW WHEN (NEW.merged_into_id IS NOT NULL) "
        "EXECUTE FUNCTION league_member_is_not_named()"
    )
    for table in _STAYS:
        when = f"BEFORE UPDATE OF club_id ON {table} FOR EACH ROW"
        moves = "WHEN (OLD.club_id <> NEW.club_id)"
        yield f"CREATE TRIGGER {table}_stays {when} {moves} {_refuse(_stays(table))}"
    for table, why in KEPT.items():
        yield f"CREATE TRIGGER {table}_kept BEFORE DELETE ON {table} FOR EACH ROW {_refuse(why)}"
    for table, why in {**KEPT, TRAIL: _APPEND_ONLY}.items():
        yield f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} {_refuse(why)}"


def _refuse(why: str) -> str:
    return f"EXECUTE FUNCTION league_refuse('{why}')"
