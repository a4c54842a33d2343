"""The game page: how points became scores, what happened since, and taking a game out."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.core.door import forget_sessions
from league.games.entry import PenaltyEntry, YakumanEntry
from league.games.story import find_game, game_story
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.models import Club, Hanchan, League, Member, Settlement, User
from league.rulebook.write import publish_version
from rules.clauses import Clause
from rules.parameters import RiichiParameters, override
from tests.factories import (
    ADMIN,
    EVENING,
    actor_of,
    league_of,
    logged_in,
    make_club,
    make_entry,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.pages import parsed

pytestmark = pytest.mark.django_db

MOMENT = datetime(2026, 11, 20, 14, 30, tzinfo=UTC)  # 23:30 of the evening in Tokyo


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(MOMENT, tick=False):
        yield


@pytest.fixture
def game(league: League) -> Hanchan:
    return record(league, make_members(league.club))


@pytest.fixture
def browser(club: Club) -> Client:
    return in_english(logged_in(User.objects.get(username="owner")))


def in_english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def read(browser: Client, game: Hanchan, suffix: str = "") -> str:
    """The page as running text, what only screen readers hear left out."""
    response = browser.get(f"/c/tonan/games/{game.pk}/{suffix}")

    assert response.status_code == 200
    return parsed(response).shown


def sums(page: str) -> dict[str, str]:
    """The text of each seat's sum by family name."""
    texts = [section.shown for section in parsed(page).all("section", css="game-sum")]
    return {text.split()[1]: text for text in texts}


def test_each_seat_s_points_become_its_score_line_by_line_with_the_clauses(
    game: Hanchan, browser: Client
) -> None:
    page = browser.get(f"/c/tonan/games/{game.pk}/").content.decode()

    found = sums(page)

    # 41.4 - 30.0 - 0.4 + 10.0 + 20.0 = 41
    assert found["佐藤"] == (
        "E 佐藤 健一 1 Final points 41.4 Return points A-3 −30.0 Rounding A-3 −0.4"
        " Uma A-3 +10.0 Oka A-3 +20.0 score pt +41"
    )
    assert found["鈴木"] == (
        "S 鈴木 翔 2 Final points 30.0 Return points A-3 −30.0 Uma A-3 +5.0 score pt +5"
    )
    assert found["田中"] == (
        "N 田中 実 4 Final points 4.8 Return points A-3 −30.0 Rounding A-3 +0.2"
        " Uma A-3 −10.0 score pt −35"
    )
    assert "Start with 25,000, return 30,000. Round to thousands" in page  # A-3 in full
    assert "/rules/kinyoukai/2015-04-10/#clause-A-3" in page


def test_the_steps_of_every_seat_add_up_to_its_stored_score(league: League) -> None:
    game = record(
        league,
        make_members(league.club),
        (40400, 30000, 23800, 4800),
        sticks=1000,
        penalties=(PenaltyEntry(seat=1, kind="chombo"),),
    )

    story = game_story(find_game(league.club, game.pk))

    assert story.is_explained
    for seat in story.seats:
        assert sum(step.points for step in seat.steps) == seat.score


def test_the_page_says_which_rules_applied_and_why(game: Hanchan, browser: Client) -> None:
    page = read(browser, game)

    assert (
        "Played on the club day 2026-11-20, which runs until 5:00 the next morning. "
        "These rules were in force that day; they took effect on 2015-04-10: "
        "Kinyoukai, 2015 edition 2015-04-10"
    ) in page
    assert "Entered 2026-11-20 23:30" in page  # the club's clock
    assert "tests" in page
    assert "entry form" in page


def test_a_parameter_on_which_the_club_s_document_is_silent_is_marked(
    club: Club, league: League, browser: Client
) -> None:
    publish(
        league, date(2026, 11, 1), {"uma": (10_000, 5_000, -5_000, -10_000)}, {"uma": "assumed"}
    )
    game = record(league, make_members(club))

    page = browser.get(f"/c/tonan/games/{game.pk}/").content.decode()

    assert "Uma not stated (assumed) +10.0" in sums(page)["佐藤"]


