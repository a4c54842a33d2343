"""What a change of the rules would do, told before anything is written."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.utils import timezone

from league.clubs.write import create_league
from league.models import League, Member, MonthClose, Settlement
from league.rulechanges.plan import intend_moving, intend_publishing, intend_withdrawing
from league.rulechanges.preview import Preview, preview
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING, make_draft, record
from tests.league.rulechanges.changes import BIGGER, EARLIER

pytestmark = pytest.mark.django_db

OCTOBER = date(2026, 10, 16)


def preview_of(
    league: League, day: date = EVENING, *, most: int = 20_000, **parameters: Any
) -> Preview:
    """What publishing a draft would do; uma 10-30 unless told otherwise."""
    draft = make_draft(league, **(parameters or {"uma": BIGGER}))
    return preview(intend_publishing(league.rule_set, draft, day).plan(), most=most)


def test_each_altered_game_is_shown_with_places_and_scores_before_and_after(
    league: League, four: list[Member]
) -> None:
    record(league, four, day=EARLIER)
    game = record(league, four)

    found = preview_of(league)

    assert (found.touched, found.looked_at, found.altered) == (1, 1, 1)
    [shown] = found.games
    assert (shown.game, shown.day, shown.table, shown.number) == (game.pk, EVENING, 1, 1)
    assert [
        (s.name, s.place_before, s.place_after, s.before, s.after, s.by) for s in shown.seats
    ] == [
        ("佐藤 健一", 1, 1, 41_000, 61_000, 20_000),
        ("鈴木 翔", 2, 2, 5_000, 10_000, 5_000),
        ("高橋 恵", 3, 3, -11_000, -16_000, -5_000),
        ("田中 実", 4, 4, -35_000, -55_000, -20_000),
    ]


def test_the_ranks_that_turn_are_those_of_the_ranking_page(
    league: League, four: list[Member]
) -> None:
    sato, suzuki, takahashi, tanaka = four
    record(league, [sato, suzuki, takahashi, tanaka], (40_000, 28_000, 22_000, 10_000))
    record(league, [tanaka, suzuki, takahashi, sato], (40_000, 28_000, 22_000, 10_000))

    [month] = preview_of(league).months

    # 5-10: +40 +3 ▲13 ▲30, 10-30: +60 +8 ▲18 ▲50, twice, with first and last in turn
    assert (month.month, month.games) == (date(2026, 11, 1), 2)
    assert [
        (turn.name, turn.rank_before, turn.rank_after, turn.score_before, turn.score_after)
        for turn in month.turns
    ] == [
        ("鈴木 翔", 3, 1, 6_000, 16_000),
        ("佐藤 健一", 1, 2, 10_000, 10_000),
        ("田中 実", 1, 2, 10_000, 10_000),
    ]
    assert [turn.rises for turn in month.turns] == [True, False, False]


def test_who_has_too_few_games_and_guests_take_no_part_in_the_ranks_that_turn(
    league: League, four: list[Member]
) -> None:
    League.objects.for_club(league.club).update(minimum_games=2)
    record(league, four)

    [month] = preview_of(league).months

    assert month.games == 1
    assert month.turns == ()


def test_a_closed_month_is_named_because_its_ranking_stays(
    league: League, four: list[Member]
) -> None:
    record(league, four, day=OCTOBER)
    record(league, four)
    MonthClose.objects.create(league=league, month=date(2026, 10, 1), rows=[], games=1)

    found = preview_of(league, OCTOBER)

    assert [month.month for month in found.closed] == [date(2026, 10, 1)]
    assert len(found.months) == 2


def test_a_reopened_month_is_an_open_one(league: League, four: list[Member]) -> None:
    record(league, four, day=OCTOBER)
    MonthClose.objects.create(
        league=league, month=date(2026, 10, 1), rows=[], games=1, reopened_at=timezone.now()
    )

    assert preview_of(league, OCTOBER).closed == ()


def test_games_that_cannot_stand_are_named_with_their_reason(
    league: League, four: list[Member]
) -> None:
    game = record(league, four)

    found = preview_of(league, start_points=26_000)

    assert found.impossible == 1
    assert [each.game for each in found.cannot_stand] == [game.pk]
    assert "104,000" in found.cannot_stand[0].words


def test_every_league_of_the_set_is_looked_at(league: League, four: list[Member]) -> None:
    cup = create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="杯", actor=ADMIN
    )
    record(league, four)
    record(cup, four, number=2)

    found = preview_of(league)

    assert [month.league.name for month in found.months] == ["月例リーグ", "杯"]
    assert found.altered == 2


def test_a_version_withdrawn_or_moved_is_previewed_alike(
    league: League, four: list[Member]
) -> None:
    record(league, four)
    later = league.rule_set.rule_set.versions.get(effective_from=date(2015, 4, 10))
    [first] = league.rule_set.rule_set.versions.filter(effective_from=date(2015, 4, 1))

    withdrawn = preview(intend_withdrawing(league.rule_set, later).plan())
    moved = preview(intend_moving(league.rule_set, later, date(2027, 1, 1)).plan())

    is_same = first.parameters["settlement"] == later.parameters["settlement"]
    assert (withdrawn.altered == 0) == is_same
    assert moved.altered == withdrawn.altered
    assert league.rule_set.rule_set.versions.get(pk=later.pk).first_day == date(2015, 4, 10)


def test_of_a_long_history_the_newest_months_are_looked_at_and_that_is_said(
    league: League, four: list[Member]
) -> None:
    for day in (date(2026, 9, 4), OCTOBER, EARLIER, EVENING):
        record(league, four, day=day)

    found = preview_of(league, date(2026, 9, 1), most=3)

    assert (found.touched, found.looked_at, found.since) == (4, 3, date(2026, 10, 1))
    assert found.altered == 3


def test_a_single_month_is_looked_at_however_many_games_it_has(
    league: League, four: list[Member]
) -> None:
    for day in (OCTOBER, EARLIER, EVENING):
        record(league, four, day=day)

    found = preview_of(league, OCTOBER, most=1)

    assert (found.looked_at, found.since) == (2, date(2026, 11, 1))


def test_a_preview_writes_nothing(league: League, four: list[Member]) -> None:
    record(league, four)
    before = Settlement.objects.for_club(league.club).count()
    versions = RuleVersion.objects.count()

    preview_of(league)

    assert Settlement.objects.for_club(league.club).count() == before
    assert RuleVersion.objects.count() == versions + 1  # the draft itself


def test_the_mark_of_a_preview_changes_with_what_it_was_made_of(
    league: League, four: list[Member]
) -> None:
    draft = make_draft(league, uma=BIGGER)

    def mark(day: date = EVENING) -> str:
        draft.refresh_from_db()
        intended = intend_publishing(league.rule_set, draft, day)
        return intended.mark(intended.plan())

    first = mark()
    assert mark() == first
    assert mark(EARLIER) != first
    record(league, four)
    after_game = mark()
    assert after_game != first
    RuleVersion.objects.filter(pk=draft.pk).update(draft_revision=1)
    assert mark() != after_game
