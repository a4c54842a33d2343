"""Draws: noten payments, the dealer's seat, abortive draws of each kind."""

from __future__ import annotations

from typing import Any

import pytest

from rules.presets import shipped_keys
from scoring.game import TableHand
from scoring.game.errors import GameError, NotPlayedError
from tests.scoring.game.tables import abort, draw, follows, game, ron, state_at

EVEN = (250, 250, 250, 250)


@pytest.mark.parametrize(
    ("key", "tenpai", "deltas"),
    [
        pytest.param("nekohouse-4a", (0,), (3_000, -1_000, -1_000, -1_000), id="one of four"),
        pytest.param("kinyoukai", (1, 2), (-1_500, 1_500, 1_500, -1_500), id="two of four"),
        pytest.param("super-tonpu", (1, 2, 3), (-3_000, 1_000, 1_000, 1_000), id="three of four"),
        pytest.param("yakyu-4p-tonpu", (), (0, 0, 0, 0), id="nobody"),
        pytest.param("tenhou-4p-tonnan", (0, 1, 2, 3), (0, 0, 0, 0), id="everybody"),
        pytest.param("nekohouse-3a", (1,), (-1_000, 2_000, -1_000), id="one of three"),
        pytest.param("tenhou-3p-tonpu", (1, 2), (-2_000, 1_000, 1_000), id="two of three"),
        pytest.param("nekohouse-boo", (1,), (0, 0, 0, 0), id="boo has no noten payment"),
        pytest.param("zung-jung", (1,), (0, 0, 0, 0), id="zung jung neither"),
    ],
)
def test_noten_players_pay_those_who_are_tenpai(
    key: str, tenpai: tuple[int, ...], deltas: tuple[int, ...]
) -> None:
    assert game(key).play(game(key).start(), draw(*tenpai)).deltas == deltas


@pytest.mark.parametrize(
    ("key", "at", "tenpai", "noten"),
    [
        pytest.param("nekohouse-4a", "E2", "E2.2", "E3.2", id="4a"),
        pytest.param("nekohouse-4b", "S2", "S2.2", "S3.2", id="4b"),
        pytest.param("kinyoukai", "E2", "E3.2", "E3.2", id="kinyoukai East: a win only"),
        pytest.param("kinyoukai", "S2", "S2.2", "S3.2", id="kinyoukai South: tenpai too"),
        pytest.param("super-tonpu", "E2", "E2.2", "E3.2", id="super-tonpu"),
        pytest.param("yakyu-4p-tonnan", "E2", "E2.2", "E3.2", id="yakyu"),
        pytest.param("tenhou-4p-tonpu", "E2", "E2.2", "E3.2", id="tenhou"),
        pytest.param("nekohouse-boo", "E2", "E3.2", "E3.2", id="boo: any draw passes the seat"),
    ],
)
def test_a_dealer_stays_by_tenpai_where_the_rule_says_so(
    key: str, at: str, tenpai: str, noten: str
) -> None:
    state = state_at(at, *EVEN, honba=1)._replace(points=game(key).start().points)

    assert follows(game(key).play(state, draw(1))) == tenpai
    assert follows(game(key).play(state, draw(2))) == noten


def test_three_players_pass_the_seat_after_their_third() -> None:
    played = game("nekohouse-3b").play(state_at("E3", 350, 350, 350), draw(0))

    assert follows(played) == "S1.1"


def test_the_honba_may_be_gone_when_the_dealer_moves_on_after_a_draw() -> None:
    table = game("kinyoukai", honba_grows_on_every_draw=False)

    assert follows(table.play(state_at("E2", *EVEN, honba=3), draw(2))) == "E3.0"


STAYS = "E2.1"
MOVES = "E3.1"
ABORTS: dict[str, dict[str, str]] = {
    "nekohouse-4a": dict.fromkeys(("kyuushu", "suufon", "suukan", "suurii"), STAYS),
    "nekohouse-4b": {"kyuushu": STAYS},
    "nekohouse-3a": {"kyuushu": STAYS, "suukan": STAYS},
    "nekohouse-3b": {"kyuushu": STAYS},
    "nekohouse-boo": dict.fromkeys(("kyuushu", "suufon", "suukan", "suurii"), STAYS),
    "kinyoukai": {
        "kyuushu": STAYS,
        "suufon": MOVES,
        "suukan": STAYS,
        "suurii": STAYS,
        "sanchahou": MOVES,  # the dealer is not among those who called
    },
    "super-tonpu": {},
    "yakyu-4p-tonnan": dict.fromkeys(("kyuushu", "suufon", "suukan", "suurii", "sanchahou"), STAYS),
    "yakyu-3p-tonnan": {"kyuushu": STAYS, "suukan": STAYS},
    "zung-jung": {},
}
for _other in ("yakyu-4p-tonpu", "tenhou-4p-tonnan", "tenhou-4p-tonpu"):
    ABORTS[_other] = ABORTS["yakyu-4p-tonnan"]
