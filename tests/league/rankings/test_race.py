"""The race of a month: what each of the best had after every evening."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from random import Random

import pytest
import time_machine
from pytest_django import DjangoAssertNumQueries

from league.core.charts import Chart
from league.core.days import Period
from league.core.formats import score
from league.games.write import void_hanchan
from league.models import Adjustment, Hanchan, League, Member
from league.rankings.table import ranking_of
from league.rankings.views import race_of
from league.rankings.write import close_month, give_adjustment
from tests.factories import ADMIN, make_login, make_members, record
from tests.league.evenings import NINE_PM, english, queries_of

pytestmark = pytest.mark.django_db

NOVEMBER = Period(first=date(2026, 11, 1), last=date(2026, 11, 30))
RACE = "/c/tonan/ranking/main/race/"


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(NINE_PM, tick=False):
        yield


def play(league: League, people: list[Member], days: int, seed: int = 1) -> None:
    """An evening of three games on each of some days, the same for the same seed."""
    chance = Random(seed)
    for day in range(1, days + 1):
        for _game in range(3):
            four = chance.sample(people, 4)
            cut = sorted(chance.sample(range(1, 1000), 3))
            held = [cut[0], cut[1] - cut[0], cut[2] - cut[1], 1000 - cut[2]]
            record(league, four, [each * 100 for each in held], day=date(2026, 11, day))


def ends(chart: Chart) -> dict[str, str]:
    """What stands in the table's last line, by name."""
    names = [line.name for line in chart.lines]
    return dict(zip(names, chart.rows[-1][1], strict=True))


def test_the_race_is_what_the_games_come_to_evening_by_evening(league: League) -> None:
    people = make_members(league.club, 12)
    play(league, people, days=6)
    void_hanchan(
        hanchan=Hanchan.objects.for_club(league.club).order_by("pk")[4],
        revision=1,
        reason="二重",
        actor=ADMIN,
    )

    totals: dict[str, int] = defaultdict(int)
    expected: list[tuple[str, dict[str, int]]] = [("開始", {})]
    games = Hanchan.objects.for_club(league.club).filter(voided_at=None).order_by("day")
    for day in sorted({game.day for game in games}):
        for game in games.filter(day=day):
            settled = game.settlement
            assert settled is not None
            for seat in game.seats.all():
                totals[seat.member.display_name] += settled.scores[seat.seat]
        expected.append((f"{day.month}/{day.day}", dict(totals)))
    best = sorted(totals, key=lambda name: (-totals[name], name))[:10]

    chart = race_of(league.club, league, NOVEMBER, None)

    assert chart is not None
    assert [line.name for line in chart.lines] == best
    for (label, held), (shown, texts) in zip(expected, chart.rows, strict=True):
        assert (label == shown) or not held
        assert list(texts) == [score(held.get(name, 0)) for name in best]


def test_the_race_ends_at_the_rankings_totals_whatever_was_given_or_taken(league: League) -> None:
    people = make_members(league.club, 5)
    play(league, people, days=3)
    Adjustment.objects.create(
        league=league, member=people[0], day=date(2026, 11, 2), points=-20_000, reason="遅刻"
    )

    chart = race_of(league.club, league, NOVEMBER, None)

    assert chart is not None
    ranking = ranking_of(league.club, league, NOVEMBER)
    assert ends(chart) == {line.name: score(line.total) for line in ranking.ranked}
    assert [line.tag for line in chart.lines] == [str(line.rank) for line in ranking.ranked]


def test_oneself_is_in_the_race_beside_the_best_ten(league: League) -> None:
    people = make_members(league.club, 16)
    play(league, people, days=8)
    ranking = ranking_of(league.club, league, NOVEMBER)
    last = next(each for each in people if each.pk == ranking.ranked[-1].member_id)

    chart = race_of(league.club, league, NOVEMBER, last)

    assert chart is not None
    assert len(chart.lines) == 11
    assert chart.lines[-1].name == last.display_name
    assert [line.is_marked for line in chart.lines] == [False] * 10 + [True]
    assert chart.lines[-1].tag == str(ranking.ranked[-1].rank)


