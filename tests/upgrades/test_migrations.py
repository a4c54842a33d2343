"""A database of an earlier release is brought up to date with everything that it holds."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from league.models import Club, Hanchan, League, Tally, Yakuman
from league.selectors.records import tallies_of
from tests.league.naive_ranking import KINDS, random_league

STREAKS = import_module("league.migrations.0007_streaks")

#: the newest migrations of the release before
BEFORE = [("league", "0002_append_only_trail"), ("rules", "0001_initial")]

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(targets: list[tuple[str, str]]) -> Any:
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return executor.loader.project_state(targets).apps


def newest() -> list[tuple[str, str]]:
    leaves: list[tuple[str, str]] = MigrationExecutor(connection).loader.graph.leaf_nodes()
    return leaves


@pytest.fixture
def the_release_before() -> Iterator[Any]:
    """The tables as they were, empty; whatever happens, the test leaves today's behind."""
    try:
        yield migrate(BEFORE)
    finally:
        migrate(newest())


def test_what_counted_before_counts_after(the_release_before: Any) -> None:
    models = _a_club_of_old(the_release_before)

    migrate(newest())

    club = Club.objects.get(slug="old")
    game, voided = Hanchan.objects.for_club(club).order_by("pk")
    assert game.settlement is not None
    assert game.settlement.scores == (41_000, 5_000, -11_000, -35_000)
    assert game.settlement.pk == models["counts"]
    assert voided.settlement is not None
    league = League.objects.for_club(club).get()
    rows = tallies_of(league).order_by("span", "-score")
    assert [(row.span, row.score) for row in rows] == [
        *(("day", score) for score in (41_000, 5_000, -11_000, -35_000)),
        *(("month", score) for score in (41_000, 5_000, -11_000, -35_000)),
    ]
    assert {row.page.month for row in rows.select_related("page")} == {date(2026, 10, 1)}


def test_a_yakuman_is_found_by_whoever_won_it(the_release_before: Any) -> None:
    _a_club_of_old(the_release_before)

    migrate(newest())

    club = Club.objects.get(slug="old")
    won = Yakuman.objects.for_club(club).select_related("member")
    told = [(one.member.display_name, one.day, one.hanchan.number) for one in won]
    assert told == [("西", date(2026, 10, 30), 1), ("西", date(2026, 10, 30), 2)]


def test_runs_are_counted_from_the_games_that_were_there(the_release_before: Any) -> None:
    _a_club_of_old(the_release_before)

    migrate(newest())

    club = Club.objects.get(slug="old")
    league = League.objects.for_club(club).get()
    rows = tallies_of(league).filter(span="month").order_by("-score")
    # one live game: 41, 5, -11, -35; the voided one is not counted
    assert [(row.top_run, row.no_last_run, row.plus_run, row.points_games) for row in rows] == [
        (1, 1, 1, 1),
        (0, 1, 1, 1),
        (0, 1, 0, 1),
        (0, 0, 0, 1),
    ]
    assert [row.no_last_run_trailing for row in rows] == [1, 1, 1, 0]


def test_runs_of_a_long_month_come_to_what_counting_anew_gives(
    transactional_db: None,
) -> None:
    """Today's tallies, their new columns emptied and filled by the migration, are as before."""
    club, league = random_league(KINDS["riichi"], 11, games=60, days=50)
    before = list(tallies_of(league).order_by("pk").values())
    emptied = dict.fromkeys(STREAKS.COLUMNS, 0)
    Tally.objects.for_club(club).update(**emptied)
    assert list(tallies_of(league).order_by("pk").values()) != before

    models = MigrationExecutor(connection).loader.project_state(newest()).apps
    STREAKS.fill(models, SimpleNamespace(connection=connection))

    assert list(tallies_of(league).order_by("pk").values()) == before


def _a_club_of_old(apps: Any) -> dict[str, int]:
    """A game that was corrected once, and one that was voided, stored as they were then."""

    def make(app: str, model: str, **fields: Any) -> Any:
        return apps.get_model(app, model).objects.create(**fields)

    club = make("league", "Club", slug="old", name="旧東南会")
    rules = make("rules", "RuleSet", name_ja="金曜会", name_en="Kinyoukai", family="riichi")
    version = make(
        "rules",
        "RuleVersion",
        rule_set=rules,
        effective_from=date(2015, 4, 1),
        status="published",
        parameters={"family": "riichi"},
    )
    in_club = make("league", "ClubRuleSet", club=club, rule_set=rules, slug="kinyoukai")
    league = make("league", "League", club=club, rule_set=in_club, slug="main", name="月例")
    session = make("league", "Session", club=club, day=date(2026, 10, 30))
    people = [make("league", "Member", club=club, display_name=name) for name in "東南西北"]
    made: dict[str, int] = {}
    for number, voided in ((1, None), (2, "2026-10-30T12:00:00Z")):
        game = make(
            "league",
            "Hanchan",
            club=club,
            session=session,
            league=league,
            day=session.day,
            number=number,
            source="form",
            key=f"00000000-0000-4000-8000-00000000000{number}",
            digest="",
            revision=2,
            voided_at=voided,
        )
        for seat, (person, points) in enumerate(
            zip(people, (41_400, 30_000, 23_800, 4_800), strict=True)
        ):
            make("league", "Seat", hanchan=game, seat=seat, member=person, points=points)
        make("league", "Yakuman", hanchan=game, seat=2, discarder=0, name="kokushi")
        revisions = (1, 2) if number == 1 else (1,)
        for revision in revisions:
            top = 41_000 if revision == len(revisions) else 40_000
            row = make(
                "league",
                "Settlement",
                hanchan=game,
                hanchan_revision=revision,
                version=version,
                **{f"place_{seat}": seat + 1 for seat in range(4)},
                score_0=top,
                score_1=5_000,
                score_2=-11_000,
                score_3=30_000 - 24_000 - top,
            )
            game.settlement = row
            game.save()
        made["counts"] = made.get("counts", game.settlement_id)
    for span, start in (("day", session.day), ("month", session.day.replace(day=1))):
        for place, (person, score) in enumerate(
            zip(people, (41_000, 5_000, -11_000, -35_000), strict=True), start=1
        ):
            make(
                "league",
                "Tally",
                league=league,
                member=person,
                span=span,
                start=start,
                games=1,
                **{
                    name: int(name == ("first", "second", "third", "fourth")[place - 1])
                    for name in ("first", "second", "third", "fourth")
                },
                place_halves=2 * place,
                score=score,
                points=0,
                best=score,
                worst=score,
                busts=0,
                chips=0,
            )
    return made
