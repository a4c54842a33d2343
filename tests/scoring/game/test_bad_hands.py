"""Hands that no table can have played, each refused with the field that is to blame."""

from __future__ import annotations

import pytest

from scoring.game import TableHand, TablePenalty, WonHand
from scoring.game.errors import FuNeededError, GameError
from scoring.payments import Liability
from tests.scoring.game.tables import abort, by_ron, by_tsumo, draw, game, ron

TABLE = game("nekohouse-4a")


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        pytest.param(by_ron(), "wins: This is required with the result “ron”", id="no winner"),
        pytest.param(
            TableHand(result="abort"),
            "kind: This is required with the result “abort”",
            id="no kind",
        ),
        pytest.param(TableHand(result="nagashi"), "”", id="nobody's nagashi"),
        pytest.param(TableHand(result="chombo"), "”", id="nobody's chombo"),
        pytest.param(
            TableHand(result="chombo", by=(1, 2)),
            "by: 2 players are listed; a chombo has only one",
            id="a chombo of two",
        ),
        pytest.param(
            draw(wins=(ron(1, 0),)), "wins: This is not allowed with the result “draw”", id="wins"
        ),
        pytest.param(
            draw(kind="suufon"),
            "kind: This is not allowed with the result “draw”",
            id="a kind of draw",
        ),
        pytest.param(
            by_tsumo(1, tenpai=(1,)),
            "tenpai: This is not allowed with the result",
            id="tenpai at a win",
        ),
        pytest.param(
            abort("suufon", by=(1,)),
            "by: This is not allowed with the result “abort”",
            id="by whom at suufon",
        ),
        pytest.param(
            draw(riichi=(4,)), "riichi: There is no seat 4; seats are", id="riichi of nobody"
        ),
        pytest.param(draw(-1), "tenpai: There is no seat -1; seats are", id="tenpai of nobody"),
        pytest.param(draw(1, 1), "tenpai: Seat 1 is listed twice", id="twice"),
        pytest.param(by_ron(ron(1, 0), ron(1, 0)), "wins: Seat 1 is listed twice", id="two wins"),
        pytest.param(
            by_ron(ron(1, 7)), "wins.0.from: There is no seat 7; seats are", id="from nobody"
        ),
        pytest.param(
            by_ron(ron(1, 0, yakuman=1, liable=(Liability(5),))),
            "wins.0.pao: There is no seat 5; seats are",
            id="pao",
        ),
        pytest.param(
            draw(penalties=(TablePenalty(seat=9, kind="stick"),)),
            "penalties: There is no seat 9; seats are",
            id="penalty",
        ),
        pytest.param(by_ron(ron(1, 1)), "wins.0: Seat 1 cannot pay itself", id="own discard"),
        pytest.param(
            by_ron(ron(1, 0, yakuman=1, liable=(Liability(1),))),
            "cannot pay itself",
            id="own pao",
        ),
        pytest.param(
            TableHand(result="tsumo", wins=(ron(1, 0),)),
            "wins.0.from: A tsumo has no discarder",
            id="tsumo from somebody",
        ),
        pytest.param(
            by_ron(WonHand(winner=1, han=5)),
            "wins.0.from: Specify who discarded the winning tile",
            id="ron from nobody",
        ),
        pytest.param(
            TableHand(result="tsumo", wins=(WonHand(winner=1, han=5), WonHand(winner=2, han=5))),
            "wins: 2 winners are listed; a tsumo has only one",
            id="two by tsumo",
        ),
        pytest.param(
            by_ron(ron(1, 0), ron(2, 3)),
            "wins: All ron winners must win on the same player's discard",
            id="two tiles",
        ),
        pytest.param(
            by_ron(WonHand(winner=1, discarder=0, yakuman=1, han=13)),
            "A yakuman has no han or fu",
            id="yakuman and han",
        ),
        pytest.param(by_ron(ron(1, 0, 0)), r"wins\.0\.han: 0 han is not enough", id="no han"),
        pytest.param(by_ron(ron(1, 0, 2, 35)), "wins.0.fu: No hand has 35 fu", id="35 fu"),
        pytest.param(by_ron(ron(1, 0, 2, 10)), "No hand has 10 fu", id="10 fu"),
        pytest.param(by_ron(ron(1, 0, 2, 180)), "No hand has 180 fu", id="180 fu"),
        pytest.param(
            by_ron(ron(1, 0, 2, dora=1)),
            "wins.0.dora: Under these rules dora count as han and",
            id="dora",
        ),
        pytest.param(
            by_ron(ron(1, 0, 2, liable=(Liability(2),))),
            "wins.0.pao: Under these rules nobody is responsible",
            id="pao of no yakuman",
        ),
    ],
)
def test_a_hand_that_cannot_be(hand: TableHand, says: str) -> None:
    with pytest.raises(GameError, match=says):
        TABLE.play(TABLE.start(), hand)


@pytest.mark.parametrize("han", [1, 2, 3, 4])
def test_below_a_mangan_fu_must_be_said(han: int) -> None:
    hand = by_ron(WonHand(winner=1, discarder=0, han=han))

    with pytest.raises(
        FuNeededError, match=r"^wins\.0\.fu: Fu is required for hands below mangan\.$"
    ):
        TABLE.play(TABLE.start(), hand)


def test_where_no_fu_are_counted_they_are_neither_needed_nor_looked_at() -> None:
    table = game("nekohouse-4b")
    without = table.play(table.start(), by_ron(WonHand(winner=1, discarder=0, han=2)))
    with_fu = table.play(table.start(), by_ron(WonHand(winner=1, discarder=0, han=2, fu=70)))

    assert without.deltas == with_fu.deltas == (-2_000, 2_000, 0, 0)


def test_the_two_han_minimum_of_the_fifth_honba() -> None:
    table = game("kinyoukai", two_han_from_honba=5)
    hand = by_ron(ron(1, 0, 1))

    assert table.play(table.start()._replace(honba=4), hand)
    with pytest.raises(GameError, match="1 han is not enough: these rules require 2"):
        table.play(table.start()._replace(honba=5), hand)


def test_who_answers_for_rinshan_may_be_named_where_the_rule_asks() -> None:
    table = game("kinyoukai", pao_rinshan=True)
    win = WonHand(winner=1, han=3, fu=40, liable=(Liability(2),))

    played = table.play(table.start(), TableHand(result="tsumo", wins=(win,)))

    assert played.deltas == (0, 5_200, -5_200, 0)


def test_a_state_of_another_table_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="another table"):
        TABLE.play(game("nekohouse-3a").start(), draw())
