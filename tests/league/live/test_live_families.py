"""Live tables under rules of every family: what may be said, and what the game leaves behind."""

from __future__ import annotations

import pytest
from django.test import Client

from league.core.errors import EntryError
from league.live.game import offers_of, replayed
from league.live.hand_form import LiveHandForm, initial_of
from league.live.tables import live_game
from league.models import LiveTable, Member
from rules.parameters import override
from rules.presets import load
from tests.factories import league_of, make_club, make_login, make_members, make_rules
from tests.league.evenings import english
from tests.league.live.live_help import ALL_NOTEN, latest, live_url, open_table, points, send, tap

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


def table_of(rule: str, players: int = 4) -> LiveTable:
    league = league_of(make_club(rule=rule))
    return open_table(league, make_members(league.club, players))


def scorer_of(live: LiveTable) -> Client:
    return english(make_login(live.club, "scorer", Member.Role.SCORER))


def fields_of(live: LiveTable) -> set[str]:
    """What the form asks for, without the seats."""
    form = LiveHandForm(offers=offers_of(live_game(latest(live))), names=["a", "b", "c", "d"])
    return {name.partition("-")[0] for name in form.fields}


@pytest.mark.parametrize(
    ("rule", "has", "has_not"),
    [
        pytest.param("kinyoukai", {"fu", "han", "kind", "nagashi"}, {"worth", "dora"}, id="riichi"),
        pytest.param("nekohouse-boo", {"fu", "dora", "chombo"}, {"worth", "nagashi"}, id="boo"),
        pytest.param("zung-jung", {"worth", "responsible"}, {"fu", "han", "kind"}, id="zung jung"),
    ],
)
def test_the_form_asks_for_what_the_rule_pays(rule: str, has: set[str], has_not: set[str]) -> None:
    asked = fields_of(table_of(rule))

    assert has <= asked
    assert not has_not & asked


@pytest.mark.parametrize(
    ("rule", "label"),
    [
        pytest.param("nekohouse-3a", "Norths set aside", id="norths"),
        pytest.param("nekohouse-3b", "Flowers set aside", id="flowers"),
    ],
)
def test_a_table_of_three_says_which_tiles_it_sets_aside(rule: str, label: str) -> None:
    live = table_of(rule, 3)

    assert f"{label} <input" in scorer_of(live).get(live_url(live)).text


def test_flowers_set_aside_at_the_table_leave_the_norths_in_the_hand() -> None:
    live = table_of("nekohouse-3b", 3)
    value = {"hand": "67p44z234p678s111p", "win": "8p", "nuki": 3, "flags": ["riichi"]}

    tap(
        live,
        "hand",
        {"riichi": [1], "result": "ron", "wins": [{"winner": 1, "from": 2, "value": value}]},
    )

    assert points(live)[1] == 35_000 + 8_000


def test_three_players_sit_at_a_table_of_three() -> None:
    live = table_of("yakyu-3p-tonnan", 3)
    assert live.seats.count() == 3

    tap(live, "hand", {"result": "draw", "tenpai": [0]})
    page = scorer_of(live).get(live_url(live)).text

    assert sum(points(live)) == 3 * live_game(latest(live)).rule.game.start_points
    assert page.count('class="live-seat live-seat--') == 3


def test_a_yakuman_ends_a_game_of_boo_and_is_settled_as_the_form_would() -> None:
    live = table_of("nekohouse-boo")
    win = {"winner": 1, "yakuman": 1, "yaku": {"kokushi": 13}, "pao": [{"seat": 3, "times": 1}]}

    tap(live, "hand", {"result": "tsumo", "wins": [win]})
    assert live_game(latest(live)).state.why == "yakuman"
    game = tap(live, "finish").hanchan

    assert game is not None
    assert list(game.yakuman.values_list("seat", "name", "discarder", "pao")) == [
        (1, "kokushi", None, 3)
    ]
    assert game.settlement is not None
    assert game.settlement.places[1] == 1


def test_a_win_that_boo_forbids_is_refused_with_the_name_of_who_would_win() -> None:
    live = table_of("nekohouse-boo")
    tap(live, "hand", {"result": "ron", "wins": [{"winner": 0, "from": 2, "han": 3, "fu": 40}]})
    small = {"winner": 1, "from": 2, "han": 1, "fu": 30}

    refused: list[EntryError] = []
    for _attempt in range(6):
        try:
            tap(live, "hand", {"result": "ron", "wins": [small]})
        except EntryError as error:
            refused.append(error)
            break

    assert refused, "seat 2 has nothing left, and seat 1 is not top"
    name = latest(live).seats.get(seat=1).member.display_name
    assert name in refused[0].message


