"""A backup comes back whole or not at all, and a drill proves it without touching anything."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F
from django.utils import translation

from config import env
from league.core import redis_cache
from league.games.tallies import tallies_of
from league.models import Club, Hanchan, League, Member, User
from league.upkeep.backups import Backup, backups_in, facts_of_database, make_backup
from league.upkeep.databases import SUFFIX, elsewhere
from league.upkeep.restoring import drill, restore
from tests.factories import make_club, record


def command(*arguments: str) -> tuple[int, str, str]:
    """Run ``restore``; its exit status and what it says."""
    out, err = StringIO(), StringIO()
    try:
        call_command("restore", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def refused(*arguments: str) -> str:
    with pytest.raises(CommandError) as error, translation.override("en"):
        command(*arguments)
    assert error.value.returncode == 1
    return str(error.value)


def change_everything(league: League) -> None:
    """What happens after the backup: another game, another club, a member less."""
    people = list(Member.objects.for_club(league.club_id).filter(user=None).order_by("pk"))
    record(league, people, day=date(2026, 10, 24), number=2)
    make_club("later", owner="later")


def test_what_was_changed_since_is_as_it_was(league: League, backup: Backup, folder: Path) -> None:
    before = facts_of_database()
    change_everything(league)
    caches["pages"].set("page", "of a revision that comes again")

    status, out, _err = command(str(backup.file), "--replace")

    assert (status, facts_of_database()) == (0, before)
    assert "differences: 0" in out
    assert not User.objects.filter(username="later").exists()
    assert caches["pages"].get("page") is None
    # what was replaced is a backup too, which no rule removes
    [replaced] = backups_in(folder / "replaced")
    assert (replaced.facts.clubs, replaced.facts.games) == (2, 2)
    assert backups_in(folder) == [backup]


def test_a_table_that_a_later_release_had_added_is_gone(league: League, backup: Backup) -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE league_later (id INTEGER)")

    assert command(str(backup.file), "--replace")[0] == 0

    assert "league_later" not in connection.introspection.table_names()


def test_a_cache_that_could_not_be_emptied_is_told(
    league: League, backup: Backup, settings: Any
) -> None:
    redis_cache.breaker_of.cache_clear()
    settings.CACHES = {**settings.CACHES, "pages": env.cache("redis://127.0.0.1:1/0")}

    status, _out, err = command(str(backup.file), "--replace")

    assert status == 1
    assert "The cache does not answer" in err or "キャッシュが応答しません" in err


def test_a_restored_database_goes_on_counting_where_it_was(league: League, backup: Backup) -> None:
    restore(backup, replace=True)

    change_everything(league)

    assert Hanchan.objects.for_club(league.club_id).count() == 2


def test_a_database_with_clubs_is_replaced_only_where_that_is_said(
    league: League, backup: Backup
) -> None:
    change_everything(league)
    before = facts_of_database()

    assert "--replace" in refused(str(backup.file))
    assert facts_of_database() == before


def test_on_a_new_server_it_needs_no_table_and_no_word(backup: Backup) -> None:
    with elsewhere():
        proof = restore(backup, replace=False)

        assert Club.objects.get().slug == "tonan"
    assert (proof.games, proof.wrong) == (1, [])


def test_a_drill_proves_the_newest_and_leaves_everything_as_it_is(
    league: League, backup: Backup
) -> None:
    change_everything(league)
    before, name = facts_of_database(), connection.settings_dict["NAME"]

    status, out, _err = command("--drill")

    assert status == 0
    assert out.startswith(f"{backup.file}: 1 ")
    assert "differences: 0" in out
    assert (facts_of_database(), connection.settings_dict["NAME"]) == (before, name)


def test_a_drill_finds_standings_that_the_games_do_not_give(league: League) -> None:
    tallies_of(league).update(score=F("score") + 1_000)
    make_backup()

    status, out, err = command("--drill")

    assert status == 1
    assert len(err.splitlines()) == 8  # four people, a day and a month each
    assert "differences: 8" in out


def rewritten(backup: Backup, change: Callable[[dict[str, object]], object]) -> None:
    manifest = json.loads(backup.manifest.read_text(encoding="utf-8"))
    change(manifest)
    backup.manifest.write_text(json.dumps(manifest), encoding="utf-8")


def test_a_drill_finds_rows_and_standings_that_are_not_those_of_the_backup(backup: Backup) -> None:
    def lose(manifest: dict[str, object]) -> None:
        facts = manifest["facts"]
        assert isinstance(facts, dict)
        facts["rows"]["league_seat"] = 5
        facts["standings"] = "others"

    rewritten(backup, lose)

    with translation.override("en"):
        wrong = drill(next(iter(backups_in(backup.file.parent)))).wrong

    assert wrong == [
        "The table league_seat has 4 rows, expected 5.",
        "The standings are not those of the backup.",
    ]


def flip_a_byte(backup: Backup) -> None:
    data = bytearray(backup.file.read_bytes())
    data[len(data) // 2] ^= 1
    backup.file.write_bytes(data)


def cut_short(backup: Backup) -> None:
    backup.file.write_bytes(backup.file.read_bytes()[:-1])


def cut_short_and_sign(backup: Backup) -> None:
    """As if it had been written so: the sum says nothing, the file itself has to."""
    data = backup.file.read_bytes()[: backup.size // 2]
    backup.file.write_bytes(data)
    sha256 = hashlib.sha256(data).hexdigest()
    rewritten(backup, lambda manifest: manifest.update(size=len(data), sha256=sha256))


def lose_file(backup: Backup) -> None:
    backup.file.unlink()


def lose_manifest(backup: Backup) -> None:
    backup.manifest.unlink()


def garble_manifest(backup: Backup) -> None:
    backup.manifest.write_text("[]", encoding="utf-8")


DAMAGES = (flip_a_byte, cut_short, cut_short_and_sign, lose_file, lose_manifest, garble_manifest)


@pytest.mark.parametrize("how", ["--replace", "--drill"])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_backup_is_noticed_and_nothing_is_changed(
    league: League, backup: Backup, damage: Callable[[Backup], None], how: str
) -> None:
    change_everything(league)
    before = facts_of_database()
    damage(backup)

    message = refused(str(backup.file), how)

    assert "Traceback" not in message
    assert "\n" not in message
    assert facts_of_database() == before


def test_a_hundred_bytes_of_a_hundred_that_changed_are_noticed(backup: Backup) -> None:
    chance, whole = random.Random(48), backup.file.read_bytes()

    for _damage in range(100):
        data = bytearray(whole)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        backup.file.write_bytes(data)
        assert refused(str(backup.file), "--drill")


def test_a_drill_of_the_newest_says_that_it_is_damaged(backup: Backup) -> None:
    flip_a_byte(backup)

    assert "is damaged: it is not what was written" in refused("--drill")


def test_without_any_backup_a_drill_says_so(league: League, folder: Path) -> None:
    assert refused("--drill") == f"There is no backup in {folder}."


def test_a_restore_names_its_file(backup: Backup) -> None:
    assert refused() == "Name the backup's file; --drill alone takes the newest."


def test_a_backup_of_the_other_kind_of_database_is_refused(backup: Backup) -> None:
    other = next(kind for kind in SUFFIX if kind != connection.vendor)
    rewritten(backup, lambda manifest: manifest.update(database=other))
    backup.file.rename(backup.file.with_suffix(SUFFIX[other]))

    assert f"another kind of database ({other})" in refused(str(backup.manifest), "--replace")


def test_a_backup_of_a_later_version_is_refused(backup: Backup) -> None:
    def from_tomorrow(manifest: dict[str, object]) -> None:
        facts = manifest["facts"]
        assert isinstance(facts, dict)
        facts["migrations"].append("league.0999_tomorrow")

    rewritten(backup, from_tomorrow)

    assert "league.0999_tomorrow" in refused(str(backup.file), "--replace")


def test_a_backup_of_an_earlier_version_is_brought_up_to_this_one(
    transactional_db: None, folder: Path
) -> None:
    with elsewhere():
        call_command("migrate", verbosity=0)
        call_command("migrate", "league", "0001_initial", verbosity=0)
        earlier = make_backup()

        assert "league.0001_initial" in earlier.facts.migrations
        assert "league.0002_penalties_and_substitutes" not in earlier.facts.migrations
    with elsewhere():
        assert restore(earlier, replace=False).wrong == []
        assert Hanchan.objects.across_clubs().count() == 0
        now = facts_of_database().migrations

    assert "league.0002_penalties_and_substitutes" in now
