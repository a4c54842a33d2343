"""Rounding points to thousands, as clubs understand it above and below zero."""

from __future__ import annotations

THOUSAND = 1_000

#: added before cutting off: five down and six up is the same as 400 more, since points are hundreds
_LIFT = {"go_sha_roku_nyu": 400, "shi_sha_go_nyu": 500, "up": 999, "down": 0}


def rounded(points: int, *, rounding: str, by_value: bool) -> int:
    """Round ``points``, a multiple of 100, to thousands.

    Args:
        points: of either sign.
        rounding: a ``rounding`` of the riichi parameters, other than ``none``.
        by_value: below 0 round along the number line; else round the size and keep the sign.

    Source: kinyoukai A-3, yakyu C-13; below 0 the documents are silent, so a rule says which.

    >>> rounded(-1_500, rounding="go_sha_roku_nyu", by_value=False)
    -1000
    >>> rounded(-1_500, rounding="go_sha_roku_nyu", by_value=True)
    -2000
    """
    lift = _LIFT[rounding]
    if points < 0 and not by_value:
        return -((lift - points) // THOUSAND * THOUSAND)
    return (points + lift) // THOUSAND * THOUSAND
