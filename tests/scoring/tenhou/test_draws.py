"""Hands that nobody won: tenpai, 流し満貫 and aborts come from the tiles and events."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.parameters.play import Draws
from scoring.hands.tiles import parse_tiles
from scoring.tenhou.table import waits_of
from scoring.tenhou.values import AbortKind, Draw, RecordedDraw, RecordedMovement, Wait
from tests.scoring.tenhou.games import FORMATS, Format, differences, kyoku_in
from tests.scoring.tenhou.made import JUNK, READY, Hand, names

ALWAYS = Draws()
NO_MOVE = RecordedMovement((0, 0, 0, 0))
SIMPLE, HONOURS = "2345678m2345678p2345678s", "4567z"
#: three that wait for 4m, and four that wait for something
THREE_FOR_4M = (READY, "23456m345p99p678s", "23456m345s22s678p")
FOUR_READY = (READY, "23456m345p22s678p", "234m678p99s34567s", "234m34567p99p678s")


def one_tenpai() -> Hand:
    """The dealer's neighbour alone waits: 1,000 from each."""
    hand = Hand(JUNK[0], READY, *JUNK[2:]).turn(0, "4z").idle(69)
    return hand.no_win(deltas=(-1_000, 3_000, -1_000, -1_000), tenpai=[1])


def with_riichi() -> Hand:
    hand = Hand(JUNK[0], READY, *JUNK[2:]).turn(0, "4z").turn(1, "4z", riichi=True).idle(68)
    return hand.no_win(deltas=(-1_000, 3_000, -1_000, -1_000), tenpai=[1])


def nobody_tenpai() -> Hand:
    return Hand(*JUNK, dora="4z").turn(0, "4z").idle(69, but="").no_win()


def nagashi() -> Hand:
    """Seat 3 discards 17 terminals and honours: a child's mangan."""
    hand = Hand(*JUNK, dora="4z").turn(0, "2m").idle(2, only=SIMPLE, but="")
    kept = names("4455668888s")
    for drawn, cut in zip(kept, names("19m19p19s1237z"), strict=True):
        hand.turn(3, drawn, cut).idle(3, only=SIMPLE, but="")
    for _turn in range(6):
        hand.idle(1, only=HONOURS).idle(3, only=SIMPLE, but="")
    hand.idle(1, only=HONOURS).idle(2, only=SIMPLE, but="")
    return hand.no_win("nagashi", deltas=(-4_000, -2_000, -2_000, 8_000))


def kyuushu() -> Hand:
    hand = Hand("19m19p19s12355z28m", *JUNK[1:], dora="4z").draw(0, "4z")
    return hand.no_win("kyuushu", tenpai=[0])


def suufon() -> Hand:
    hand = Hand(*JUNK, dora="4z")
    for seat in range(4):
        hand.turn(seat, "2m", "1z")
    return hand.no_win("suufon")


def suurii() -> Hand:
    hand = Hand(*FOUR_READY)
    for seat, wind in enumerate(names("1234z")):
        hand.turn(seat, wind, riichi=True)
    return hand.no_win("suurii")


def suukan() -> Hand:
    other = "79m79p79s1234567z"
    hand = Hand("111222m3456789p", "111222s3456678p", other, other)
    hand.draw(0, "1m").closed_kan(0, "1111m").turn_dora("5z")
    hand.draw(0, "2m").closed_kan(0, "2222m").turn_dora("6z").turn(0, "3z")
    hand.draw(1, "1s").closed_kan(1, "1111s").turn_dora("7z")
    hand.draw(1, "2s").closed_kan(1, "2222s").turn_dora("1z").turn(1, "4z")
    return hand.no_win("suukan")


def sanchahou() -> Hand:
    ready = THREE_FOR_4M
    hand = Hand(ready[0], JUNK[1], *ready[1:]).turn(0, "4z").turn(1, "4m")
    return hand.no_win("sanchahou", tenpai=[0, 2, 3])


