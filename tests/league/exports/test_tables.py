"""Rankings, games and members as files: the figures of the pages, in constant memory."""

from __future__ import annotations

import json
import tracemalloc
import uuid
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from urllib.parse import unquote

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.exports.files import Cell, csv_lines
from league.exports.tables import GamesWanted, GameTable
from league.exports.workbook import Sheet, write_workbook
from league.games.entry import HanchanEntry
from league.games.store import FinishedGame, store_part
from league.games.write import void_hanchan
from league.models import Hanchan, League, Member, Session
from league.rankings.write import give_adjustment
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    make_club,
    make_entry,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.league.evenings import english
from tests.league.exports.reading import download, sheets_of, table_of

pytestmark = pytest.mark.django_db

MONTH = "month=2026-11"


@pytest.fixture
def league() -> League:
    league = league_of(make_club())
    people = make_members(league.club)
    people[0].display_name = "=1+1"
    people[0].save()
    for points in ((41_400, 30_000, 23_800, 4_800), (10_000, 20_000, 30_000, 40_000)):
        record(league, people, points)
    return league


@pytest.fixture
def client(league: League) -> Client:
    return english(make_login(league.club, "幹事", Member.Role.ORGANIZER))


def of_ranking(league: League, ending: str, query: str = MONTH) -> str:
    return f"/c/{league.club.slug}/ranking/{league.slug}/export.{ending}?{query}"


def test_the_ranking_says_what_the_call_says(client: Client, league: League) -> None:
    rows = table_of(client, of_ranking(league, "csv"))
    call = f"/api/v1/clubs/{league.club.slug}/leagues/{league.slug}/ranking?{MONTH}"
    answer = json.loads(client.get(call).content)

    assert [(row["rank"], Decimal(row["total"])) for row in rows] == [
        (str(line["rank"]), Decimal(line["score"]) / 1000) for line in answer["ranked"]
    ]
    assert rows[-1]["name"].lstrip("'") in {line["name"] for line in answer["ranked"]}
    assert {row["status"] for row in rows} == {"ranked"}


def test_losses_are_numbers_and_names_are_not_formulas(client: Client, league: League) -> None:
    rows = {row["name"]: row for row in table_of(client, of_ranking(league, "csv"))}

    assert float(rows["田中 実"]["worst"]) < 0
    assert "'=1+1" in rows


def test_the_workbook_says_the_same_with_formats(client: Client, league: League) -> None:
    sheets = sheets_of(client, of_ranking(league, "xlsx"))
    rows = table_of(client, of_ranking(league, "csv"))

    assert list(sheets) == ["Ranking", "Game list", "Month by month"]
    heads, *lines = sheets["Ranking"]
    assert [dict(zip(heads, line, strict=True))["total"] for line in lines] == [
        pytest.approx(float(row["total"])) for row in rows
    ]
    assert [line[1] for line in lines] == [row["name"].removeprefix("'") for row in rows]
    assert len(sheets["Game list"]) == 3
    assert sheets["Month by month"][0] == ["name", "2026-11", "total"]


@pytest.mark.parametrize("days", [MONTH, "year=2026", "from=2026-11-01&to=2026-11-30"])
def test_the_months_of_the_workbook_add_up_to_its_totals(
    client: Client, league: League, days: str
) -> None:
    member = Member.objects.for_club(league.club).get(display_name="田中 実")
    give_adjustment(
        league=league, member=member, day=EVENING, points=-20_000, reason="late", actor=ADMIN
    )

    sheets = sheets_of(client, of_ranking(league, "xlsx", days))

    at = sheets["Ranking"][0].index("total")
    totals = {line[1]: line[at] for line in sheets["Ranking"][1:]}
    months = {line[0]: line[-1] for line in sheets["Month by month"][1:]}
    assert months == pytest.approx(totals)


def test_games_go_out_a_row_a_game(client: Client, league: League) -> None:
    rows = table_of(client, f"/c/{league.club.slug}/games.csv")

    assert [row["E: name"] for row in rows] == ["'=1+1", "'=1+1"]
    assert [row["E: score"] for row in rows] == ["41", "-30"]
    assert [row["N: place"] for row in rows] == ["4", "1"]
    assert {row["rules"] for row in rows} == {"2015-04-10"}


def test_games_go_out_a_row_a_seat(client: Client, league: League) -> None:
    rows = table_of(client, f"/c/{league.club.slug}/games.csv?form=seats&league={league.slug}")

    assert len(rows) == 8
    assert sum(float(row["score"]) for row in rows) == 0
    assert [row["seat"] for row in rows[:4]] == ["E", "S", "W", "N"]
    assert {row["day"] for row in rows} == {EVENING.isoformat()}


