"""The heart of it: a game scores by the rules of the club day on which it was played."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

import pytest
from django.test import Client

from league.demo import load_demo
from league.demo.founding import change_day
from league.models import Club, League, Member
from rules.models import RuleVersion
from tests.factories import logged_in
from tests.league.api.calls import body_of, get, post
from tests.pages import parsed

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 21)
CHANGE = change_day(TODAY)
POINTS = (41400, 30000, 23800, 4800)
OLD = ["+41", "+5", "▲11", "▲35"]  # uma 5-10
NEW = ["+51", "+10", "▲16", "▲45"]  # uma 10-20
NAMES = ("試験 一", "試験 二", "試験 三", "試験 四")


@dataclass(frozen=True, slots=True)
class Moment:
    """When a game was played, at which number of its evening, and what it should score."""

    name: str
    at: datetime
    number: int
    scores: list[str]


def on(day: date, clock: time) -> datetime:
    return datetime.fromisoformat(f"{datetime.combine(day, clock).isoformat()}+09:00")


MOMENTS = (
    Moment("23:30 the day before", on(CHANGE - timedelta(days=1), time(23, 30)), 1, OLD),
    Moment("04:30 on the day", on(CHANGE, time(4, 30)), 2, OLD),
    Moment("12:00 on the day", on(CHANGE, time(12)), 1, NEW),
)


@pytest.fixture
def club() -> Club:
    return load_demo(today=TODAY)


def failures(club: Club) -> list[str]:
    """Enter the same points at each moment; say where page, API or ranking score them wrongly."""
    scorer = Member.objects.for_club(club).select_related("user").get(role="scorer")
    assert scorer.user is not None
    client = logged_in(scorer.user)
    four = [Member.objects.create(club=club, display_name=name) for name in NAMES]
    found = [wrong for moment in MOMENTS for wrong in wrong_scores(client, four, moment)]
    return found + wrong_rankings(client)


def wrong_scores(client: Client, four: list[Member], moment: Moment) -> list[str]:
    body = body_of(
        four,
        POINTS,
        key=str(uuid.uuid4()),
        table=90,
        number=moment.number,
        played_at=moment.at.isoformat(),
    )
    del body["day"]
    entered = post(client, "clubs/demo/hanchan", body).json()
    api = get(client, f"clubs/demo/hanchan/{entered['id']}").json()
    page = client.get(entered["url"]).content.decode()
    seen = {
        "API": [f"{score // 1000:+d}".replace("-", "▲") for score in api["scores"]],
        "page": [figure_of(page, name) for name in NAMES],
    }
    return [
        f"{where}, {moment.name}: {scores}"
        for where, scores in seen.items()
        if scores != moment.scores
    ]


def wrong_rankings(client: Client) -> list[str]:
    """What the ranking makes of the three games: two by the old uma, one by the new."""
    before = CHANGE - timedelta(days=1)
    month = get(client, f"clubs/demo/leagues/main/ranking?month={CHANGE:%Y-%m}").json()
    lines = {row["name"]: row["score"] for row in month["ranked"] + month["below_minimum"]}
    seen = {
        "API": [lines[name] for name in NAMES],
        "the day before": figures_of_ranking(client, before),
        "the day": figures_of_ranking(client, CHANGE),
    }
    due = {
        "API": [133_000, 20_000, -38_000, -115_000],
        "the day before": ["+82", "+10", "▲22", "▲70"],
        "the day": NEW,
    }
    return [f"ranking, {what}: {seen[what]}" for what in due if seen[what] != due[what]]


def figures_of_ranking(client: Client, day: date) -> list[str]:
    page = client.get(f"/c/demo/ranking/main/?from={day}&to={day}").content.decode()
    return [figure_of(page, name) for name in NAMES]


def figure_of(page: str, name: str) -> str:
    """The first score in the row of a table that is headed by ``name``."""
    row = next(row for row in parsed(page).rows() if name in " ".join(row))
    return next((word for cell in row for word in cell.split() if word[0] in "+▲"), "")


def test_the_same_points_score_by_the_rules_of_the_club_day(club: Club) -> None:
    assert failures(club) == []


def test_taking_the_newest_version_everywhere_would_be_noticed(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def newest(league: League, day: date) -> RuleVersion:
        return league.rule_set.rule_set.versions.order_by("-effective_from")[0]

    monkeypatch.setattr("league.games.check.version_for", newest)

    found = failures(club)

    # the two old games on API and page, the month's ranking, and that of the day before
    assert len(found) == 6
    assert not any("12:00" in wrong for wrong in found)
