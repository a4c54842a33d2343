"""Parameters of a rule version in the reader's language: single lines, a summary, one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from league.core.formats import points, score
from rules import words
from rules.clauses import ASSUMED, CLUB, MARKS
from rules.parameters import BooParameters, Parameters, RiichiParameters, parameter_values

#: what tells most about a version, in the order in which a reader asks for it
AT_A_GLANCE: Final[Mapping[str, tuple[str, ...]]] = {
    "riichi": (
        *("players", "length", "overtime", "overtime_target", "bust_ends_game", "cap_points"),
        *("last_dealer_stop", "last_dealer_stops_after", "start_points", "return_points"),
        *("oka_to", "uma_kind", "floating_line", "uma", "floating_uma", "rounding", "rounding_of"),
        *("below_zero", "tie", "leftover_sticks", "chip_value", "bust_bonus", "yakitori"),
        *("yakuman_ron", "yakuman_tsumo", "substitute_score", "penalty_table"),
    ),
    "boo": (
        *("players", "length", "start_points", "cap_points", "bust_ends_game"),
        *("yakuman_ends_game", "floating_line", "double_right", "pao_ron", "tie"),
        *("next_first_dealer", "penalty_table"),
    ),
    "zung_jung": (
        *("players", "length", "hands", "payment_base", "worth_cap", "immunity"),
        *("score_per_point", "tie", "penalty_table"),
    ),
}
#: said only where they differ from these: what no club needs to read is left out
_USUAL: Final[Mapping[str, object]] = {
    **{"uma_kind": "by_place", "rounding_of": "score", "below_zero": "counted"},
    **{"last_dealer_stop": "never", "cap_points": None, "penalty_table": []},
    "substitute_score": None,
    **dict.fromkeys(("chip_value", "bust_bonus", "yakitori", "yakuman_ron", "yakuman_tsumo"), 0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    parameter: str
    name: str
    value: str
    clause: str  # a clause code; empty where no document states it
    is_assumed: bool
    is_club: bool = False  # the club's own decision, in no clause


def language() -> words.Lang:
    return "ja" if get_language() == "ja" else "en"


def line_of(parameters: Parameters, name: str, stated_by: Mapping[str, str]) -> Line:
    """Describe one parameter in words.

    Args:
        parameters: the version's parameters.
        name: the parameter's own name.
        stated_by: parameter name -> clause code, ``assumed`` or ``club``.
    """
    lang, code = language(), stated_by.get(name, "")
    return Line(
        parameter=name,
        name=words.name_of(parameters.family, name, lang),
        value=value_in_words(parameters, name, lang),
        clause="" if code in MARKS else code,
        is_assumed=code == ASSUMED,
        is_club=code == CLUB,
    )


def lines_of(
    parameters: Parameters, names: Iterable[str], stated_by: Mapping[str, str]
) -> tuple[Line, ...]:
    return tuple(
        line_of(parameters, name, stated_by) for name in names if words.applies(parameters, name)
    )


def summary(parameters: Parameters, stated_by: Mapping[str, str]) -> tuple[Line, ...]:
    values = parameter_values(parameters)
    names = [
        name
        for name in AT_A_GLANCE[parameters.family]
        if name not in _USUAL or values[name] != _USUAL[name]
    ]
    return lines_of(parameters, names, stated_by)


def in_one_line(parameters: Parameters) -> str:
    parts = [_("%(players)s players") % {"players": parameters.game.players}]
    if isinstance(parameters, RiichiParameters):
        if parameters.game.length == "tonpu":
            parts.append(_("East only"))
        parts += _riichi_words(parameters)
    elif isinstance(parameters, BooParameters):
        game = parameters.game
        facts = {"start": points(game.start_points), "cap": points(game.cap_points)}
        parts.append(_("from %(start)s to %(cap)s") % facts)
        parts.append(_("victory points for sinking the others"))
    else:
        parts.append(_("%(hands)s hands") % {"hands": parameters.game.hands})
        parts.append(_("44 patterns whose points add up, without han or fu"))
    return _(", ").join(parts)


def value_in_words(parameters: Parameters, name: str, lang: words.Lang) -> str:
    """Write a parameter's value; what the oka is depends on the points of the game too."""
    if name == "oka_to" and isinstance(parameters, RiichiParameters):
        return _("%(oka)s to the top") % {"oka": score(parameters.oka, 0)}
    return words.say(parameters, name, lang)


def _riichi_words(parameters: RiichiParameters) -> list[str]:
    settlement = parameters.settlement
    start, back = points(parameters.game.start_points), points(settlement.return_points)
    return [
        _("%(start)s start, %(back)s return") % {"start": start, "back": back},
        _uma_short(parameters),
        words.say(parameters, "rounding", language()),
        *_tiles_and_fu(parameters),
    ]


def _tiles_and_fu(parameters: RiichiParameters) -> Iterator[str]:
    tiles = parameters.tiles
    reds = tiles.red_man + tiles.red_pin + tiles.red_sou if tiles.red_fives else 0
    yield (
        ngettext("%(reds)s red five", "%(reds)s red fives", reds) % {"reds": reds}
        if reds
        else _("no red fives")
    )
    if parameters.hand.counting == "table":
        yield _("no fu")


def _uma_short(parameters: RiichiParameters) -> str:
    settlement = parameters.settlement
    if settlement.uma_kind == "floating":
        return _("uma by the number of players at %(line)s or above") % {
            "line": points(settlement.floating_line)
        }
    if not any(settlement.uma):
        return _("no uma")
    return _("uma %(uma)s") % {"uma": words.say(parameters, "uma", language())}
