"""What titles ask for, both sides of each step."""

from __future__ import annotations

import pytest

from scoring.standings import Record, Run
from scoring.titles import TITLES, Feats, longest_row, titles_of


def feats(
    *, players: int | None = 4, months: int = 0, won: int = 0, yakuman: int = 0, **record: object
) -> Feats:
    return Feats(
        record=Record(**record),  # type: ignore[arg-type]  # each row names what it needs
        months_in_a_row=months,
        months_won=won,
        yakuman=yakuman,
        players=players,
    )


REACHED = [
    pytest.param("games", feats(games=9), "riichi", 9, 0, id="nine games"),
    pytest.param("games", feats(games=10), "riichi", 10, 1, id="ten games"),
    pytest.param("games", feats(games=1_000), "boo", 1_000, 5, id="a thousand games"),
    pytest.param("tops", feats(place_counts=(4, 9, 9, 9)), "riichi", 4, 0, id="four tops"),
    pytest.param("tops", feats(place_counts=(25, 0, 0, 0)), "riichi", 25, 2, id="25 tops"),
    pytest.param("top_run", feats(top_run=Run(2, 0, 2)), "riichi", 2, 0, id="two tops in a row"),
    pytest.param("top_run", feats(top_run=Run(3, 0, 0)), "boo", 3, 1, id="three tops in a row"),
    pytest.param(
        "no_last_run", feats(no_last_run=Run(9, 9, 9)), "riichi", 9, 0, id="nine without last"
    ),
    pytest.param(
        "no_last_run", feats(no_last_run=Run(10, 1, 1)), "riichi", 10, 1, id="ten without last"
    ),
    pytest.param(
        "no_last_run",
        feats(no_last_run=Run(10, 1, 1), players=None),
        "riichi",
        0,
        0,
        id="tables of three and four",
    ),
    pytest.param("plus_run", feats(plus_run=Run(4, 4, 4)), "riichi", 4, 0, id="four above zero"),
    pytest.param("plus_run", feats(plus_run=Run(5, 0, 0)), "zung_jung", 5, 1, id="five above zero"),
    pytest.param("big_game", feats(best=49_900), "riichi", 49, 0, id="just below +50"),
    pytest.param("big_game", feats(best=50_000), "riichi", 50, 1, id="+50"),
    pytest.param("big_game", feats(best=-1_000), "riichi", 0, 0, id="nothing but losses"),
    pytest.param("big_game", feats(), "riichi", 0, 0, id="no game"),
    pytest.param("never_bust", feats(games=29), "riichi", 29, 0, id="29 games, no bust"),
    pytest.param("never_bust", feats(games=30), "riichi", 30, 1, id="30 games, no bust"),
    pytest.param(
        "never_bust", feats(games=300, busts=1), "riichi", 0, 0, id="one bust of 300 games"
    ),
    pytest.param("double_maru", feats(maru_counts=(0, 9, 9, 9)), "boo", 0, 0, id="no double maru"),
    pytest.param("double_maru", feats(maru_counts=(1, 0, 0, 0)), "boo", 1, 1, id="a double maru"),
    pytest.param("floating", feats(floated=9), "boo", 9, 0, id="nine times afloat"),
    pytest.param("floating", feats(floated=50), "boo", 50, 2, id="fifty times afloat"),
    pytest.param("month_won", feats(), "riichi", 0, 0, id="no month won"),
    pytest.param("month_won", feats(won=3), "riichi", 3, 2, id="three months won"),
    pytest.param("regular", feats(months=2), "riichi", 2, 0, id="two months in a row"),
    pytest.param("regular", feats(months=3), "zung_jung", 3, 1, id="three months in a row"),
    pytest.param("yakuman", feats(), "riichi", 0, 0, id="no yakuman"),
    pytest.param("yakuman", feats(yakuman=1), "boo", 1, 1, id="a yakuman"),
]


@pytest.mark.parametrize(("key", "found", "family", "reached", "level"), REACHED)
def test_a_title_counts_what_it_says(
    key: str, found: Feats, family: str, reached: int, level: int
) -> None:
    held = {each.title.key: each for each in titles_of(found, family)}[key]

    assert (held.reached, held.level) == (reached, level)
    assert held.next_step == (held.title.steps[level] if level < len(held.title.steps) else None)


def test_every_title_has_examples_of_both_sides() -> None:
    below = {row.values[0] for row in REACHED if row.values[4] == 0}
    above = {row.values[0] for row in REACHED if row.values[4] != 0}

    assert below == above == {title.key for title in TITLES}


def test_steps_rise_and_no_key_comes_twice() -> None:
    assert all(list(title.steps) == sorted(set(title.steps)) for title in TITLES)
    assert len({title.key for title in TITLES}) == len(TITLES)


@pytest.mark.parametrize(
    ("family", "absent"),
    [
        ("riichi", {"double_maru", "floating"}),
        ("boo", {"no_last_run", "big_game", "never_bust"}),
        ("zung_jung", {"double_maru", "floating", "big_game", "never_bust", "yakuman"}),
    ],
)
def test_a_family_has_the_titles_that_can_be_won_in_it(family: str, absent: set[str]) -> None:
    there = {held.title.key for held in titles_of(feats(), family)}

    assert there == {title.key for title in TITLES} - absent


@pytest.mark.parametrize(
    ("months", "row"),
    [
        pytest.param([], 0, id="never played"),
        pytest.param([24_312], 1, id="one month"),
        pytest.param([24_311, 24_312, 24_313], 3, id="over the turn of a year"),
        pytest.param([1, 2, 4, 5, 6, 9], 3, id="the longest of several"),
    ],
)
def test_months_in_a_row_break_where_nobody_played(months: list[int], row: int) -> None:
    assert longest_row(months) == row
