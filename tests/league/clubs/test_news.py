"""A changed rule and a closed month are news on the club's home until they are seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from league.clubs.news import FOR_OTHERS, FOR_READERS, FOR_VISITORS, mark_seen
from league.models import Club, Hanchan, League, Member, NewsSeen, RuleChange
from league.rankings.write import close_month, reopen_month
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING, make_login, make_user, record
from tests.league.addresses import writing
from tests.league.evenings import NINE_PM
from tests.league.rulechanges.changes import carry_out, publish

pytestmark = pytest.mark.django_db

HOME, SEEN = "/c/tonan/", "/c/tonan/news/seen/"
RULES_NEWS, MONTH_NEWS = "2026年11月20日から新しいルール", "2026年10月の順位が確定"
UNTIL = re.compile(r'name="until" value="([^"]+)"')


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NINE_PM, tick=False) as traveller:
        yield traveller


@pytest.fixture
def changed(league: League, four: list[Member], draft: RuleVersion) -> RuleChange:
    """A rule that is in force: one game was scored anew."""
    record(league, four)
    publish(league, draft)
    return carry_out(league)


@pytest.fixture
def member(league: League) -> Client:
    return make_login(league.club, "常連")


def shown(client: Client) -> str:
    page = client.get(HOME)
    assert page.status_code == 200
    return page.text


def see(client: Client) -> None:
    """Press the button as the page has it."""
    until = UNTIL.search(shown(client))
    assert until
    assert client.post(SEEN, {"until": until[1]}).status_code == 302


def test_a_new_rule_is_told_with_what_it_did_and_where_it_stands(
    changed: RuleChange, member: Client
) -> None:
    home = shown(member)

    assert RULES_NEWS in home
    assert "1半荘を精算し直し" in home
    assert f"/c/tonan/rules/kinyoukai/changes/{changed.pk}/" in home


def test_a_change_under_way_or_given_up_is_no_news(
    league: League, four: list[Member], draft: RuleVersion, member: Client
) -> None:
    record(league, four)
    publish(league, draft)

    assert 'id="news"' not in shown(member)


def test_a_closed_month_is_told_until_it_is_reopened(
    league: League, four: list[Member], member: Client
) -> None:
    record(league, four, day=date(2026, 10, 30))
    close = close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    assert MONTH_NEWS in shown(member)

    reopen_month(close=close, reason="訂正", actor=ADMIN)

    assert MONTH_NEWS not in shown(member)


def test_what_one_login_has_seen_the_others_still_see(
    league: League, changed: RuleChange, member: Client
) -> None:
    other = make_login(league.club, "新人")

    see(member)

    assert RULES_NEWS not in shown(member)
    assert RULES_NEWS in shown(other)


def test_looking_alone_is_not_seeing_and_writes_nothing(
    changed: RuleChange, member: Client
) -> None:
    member.get(HOME)
    with writing() as written:
        shown(member)
        member.get(f"/c/tonan/rules/kinyoukai/changes/{changed.pk}/")

    assert written == []
    assert RULES_NEWS in shown(member)
    assert member.get(SEEN).status_code == 405


def test_what_comes_after_the_look_is_shown_though_the_button_is_pressed_later(
    league: League, changed: RuleChange, member: Client, clock: time_machine.Traveller,
    four: list[Member],
) -> None:  # fmt: skip
    until = UNTIL.search(shown(member))
    assert until
    clock.move_to(NINE_PM + timedelta(minutes=5))
    record(league, four, day=date(2026, 10, 30))
    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)

    member.post(SEEN, {"until": until[1]})

    assert RULES_NEWS not in shown(member)
    assert MONTH_NEWS in shown(member)


@pytest.mark.parametrize(
    ("age", "sees"),
    [
        pytest.param(FOR_VISITORS - timedelta(hours=1), True, id="for a week"),
        pytest.param(FOR_VISITORS + timedelta(hours=1), False, id="no longer"),
    ],
)
def test_a_visitor_of_a_public_club_sees_news_for_some_days_without_a_button(
    changed: RuleChange, age: timedelta, sees: bool
) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    RuleChange.objects.for_club(changed.club_id).update(closed_at=timezone.now() - age)
    home = shown(Client())

    assert (RULES_NEWS in home) is sees
    assert SEEN not in home


@pytest.mark.parametrize(
    ("age", "has_seen", "sees"),
    [
        pytest.param(FOR_OTHERS + timedelta(hours=1), False, False, id="a new login, old news"),
        pytest.param(FOR_OTHERS + timedelta(hours=1), True, True, id="after a long absence"),
        pytest.param(FOR_READERS + timedelta(hours=1), True, False, id="after a very long one"),
    ],
)
def test_old_news_go_by_themselves(
    league: League, changed: RuleChange, member: Client, age: timedelta, has_seen: bool, sees: bool
) -> None:
    now = timezone.now()
    RuleChange.objects.for_club(changed.club_id).update(closed_at=now - age)
    if has_seen:
        user = Member.objects.for_club(league.club).get(display_name="常連").user
        assert user
        mark_seen(club=league.club, user=user, until=now - timedelta(days=300))

    assert (RULES_NEWS in shown(member)) is sees


def test_a_private_club_tells_strangers_nothing(changed: RuleChange) -> None:
    home = Client().get(HOME)

    assert home.status_code == 302
    assert Client().post(SEEN, {"until": "2026-11-20T00:00:00+00:00"}).status_code == 302
    assert not NewsSeen.objects.across_clubs().exists()


@pytest.mark.parametrize("until", ["", "yesterday", "2026-11-20", "9999-99-99T00:00", "\0"])
def test_what_is_no_moment_is_passed_over(changed: RuleChange, member: Client, until: str) -> None:
    assert member.post(SEEN, {"until": until}).status_code == 302
    assert RULES_NEWS in shown(member)


def test_seeing_never_goes_back_nor_ahead_of_the_clock(league: League) -> None:
    user, now = make_user("reader"), timezone.now()

    for until in (now + timedelta(days=400), now - timedelta(days=1)):
        mark_seen(club=league.club, user=user, until=until)

    assert NewsSeen.objects.for_club(league.club).get().until == now


class TestThePage:
    def page(self, change: RuleChange, client: Client) -> Any:
        return client.get(f"/c/tonan/rules/kinyoukai/changes/{change.pk}/")

    def test_it_says_what_is_different_whose_score_moved_and_a_text_for_chats(
        self, changed: RuleChange, member: Client
    ) -> None:
        news = self.page(changed, member).context["news"]

        lines = news.text.splitlines()
        assert lines[0].startswith("東南会 ")
        assert lines[1] == RULES_NEWS
        assert any("ウマ" in line and "→" in line for line in lines)
        assert "1半荘を精算し直し" in lines
        assert lines[-1] == f"http://testserver/c/tonan/rules/kinyoukai/changes/{changed.pk}/"
        moved = {each.name.split()[0]: each.by for each in news.moved}
        assert moved == {"佐藤": 20_000, "鈴木": 5_000, "高橋": -5_000, "田中": -20_000}

    def test_a_game_that_was_corrected_since_is_left_out(
        self, league: League, changed: RuleChange, member: Client
    ) -> None:
        Hanchan.objects.for_club(league.club).update(revision=9)

        assert self.page(changed, member).context["news"].moved == ()

    def test_a_public_page_has_a_card_for_chats_and_a_private_one_none(
        self, changed: RuleChange, member: Client
    ) -> None:
        assert "og:title" not in self.page(changed, member).text
        Club.objects.update(visibility=Club.Visibility.PUBLIC)

        page = self.page(changed, Client()).text

        assert f'property="og:title" content="{RULES_NEWS} – 東南会"' in page
        assert EVENING.isoformat() in page


@pytest.mark.parametrize(
    "until",
    ["", "2026", "2026-11-20T21:00:00", "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"],
)
def test_a_moment_that_is_none_marks_nothing_and_breaks_nothing(league: League, until: str) -> None:
    client = make_login(league.club, "member")

    assert client.post(SEEN, {"until": until}).status_code == 302
    assert client.get(HOME).status_code == 200
