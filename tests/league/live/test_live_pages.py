"""Live tables in a browser without a script: every tap is a form, and nothing moves unseen."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from league.clubs.write import create_league
from league.models import League, LiveTable, Member
from scoring.game import Game
from tests.factories import ADMIN, make_login, make_session
from tests.league.evenings import english
from tests.league.live.live_help import DRAW, RON, TAPPED, latest, live_url, send, tap
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


@pytest.fixture
def scorer(league: League) -> Client:
    return english(make_login(league.club, "scorer", Member.Role.SCORER))


def test_a_table_is_opened_from_the_evenings_page(
    league: League, four: list[Member], scorer: Client
) -> None:
    session = make_session(league.club)
    page = scorer.get(f"/c/tonan/sessions/{session.pk}/").text
    assert f'href="/c/tonan/live/new/?session={session.pk}"' in page

    form = parsed(scorer.get(f"/c/tonan/live/new/?session={session.pk}"))
    opened = scorer.post(
        "/c/tonan/live/new/",
        {
            "key": form.sent["key"],
            "league": "main",
            "session": session.pk,
            "table": 1,
            "number": 1,
            **{f"seat-{at}": member.pk for at, member in enumerate(four[:3])},
            "guest-3": "旅人",
            "kind-3": "guest",
        },
    )

    live = LiveTable.objects.for_club(league.club).get()
    assert opened.status_code == 302
    assert opened["Location"] == live_url(live)
    assert "旅人" in scorer.get(live_url(live)).text
    assert live_url(live) in scorer.get(f"/c/tonan/sessions/{session.pk}/").text


def test_what_is_wrong_with_a_new_table_is_said_and_what_was_typed_stays(
    league: League, four: list[Member], scorer: Client
) -> None:
    sent = {f"seat-{at}": four[0].pk for at in range(4)}
    response = scorer.post(
        "/c/tonan/live/new/",
        {"key": str(uuid.uuid4()), "league": "main", "table": 7, "number": 1, **sent},
    )

    assert response.status_code == 422
    assert "The same person is in two seats." in response.text
    assert 'value="7"' in response.text
    assert not LiveTable.objects.for_club(league.club).exists()


def test_another_league_is_chosen_without_losing_who_sits_where(
    league: League, four: list[Member], scorer: Client
) -> None:
    other = create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="春の杯", actor=ADMIN
    )
    typed = {"seat-0": four[2].pk, "guest-1": "客 太郎", "table": 77, "number": 3}
    sent = {"key": str(uuid.uuid4()), "league": league.slug, "switch": other.slug}

    text = scorer.post(f"/c/{league.club.slug}/live/new/", typed | sent).content.decode()

    assert f'name="league" value="{other.slug}"' in text
    assert 'value="77"' in text
    assert "客 太郎" in text
    assert str(four[2].pk) in parsed(text).sent.values()


def test_movements_are_shown_before_anything_is_stored(live: LiveTable, scorer: Client) -> None:
    looked = send(scorer, live, "hand", **TAPPED)

    assert looked.status_code == 200
    assert "−5,200" in looked.text
    page = parsed(looked)
    assert page.all(name="accept", value="1")
    assert page.sent["han-2"] == "3"
    assert latest(live).hands == []


def test_an_accepted_hand_is_stored_and_the_page_shows_the_next(
    live: LiveTable, scorer: Client
) -> None:
    stored = send(scorer, live, "hand", accept="1", **TAPPED)

    assert stored.status_code == 302
    assert latest(live).hands == [RON]
    assert "East 2" in scorer.get(stored["Location"]).text


def test_a_hand_that_was_changed_after_its_movements_were_shown_is_shown_again(
    live: LiveTable, scorer: Client
) -> None:
    looked = send(scorer, live, "hand", **TAPPED).text
    mark = parsed(looked).sent["shown"]

    other = send(scorer, live, "hand", accept="1", shown=mark, **{**TAPPED, "fu-2": "30"})
    assert other.status_code == 200
    assert "−3,900" in other.text
    assert latest(live).hands == []

    assert send(scorer, live, "hand", accept="1", shown=mark, **TAPPED).status_code == 302


FORMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "a tsumo of the dealer": (
        {"result": "tsumo", "tsumo": "0", "han-0": "5"},
        {"result": "tsumo", "wins": [{"winner": 0, "han": 5}]},
    ),
    "two ron on one discard": (
        {
            **{"result": "ron", "loser": "3", "ron": ["1", "2"]},
            **{"han-1": "1", "fu-1": "30", "han-2": "6", "fu-2": "30"},
        },
        {
            "result": "ron",
            "wins": [
                {"winner": 1, "from": 3, "han": 1, "fu": 30},
                {"winner": 2, "from": 3, "han": 6},
            ],
        },
    ),
    "a yakuman with pao": (
        {
            **{"result": "tsumo", "tsumo": "2", "han-2": "y"},
            **{"names-2": ["daisangen"], "pao-2": "3"},
        },
        {
            "result": "tsumo",
            "wins": [
                {
                    "winner": 2,
                    "yakuman": 1,
                    "yaku": {"daisangen": 13},
                    "pao": [{"seat": 3, "times": 1}],
                }
            ],
        },
    ),
    "a hand by its tiles": (
        {
            **{"result": "ron", "loser": "1", "ron": ["2"]},
            **{"hand-2": "２３ｍ567m678p22s", "win-2": "4m", "melds-2": "chi:345s"},
        },
        {
            "result": "ron",
            "wins": [
                {
                    "winner": 2,
                    "from": 1,
                    "value": {"hand": "23m567m678p22s", "win": "4m", "melds": ["chi:345s"]},
                }
            ],
        },
    ),
    "a draw": ({"result": "draw", "tenpai": ["0", "3"]}, DRAW),
    "nine terminals": (
        {"result": "abort", "kind": "kyuushu"},
        {"result": "abort", "kind": "kyuushu"},
    ),
    "a nagashi": (
        {"result": "nagashi", "nagashi": ["1"]},
        {"result": "nagashi", "by": [1]},
    ),
    "a chombo": ({"result": "chombo", "chombo": "3"}, {"result": "chombo", "by": [3]}),
    "a stick for an offence": (
        {"result": "draw", "stick-1": "2", "forfeit": ["3"]},
        {
            "result": "draw",
            "tenpai": [],
            "penalties": [
                {"seat": 1, "kind": "stick"},
                {"seat": 1, "kind": "stick"},
                {"seat": 3, "kind": "forfeit"},
            ],
        },
    ),
}


@pytest.mark.parametrize(("tapped", "expected"), FORMS.values(), ids=FORMS)
def test_every_result_can_be_tapped(
    live: LiveTable, scorer: Client, tapped: dict[str, Any], expected: dict[str, Any]
) -> None:
    response = send(scorer, live, "hand", accept="1", **tapped)

    assert response.status_code == 302, response.text
    assert latest(live).hands == [expected]


@pytest.mark.parametrize(
    ("tapped", "expected"),
    [
        pytest.param({}, "How did the hand end?", id="nothing"),
        pytest.param({"result": "ron"}, "Who won?", id="a ron of nobody"),
        pytest.param({"result": "tsumo"}, "Who won?", id="a tsumo of nobody"),
        pytest.param({"result": "abort"}, "Why was it aborted?", id="aborted for no reason"),
        pytest.param({"result": "chombo"}, "Whose chombo?", id="nobody's chombo"),
        pytest.param(
            {"result": "ron", "loser": "1", "ron": ["2"]},
            "How much is the hand worth?",
            id="no han",
        ),
        pytest.param({**TAPPED, "fu-2": ""}, "Fu is required", id="three han without fu"),
        pytest.param({**TAPPED, "loser": "2"}, "cannot pay for their own hand", id="own discard"),
        pytest.param(
            {"result": "tsumo", "tsumo": "2", "han-2": "y"}, "Which yakuman was it?", id="nameless"
        ),
        pytest.param(
            {"result": "ron", "loser": "1", "ron": ["2"], "hand-2": "9x", "win-2": "1m"},
            "is not a valid tile",
            id="tiles that are none",
        ),
    ],
)
def test_a_hand_that_cannot_be_says_why_and_keeps_what_was_tapped(
    live: LiveTable, scorer: Client, tapped: dict[str, Any], expected: str
) -> None:
    response = send(scorer, live, "hand", accept="1", **tapped)

    assert response.status_code == 422
    assert expected in response.text
    if "result" in tapped:
        assert parsed(response).sent["result"] == tapped["result"]
    assert latest(live).hands == []


def test_whoever_is_overtaken_sees_both_entries_and_may_still_enter_theirs(
    live: LiveTable, scorer: Client
) -> None:
    tap(live, "hand", DRAW)

    overtaken = send(scorer, live, "hand", seen=1, accept="1", **TAPPED)
    assert overtaken.status_code == 409
    assert "Draw; tenpai" in overtaken.text
    assert "3 han 40 fu" in overtaken.text
    assert latest(live).hands == [DRAW]

    again = send(scorer, live, "hand", seen=1, accept=str(latest(live).revision), **TAPPED)
    assert again.status_code == 302
    assert latest(live).hands == [DRAW, RON]


def test_riichi_undo_and_redo_are_buttons(live: LiveTable, scorer: Client) -> None:
    assert send(scorer, live, "riichi", seat="2", declared="on").status_code == 302
    assert latest(live).current == {"riichi": [2]}
    send(scorer, live, "hand", accept=str(latest(live).revision), **TAPPED)
    assert latest(live).hands[0]["riichi"] == [2]
    assert send(scorer, live, "undo").status_code == 302
    assert latest(live).hands == []
    assert send(scorer, live, "redo").status_code == 302
    assert len(latest(live).hands) == 1


@pytest.mark.parametrize("broken", [{"key": "x"}, {"seen": "-1"}, {"action": ""}])
def test_a_damaged_form_changes_nothing(
    live: LiveTable, scorer: Client, broken: dict[str, str]
) -> None:
    sent = {"action": "undo", "key": str(uuid.uuid4()), "seen": "1", **broken}

    assert scorer.post(live_url(live, "change/"), sent).status_code == 422
    assert latest(live).revision == 1


def test_whoever_looks_at_a_table_or_enters_a_hand_replays_each_hand_once(
    live: LiveTable, scorer: Client
) -> None:
    for _hand in range(5):
        tap(live, "hand", DRAW)
    preview = partial(send, scorer, live, "hand", **TAPPED)
    accepted = {"accept": latest(live).revision, "script": True}

    assert plays_of(lambda: scorer.get(live_url(live))) == 5
    assert plays_of(lambda: scorer.get(f"/api/v1/clubs/tonan/live/{live.pk}")) == 5
    assert plays_of(preview) == 5 + 1
    assert plays_of(partial(preview, **accepted)) == 5 + 1


def plays_of(act: Callable[[], Any]) -> int:
    """How many hands the engine plays meanwhile."""
    count = 0

    def see(frame: FrameType, event: str, _value: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is Game.play.__code__

    sys.setprofile(see)
    try:
        assert act().status_code == 200
    finally:
        sys.setprofile(None)
    return count
