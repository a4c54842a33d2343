"""Tiles, yaku, fu and limits in the reader's language, and hands of a game in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.wording.rules import language
from rules.words.files import Lang, Named, pattern_entry, yaku_named
from scoring.game import TableHand, WonHand
from scoring.game.values import ROUNDS
from scoring.hands.fu import ROUNDED_UP
from scoring.hands.prices import Payment
from scoring.hands.tiles import FLOWERS, HONOURS, POCCHI, RED_MAN, Tile, kind_of, rank_of, suit_of
from scoring.hands.yaku import YAKUMAN

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class Name(NamedTuple):
    name: str
    beside: str  # in Japanese the reading, in other languages the kanji; may be empty


def yaku_name(key: str) -> Name:
    return _yaku_name(key, language())


def yakuman_name(key: str) -> str:
    """Name a recorded yakuman; an unknown key is its own name."""
    return yaku_name(key).name if key in YAKUMAN else key


def yakuman_choices(keys: Iterable[str]) -> list[tuple[str, str]]:
    lang = language()
    return [(key, _yaku_name(key, lang).name) for key in keys]


def pattern_name(key: str) -> Name:
    return _beside(pattern_entry(key), language())


@cache
def _yaku_name(key: str, lang: Lang) -> Name:
    return _beside(yaku_named(key), lang)


def _beside(named: Named, lang: Lang) -> Name:
    name, other = named.name(lang), named.reading if lang == "ja" else named.ja
    return Name(name, "" if other == name else other)


def flag_name(flag: str) -> str:
    match flag:
        case "furiten":
            return _("Furiten")
        case "chankan_closed":
            return _("Robbing a closed kan (kokushi)")
    return yaku_name(flag).name


def aside_label(bonus: str) -> str:
    """Say what ``nuki`` counts under a rule: norths or flowers."""
    return _("Norths set aside") if bonus == "norths" else _("Flowers set aside")


def flag_choices(flags: Iterable[str]) -> list[tuple[str, str]]:
    return [(flag, flag_name(flag)) for flag in flags]


def fu_reason(reason: str, fu: int | None = None) -> str:
    """Name a reason for fu, from the evaluator's key; ``fu``: the hand's total."""
    if reason == ROUNDED_UP:
        return _("rounded up to %(fu)s fu") % {"fu": fu}
    return _fu_reasons().get(reason, reason)


def _fu_reasons() -> dict[str, str]:
    return {
        "base": _("base"),
        "closed ron": _("closed hand, won by ron"),
        "tsumo": _("won by tsumo"),
        "seven pairs": _("seven pairs, fixed"),
        "open hand raised to 30": _("open hand without fu: counts 30"),
        "open triplet": _("open triplet"),
        "open triplet of terminals or honours": _("open triplet of terminals or honours"),
        "closed triplet": _("closed triplet"),
        "closed triplet of terminals or honours": _("closed triplet of terminals or honours"),
        "open kan": _("open kan"),
        "open kan of terminals or honours": _("open kan of terminals or honours"),
        "closed kan": _("closed kan"),
        "closed kan of terminals or honours": _("closed kan of terminals or honours"),
        "pair of seat and round wind": _("pair of seat and round wind"),
        "pair of a value tile": _("pair of a value tile"),
        "closed wait": _("closed wait"),
        "edge wait": _("edge wait"),
        "single wait": _("single wait"),
    }


def limit_name(limit: str | None) -> str:
    """Name a limit; empty for none."""
    if limit is None:
        return ""
    names = {
        "mangan": _("Mangan"),
        "haneman": _("Haneman"),
        "baiman": _("Baiman"),
        "sanbaiman": _("Sanbaiman"),
        "counted_yakuman": _("Counted yakuman"),
        "yakuman": _("Yakuman"),
        "yakuman_2": _("Double yakuman"),
    }
    times = limit.removeprefix("yakuman_")
    if limit not in names and times.isdecimal():
        return _("%(times)s-fold yakuman") % {"times": times}
    return names.get(limit, limit)


def payers(payment: Payment) -> list[tuple[str, int]]:
    payments = (
        (_("the discarder"), payment.discarder),
        (_("the dealer"), payment.dealer),
        (_("each non-dealer"), payment.others),
        (_("each player"), payment.each),
    )
    return [(who, points) for who, points in payments if points]


def wind_names() -> tuple[str, str, str, str]:
    return _("East"), _("South"), _("West"), _("North")


def tile_spoken(tile: Tile) -> str:
    """Say a tile: "2 man", "red 5 pin", "East wind"."""
    if tile in FLOWERS:
        return _("flower %(number)s") % {"number": tile - FLOWERS[0] + 1}
    if tile == POCCHI:
        return _("white pocchi")
    if HONOURS <= tile < RED_MAN:
        return _honour(rank_of(tile))
    kind = kind_of(tile)
    # the figures are a message because Japanese says them otherwise: 一 to 九
    number = _("1 2 3 4 5 6 7 8 9").split()[rank_of(kind) - 1]
    pattern = (_("%(number)s man"), _("%(number)s pin"), _("%(number)s sou"))[suit_of(kind)]
    plain = pattern % {"number": number}
    return _("red %(tile)s") % {"tile": plain} if tile >= RED_MAN else plain


def tiles_spoken(tiles: Iterable[Tile]) -> str:
    return _(", ").join(map(tile_spoken, tiles))


def meld_spoken(kind: str, tiles: Iterable[Tile]) -> str:
    """Say a call with its tiles: "chi: 3 sou, 4 sou, 5 sou"."""
    return _("%(call)s: %(tiles)s") % {"call": meld_name(kind), "tiles": tiles_spoken(tiles)}


def meld_name(kind: str) -> str:
    return {
        "chi": _("chi"),
        "pon": _("pon"),
        "minkan": _("open kan"),
        "ankan": _("closed kan"),
        "kakan": _("added kan"),
    }[kind]


def _honour(number: int) -> str:
    return (
        _("East wind"),
        _("South wind"),
        _("West wind"),
        _("North wind"),
        _("white dragon"),
        _("green dragon"),
        _("red dragon"),
    )[number - 1]


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
    "suukan": gettext_lazy("Four kans by two or more players"),
    "suurii": gettext_lazy("Four riichi"),
    "sanchahou": gettext_lazy("Three ron"),
}
CHIPS: Final[dict[str, StrPromise]] = {
    "ippatsu": gettext_lazy("Ippatsu"),
    "ura": gettext_lazy("Ura dora"),
    "red": gettext_lazy("Red fives"),
    "gold": gettext_lazy("Gold fives among them"),
    "pocchi": gettext_lazy("White pocchi"),
}
_WHY: Final[dict[str, StrPromise]] = {
    "last_hand": gettext_lazy("The last hand has been played."),
    "bust": gettext_lazy("A player has fallen below the bust line."),
    "cap": gettext_lazy("A player has reached the points cap."),
    "dealer_stopped": gettext_lazy("The last dealer has stopped."),
    "target": gettext_lazy("A player has reached the overtime target."),
    "overtime_end": gettext_lazy("Overtime has ended."),
    "yakuman": gettext_lazy("A yakuman has ended the game."),
    "time": gettext_lazy("Time is up."),
}


def why_text(why: str | None) -> str:
    """Explain why a game is over; empty while it is not."""
    return str(_WHY[why]) if why else ""


def at_text(round_: int, dealer: int) -> str:
    winds = (_("East"), _("South"), _("West"), _("North"))
    return _("%(wind)s %(number)s") % {"wind": winds[round_ % 4], "number": dealer + 1}


def at_short(round_: int, dealer: int) -> str:
    winds = (_("E"), _("S"), _("W"), _("N"))
    return f"{winds[round_ % len(ROUNDS)]}{dealer + 1}"


_BEGINS_WITH: Final = {
    5: "mangan",
    6: "haneman",
    8: "baiman",
    11: "sanbaiman",
    13: "counted_yakuman",
}


def limit_names() -> dict[int, str]:
    """Name the limits by the han with which they begin."""
    return {han: limit_name(limit).lower() for han, limit in _BEGINS_WITH.items()}


def hand_text(record: dict[str, Any], names: Sequence[str], hand: TableHand | None = None) -> str:
    """Describe a hand in one sentence.

    Args:
        record: the hand.
        names: by seat.
        hand: the same as the engine took it, if it matches: it knows what tiles are worth.
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


def seats_named(record: dict[str, Any], name: str) -> list[int]:
    """Return seats of a record, which may be a single number instead of a list."""
    seats = record.get(name, [])
    return [seats] if isinstance(seats, int) else list(seats)


def _won(record: dict[str, Any], win: WonHand | None, names: Sequence[str]) -> str:
    facts = {"winner": names[record["winner"]], "value": _worth(record, win)}
    loser = record.get("from")
    if loser is None:
        return _("%(winner)s by tsumo: %(value)s") % facts
    return _("%(winner)s from %(loser)s: %(value)s") % {**facts, "loser": names[loser]}


def _worth(record: dict[str, Any], win: WonHand | None) -> str:
    if win is not None:
        known: dict[str, Any] = {
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
        return _("entered by its tiles")
    text = _("%(han)s han") % {"han": known["han"]}
    if not known.get("fu"):
        return text
    return " ".join([text, _("%(fu)s fu") % {"fu": known["fu"]}])


def _yakuman(record: dict[str, Any], times: int) -> str:
    names = [name for name in record.get("yaku", ()) if name in YAKUMAN]
    if names:
        return _(", ").join(map(yakuman_name, names))
    return _("yakuman") if times == 1 else _("%(times)s-fold yakuman") % {"times": times}
