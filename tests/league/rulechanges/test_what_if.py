"""A month ranked under other rules than those of its days."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.models import Club, League, Member
from league.rulechanges import what_if as selector
from rules.models import RuleVersion
from tests.factories import (
    EVENING,
    league_of,
    make_club,
    make_draft,
    make_login,
    record,
)
from tests.league.evenings import english, queries_of, writes_of
from tests.league.rulechanges.changes import BIGGER
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

PAGE = "/c/tonan/ranking/main/what-if/"


@pytest.fixture
def member(club: Club) -> Client:
    return english(make_login(club, "member"))


def ask(client: Client, version: str = "", *, status: int = 200, **words: Any) -> Any:
    """What the page was made of."""
    response = client.get(PAGE, {"month": "2026-11", "version": version, **words})

    assert response.status_code == status
    return response.context


def rows(context: Any) -> dict[str, list[str]]:
    """Each line's total, difference and change of rank, by name."""
    found = {}
    for group in context["table"].groups:
        for line in group.lines:
            texts = [cell.shown for cell in parsed(line.cells).all("td")]
            found[line.name] = [str(line.rank), *texts[:3]]
    return found


def test_a_month_under_a_draft_shows_totals_and_what_they_differ_by(
    league: League, organizer: Client, four: list[Member]
) -> None:
    record(league, four)
    draft = make_draft(league, uma=BIGGER)

    page = ask(organizer, draft.label)

    assert rows(page) == {
        "佐藤 健一": ["1", "+61", "+20", "–"],
        "鈴木 翔": ["2", "+10", "+5", "–"],
        "高橋 恵": ["3", "−16", "−5", "–"],
        "田中 実": ["4", "−55", "−20", "–"],
    }


def test_a_rank_that_would_be_another_says_by_how_much(
    league: League, organizer: Client, four: list[Member]
) -> None:
    sato, suzuki, takahashi, tanaka = four
    record(league, [sato, suzuki, takahashi, tanaka], (40_000, 28_000, 22_000, 10_000))
    record(league, [tanaka, suzuki, takahashi, sato], (40_000, 28_000, 22_000, 10_000))
    draft = make_draft(league, uma=BIGGER)

    # 5-10: +40 +3 −13 −30, 10-30: +60 +8 −18 −50
    assert rows(ask(organizer, draft.label)) == {
        "鈴木 翔": ["1", "+16", "+10", "↑2"],
        "佐藤 健一": ["2", "+10", "0", "↓1"],
        "田中 実": ["2", "+10", "0", "↓1"],
        "高橋 恵": ["4", "−36", "−10", "–"],
    }


def test_members_may_use_published_and_shipped_versions(
    league: League, member: Client, four: list[Member]
) -> None:
    record(league, four)

    assert rows(ask(member, "2015-04-10"))["佐藤 健一"][1:] == ["+41", "0", "–"]
    assert rows(ask(member, "shipped:kinyoukai@2015-04-10"))["佐藤 健一"][2] == "0"


def test_members_find_no_drafts(league: League, member: Client, organizer: Client) -> None:
    draft = make_draft(league, uma=BIGGER)

    ask(member, draft.label, status=404)
    choices = [key for group in ask(member)["choices"] for key, _name in group.options]
    assert draft.label not in choices
    assert draft.label in [k for g in ask(organizer)["choices"] for k, _n in g.options]


@pytest.mark.parametrize(
    "version",
    [
        "2015-04-11",
        "draft-0",
        "shipped:nobody@2015-04-10",
        "shipped:nekohouse-boo@2000-01-01",
        "🀄",
    ],
)
def test_a_version_that_is_not_there_is_not_found(
    league: League, organizer: Client, version: str
) -> None:
    ask(organizer, version, status=404)


def test_a_draft_of_another_club_is_not_found(league: League, organizer: Client) -> None:
    other = make_draft(league_of(make_club("seihoku", owner="elsewhere")), uma=BIGGER)

    ask(organizer, other.label, status=404)


def test_a_version_that_was_withdrawn_can_still_be_compared(
    league: League, member: Client, four: list[Member]
) -> None:
    record(league, four)
    draft = make_draft(league, uma=BIGGER)
    RuleVersion.objects.filter(pk=draft.pk).update(
        status=RuleVersion.Status.WITHDRAWN, effective_from=date(2026, 11, 16), number=1
    )

    page = ask(member, "2026-11-16")

    assert page["version_name"] == "2026-11-16 (withdrawn)"
    assert rows(page)["佐藤 健一"][1] == "+61"
    api = "/api/v1/clubs/tonan/leagues/main/what-if?month=2026-11"
    assert {"2026-11-16"} < {each["version"] for each in member.get(api).json()["versions"]}
    assert member.get(f"{api}&version=2026-11-16").status_code == 200


def test_games_that_cannot_stand_are_counted_named_and_left_out(
    league: League, organizer: Client, four: list[Member]
) -> None:
    record(league, four)
    odd = record(league, four, (40_000, 30_000, 20_000, 10_000), day=date(2026, 11, 6))
    draft = make_draft(league, start_points=26_000)

    page = ask(organizer, draft.label)

    assert page["found"].impossible == 2
    assert odd.pk in [each.game for each in page["found"].cannot_stand]
    assert page["table"].groups == []


def test_a_draft_that_contradicts_itself_is_said_and_ranks_nothing(
    league: League, organizer: Client, four: list[Member]
) -> None:
    record(league, four)
    draft = make_draft(league)
    draft.parameters["settlement"]["uma"] = [30_000, 10_000, -10_000, -20_000]
    RuleVersion.objects.filter(pk=draft.pk).update(parameters=draft.parameters)

    page = ask(organizer, draft.label)

    assert page["problems"]
    assert "table" not in page


def test_a_stretch_of_too_many_games_is_not_reckoned(
    league: League, member: Client, four: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    record(league, four)
    record(league, four)
    monkeypatch.setattr("league.rulechanges.what_if.MOST", 1)

    page = ask(member, "2015-04-10")

    assert page["too_many"] == 2
    assert "table" not in page


def test_a_season_is_ranked_as_one(league: League, member: Client, four: list[Member]) -> None:
    record(league, four, day=date(2026, 10, 2))
    record(league, four)
    season = league.seasons.create(name="後期", starts_on=date(2026, 10, 1), ends_on=EVENING)

    page = ask(member, "2015-04-10", season=season.pk)

    assert rows(page)["佐藤 健一"][1] == "+82"


def test_the_columns_sort_and_their_links_keep_the_version(
    league: League, organizer: Client, four: list[Member]
) -> None:
    record(league, four)
    draft = make_draft(league, uma=BIGGER)

    page = ask(organizer, draft.label, sort="difference")

    assert list(rows(page)) == ["田中 実", "高橋 恵", "鈴木 翔", "佐藤 健一"]
    assert all(f"version={draft.label}" in head.url for head in page["table"].heads)


def test_nothing_of_it_is_stored(league: League, organizer: Client, four: list[Member]) -> None:
    record(league, four)
    draft = make_draft(league, uma=BIGGER)

    assert writes_of(organizer, f"{PAGE}?month=2026-11&version={draft.label}") == []


def test_its_queries_do_not_grow_with_the_games(
    league: League, organizer: Client, four: list[Member]
) -> None:
    draft = make_draft(league, uma=BIGGER)
    record(league, four)
    url = f"{PAGE}?month=2026-11&version={draft.label}"
    few = len(queries_of(organizer, url))
    for _ in range(5):
        record(league, four)

    assert len(queries_of(organizer, url)) == few
    assert selector.MOST == 20_000
