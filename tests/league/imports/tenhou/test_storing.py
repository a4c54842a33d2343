"""Imported games count like any other, once, whatever comes with them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from league.archive.document import dump_club, load_archive
from league.clubs.verification import verify_club
from league.core.jobs import perform_job
from league.imports.people import NEW_GUEST
from league.imports.tenhou import write as tenhou_import
from league.imports.tenhou.dry_run import ALL_OTHERS, Status
from league.imports.tenhou.reading import MOST_GAMES
from league.imports.tenhou.write import open_import, store_import
from league.models import AuditEvent, Club, Hanchan, Job, League, Member, TenhouGame, TenhouImport
from tests.factories import ADMIN, league_of, make_members
from tests.factories import record as played
from tests.league.imports.tenhou.imports import (
    DAY,
    LOG,
    NAMES,
    POINTS,
    SCORES,
    carried_out,
    chosen,
    found,
    games_of,
    gzipped,
    keeper,
    line,
    listed,
    opened,
    outcomes,
    people,
    record,
    stored,
    tenhou_club,
    zipped,
)
from tests.league.rulechanges.rescoring_help import ask_for_correction, carry_out, worker_is_away
from tests.scoring.tenhou.games import short_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return tenhou_club()


def scores(game: Hanchan) -> tuple[int, ...]:
    game = Hanchan.objects.for_club(game.club_id).get(pk=game.pk)
    assert game.settlement is not None
    return tuple(game.settlement.scores)


def test_a_line_keeps_its_scores_its_places_and_says_nothing_of_points(club: Club) -> None:
    stored(club, line())

    [game] = games_of(club)
    assert (game.source, game.day, game.scores_are_given) == ("lobby", DAY, True)
    assert not game.points_are_known
    assert scores(game) == (52_000, 6_000, -24_000, -34_000)
    assert game.settlement is not None
    assert tuple(game.settlement.places) == (1, 2, 3, 4)
    assert [seat.held for seat in game.seats.all()] == [None] * 4
    assert verify_club(club)["differences"] == 0


def test_a_record_keeps_points_hands_and_the_yakuman_and_counts_by_the_rules(club: Club) -> None:
    stored(club, record(), f"{LOG}.xml")

    [game] = games_of(club)
    assert (game.source, game.outside_id, game.scores_are_given) == ("tenhou", LOG, False)
    assert tuple(seat.points for seat in game.seats.all()) == POINTS
    assert tuple(seat.given_score for seat in game.seats.all()) == SCORES
    assert [kyoku.result for kyoku in game.kyoku.all()] == ["tsumo", "tsumo"]
    assert [won.name for won in game.yakuman.all()] == ["tenhou", "tenhou"]
    assert scores(game) == SCORES
    assert people(game) == [*NAMES]
    assert verify_club(club)["differences"] == 0


def test_a_league_may_count_the_records_own_scores(club: Club) -> None:
    league = league_of(club)
    League.objects.for_club(club).update(record_scores=League.RecordScores.RECORD)
    stored(club, record(), league=League.objects.for_club(club).get(pk=league.pk))

    [game] = games_of(club)
    assert game.scores_are_given
    assert game.points_are_known
    assert scores(game) == SCORES


def test_the_same_game_again_changes_nothing(club: Club) -> None:
    first = stored(club, record(), f"{LOG}.xml")
    events = AuditEvent.objects.for_club(club).count()

    again = stored(club, short_game().json(name=[*NAMES], ref=LOG))

    assert (again.status, again.hanchan) == (Status.KNOWN, first.hanchan)
    assert len(games_of(club)) == 1
    assert AuditEvent.objects.for_club(club).count() == events


def test_a_voided_game_stays_voided_when_its_line_comes_again(club: Club) -> None:
    stored(club, line())
    Hanchan.objects.for_club(club).update(voided_at="2021-11-21T00:00:00Z")

    assert stored(club, line()).status is Status.KNOWN


def test_people_who_are_listed_play_as_themselves_and_others_as_new_guests(club: Club) -> None:
    member = listed(club, "かわせみ")
    stored(club, line("かわせみ@虎(+52.0)", "b(+6.0)", "c(-24.0)", "d(-34.0)"))
    stored(club, line("かわせみ(+50.0)", "b(+8.0)", "c(-24.0)", "d(-34.0)", time="22:10"))

    for game in games_of(club):
        assert people(game) == ["かわせみ", "b", "c", "d"]
        assert game.seats.all()[0].member == member
    assert Member.objects.for_club(club).filter(is_guest=True).count() == 3


def test_noname_is_another_guest_each_time_and_never_one_at_two_seats(club: Club) -> None:
    two = ("NoName(+52.0)", "b(+6.0)", "NoName(-24.0)", "d(-34.0)")
    stored(club, line(*two))
    stored(club, line(*two, time="22:00"))

    assert [people(game) for game in games_of(club)] == [
        ["NoName", "b", "NoName 2", "d"],
        ["NoName 3", "b", "NoName 4", "d"],
    ]


def test_equal_names_at_two_seats_are_two_guests_beside_the_member_of_that_name(
    club: Club,
) -> None:
    listed(club, "qzc")
    stored(club, line("qzc(+52.0)", "b(+6.0)", "qzc(-24.0)", "d(-34.0)"))

    [game] = games_of(club)
    assert people(game) == ["qzc 2", "b", "qzc 3", "d"]


def test_a_name_too_long_for_the_list_is_cut(club: Club) -> None:
    stored(club, record(["あ" * 60, "b", "c", "d"]))

    [game] = games_of(club)
    assert people(game)[0] == "あ" * 34


def test_games_take_the_next_free_numbers_of_their_day(club: Club) -> None:
    played(league_of(club), make_members(club), (41_400, 30_000, 23_800, 4_800), day=DAY)
    stored(club, line())
    stored(club, line(time="22:00"))

    assert [(game.table, game.number) for game in games_of(club)] == [(1, 1), (1, 2), (1, 3)]


def test_after_the_ninety_ninth_game_the_next_table_begins(club: Club) -> None:
    stored(club, line())
    Hanchan.objects.for_club(club).update(number=99)

    stored(club, line(time="22:00"))

    assert [(game.table, game.number) for game in games_of(club)] == [(1, 99), (2, 1)]


def test_chips_that_do_not_add_up_to_nothing_are_left_out(club: Club) -> None:
    chips = ("a(+52.0,+5枚)", "b(+6.0,0枚)", "c(-24.0,-2枚)", "d(-34.0,-3枚)")
    stored(club, line(*chips, rule="四般南喰赤祝"))
    game = replace(found(line(time="22:00")), chips=(30_000, -30_000, 0, 0))
    keeper(club).store(game, ())

    first, second = games_of(club)
    assert [seat.chips for seat in first.seats.all()] == [5, 0, -2, -3]
    assert [seat.chips for seat in second.seats.all()] == [0, 0, 0, 0]


def test_a_record_that_the_rules_cannot_settle_is_refused_with_the_reason(club: Club) -> None:
    odd = replace(found(record()), points=(121_300, -7_100, -7_100, -6_100))

    answer = keeper(club).store(odd, ())

    assert answer.status is Status.CANNOT
    assert "101,000" in answer.reason
    assert games_of(club) == []


# a rule that changes later


def test_a_new_rule_scores_a_record_anew_and_leaves_a_line_as_it_came(club: Club) -> None:
    stored(club, record(), f"{LOG.replace('2021', '2026', 1)}.xml")  # the newest version
    stored(club, line())
    league = league_of(club)

    carry_out(ask_for_correction(league, (30_000, 10_000, -10_000, -30_000)))

    given, by_rules = games_of(club)
    assert scores(by_rules) == (141_300, -27_100, -47_100, -67_100)
    assert scores(given) == (52_000, 6_000, -24_000, -34_000)
    assert verify_club(club)["differences"] == 0


def test_a_record_whose_own_scores_count_is_left_as_it_came_too(club: Club) -> None:
    League.objects.for_club(club).update(record_scores=League.RecordScores.RECORD)
    stored(club, record(), f"{LOG}.xml")

    carry_out(ask_for_correction(league_of(club), (30_000, 10_000, -10_000, -30_000)))

    [game] = games_of(club)
    assert scores(game) == SCORES


def test_an_archive_keeps_imported_games_as_they_are(club: Club) -> None:
    stored(club, record(), f"{LOG}.xml")
    stored(club, line())
    archived = dump_club(club)

    club.slug = "before"
    club.save()
    again = load_archive(archived)

    assert dump_club(again)["games"] == archived["games"]
    assert archived["games"][0]["kyoku"]
    assert [game.points_are_known for game in games_of(again)] == [True, False]
    assert verify_club(again)["differences"] == 0


# whole imports


def test_of_a_mixed_upload_the_good_games_go_in_and_the_others_say_why(club: Club) -> None:
    lines = "\n".join([line(), "rubbish", line(), line("a(+5.0)", "b(0.0)", "c(0.0)", "d(-4.0)")])
    files = zipped(a__xml=record(), b__xml=record()[:500], c__bin=b"\0")

    batch = carried_out(club, ("", lines.encode()), ("all.zip", files))

    assert outcomes(batch) == [
        "stored",
        "refused",
        "known",
        "refused",
        "stored",
        "refused",
        "refused",
    ]
    assert len(games_of(club)) == 2
    assert batch.state == TenhouImport.State.DONE
    assert not batch.files.exists()
    assert verify_club(club)["differences"] == 0


def test_an_import_again_adds_nothing(club: Club) -> None:
    files = (("sca20211120.log", gzipped(line().encode())), (f"{LOG}.mjlog", gzipped(record())))
    carried_out(club, *files, day=None)

    again = carried_out(club, *files, day=None)

    assert outcomes(again) == ["known", "known"]
    assert len(games_of(club)) == 2


def test_a_bomb_is_one_refused_file_and_the_rest_goes_in(club: Club) -> None:
    bomb = zipped(a__xml=b"<mjloggm>" + b" " * 30_000_000, b__txt=line().encode())

    batch = carried_out(club, ("bomb.zip", bomb))

    assert outcomes(batch) == ["refused", "stored"]


def test_more_games_than_an_import_takes_are_told_as_one_line(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.imports.tenhou.write.MOST_GAMES", 3)
    lines = "\n".join(line(time=f"21:{minute:02}") for minute in range(5))

    batch = opened(club, ("", lines.encode()), ("more.txt", line(time="23:00").encode()))

    assert MOST_GAMES == 10_000
    games = list(batch.games.order_by("number"))
    assert [bool(game.found) for game in games] == [True, True, True, False]
    assert games[-1].error


def test_nothing_is_stored_before_somebody_asks_for_it(club: Club) -> None:
    batch = opened(club, ("", line().encode()))

    assert batch.state == TenhouImport.State.READY
    assert games_of(club) == []


def test_names_that_were_chosen_are_noted_with_the_members(club: Club) -> None:
    member = listed(club, "鷺沢")
    batch = opened(club, ("", line().encode()))
    chosen(batch, {"かわせみ": member.pk, "めじろ": NEW_GUEST, ALL_OTHERS: NEW_GUEST})

    store_import(batch=batch)

    member.refresh_from_db()
    assert member.tenhou_names == ["かわせみ"]
    assert people(games_of(club)[0])[0] == "鷺沢"


def test_what_takes_longer_goes_to_a_worker_that_goes_on_where_it_was(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenhou_import, "AT_ONCE_SECONDS", 0.0)
    worker_is_away(monkeypatch)
    monkeypatch.setattr("league.imports.tenhou.write._FILES_AT_ONCE", 1)
    files = [(f"{minute}.txt", line(time=f"21:{minute:02}").encode()) for minute in range(3)]

    batch = open_import(
        club=club, files=files, league=league_of(club), day=DAY, lobby="", actor=ADMIN
    )
    assert batch.games.count() == 1
    perform_job(Job.objects.for_club(club).get().pk)
    batch.refresh_from_db()
    assert (batch.state, batch.games.count()) == ("ready", 3)

    chosen(batch, {ALL_OTHERS: NEW_GUEST})
    store_import(batch=batch)
    assert len(games_of(club)) == 1
    job = Job.objects.for_club(club).get()
    assert job.state == Job.State.WAITING
    perform_job(job.pk)
    batch.refresh_from_db()

    assert batch.state == "done"
    assert outcomes(batch) == ["stored"] * 3


def test_an_import_whose_worker_is_to_end_is_gone_on_with_game_by_game(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [(f"{minute}.txt", line(time=f"21:{minute:02}").encode()) for minute in range(3)]
    batch = opened(club, *files)
    chosen(batch, {ALL_OTHERS: NEW_GUEST})
    monkeypatch.setattr(tenhou_import, "AT_ONCE_SECONDS", 0.0)
    worker_is_away(monkeypatch)
    store_import(batch=batch)
    job = Job.objects.for_club(club).get()
    monkeypatch.setattr("league.imports.tenhou.write._BEAT", -1.0)
    monkeypatch.setattr("league.core.jobs.is_ending", lambda: True)
    stored = []
    for _worker in range(2):
        perform_job(job.pk)
        stored.append(len(games_of(club)))
    monkeypatch.setattr("league.core.jobs.is_ending", lambda: False)
    perform_job(job.pk)

    job.refresh_from_db()
    batch.refresh_from_db()
    assert stored == [2, 3]  # one by the page, and one by each worker
    assert (job.state, job.attempts, batch.state) == (Job.State.DONE, 1, "done")
    assert outcomes(batch) == ["stored"] * 3


def test_a_page_does_not_wait_for_many_files_that_each_take_long(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter(range(0, 1_000, 3))  # each look at it is three seconds later
    monkeypatch.setattr("league.imports.tenhou.write.time.monotonic", lambda: next(clock))
    data = zipped(**{f"{number}__txt": line().encode() for number in range(30)})

    batch = opened(club, ("a.zip", data))

    assert batch.state == TenhouImport.State.READING
    assert batch.files.get().read == 1
    assert Job.objects.for_club(club).get(tenhou_import=batch).state == Job.State.WAITING


def test_old_imports_are_forgotten_and_their_games_stay(club: Club) -> None:
    batch = carried_out(club, ("", line().encode()))
    TenhouImport.objects.for_club(club).update(created_at="2026-01-01T00:00:00Z")

    opened(club, ("", line(time="22:00").encode()))

    assert not TenhouImport.objects.for_club(club).filter(pk=batch.pk).exists()
    assert TenhouGame.objects.for_club(club).count() == 1
    assert len(games_of(club)) == 1


def test_an_import_that_is_being_stored_is_not_forgotten_however_old_it_is(club: Club) -> None:
    batch = carried_out(club, ("", line().encode()))
    TenhouImport.objects.for_club(club).update(
        created_at="2026-01-01T00:00:00Z", state=TenhouImport.State.STORING
    )

    opened(club, ("", line(time="22:00").encode()))

    assert TenhouImport.objects.for_club(club).filter(pk=batch.pk).exists()


def test_a_game_long_ago_is_settled_by_the_rules_of_its_day(club: Club) -> None:
    stored(club, line(), day=date(2009, 5, 1))

    [game] = games_of(club)
    assert game.day == date(2009, 5, 1)
