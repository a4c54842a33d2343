"""A spreadsheet's games are stored all or not at all, once, and taken back without a trace."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from league.clubs.verification import verify_club
from league.competitions.seasons import open_season
from league.core.errors import EntryError, LeagueError
from league.games.entry import entry_of
from league.games.evening import latest_day, listed
from league.games.write import edit_hanchan, void_hanchan
from league.imports.people import Others
from league.imports.spreadsheets.layout import settings_of
from league.imports.spreadsheets.write import (
    KEPT,
    CorrectedSinceError,
    change_import,
    drop_import,
    open_import,
    store_import,
    undo_import,
)
from league.models import AuditEvent, Club, Hanchan, League, Member, Session, SheetImport
from tests.factories import ADMIN, NAMES, league_of, make_club, make_members, record
from tests.league.amid import amid
from tests.league.imports.spreadsheets.imports import games_of, opened, run_of, standings
from tests.league.imports.spreadsheets.tables import GAMES, MEMBERS, SCORES, SEATS, workbook
from tests.league.rulebook.test_options import leave_open

pytestmark = pytest.mark.django_db
FRIDAY = date(2026, 4, 10)
WIDE, NONE = [30_000, 10_000, -10_000, -30_000], [0, 0, 0, 0]


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_members(club, 5)
    return club


def stored(club: Club, table: str | bytes, **settings: Any) -> SheetImport:
    batch = opened(club, table, **settings)
    store_import(batch=batch, actor=ADMIN)
    return batch


@pytest.mark.parametrize(
    "table", [GAMES, MEMBERS, SEATS, SCORES], ids=["games", "members", "seats", "scores"]
)
def test_a_sheet_is_stored_and_counted_as_if_each_game_had_been_typed(
    club: Club, table: str
) -> None:
    batch = stored(club, table, layout={"year": 2026})

    games = games_of(club)
    assert batch.state == SheetImport.State.STORED
    assert batch.games == len(games) == len(run_of(batch).games)
    assert {(game.source, game.from_sheet_id) for game in games} == {("file", batch.pk)}
    assert verify_club(club)["differences"] == 0
    assert {event.type for event in AuditEvent.objects.for_club(club)} >= {
        *("hanchan.recorded", "sheet_import.stored"),
    }


def test_a_workbook_is_stored_like_any_table(club: Club) -> None:
    data = workbook(
        [["日付", *NAMES[:5]], [FRIDAY, 414, 300, 238, 48], [None, -12, 402, None, 310, 300]],
        more=["集計"],
    )

    stored(club, data, name="成績.xlsx")

    assert [(game.day, game.number) for game in games_of(club)] == [(FRIDAY, 1), (FRIDAY, 2)]


def test_new_people_come_onto_the_list_from_their_first_game_on(club: Club) -> None:
    table = MEMBERS.replace("伊藤 葵", "かわせみ").replace("田中 実", "めじろ")
    batch = opened(
        club, table, layout={"year": 2026}, choices={"かわせみ": -1}, others=Others.MEMBERS
    )
    store_import(batch=batch, actor=ADMIN)

    people = {m.display_name: m for m in Member.objects.for_club(club)}
    assert (people["かわせみ"].is_guest, people["かわせみ"].joined_on) == (True, FRIDAY)
    assert (people["めじろ"].is_guest, people["めじろ"].joined_on) == (False, FRIDAY)


def test_a_new_member_chosen_before_members_had_another_number_is_still_one(club: Club) -> None:
    batch = opened(club, MEMBERS.replace("伊藤 葵", "かわせみ"), layout={"year": 2026})
    SheetImport.objects.for_club(club).update(choices={"かわせみ": 0})
    batch.refresh_from_db()

    store_import(batch=batch, actor=ADMIN)

    assert not Member.objects.for_club(club).get(display_name="かわせみ").is_guest


def test_evenings_that_are_there_are_used(club: Club) -> None:
    evening = Session.objects.create(club=club, day=FRIDAY)

    stored(club, GAMES)

    assert {game.session_id for game in games_of(club) if game.day == FRIDAY} == {evening.pk}
    assert Session.objects.for_club(club).count() == 2
    assert evening.attendants.count() == 4


def test_games_are_played_with_what_their_season_or_evening_chose(club: Club) -> None:
    league = league_of(club)
    leave_open(league, "uma")
    season = {"name": "春季", "starts_on": date(2026, 4, 1), "ends_on": date(2026, 4, 30)}
    open_season(league=league, actor=ADMIN, options={"uma": WIDE}, **season)
    evening = Session.objects.create(club=club, day=date(2026, 4, 17), options={"uma": NONE})
    batch = opened(club, GAMES)
    foretold = [game.scores for game in run_of(batch).games]

    store_import(batch=batch, actor=ADMIN)

    first, _second, last = games_of(club)
    assert (first.options, last.options) == ({"uma": WIDE}, {"uma": NONE})
    assert last.session_id == evening.pk
    assert [settled(game) for game in games_of(club)] == foretold
    typed = record(
        league,
        [seat.member for seat in first.seats.all()],
        [41400, 30000, 23800, 4800],
        day=FRIDAY,
        number=9,
    )
    assert (typed.options, settled(typed)) == (first.options, settled(first))
    assert verify_club(club)["differences"] == 0


def settled(game: Hanchan) -> tuple[int, ...]:
    """A game's scores as they are stored."""
    settlement = Hanchan.objects.for_club(game.club_id).get(pk=game.pk).settlement
    assert settlement is not None
    return settlement.scores