def test_whoever_has_too_few_games_runs_behind_the_ranked_and_guests_do_not_run(
    league: League,
) -> None:
    people = make_members(league.club, 5)
    guest = people[3]
    Member.objects.across_clubs().filter(pk=guest.pk).update(is_guest=True)
    record(league, people[:4], (10000, 20000, 30000, 40000))
    record(league, [people[0], people[1], people[4], guest], (10000, 20000, 60000, 10000))
    period = Period(first=NOVEMBER.first, last=NOVEMBER.last, minimum_games=2)

    chart = race_of(league.club, league, period, None)

    assert chart is not None
    tags = {line.name: line.tag for line in chart.lines}
    assert guest.display_name not in tags
    assert list(tags.values()) == ["1", "2", "–", "–"]
    assert {tags[people[0].display_name], tags[people[1].display_name]} == {"1", "2"}


def test_the_race_takes_two_queries_however_long_it_is(
    league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = make_members(league.club, 12)
    play(league, people, days=7)

    with django_assert_num_queries(2):
        race_of(league.club, league, NOVEMBER, people[0])


def test_the_page_has_the_same_queries_after_more_evenings(league: League) -> None:
    people = make_members(league.club, 12)
    reader = english(make_login(league.club, "reader"))
    play(league, people, days=1)
    before = len(queries_of(reader, RACE))
    play(league, people, days=9, seed=2)

    assert len(queries_of(reader, RACE)) == before


def test_the_page_stands_alone_and_htmx_gets_the_chart(league: League) -> None:
    play(league, make_members(league.club), days=2)
    reader = english(make_login(league.club, "reader"))

    page = reader.get(f"{RACE}?month=2026-11").text
    part = reader.get(f"{RACE}?month=2026-11", headers={"HX-Request": "true"}).text

    assert "Race of November 2026" in part
    assert "<html" not in part
    assert "<html" in page
    assert part.strip() in page


@pytest.mark.parametrize(
    ("query", "status"),
    [
        pytest.param("?month=2026-10", 200, id="a month without games"),
        pytest.param("?month=tomorrow", 400, id="no month"),
        pytest.param("?season=999999", 404, id="no season of this league"),
    ],
)
def test_days_without_a_race_are_told(league: League, query: str, status: int) -> None:
    reader = english(make_login(league.club, "reader"))

    answer = reader.get(RACE + query)

    assert answer.status_code == status
    if status != 404:
        assert "The chart appears with the first result." in answer.text


def test_a_name_is_a_name_in_the_chart_too(league: League) -> None:
    people = make_members(league.club)
    Member.objects.across_clubs().filter(pk=people[0].pk).update(display_name='<b onclick="x">"\'&')
    play(league, people, days=1)
    reader = english(make_login(league.club, "reader"))

    page = reader.get(RACE).text

    assert "<b onclick" not in page
    assert "&lt;b onclick=&quot;x&quot;&gt;&quot;&#x27;&amp;" in page


def test_the_race_of_a_closed_month_says_that_it_follows_the_games(
    league: League, four: list[Member]
) -> None:
    reader = english(make_login(league.club, "reader"))
    record(league, four, day=date(2026, 10, 9))
    assert "This month is closed." not in reader.get(f"{RACE}?month=2026-10").text

    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)

    assert "This month is closed." in reader.get(f"{RACE}?month=2026-10").text


def test_what_was_given_before_the_first_game_counts_of_all_time(
    league: League, four: list[Member]
) -> None:
    reader = english(make_login(league.club, "reader"))
    record(league, four, day=date(2026, 11, 6))
    give_adjustment(
        league=league,
        member=four[0],
        day=date(2026, 5, 1),
        points=7_000,
        reason="繰り越し",
        actor=ADMIN,
    )

    ranking = reader.get("/c/tonan/ranking/main/?all=1").text
    own = reader.get(f"/c/tonan/members/{four[0].pk}/").text

    assert "+48" in ranking
    assert "+48" in own
