"""Every cell of the documents about offences, by rule set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.tables import latest, unlike, values

OTHER, FALSE_CALL = "as_other", "as_false_call"
NEKOHOUSE = ("nekohouse-4a", "nekohouse-4b", "nekohouse-3a", "nekohouse-3b")

#: 4a 4b 3a 3b, boo, kinyoukai, super-tonpu
OFFENCES: dict[str, tuple[Any, Any, Any, Any]] = {
    "offence_false_win_shown": ("chombo", "chombo", "chombo", "chombo"),
    "offence_false_win_partly_shown": ("chombo", "chombo", "forfeit", "chombo"),
    "offence_false_win_voiced": ("forfeit", "forfeit", "forfeit", "forfeit"),
    "offence_noten_riichi": ("chombo_at_draw", "none", "chombo", "chombo_unless_won"),
    "offence_riichi_kan": ("chombo", "forfeit", "forfeit", "chombo"),
    "offence_play_impossible": ("chombo", "chombo", "chombo", "chombo"),
    "offence_kyuushu_error": (OTHER, OTHER, "chombo", OTHER),
    "offence_winning_tile_mixed": (OTHER, OTHER, OTHER, "chombo"),
    "offence_too_many_tiles": ("forfeit", "forfeit", "chombo", "forfeit"),
    "offence_too_few_tiles": ("forfeit", "forfeit", "forfeit", "forfeit"),
    "missed_first_draw_discards": (0, 0, 0, 3),
    "offence_false_call_shown": ("forfeit", "forfeit", "stick", "put_right"),
    "offence_false_call_shown_late": ("forfeit", "forfeit", "forfeit", "forfeit"),
    "offence_false_call_voiced": ("stick", "forfeit", "stick", "none"),
    "offence_call_taken_back": ("stick", "forfeit", "stick", "none"),
    "offence_call_taken_back_late": ("stick", "forfeit", "forfeit", "none"),
    "offence_riichi_taken_back": ("stands", OTHER, "stick", "stick_and_forfeit"),
    "offence_riichi_taken_back_late": ("stands", OTHER, "forfeit", "stick_and_forfeit"),
    "riichi_taken_back_until": ("discard", "discard", "discard", "next_discard"),
    "offence_riichi_slip": (OTHER, OTHER, "forfeit", OTHER),
    "offence_void_declaration": (FALSE_CALL, FALSE_CALL, "forfeit", "none"),
    "offence_other": ("table", "table", "forfeit", "table"),
    "chombo_may_become": (
        ("waived", "chombo_at_draw", "forfeit", "stick"),
        ("waived", "forfeit"),
        (),
        (),
    ),
    "forfeit_may_become": (("waived", "stick"), ("waived",), (), ()),
    "stick_may_become": (("waived",), (), (), ()),
    "forfeit_bars": (
        ("ron", "tsumo", "calls", "riichi", "tenpai"),
        ("ron", "tsumo", "calls", "riichi"),
        ("ron", "tsumo", "calls", "tenpai"),
        ("ron", "tsumo", "calls", "tenpai"),
    ),
    "chombo_returns_penalty_sticks": (False, False, True, False),
    "penalty_stick": (1_000, 0, 1_000, 1_000),
    "penalty_below_stick": ("all_one_has", "all_one_has", "all_one_has", "all_one_has"),
    "kuikae_forced_is_offence": (True, True, True, True),
    "chombo_hand": ("replayed", "replayed", "replayed", "replayed"),
    "chombo_returns_sticks": (True, True, True, True),
    "chombo_yakuman_tenpai": ("as_others", "as_others", "half_of_highest", "as_others"),
    "chombo_bust_ends_game": (True, True, True, True),
}
COLUMNS = (NEKOHOUSE, ("nekohouse-boo",), ("kinyoukai",), ("super-tonpu",))
BY_SET = [(key, column) for column, keys in enumerate(COLUMNS) for key in keys]


@pytest.mark.parametrize(("key", "column"), BY_SET)
def test_an_offence_leads_to_what_the_document_says(key: str, column: int) -> None:
    wanted = {name: row[column] for name, row in OFFENCES.items()}

    assert unlike(values(latest(key)), wanted) == {}


@pytest.mark.parametrize(
    ("key", "offence"),
    [
        ("nekohouse-4a", "forfeit"),
        ("nekohouse-4b", "none"),
        ("nekohouse-3a", "forfeit"),
        ("nekohouse-3b", "none"),
        ("nekohouse-boo", "forfeit"),
        ("kinyoukai", "put_right"),
        ("super-tonpu", "forfeit"),
    ],
)
def test_kuikae_is_an_offence_only_where_it_is_forbidden(key: str, offence: str) -> None:
    assert values(latest(key))["offence_kuikae"] == offence


@pytest.mark.parametrize(
    ("key", "at_the_table", "in_the_league"),
    [
        ("nekohouse-4a", 3_000, 3_000),
        ("nekohouse-4b", 3_000, 3_000),
        ("nekohouse-3a", 6_000, 6_000),
        ("nekohouse-3b", 6_000, 6_000),
        ("nekohouse-boo", 1_500, 1_000),
        ("kinyoukai", 3_000, 3_000),
        ("super-tonpu", 2_000, 2_000),
    ],
)
def test_a_chombo_costs_the_same_to_each_other_player(
    key: str, at_the_table: int, in_the_league: int
) -> None:
    found = values(latest(key))

    assert found["chombo_payment"] == at_the_table
    assert found["penalty_table"] == (
        {"kind": "chombo", "amount": in_the_league, "paid_to": "others"},
    )


@pytest.mark.parametrize("key", ["yakyu-4p-tonnan", "yakyu-3p-tonpu", "tenhou-4p-tonpu"])
def test_the_lobbies_name_no_chombo(key: str) -> None:
    found = values(latest(key))
    offences = {
        value
        for name, value in found.items()
        if name.startswith("offence_") and name != "offence_other"
    }

    assert found["chombo_payment"] is None
    assert found["penalty_table"] == ()
    assert offences == {OTHER}


@pytest.mark.parametrize(
    "name",
    ["barred_stays_sunk", "barred_not_top", "barred_own_maru_c", "own_maru_c_in_last_hand"],
)
def test_boo_forbids_wins_by_the_points(name: str) -> None:
    found = values(latest("nekohouse-boo"))

    assert found[name] is True
    assert found["offence_barred_win"] == "chombo"
