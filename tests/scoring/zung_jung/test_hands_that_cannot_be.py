"""Hands that no table has are refused before they are valued."""

from __future__ import annotations

import pytest

from scoring.hands.errors import BadHandError
from scoring.hands.hand import Hand
from scoring.zung_jung.checks import check, problem

from .written import drawn, won

CLOSED = "23567m678p345s55z"
OPEN = "23567m22p345s"


@pytest.mark.parametrize(
    ("hand", "field", "reason"),
    [
        pytest.param(won("23567m678p345s55z5m", "4m"), "hand", "count", id="a tile too many"),
        pytest.param(won("55556m678p345s55z", "5m"), "win", "five-alike", id="five alike"),
        pytest.param(won("23067m678p345s55z", "4m"), "hand", "unused-tile", id="a red five"),
        pytest.param(won("23567m678p345s50z", "4m"), "hand", "unused-tile", id="a pocchi"),
        pytest.param(won(OPEN, "4m", melds="chi:135s"), "melds", "no-run", id="no sequence"),
        pytest.param(won(CLOSED, "4m")._replace(nuki=1), "nuki", "no-nuki", id="a tile set aside"),
        pytest.param(won(CLOSED, "4m", flags="haitei"), "flags", "only-tsumo", id="haitei by ron"),
        pytest.param(
            won(OPEN, "4m", melds="ankan:9999p", flags="rinshan"),
            "flags",
            "only-tsumo",
            id="rinshan by ron",
        ),
        pytest.param(
            won(CLOSED, "4m", seat="E", flags="tenhou"), "flags", "only-tsumo", id="heaven by ron"
        ),
        pytest.param(
            drawn(CLOSED, "4m", flags="houtei"), "flags", "only-ron", id="houtei by tsumo"
        ),
        pytest.param(
            won("19m19p19s1123456z", "7z", flags="chankan_closed"),
            *("flags", "closed-kan"),
            id="a closed kan is never robbed",
        ),
        pytest.param(
            drawn(CLOSED, "4m", flags="chankan"), "flags", "only-ron", id="chankan by tsumo"
        ),
        pytest.param(
            drawn(CLOSED, "4m", flags="chiihou"), "flags", "only-ron", id="earth by tsumo"
        ),
        pytest.param(
            won(CLOSED, "4m", flags="houtei chankan"),
            "flags",
            "not-both",
            id="a robbed tile is no discard",
        ),
        pytest.param(
            won("44567m678p345s55z", "4m", flags="chankan"),
            "flags",
            "robbed",
            id="a robbed tile of which one holds others",
        ),
        pytest.param(
            drawn(CLOSED, "4m", flags="rinshan"), "flags", "rinshan", id="rinshan without a kan"
        ),
        pytest.param(
            drawn(CLOSED, "4m", seat="E", flags="tenhou haitei"),
            "flags",
            "not-both",
            id="heaven at the end",
        ),
        pytest.param(
            won(CLOSED, "4m", flags="chiihou houtei"), "flags", "not-both", id="earth at the end"
        ),
        pytest.param(
            drawn(CLOSED, "4m", seat="S", flags="tenhou"),
            "flags",
            "only-dealer",
            id="heaven of another",
        ),
        pytest.param(
            won(CLOSED, "4m", seat="E", flags="chiihou"),
            "flags",
            "not-dealer",
            id="earth of the dealer",
        ),
        pytest.param(
            drawn(OPEN, "4m", seat="E", melds="pon:999p", flags="tenhou"),
            "flags",
            "first-turn-melds",
            id="heaven after a call",
        ),
        pytest.param(
            won(OPEN, "4m", melds="ankan:9999p", flags="chiihou"),
            "flags",
            "first-turn-melds",
            id="earth after a kan",
        ),
    ],
)
def test_what_cannot_be_is_named(hand: Hand, field: str, reason: str) -> None:
    wrong = problem(hand)

    assert wrong is not None
    assert (wrong.code, wrong.field, wrong.reason) == ("bad-hand", field, reason)
    with pytest.raises(BadHandError):
        check(hand)


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(won(CLOSED, "4m"), id="a plain win"),
        pytest.param(won(CLOSED, "4m", flags="chiihou"), id="earth is won by ron"),
        pytest.param(
            drawn(OPEN, "4m", seat="E", melds="ankan:9999p", flags="tenhou rinshan"),
            id="heaven after a closed kan, void by the rule",
        ),
        pytest.param(
            drawn(OPEN, "4m", melds="minkan:9999p", flags="rinshan haitei"), id="rinshan at the end"
        ),
        pytest.param(
            won(OPEN, "4m", melds="pon:999p", flags="riichi ippatsu renhou furiten"),
            id="what is not played is not looked at",
        ),
        pytest.param(
            won(CLOSED, "4m")._replace(honba=9_999, sticks=123, dora_indicators=(4,) * 9),
            id="nor are honba, sticks and dora",
        ),
    ],
)
def test_what_can_be_passes(hand: Hand) -> None:
    check(hand)

    assert problem(hand) is None


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        pytest.param(
            won(CLOSED, "4m", flags="riichi haitei"),
            "flags: haitei: only with a tsumo.",
            id="drawn",
        ),
        pytest.param(
            drawn(CLOSED, "4m", flags="riichi houtei"),
            "flags: houtei: only with a ron.",
            id="discarded",
        ),
        pytest.param(
            drawn(CLOSED, "4m", seat="E", flags="riichi haitei tenhou"),
            "flags: haitei, tenhou: these cannot apply together.",
            id="too early and too late",
        ),
    ],
)
def test_only_the_flags_that_cannot_be_are_named(hand: Hand, message: str) -> None:
    assert str(problem(hand)) == message
