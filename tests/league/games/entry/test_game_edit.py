from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.games.entry import PenaltyEntry, YakumanEntry, entry_of
from league.games.write import edit_hanchan, void_hanchan
from league.models import AuditEvent, Club, Hanchan, League, Member
from tests import factories as make
from tests.league.games.entry.pages import note_of, seats_of, stored, text_of, typed, value_of
from tests.pages import parsed

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(league: League, members: list[Member]) -> Hanchan:
    return make.record(league, members[:4])


def address(game: Hanchan) -> str:
    return f"/c/tonan/games/{game.pk}/edit/"


def correction(
    league: League, members: list[Member], *points: str, **changes: str
) -> dict[str, str]:
    words = typed(league, members, points or ("424", "290", "238", "48"), **changes)
    return {"revision": "1", "reason": "点数の書き間違い"} | words


def fresh(game: Hanchan) -> Hanchan:
    return Hanchan.objects.for_club(game.club_id).get(pk=game.pk)


def test_the_form_holds_the_game_as_it_is_stored(
    league: League, members: list[Member], browser: Client
) -> None:
    game = make.record(
        league,
        members[:4],
        (60_500, 45_200, -8_700, 2_000),
        sticks=1_000,
        table=2,
        number=3,
        remark="南3局で終了",
        penalties=(PenaltyEntry(seat=1, kind="chombo", count=2, reason="誤ロン"),),
        yakuman=(YakumanEntry(seat=0, name="kokushi", discarder=2),),
    )

    response = browser.get(address(game))

    assert seats_of(response) == [str(member.pk) for member in members[:4]]
    assert [value_of(response, f"points-{seat}") for seat in range(4)] == [
        "605",
        "452",
        "-87",
        "20",
    ]
    shown = {name: value_of(response, name) for name in ("sticks", "table", "number", "remark")}
    assert shown == {"sticks": "1", "table": "2", "number": "3", "remark": "南3局で終了"}
    assert value_of(response, "penalty-1-chombo") == "2"
    assert value_of(response, "penalty-reason-1") == "誤ロン"
    assert "kokushi" in parsed(response).sent.values()
    assert value_of(response, "revision") == "1"


def test_saving_the_form_untouched_changes_nothing_but_the_revision(
    league: League, members: list[Member], browser: Client
) -> None:
    game = make.record(
        league,
        members[:4],
        (120_000, 300, -300, -21_000),
        sticks=1_000,
        penalties=(PenaltyEntry(seat=1, kind="chombo", reason="誤ロン"),),
        yakuman=(YakumanEntry(seat=0, name="suuankou"),),
        ended_by_time=True,
    )
    before = entry_of(fresh(game))
    form = browser.get(address(game)).context["form"]
    words = {bound.html_name: bound.value() for bound in form}
    sent = {name: value for name, value in words.items() if value not in (None, False)}

    response = browser.post(address(game), sent | {"reason": "確認", "league": "main"})

    assert response.status_code == 302
    assert entry_of(fresh(game)) == before
    assert fresh(game).revision == 2