for _other in ("yakyu-3p-tonpu", "tenhou-3p-tonnan", "tenhou-3p-tonpu"):
    ABORTS[_other] = ABORTS["yakyu-3p-tonnan"]
ABORTS["mahjong-soul-3p"] = ABORTS["yakyu-3p-tonnan"]
for _other in ("mahjong-soul-4p", "rrc"):  # three ron all win
    ABORTS[_other] = ABORTS["nekohouse-4a"]
for _other in (
    *("m-league", "saikouisen", "saikouisen-classic", "jpml", "jpml-wrc", "jpml-wrc-r"),
    *("npm", "rmu-a", "rmu-b", "rmu-m", "mu", "ema", "wrc", "zung-jung-v33"),
):
    ABORTS[_other] = {}


@pytest.mark.parametrize("kind", ["kyuushu", "suufon", "suukan", "suurii", "sanchahou"])
@pytest.mark.parametrize("key", shipped_keys())
def test_each_abortive_draw_and_the_dealer(key: str, kind: str) -> None:
    table = game(key)
    state = table.start()._replace(dealer=1)
    more: dict[str, Any] = {}
    if kind == "suurii" and kind in ABORTS[key]:
        more["riichi"] = tuple(range(table.rule.game.players))
    elif kind == "sanchahou" and table.rule.game.players == 4:
        more["by"] = (0, 2, 3)
    hand = abort(kind, **more)

    if kind in ABORTS[key]:
        assert follows(table.play(state, hand)) == ABORTS[key][kind]
    else:
        with pytest.raises(NotPlayedError, match=f"have no abortive draw “{kind}”"):
            table.play(state, hand)


def test_four_riichi_leave_four_sticks() -> None:
    played = game("kinyoukai").play(game("kinyoukai").start(), abort("suurii", riichi=(0, 1, 2, 3)))

    assert played.deltas == (-1_000,) * 4
    assert played.after.sticks == 4_000


def test_four_riichi_take_four() -> None:
    with pytest.raises(GameError, match="riichi: Four riichi must include all 4 players"):
        game("kinyoukai").play(game("kinyoukai").start(), abort("suurii", riichi=(0, 1)))


@pytest.mark.parametrize(
    ("hand", "next_hand"),
    [
        pytest.param(abort("sanchahou", by=(1, 2, 3)), "E2.1", id="by their seats"),
        pytest.param(
            abort("sanchahou", wins=(ron(1, 0), ron(2, 0), ron(3, 0))), "E2.1", id="by their hands"
        ),
    ],
)
def test_a_dealer_who_called_one_of_three_ron_stays(hand: TableHand, next_hand: str) -> None:
    assert follows(game("kinyoukai").play(state_at("E2", *EVEN), hand)) == next_hand


def test_who_called_must_be_known_where_the_seat_goes_by_it() -> None:
    with pytest.raises(
        GameError, match="by: Specify who called ron: it decides whether the dealer stays"
    ):
        game("kinyoukai").play(game("kinyoukai").start(), abort("sanchahou"))

    moves = game("kinyoukai", sanchahou_dealer="moves")
    assert follows(moves.play(moves.start(), abort("sanchahou"))) == "E2.1"


def test_an_abortive_draw_may_leave_the_honba_as_they_are() -> None:
    table = game("kinyoukai", abort_adds_honba=False)

    played = table.play(state_at("E2", *EVEN, honba=2), abort("kyuushu"))

    assert follows(played) == "E2.2"


def test_a_noten_riichi_is_a_chombo() -> None:
    with pytest.raises(GameError, match=r"riichi\.0: Seat 2 has declared riichi but is not tenpai"):
        game("nekohouse-4a").play(game("nekohouse-4a").start(), draw(0, riichi=(2,)))


def test_in_boo_a_riichi_may_be_noten() -> None:
    played = game("nekohouse-boo").play(game("nekohouse-boo").start(), draw(riichi=(2,)))

    assert played.deltas == (0, 0, -100, 0)