def test_with_one_line_wrong_nothing_is_stored_until_it_is_left_out(club: Club) -> None:
    table = GAMES.replace("23800", "23700")
    batch = opened(club, table)
    with pytest.raises(LeagueError, match="some lines have problems"):
        store_import(batch=batch, actor=ADMIN)
    batch.refresh_from_db()
    assert (batch.state, games_of(club)) == (SheetImport.State.OPEN, [])

    change_import(
        batch=batch, league=batch.league, settings=settings_of(batch), leaves_out_wrong=True
    )
    store_import(batch=batch, actor=ADMIN)

    assert settings_of(batch).left_out == {2}
    assert len(games_of(club)) == 2


def test_evenings_of_an_undone_import_are_on_no_list(club: Club) -> None:
    own = record(
        league_of(club), list(Member.objects.for_club(club))[:4], day=date(2026, 4, 17), number=9
    )
    batch = stored(club, GAMES)
    assert [evening.day for evening in listed(club)] == [date(2026, 4, 17), FRIDAY]

    undo_import(batch=batch, reason="the wrong file", actor=ADMIN)

    assert [evening.pk for evening in listed(club)] == [own.session_id]
    assert latest_day(club) == date(2026, 4, 17)
    # an evening with something of its own stays, whatever was undone
    Session.objects.for_club(club).filter(day=FRIDAY).update(place="渋谷")
    assert {evening.day for evening in listed(club)} == {date(2026, 4, 17), FRIDAY}


def test_a_failure_halfway_leaves_nothing_behind(
    club: Club,
) -> None:
    def fails() -> None:
        raise IntegrityError

    batch = opened(club, GAMES.replace("田中 実", "めじろ"), others=Others.GUESTS)
    before = AuditEvent.objects.for_club(club).count()

    with (
        pytest.raises(LeagueError, match="Someone else is storing games"),
        amid('INSERT INTO "league_auditevent"', fails, names="sheet_import.stored"),
    ):
        store_import(batch=batch, actor=ADMIN)

    assert games_of(club) == []
    assert not Member.objects.for_club(club).filter(display_name="めじろ").exists()
    assert not Session.objects.for_club(club).exists()
    assert AuditEvent.objects.for_club(club).count() == before
    assert SheetImport.objects.for_club(club).get(pk=batch.pk).state == SheetImport.State.OPEN


def test_nothing_is_stored_of_a_sheet_whose_lines_are_all_left_out(club: Club) -> None:
    table = "日付,回戦,佐藤 健一,鈴木 翔,高橋 恵,田中 実\n2026/4/10,1,414,300,238,47\n"
    batch = opened(club, table, left_out=frozenset({2}))

    with pytest.raises(LeagueError, match="no games left"):
        store_import(batch=batch, actor=ADMIN)


