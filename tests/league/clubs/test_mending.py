"""Whatever is wrong with the standings is found and mended: a hundred faults of a hundred."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F
from django.utils import translation

from league.clubs.verification import mend_club, verify_club
from league.core.days import Period
from league.core.revisions import revision_of
from league.games.tallies import TALLY_COLUMNS, tallies_of
from league.models import AuditEvent, Club, Hanchan, League, Settlement, Tally, TallyPage
from league.rankings.table import ranking_of
from tests.factories import ADMIN, league_of, make_club, make_members, record

pytestmark = pytest.mark.django_db

FAULTS = 100
YEAR = Period(first=date(2026, 1, 1), last=date(2026, 12, 31))


@pytest.fixture
def league() -> League:
    """Twelve games of six people in two months."""
    league = league_of(make_club())
    people = make_members(league.club, 6)
    for number in range(12):
        four = [people[(number + seat) % 6] for seat in range(4)]
        points = (41_400 - 100 * number, 30_000, 23_800, 4_800 + 100 * number)
        record(league, four, points, day=date(2026, 10, 24) + timedelta(days=number // 2 * 3))
    return league


def settlement_of(league: League, chance: random.Random) -> Settlement:
    """What counts for one of the live games."""
    rows = Settlement.objects.for_club(league.club_id).filter(hanchan__voided_at=None)
    counting = {row.hanchan_id: row for row in rows.order_by("hanchan_revision", "pk")}
    return counting[chance.choice(sorted(counting))]


def tally_of(league: League, chance: random.Random, span: Tally.Span) -> Tally:
    return chance.choice(list(tallies_of(league).filter(span=span).order_by("pk")))


def swap_scores(league: League, chance: random.Random) -> None:
    one, other = chance.sample(range(4), 2)
    Settlement.objects.for_club(league.club_id).filter(pk=settlement_of(league, chance).pk).update(
        **{f"score_{one}": F(f"score_{other}"), f"score_{other}": F(f"score_{one}")}
    )


def swap_places(league: League, chance: random.Random) -> None:
    one, other = chance.sample(range(4), 2)
    Settlement.objects.for_club(league.club_id).filter(pk=settlement_of(league, chance).pk).update(
        **{f"place_{one}": F(f"place_{other}"), f"place_{other}": F(f"place_{one}")}
    )


def move_score(league: League, chance: random.Random) -> None:
    one, other = chance.sample(range(4), 2)
    more = 100 * chance.randrange(1, 200)
    Settlement.objects.for_club(league.club_id).filter(pk=settlement_of(league, chance).pk).update(
        **{f"score_{one}": F(f"score_{one}") + more, f"score_{other}": F(f"score_{other}") - more}
    )


def lose_settlement(league: League, chance: random.Random) -> None:
    Settlement.objects.for_club(league.club_id).filter(
        hanchan=settlement_of(league, chance).hanchan_id
    ).delete()


def settle_a_later_revision(league: League, chance: random.Random) -> None:
    Settlement.objects.for_club(league.club_id).filter(pk=settlement_of(league, chance).pk).update(
        hanchan_revision=F("hanchan_revision") + chance.randrange(1, 4)
    )


def correct_behind_its_back(league: League, chance: random.Random) -> None:
    Hanchan.objects.for_club(league.club_id).filter(
        pk=settlement_of(league, chance).hanchan_id
    ).update(revision=F("revision") + 1)


def void_behind_its_back(league: League, chance: random.Random) -> None:
    live = Hanchan.objects.for_club(league.club_id).filter(voided_at=None).order_by("pk")
    game = chance.choice(list(live))
    Hanchan.objects.for_club(league.club_id).filter(pk=game.pk).update(
        voided_at=game.entered_at, void_reason="裏口"
    )


def change_tally(league: League, chance: random.Random) -> None:
    row = tally_of(league, chance, chance.choice(list(Tally.Span)))
    column = chance.choice(("score", "place_halves", "points", "best", "worst", "busts", "chips"))
    assert column in TALLY_COLUMNS
    more = chance.randrange(1, 1000)
    tallies_of(league).filter(pk=row.pk).update(**{column: F(column) + more})


def count_a_game_more(league: League, chance: random.Random) -> None:
    row = tally_of(league, chance, chance.choice(list(Tally.Span)))
    tallies_of(league).filter(pk=row.pk).update(games=F("games") + 1, first=F("first") + 1)


def lose_tally(league: League, chance: random.Random) -> None:
    row = tally_of(league, chance, chance.choice(list(Tally.Span)))
    tallies_of(league).filter(pk=row.pk).delete()


def lose_page(league: League, chance: random.Random) -> None:
    pages = TallyPage.objects.for_club(league.club_id).filter(league=league, counts=True)
    chance.choice(list(pages.order_by("pk"))).delete()


def add_tally(league: League, chance: random.Random) -> None:
    row = tally_of(league, chance, chance.choice(list(Tally.Span)))
    row.pk, row.start = None, row.start - timedelta(days=chance.randrange(100, 2000))
    row.save()


KINDS: tuple[Callable[[League, random.Random], None], ...] = (
    *(swap_scores, swap_places, move_score, lose_settlement, settle_a_later_revision),
    *(correct_behind_its_back, void_behind_its_back),
    *(change_tally, count_a_game_more, lose_tally, lose_page, add_tally),
)


def check(*arguments: str) -> tuple[int, list[str]]:
    out = StringIO()
    with translation.override("en"):
        try:
            call_command("verify_standings", *arguments, stdout=out)
        except SystemExit as end:
            return int(end.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


def totals(league: League) -> list[tuple[int, int, int]]:
    ranking = ranking_of(league.club, league, YEAR)
    lines = (*ranking.ranked, *ranking.short, *ranking.guests)
    return [(line.member_id, line.record.games, line.record.score) for line in lines]


def test_a_hundred_faults_of_a_hundred_are_found_and_mended(league: League) -> None:
    chance = random.Random(49)
    found = mended = 0

    for number in range(FAULTS):
        KINDS[number % len(KINDS)](league, chance)
        found += verify_club(league.club)["differences"] > 0
        mend_club(league.club, reason="検算", actor=ADMIN)
        mended += verify_club(league.club)["differences"] == 0

    assert (found, mended) == (FAULTS, FAULTS)


def test_control_without_mending_the_faults_stay_and_are_found_again(league: League) -> None:
    chance = random.Random(49)
    for kind in (move_score, change_tally, lose_tally):
        kind(league, chance)

    first = check("--club", "tonan")
    again = check("--club", "tonan")

    assert first[0] == 1
    assert again == first


def test_the_command_mends_and_looks_again(league: League) -> None:
    before, state = totals(league), revision_of("tonan")
    move_score(league, random.Random(1))
    lose_tally(league, random.Random(2))
    make_club("quiet", owner="other")

    code, output = check("--mend")

    assert code == 0
    assert "tonan: " in output[-2]
    assert "differences: 0" in output[-1]
    assert totals(league) == before
    assert revision_of("tonan") != state
    event = AuditEvent.objects.for_club(league.club).get(type="standings.mended")
    assert event.actor_name == "verify_standings"
    assert event.after is not None
    assert event.after["settled"] == len(event.after["games"]) == 1
    assert not AuditEvent.objects.across_clubs().filter(club__slug="quiet", type=event.type)


def test_what_was_wrong_stays_stored_and_what_is_mended_says_so(league: League) -> None:
    move_score(league, random.Random(3))

    mend_club(league.club, reason="検算で修復", actor=ADMIN)

    event = AuditEvent.objects.for_club(league.club).get(type="standings.mended")
    assert event.after is not None
    [game] = event.after["games"]
    rows = Settlement.objects.for_club(league.club).filter(hanchan=game).order_by("pk")
    assert [row.reason for row in rows] == ["", "検算で修復"]


def test_standings_that_hold_are_left_alone(league: League) -> None:
    rows, state = list(tallies_of(league).values_list("pk")), revision_of("tonan")

    mended = mend_club(league.club, reason="検算", actor=ADMIN)

    assert revision_of("tonan") == state
    assert (mended.games, mended.tallies) == (0, 0)
    assert list(tallies_of(league).values_list("pk")) == rows
    assert not AuditEvent.objects.for_club(league.club).filter(type="standings.mended")


def test_what_no_version_can_settle_is_told_and_left(league: League) -> None:
    game = Hanchan.objects.for_club(league.club).order_by("pk")[0]
    game.seats.filter(seat=0).update(points=99_900)

    code, output = check("--mend")

    assert code == 1
    assert output[0].partition(": ")[2] == output[-2].partition(": ")[2]
    assert Club.objects.count() == 1
