"""Points become what people read, to the last figure."""

import pytest
from django.utils import translation

from league.core import formats as filters


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [
        pytest.param(42_300, 1, "+42.3", id="a winner with one decimal"),
        pytest.param(-5_000, 0, "▲5", id="a loser without decimals"),
        pytest.param(-5_000, 1, "▲5.0", id="a loser with one decimal"),
        pytest.param(0, 0, "0", id="nothing, without decimals"),
        pytest.param(0, 1, "0.0", id="nothing, with one decimal"),
        pytest.param(500, 0, "+0.5", id="a half point is not rounded away"),
        pytest.param(-500, 0, "▲0.5", id="nor a lost half point"),
        pytest.param(41_050, 1, "+41.05", id="a shared uma shows its second decimal"),
        pytest.param(-33, 1, "▲0.033", id="a third of a hundred shows all three"),
        pytest.param(1_234_500, 1, "+1,234.5", id="a season in thousands"),
        pytest.param(15_000, 2, "+15.00", id="two decimals are kept when asked for"),
        pytest.param(-1, 3, "▲0.001", id="the smallest loss"),
        pytest.param(None, 1, "–", id="a player who did not play"),
        pytest.param("", 1, "–", id="a variable that is missing"),
    ],
)
def test_a_score_is_shown_with_its_sign_and_loses_no_figure(
    value: int | None, decimals: int, shown: str
) -> None:
    assert filters.score(value, decimals) == shown


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(42_300, "plus 42.3", id="a winner"),
        pytest.param(-5_000, "minus 5.0", id="a loser"),
        pytest.param(0, "0.0", id="nothing"),
        pytest.param(None, "none", id="did not play"),
    ],
)
def test_a_screen_reader_says_minus_and_not_triangle(value: int | None, expected: str) -> None:
    with translation.override("en"):
        assert filters.score_spoken(value) == expected


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param(1, "score--plus", id="won"),
        pytest.param(-1, "score--minus", id="lost"),
        pytest.param(0, "score--zero", id="even"),
        pytest.param(None, "score--none", id="did not play"),
    ],
)
def test_the_sign_of_a_score_has_its_own_colour(value: int | None, name: str) -> None:
    assert filters.score_class(value) == name


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(25_000, "25,000", id="the start"),
        pytest.param(-1_500, "▲1,500", id="busted"),
        pytest.param(0, "0", id="exactly nothing left"),
        pytest.param(None, "–", id="not entered"),
    ],
)
def test_points_on_the_table_are_grouped_in_thousands(value: int | None, shown: str) -> None:
    assert filters.points(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(249, "2.49", id="a good average place"),
        pytest.param(200, "2.00", id="whole averages keep their decimals"),
        pytest.param(5, "0.05", id="less than a tenth"),
        pytest.param(-1_249, "▲12.49", id="an average below zero"),
        pytest.param(None, "–", id="no games"),
    ],
)
def test_an_average_has_two_decimals(value: int | None, shown: str) -> None:
    assert filters.hundredths(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param(123, "12.3%", id="a share"),
        pytest.param(1_000, "100.0%", id="always"),
        pytest.param(4, "0.4%", id="hardly ever"),
        pytest.param(-25, "▲2.5%", id="a fall"),
        pytest.param(None, "–", id="no games"),
    ],
)
def test_a_share_is_a_percentage_with_one_decimal(value: int | None, shown: str) -> None:
    assert filters.permille(value) == shown


@pytest.mark.parametrize(
    ("place", "name"),
    [
        pytest.param(1, "place--1", id="first"),
        pytest.param(4, "place--4", id="fourth"),
        pytest.param(5, "place--none", id="there is no fifth"),
        pytest.param(None, "place--none", id="not played"),
    ],
)
def test_each_place_has_its_own_mark(place: int | None, name: str) -> None:
    assert filters.place_class(place) == name


def test_seats_are_east_south_west_north_from_the_first_dealer() -> None:
    with translation.override("en"):
        winds = [filters.seat_wind(seat) for seat in range(-1, 5)]

    assert winds == ["", "E", "S", "W", "N", ""]
