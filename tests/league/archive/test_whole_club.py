"""A club comes back from its archive as it was: every table, every field."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.db.models import Model

from league.archive.document import dump_club, load_archive, write_archive
from league.archive.file import FIELDS_LEFT_OUT, TABLES_LEFT_OUT
from league.clubs.verification import verify_club
from league.core.days import Period
from league.games.entry import PenaltyEntry, YakumanEntry
from league.games.write import void_hanchan
from league.models import (
    Adjustment,
    Club,
    Hanchan,
    Kyoku,
    Member,
    MonthClose,
    Prize,
    RuleChange,
    Ruling,
    Season,
    Session,
    Stage,
    Team,
    TeamMembership,
)
from league.rankings.closings import frozen_rows
from league.rankings.table import ranking_of
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING, ClubWorld, make_world, record
from tests.league.archive.whole import IDENTITY, fields, models, whole

pytestmark = pytest.mark.django_db

THEN = datetime(2026, 11, 20, 12, 30, 15, 123456, tzinfo=UTC)


@pytest.fixture
def world() -> ClubWorld:
    """A club that has something in every table that comes back."""
    return furnished_world()


def furnished_world() -> ClubWorld:
    with time_machine.travel(THEN, tick=False):
        world = make_world()
        _furnish(world)
    return world


def _furnish(world: ClubWorld) -> None:
    club, league = world.club, world.league
    Club.objects.filter(pk=club.pk).update(year_starts_in=4, day_turns_at=6)
    league.teams_from_names, league.minimum_games = True, 3
    league.save()
    one, other, *more = Member.objects.for_club(club).filter(user=None).order_by("pk")
    one.kana, one.aliases, one.tenhou_names = "さとう けんいち", ["サトケン"], ["satoken@tonan"]
    one.save()
    Member.objects.create(club=club, display_name="佐藤(旧)", merged_into=one)
    Member.objects.create(club=club, display_name="=1+1", is_guest=True, left_on=EVENING)
    _season(world.season)
    team = Team.objects.create(league=league, name="緑龍")
    TeamMembership.objects.create(team=team, member=one, joined_on=date(2026, 4, 1))
    TeamMembership.objects.create(
        team=team, member=other, joined_on=date(2026, 4, 1), left_on=EVENING
    )
    Adjustment.objects.create(
        league=league, member=one, day=EVENING, points=-20_000, reason="遅刻", made_by_name="幹事"
    )
    Adjustment.objects.create(
        league=league,
        member=other,
        day=EVENING,
        points=5_000,
        reason="賞",
        withdrawn_at=THEN,
        withdrawn_by_name="会長",
        withdraw_reason="取り違え",
    )
    Prize.objects.create(league=league, position=1, name="MVP", measure="average", minimum_games=5)
    Session.objects.for_club(club).filter(pk=world.session.pk).update(
        title="例会", place="喫茶店", note="持ち物:\n牌", options={"red_fives": 3}
    )
    record_with_everything(world, [one, other, *more])
    _closings(world)
    _rulings(world)
    _rules(world)


def _season(season: Season) -> None:
    season.has_teams, season.best_games, season.options = True, 10, {"uma": [20, 10, -10, -20]}
    season.save()
    Stage.objects.create(
        season=season,
        position=9,
        name="準決勝",
        starts_on=season.starts_on,
        ends_on=season.starts_on,
        carry=Stage.Carry.HALF,
        worst_dropped=2,
    )


def record_with_everything(world: ClubWorld, people: list[Member]) -> Hanchan:
    """A game with penalties, yakuman and hands."""
    game = record(
        world.league,
        people[:4],
        session=Session.objects.for_club(world.club).get(pk=world.session.pk),
        number=7,
        table=2,
        remark="=SUM(A1)",
        ended_by_time=True,
        penalties=(PenaltyEntry(seat=1, kind="chombo", reason="誤ロン"),),
        yakuman=(YakumanEntry(seat=0, name="kokushi", discarder=3),),
    )
    Kyoku.objects.create(
        hanchan=game,
        number=0,
        round=0,
        dealer=0,
        result="ron",
        winners=1,
        discarder=3,
        riichi=5,
        delta_0=32_000,
        delta_3=-32_000,
        told={"result": "ron", "wins": [{"winner": 0, "from": 3, "yakuman": 1}]},
    )
    return game


def _closings(world: ClubWorld) -> None:
    MonthClose.objects.create(
        league=world.league,
        month=date(2026, 9, 1),
        rows=frozen_rows(
            ranking_of(world.club, world.league, Period(first=EVENING, last=EVENING)),
            {member.pk: member for member in Member.objects.for_club(world.club)},
        ),
        versions=["2015-04-10"],
        games=3,
        last_game=world.game,
        closed_by_name="幹事",
        reopened_at=THEN,
        reopened_by_name="会長",
        reopen_reason="入れ忘れ",
    )


def _rulings(world: ClubWorld) -> None:
    Ruling.objects.create(
        club=world.club,
        rule_set=world.league.rule_set,
        session=world.session,
        day=EVENING,
        clause="G-9",
        facts="二度目",
        outcome="改める",
        corrects=world.ruling,
        created_by_name="幹事",
        voided_at=THEN,
        void_reason="取り違え",
    )


def _rules(world: ClubWorld) -> None:
    draft = world.draft
    draft.title, draft.draft_revision, draft.edited_by, draft.edited_at = "来年", 4, "幹事", THEN
    draft.save()
    first = world.league.rule_set.rule_set.versions.filter(number__gte=1)[0]
    first.published_at = THEN
    first.save()
    RuleChange.objects.create(
        club=world.club,
        rule_set=world.league.rule_set,
        kind=RuleChange.Kind.PUBLISH,
        state=RuleChange.State.APPLIED,
        arriving=first,
        altered=2,
        created_by_name="幹事",
        closed_at=THEN,
    )


def test_it_comes_back_with_every_row_and_field(world: ClubWorld) -> None:
    club = Club.objects.get(pk=world.club.pk)
    before = whole(club)
    archived = json.loads(json.dumps(dump_club(club)))

    again = load_archive(archived, slug="again")
    Club.objects.filter(pk=club.pk).update(slug="before")
    Club.objects.filter(pk=again.pk).update(slug=club.slug)
    after = whole(Club.objects.get(pk=again.pk))

    for label, rows in before.items():
        assert after[label] == rows, label
    assert verify_club(again)["differences"] == 0
    assert dump_club(Club.objects.get(pk=again.pk)) == archived


def test_the_club_of_these_tests_has_something_in_every_table(world: ClubWorld) -> None:
    empty = [label for label, rows in whole(world.club).items() if not rows]

    assert not empty


def test_every_table_and_field_is_decided_about() -> None:
    known = {model._meta.label for model in _all_models()}
    by_name = {f"{m._meta.label}.{f.name}" for m in _all_models() for f in m._meta.concrete_fields}

    assert set(TABLES_LEFT_OUT) <= known
    assert set(FIELDS_LEFT_OUT) <= by_name
    for model in models():
        for field in fields(model):
            if field.is_relation:
                assert field.related_model._meta.label in IDENTITY, field


def _all_models() -> list[type[Model]]:
    return [model for app in ("rules", "league") for model in apps.get_app_config(app).get_models()]


def test_a_field_that_an_archive_forgets_is_noticed(world: ClubWorld) -> None:
    archived = dump_club(world.club)
    del archived["leagues"][0]["seasons"][0]["has_teams"]

    again = load_archive(archived, slug="again")

    assert whole(again)["league.Season"] != whole(world.club)["league.Season"]


def test_what_was_typed_when_is_not_forgotten(world: ClubWorld) -> None:
    again = load_archive(dump_club(world.club), slug="again")

    assert {game.entered_at for game in Hanchan.objects.for_club(again)} == {THEN}


def test_a_document_is_written_entry_by_entry_and_is_the_same(world: ClubWorld) -> None:
    written: list[str] = []

    write_archive(world.club, written.append)

    assert json.loads("".join(written)) == dump_club(world.club)


def test_a_version_that_is_being_published_comes_back_as_a_draft(world: ClubWorld) -> None:
    world.draft.status, world.draft.number = RuleVersion.Status.PENDING, 1
    world.draft.save()
    RuleChange.objects.for_club(world.club).delete()
    RuleChange.objects.create(
        club=world.club, rule_set=world.league.rule_set, kind="publish", arriving=world.draft
    )

    again = load_archive(dump_club(world.club), slug="again")

    assert list(RuleVersion.objects.filter(rule_set__in_club__club=again, status="draft"))
    assert not RuleChange.objects.for_club(again).filter(state="open").exists()


def test_a_voided_game_comes_back_voided(world: ClubWorld) -> None:
    void_hanchan(hanchan=world.game, revision=1, reason="二重", actor=ADMIN)

    again = load_archive(dump_club(world.club), slug="again")

    game = Hanchan.objects.for_club(again).get(key=world.game.key)
    assert (game.is_voided, game.void_reason) == (True, "二重")


def test_keys_of_games_stay_so_that_a_repeat_is_known(world: ClubWorld) -> None:
    keys: set[Any] = set(Hanchan.objects.for_club(world.club).values_list("key", flat=True))

    again = load_archive(dump_club(world.club), slug="again")

    assert set(Hanchan.objects.for_club(again).values_list("key", flat=True)) == keys
    assert all(isinstance(key, uuid.UUID) for key in keys)
