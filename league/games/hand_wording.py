"""A hand of a game in the reader's words: when it was, who won what from whom, why a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.games.entry import HandRecord
from league.wording.hands import yakuman_name
from scoring.game import TableHand, WonHand
from scoring.game.values import ROUNDS
from scoring.hands.yaku import YAKUMAN

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

RESULTS: Final[dict[str, StrPromise]] = {
    "ron": gettext_lazy("Ron"),
    "tsumo": gettext_lazy("Tsumo"),
    "draw": gettext_lazy("Draw"),
    "abort": gettext_lazy("Abortive draw"),
    "nagashi": gettext_lazy("Nagashi"),
    "chombo": gettext_lazy("Chombo"),
}
ABORTS: Final[dict[str, StrPromise]] = {
    "kyuushu": gettext_lazy("Nine terminals"),
    "suufon": gettext_lazy("Four winds"),
    "suukan": gettext_lazy("Four kans by two players or more"),
    "suurii": gettext_lazy("Four riichi"),
    "sanchahou": gettext_lazy("Three ron"),
}
CHIPS: Final[dict[str, StrPromise]] = {
    "ippatsu": gettext_lazy("Ippatsu"),
    "ura": gettext_lazy("Ura dora"),
    "red": gettext_lazy("Red fives"),
    "pocchi": gettext_lazy("White pocchi"),
}
_WHY: Final[dict[str, StrPromise]] = {
    "last_hand": gettext_lazy("The last hand is played."),
    "bust": gettext_lazy("Somebody is below the line."),
    "cap": gettext_lazy("Somebody has reached the cap."),
    "dealer_stopped": gettext_lazy("The last dealer stops."),
    "target": gettext_lazy("Somebody has reached the target of overtime."),
    "overtime_end": gettext_lazy("Overtime is over."),
    "yakuman": gettext_lazy("A yakuman ends the game."),
    "time": gettext_lazy("Time is up."),
}


def why_text(why: str | None) -> str:
    """Why a game is over; empty while it is not."""
    return str(_WHY[why]) if why else ""


def at_text(round_: int, dealer: int) -> str:
    """Which hand it is: East 1."""
    winds = (_("East"), _("South"), _("West"), _("North"))
    return _("%(wind)s %(number)s") % {"wind": winds[round_ % 4], "number": dealer + 1}


def at_short(round_: int, dealer: int) -> str:
    """The same in a narrow column: E1."""
    winds = (_("E"), _("S"), _("W"), _("N"))
    return f"{winds[round_ % len(ROUNDS)]}{dealer + 1}"


def limit_text(han: int) -> str:
    """What so many han are called, where they begin a new price."""
    return {
        5: _("mangan"),
        6: _("haneman"),
        8: _("baiman"),
        11: _("sanbaiman"),
        13: _("counted yakuman"),
    }.get(han, "")


def hand_text(record: HandRecord, names: Sequence[str], hand: TableHand | None = None) -> str:
    """A hand in one sentence.

    Args:
        record: the hand.
        names: who sits where.
        hand: the same as the engine took it, where it fits: it knows what tiles are worth.
    """

    def people(name: str) -> str:
        return _(", ").join(names[seat] for seat in seats_named(record, name)) or _("nobody")

    match record["result"]:
        case "ron" | "tsumo":
            wins = hand.wins if hand else (None,) * len(record["wins"])
            return _(", ").join(
                _won(part, win, names) for part, win in zip(record["wins"], wins, strict=True)
            )
        case "draw":
            return _("Draw; tenpai: %(names)s") % {"names": people("tenpai")}
        case "abort":
            return str(ABORTS.get(record.get("kind", ""), RESULTS["abort"]))
        case "nagashi":
            return _("Nagashi: %(names)s") % {"names": people("by")}
    return _("Chombo: %(names)s") % {"names": people("by")}


def seats_named(record: HandRecord, name: str) -> list[int]:
    """Seats of a record, where one may stand without a list."""
    seats = record.get(name, [])
    return [seats] if isinstance(seats, int) else list(seats)


def _won(record: HandRecord, win: WonHand | None, names: Sequence[str]) -> str:
    facts = {"winner": names[record["winner"]], "value": _worth(record, win)}
    loser = record.get("from")
    if loser is None:
        return _("%(winner)s by tsumo: %(value)s") % facts
    return _("%(winner)s from %(loser)s: %(value)s") % {**facts, "loser": names[loser]}


def _worth(record: HandRecord, win: WonHand | None) -> str:
    """3 han 40 fu; yakuman by their names; tiles whose value is not known as tiles."""
    if win is not None:
        known: HandRecord = {
            "worth": win.worth,
            "yakuman": win.yakuman,
            "han": win.han,
            "fu": win.fu,
        }
    else:
        known = record
    if known.get("worth"):
        worth: int = known["worth"]
        return ngettext("%(count)s point", "%(count)s points", worth) % {"count": worth}
    if known.get("yakuman"):
        return _yakuman(record, known["yakuman"])
    if known.get("han") is None:
        return _("told by its tiles")
    text = _("%(han)s han") % {"han": known["han"]}
    fu = known.get("fu")
    return f"{text} {_('%(fu)s fu') % {'fu': fu}}" if fu else text


def _yakuman(record: HandRecord, times: int) -> str:
    names = [name for name in record.get("yaku", ()) if name in YAKUMAN]
    if names:
        return _(", ").join(map(yakuman_name, names))
    return _("yakuman") if times == 1 else _("%(times)s-fold yakuman") % {"times": times}