def test_a_correction_settles_anew_and_keeps_the_reason(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    response = browser.post(address(game), correction(league, members[:4]))

    now = fresh(game)
    assert response.status_code == 302
    assert now.revision == 2
    assert now.settlement is not None
    assert now.settlement.scores == (42_000, 4_000, -11_000, -35_000)
    event = AuditEvent.objects.for_club(game.club_id).get(type="hanchan.edited")
    assert event.reason == "点数の書き間違い"


def test_the_last_seat_of_a_correction_is_filled_in_too(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    browser.post(address(game), correction(league, members[:4], "424", "290", "238", ""))

    assert game.seats.get(seat=3).points == 4_800


@pytest.mark.parametrize(
    ("change", "slot", "words"),
    [
        ({"reason": " "}, "id_reason_error", "必須"),
        ({"reason": "あ" * 201}, "id_reason_error", "200"),
        ({"points-0": "414"}, "entry-errors", "1,000"),
        ({"points-0": "abc"}, "entry-errors", "abc"),
        ({"seat-1": "999999"}, "entry-errors", "名簿"),
        ({"revision": "x"}, "entry-errors", "整数"),
        ({"revision": "9" * 40}, "entry-errors", "2147483647"),
    ],
    ids=["no reason", "a long reason", "off", "no number", "no member", "no revision", "absurd"],
)
def test_a_bad_correction_changes_nothing_and_keeps_what_was_typed(
    change: dict[str, str],
    slot: str,
    words: str,
    league: League,
    members: list[Member],
    game: Hanchan,
    browser: Client,
) -> None:
    sent = correction(league, members[:4]) | change
    before, entry = stored(), entry_of(fresh(game))

    response = browser.post(address(game), sent)

    assert response.status_code == 422
    assert words in parsed(response).one(id=slot).words
    assert value_of(response, "points-1") == "290"
    assert (stored(), entry_of(fresh(game))) == (before, entry)


def test_a_correction_over_somebody_elses_shows_both_and_overwrites_nothing(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    theirs = make.make_entry(league, [*members[:3], members[4]], (40_400, 31_000, 23_800, 4_800))
    edit_hanchan(hanchan=game, entry=theirs, revision=1, reason="席違い", actor=make.ADMIN)
    stands = entry_of(fresh(game))

    response = browser.post(address(game), correction(league, members[:4]))

    page = text_of(response)
    assert response.status_code == 409
    assert entry_of(fresh(game)) == stands
    assert "40,400" in page
    assert "42,400" in page
    assert page.count('class="entry-differs"') == 3
    assert value_of(response, "points-0") == "424"
    assert value_of(response, "reason") == "点数の書き間違い"
    assert value_of(response, "revision") == "2"


def test_saving_again_after_seeing_the_other_correction_is_a_decision_and_holds(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    theirs = make.make_entry(league, members[:4], (40_400, 31_000, 23_800, 4_800))
    edit_hanchan(hanchan=game, entry=theirs, revision=1, reason="転記", actor=make.ADMIN)
    response = browser.post(address(game), correction(league, members[:4]))

    sent = correction(league, members[:4]) | {"revision": value_of(response, "revision")}
    browser.post(address(game), sent)

    assert game.seats.get(seat=0).points == 42_400
    assert fresh(game).revision == 3


def test_the_same_correction_sent_twice_is_not_made_twice(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    sent = correction(league, members[:4])
    browser.post(address(game), sent)

    assert browser.post(address(game), sent).status_code == 409
    assert fresh(game).revision == 2


def test_a_voided_game_is_not_corrected(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=make.ADMIN)
    before = entry_of(fresh(game))

    shown = browser.get(address(game))
    sent = browser.post(address(game), correction(league, members[:4]) | {"revision": "2"})

    assert shown.headers["Location"] == sent.headers["Location"] == f"/c/tonan/games/{game.pk}/"
    assert entry_of(fresh(game)) == before


def test_an_older_game_is_corrected_by_a_scorer_alone(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    older = make.record(league, members[:4], day=date(2026, 11, 13))
    scorer = make.make_login(club, "scorer", Member.Role.SCORER)

    assert browser.get(address(older)).status_code == 403
    assert browser.post(address(older), correction(league, members[:4])).status_code == 403
    assert fresh(older).revision == 1
    assert scorer.post(address(older), correction(league, members[:4])).status_code == 302


def test_a_game_of_another_club_is_not_found(browser: Client) -> None:
    theirs = make.make_club("seiban", owner="other")
    game = make.record(make.league_of(theirs), make.make_members(theirs))

    assert browser.get(address(game)).status_code == 404
    assert browser.post(address(game)).status_code == 404
    assert browser.post(f"{address(game)}check/").status_code == 404


def test_somebody_who_left_the_club_keeps_their_seat_in_an_older_game(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    members[0].left_on = date(2026, 11, 1)
    members[0].save()

    assert seats_of(browser.get(address(game)))[0] == str(members[0].pk)


def test_the_check_of_a_correction_shows_scores_and_writes_nothing(
    league: League, members: list[Member], game: Hanchan, browser: Client
) -> None:
    before = stored()

    response = browser.post(f"{address(game)}check/", correction(league, members[:4]))

    assert response.status_code == 200
    assert stored() == before
    assert "+42" in note_of(response, "note-0")
    assert "errors" not in note_of(response, "slot-note")


def test_the_correction_form_reads_few_rows(
    game: Hanchan, browser: Client, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(20):
        assert browser.get(address(game)).status_code == 200
