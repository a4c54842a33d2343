"""What parameters can contradict each other in: one sentence for each reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from pydantic_core import PydanticCustomError

from rules.errors import Fact, gettext_noop, in_english

#: by reason
SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "values-a-place": gettext_noop(
            "Enter one value for each of the %(count)s places; there are %(got)s now."
        ),
        "sum": gettext_noop("The values must add up to 0; they add up to %(sum)s."),
        "rises": gettext_noop("A lower place must not get more than a higher one."),
        "not-shared": gettext_noop(
            "Must be a multiple of %(step)s, so that any number of tenpai players can share it."
        ),
        "next-dora": gettext_noop("Must be “%(expected)s” when “%(other)s” is “%(value)s”."),
        "not-while": gettext_noop("Not possible when “%(other)s” is “%(value)s”."),
        "empty-while": gettext_noop("Must be empty when “%(other)s” is “%(value)s”."),
        "needed-for-fu": gettext_noop("Required when fu are counted."),
        "no-rows": gettext_noop("The table needs at least one row."),
        "rows-rise": gettext_noop(
            "Rows must be in ascending order of han, with each han only once."
        ),
        "broken-victory-point": gettext_noop(
            "Must be a whole number of victory points: a multiple of %(step)s."
        ),
        "above": gettext_noop("Must be above “%(other)s”."),
        "below": gettext_noop("Must be below “%(other)s”."),
        "not-below": gettext_noop("Must not be below “%(other)s”."),
        "not-above": gettext_noop("Must not be above “%(other)s”."),
        "man-out": gettext_noop("Must be 0 when the man tiles from 2 to 8 are removed."),
        "red-fives": gettext_noop("This needs red fives in play."),
        "gold-fives": gettext_noop("This needs gold fives in play."),
        "three-players": gettext_noop("This is for three players only."),
        "both-ways": gettext_noop("Not possible together with “%(other)s”."),
        "needs": gettext_noop("This needs “%(other)s”."),
        "needs-both": gettext_noop("This needs “%(one)s” and “%(other)s”."),
        "needs-open-value": gettext_noop("This requires “%(other)s” to count in an open hand."),
        "floating-rows": gettext_noop(
            "%(rows)s rows are needed, for 0 to %(players)s floating players."
        ),
        "twice": gettext_noop("The same entry appears here twice."),
        "not-lighter": gettext_noop("Some entries here are not lighter than the penalty itself."),
        "penalty-step": gettext_noop(
            "“%(kind)s”: a step belongs to an amount that the referee names. Enter the highest "
            "amount too."
        ),
        "penalty-chombo": gettext_noop(
            "A chombo costs a fixed amount. Give a penalty that the referee decides on another "
            "name."
        ),
        "penalty-range": gettext_noop("“%(kind)s”: the highest amount must be above the lowest."),
        "penalty-steps": gettext_noop(
            "“%(kind)s”: the highest amount cannot be reached in these steps."
        ),
        "penalty-after": gettext_noop("“%(kind)s”: say which penalty so many of them bring."),
        "penalty-becomes": gettext_noop(
            "“%(kind)s”: what several of them bring must be another penalty of this table."
        ),
        "penalty-brought": gettext_noop(
            "“%(kind)s”: what several of them bring must cost a fixed amount and bring nothing "
            "else."
        ),
        "not-left-open": gettext_noop("“%(name)s” cannot be left to be chosen on the day."),
        "no-pair": gettext_noop("“%(pair)s” is not a pair of different yaku."),
        "more-open": gettext_noop("An open hand must not be worth more than a closed one."),
    }
)


def contradiction(field: str, reason: str, **facts: Fact) -> PydanticCustomError:
    """Make the error that a validator raises when ``field`` cannot stand beside the others.

    Its context has the ``field``, the ``reason`` and the ``facts`` for other languages.
    """
    context = {"field": field, "reason": reason, "facts": facts}
    sentence = in_english(SENTENCES[reason], facts)
    return PydanticCustomError("contradiction", "{field}: {said}", {**context, "said": sentence})