def publish(
    league: League, day: date, changes: dict[str, object], stated_by: dict[str, str]
) -> None:
    newest = league.rule_set.rule_set.versions.order_by("-effective_from")[0]
    parameters = newest.value
    assert isinstance(parameters, RiichiParameters)
    publish_version(
        in_club=league.rule_set,
        day=day,
        parameters=override(parameters, changes),
        stated_by={**newest.stated_by, **stated_by},
        clauses=[
            Clause(code="U/1 a", title_ja="ウマ", title_en="Uma", text_ja="馬", text_en="The uma")
        ],
        changes_ja="",
        changes_en="",
        actor=ADMIN,
    )


def test_a_clause_s_code_leads_to_its_place_in_the_book_also_with_odd_signs(
    club: Club, league: League, browser: Client
) -> None:
    publish(league, date(2026, 11, 1), {}, {"uma": "U/1 a"})
    game = record(league, make_members(club))

    page = browser.get(f"/c/tonan/games/{game.pk}/").content.decode()

    assert "/rules/kinyoukai/2026-11-01/#clause-U/1%20a" in page
    assert "The uma" in page


def test_what_was_noted_with_the_game_is_told(club: Club, league: League, browser: Client) -> None:
    game = record(
        league,
        make_members(club),
        (40400, 30000, 23800, 4800),
        sticks=1000,
        penalties=(PenaltyEntry(seat=1, kind="chombo", reason="誤ロン"),),
        yakuman=(
            YakumanEntry(seat=0, name="kokushi", discarder=3),
            YakumanEntry(seat=2, name="daisangen"),
        ),
        ended_by_time=True,
        remark="<b>白熱</b>",
    )

    response = browser.get(f"/c/tonan/games/{game.pk}/")
    page = parsed(response).shown

    assert "Remaining riichi sticks 1,000" in page
    assert "Chombo 鈴木 翔 ×1 誤ロン" in page
    assert "佐藤 健一: Kokushi musou (thirteen orphans), from 田中 実" in page
    assert "高橋 恵: Daisangen (big three dragons), self-drawn" in page
    assert "Ended by time limit yes" in page
    assert "&lt;b&gt;白熱&lt;/b&gt;" in response.content.decode()


def test_a_correction_is_told_field_by_field_with_the_earlier_scores(
    game: Hanchan, browser: Client
) -> None:
    people = [seat.member for seat in game.seats.all()]
    edit_hanchan(
        hanchan=game,
        entry=make_entry(game.league, people, (42400, 29000, 23800, 4800), remark="再計算"),
        revision=1,
        reason="読み違い",
        actor=ADMIN,
    )

    page = read(browser, game)

    assert "Corrected tests: “読み違い”" in page
    assert "E points 41,400 → 42,400" in page
    assert "S points 30,000 → 29,000" in page
    assert "W points" not in page
    assert "Remark none → 再計算" in page
    assert "E score +41 → +42" in page
    assert re.search(r"Earlier scores .* 2015-04-10 佐藤 健一 \+41 鈴木 翔 \+5 高橋 恵 −11", page)


def test_a_player_put_in_another_s_place_is_told_by_name(game: Hanchan, browser: Client) -> None:
    people = [seat.member for seat in game.seats.all()]
    new = Member.objects.create(club=game.club, display_name="伊藤 葵")
    edit_hanchan(
        hanchan=game,
        entry=make_entry(game.league, [new, *people[1:]], number=3, table=2),
        revision=1,
        reason="人違い",
        actor=actor_of(new),
    )

    page = read(browser, game)

    assert "Corrected 伊藤 葵: “人違い”" in page
    assert "E player 佐藤 健一 → 伊藤 葵" in page
    assert "Table 1 → 2" in page
    assert "Number 1 → 3" in page
    assert re.search(r"Earlier scores .* 佐藤 健一 \+41", page)  # who sat there then


