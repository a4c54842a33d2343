"""``manage.py verify_standings`` finds every standing that the games do not give."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F, QuerySet
from django.utils import translation

from league.clubs.verification import MOST_LISTED, verify_club
from league.games.tallies import rebuild_tallies
from league.games.write import edit_hanchan, void_hanchan
from league.models import Club, Hanchan, League, Settlement, Tally
from rules.models import RuleVersion
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    make_club,
    make_entry,
    make_members,
    record,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return league_of(make_club())


@pytest.fixture
def game(league: League) -> Hanchan:
    return record(league, make_members(league.club))


def check(*arguments: str) -> tuple[int, list[str]]:
    """Run the command in English; its exit code and lines."""
    out = StringIO()
    with translation.override("en"):
        try:
            call_command("verify_standings", *arguments, stdout=out)
        except SystemExit as end:
            return int(end.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def settlements(game: Hanchan) -> QuerySet[Settlement]:
    return Settlement.objects.for_club(game.club_id).filter(hanchan=game)


def tallies(game: Hanchan, span: Tally.Span) -> QuerySet[Tally]:
    first_seat = game.seats.all()[0]
    return Tally.objects.for_club(game.club_id).filter(span=span, member=first_seat.member_id)


def test_standings_that_hold_end_with_0_and_one_line(game: Hanchan) -> None:
    edit_hanchan(
        hanchan=game,
        entry=make_entry(game.league, [s.member for s in game.seats.all()][::-1]),
        revision=1,
        reason="席順",
        actor=ADMIN,
    )
    void_hanchan(
        hanchan=record(game.league, [s.member for s in game.seats.all()], number=2),
        revision=1,
        reason="練習",
        actor=ADMIN,
    )

    # one live game; four people with a day and a month each
    assert check() == (0, ["1 games and 8 tallies checked, differences: 0"])


def test_a_server_without_clubs_passes_only_where_that_is_meant() -> None:
    """So an empty database that a failed restore left behind is no proof."""
    with translation.override("en"), pytest.raises(CommandError, match="There is no club"):
        call_command("verify_standings")

    assert check("--allow-empty") == (0, ["0 games and 0 tallies checked, differences: 0"])


def test_a_wrong_score_is_found_although_the_sum_holds(game: Hanchan) -> None:
    settlements(game).update(score_0=F("score_0") + 1000, score_1=F("score_1") - 1000)
    rebuild_tallies(game.league)  # so that tallies and settlements agree with each other

    code, output = check()

    assert code == 1
    assert output == [
        f"tonan: Game {game.pk} of 2026-11-20 in main:"
        " scores (42000, 4000, -11000, -35000), expected (41000, 5000, -11000, -35000).",
        "1 games and 8 tallies checked, differences: 1",
    ]


def test_a_wrong_place_is_found(game: Hanchan) -> None:
    settlements(game).update(place_0=2, place_1=1)
    rebuild_tallies(game.league)

    code, output = check()

    assert code == 1
    assert "places (2, 1, 3, 4), expected (1, 2, 3, 4)." in output[0]


def test_scores_that_do_not_sum_to_zero_are_found_although_they_say_so_themselves(
    game: Hanchan,
) -> None:
    settlements(game).update(score_0=F("score_0") + 1000, apart=1000)
    rebuild_tallies(game.league)

    code, output = check()

    assert code == 1
    assert "scores (42000, 5000, -11000, -35000)" in output[0]


def test_an_earlier_settlement_that_does_not_sum_to_zero_is_found_where_the_database_let_it_in(
    game: Hanchan,
) -> None:
    people = [seat.member for seat in game.seats.all()]
    edit_hanchan(
        hanchan=game,
        entry=make_entry(game.league, people, (41400, 30000, 23700, 4900)),
        revision=1,
        reason="読み違い",
        actor=ADMIN,
    )
    with database_off_guard():
        settlements(game).filter(hanchan_revision=1).update(score_0=42_000)

        code, output = check()

    assert code == 1
    assert output[0].endswith(f"of game {game.pk}: the scores sum to 1000, expected 0.")


@contextmanager
def database_off_guard() -> Iterator[None]:
    """Let scores be stored that the database would refuse."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
        else:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute(
                "ALTER TABLE league_settlement DROP CONSTRAINT scores_sum_to_zero"
            )  # the test's own transaction brings it back
        try:
            yield
        finally:
            if connection.vendor == "sqlite":
                cursor.execute("PRAGMA ignore_check_constraints = OFF")


