"""What a score is called, what a game of Boo made, and which other games changed with one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: names that the shipped rules give to a score; a club's own word stands for itself
_SCORE_NAMES: Final[dict[str, StrPromise]] = {
    "勝利点": gettext_lazy("victory points"),
    "点": gettext_lazy("pts"),
}

_RESULTS: Final[dict[str, StrPromise]] = {
    "double_maru_a": gettext_lazy("Double maru-A"),
    "maru_a": gettext_lazy("Maru-A"),
    "maru_b": gettext_lazy("Maru-B"),
    "maru_c": gettext_lazy("Maru-C"),
    "none": gettext_lazy("Nobody sunk"),
}


def score_name(name: str) -> str:
    """What a rule calls its score, in the reader's language."""
    return str(_SCORE_NAMES.get(name, name))


def result_name(result: str | None) -> str:
    """What the top of a game of Boo made; empty in other families."""
    return str(_RESULTS.get(result or "", ""))


def also_changed(also: Iterable[Mapping[str, Any]], table: int) -> str:
    """Say which other games got other scores, as the trail names them; empty without any.

    Args:
        also: games with their ``table`` and ``number``.
        table: the table of the game that was entered or changed; it is not said again.
    """
    games = sorted((game["table"] != table, game["table"], game["number"]) for game in also)
    if not games:
        return ""
    names = [
        (_("game %(number)s of table %(table)s") if elsewhere else _("game %(number)s"))
        % {"number": number, "table": at}
        for elsewhere, at, number in games
    ]
    return _("The scores of %(games)s changed with it.") % {"games": _(", ").join(names)}
