"""Under which rules a hand is looked at: the set and the day that the address names."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, render_club
from league.days import club_day
from league.hand_answers import Refusal
from league.selectors.calculator import ChosenRule, chosen_rule
from league.views.calculator_parts import version_choices

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class Asked:
    """The rules that the address asks for."""

    slug: str
    day: date | None
    is_day_wrong: bool


def _asked(request: HtmxRequest) -> Asked:
    """Read the address; a day that is none is said to be wrong, never raised."""
    typed = request.GET.get("on", "").strip()
    try:
        day = date.fromisoformat(typed) if _DAY.fullmatch(typed) else None
    except ValueError:
        day = None
    return Asked(request.GET.get("rule", ""), day, bool(typed) and day is None)


def asked_rule(request: HtmxRequest, visit: Visit) -> tuple[Asked, ChosenRule | None]:
    """The rules that the address asks for; None for a club without any.

    Raises:
        Http404: the club has no such set.
    """
    asked = _asked(request)
    rule = chosen_rule(visit.club, slug=asked.slug, day=asked.day, today=club_day(visit.club))
    if rule is None and asked.slug:
        raise Http404
    return asked, rule


def without_rules(
    request: HtmxRequest, visit: Visit, *, title: str, text: str, nav: str
) -> TemplateResponse:
    """The page of a club that has no rules yet to look at anything under."""
    told = {"title": title, "text": text}
    return render_club(request, visit, "league/no_rules.html", told, nav=nav)


def no_rules_for_hands(request: HtmxRequest, visit: Visit, title: str) -> TemplateResponse:
    """The same, where hands would be valued."""
    text = _("Hands are valued under a rule set of the club; it has none yet.")
    return without_rules(request, visit, title=title, text=text, nav="calculator")


def rule_parts(rule: ChosenRule) -> dict[str, Any]:
    """What the two selects of rules and version show."""
    return {
        "rule": rule,
        "sets": [(each.slug, each.rule_set.name) for each in rule.sets],
        "versions": version_choices(rule),
        "version_chosen": dict(day_pair(rule)).get("on", ""),
    }


def day_pair(rule: ChosenRule) -> list[tuple[str, str]]:
    """The day of a version that is not today's."""
    return [] if rule.version == rule.today else pinned(rule)


def pinned(rule: ChosenRule) -> list[tuple[str, str]]:
    """The day from which the version is in force."""
    return [("on", rule.version.first_day.isoformat())] if rule.version else []


def no_rule(asked: Asked, rule: ChosenRule) -> Refusal:
    """Why nothing can be valued on the day that was asked for."""
    title = _("No rules for that day")
    if asked.is_day_wrong:
        return Refusal(title=title, text=_("Write the day like 2015-04-11."))
    if rule.version is not None:
        return Refusal(title=title, text=_("This version cannot be read."))
    first = rule.versions[-1].label
    text = _("The first version of these rules is of %(day)s.") % {"day": first}
    return Refusal(title=title, text=text)
