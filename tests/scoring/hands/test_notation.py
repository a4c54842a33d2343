"""Tiles, calls and flags as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hands.errors import BadHandError
from scoring.hands.hand import FLAGS, Meld, flag_names, flags_of, parse_meld
from scoring.hands.tiles import (
    KINDS,
    POCCHI,
    RED_PIN,
    Tiles,
    kind_of,
    packed,
    parse_tiles,
    rank_of,
    suit_of,
    tile_name,
    tile_names,
)

from .examples import CLOSED, OPEN

ALL_TILES = range(POCCHI + 1)

WRITTEN = [
    pytest.param("", (), id="nothing"),
    pytest.param("19m", (0, 8), id="man"),
    pytest.param("19p19s", (9, 17, 18, 26), id="pin and sou"),
    pytest.param("1234567z", (27, 28, 29, 30, 31, 32, 33), id="honours"),
    pytest.param("0m0p0s", (34, 35, 36), id="red fives"),
    pytest.param("1234f", (37, 38, 39, 40), id="flowers"),
    pytest.param("0z", (41,), id="the pocchi"),
    pytest.param("3m1m2m", (2, 0, 1), id="each with its letter, in any order"),
    pytest.param("505p", (13, RED_PIN, 13), id="a red five among others"),
]


@pytest.mark.parametrize(("text", "tiles"), WRITTEN)
def test_tiles_are_read_in_the_order_written(text: str, tiles: tuple[int, ...]) -> None:
    assert parse_tiles(text) == tiles
    assert Tiles.read(text) == tiles


@given(st.lists(st.sampled_from(ALL_TILES), max_size=30))
def test_what_is_written_is_read_again(tiles: list[int]) -> None:
    read = Tiles.read(tile_names(tiles))

    assert parse_tiles(tile_names(tiles)) == read == tuple(tiles)
    assert read.number == packed(tiles)


@pytest.mark.parametrize("tile", ALL_TILES)
def test_every_tile_has_a_name_of_its_own(tile: int) -> None:
    assert parse_tiles(tile_name(tile)) == (tile,)


UNREADABLE = [
    pytest.param("8z", "“8z” is not a valid tile", id="an eighth honour"),
    pytest.param("5f", ": “5f” is not a valid tile. Write it like", id="a fifth flower"),
    pytest.param("0f", ": “0f” is not a valid tile. Write it like", id="a flower 0"),
    pytest.param("12", ": “12” is not a valid tile. Write it like", id="no letter"),
    pytest.param("m", ": “m” is not a valid tile. Write it like", id="no digit"),
    pytest.param("12m 3p", ": “ 3p” is not a valid tile. Write it like", id="a gap"),
    pytest.param("12x", ": “12x” is not a valid tile. Write it like", id="no such suit"),
    pytest.param("12m3", ": “3” is not a valid tile. Write it like", id="the last letter missing"),
    pytest.param("1M", ": “1M” is not a valid tile. Write it like", id="a capital"),
    pytest.param("１m", "is not a valid tile", id="a wide digit"),
    pytest.param("1m" * 33, "at most 64 characters", id="too long"),
]


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_what_is_no_list_of_tiles_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadHandError, match=message) as refused:
        parse_tiles(text, what="dora_indicators")

    assert (refused.value.code, refused.value.field) == ("bad-hand", "dora_indicators")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *UNREADABLE,
        pytest.param(
            "91230z", "“9z” is not a valid tile. Write it like 23m567p11z", id="a long one"
        ),
    ],
)
def test_a_hand_that_is_no_list_of_tiles_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadHandError, match=message) as refused:
        Tiles.read(text)

    assert refused.value.field == "hand"


@pytest.mark.parametrize("kind", ["chi", "pon", "minkan", "ankan", "kakan"])
def test_calls_are_read_with_their_kind(kind: str) -> None:
    assert parse_meld(f"{kind}:340s") == Meld(kind, (20, 21, 36))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "345s", "kan:1111z", "Chi:345s", ":345s", "chi 345s"])
def test_other_calls_are_refused(text: str) -> None:
    with pytest.raises(BadHandError, match="” is not a valid call") as refused:
        parse_meld(text)

    assert refused.value.field == "melds"


def test_a_call_of_no_tiles_is_refused_as_one() -> None:
    with pytest.raises(BadHandError, match="“8z” is not a valid tile") as refused:
        parse_meld("pon:888z")

    assert refused.value.field == "melds"


def test_flags_are_read_by_name_and_named_again() -> None:
    assert flag_names(flags_of([*FLAGS][::-1])) == tuple(FLAGS)
    assert flags_of([]) == 0


def test_a_flag_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadHandError, match="“nagashi” is not a known option") as refused:
        flags_of(["riichi", "nagashi"])

    assert refused.value.field == "flags"


@pytest.mark.parametrize("kind", range(KINDS))
def test_a_tile_is_one_of_nine_in_a_suit_or_an_honour(kind: int) -> None:
    assert kind == 9 * suit_of(kind) + rank_of(kind) - 1


def test_marked_tiles_count_as_their_kind() -> None:
    assert [kind_of(tile) for tile in (34, 35, 36, POCCHI)] == [4, 13, 22, 31]


@pytest.mark.parametrize("key", OPEN)
def test_a_call_opens_a_hand_and_a_closed_kan_does_not(key: str) -> None:
    assert not OPEN[key].is_closed
    assert CLOSED[key].is_closed