def test_a_hand_of_zung_jung_is_told_by_its_points_and_who_answers() -> None:
    live = table_of("zung-jung")
    client = scorer_of(live)
    sent = {"result": "ron", "loser": "1", "ron": ["2"], "worth-2": "100"}

    assert send(client, live, "hand", accept="1", **sent).status_code == 302
    one = points(live)
    seen = str(latest(live).revision)
    assert (
        send(client, live, "hand", accept=seen, **{**sent, "responsible-2": "nobody"}).status_code
        == 302
    )

    assert latest(live).hands[0]["wins"] == [{"winner": 2, "from": 1, "worth": 100}]
    assert one[2] == 300
    assert one[1] < one[0]
    assert points(live)[2] == 600


GOLD = {"gold_man": 1, "gold_pin": 1, "chip_value": 2_000, "chip_red": 1, "chip_gold": 5}


@pytest.mark.parametrize(
    ("changes", "chips"),
    [
        pytest.param({}, ("red", "gold"), id="both have chips"),
        pytest.param({"chip_red": 0}, ("red", "gold"), id="gold ones alone have chips"),
        pytest.param({"chip_gold": 0}, ("red", "gold"), id="red ones alone have chips"),
        pytest.param({"chip_red": 0, "chip_gold": 0}, (), id="neither has"),
        pytest.param({"chip_gold": 0, "gold_man": 0, "gold_pin": 0}, ("red",), id="none is gold"),
    ],
)
def test_gold_fives_are_asked_for_beside_red_ones(
    changes: dict[str, int], chips: tuple[str, ...]
) -> None:
    rule = override(load("tenhou-4p-tonnan").versions[-1].parameters, {**GOLD, **changes})

    assert offers_of(replayed(rule, [])).chips == chips


def test_a_gold_five_of_the_tiles_is_stored_and_shown_again() -> None:
    rule = override(load("tenhou-4p-tonnan").versions[-1].parameters, GOLD)
    offers, names = offers_of(replayed(rule, [])), ["a", "b", "c", "d"]
    typed = {"result": "ron", "ron": ["1"], "loser": "0", "hand-1": "23067m678p22345s"}

    form = LiveHandForm({**typed, "win-1": "4m", "gold_held-1": "1"}, offers=offers, names=names)

    assert form.is_valid(), form.errors
    record = form.record()
    assert record["wins"][0]["value"]["gold"] == 1
    assert initial_of(record)["gold_held-1"] == 1


@pytest.mark.parametrize("worth", [0, 2_000], ids=["that are only counted", "that score"])
def test_chips_are_asked_for_where_the_rule_pays_them(worth: int) -> None:
    plain = live_game(table_of("kinyoukai")).rule
    with_chips = override(plain, {"chip_value": worth, "chip_ura": 1, "chip_ippatsu": 1})

    assert offers_of(replayed(plain, [])).chips == ()
    assert offers_of(replayed(with_chips, [])).chips == ("ippatsu", "ura")
    win = {"winner": 2, "han": 5, "chips": {"ura": 2}}
    game = replayed(with_chips, [{"result": "tsumo", "wins": [win]}])
    assert game.state.chips == (-2, -2, 6, -2)


def test_the_last_hand_says_what_everybody_needs() -> None:
    live = table_of("kinyoukai")
    client = scorer_of(live)
    assert "What is needed in this hand" not in client.get(live_url(live)).text

    while live_game(latest(live)).state.at != "S4":
        tap(live, "hand", ALL_NOTEN)

    page = client.get(live_url(live)).text
    assert "What is needed in this hand" in page
    assert "cond-player" in page


def test_a_riichi_takes_a_stick_of_500_that_stays_on_the_table_to_the_end() -> None:
    league = league_of(make_club())
    make_rules(league, riichi_stick=500)
    live = open_table(league, make_members(league.club))

    tap(live, "hand", {"result": "draw", "riichi": [0], "tenpai": [0, 1, 2, 3]})
    while not live_game(latest(live)).is_over:
        tap(live, "hand", ALL_NOTEN)
    game = tap(live, "finish").hanchan

    assert game is not None
    assert game.sticks == 500
    assert [seat.points for seat in game.seats.all()] == [24_500, 25_000, 25_000, 25_000]