def test_a_voided_game_shows_its_last_settlement_marked(game: Hanchan, browser: Client) -> None:
    void_hanchan(hanchan=game, revision=1, reason="卓違い", actor=ADMIN)

    page = read(browser, game)

    assert "voided" in page
    assert "卓違い" in page
    assert "Its last settlement is shown but does not count." in page
    assert "+41" in page
    assert (
        f"/c/tonan/games/{game.pk}/restore/"
        in browser.get(f"/c/tonan/games/{game.pk}/").content.decode()
    )


def test_a_voided_and_restored_game_tells_all_three_in_its_history(
    game: Hanchan, browser: Client
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="卓違い", actor=ADMIN)
    restore_hanchan(hanchan=game, revision=2, reason="合っていた", actor=ADMIN)

    page = read(browser, game)

    assert page.index("Restored") < page.index("“卓違い”") < page.rindex("Entered")
    assert "Its last settlement" not in page


def test_a_stored_score_that_the_steps_do_not_give_is_owned_up_to(
    game: Hanchan, browser: Client
) -> None:
    Settlement.objects.for_club(game.club).update(score_0=42_000, score_1=4_000)

    assert "The stored scores do not match the steps below." in read(browser, game)


def test_a_game_without_a_settlement_still_has_its_page(game: Hanchan, browser: Client) -> None:
    Settlement.objects.for_club(game.club).delete()

    assert "This game has no settlement." in read(browser, game)


def test_a_game_of_another_club_is_not_found(browser: Client) -> None:
    other = make_club("other", owner="stranger")
    game = record(league_of(other), make_members(other))

    for suffix in ("", "void/", "restore/"):
        assert browser.get(f"/c/tonan/games/{game.pk}/{suffix}").status_code == 404
        assert browser.get(f"/c/other/games/{game.pk}/{suffix}").status_code == 404
    assert browser.post(f"/c/tonan/games/{game.pk}/void/", {"reason": "x"}).status_code == 404


def test_voiding_asks_for_the_reason_first_and_a_look_changes_nothing(
    game: Hanchan, browser: Client
) -> None:
    page = read(browser, game, "void/")

    game.refresh_from_db()
    assert "Void this game" in page
    assert game.voided_at is None


def test_a_game_is_voided_and_restored_for_a_reason(game: Hanchan, browser: Client) -> None:
    address = f"/c/tonan/games/{game.pk}/"
    void = browser.post(f"{address}void/", {"reason": "卓違い", "revision": "1"}, follow=True)
    game.refresh_from_db()
    assert game.void_reason == "卓違い"
    assert "The game has been voided" in void.content.decode()

    browser.post(f"{address}restore/", {"reason": "合っていた", "revision": "2"})

    game.refresh_from_db()
    assert game.voided_at is None


@pytest.mark.parametrize("reason", ["", "   ", "長" * 201])
def test_without_a_reason_or_with_an_endless_one_nothing_is_voided(
    game: Hanchan, browser: Client, reason: str
) -> None:
    response = browser.post(f"/c/tonan/games/{game.pk}/void/", {"reason": reason, "revision": "1"})

    game.refresh_from_db()
    assert response.status_code == 422
    assert game.voided_at is None
    assert 'id="id_reason_error"' in response.content.decode()
    assert (reason in response.content.decode()) or not reason.strip()


def test_whoever_voids_a_game_that_was_changed_meanwhile_learns_so_and_sees_it_as_it_is(
    game: Hanchan, browser: Client
) -> None:
    people = [seat.member for seat in game.seats.all()]
    entry = make_entry(game.league, people, (42400, 29000, 23800, 4800))
    edit_hanchan(hanchan=game, entry=entry, revision=1, reason="読み違い", actor=ADMIN)

    response = browser.post(
        f"/c/tonan/games/{game.pk}/void/", {"reason": "卓違い", "revision": "1"}
    )

    page = response.content.decode()
    game.refresh_from_db()
    assert response.status_code == 409
    assert game.voided_at is None
    assert "Someone else changed this game in the meantime." in page
    assert "42,400" in page
    assert 'value="卓違い"' in page
    assert 'name="revision" value="2"' in page


