"""What hands cost under a version: the points table, and the pages of yaku and fu."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.permissions import Action
from league.hands.fu_guide import fu_guide
from league.hands.yaku_list import pattern_list, yaku_list
from league.rulebook.guide import GuideVersion, guide_version
from league.wording.hands import limit_name
from rules.parameters import Parameters, ZungJungParameters, parameter_values
from scoring.hands.points_tables import HanRow, points_tables
from scoring.zung_jung.payment import payment_of

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


#: the table that the numbers belong to
MACHINE: Final = "AMOS JP-EX COLOR"


class Setting(NamedTuple):
    """A game for which the automatic table can build walls."""

    number: int
    name: StrPromise
    tiles: int | None  # none where nothing is played


#: Source: W-00 to W-08
SETTINGS: Final = (
    Setting(0, _("Check mode"), None),
    Setting(1, _("Four players, standard"), 136),
    Setting(2, _("Four players, flowers"), 140),
    Setting(3, _("Four players, more flowers"), 144),
    Setting(4, _("Three players, standard"), 108),
    Setting(5, _("Three players, flowers"), 112),
    Setting(6, _("Three players, more flowers"), 116),
    Setting(7, _("100 tiles"), 100),
    Setting(8, _("64 tiles"), 64),
)


def machine_setting(parameters: Parameters) -> Setting | None:
    """Return the setting that a version names, if the table has it."""
    if isinstance(parameters, ZungJungParameters):
        return None
    named = parameters.tiles.machine_setting
    return next((setting for setting in SETTINGS if setting.number == named), None)


#: what changes a printed figure, or comes on top of it
_BESIDE: Final = (
    *("minimum_han", "raised_mangan", "open_20_fu", "pinfu_tsumo", "tsumo_loss"),
    *(
        "highest_hand",
        "yakuman_at_most",
        "counted_yakuman",
        "yakuman_ends_game",
        "honba_ron",
        "honba_tsumo_each",
    ),
    *("yakuless_takes_honba", "dora_payment_ron", "dora_payment_tsumo_each"),
    *("payment_base", "worth_cap", "immunity"),
)
#: not worth a line on the wall
_USUAL: Final[Mapping[str, object]] = {
    **{"minimum_han": 1, "pinfu_tsumo": True, "tsumo_loss": False},
    **dict.fromkeys(("dora_payment_ron", "dora_payment_tsumo_each"), 0),
}
#: from here on every tenth worth is enough
_FINE_TO: Final = 100


def points_sheet(guide: GuideVersion) -> dict[str, Any] | None:
    """The tables of a version; None where its values contradict each other: a draft's can.

    ``lines`` are what the tables take for granted, and what comes on top.
    """
    rule = guide.parameters
    if rule is None:
        return None
    values = parameter_values(rule)
    listed = [name for name in _BESIDE if name not in _USUAL or values.get(name) != _USUAL[name]]
    sheet: dict[str, Any] = {"lines": guide.lines(listed), "setting": machine_setting(rule)}
    if isinstance(rule, ZungJungParameters):
        return {**sheet, "by_worth": list(_by_worth(rule))}
    tables = points_tables(rule)
    return {**sheet, "grids": tables.grids, "by_han": list(_by_han(tables.by_han))}


def _by_han(rows: Iterable[HanRow]) -> Iterator[dict[str, Any]]:
    """Hands whose han alone decide; they have a name from mangan on."""
    for row in rows:
        name, han = limit_name(row.limit), _han(row)
        yield {"name": name, "han": han, "child": row.child, "dealer": row.dealer}


def _han(row: HanRow) -> str:
    """Write the number of han; empty where only a yakuman qualifies."""
    if row.first_han is None:
        return ""
    facts = {"first": row.first_han, "last": row.last_han}
    if row.last_han is None:
        return gettext("%(first)s han and above") % facts
    if row.first_han == row.last_han:
        return gettext("%(first)s han") % facts
    return gettext("%(first)s–%(last)s han") % facts


def _by_worth(rule: ZungJungParameters) -> Iterator[dict[str, Any]]:
    """What each pays when nobody answers for a hand, and when somebody does."""
    base = rule.settlement.payment_base
    for worth in _worths(rule):
        yield {
            "worth": worth,
            "free": payment_of(worth, base=base, is_charged=False),
            "charged": payment_of(worth, base=base, is_charged=True),
        }


def _worths(rule: ZungJungParameters) -> list[int]:
    """Return the chicken hand, sums up to the cap, and single patterns worth more."""
    cap, patterns = rule.settlement.worth_cap, rule.patterns
    sums = [*range(5, _FINE_TO, 5), *range(_FINE_TO, cap, 10), cap]
    single = [worth for worth in patterns.worth_table.values() if worth > cap]
    below = [patterns.worth_chicken_hand, rule.settlement.payment_base, *sums]
    return sorted({*(worth for worth in below if worth <= cap), *single})


@club_page(Action.READ)
def rule_yaku(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """List every yaku of a version; for Zung Jung its patterns.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    guide = _guide(visit, set_slug, label)
    rule, context = guide.parameters, _context(request, visit, guide)
    if isinstance(rule, ZungJungParameters):
        context["patterns"] = pattern_list(guide)
    elif rule is not None:
        context["list"] = yaku_list(guide, rule)
    return render_club(request, visit, "league/hands/yaku.html", context, nav="rules")


@club_page(Action.READ)
def rule_fu(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Explain how a version counts fu, with hands counted step by step.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    guide = _guide(visit, set_slug, label)
    rule, context = guide.parameters, _context(request, visit, guide)
    context["fu"] = None if rule is None else fu_guide(guide, rule)
    return render_club(request, visit, "league/hands/fu.html", context, nav="rules")


def _guide(visit: Visit, set_slug: str, label: str) -> GuideVersion:
    today, organizes = club_day(visit.club), visit.may(Action.MANAGE_LEAGUES)
    guide = guide_version(visit.club, set_slug, label, today, for_organizer=organizes)
    if guide is None:
        raise Http404
    return guide


def _context(request: HtmxRequest, visit: Visit, guide: GuideVersion) -> dict[str, Any]:
    return {
        "guide": guide,
        "printed_url": request.build_absolute_uri(request.path),
        "printed_on": club_day(visit.club),
    }


@club_page(Action.READ)
def rule_points(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Show a version's points tables; for Zung Jung the payments for each worth.

    Raises:
        Http404: no such set or version, or a draft for readers.
    """
    guide = _guide(visit, set_slug, label)
    context = {
        **_context(request, visit, guide),
        "sheet": points_sheet(guide),
        "machine": MACHINE,
        "machine_settings": SETTINGS,
    }
    return render_club(request, visit, "league/hands/points.html", context, nav="rules")
