"""``manage.py import_lobby`` and ``import_tenhou``: a line for each game, each game once."""

from __future__ import annotations

from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from league.clubs.verification import verify_club
from league.models import Club, Member
from tests.league.imports.tenhou.imports import (
    DAY,
    LOG,
    games_of,
    gzipped,
    line,
    listed,
    record,
    tenhou_club,
    zipped,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def club() -> Club:
    return tenhou_club()


def run(command: str, *files: Path, **options: Any) -> tuple[list[str], int]:
    """What it prints, line by line, and how it ends."""
    out, status = StringIO(), 0
    asked = {"club": "tonan", "league": "main", **options}
    with translation.override("en"):
        try:
            call_command(command, *map(str, files), **asked, stdout=out)
        except SystemExit as end:
            status = int(end.code or 0)
    return out.getvalue().splitlines(), status


def written(folder: Path, name: str, data: str | bytes) -> Path:
    file = folder / name
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    return file


def test_a_list_is_stored_and_read_twice_it_adds_nothing(club: Club, tmp_path: Path) -> None:
    file = written(tmp_path, "sca20211120.log", f"{line()}\n{line(time='22:00')}\n")

    first, second = run("import_lobby", file), run("import_lobby", file)

    found, status = first
    assert found[0].startswith(f"{file}:1: stored | 2021-11-20 21:03 かわせみ(+52.0)")
    assert found[-1] == "2 read: 2 stored, 0 already stored, 0 not stored"
    assert status == 0
    assert second[0][-1] == "2 read: 0 stored, 2 already stored, 0 not stored"
    assert [game.day for game in games_of(club)] == [DAY, DAY]
    assert verify_club(club)["differences"] == 0


def test_the_day_of_a_list_that_does_not_tell_it_is_given(club: Club, tmp_path: Path) -> None:
    file = written(tmp_path, "evening.txt", line())

    without, with_day = run("import_lobby", file), run("import_lobby", file, date="2021-11-20")

    assert without[1] == 1
    assert "This game has no date" in without[0][0]
    assert with_day[1] == 0
    assert [game.day for game in games_of(club)] == [DAY]


def test_a_dry_run_stores_nothing_and_says_what_it_would(club: Club, tmp_path: Path) -> None:
    file = written(tmp_path, "sca20211120.log", f"{line()}\n{line()}\nrubbish")

    output, status = run("import_lobby", file, dry_run=True)

    assert [" would be stored" in output[0], "already stored" in output[1]] == [True, True]
    assert output[-1] == "3 read: 1 would be stored, 1 already stored, 1 cannot be stored"
    assert status == 1
    assert games_of(club) == []


def test_good_lines_go_in_and_each_bad_one_says_why(club: Club, tmp_path: Path) -> None:
    bad = line("a(+5.0)", "b(0.0)", "c(0.0)", "d(-4.0)")
    file = written(tmp_path, "sca20211120.log.gz", gzipped(f"{line()}\n{bad}\n".encode()))

    output, status = run("import_lobby", file)

    assert output[1].endswith("not stored | The scores must add up to 0, but they add up to +1.0.")
    assert output[-1] == "2 read: 1 stored, 0 already stored, 1 not stored"
    assert status == 1
    assert len(games_of(club)) == 1


def test_games_of_other_lobbies_are_left_out_if_one_is_asked_for(tmp_path: Path) -> None:
    file = written(tmp_path, "sca20211120.log", f"{line()}\n{line(lobby='L1002')}")

    output, _status = run("import_lobby", file, lobby="L1001")

    assert "Another lobby: L1002." in output[1]


def test_records_come_in_with_their_hands_from_files_and_zips(club: Club, tmp_path: Path) -> None:
    single = written(tmp_path, f"{LOG}.mjlog", gzipped(record()))
    many = zipped(b__xml=record(["a", "b", "c", "d"]), c__xml=b"<x/>")
    archive = written(tmp_path, "all.zip", many)

    output, status = run("import_tenhou", single, archive, date="2026-11-19")

    assert [part.split(" | ")[0].rsplit(": ", 1)[1] for part in output[:3]] == [
        "stored",
        "stored",
        "not stored",
    ]
    assert f"{archive}: c.xml: not stored" in output[2]
    assert status == 1
    assert [game.kyoku.count() for game in games_of(club)] == [2, 2]
    assert verify_club(club)["differences"] == 0


def test_what_our_engine_says_otherwise_is_told_and_the_record_goes_in(tmp_path: Path) -> None:
    odd = record().replace(b'ten="30,48000,5"', b'ten="30,47000,5"')
    file = written(tmp_path, f"{LOG}.xml", odd)

    output, status = run("import_tenhou", file)

    assert "stored" in output[0]
    assert "differs from Jancho's own calculation, first: E1.0 seat 0: points 48,000" in output[0]
    assert status == 0


def test_a_name_that_may_be_several_members_is_not_guessed(tmp_path: Path, club: Club) -> None:
    listed(club, "カワセミ")
    listed(club, "別人", aliases=["かワセミ"])
    file = written(tmp_path, "sca20211120.log", line())

    output, status = run("import_lobby", file)

    assert "could be any of several members" in output[0]
    assert status == 1


def test_a_file_that_is_not_there_is_a_line_of_its_own(tmp_path: Path) -> None:
    output, status = run("import_lobby", tmp_path / "none.log")

    assert "cannot be read" in output[0]
    assert status == 1


# new people

HINT = "Guests are not ranked unless the league says so. Import with --new-people members"


def told(*files: Path, **options: Any) -> tuple[str, str]:
    """What ``import_lobby`` prints, and what it says beside that."""
    out, beside = StringIO(), StringIO()
    asked = {"club": "tonan", "league": "main", **options}
    with translation.override("en"):
        call_command("import_lobby", *map(str, files), **asked, stdout=out, stderr=beside)
    return out.getvalue(), beside.getvalue()


def kinds(club: Club) -> dict[str, bool]:
    """Whether each of the players is a guest."""
    players = Member.objects.for_club(club).filter(user=None)
    return {each.display_name: each.is_guest for each in players}


def test_new_names_become_guests_and_the_summary_says_so_beside_what_scripts_read(
    club: Club, tmp_path: Path
) -> None:
    listed(club, "かわせみ")
    twice = f"{line()}\n{line(time='22:00')}\n"
    file = written(tmp_path, "sca20211120.log", twice)

    would, did, again = told(file, dry_run=True), told(file), told(file)

    assert would[1].startswith(f"3 new names would become guests. {HINT}")
    assert did[1].startswith(f"3 new names became guests. {HINT}")
    assert did[0].splitlines()[-1] == "2 read: 2 stored, 0 already stored, 0 not stored"
    assert again[1] == ""
    assert kinds(club) == {"かわせみ": False, "やませみ": True, "ひよどり": True, "めじろ": True}


def test_new_names_become_members_from_their_first_game_where_that_is_asked_for(
    club: Club, tmp_path: Path
) -> None:
    later = written(tmp_path, "sca20211120.log", line())
    nameless = line("NoName(+52.0)", "b(+6.0)", "NoName(-24.0)", "めじろ(-34.0)")
    earlier = written(tmp_path, "sca20211113.log", nameless)

    output, beside = told(later, earlier, new_people="members")

    assert output.splitlines()[-1] == "2 read: 2 stored, 0 already stored, 0 not stored"
    assert beside == ""
    guests = Member.objects.for_club(club).filter(is_guest=True).values_list("display_name")
    assert sorted(guests) == [("NoName",), ("NoName 2",)]
    joined = {each.display_name: each.joined_on for each in Member.objects.for_club(club)}
    assert joined["めじろ"] == joined["b"] == date(2021, 11, 13)
    assert joined["かわせみ"] == DAY


def test_whoever_asks_for_guests_is_not_told_about_them(club: Club, tmp_path: Path) -> None:
    file = written(tmp_path, "sca20211120.log", line())

    _output, beside = told(file, new_people="guests")

    assert beside == ""
    assert set(kinds(club).values()) == {True}


def test_a_former_members_name_makes_no_member_by_command_either(
    club: Club, tmp_path: Path
) -> None:
    listed(club, "かわせみ", left_on=date(2020, 1, 1))
    file = written(tmp_path, "sca20211120.log", line())

    would, did = (run("import_lobby", file, new_people="members", dry_run=dry) for dry in (1, 0))

    for output, status in (would, did):
        assert "“かわせみ” is already on the list" in output[0]
        assert status == 1
    assert kinds(club) == {"かわせみ": False}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"club": "none"}, "There is no club “none”."),
        ({"league": "none"}, "There is no league “none”."),
        ({"date": "20.11.2026"}, "Write the day like 2015-12-14."),
        ({"date": "1850-01-01"}, "Please choose a day"),
        ({"lobby": "lounge"}, "A lobby is a number"),
    ],
)
def test_a_slip_in_the_call_is_told_before_anything_is_read(
    tmp_path: Path, options: dict[str, str], says: str
) -> None:
    file = written(tmp_path, "sca20211120.log", line())

    with pytest.raises(CommandError, match=says):
        run("import_lobby", file, **options)
