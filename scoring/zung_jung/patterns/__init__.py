"""The 44 patterns, one module a kind; what each is worth is for the rule to say."""

from __future__ import annotations

from scoring.zung_jung.patterns import (
    chance,
    consecutive,
    honours,
    identical,
    one_suit,
    similar,
    special,
    terminals,
    triplets,
    trivial,
)
from scoring.zung_jung.patterns.base import Pattern

__all__ = ["PATTERNS"]

#: in the order of the document, which is the order of an answer
PATTERNS: tuple[Pattern, ...] = (
    *trivial.KIND,
    *one_suit.KIND,
    *honours.KIND,
    *triplets.KIND,
    *identical.KIND,
    *similar.KIND,
    *consecutive.KIND,
    *terminals.KIND,
    *chance.KIND,
    *special.KIND,
)
