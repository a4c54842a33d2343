"""Who counts no fu gets the usual table of payments at the press of a button."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from league.rulebook.typed import sound, typed_values
from rules.models import RuleVersion
from rules.parameters import RiichiParameters
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import page_of, save, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

FOUR, THREE = (
    f"Fill in the usual table for {players} players, without fu" for players in ("four", "three")
)
#: from han, non-dealer by ron, by tsumo from a non-dealer and the dealer, dealer by ron, by tsumo
FOR_FOUR = [
    (1, 1_000, 500, 500, 1_500, 500),
    (2, 2_000, 500, 1_000, 3_000, 1_000),
    (3, 4_000, 1_000, 2_000, 6_000, 2_000),
    (4, 8_000, 2_000, 4_000, 12_000, 4_000),
    (6, 12_000, 3_000, 6_000, 18_000, 6_000),
    (8, 16_000, 4_000, 8_000, 24_000, 8_000),
    (11, 24_000, 6_000, 12_000, 36_000, 12_000),
    (13, 32_000, 8_000, 16_000, 48_000, 16_000),
]
FOR_THREE = [
    (1, 1_000, 1_000, 1_000, 2_000, 1_000),
    (2, 2_000, 1_000, 1_000, 3_000, 2_000),
    (3, 4_000, 1_000, 3_000, 6_000, 3_000),
    (4, 8_000, 3_000, 5_000, 12_000, 6_000),
    (6, 12_000, 4_000, 8_000, 18_000, 9_000),
    (8, 16_000, 6_000, 10_000, 24_000, 12_000),
    (11, 24_000, 8_000, 16_000, 36_000, 18_000),
    (13, 32_000, 12_000, 20_000, 48_000, 24_000),
]
COLUMNS = (
    *("from_han", "child_ron", "child_tsumo_child"),
    *("child_tsumo_dealer", "dealer_ron", "dealer_tsumo"),
)


def hand_section(organizer: Client, draft: RuleVersion) -> str:
    return text(organizer.get(page_of(draft, "?section=hand")))


def choose(organizer: Client, draft: RuleVersion, **fields: Any) -> HttpResponse:
    """Post that hands are counted by the table, with its first row and what else is given."""
    table = {"p__points_table__0__0": "", **fields}
    shown = ["counting", "points_table"]
    answer: HttpResponse = save(
        organizer, draft, draft.draft_revision, shown=shown, p__counting="table", **table
    )
    draft.refresh_from_db()
    return answer


def test_the_table_is_offered_where_none_is_filled_in(
    organizer: Client, draft: RuleVersion
) -> None:
    assert FOUR not in hand_section(organizer, draft)

    choose(organizer, draft)

    assert "The table needs at least one row." in hand_section(organizer, draft)
    assert FOUR in hand_section(organizer, draft)


def test_it_is_offered_while_the_choice_is_only_typed(
    organizer: Client, draft: RuleVersion
) -> None:
    form = {"shown": ["counting", "points_table"], "p-counting": "table", "revision": "0"}

    assert FOUR in text(organizer.post(page_of(draft, "check/"), form))
    assert stored(draft, "hand", "counting") == "fu"


@pytest.mark.parametrize(
    ("players", "offer", "rows"),
    [
        pytest.param(4, FOUR, FOR_FOUR, id="four players"),
        pytest.param(3, THREE, FOR_THREE, id="three players"),
    ],
)
def test_the_button_fills_in_the_table_and_saves_what_was_typed(
    organizer: Client,
    draft: RuleVersion,
    players: int,
    offer: str,
    rows: list[tuple[int, ...]],
) -> None:
    draft.parameters["game"]["players"] = players
    draft.save()
    choose(organizer, draft)
    assert offer in hand_section(organizer, draft)

    answer = choose(organizer, draft, fill="points_table", section="hand")

    assert answer["Location"].endswith("?section=hand#row-points_table")
    assert stored(draft, "hand", "counting") == "table"
    filled_in = stored(draft, "hand", "points_table")
    assert [tuple(row[name] for name in COLUMNS) for row in filled_in] == rows
    assert offer not in hand_section(organizer, draft)


def test_what_is_about_fu_is_emptied_with_it_and_the_draft_can_stand(
    organizer: Client, draft: RuleVersion
) -> None:
    choose(organizer, draft)

    choose(organizer, draft, fill="points_table")

    about_fu = ("raised_mangan", "double_wind_pair_fu", "rinshan_tsumo_fu", "open_20_fu")
    assert [stored(draft, "hand", name) for name in about_fu] == [None] * 4
    parameters = sound("riichi", typed_values("riichi", draft.parameters))
    assert isinstance(parameters, RiichiParameters)
    assert len(parameters.hand.points_table) == 8


def test_rows_that_were_typed_are_not_written_over(organizer: Client, draft: RuleVersion) -> None:
    choose(organizer, draft, p__points_table__0__0="1", p__points_table__0__1="900")

    choose(
        organizer,
        draft,
        fill="points_table",
        p__points_table__0__0="1",
        p__points_table__0__1="900",
    )

    (row,) = stored(draft, "hand", "points_table")
    assert (row["from_han"], row["child_ron"]) == (1, 900)
    assert FOUR not in hand_section(organizer, draft)


def test_nothing_is_filled_in_where_fu_are_counted(organizer: Client, draft: RuleVersion) -> None:
    shown = ["counting", "points_table"]
    save(organizer, draft, shown=shown, p__counting="fu", fill="points_table")

    assert stored(draft, "hand", "points_table") == []


def test_enter_in_a_field_saves_and_fills_nothing_in(organizer: Client, draft: RuleVersion) -> None:
    choose(organizer, draft)

    page = organizer.get(page_of(draft, "?section=hand")).text
    form = page.partition("data-draft")[2]

    assert form.index("<button") < form.index('name="fill"')
    assert 'name="fill"' not in form[: form.index("</button>")]