@pytest.mark.parametrize("span", [Tally.Span.DAY, Tally.Span.MONTH])
@pytest.mark.parametrize("column", ["score", "games", "place_halves", "best", "busts", "points"])
def test_a_tally_off_by_one_is_found(game: Hanchan, span: Tally.Span, column: str) -> None:
    changes = {column: F(column) + 1}
    if column == "games":
        changes["first"] = F("first") + 1  # the database keeps places and games together
    tallies(game, span).update(**changes)

    code, output = check()

    assert code == 1
    assert len(output) == 2
    assert f"Tally ({span})" in output[0]
    assert column in output[0]


@pytest.mark.parametrize("span", [Tally.Span.DAY, Tally.Span.MONTH])
def test_a_missing_tally_is_found(game: Hanchan, span: Tally.Span) -> None:
    tallies(game, span).delete()

    code, output = check()

    assert code == 1
    assert output[0].endswith("it is missing.")


@pytest.mark.parametrize("span", [Tally.Span.DAY, Tally.Span.MONTH])
def test_a_tally_without_games_is_found_also_in_a_month_without_any(
    game: Hanchan, span: Tally.Span
) -> None:
    row = tallies(game, span)[0]
    row.pk, row.start = None, date(2024, 2, 1)
    row.save()

    code, output = check()

    assert code == 1
    assert output[0].endswith("there are no games for it.")


def test_stale_tallies_of_a_game_that_was_voided_behind_their_back_are_found(
    game: Hanchan,
) -> None:
    Hanchan.objects.for_club(game.club_id).update(voided_at="2026-11-20T12:00Z")

    code, output = check()

    assert code == 1
    assert output[-1] == "0 games and 0 tallies checked, differences: 8"


def test_a_settlement_stands_as_long_as_the_version_of_the_day_says_the_same(game: Hanchan) -> None:
    settled = game.settlement
    assert settled is not None
    older = RuleVersion.objects.exclude(pk=settled.version_id).get(
        rule_set=settled.version.rule_set
    )
    settlements(game).update(version=older)

    assert check()[0] == 0


def test_a_game_settled_under_another_league_s_rules_is_found(game: Hanchan) -> None:
    other = league_of(make_club("other"))
    theirs = other.rule_set.rule_set.versions.all()[0]
    settlements(game).update(version=theirs)  # it gives the same scores, and yet is the wrong one

    code, output = check()

    assert code == 1
    assert "it was settled under the rules of another league." in output[0]


def test_a_live_game_without_a_settlement_is_found(game: Hanchan) -> None:
    settlements(game).delete()

    code, output = check()

    assert code == 1
    assert "it has no settlement." in output[0]


def test_a_settlement_of_an_earlier_revision_is_found(game: Hanchan) -> None:
    Hanchan.objects.for_club(game.club_id).update(revision=2)

    assert "its settlement belongs to revision 1, expected 2." in check()[1][0]


def test_a_game_of_a_day_without_rules_is_a_difference_and_no_crash(game: Hanchan) -> None:
    Hanchan.objects.for_club(game.club_id).update(day=date(2015, 3, 31))

    code, output = check()

    assert code == 1
    assert "no rule version was in force that day." in output[0]


def test_a_version_that_cannot_be_read_is_a_difference_and_no_crash(game: Hanchan) -> None:
    RuleVersion.objects.update(parameters={"family": "riichi", "settlement": {"uma": [1]}})

    assert "the rule version 2015-04-10 cannot be read." in check()[1][0]


def test_points_that_do_not_add_up_are_a_difference_and_no_crash(game: Hanchan) -> None:
    game.seats.filter(seat=0).update(points=41_500)

    code, output = check()

    assert code == 1
    assert "it cannot be settled: The points add up to 100,100, 100 more" in output[0]


def test_only_the_club_asked_for_is_checked(game: Hanchan) -> None:
    make_club("quiet", owner="other")
    settlements(game).update(place_0=2, place_1=1)

    assert check("--club", "quiet")[0] == 0
    assert check("--club", "tonan")[0] == 1
    assert check()[0] == 1


def test_a_club_that_is_not_there_is_an_error(league: League) -> None:
    with pytest.raises(CommandError, match="nowhere"):
        call_command("verify_standings", "--club", "nowhere")


def test_the_club_s_own_check_counts_all_differences_and_tells_the_first_in_its_language(
    league: League,
) -> None:
    members = make_members(league.club, 8)
    for number in range(1, 9):
        record(league, members[:4], number=number, day=EVENING)
        record(league, members[4:], number=number, table=2, day=EVENING)
    Tally.objects.for_club(league.club).delete()
    Hanchan.objects.for_club(league.club).update(revision=2)
    Club.objects.filter(pk=league.club_id).update(language="en")

    found = verify_club(Club.objects.get(pk=league.club_id))

    assert found["games"] == 16
    assert found["tallies"] == 16
    assert found["differences"] == 32
    assert found["told"][0].startswith("Game ")
    assert len(found["told"]) == min(found["differences"], MOST_LISTED)
