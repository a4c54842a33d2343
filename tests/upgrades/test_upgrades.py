"""Every archived club is brought back, settled anew, and counts what it counted then."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.archive.document import dump_club, load_archive
from league.clubs.verification import verify_club
from league.core.errors import LeagueError
from league.models import Club, Member

ARCHIVES = sorted(Path(__file__).parent.glob("*.json"))

pytestmark = pytest.mark.django_db


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


@pytest.fixture(params=ARCHIVES, ids=lambda path: path.stem)
def archived(request: pytest.FixtureRequest) -> dict[str, Any]:
    return read(request.param)


def test_the_archives_of_every_issue_are_there() -> None:
    assert [path.stem for path in ARCHIVES][:2] == ["issue-002", "issue-003"]


def test_every_archived_game_counts_what_it_counted_then(archived: dict[str, Any]) -> None:
    now = dump_club(load_archive(archived))

    assert [game["counted"] for game in now["games"]] == [
        game["counted"] for game in archived["games"]
    ]


def test_every_archived_ranking_stands_as_it_stood_then(archived: dict[str, Any]) -> None:
    now = dump_club(load_archive(archived))

    assert now["standings"] == archived["standings"]


def test_what_was_brought_back_proves_right(archived: dict[str, Any]) -> None:
    found = verify_club(load_archive(archived))

    assert found["differences"] == 0
    assert found["games"] == sum(1 for game in archived["games"] if not game["voided_at"])


def test_a_club_that_was_brought_back_says_all_that_its_archive_said(
    archived: dict[str, Any],
) -> None:
    club = load_archive(archived)
    out = StringIO()

    call_command("archive_club", club.slug, stdout=out)

    assert _as_told_by(archived, json.loads(out.getvalue())) == archived


def _as_told_by(old: Any, new: Any) -> Any:
    """Of a document what an older one says too: releases add to it and take nothing away."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: _as_told_by(value, new[name]) for name, value in old.items() if name in new}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [_as_told_by(*pair) for pair in zip(old, new, strict=True)]
    return new


def test_people_who_were_brought_back_are_found_by_what_they_are_called() -> None:
    club = load_archive(read(Path(__file__).parent / "issue-006.json"))

    found = Member.objects.for_club(club).get(display_name="戸田")

    assert "とださとし" in found.search


def test_the_evening_before_the_change_and_the_one_after_score_the_same_points_differently() -> (
    None
):
    archived = read(Path(__file__).parent / "issue-002.json")
    same = [
        game["counted"]
        for game in dump_club(load_archive(archived))["games"]
        if [seat["points"] for seat in game["seats"]] == [41400, 30000, 23800, 4800]
    ]

    assert same == [
        {
            "version": "2015-04-10",
            "places": [1, 2, 3, 4],
            "scores": [41_000, 5_000, -11_000, -35_000],
        },
        {
            "version": "2026-07-15",
            "places": [1, 2, 3, 4],
            "scores": [51_000, 10_000, -16_000, -45_000],
        },
    ]


def test_a_club_is_brought_back_only_where_its_address_is_free() -> None:
    archived = read(ARCHIVES[-1])
    load_archive(archived)

    with pytest.raises(LeagueError) as refused:
        load_archive(archived)

    assert refused.value.field == "slug"
    assert Club.objects.count() == 1


def test_a_document_of_another_kind_is_refused() -> None:
    with pytest.raises(LeagueError):
        load_archive({"format": "something-else"})

    assert not Club.objects.exists()


def test_archiving_a_club_that_is_not_there_says_so() -> None:
    with pytest.raises(CommandError, match="nobody"):
        call_command("archive_club", "nobody")