def test_an_import_is_stored_once(club: Club) -> None:
    batch = stored(club, GAMES)

    with pytest.raises(LeagueError, match="already been stored"):
        store_import(batch=batch, actor=ADMIN)
    with pytest.raises(LeagueError, match="already been stored"):
        drop_import(batch=batch)
    with pytest.raises(LeagueError, match="already been stored"):
        change_import(batch=batch, league=batch.league, settings=settings_of(batch))
    assert len(games_of(club)) == 3


def test_the_same_cells_are_refused_whatever_file_they_come_in(club: Club) -> None:
    stored(club, GAMES)
    again = opened(club, GAMES.replace(",", "\t").replace('"30\t000"', "30,000"), name="again.tsv")

    with pytest.raises(LeagueError, match="already imported the same table"):
        store_import(batch=again, actor=ADMIN)
    assert len(games_of(club)) == 3


def test_the_same_cells_may_come_in_again_after_they_were_undone(club: Club) -> None:
    first = stored(club, GAMES)
    undo_import(batch=first, reason="列を間違えた", actor=ADMIN)

    stored(club, GAMES)

    assert len(games_of(club)) == 3
    assert Hanchan.objects.for_club(club).count() == 6
    assert verify_club(club)["differences"] == 0


@pytest.mark.parametrize("table", [GAMES, MEMBERS, SCORES], ids=["games", "members", "scores"])
def test_undoing_brings_the_standings_back_exactly(club: Club, table: str) -> None:
    league = league_of(club)
    people = list(Member.objects.for_club(club).filter(display_name__in=NAMES[:5]).order_by("pk"))
    record(league, people[:4], (20_000, 35_000, 30_000, 15_000), day=FRIDAY, number=9)
    record(league, people[1:], (45_000, 5_000, 30_000, 20_000), day=date(2026, 5, 8))
    before = standings(league)
    batch = stored(club, table, layout={"year": 2026})
    assert standings(league) != before

    voided = undo_import(batch=batch, reason="列を間違えた", actor=ADMIN)

    assert voided == batch.games
    assert standings(league) == before
    assert verify_club(club)["differences"] == 0
    batch.refresh_from_db()
    assert (batch.state, batch.undo_reason) == (SheetImport.State.UNDONE, "列を間違えた")
    assert {game.void_reason for game in batch.hanchan.all()} == {"列を間違えた"}


def test_every_undone_game_tells_its_history(club: Club) -> None:
    batch = stored(club, GAMES)
    undo_import(batch=batch, reason="列を間違えた", actor=ADMIN)

    events = AuditEvent.objects.for_club(club).filter(type="hanchan.voided")
    assert events.count() == 3
    game = batch.hanchan.all()[0]
    event = events.get(object_id=game.pk)
    assert event.before is not None
    assert event.after is not None
    assert (event.before["voided"], event.after["voided"]) == (False, True)
    assert (event.before["revision"], event.after["revision"], game.revision) == (1, 2, 2)
    assert event.after["scores"] == event.before["scores"] != None  # noqa: E711
    assert AuditEvent.objects.for_club(club).filter(type="sheet_import.undone").count() == 1


def test_an_import_is_undone_with_a_reason_and_once(club: Club) -> None:
    batch = stored(club, GAMES)
    with pytest.raises(EntryError):
        undo_import(batch=batch, reason=" ", actor=ADMIN)
    assert len(games_of(club)) == 3
    undo_import(batch=batch, reason="列を間違えた", actor=ADMIN)

    with pytest.raises(LeagueError, match="already been undone"):
        undo_import(batch=batch, reason="列を間違えた", actor=ADMIN)


def test_games_that_were_corrected_since_are_named_before_they_are_voided(club: Club) -> None:
    batch = stored(club, GAMES)
    first, second, _third = games_of(club)
    entry = entry_of(first)
    edit_hanchan(hanchan=first, entry=entry, revision=1, reason="見直し", actor=ADMIN)
    void_hanchan(hanchan=second, revision=1, reason="なかった", actor=ADMIN)

    with pytest.raises(CorrectedSinceError) as refused:
        undo_import(batch=batch, reason="列を間違えた", actor=ADMIN)
    assert [game.pk for game in refused.value.games] == [first.pk]
    assert len(games_of(club)) == 2

    assert undo_import(batch=batch, reason="x", also_corrected=True, actor=ADMIN) == 2
    assert games_of(club) == []
    second.refresh_from_db()
    assert second.void_reason == "なかった"
    assert verify_club(club)["differences"] == 0


