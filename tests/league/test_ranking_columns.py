"""Figures of a ranking as they are written."""

from __future__ import annotations

import pytest

from league.views.ranking_columns import COLUMNS


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        pytest.param("games", 1_234, "1,234", id="more games than a year has"),
        pytest.param("first", 0, "0", id="no top"),
        pytest.param("total", 1_234_500, "+1,234.5", id="a great total"),
        pytest.param("worst", -1_000, "▲1.0", id="a loss"),
        pytest.param("place", 249, "2.49", id="an average place"),
        pytest.param("top", 1_000, "100.0%", id="always first"),
        pytest.param("adjusted", 0, "–", id="nothing given or taken"),
        pytest.param("adjusted", -20_000, "▲20.0", id="points taken"),
        pytest.param("chips", 5, "+5", id="chips won"),
        pytest.param("chips", -5, "▲5", id="chips lost"),
        pytest.param("table_points", 17_400, "+17,400", id="points won at the tables"),
        pytest.param("table_points", 0, "0", id="neither won nor lost"),
        pytest.param("average_table_points", -1_500, "▲1,500", id="points lost at the tables"),
    ],
)
def test_a_figure_is_written_with_its_separators(key: str, value: int, text: str) -> None:
    assert COLUMNS[key].write(value, 1).text == text
