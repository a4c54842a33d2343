"""Parameters of a rule version in words: what a reader of the rule page is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.templatetags.points import points, score
from rules.clauses import ASSUMED
from rules.parameters import Parameters, RiichiParameters
from rules.parameters.riichi import ByPlace

ROUNDING: Mapping[str, Promise] = {
    "none": gettext_lazy("Not rounded"),
    "go_sha_roku_nyu": gettext_lazy("500 down, 600 up"),
    "shi_sha_go_nyu": gettext_lazy("400 down, 500 up"),
    "up": gettext_lazy("Always up"),
    "down": gettext_lazy("Always down"),
}
_TIE: Mapping[str, Promise] = {
    "seat": gettext_lazy("Nearer to the first East places higher"),
    "share_uma": gettext_lazy("Uma is shared; oka goes by seat"),
    "share_uma_and_oka": gettext_lazy("Uma and oka are shared"),
}
_STICKS: Mapping[str, Promise] = {
    "top": gettext_lazy("To the top"),
    "tied_tops": gettext_lazy("To the top; level tops share them"),
    "lost": gettext_lazy("Nobody gets them"),
}
_LENGTH: Mapping[str, Promise] = {
    "tonpu": gettext_lazy("East only"),
    "tonnan": gettext_lazy("East and South"),
}
_STOP: Mapping[str, Promise] = {
    "may": gettext_lazy("The last dealer may stop"),
    "when_top": gettext_lazy("The game ends when the last dealer is top"),
    "when_top_at_return": gettext_lazy(
        "The game ends when the last dealer is top at the return points"
    ),
}
_AFTER: Mapping[str, Promise] = {
    "win": gettext_lazy("after a win"),
    "win_or_tenpai": gettext_lazy("after a win or tenpai"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One thing that a version says: its name, its value in words, where it is written."""

    name: str
    value: str
    clause: str  # a clause code; empty where no document states it
    is_assumed: bool


#: name, value, the parameter that a clause would state
Said = tuple[str, str, str]


def summary(parameters: Parameters, stated_by: Mapping[str, str]) -> list[Line]:
    """What a version says of game and settlement, in the reader's language.

    Boo and Zung Jung have no summary; their clauses say it all.

    Args:
        parameters: the version's parameters.
        stated_by: parameter name -> clause code, or ``assumed``.
    """
    if not isinstance(parameters, RiichiParameters):
        return []
    lines = []
    for name, value, parameter in (*_game(parameters), *_scores(parameters), *_extras(parameters)):
        code = stated_by.get(parameter, "")
        assumed = code == ASSUMED
        lines.append(
            Line(name=name, value=value, clause="" if assumed else code, is_assumed=assumed)
        )
    return lines


def in_one_line(parameters: RiichiParameters) -> str:
    """Players, start and return, uma and rounding: enough to tell one set from another."""
    settlement = parameters.settlement
    parts = [
        _("%(players)s players") % {"players": parameters.game.players},
        _("%(start)s start, %(back)s return")
        % {"start": points(parameters.game.start_points), "back": points(settlement.return_points)},
        _uma_short(parameters),
        str(ROUNDING[settlement.rounding]),
    ]
    return _(", ").join(parts)


def _uma_short(parameters: RiichiParameters) -> str:
    settlement = parameters.settlement
    if settlement.uma_kind == "floating":
        return _("uma by the number above %(line)s") % {"line": points(settlement.floating_line)}
    if not any(settlement.uma):
        return _("no uma")
    return _("uma %(uma)s") % {"uma": _row(settlement.uma)}


def _row(row: ByPlace) -> str:
    return " / ".join(score(value, 0) for value in row)


def _game(parameters: RiichiParameters) -> Iterator[Said]:
    game = parameters.game
    yield _("Players"), str(game.players), "players"
    yield _("Length"), str(_LENGTH[game.length]), "length"
    if game.overtime == "sudden_death":
        value = _("Until somebody has %(target)s") % {"target": points(game.overtime_target)}
        yield _("Overtime"), value, "overtime"
    else:
        yield _("Overtime"), _("None"), "overtime"
    bust = _("The game ends below 0") if game.bust_ends_game else _("The game goes on below 0")
    yield _("Bust"), bust, "bust_ends_game"
    if game.cap_points is not None:
        value = _("The game ends at %(cap)s") % {"cap": points(game.cap_points)}
        yield _("Cold game"), value, "cap_points"
    if game.last_dealer_stop != "never":
        said = {"what": _STOP[game.last_dealer_stop], "hand": _AFTER[game.last_dealer_stops_after]}
        yield _("Last dealer"), _("%(what)s, %(hand)s") % said, "last_dealer_stop"


def _scores(parameters: RiichiParameters) -> Iterator[Said]:
    settlement = parameters.settlement
    yield _("Starting points"), points(parameters.game.start_points), "start_points"
    yield _("Return points"), points(settlement.return_points), "return_points"
    oka = _("None")
    if parameters.oka:
        oka = _("%(oka)s to the top") % {"oka": score(parameters.oka, 0)}
    yield _("Oka"), oka, "return_points"
    yield from _uma(parameters)
    yield _("Rounding to thousands"), _rounding(parameters), "rounding"
    if settlement.below_zero == "as_zero":
        value = _("Counts as 0; the top bears the difference")
        yield _("Points below 0"), value, "below_zero"
    yield _("Equal points"), str(_TIE[settlement.tie]), "tie"
    yield _("Riichi sticks left"), str(_STICKS[settlement.leftover_sticks]), "leftover_sticks"


def _uma(parameters: RiichiParameters) -> Iterator[Said]:
    settlement = parameters.settlement
    if settlement.uma_kind == "not_stated":
        yield _("Uma"), _("Not handed down"), "uma_kind"
    elif settlement.uma_kind == "by_place":
        value = _row(settlement.uma) if any(settlement.uma) else _("None")
        yield _("Uma by place"), value, "uma"
    else:
        line = points(settlement.floating_line)
        for count, row in enumerate(settlement.floating_uma):
            name = _("Uma with %(count)s at %(line)s or above") % {"count": count, "line": line}
            yield name, _row(row) if any(row) else _("None"), "floating_uma"


def _rounding(parameters: RiichiParameters) -> str:
    settlement = parameters.settlement
    said = str(ROUNDING[settlement.rounding])
    if settlement.rounding == "none":
        return said
    if settlement.rounding_of == "difference":
        said = _("%(rounding)s, of the difference to the return points") % {"rounding": said}
    return said


def _extras(parameters: RiichiParameters) -> Iterator[Said]:
    settlement = parameters.settlement
    amounts: Iterable[tuple[str, int, str]] = (
        (_("Chip"), settlement.chip_value, "chip_value"),
        (_("Bust bonus"), settlement.bust_bonus, "bust_bonus"),
        (_("No hand won"), settlement.yakitori, "yakitori"),
        (_("Yakuman by ron"), settlement.yakuman_ron, "yakuman_ron"),
        (_("Yakuman by tsumo, each"), settlement.yakuman_tsumo, "yakuman_tsumo"),
    )
    for name, amount, parameter in amounts:
        if amount:
            yield name, score(amount, 0).lstrip("+"), parameter
    for rule in parameters.penalties.penalty_table:
        name = _("Chombo") if rule.kind == "chombo" else rule.kind
        price = {"amount": score(rule.amount, 0).lstrip("+")}
        value = (
            _("%(amount)s to each of the others, after uma")
            if rule.paid_to == "others"
            else _("%(amount)s off, paid to nobody")
        )
        yield name, value % price, "penalty_table"
