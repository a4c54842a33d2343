from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.games.entry import SeatEntry, entry_of
from league.games.write import edit_hanchan
from league.models import Club, Hanchan, League, Member
from league.rulebook.write import publish_version
from rules.parameters import RiichiParameters, override
from tests import factories as make
from tests.league.games.entry.pages import ENTER, games, text_of, typed, value_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def paying(league: League) -> League:
    """The club's league under rules that pay for chips, busts, won hands and yakuman."""
    in_club = league.rule_set
    rules = in_club.rule_set.versions.latest("effective_from").value
    assert isinstance(rules, RiichiParameters)
    pays = {"chip_value": 2_000, "bust_bonus": 10_000, "yakitori": 9_000, "yakuman_ron": 20_000}
    publish_version(
        in_club=in_club,
        day=date(2026, 11, 1),
        parameters=override(rules, pays),
        stated_by={},
        clauses=(),
        changes_ja="",
        changes_en="",
        actor=make.ADMIN,
    )
    return league


DETAILS = {
    "chips-0": "3",
    "chips-1": "-3",
    "yakitori-2": "on",
    "busted-3": "0",
    "yakuman-0-name": "daisangen",
    "yakuman-0-seat": "0",
    "yakuman-0-from": "3",
}
POINTS = ("700", "200", "120", "-20")


def test_a_form_asks_only_for_what_the_rule_pays_for(league: League, browser: Client) -> None:
    page = text_of(browser.get(ENTER))

    for name in ("chips-0", "yakitori-0", "busted-0"):
        assert f'name="{name}"' not in page
    for name in ("yakuman-0-name", "penalty-0-chombo", "remark", "ended_by_time"):
        assert f'name="{name}"' in page


def test_chips_that_score_nothing_are_entered_where_the_rule_counts_them(
    club: Club, league: League, browser: Client, members: list[Member]
) -> None:
    make.make_rules(league, chip_value=0, chip_red=1)

    page = text_of(browser.get(ENTER))
    browser.post(ENTER, typed(league, members[:4]) | {"chips-0": "3", "chips-1": "-3"})

    assert 'name="chips-0"' in page
    (game,) = games(club)
    assert [seat.chips for seat in game.seats.all()] == [3, -3, 0, 0]


def test_chips_busts_and_won_hands_are_kept_where_the_rule_pays_for_them(
    club: Club, paying: League, members: list[Member], browser: Client
) -> None:
    browser.post(ENTER, typed(paying, members[:4], POINTS) | DETAILS)

    seats = list(games(club)[0].seats.all())
    assert [seat.chips for seat in seats] == [3, -3, 0, 0]
    assert [seat.is_yakitori for seat in seats] == [False, False, True, False]
    assert [seat.busted_by for seat in seats] == [None, None, None, 0]


def test_chips_that_do_not_add_up_are_refused_in_words(
    paying: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(ENTER, typed(paying, members[:4], POINTS) | DETAILS | {"chips-1": "-2"})

    assert response.status_code == 422
    assert "チップの合計" in text_of(response)
    assert value_of(response, "chips-1") == "-2"
    assert '<details class="entry-more" open>' in text_of(response)


def _entered(club: Club, league: League, members: list[Member], browser: Client) -> Hanchan:
    browser.post(ENTER, typed(league, members[:4], POINTS) | DETAILS)
    return games(club)[0]


def test_the_correction_form_holds_every_detail_and_sends_it_back(
    club: Club, paying: League, members: list[Member], browser: Client
) -> None:
    game = _entered(club, paying, members, browser)
    before = entry_of(game)
    form = browser.get(f"/c/tonan/games/{game.pk}/edit/").context["form"]
    words = {bound.html_name: bound.value() for bound in form}
    sent = {name: value for name, value in words.items() if value not in (None, False)}

    browser.post(
        f"/c/tonan/games/{game.pk}/edit/", sent | {"reason": "確認", "league": paying.slug}
    )

    now = Hanchan.objects.for_club(club).get(pk=game.pk)
    assert now.revision == 2
    assert entry_of(now) == before


def test_two_corrections_are_compared_down_to_the_details(
    club: Club, paying: League, members: list[Member], browser: Client
) -> None:
    game = _entered(club, paying, members, browser)
    plain = make.make_entry(paying, members[:4], (70_000, 20_000, 12_000, -2_000))
    edit_hanchan(hanchan=game, entry=plain, revision=1, reason="転記", actor=make.ADMIN)

    response = browser.post(
        f"/c/tonan/games/{game.pk}/edit/",
        typed(paying, members[:4], POINTS)
        | DETAILS
        | {"penalty-1-chombo": "1", "revision": "1", "reason": "確認"},
    )

    page = text_of(response)
    assert response.status_code == 409
    for words in ("チップ", "焼き鳥", "飛ばした人", "大三元", "チョンボ"):
        assert words in page


def test_what_a_rule_no_longer_pays_for_is_not_dropped_by_a_correction(
    club: Club, league: League, members: list[Member], browser: Client
) -> None:
    seats = tuple(
        SeatEntry(member_id=member.pk, points=25_000, chips=chips)
        for member, chips in zip(members[:4], (2, -2, 0, 0), strict=True)
    )
    game = make.record(league, members[:4], (25_000,) * 4)
    entry = make.make_entry(league, members[:4], (25_000,) * 4)
    edited = type(entry)(league=league, day=entry.day, seats=seats)
    edit_hanchan(hanchan=game, entry=edited, revision=1, reason="チップ", actor=make.ADMIN)

    page = browser.get(f"/c/tonan/games/{game.pk}/edit/")

    assert value_of(page, "chips-0") == "2"
    assert value_of(page, "chips-1") == "-2"


def test_switching_the_league_of_a_correction_keeps_the_words_and_stores_nothing(
    club: Club, league: League, sanma: League, members: list[Member], browser: Client
) -> None:
    game = make.record(league, members[:4])
    words = typed(league, members[:4], ("424", "290", "238", "48"))

    response = browser.post(
        f"/c/tonan/games/{game.pk}/edit/",
        words | {"revision": "1", "reason": "三麻でした", "switch": "sanma"},
    )

    assert response.status_code == 200
    assert value_of(response, "league") == "sanma"
    assert value_of(response, "reason") == "三麻でした"
    assert Hanchan.objects.for_club(club).get().revision == 1


def test_an_evening_takes_the_league_of_its_latest_game(
    league: League, sanma: League, members: list[Member], browser: Client
) -> None:
    make.record(sanma, members[:3], (45_000, 35_000, 25_000))

    assert value_of(browser.get(ENTER), "league") == "sanma"
