"""Tiles are drawn by us, can be told apart without colour, and say their names."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from league.management.commands import draw_tiles as tile_art
from league.wording.hands import meld_name, tile_spoken
from scoring.hands.hand import MELD_KINDS
from scoring.hands.tiles import KINDS, POCCHI, RED_MAN, tile_name
from tests.league.demo.test_design import contrast
from tests.pages import parsed

TILES = (*range(KINDS), *range(RED_MAN, POCCHI + 1))
FILE = settings.BASE_DIR / "static/img/tiles.svg"


def drawn() -> dict[str, str]:
    """What each symbol of the sprite holds, by its id."""
    text = FILE.read_text(encoding="utf-8")
    return dict(re.findall(r'<symbol id="([\w-]+)"[^>]*>(.*?)</symbol>', text))


def shown(source: str, **context: object) -> str:
    return Template("{% load tiles %}" + source).render(Context(context))


def test_every_tile_is_drawn_and_so_is_the_back() -> None:
    assert set(drawn()) == {f"t-{tile_name(tile)}" for tile in TILES} | {"t-back"}


def test_the_file_is_what_the_strokes_draw() -> None:
    assert FILE.read_text(encoding="utf-8") == tile_art.sprite()


def test_the_command_draws_the_file_anew(tmp_path: Path, settings: Any) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "static/img").mkdir(parents=True)

    call_command("draw_tiles", verbosity=0)

    assert (tmp_path / "static/img/tiles.svg").read_text("utf-8") == tile_art.sprite()


def test_no_two_tiles_look_alike_even_without_colour() -> None:
    grey = {name: re.sub(r"#[0-9a-f]{6}", "", parts) for name, parts in drawn().items()}

    assert not [pair for pair in combinations(grey, 2) if grey[pair[0]] == grey[pair[1]]]


@pytest.mark.parametrize("ink", [tile_art.INK, tile_art.RED, tile_art.BLUE, tile_art.GREEN])
def test_every_ink_can_be_read_on_the_face_of_a_tile(ink: str) -> None:
    assert contrast(ink, tile_art.FACE) >= 4.5


def test_the_drawing_holds_nothing_but_shapes() -> None:
    text = FILE.read_text(encoding="utf-8")

    assert set(re.findall(r"<(\w+)", text)) == {"svg", "symbol", "rect", "path", "circle"}


@pytest.mark.parametrize(
    ("language", "spoken"),
    [
        ("ja", "二萬、三萬、赤五筒、東"),
        ("en", "2 man, 3 man, red 5 pin, East wind"),
    ],
)
def test_a_row_of_tiles_has_one_name(language: str, spoken: str) -> None:
    with translation.override(language):
        row = shown('{% tile_row "23m0p1z" %}')

    assert f'role="img" aria-label="{spoken}"' in row
    assert re.findall(r"#t-(\w+)", row) == ["2m", "3m", "0p", "1z"]
    assert row.count('aria-hidden="true"') == 4


@pytest.mark.parametrize("language", ["ja", "en"])
def test_no_two_tiles_have_the_same_name(language: str) -> None:
    with translation.override(language):
        names = [tile_spoken(tile) for tile in TILES]

    assert len(set(names)) == len(TILES)


def test_a_space_leaves_a_gap_and_a_label_takes_the_place_of_the_names() -> None:
    row = shown('{% tile_row "23m 1z" label="wait" %}')

    assert row.count("tiles__gap") == 1
    assert 'aria-label="wait"' in row


@pytest.mark.parametrize("size", ["s", "m", "l"])
def test_one_tile_can_be_drawn_in_three_sizes(size: str) -> None:
    with translation.override("en"):
        one = shown("{% tile '0z' size %}", size=size)

    assert 'aria-label="white pocchi"' in one
    assert ("tile--" + size in one) == (size != "m")


def test_a_tile_whose_name_stands_beside_it_says_nothing() -> None:
    assert "aria-label" not in shown('{% tile "5m" label="" %}')


def test_a_tile_may_lie_face_down() -> None:
    with translation.override("en"):
        assert 'aria-label="face down"' in shown('{% tile "back" %}')


@pytest.mark.parametrize("typed", ["9x", "<b>", "m", "55", "0f", "1m" * 40])
def test_what_is_no_tile_is_shown_as_it_was_typed(typed: str) -> None:
    text = typed.replace("<", "&lt;").replace(">", "&gt;")

    assert shown("{% tile_row typed %}", typed=typed) == f"<code>{text}</code>"
    assert shown("{% tile typed %}", typed=typed) == f"<code>{text}</code>"
    assert shown("{% meld_row typed %}", typed=typed) == f"<code>{text}</code>"


def test_nothing_is_drawn_of_nothing() -> None:
    assert shown('{% tile_row "" %}') == ""


def test_a_call_lies_with_its_first_tile_turned() -> None:
    with translation.override("en"):
        call = shown('{% meld_row "chi:345s" %}')

    assert call.count("tile--turned") == 1
    assert 'aria-label="chi: 3 sou, 4 sou, 5 sou"' in call


def test_a_closed_kan_shows_two_of_its_tiles_and_names_all() -> None:
    with translation.override("ja"):
        kan = shown('{% meld_row "ankan:1111z" %}')

    assert re.findall(r"#t-(\w+)", kan) == ["back", "1z", "1z", "back"]
    assert 'aria-label="暗槓：東、東、東、東"' in kan


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_call_has_a_name(language: str) -> None:
    with translation.override(language):
        assert len({meld_name(kind) for kind in MELD_KINDS}) == len(MELD_KINDS)


@pytest.mark.django_db
@pytest.mark.urls("tests.league.demo.design_urls")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("css", ["tile tile--s", "tile", "tile tile--l"])
def test_the_gallery_shows_every_tile_in_every_size_and_theme(
    client: Client, settings: Any, css: str, theme: str
) -> None:
    settings.DEBUG = True
    html = client.get("/components/").text.partition("<h2>tiles</h2>")[2]
    card = parsed(html).one("div", **{"data-theme": theme})
    tiles = card.all("svg", **{"class": css})

    assert {tile.one("use")["href"].partition("#")[2] for tile in tiles} == set(drawn())
