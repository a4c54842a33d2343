"""Who reads a ranking while the rules change sees the old or the new one, whole, and never back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import date
from itertools import pairwise
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.db.models import Value

from league.core.days import Period
from league.games import tallies
from league.models import League, RuleChange, User
from league.rankings import table as rankings
from league.rankings.table import ranking_of
from league.rulechanges import rescoring
from rules.models import RuleVersion
from tests.factories import league_of, logged_in, make_club, make_members, record
from tests.league.rulechanges.rescoring_help import (
    UMAS,
    ask_for_correction,
    carry_out,
    in_threads,
    worker_is_away,
)

pytestmark = pytest.mark.django_db(transaction=True)

NOVEMBER = Period(first=date(2026, 11, 1), last=date(2026, 11, 30))
CHANGES = 4


class Seen(NamedTuple):
    """What a reader was shown."""

    label: str  # of the version that it names
    totals: tuple[int, ...]  # best first


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> League:
    """Six games of one table under the Kinyoukai's rule; jobs are carried out by hand."""
    worker_is_away(monkeypatch)
    league = league_of(make_club(owner="owner"))
    four = make_members(league.club)
    for day in (6, 13, 20):
        for _game in range(2):
            record(league, four, day=date(2026, 11, day))
    return league


def fresh(league: League) -> League:
    return (
        League.objects.for_club(league.club_id).select_related("rule_set__rule_set", "club").get()
    )


def by_selector(league: League) -> Callable[[], Seen]:
    def read_page() -> Seen:
        mine = fresh(league)
        found = ranking_of(mine.club, mine, NOVEMBER)
        return Seen(found.versions[-1].version.label, tuple(s.record.score for s in found.ranked))

    return read_page


def by_api(league: League) -> Callable[[], Seen]:
    browser = logged_in(User.objects.get(username="owner"))

    def read_page() -> Seen:
        answer = browser.get(f"/api/v1/clubs/tonan/leagues/{league.slug}/ranking?month=2026-11")
        return _of_json(answer.json())

    return read_page


def _of_json(told: dict[str, Any]) -> Seen:
    labels = [version["version"] for version in told["versions"]]
    return Seen(labels[-1], tuple(line["score"] for line in told["ranked"]))


def watch(
    league: League,
    looks: list[Callable[[], Seen]],
    change: Callable[[RuleChange], None] = carry_out,
) -> list[list[Seen]]:
    """What each reader saw, in order, while the uma was corrected a few times."""
    over = threading.Event()

    def read(read_page: Callable[[], Seen]) -> list[Seen]:
        seen = [read_page()]
        while not over.is_set():
            seen.append(read_page())
        return [*seen, read_page()]

    def correct() -> list[Seen]:
        try:
            for number in range(CHANGES):
                time.sleep(0.05)  # readers see each for a while
                change(ask_for_correction(fresh(league), UMAS[number % 2]))
        finally:
            over.set()
        return []

    readers = [lambda read_page=read_page: read(read_page) for read_page in looks]
    done = in_threads([*readers, correct])
    return [each.result() for each in done[:-1]]


def expected(league: League) -> dict[str, tuple[int, ...]]:
    """The totals under each version that ever was: six games of 41400 30000 23800 4800."""
    plain = (11_000 + 20_000, 0, -6_000, -25_000)  # rounded, less the return points, with the oka
    totals = {}
    for version in league.rule_set.rule_set.versions.exclude(status=RuleVersion.Status.DRAFT):
        uma = version.parameters["settlement"]["uma"]
        scores = [6 * (own + more) for own, more in zip(plain, uma, strict=True)]
        totals[version.label] = tuple(sorted(scores, reverse=True))
    return totals


def mixed(league: League, seen: list[list[Seen]]) -> list[Seen]:
    totals = expected(league)
    return [page for pages in seen for page in pages if page.totals != totals[page.label]]


def went_back(seen: list[list[Seen]]) -> list[tuple[str, str]]:
    steps = [(a.label, b.label) for pages in seen for a, b in pairwise(pages)]
    return [(a, b) for a, b in steps if _number(b) < _number(a)]


def _number(label: str) -> int:
    return int(label.partition(".")[2] or 1)


@pytest.fixture
def slow_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers rest between the two things that a ranking is made of."""
    records_in = tallies.records_in

    def after_a_while(*arguments: Any) -> Any:
        time.sleep(0.02)
        return records_in(*arguments)

    monkeypatch.setattr(rankings, "records_in", after_a_while)


def test_the_page_is_of_one_revision_whole_sums_to_nothing_and_never_goes_back(
    league: League,
) -> None:
    seen = watch(league, [by_selector(league), by_api(league)])

    assert mixed(league, seen) == []
    assert went_back(seen) == []
    assert all(sum(page.totals) == 0 for pages in seen for page in pages)
    assert [pages[-1].label for pages in seen] == ["2015-04-10.5"] * 2


@pytest.mark.usefixtures("slow_readers")
def test_a_reader_who_rests_between_names_and_totals_reads_both_again(league: League) -> None:
    seen = watch(league, [by_selector(league), by_api(league)])

    assert mixed(league, seen) == []
    assert went_back(seen) == []


@pytest.mark.usefixtures("slow_readers")
def test_control_a_reader_who_does_not_look_at_the_state_mixes_two_revisions(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (rankings, tallies):
        monkeypatch.setattr(module, "rule_state", lambda _league: Value(0))

    assert mixed(league, watch(league, [by_selector(league)] * 2)) != []


def test_control_pages_turned_before_the_versions_show_totals_under_an_old_name(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    turn_versions = rescoring._turn_versions
    monkeypatch.setattr(rescoring, "_turn_versions", lambda _change: None)

    def in_two_steps(change: RuleChange) -> None:
        carry_out(change)
        time.sleep(0.1)
        with transaction.atomic():
            turn_versions(change)

    assert mixed(league, watch(league, [by_selector(league)] * 2, in_two_steps)) != []
