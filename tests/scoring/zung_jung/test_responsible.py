"""Who answers for a ron: P-4. North wins (3); East (0), South (1) and West (2) discard."""

from __future__ import annotations

import pytest

from scoring.hands.tiles import parse_tiles
from scoring.zung_jung import Discard, responsible_seat

from .written import rule

EAST, SOUTH, WEST, NORTH = range(4)


def discards(*found: str) -> list[Discard]:
    """``E5m`` is East's five of man, ``E5m*`` one that was called."""
    return [
        Discard("ESWN".index(one[0]), parse_tiles(one[1:3])[0], called=one.endswith("*"))
        for one in found
    ]


def responsible(*found: str, robbed: bool = False, **changes: object) -> int | None:
    settlement = rule(**changes).settlement
    return responsible_seat(discards(*found), winner=NORTH, settlement=settlement, robbed=robbed)


@pytest.mark.parametrize(
    ("expected", "seat"),
    [
        pytest.param("N1m E2m S3m W5m", WEST, id="the discarder"),
        pytest.param("N5m E2m S3m W5m", None, id="nobody: the winner had just cut it"),
        pytest.param("N1m E5m S3m W5m", EAST, id="who cut it first since"),
        pytest.param("N1m E5m S5m W5m", EAST, id="the first of two"),
        pytest.param("N1m E2m S5m W5m", SOUTH, id="the second player since"),
        pytest.param("N5m E2m S3m W4m N1m E2m S3m W5m", WEST, id="an earlier own cut is past"),
        pytest.param("N1m E5m S3m W4m N1m E2m S3m W5m", WEST, id="an earlier cut is past"),
        pytest.param("N5m E5m S5m W5m", None, id="the winner's own comes before all"),
        pytest.param("N1m E4m S6m W5m", WEST, id="only the same tile counts, not its suji"),
        pytest.param("N1m E5p S5s W5m", WEST, id="nor the same rank of another suit"),
        pytest.param("N1m E5m*W3m W5m", EAST, id="a called discard counts"),
        pytest.param("W5m", WEST, id="the first discard of all"),
    ],
)
def test_a_discarder_is_let_off_when_the_tile_was_cut_since(
    expected: str, seat: int | None
) -> None:
    assert responsible(*expected.replace("*", "* ").split()) == seat


def test_before_the_winners_first_discard_it_counts_from_the_deal() -> None:
    found = ("E5m", "S3m", "W5m")

    assert responsible(*found) == EAST
    assert responsible(*found, immunity_from_deal=False) == WEST


def test_called_discards_may_be_left_out() -> None:
    found = ("N1m", "E5m*", "W3m", "N2p*", "E5m*", "S5m", "W5m")

    assert responsible(*found) == EAST
    assert responsible(*found, immunity_called_discards=False) == SOUTH
    assert responsible("N5m*", "S3m", "W5m", immunity_called_discards=False) == WEST


def test_a_rule_without_immunity_charges_the_discarder() -> None:
    assert responsible("N5m", "E5m", "S3m", "W5m", immunity="none") == WEST


def test_who_added_the_tile_of_a_robbed_kan_is_its_discarder() -> None:
    assert responsible("N1m", "E2m", "S3m", "W5m", robbed=True) == WEST
    assert responsible("N1m", "E5m*", "W3m", "W5m", robbed=True) == EAST


def test_a_rule_may_charge_nobody_for_a_robbed_kan() -> None:
    found = ("N1m", "E2m", "S3m", "W5m")

    assert responsible(*found, robbed=True, robbed_kong_responsible="nobody") is None
    assert responsible(*found, robbed=False, robbed_kong_responsible="nobody") == WEST
