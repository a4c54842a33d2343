"""How many han a win needs: one, none, two after some honba; what helps to meet it."""

from __future__ import annotations

from datetime import date

import pytest

from rules.parameters import RiichiParameters
from rules.presets import load
from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand

from .examples import NOTHING
from .written import Table, value, won

TANYAO = won("23567m22345s", "4m", melds="chi:678p", dora="1s")
IPPATSU = won(NOTHING, "3s", flags="riichi ippatsu")
LAST_DAY = date(2007, 2, 28)


def _honba(hand: Hand, honba: int) -> Hand:
    return hand._replace(honba=honba)


@pytest.mark.parametrize("honba", [5, 6, 20])
def test_from_some_honba_on_a_win_needs_two_han(honba: int) -> None:
    with pytest.raises(
        NoYakuError, match="The hand has 1 han without dora; these rules"
    ) as refused:
        value(_honba(TANYAO, honba), two_han_from_honba=5)

    assert (refused.value.han, refused.value.needed) == (1, 2)
    assert (refused.value.code, refused.value.field) == ("no-yaku", "hand")


def test_below_that_one_is_enough() -> None:
    assert value(_honba(TANYAO, 4), two_han_from_honba=5).han == 3


def test_two_han_are_enough_then() -> None:
    hand = won("23567m678p22345s", "4m", honba=5)

    assert value(hand, two_han_from_honba=5).yaku == {"pinfu": 1, "tanyao": 1}


def test_a_yakuman_is_enough_whatever_the_rule_asks() -> None:
    hand = won("1112223334445z", "5z", honba=5)

    assert value(hand, two_han_from_honba=5, minimum_han=4).yakuman == 3


def test_a_higher_minimum_stays_higher_than_two() -> None:
    with pytest.raises(NoYakuError) as refused:
        value(_honba(TANYAO, 5), two_han_from_honba=5, minimum_han=4)

    assert refused.value.needed == 4


@pytest.mark.parametrize(("counts", "enough"), [(True, True), (False, False)], ids=["yes", "no"])
def test_ippatsu_helps_to_meet_the_minimum_where_the_rule_says_so(
    counts: bool, enough: bool
) -> None:
    changes: dict[str, object] = {"minimum_han": 2, "minimum_counts_ippatsu": counts}
    if enough:
        assert value(IPPATSU, **changes).han == 2
    else:
        with pytest.raises(NoYakuError, match="1 han"):
            value(IPPATSU, **changes)


def test_ippatsu_still_counts_in_the_payment() -> None:
    assert value(IPPATSU, minimum_counts_ippatsu=False).han == 2


def test_the_lobby_asked_for_two_han_until_march_2007_without_ippatsu() -> None:
    lobby = load("yakyu-4p-tonnan")
    before, after = (
        Evaluator(rule)
        for rule in (lobby.version_on(day).parameters for day in (LAST_DAY, date(2007, 3, 1)))
        if isinstance(rule, RiichiParameters)
    )
    hand = _honba(IPPATSU, 5)

    with pytest.raises(NoYakuError, match="1 han"):
        before.value(hand)
    assert before.value(_honba(IPPATSU, 4)).han == after.value(hand).han == 2


SHAPELESS: Table = [
    pytest.param(won("123567m678p1124s", "5s"), id="a tile that fits nowhere"),
    pytest.param(won("1122m3344p5566s7z", "6z"), id="six pairs"),
    pytest.param(won("19m19p19s1234567z", "5m"), id="thirteen orphans and a five"),
    pytest.param(won("11m99p119s123456z", "7z"), id="an orphan missing"),
    pytest.param(won("123567m678p1124z", "3z"), id="winds in a row"),
    pytest.param(won("89m567p678s11555z", "1p"), id="a sequence over the end of a suit"),
    pytest.param(won("1122m334p", "4p", melds="chi:456s pon:777z"), id="pairs beside calls"),
    pytest.param(won("2222m3344p5566s7z", "7z"), id="four alike are no two pairs"),
    pytest.param(won("23567m678p22345s", "1z"), id="no pair"),
]


@pytest.mark.parametrize("hand", SHAPELESS)
def test_tiles_that_are_no_winning_hand_are_refused(hand: Hand) -> None:
    with pytest.raises(NotAWinError, match="do not form a winning hand") as refused:
        value(hand)

    assert (refused.value.code, refused.value.field) == ("not-a-win", "hand")
