"""Figures of a ranking as pages write them, as files have them, and as calls name them."""

from __future__ import annotations

import pytest

from league.exports.files import as_text
from league.exports.tables import figure_cell
from league.models import Prize
from league.rankings.figures import FIGURES


@pytest.mark.parametrize(
    ("key", "value", "text", "number"),
    [
        pytest.param("games", 1_234, "1,234", "1234", id="more games than a year has"),
        pytest.param("first", 0, "0", "0", id="no top"),
        pytest.param("total", 1_234_500, "+1,234.5", "1234.5", id="a great total"),
        pytest.param("total", 0, "0.0", "0.0", id="neither won nor lost"),
        pytest.param("total", -35_050, "▲35.05", "-35.05", id="finer than the league counts"),
        pytest.param("worst", -1_000, "▲1.0", "-1.0", id="a loss"),
        pytest.param("average", -1_250, "▲1.25", "-1.25", id="an average of a decimal more"),
        pytest.param("average", 1_255, "+1.26", "1.26", id="an average that is rounded"),
        pytest.param("place", 249, "2.49", "2.49", id="an average place"),
        pytest.param("top", 1_000, "100.0%", "100.0%", id="always first"),
        pytest.param("adjusted", 0, "–", "", id="nothing given or taken"),
        pytest.param("adjusted", -20_000, "▲20.0", "-20.0", id="points taken"),
        pytest.param("best", None, "–", "", id="no game"),
        pytest.param("chips", 5, "+5", "5", id="chips won"),
        pytest.param("chips", -5, "▲5", "-5", id="chips lost"),
        pytest.param("table_points", 17_400, "+17,400", "17400", id="points won at the tables"),
        pytest.param("table_points", 0, "0", "0", id="as many as at the start"),
        pytest.param("average_table_points", -1_500, "▲1,500", "-1500", id="points lost there"),
    ],
)
def test_a_figure_is_the_same_number_on_the_page_and_in_the_file(
    key: str, value: int | None, text: str, number: str
) -> None:
    assert FIGURES[key].cell(value, 1).text == text
    assert str(as_text(figure_cell(FIGURES[key], value, 1))) == number


def test_whatever_prizes_are_given_for_is_a_figure() -> None:
    assert set(Prize.Measure.values) <= set(FIGURES)