DRAWN = (one_tenpai, with_riichi, nobody_tenpai, nagashi)
ABORTED: dict[AbortKind, Callable[[], Hand]] = {
    "kyuushu": kyuushu,
    "suufon": suufon,
    "suurii": suurii,
    "suukan": suukan,
    "sanchahou": sanchahou,
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("make", [*DRAWN, *ABORTED.values()], ids=lambda make: make.__name__)
def test_a_draw_pays_what_the_record_says(make: Callable[[], Hand], form: Format) -> None:
    assert differences(make(), form) == []


@pytest.mark.parametrize("form", FORMATS)
def test_tenpai_is_seen_by_the_tiles(form: Format) -> None:
    drawn = kyoku_in(one_tenpai(), form).draw

    assert drawn is not None
    assert (drawn.tenpai(ALWAYS), drawn.left, drawn.nagashi) == ((1,), 0, ())


@pytest.mark.parametrize("form", FORMATS)
def test_nagashi_is_seen_by_the_discards(form: Format) -> None:
    drawn = kyoku_in(nagashi(), form).draw

    assert drawn is not None
    assert (drawn.tenpai(ALWAYS), drawn.nagashi) == ((), (3,))


@pytest.mark.parametrize("form", FORMATS)
def test_where_nobody_pays_for_nagashi_it_is_a_draw(form: Format) -> None:
    found = differences(nagashi(), form, nagashi="none")

    assert found == [
        "E1.0: movement 0 0 0 0, the record says -4,000 -2,000 -2,000 8,000",
    ]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(("kind", "make"), ABORTED.items())
def test_an_abort_is_possible_by_what_happened_and_no_other_is(
    kind: AbortKind, make: Callable[[], Hand], form: Format
) -> None:
    drawn = kyoku_in(make(), form).draw

    assert drawn is not None
    assert drawn.possible == (kind,)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("kind", ABORTED)
def test_an_abort_for_which_nothing_happened_is_reported(kind: AbortKind, form: Format) -> None:
    hand = Hand(*JUNK, dora="4z").turn(0, "2m").turn(1, "2m").no_win(kind)

    assert (
        f"the record says {kind}, but nothing that happened makes it one"
        in " ".join(differences(hand, form))
        or kind == "suurii"  # which cannot even be played without four riichi
    )
    assert differences(hand, form)


def test_nine_kinds_are_too_late_after_a_call_or_on_the_second_draw() -> None:
    hand = Hand("19m19p19s12355z28m", *JUNK[1:], dora="4z")
    hand.turn(0, "2m").idle(3).draw(0, "4z").no_win("kyuushu")

    assert differences(hand, "mjlog") != []


def test_a_hand_that_ends_before_the_wall_does_is_reported() -> None:
    hand = Hand(*JUNK, dora="4z").turn(0, "4z").idle(50, but="").no_win()

    assert differences(hand, "mjlog") == ["E1.0: tiles left in the wall 19, the record says 0"]


def test_three_players_have_neither_four_winds_nor_four_riichi_nor_three_ron() -> None:
    hand = Hand("19m179p179s12345z", "19m179p179s12346z", "19m179p179s12347z", dora="4z")
    drawn = kyoku_in(hand.turn(0, "2p", "1z").turn(1, "2p", "1z").no_win("suufon"), "json").draw

    assert drawn is not None
    assert drawn.possible == ()


@pytest.mark.parametrize(
    ("hand", "waits"),
    [
        pytest.param("23456m345p88p678s", True, id="a run on both sides"),
        pytest.param("1133557799m113p", True, id="six pairs"),
        pytest.param("19m19p19s1234567z", True, id="thirteen orphans on any"),
        pytest.param("19m19p19s1123456z", True, id="thirteen orphans on one"),
        pytest.param("1111234p", True, id="only tiles that lie elsewhere in the hand"),
        pytest.param("5z", True, id="the last single tile"),
        pytest.param("1111z", True, id="a fifth tile"),
        pytest.param("12z45m", False, id="nothing"),
        pytest.param("89m55p", True, id="7m only, no tile after 9"),
        pytest.param("9m1p55z", False, id="no run from one suit into the next"),
        pytest.param("67z55m", False, id="no run of honours"),
    ],
)
def test_waiting_hands(hand: str, *, waits: bool) -> None:
    assert bool(waits_of(parse_tiles(hand))) is waits


CLOSED = Wait(is_tenpai=True, holds_all=True, conceals_all=True)
IN_A_KAN = Wait(is_tenpai=True, holds_all=True, conceals_all=False)
ALIVE = Wait(is_tenpai=True, holds_all=False, conceals_all=False)
NOTEN = Wait(is_tenpai=False, holds_all=True, conceals_all=True)


@pytest.mark.parametrize(
    ("changes", "tenpai"),
    [
        pytest.param({}, (0, 1, 2), id="a fifth tile is a wait like any other"),
        pytest.param({"fifth_tile_tenpai": False}, (2,), id="all four held anywhere are noten"),
        pytest.param(
            {"fifth_tile_tenpai": False, "fifth_tile_where": "concealed"},
            (1, 2),
            id="only all four concealed are noten",
        ),
    ],
)
def test_a_rule_says_whether_a_wait_for_a_fifth_tile_is_tenpai(
    changes: dict[str, object], tenpai: tuple[int, ...]
) -> None:
    drawn = Draw(0, (CLOSED, IN_A_KAN, ALIVE, NOTEN), (), (), None, RecordedDraw("", NO_MOVE, None))

    assert drawn.tenpai(Draws.model_validate(changes)) == tenpai


@pytest.mark.parametrize("form", FORMATS)
def test_a_hand_that_conceals_all_its_winning_tiles_is_noten_at_tenhou(form: Format) -> None:
    hand = Hand(JUNK[0], "6666s123456789m", *JUNK[2:]).turn(0, "4z").idle(69)

    assert differences(hand.no_win(deltas=(0, 0, 0, 0), tenpai=[]), form) == []
