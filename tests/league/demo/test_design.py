"""The design system keeps its own promises: contrast, contracts, no inline anything."""

import re
from itertools import product
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import get_template

TEMPLATES = settings.BASE_DIR / "templates"
STATIC = settings.BASE_DIR / "static"
COMPONENTS = sorted((TEMPLATES / "components").glob("*.html"))
SHELL = [*COMPONENTS, *sorted(TEMPLATES.glob("*.html"))]
TOKENS = (STATIC / "css/tokens.css").read_text(encoding="utf-8")
COLOUR = re.compile(r"--([\w-]+): (#[0-9a-f]{6});")
TEXT_PAIRS = [
    *product(("ink", "ink-soft", "link", "felt", "plus", "minus"), ("ground", "surface")),
    *product(("ink", "ink-soft"), ("surface-sunken", "surface-hover", "felt-soft")),
    *product(("plus", "minus", "felt"), ("surface-sunken", "surface-hover", "felt-soft")),
    *(("ink", f"{kind}-soft") for kind in ("info", "success", "warning", "error")),
    *((kind, f"{kind}-soft") for kind in ("info", "success", "warning", "error")),
    *product(("error", "success"), ("ground", "surface")),
    *product(("on-primary",), ("primary", "primary-hover")),
    *product(("on-vermilion",), ("vermilion", "vermilion-hover")),
    *(("bar-ink", "bar"), ("bar-soft", "bar"), ("bar-ink", "bar-line")),
    ("on-felt", "felt"),
    *(("on-place", f"place-{place}") for place in (1, 4)),
    *((f"place-{place}", "surface") for place in (2, 3)),
]
LINE_PAIRS = [*product(("line-strong", "focus"), ("ground", "surface", "surface-sunken"))]


def block(opening: str) -> dict[str, str]:
    """Return the colours declared in the block that starts with ``opening``."""
    body = TOKENS.split(opening, 1)[1].split("}", 1)[0]
    return dict(COLOUR.findall(body))


LIGHT = block('[data-theme="light"] {')
DARK = block('  [data-theme="dark"] {')


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio after WCAG 2.2, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_text_can_be_read_on_its_ground(theme: dict[str, str]) -> None:
    poor = {
        f"{text} on {ground}": round(contrast(theme[text], theme[ground]), 2)
        for text, ground in TEXT_PAIRS
        if contrast(theme[text], theme[ground]) < 4.5
    }

    assert poor == {}


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_edge_of_a_field_and_the_focus_ring_can_be_seen(theme: dict[str, str]) -> None:
    poor = {
        f"{line} on {ground}": round(contrast(theme[line], theme[ground]), 2)
        for line, ground in LINE_PAIRS
        if contrast(theme[line], theme[ground]) < 3
    }

    assert poor == {}


def test_the_dark_of_the_switch_is_the_dark_of_the_system() -> None:
    assert block(':root:not([data-theme="light"]) {') == DARK
    assert DARK.keys() == LIGHT.keys()


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.stem)
def test_every_component_begins_with_what_it_needs(path: Path) -> None:
    head = path.read_text(encoding="utf-8").split("\n")[:2]

    assert any(re.match(r"{# .+ #}$", line) and "eeds" in line for line in head)
    assert get_template(f"components/{path.name}")


@pytest.mark.parametrize("path", COMPONENTS, ids=lambda path: path.stem)
def test_every_component_stands_in_the_gallery_or_around_every_page(path: Path) -> None:
    name = path.stem
    where = (
        TEMPLATES / "components/gallery.html",
        TEMPLATES / "base.html",
        *(TEMPLATES / f"components/{part}.html" for part in ("nav", "menu")),
    )
    shown = "".join(file.read_text(encoding="utf-8") for file in where)

    assert name == "gallery" or f"components/{name}.html" in shown or f'component "{name}"' in shown


@pytest.mark.parametrize("path", SHELL, ids=lambda path: path.stem)
def test_no_template_holds_a_style_or_a_script(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)", text)


def test_every_icon_that_a_template_asks_for_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "img/icons.svg").read_text("utf-8")))
    asked = {
        name
        for path in TEMPLATES.rglob("*.html")
        for name in re.findall(r"{% icon \"([\w-]+)\"|\bicon=\"([\w-]+)\"", path.read_text("utf-8"))
    }

    assert {one or other for one, other in asked} - drawn == set()


def test_colours_are_named_once_and_used_by_name() -> None:
    allowed = {"tokens.css", "print.css", "layout.css", "components.css"}
    raw = {
        path.name
        for path in (STATIC / "css").rglob("*.css")
        if path.name not in allowed and re.search(r"#[0-9a-f]{3,8}\b", path.read_text("utf-8"))
    }

    assert raw == set()
