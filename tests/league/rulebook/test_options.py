"""Seasons and evenings choose what the rules leave open; games keep what they were played with."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from league.clubs.verification import verify_club
from league.competitions.seasons import change_season, open_season
from league.core.errors import EntryError, LeagueError
from league.core.jobs import perform_job
from league.games.check import check_entry
from league.games.store import FinishedGame, store_games
from league.games.story import find_game, game_story
from league.games.write import edit_hanchan, restore_hanchan, void_hanchan
from league.live.tables import live_game
from league.live.write import reopen_live
from league.models import AuditEvent, Club, Hanchan, Job, League, Member, Season, Session
from league.rulebook.options import options_for, set_session_options
from league.rulebook.versions import rule_line, same_scores
from league.rulechanges.write import publish_draft
from rules.models import RuleVersion
from rules.parameters import override, parameter_values
from scoring.results import GameResult
from scoring.settlement import settle
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    make_club,
    make_draft,
    make_entry,
    make_members,
    make_session,
    record,
)
from tests.league.live.live_help import latest, open_table, play_out, tap

pytestmark = pytest.mark.django_db

POINTS = (41400, 30000, 23800, 4800)
WIDE = [30_000, 10_000, -10_000, -30_000]
UMA = {"uma": WIDE}


def leave_open(league: League, *names: str, **values: Any) -> RuleVersion:
    """Let the rules in force leave something open, as if they always had."""
    version = rule_line(league.rule_set.rule_set).on(EVENING)
    assert version is not None
    changed = override(version.value, {"open_options": list(names), **values})
    version.parameters = changed.model_dump(mode="json")
    version.save()
    return RuleVersion.objects.get(pk=version.pk)


def season_of(league: League, options: dict[str, Any], **values: Any) -> Season:
    found = {"name": "秋季", "starts_on": date(2026, 9, 1), "ends_on": date(2026, 12, 31)}
    return open_season(league=league, actor=ADMIN, **{**found, **values}, options=options)


def expected(league: League, options: dict[str, Any]) -> tuple[int, ...]:
    version = rule_line(league.rule_set.rule_set).on(EVENING)
    assert version is not None
    return settle(GameResult(points=POINTS), override(version.value, options)).scores


def scores(game: Hanchan) -> tuple[int, ...]:
    settlement = Hanchan.objects.for_club(game.club).get(pk=game.pk).settlement
    assert settlement is not None
    return settlement.scores


@pytest.fixture
def evening(club: Club) -> Session:
    return make_session(club)


CHOICES = [
    pytest.param({}, {}, {}, id="nobody chose: as the rules say"),
    pytest.param(UMA, {}, UMA, id="the season chose"),
    pytest.param({}, UMA, UMA, id="the evening chose"),
    pytest.param(UMA, {"uma": [0, 0, 0, 0]}, {"uma": [0, 0, 0, 0]}, id="the evening goes first"),
    pytest.param(
        {"tie": "seat"}, {"uma": WIDE}, {"tie": "seat", "uma": WIDE}, id="each chose something"
    ),
]


@pytest.mark.parametrize(("of_season", "of_evening", "played"), CHOICES)
def test_a_game_is_stored_with_what_was_chosen_and_settled_so(
    league: League,
    four: list[Member],
    evening: Session,
    of_season: dict[str, Any],
    of_evening: dict[str, Any],
    played: dict[str, Any],
) -> None:
    leave_open(league, "uma", "tie")
    season_of(league, of_season)
    set_session_options(session=evening, options=of_evening, actor=ADMIN)

    game = record(league, four, POINTS)

    assert game.options == played
    assert scores(game) == expected(league, played)
    assert verify_club(league.club)["differences"] == 0
    story = game_story(find_game(league.club, game.pk))
    assert story.is_explained


def test_of_several_seasons_the_one_that_starts_last_speaks(
    league: League, four: list[Member]
) -> None:
    leave_open(league, "uma")
    season_of(league, {"uma": [0, 0, 0, 0]}, name="通年", starts_on=date(2026, 1, 1))
    season_of(league, UMA)
    season_of(league, {}, name="冬季", starts_on=date(2026, 12, 1))

    assert record(league, four, POINTS).options == UMA
    assert record(league, four, POINTS, day=date(2026, 8, 1)).options == {"uma": [0, 0, 0, 0]}


def test_a_choice_made_later_leaves_stored_games_as_they_are(
    league: League, four: list[Member], evening: Session
) -> None:
    leave_open(league, "uma")
    first = record(league, four, POINTS)
    set_session_options(session=evening, options=UMA, actor=ADMIN)
    second = record(league, four, POINTS)

    assert scores(first) == expected(league, {})
    assert scores(second) == expected(league, UMA)
    assert verify_club(league.club)["differences"] == 0


def _correct(game: Hanchan, league: League, four: list[Member]) -> None:
    entry = make_entry(league, four, POINTS, number=game.number, remark="席順")
    edit_hanchan(hanchan=game, entry=entry, revision=1, reason="訂正", actor=ADMIN)


def _void_and_restore(game: Hanchan, league: League, four: list[Member]) -> None:
    void_hanchan(hanchan=game, revision=1, reason="誤り", actor=ADMIN)
    game.refresh_from_db()
    restore_hanchan(hanchan=game, revision=2, reason="正しかった", actor=ADMIN)


@pytest.mark.parametrize("change", [_correct, _void_and_restore])
def test_a_changed_game_keeps_what_it_was_played_with(
    league: League, four: list[Member], evening: Session, change: Callable[..., None]
) -> None:
    leave_open(league, "uma")
    set_session_options(session=evening, options=UMA, actor=ADMIN)
    game = record(league, four, POINTS)
    set_session_options(session=evening, options={}, actor=ADMIN)

    change(game, league, four)

    game.refresh_from_db()
    assert game.options == UMA
    assert scores(game) == expected(league, UMA)


def test_the_check_while_typing_shows_what_storing_gives(
    league: League, four: list[Member], evening: Session
) -> None:
    leave_open(league, "uma")
    set_session_options(session=evening, options=UMA, actor=ADMIN)

    checked = check_entry(league.club, make_entry(league, four, POINTS))

    assert checked.settled.scores == expected(league, UMA)


def test_what_the_rules_close_again_has_no_effect_any_more(
    league: League, four: list[Member], evening: Session
) -> None:
    leave_open(league, "uma")
    set_session_options(session=evening, options=UMA, actor=ADMIN)
    record(league, four, POINTS)
    before = rule_line(league.rule_set.rule_set).parameters_on(EVENING)

    leave_open(league)

    after = rule_line(league.rule_set.rule_set).parameters_on(EVENING)
    assert not same_scores(before, after)
    assert verify_club(league.club)["differences"] == 1
    assert record(league, four, POINTS).options == {}


@pytest.mark.parametrize(
    ("options", "field"),
    [
        pytest.param({"tie": "seat"}, "tie", id="not left open"),
        pytest.param({"nothing": 1}, "nothing", id="no parameter"),
        pytest.param({"uma": [1, 2, 3, 4]}, "uma", id="no uma"),
        pytest.param({"return_points": 0}, "return_points", id="beside the other rules"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_beside_its_field(
    league: League, evening: Session, options: dict[str, Any], field: str
) -> None:
    leave_open(league, "uma", "return_points")

    with pytest.raises(LeagueError) as of_evening:
        set_session_options(session=evening, options=options, actor=ADMIN)
    with pytest.raises(LeagueError) as of_season:
        season_of(league, options)

    assert of_evening.value.field == of_season.value.field == field
    evening.refresh_from_db()
    assert evening.options == {}
    assert not Season.objects.for_club(league.club).exists()


def test_a_choice_is_written_into_the_trail_once(league: League, evening: Session) -> None:
    leave_open(league, "uma")

    for _twice in range(2):
        set_session_options(session=evening, options=UMA, actor=ADMIN)

    (event,) = AuditEvent.objects.for_club(league.club).filter(type="session.options_changed")
    assert (event.before, event.after) == ({"options": {}}, {"options": UMA})


def test_a_season_keeps_its_choice_when_the_rules_close_it(league: League) -> None:
    leave_open(league, "uma")
    season = season_of(league, UMA)
    leave_open(league)
    values = {"name": "秋", "starts_on": season.starts_on, "ends_on": season.ends_on}

    changed = change_season(season=season, actor=ADMIN, **values, options=UMA)

    assert (changed.name, changed.options) == ("秋", UMA)


@pytest.mark.parametrize(
    ("names", "queries"), [pytest.param((), 0, id="closed"), pytest.param(("uma",), 1, id="open")]
)
def test_looking_for_the_choice_takes_one_query_where_something_is_open(
    league: League,
    evening: Session,
    django_assert_num_queries: DjangoAssertNumQueries,
    names: tuple[str, ...],
    queries: int,
) -> None:
    rule = leave_open(league, *names).value

    with django_assert_num_queries(queries):
        options_for(league, rule, evening, EVENING)


def test_a_game_of_boo_is_settled_as_its_evening_chose() -> None:
    league = league_of(make_club(rule="nekohouse-boo"))
    four = make_members(league.club)
    leave_open(league, "double_right")
    held = (17_000, 7_000, 5_000, 3_000)
    session = make_session(league.club)
    first, second = (record(league, four, held) for _game in range(2))
    set_session_options(session=session, options={"double_right": False}, actor=ADMIN)
    third = record(league, four, held)

    results = [
        Hanchan.objects.for_club(league.club).get(pk=g.pk).settlement
        for g in (first, second, third)
    ]

    assert [one.result for one in results if one] == ["maru_a", "double_maru_a", "maru_a"]
    assert verify_club(league.club)["differences"] == 0
    assert game_story(find_game(league.club, third.pk)).is_explained


def test_a_live_table_is_played_as_its_evening_chose_and_leaves_such_a_game(
    league: League, four: list[Member], evening: Session
) -> None:
    leave_open(league, "open_tanyao", "uma")
    set_session_options(session=evening, options={"open_tanyao": False, **UMA}, actor=ADMIN)
    live = open_table(league, four)

    rule = live_game(latest(live)).rule
    assert parameter_values(rule)["open_tanyao"] is False

    game = tap(play_out(live), "finish").hanchan
    assert game is not None
    assert game.options == {"open_tanyao": False, **UMA}
    set_session_options(session=evening, options={}, actor=ADMIN)
    again = reopen_live(hanchan=game, key=live.key.__class__(int=7), actor=ADMIN)
    assert parameter_values(live_game(latest(again)).rule)["open_tanyao"] is False


@pytest.mark.parametrize(
    ("options", "fits"),
    [
        pytest.param({}, True, id="the rules allow it"),
        pytest.param({"open_tanyao": False}, False, id="the evening does not"),
    ],
)
def test_an_open_tanyao_counts_at_a_live_table_as_the_evening_chose(
    league: League, four: list[Member], evening: Session, options: dict[str, Any], fits: bool
) -> None:
    leave_open(league, "open_tanyao", open_tanyao=True)
    set_session_options(session=evening, options=options, actor=ADMIN)
    live = open_table(league, four)
    value = {"hand": "23m567m678p22s", "melds": ["chi:345s"], "win": "4m"}
    hand = {"result": "ron", "wins": [{"winner": 2, "from": 1, "value": value}]}

    if fits:
        tap(live, "hand", hand)
    else:
        with pytest.raises(EntryError):
            tap(live, "hand", hand)

    assert len(latest(live).hands) == fits


@pytest.mark.parametrize(
    ("parameters", "then"),
    [
        pytest.param({"rounding": "none"}, UMA, id="still open: the choice goes on"),
        pytest.param({"open_options": []}, {}, id="closed: the rules' own value counts"),
    ],
)
def test_a_change_of_the_rules_settles_games_with_what_it_still_leaves_open(
    league: League,
    four: list[Member],
    evening: Session,
    parameters: dict[str, Any],
    then: dict[str, Any],
) -> None:
    leave_open(league, "uma")
    plain = record(league, four, POINTS)
    set_session_options(session=evening, options=UMA, actor=ADMIN)
    chosen = record(league, four, POINTS)
    draft = make_draft(league, **parameters)

    change = publish_draft(
        in_club=league.rule_set,
        draft=draft,
        day=EVENING,
        draft_revision=0,
        corrects=None,
        reason="",
        actor=ADMIN,
    )
    perform_job(Job.objects.for_club(league.club).get(change=change).pk)

    assert scores(plain) == expected(league, {})
    assert scores(chosen) == expected(league, then)
    assert verify_club(league.club)["told"] == []


def test_many_games_at_once_are_settled_with_what_each_chose(
    league: League, four: list[Member], evening: Session
) -> None:
    leave_open(league, "uma")
    games = [
        FinishedGame(
            key=uuid.uuid4(),
            entry=make_entry(league, four, POINTS, session=evening, number=number),
            source=Hanchan.Source.FILE,
            options=options,
        )
        for number, options in enumerate(({}, UMA), start=1)
    ]

    stored = store_games(club=league.club, games=games, actor=ADMIN)

    assert [game.options for game in stored] == [{}, UMA]
    assert [scores(game) for game in stored] == [expected(league, {}), expected(league, UMA)]
    assert verify_club(league.club)["told"] == []
