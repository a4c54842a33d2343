"""Whatever is won under whatever rule: nothing is made and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parameters import BooParameters, RiichiParameters
from rules.presets import load
from scoring.hands.prices import Prices, payment_of
from scoring.payments import Cashier, ChipReasons, Liability, OnTable, Paid, Win
from tests.scoring.payments.till import rule

KEYS = (
    *("nekohouse-4a", "nekohouse-4b", "nekohouse-3a", "nekohouse-3b", "nekohouse-boo"),
    *("kinyoukai", "super-tonpu", "yakyu-4p-tonnan", "yakyu-3p-tonpu", "tenhou-3p-tonnan"),
)
_small = st.integers(0, 4)
_chips = st.none() | st.builds(ChipReasons, *[_small] * 4)


@st.composite
def rules(draw: st.DrawFn) -> RiichiParameters | BooParameters:
    key = draw(st.sampled_from(KEYS))
    changes: dict[str, Any] = {"several_ron_honba": draw(st.sampled_from(["first", "each"]))}
    if key != "nekohouse-boo":
        changes |= {
            "pao_ron": draw(st.sampled_from(["half", "all"])),
            "pao_honba_ron": draw(st.sampled_from(["responsible", "discarder"])),
            "pao_other_yakuman": draw(st.sampled_from(["normal", "responsible"])),
            "pao_of_several": draw(st.sampled_from(["first", "each"])),
            "pao_discarder_pays_all": draw(st.booleans()),
            "chip_pao": draw(st.sampled_from(["responsible", "as_always"])),
            "triple_ron": draw(st.sampled_from(["abort", "first_only"])),
        }
    return rule(key, **changes)


@st.composite
def wins(draw: st.DrawFn, winner: int, players: int) -> Win:
    others = [seat for seat in range(players) if seat != winner]
    yakuman = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    liable = st.lists(st.builds(Liability, st.sampled_from(others), st.integers(1, 2)), max_size=2)
    return Win(
        winner,
        han=draw(st.integers(0, 15)),
        fu=draw(st.sampled_from([20, 25, 30, 40, 60, 110])),
        yakuman=yakuman,
        dora_beside=draw(_small),
        liable=tuple(draw(liable)) if yakuman else (),
        chips=draw(_chips),
    )


def tables(players: int) -> st.SearchStrategy[OnTable]:
    sticks = st.integers(0, 40).map(lambda count: count * 100)
    return st.builds(OnTable, st.integers(0, players - 1), st.integers(0, 9), sticks)


@st.composite
def settled(draw: st.DrawFn) -> tuple[OnTable, Paid]:
    under = draw(rules())
    players, till = under.game.players, Cashier(under)
    table = draw(tables(players))
    order = draw(st.permutations(range(players)))
    if draw(st.booleans()):
        return table, till.tsumo(draw(wins(order[0], players)), table)
    callers = order[1 : 1 + draw(st.integers(1, players - 1))]
    return table, till.ron([draw(wins(seat, players)) for seat in callers], order[0], table)


@given(settled())
def test_points_sum_to_the_sticks_that_were_won_and_chips_to_nothing(
    found: tuple[OnTable, Paid],
) -> None:
    table, paid = found

    assert sum(paid.points) == (table.sticks if paid.winners else 0)
    assert sum(paid.chips) == 0


@given(settled())
def test_points_move_in_whole_hundreds_and_only_towards_winners(
    found: tuple[OnTable, Paid],
) -> None:
    _table, paid = found

    assert all(each.points > 0 and each.points % 100 == 0 for each in paid.transfers)
    assert all(each.winner in paid.winners for each in paid.transfers)
    losers = {seat for seat in range(len(paid.points)) if seat not in paid.winners}
    assert all(paid.points[seat] <= 0 for seat in losers)
    if len(paid.winners) == 1:  # of two winners one may answer for the other's yakuman
        assert paid.points[paid.winners[0]] > 0


@given(st.data())
def test_whoever_answers_the_winner_gets_what_the_hand_is_worth(data: st.DataObject) -> None:
    under = data.draw(rules())
    players = under.game.players
    win, table = data.draw(wins(0, players)), data.draw(tables(players))
    till, unanswered = Cashier(under), win._replace(liable=())

    assert till.tsumo(win, table).points[0] == till.tsumo(unanswered, table).points[0]
    answered = till.ron([win], 1, table)
    assert answered.points[0] == till.ron([unanswered], 1, table).points[0]


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
def test_a_hand_for_which_nobody_answers_costs_what_the_evaluator_says(
    key: str, data: st.DataObject
) -> None:
    under = load(key).versions[-1].parameters
    assert isinstance(under, RiichiParameters | BooParameters)
    players, prices = under.game.players, Prices(under)
    table = data.draw(tables(players))
    win = data.draw(wins(0, players))._replace(liable=(), han=data.draw(st.integers(1, 15)))
    worth = prices.of(win.han, win.fu, prices.paid_yakuman(win.yakuman))

    for tsumo in (True, False):
        payment = payment_of(
            under,
            worth,
            dealer=table.dealer == 0,
            tsumo=tsumo,
            honba=table.honba,
            beside=win.dora_beside,
        )
        till = Cashier(under)
        paid = till.tsumo(win, table) if tsumo else till.ron([win], 1, table)
        assert paid.points[0] == payment.total(players) + table.sticks
