"""What can be wrong with a hand; each error has a code and names the field that is to blame."""

from __future__ import annotations

from typing import ClassVar

from rules.errors import shown
from scoring.errors import ScoringError

__all__ = ["BadHandError", "HandError", "NoYakuError", "NotAWinError", "shown"]


class HandError(ScoringError):
    """A hand that has no value. ``field`` is the part of the request that is to blame."""

    code: ClassVar[str] = "bad-hand"

    def __init__(self, message: str, *, field: str) -> None:
        super().__init__(message)
        self.field = field


class BadHandError(HandError):
    """Tiles, calls or flags that cannot be.

    ``reason`` and ``facts`` say it again for those who speak to people in their own language.
    """

    def __init__(self, message: str, *, field: str, reason: str, **facts: str | int) -> None:
        super().__init__(f"{field}: {message}", field=field)
        self.reason, self.facts = reason, facts


class NotAWinError(HandError):
    """Tiles that are no winning shape."""

    code = "not-a-win"

    def __init__(self, message: str = "the tiles are no winning hand") -> None:
        super().__init__(message, field="hand")


class NoYakuError(HandError):
    """A winning shape that the rule does not pay."""

    code = "no-yaku"

    def __init__(self, *, han: int, needed: int) -> None:
        if needed == 1:
            message = "the hand has no yaku"
        else:
            message = f"the hand has {han} han without bonuses, the rule asks for {needed}"
        super().__init__(message, field="hand")
        self.han, self.needed = han, needed
