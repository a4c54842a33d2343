"""``manage.py draw_tiles``: draws the SVG tiles from our own strokes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand

from scoring.hands.tiles import KINDS, POCCHI, RED_MAN, tile_name

INK, RED, BLUE, GREEN = "#17211c", "#b3301c", "#1d4e89", "#11613f"
FACE, EDGE, BACK, LINE = "#fffdf6", "#8fb39f", "#2f7a5b", "#7d877d"


class Box(NamedTuple):
    left: float
    top: float
    width: float
    height: float


CORNER: Final = Box(2.8, 3.6, 5.2, 8.6)
BESIDE: Final = Box(11, 4.6, 15.8, 30.4)  # what stands beside the corner
ABOVE: Final = Box(11.2, 4, 15.4, 13.2)
BELOW: Final = Box(10.2, 18.6, 16.8, 17)
MIDDLE: Final = Box(5, 6, 20, 27)
WIND: Final = Box(7.2, 11.6, 19.6, 23.4)

#: on a grid of 60 × 100
SIGNS: Final = {
    "1": "M10 24L34 6L34 96",
    "2": "M6 26Q6 5 30 5Q54 5 54 28Q54 46 6 95L57 95",
    "3": "M6 18Q14 4 31 4Q53 6 52 26Q50 46 22 48Q56 50 55 72Q54 96 29 96Q10 96 4 80",
    "4": "M44 97L44 4L3 68L59 68",
    "5": "M53 5L12 5L8 46Q20 36 32 36Q56 38 56 66Q54 96 28 96Q12 96 4 82",
    "6": "M48 6Q6 18 6 64Q6 96 31 96Q56 96 56 69Q56 44 31 44Q10 44 6 66",
    "7": "M4 6L56 6L24 97",
    "8": "M30 46Q8 42 8 25Q8 4 30 4Q52 4 52 25Q52 42 30 46Q4 52 4 72Q4 96 30 96Q56 96 56 72"
    "Q56 52 30 46",
    "9": "M54 36Q50 56 29 56Q4 56 4 30Q4 4 29 4Q54 4 54 36Q54 82 14 95",
    "E": "M54 5L8 5L8 95L54 95M8 50L44 50",
    "S": "M52 18Q46 4 30 4Q8 4 8 26Q8 46 30 49Q54 53 54 74Q54 96 30 96Q10 96 6 80",
    "W": "M2 5L15 95L30 30L45 95L58 5",
    "N": "M6 95L6 5L54 95L54 5",
}

#: on a grid of 100 × 100
KANJI: Final = {
    "一": "M6 50L94 50",
    "二": "M20 26L80 26M6 78L94 78",
    "三": "M16 16L84 16M24 50L76 50M6 86L94 86",
    "四": "M8 14L92 14L92 90L8 90ZM37 14L37 44Q35 62 20 68M63 14L63 56Q63 64 72 64L84 64",
    "五": "M12 10L88 10M46 10L34 90M18 46L78 46L72 90M4 90L96 90",
    "六": "M50 2L50 24M6 34L94 34M36 52L10 94M62 52L92 94",
    "七": "M4 50L96 34M42 4L42 74Q42 90 56 90L80 90Q92 90 92 70",
    "八": "M38 16Q36 64 6 92M52 10L64 10Q64 62 96 92",
    "九": "M38 4L38 40Q36 74 6 94M8 34L68 34L68 76Q68 92 82 92Q94 92 94 72",
    "萬": "M4 14L96 14M32 2L32 24M68 2L68 24M20 30L80 30L80 56L20 56ZM20 43L80 43M50 30L50 84"
    "M10 98L10 67L90 67L90 88Q90 98 78 96M30 86L66 80M62 72L72 88",
    "東": "M6 18L94 18M50 2L50 98M20 34L80 34L80 62L20 62ZM20 48L80 48M46 64L8 92M54 64L92 92",
    "南": "M8 16L92 16M50 2L50 32M10 98L10 32L90 32L90 88Q90 98 76 96M34 42L41 54M66 42L59 54"
    "M26 58L74 58M24 75L76 75M50 58L50 94",
    "西": "M6 12L94 12M12 34L88 34L88 94L12 94ZM37 12L37 44Q35 62 18 68M63 12L63 56Q63 66 72 66"
    "L86 66",
    "北": "M34 6L34 94M6 36L34 36M4 84L34 70M60 6L60 78Q60 92 74 92L86 92Q96 92 96 74M60 50L92 30",
    "發": "M12 10L40 10Q32 32 4 44M14 22L24 32M58 2Q68 30 96 44M84 6L70 20M94 18L80 30"
    "M12 50L42 50L42 62L16 62L14 76L42 76Q42 96 26 94M62 48Q62 58 50 66M62 48L80 48L80 60L94 61"
    "M50 73L84 73Q76 90 48 98M58 76Q70 92 96 98",
    "中": "M10 26L90 26L90 64L10 64ZM50 2L50 98",
}
NUMERALS: Final = "一二三四五六七八九"
WINDS: Final = {"東": "E", "南": "S", "西": "W", "北": "N"}

#: centres of the circles and of the bars, on a grid of 100 × 100, and how big they are
PIN: Final = {
    1: (7.6, "50 50"),
    2: (5.4, "50 24,50 76"),
    3: (4.2, "18 16,50 50,82 84"),
    4: (4.1, "24 22,76 22,24 78,76 78"),
    5: (3.6, "20 18,80 18,50 50,20 82,80 82"),
    6: (3.8, "24 15,76 15,24 50,76 50,24 85,76 85"),
    7: (3.1, "16 9,50 19,84 29,24 58,76 58,24 88,76 88"),
    8: (3.2, "24 10,76 10,24 36,76 36,24 63,76 63,24 90,76 90"),
    9: (2.75, "14 16,50 16,86 16,14 50,50 50,86 50,14 84,50 84,86 84"),
}
SOU: Final = {
    1: (4.6, "M50 14L50 92M50 48L16 26M50 48L84 26"),
    2: (3.8, "M50 5L50 42M50 58L50 95"),
    3: (3.6, "M50 5L50 42M20 58L20 95M80 58L80 95"),
    4: (3.6, "M22 5L22 42M78 5L78 42M22 58L22 95M78 58L78 95"),
    5: (3.2, "M12 5L12 40M88 5L88 40M50 32L50 68M12 60L12 95M88 60L88 95"),
    6: (3.2, "M12 5L12 42M50 5L50 42M88 5L88 42M12 58L12 95M50 58L50 95M88 58L88 95"),
    7: (
        3,
        "M50 3L50 22M12 38L12 60M50 38L50 60M88 38L88 60M12 75L12 97M50 75L50 97M88 75L88 97",
    ),
    8: (2.6, "M10 40L10 5L50 32L90 5L90 40M10 60L10 95L50 68L90 95L90 60"),
    9: (
        3,
        "M12 3L12 24M50 3L50 24M88 3L88 24M12 39L12 61M50 39L50 61M88 39L88 61"
        "M12 76L12 97M50 76L50 97M88 76L88 97",
    ),
}


def sprite() -> str:
    """Draw all tiles, a symbol each: ``t-1m`` … ``t-0z``, ``t-back``."""
    tiles = (*range(KINDS), *range(RED_MAN, POCCHI + 1))
    symbols = [*map(_symbol, map(tile_name, tiles)), _drawn("back", _back())]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>", ""])


def _symbol(name: str) -> str:
    number, suit = int(name[0]), name[1]
    if suit == "z":
        parts = _honour(number)
    elif suit == "f":
        parts = _flower(number)
    else:
        parts = _suited(number, suit)
    return _drawn(name, f"{_plate(FACE)}{''.join(parts)}")


def _drawn(name: str, parts: str) -> str:
    return f'<symbol id="t-{name}" viewBox="0 0 30 42">{parts}</symbol>'


def _plate(face: str) -> str:
    return (
        f'<rect x=".6" y=".6" width="28.8" height="40.8" rx="4" fill="{EDGE}" stroke="{LINE}"/>'
        f'<rect x=".6" y=".6" width="28.8" height="38" rx="4" fill="{face}" stroke="{LINE}"/>'
    )


def _back() -> str:
    lattice = "M0 50L50 0L100 50L50 100ZM50 0L50 100M0 50L100 50"
    return _plate(BACK) + _strokes(lattice, Box(7, 8, 16, 23), FACE, 1.2)


def _suited(number: int, suit: str) -> Iterator[str]:
    """Draw a man, pin or sou: 0 is the five in red, with a dot under its figure."""
    shown = number or 5
    inks = {"m": (INK, RED), "p": (BLUE, BLUE), "s": (GREEN, GREEN)}[suit]
    first, second = inks if number else (RED, RED)
    yield _strokes(SIGNS[str(shown)], CORNER, first, 1.9, grid=60)
    if not number:
        yield f'<circle cx="5.6" cy="20" r="3" fill="{RED}"/>'
    if suit == "m":
        yield _strokes(KANJI[NUMERALS[shown - 1]], ABOVE, first, 2)
        yield _strokes(KANJI["萬"], BELOW, second, 1.35)
    elif suit == "p":
        yield from _circles(*PIN[shown], first)
    else:
        width, bars = SOU[shown]
        yield _strokes(bars, BESIDE, first, width)
        if shown != 8:
            yield _strokes(bars, BESIDE, FACE, 0.6)


def _circles(radius: float, centres: str, ink: str) -> Iterator[str]:
    for centre in centres.split(","):
        across, down = map(float, centre.split())
        x, y = _at(across, BESIDE.left, BESIDE.width), _at(down, BESIDE.top, BESIDE.height)
        yield f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{ink}"/>'
        ring = f'fill="{FACE}"' if radius < 5 else f'fill="{ink}" stroke="{FACE}"'
        yield f'<circle cx="{x}" cy="{y}" r="{_short(radius * 0.4)}" {ring}/>'


def _honour(number: int) -> Iterator[str]:
    """Draw a wind with its letter, or a dragon; 0 is the white one with the red dot."""
    if 1 <= number <= 4:
        kanji, letter = list(WINDS.items())[number - 1]
        yield _strokes(SIGNS[letter], Box(2.9, 3.6, 4.8, 7.2), INK, 1.5, grid=60)
        yield _strokes(KANJI[kanji], WIND, INK, 1.9)
    elif number == 6:
        yield _strokes(KANJI["發"], MIDDLE, GREEN, 1.9)
    elif number == 7:
        yield _strokes(KANJI["中"], MIDDLE, RED, 2.6)
    else:
        frame = f'fill="none" stroke="{BLUE}"'
        yield f'<rect x="5.5" y="6" width="19" height="27" rx="1" {frame} stroke-width="2.2"/>'
        yield f'<rect x="9" y="9.5" width="12" height="20" {frame} stroke-width=".9"/>'
        if not number:
            yield f'<circle cx="15" cy="19.5" r="4.2" fill="{RED}"/>'


def _flower(number: int) -> Iterator[str]:
    petals = (RED, BLUE, GREEN, INK)[number - 1]
    yield _strokes(SIGNS[str(number)], CORNER, petals, 1.9, grid=60)
    yield _strokes("M50 58L50 100M50 84L82 70", Box(9, 6, 18, 30), GREEN, 1.6)
    for x, y in ((18, 11), (23.6, 15.2), (21.4, 21.8), (14.6, 21.8), (12.4, 15.2)):
        yield f'<circle cx="{x}" cy="{y}" r="3.5" fill="{petals}"/>'
    yield f'<circle cx="18" cy="17" r="2.6" fill="{FACE}" stroke="{petals}"/>'


def _strokes(strokes: str, box: Box, ink: str, width: float, *, grid: int = 100) -> str:
    def put(pair: re.Match[str]) -> str:
        across, down = float(pair[1]) * 100 / grid, float(pair[2])
        return f"{_at(across, box.left, box.width)} {_at(down, box.top, box.height)}"

    path = re.sub(r"([\d.]+) ([\d.]+)", put, strokes)
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{width}" {ends}/>'


def _at(part: float, start: float, length: float) -> str:
    return _short(start + length * part / 100)


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


class Command(BaseCommand):
    help = "Redraw static/img/tiles.svg after this module has changed."

    def handle(self, *args: Any, **options: Any) -> None:
        path = settings.BASE_DIR / "static/img/tiles.svg"
        path.write_text(sprite(), encoding="utf-8")
        self.stdout.write(f"{path}: drawn")