def test_voiding_twice_says_that_it_was_done(game: Hanchan, browser: Client) -> None:
    void_hanchan(hanchan=game, revision=1, reason="卓違い", actor=ADMIN)

    response = browser.post(f"/c/tonan/games/{game.pk}/void/", {"reason": "x", "revision": "2"})

    assert response.status_code == 409
    assert "This game is already voided." in response.content.decode()


def test_a_game_whose_number_was_taken_meanwhile_cannot_be_restored(
    game: Hanchan, browser: Client
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="卓違い", actor=ADMIN)
    people = [seat.member for seat in game.seats.all()]
    record(game.league, people, (41_300, 30_100, 23_800, 4_800), number=1)

    response = browser.post(
        f"/c/tonan/games/{game.pk}/restore/", {"reason": "合っていた", "revision": "2"}
    )

    assert response.status_code == 422
    page = response.content.decode()
    assert re.search(r"Game 1 of table 1 was entered at \S+ .*with another result:", page)
    assert "佐藤 健一 41,300" in page


@pytest.mark.parametrize(
    ("role", "day", "status"),
    [
        pytest.param(Member.Role.MEMBER, EVENING, 200, id="a member, tonight's game"),
        pytest.param(Member.Role.MEMBER, date(2026, 11, 13), 403, id="a member, last week's"),
        pytest.param(Member.Role.SCORER, date(2026, 11, 13), 200, id="a scorer, last week's"),
    ],
)
def test_who_may_keep_a_game_may_void_it(
    league: League, role: Member.Role, day: date, status: int
) -> None:
    game = record(league, make_members(league.club), day=day)
    browser = in_english(make_login(league.club, "visitor", role))

    page = browser.get(f"/c/tonan/games/{game.pk}/").content.decode()
    answer = browser.get(f"/c/tonan/games/{game.pk}/void/")
    posted = browser.post(f"/c/tonan/games/{game.pk}/void/", {"reason": "x", "revision": "1"})

    assert answer.status_code == status
    assert (f"/games/{game.pk}/void/" in page) == (status == 200)
    assert (f"/games/{game.pk}/edit/" in page) == (status == 200)
    assert posted.status_code == (302 if status == 200 else 403)


def test_a_game_belongs_to_its_evening_and_leads_to_it(league: League, browser: Client) -> None:
    session = make_session(league.club, title="秋の大会")
    game = record(league, make_members(league.club), session=session, number=1)

    page = browser.get(f"/c/tonan/games/{game.pk}/").content.decode()

    assert f"/c/tonan/sessions/{session.pk}/" in page
    assert "秋の大会" in page
    assert "/c/tonan/ranking/main/?month=2026-11" in page


def test_a_long_history_asks_the_database_as_often_as_a_short_one(
    game: Hanchan, browser: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # login session; user, club and membership at once; game, seats, members, penalties, yakuman;
    # clauses; rulings; hands; events, settlements, the version, and the kinds of names in them
    queries = 18
    forget_sessions()
    with django_assert_num_queries(queries):
        read(browser, game)
    people = [seat.member for seat in game.seats.all()]
    for revision in range(1, 9):
        points = (41400 + 100 * revision, 30000 - 100 * revision, 23800, 4800)
        edit_hanchan(
            hanchan=game,
            entry=make_entry(game.league, people[revision % 4 :] + people[: revision % 4], points),
            revision=revision,
            reason="訂正",
            actor=ADMIN,
        )

    forget_sessions()
    with django_assert_num_queries(queries):
        page = read(browser, game)

    assert page.count("Corrected") == 8