def test_boo_games_that_came_later_to_a_table_are_settled_anew() -> None:
    club = make_club("boo", rule="nekohouse-boo")
    people = make_members(club, 4)
    league = league_of(club)
    table = (
        "日付,回戦,東家,点数,南家,点数,西家,点数,北家,点数\n"
        "2026/11/20,1,佐藤 健一,14000,鈴木 翔,9000,高橋 恵,6000,田中 実,3000\n"
    )
    batch = stored(club, table)
    record(league, people, (14_000, 9_000, 6_000, 3_000), day=date(2026, 11, 20), number=2)

    undo_import(batch=batch, reason="列を間違えた", actor=ADMIN)

    assert verify_club(club)["differences"] == 0


def test_a_game_that_came_into_another_league_is_voided_there(club: Club) -> None:
    batch = stored(club, GAMES)
    main = league_of(club)
    other = League.objects.create(club=club, slug="b", name="B", rule_set=main.rule_set)
    first = games_of(club)[0]
    moved = replace(entry_of(first), league=other)
    edit_hanchan(hanchan=first, entry=moved, revision=1, reason="B リーグ", actor=ADMIN)

    undo_import(batch=batch, reason="列を間違えた", also_corrected=True, actor=ADMIN)

    assert standings(other) == standings(main) == []
    assert verify_club(club)["differences"] == 0


def many(games: int, a_day: int) -> str:
    """A sheet of so many games, so many a day."""
    lines = ["日付," + ",".join(NAMES[:4])]
    for number in range(games):
        day = FRIDAY + timedelta(days=number // a_day)
        up = 10 * (number % a_day)
        lines.append(f"{day.isoformat()},{414 + up},{300 - up},238,48")
    return "\n".join(lines) + "\n"


def queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as taken:
        work()
    return len(taken.captured_queries)


def test_storing_and_undoing_take_as_many_queries_for_few_games_as_for_many(club: Club) -> None:
    few, several = opened(club, many(4, 4)), None
    counts = [queries(lambda: store_import(batch=few, actor=ADMIN))]
    counts.append(queries(lambda: undo_import(batch=few, reason="x", actor=ADMIN)))
    several = opened(club, many(20, 10))

    assert queries(lambda: store_import(batch=several, actor=ADMIN)) <= counts[0] + 1
    assert queries(lambda: undo_import(batch=several, reason="x", actor=ADMIN)) <= counts[1]
    assert counts[0] < 60
    assert counts[1] < 40


def test_the_dry_run_takes_five_queries(club: Club) -> None:
    batch = opened(club, many(30, 10))

    assert queries(lambda: run_of(batch)) <= 6  # and the league itself


def test_imports_that_nobody_stored_are_forgotten_and_others_are_not(club: Club) -> None:
    kept = stored(club, GAMES)
    opened(club, SEATS)
    with time_machine.travel(kept.created_at + KEPT + timedelta(days=1), tick=False):
        new = opened(club, SCORES)

    assert set(SheetImport.objects.for_club(club)) == {kept, new}


def test_an_import_is_thrown_away(club: Club) -> None:
    batch = opened(club, GAMES)
    drop_import(batch=batch)

    assert not SheetImport.objects.for_club(club).exists()
    with pytest.raises(LeagueError):
        store_import(batch=batch, actor=ADMIN)


@pytest.mark.parametrize(
    ("name", "data", "field"),
    [
        ("a.csv", b"", "upload"),
        ("", b" ", "text"),
        ("a.xlsx", b"PK\x03\x04", "upload"),
        ("a.csv", b"a" * 5_000_001, "upload"),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_field(
    club: Club, name: str, data: bytes, field: str
) -> None:
    with pytest.raises(LeagueError) as refused:
        open_import(club=club, league=league_of(club), name=name, data=data, actor=ADMIN)

    assert refused.value.field == field
    assert not SheetImport.objects.for_club(club).exists()
