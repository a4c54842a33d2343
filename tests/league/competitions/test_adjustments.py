"""Points given and taken apart from games."""

from __future__ import annotations

from datetime import date

import pytest
from django import forms
from django.test import Client

from league.core.errors import LeagueError
from league.games.tallies import adjusted_between, adjustments_of
from league.models import Adjustment, AuditEvent, League, Member
from league.rankings.forms import read_score
from league.rankings.write import MOST, give_adjustment, withdraw_adjustment
from tests.factories import ADMIN, EVENING, make_club, make_login, make_members
from tests.league.evenings import english

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(league: League) -> Client:
    return english(make_login(league.club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def reader(league: League) -> Client:
    return english(make_login(league.club, "reader"))


def give(
    league: League, member: Member, points: int = -20_000, reason: str = "チョンボ"
) -> Adjustment:
    return give_adjustment(
        league=league, member=member, day=EVENING, points=points, reason=reason, actor=ADMIN
    )


@pytest.mark.parametrize(
    ("text", "points"),
    [
        pytest.param("-20.0", -20_000, id="hyphen"),
        pytest.param("−20.0", -20_000, id="minus"),
        pytest.param("▲20", -20_000, id="triangle"),
        pytest.param("＋５．５", 5_500, id="full width"),
        pytest.param(" 1,000 ", 1_000_000, id="comma"),
        pytest.param("0.1", 100, id="a tenth"),
        pytest.param("0", 0, id="nothing"),
        pytest.param("20.00", 20_000, id="noughts behind"),
    ],
)
def test_points_are_typed_as_scores(text: str, points: int) -> None:
    assert read_score(text, 1) == points


@pytest.mark.parametrize("text", ["", "x", "-", "1.2.3", "20.05", "1e3", "٣", "1234567", ".5"])
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(forms.ValidationError):
        read_score(text, 1)


def test_a_league_of_whole_scores_takes_no_tenths() -> None:
    assert read_score("20", 0) == 20_000
    with pytest.raises(forms.ValidationError):
        read_score("20.5", 0)


def test_a_members_points_count_on_their_day(league: League, four: list[Member]) -> None:
    before = league.revision
    give(league, four[0])
    give(league, four[0], 5_000, "皆勤")
    league.refresh_from_db()

    assert adjusted_between(league, EVENING, EVENING) == {four[0].pk: -15_000}
    assert adjusted_between(league, date(2026, 1, 1), date(2026, 11, 19)) == {}
    assert league.revision > before


def test_the_same_said_twice_is_one(league: League, four: list[Member]) -> None:
    assert give(league, four[0]) == give(league, four[0])
    assert give(league, four[0], reason="二度目") != give(league, four[0])
    trail = AuditEvent.objects.for_club(league.club).filter(type="adjustment.made")
    assert adjustments_of(league).count() == trail.count() == 2


@pytest.mark.parametrize(
    ("points", "day", "reason", "field"),
    [
        pytest.param(0, EVENING, "x", "points", id="nothing"),
        pytest.param(MOST + 100, EVENING, "x", "points", id="beyond reason"),
        pytest.param(-MOST - 100, EVENING, "x", "points", id="beyond reason below"),
        pytest.param(100, date(1900, 1, 1), "x", "day", id="no club's day"),
        pytest.param(100, date(2099, 1, 1), "x", "day", id="a day to come"),
        pytest.param(100, EVENING, " ", "reason", id="no reason"),
        pytest.param(100, EVENING, "x" * 201, "reason", id="a long reason"),
    ],
)
def test_what_cannot_be_is_refused(
    league: League, four: list[Member], points: int, day: date, reason: str, field: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        give_adjustment(
            league=league, member=four[0], day=day, points=points, reason=reason, actor=ADMIN
        )

    assert refused.value.field == field
    assert not adjustments_of(league).exists()


def test_nobody_of_another_club_is_given_points(league: League) -> None:
    other = make_members(make_club("seihoku", owner="other"), 1)[0]

    with pytest.raises(LeagueError) as refused:
        give(league, other)

    assert refused.value.field == "member"


def test_taken_back_it_counts_no_more_and_stays_readable(
    league: League, four: list[Member], reader: Client
) -> None:
    made = give(league, four[0])
    withdraw_adjustment(adjustment=made, reason="人違い", actor=ADMIN)

    with pytest.raises(LeagueError):
        withdraw_adjustment(adjustment=made, reason="もう一度", actor=ADMIN)

    page = reader.get(f"/c/{league.club.slug}/ranking/main/adjustments/").content.decode()
    assert adjusted_between(league, EVENING, EVENING) == {}
    assert "人違い" in page
    assert "チョンボ" in page
    assert "/withdraw/" not in page


def test_an_organizer_gives_and_takes_back_on_the_pages(
    league: League, four: list[Member], organizer: Client
) -> None:
    base = f"/c/{league.club.slug}/ranking/main/adjustments/"
    typed = {
        "member": str(four[0].pk),
        "day": "2026-11-20",
        "points": "−20.0",
        "reason": "チョンボ",
    }
    empty = organizer.get(base).content.decode()
    made = organizer.post(f"{base}new/", typed)
    there = adjustments_of(league).get()
    bad = organizer.post(f"{base}new/", typed | {"points": "9999", "day": "1900-01-01"})
    far = organizer.post(f"{base}new/", typed | {"points": "9999"})
    page = f"{base}{there.pk}/withdraw/"
    without = organizer.post(page, {"reason": " "})
    back = organizer.post(page, {"reason": "人違い"})
    again = organizer.post(page, {"reason": "人違い"})

    assert "No adjustments yet" in empty
    assert made["Location"] == back["Location"] == base
    assert there.points == -20_000
    assert bad.status_code == far.status_code == without.status_code == 422
    assert "Please check the number." in far.content.decode()
    assert again.status_code == 409
    assert organizer.get(f"{base}new/").status_code == 200


def test_somebody_of_another_league_has_other_points(
    league: League, four: list[Member], organizer: Client
) -> None:
    made = give(league, four[0])
    other = make_club("seihoku", owner="other")

    page = f"/c/{other.slug}/ranking/main/adjustments/{made.pk}/withdraw/"
    assert organizer.get(page).status_code == 404
