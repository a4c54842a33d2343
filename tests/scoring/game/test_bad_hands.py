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
        pytest.param(by_ron(), "wins: is needed with the result ron", id="no winner"),
        pytest.param(TableHand(result="abort"), "kind: is needed", id="no kind"),
        pytest.param(TableHand(result="nagashi"), "by: is needed", id="nobody's nagashi"),
        pytest.param(TableHand(result="chombo"), "by: is needed", id="nobody's chombo"),
        pytest.param(
            TableHand(result="chombo", by=(1, 2)), "by: names 2 players", id="a chombo of two"
        ),
        pytest.param(draw(wins=(ron(1, 0),)), "wins: does not go with the result draw", id="wins"),
        pytest.param(draw(kind="suufon"), "kind: does not go", id="a kind of draw"),
        pytest.param(by_tsumo(1, tenpai=(1,)), "tenpai: does not go", id="tenpai at a win"),
        pytest.param(abort("suufon", by=(1,)), "by: does not go", id="by whom at suufon"),
        pytest.param(
            draw(riichi=(4,)), "riichi: seat 4 must be from 0 to 3", id="riichi of nobody"
        ),
        pytest.param(draw(-1), "tenpai: seat -1 must be", id="tenpai of nobody"),
        pytest.param(draw(1, 1), "tenpai: names seat 1 twice", id="twice"),
        pytest.param(by_ron(ron(1, 0), ron(1, 0)), "wins: names seat 1 twice", id="two wins"),
        pytest.param(by_ron(ron(1, 7)), r"wins\.0\.from: seat 7 must", id="from nobody"),
        pytest.param(
            by_ron(ron(1, 0, yakuman=1, liable=(Liability(5),))), r"wins\.0\.pao: seat 5", id="pao"
        ),
        pytest.param(
            draw(penalties=(TablePenalty(seat=9, kind="stick"),)), "penalties: seat 9", id="penalty"
        ),
        pytest.param(by_ron(ron(1, 1)), r"wins\.0: seat 1 cannot pay itself", id="own discard"),
        pytest.param(
            by_ron(ron(1, 0, yakuman=1, liable=(Liability(1),))), "cannot pay itself", id="own pao"
        ),
        pytest.param(
            TableHand(result="tsumo", wins=(ron(1, 0),)),
            r"wins\.0\.from: nobody discards the tile of a tsumo",
            id="tsumo from somebody",
        ),
        pytest.param(
            by_ron(WonHand(winner=1, han=5)), r"wins\.0\.from: who discarded", id="ron from nobody"
        ),
        pytest.param(
            TableHand(result="tsumo", wins=(WonHand(winner=1, han=5), WonHand(winner=2, han=5))),
            "wins: names 2 winners",
            id="two by tsumo",
        ),
        pytest.param(
            by_ron(ron(1, 0), ron(2, 3)),
            "wins: all win on the discard of one player",
            id="two tiles",
        ),
        pytest.param(
            by_ron(WonHand(winner=1, discarder=0, yakuman=1, han=13)),
            "a yakuman has neither han nor fu",
            id="yakuman and han",
        ),
        pytest.param(by_ron(ron(1, 0, 0)), r"wins\.0\.han: 0 han are too few", id="no han"),
        pytest.param(by_ron(ron(1, 0, 2, 35)), r"wins\.0\.fu: there is no hand of 35", id="35 fu"),
        pytest.param(by_ron(ron(1, 0, 2, 10)), "no hand of 10 fu", id="10 fu"),
        pytest.param(by_ron(ron(1, 0, 2, 180)), "no hand of 180 fu", id="180 fu"),
        pytest.param(by_ron(ron(1, 0, 2, dora=1)), r"wins\.0\.dora: dora are han", id="dora"),
        pytest.param(
            by_ron(ron(1, 0, 2, liable=(Liability(2),))),
            r"wins\.0\.pao: nobody answers",
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

    with pytest.raises(FuNeededError, match=r"^wins\.0\.fu: fu are needed below a mangan$"):
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
    with pytest.raises(GameError, match="1 han are too few: the rule asks for 2"):
        table.play(table.start()._replace(honba=5), hand)


def test_who_answers_for_rinshan_may_be_named_where_the_rule_asks() -> None:
    table = game("kinyoukai", pao_rinshan=True)
    win = WonHand(winner=1, han=3, fu=40, liable=(Liability(2),))

    played = table.play(table.start(), TableHand(result="tsumo", wins=(win,)))

    assert played.deltas == (0, 5_200, -5_200, 0)


def test_a_state_of_another_table_is_our_own_mistake() -> None:
    with pytest.raises(AssertionError, match="another table"):
        TABLE.play(game("nekohouse-3a").start(), draw())
