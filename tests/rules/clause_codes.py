"""Every clause code of each document, in order: what the rulebook must hold."""

from __future__ import annotations

from collections.abc import Iterable


def up_to(prefix: str, last: int, first: int = 1) -> list[str]:
    return [f"{prefix}{number}" for number in range(first, last + 1)]


def _points(code: str, last: int) -> list[str]:
    return [code, *(f"{code}({number})" for number in range(1, last + 1))]


def words(codes: str) -> list[str]:
    return codes.split()


def _flat(parts: Iterable[Iterable[str]]) -> list[str]:
    return [code for part in parts for code in part]


HOUSE = [*_points("M-1", 7), *_points("M-2", 3), *up_to("W-0", 8, first=0), "W-10"]
WITH_FU = [*up_to("P-", 4), *up_to("FU-", 6)]
YAKU = ["Y", *up_to("Y-", 39)]
KINYOUKAI = _flat(
    [
        up_to("A-", 12),
        up_to("B-", 11),
        up_to("C-", 5),
        up_to("D-", 7),
        up_to("E-", 7),
        up_to("F-", 7),
        up_to("G-", 12),
        up_to("H-", 9),
        up_to("I-", 4),
        up_to("J-", 7),
        ["K", *up_to("K-", 7), *up_to("K※", 5)],
        up_to("L-", 12),
    ]
)
SUPER_TONPU = _flat(
    [
        _points("1.1.1", 14)[1:],
        _points("1.1.2", 8)[1:],
        _points("1.2", 11)[1:],
        up_to("2.", 6),
        ["3.1"],
        _points("3.2", 6),
        _points("3.3", 3)[1:],
        ["4"],
        _points("4.1", 6),
        _points("4.2", 4),
        _points("4.3", 1),
        _points("4.4", 5),
        _points("5.1", 6)[1:],
        _points("5.2", 10)[1:],
        _points("5.3", 2)[1:],
    ]
)
PATTERNS = words(
    "1.1 1.2 1.3 2.1.1 2.1.2 2.2 3.1 3.2.1 3.2.2 3.3.1 3.3.2 3.3.3 3.3.4 3.4 4.1 4.2.1 4.2.2 4.2.3 "
    "4.3.1 4.3.2 4.3.3 4.3.4 5.1.1 5.1.2 5.1.3 5.1.4 6.1 6.2.1 6.2.2 7.1 7.2.1 7.2.2 8.1.1 8.1.2 "
    "8.1.3 8.1.4 9.1.1 9.1.2 9.2 9.3 9.4.1 9.4.2 10.1 10.2"
)
NOTES = ["4.0", "5.0", "6.0", "9.0", "10.0"]  # what the document says of a kind as a whole
BOO_POINTS = _flat(
    [
        up_to("BOO-", 14),
        _points("BOO-15", 11),
        ["BOO-16", "BOO-17"],
        _points("BOO-18", 3),
        _points("BOO-19", 5),
        ["BOO-20"],
    ]
)


def _hanchan(prefix: str, rules: int, forfeits: int) -> list[str]:
    """The points of one of the four hanchan rules: ``rules``, then the offences."""
    chombo, forfeit, stick, other = (f"{prefix}-{rules + number}" for number in range(1, 5))
    offences = [*_points(chombo, 4), *_points(forfeit, forfeits), *_points(stick, 1), other]
    return [*up_to(f"{prefix}-", rules), *offences]


def _yakyu(own: list[str], *, three: bool, ippatsu: bool) -> list[str]:
    play = ["C", *own, *(f"C-{number}" for number in range(4, 39) if ippatsu or number != 31)]
    end = ["D-1", *_points("D-2", 3), "D-3", "D-4"]
    start = [*up_to("A-", 5), "B-1", "B-2", *_points("B-3", 3)[1:], "B-4", "B-5"]
    return [*start, *play, *end, *up_to("E-", 17), *(["F", "F-1"] if three else [])]


CODES = {
    "kinyoukai": KINYOUKAI,
    "super-tonpu": SUPER_TONPU,
    "nekohouse-4a": [*HOUSE, *_hanchan("4A", 20, 4), *WITH_FU, *YAKU],
    "nekohouse-4b": [*HOUSE, *_hanchan("4B", 21, 3), "P-5", *YAKU],
    "nekohouse-3a": [*HOUSE, *_hanchan("3A", 23, 5), *WITH_FU, *YAKU],
    "nekohouse-3b": [*HOUSE, *_hanchan("3B", 27, 4), "P-6", *YAKU],
    "nekohouse-boo": [*HOUSE, *BOO_POINTS, *WITH_FU, *(code for code in YAKU if code != "Y-2")],
    "yakyu-4p-tonnan": _yakyu(["C-1", "C-3"], three=False, ippatsu=True),
    "yakyu-4p-tonpu": _yakyu(["C-1", "C-2"], three=False, ippatsu=True),
    "yakyu-3p-tonnan": [
        *_yakyu([], three=True, ippatsu=False),
        *up_to("F-", 14, first=3),
    ],
    "yakyu-3p-tonpu": [
        *_yakyu([], three=True, ippatsu=False),
        "F-2",
        *up_to("F-", 14, first=4),
    ],
    "tenhou-4p-tonnan": up_to("T-", 19),
    "tenhou-4p-tonpu": up_to("T-", 19),
    "tenhou-3p-tonnan": up_to("T-", 21),
    "tenhou-3p-tonpu": up_to("T-", 21),
    "ema": up_to("EMA-", 33),
    "wrc": up_to("WRC-", 25),
    "rrc": up_to("RRC-", 18),
}
