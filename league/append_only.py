"""The database's own refusal to change or delete what the trail holds."""

from __future__ import annotations

_TABLE = "league_auditevent"

#: by database kind: statements that put the refusal up, and that take it down
INSTALL: dict[str, list[str]] = {
    "sqlite": [
        f"CREATE TRIGGER {_TABLE}_no_{verb.lower()} BEFORE {verb} ON {_TABLE} "
        "BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END"
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"CREATE FUNCTION {_TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit trail is append-only' "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER {_TABLE}_append_only BEFORE UPDATE OR DELETE ON {_TABLE} "
        f"FOR EACH ROW EXECUTE FUNCTION {_TABLE}_refuse()",
    ],
}
REMOVE: dict[str, list[str]] = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {_TABLE}_no_{verb}" for verb in ("update", "delete")],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {_TABLE}_append_only ON {_TABLE}",
        f"DROP FUNCTION IF EXISTS {_TABLE}_refuse()",
    ],
}