def test_voided_games_go_out_only_when_they_are_asked_for(client: Client, league: League) -> None:
    game = Hanchan.objects.for_club(league.club).order_by("pk")[0]
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)
    url = f"/c/{league.club.slug}/games.csv"

    assert len(table_of(client, url)) == 1
    assert [row["voided"] for row in table_of(client, f"{url}?voided=1")] == ["二重入力", ""]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        pytest.param("from=2026-11-20&to=2026-11-20", 2, id="that day"),
        pytest.param("to=2026-11-19", 0, id="until the day before"),
        pytest.param("from=2026-11-21", 0, id="from the day after"),
    ],
)
def test_games_of_some_days(client: Client, league: League, query: str, count: int) -> None:
    assert len(table_of(client, f"/c/{league.club.slug}/games.csv?{query}")) == count


@pytest.mark.parametrize("query", ["from=20261120", "to=heute", "league=nobody", "from=1800-01-01"])
def test_what_no_game_can_match_is_not_there(client: Client, league: League, query: str) -> None:
    assert client.get(f"/c/{league.club.slug}/games.csv?{query}").status_code == 404


def test_a_ranking_that_its_page_could_not_show_is_not_there(
    client: Client, league: League
) -> None:
    assert client.get(of_ranking(league, "csv", "month=2026-13")).status_code == 404


def test_members_go_out_with_what_organizers_see(client: Client, league: League) -> None:
    Member.objects.for_club(league.club).filter(display_name="鈴木 翔").update(kana="すずき しょう")

    rows = {r["display name"]: r for r in table_of(client, f"/c/{league.club.slug}/members.csv")}

    assert rows["鈴木 翔"]["kana"] == "すずき しょう"
    assert rows["幹事"]["role"] == "organizer"
    assert rows["owner"]["has an account"] == "yes"


def test_a_file_is_named_after_club_league_and_stretch(client: Client, league: League) -> None:
    named = client.get(of_ranking(league, "csv"))["Content-Disposition"]

    assert unquote(named.split("filename*=utf-8''")[1]) == "東南会-月例リーグ-2026-11.csv"


def test_a_table_without_a_game_has_its_heads(client: Client, league: League) -> None:
    text = download(client, f"/c/{league.club.slug}/games.csv?from=2027-01-01").decode()

    assert text.count("\r\n") == 1


# many games


def many(league: League, count: int) -> None:
    """So many games, fifty an evening, an evening a day."""
    entry = make_entry(league, make_members(league.club))
    evenings = [
        make_session(league.club, EVENING + timedelta(days=day)) for day in range(count // 50)
    ]
    for first in range(0, len(evenings), 20):
        games = [
            finished(entry, session, number)
            for session in evenings[first : first + 20]
            for number in range(1, 51)
        ]
        store_part(club=league.club, games=games, actor=ADMIN)


def finished(entry: HanchanEntry, session: Session, number: int) -> FinishedGame:
    played = replace(entry, session=session, day=session.day, number=number)
    return FinishedGame(key=uuid.uuid4(), entry=played, source=Hanchan.Source.FILE)


def peak_of(lines: Iterator[str]) -> int:
    """The most memory that is in use while something is streamed, in bytes."""
    tracemalloc.start()
    try:
        for _line in lines:
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_the_memory_that_games_take_does_not_grow_with_them() -> None:
    club = make_club("many", owner="many")
    many(league_of(club), 4_000)

    def streamed(days: int) -> Iterator[str]:
        table = GameTable(club, GamesWanted(last=EVENING + timedelta(days=days - 1)))
        return csv_lines(table.heads_by_game(), table.rows_by_game())

    peak_of(streamed(20))  # what is read once
    few, all_of_them = peak_of(streamed(20)), peak_of(streamed(80))

    assert all_of_them < 1.3 * few


def test_the_memory_that_a_workbook_takes_does_not_grow_with_its_rows() -> None:
    def peak(count: int) -> int:
        rows: Iterator[list[Cell]] = ([f"名前{at}", at, "=1+1"] for at in range(count))
        tracemalloc.start()
        try:
            write_workbook([Sheet(title="a", heads=["a", "b", "c"], rows=rows)]).close()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(10)  # what is read once
    few, many_of_them = peak(2_000), peak(20_000)

    assert many_of_them < 1.3 * few


def test_games_take_as_many_queries_however_many_they_are(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club("many", owner="many")
    many(league_of(club), 500)
    table = GameTable(club, GamesWanted())

    with django_assert_max_num_queries(4):
        assert len(list(table.rows_by_seat())) == 2_000
