"""Tags that draw tiles from the sprite, with one spoken name for the whole row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from league.wording.hands import meld_spoken, tile_spoken, tiles_spoken
from scoring.hands.errors import BadHandError
from scoring.hands.hand import parse_meld
from scoring.hands.tiles import Tile, parse_tiles, tile_name

register = template.Library()

SPRITE: Final = "img/tiles.svg"
SIZES: Final = {"s": "tile tile--s", "m": "tile", "l": "tile tile--l"}
BACK: Final = "back"


@register.simple_tag
def tile(name: str, size: str = "m", label: str | None = None) -> SafeString:
    """Draw one tile; text that is not a tile is written as it is.

    Args:
        name: as in ``5m``, ``0p``, ``7z``, ``1f``, or ``back`` for a face-down one.
        size: s (24 px high), m or l.
        label: text instead of its own name; empty where adjacent text says it.
    """
    if name == BACK:
        found, spoken = BACK, gettext("face down")
    else:
        tiles = _read(name)
        if tiles is None or len(tiles) != 1:
            return format_html("<code>{}</code>", name)
        found, spoken = tile_name(tiles[0]), tile_spoken(tiles[0])
    spoken = spoken if label is None else label
    if not spoken:
        return _picture(found, SIZES[size])
    return _labelled(_picture(found, SIZES[size]), spoken, "tiles tiles--one")


@register.simple_tag
def tile_row(text: str, size: str = "m", label: str | None = None) -> SafeString:
    """Draw tiles side by side: ``23m067p1z``; a space leaves a gap.

    Args:
        text: the tiles; what cannot be read is written as it is.
        size: s (24 px high), m or l.
        label: text for the row instead of the names of its tiles.
    """
    groups = [_read(group) for group in text.split()]
    if not groups or None in groups:
        return format_html("<code>{}</code>", text) if text else SafeString("")
    read = [group for group in groups if group is not None]
    spoken = tiles_spoken(one for group in read for one in group) if label is None else label
    drawn = [_joined(_picture(tile_name(t), SIZES[size]) for t in group) for group in read]
    return _labelled(_joined(drawn, '<span class="tiles__gap"></span>'), spoken)


@register.simple_tag
def meld_row(text: str, size: str = "m") -> SafeString:
    """Draw a call as ``chi:345s`` writes it: the first tile turned, a closed kan half covered."""
    try:
        kind, tiles = parse_meld(text)
    except BadHandError:
        return format_html("<code>{}</code>", text)
    names, css = [tile_name(one) for one in tiles], SIZES[size]
    if kind == "ankan":
        last = len(names) - 1
        drawn = [_picture(BACK if at in (0, last) else n, css) for at, n in enumerate(names)]
    else:
        turned = [_picture(name, f"{css} tile--turned") for name in names[:1]]
        drawn = [*turned, *(_picture(name, css) for name in names[1:])]
    return _labelled(_joined(drawn), meld_spoken(kind, tiles))


@register.filter
def tile_label(name: str) -> str:
    """Name a tile of the notation, for a button's label; other text stays as it is."""
    return tiles_spoken(_read(name) or ()) or name


def _read(text: str) -> tuple[Tile, ...] | None:
    try:
        return parse_tiles(text)
    except BadHandError:
        return None


def _joined(parts: Iterable[SafeString], between: str = "") -> SafeString:
    return format_html_join(SafeString(between), "{}", ((part,) for part in parts))


def _picture(name: str, css: str) -> SafeString:
    return format_html(
        '<svg class="{}" viewBox="0 0 30 42" aria-hidden="true" focusable="false">'
        '<use href="{}#t-{}"></use></svg>',
        css,
        static(SPRITE),
        name,
    )


def _labelled(drawn: SafeString, spoken: str, css: str = "tiles") -> SafeString:
    return format_html('<span class="{}" role="img" aria-label="{}">{}</span>', css, spoken, drawn)
