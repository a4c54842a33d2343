"""What does each player need? The page for any table before any hand (オーラスの条件)."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.views import APIView

from league.access import HtmxRequest, Visit, club_page, render_club
from league.api.throttles import CallerThrottle
from league.days import club_day
from league.forms.conditions import ConditionsForm
from league.permissions import Action
from league.selectors.calculator import ChosenRule, chosen_rule
from league.selectors.conditions import conditions_context
from league.views.rule_choice import without_rules
from league.views.too_often import ask_to_wait
from rules.parameters import Parameters

Page = dict[str, Any]


class ConditionsThrottle(CallerThrottle):
    """A table is worked out at every change of it; nobody changes one so often by hand."""

    scope = "conditions"
    rate = "240/min"


@club_page(Action.READ)
def conditions(request: HtmxRequest, visit: Visit) -> TemplateResponse:
    """The page with the table of the address; an htmx call gets the answer alone.

    Raises:
        Http404: the club has no such set.
    """
    slug, today = request.GET.get("rule", ""), club_day(visit.club)
    rule = chosen_rule(visit.club, slug=slug, day=None, today=today)
    if rule is None:
        if slug:
            raise Http404
        title = _("What do I need?")
        text = _("Conditions follow from a rule set of the club; it has none yet.")
        return without_rules(request, visit, title=title, text=text, nav="conditions")
    page: Page = {
        "rule": rule,
        "sets": [(each.slug, each.rule_set.name) for each in rule.sets],
    }
    if rule.parameters is not None:
        page |= _worked_out(request, visit, rule, rule.parameters)
    is_part = request.htmx and request.htmx.target == "conditions-result"
    response = _rendered(request, visit, "_result.html" if is_part else "page.html", page)
    response["Vary"] = "HX-Request, HX-Target, Cookie"
    if is_part and "address" in page:
        response["HX-Replace-Url"] = page["address"]
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _rendered(request: HtmxRequest, visit: Visit, name: str, page: Page) -> TemplateResponse:
    return render_club(request, visit, f"league/conditions/{name}", page, nav="conditions")


def _worked_out(
    request: HtmxRequest, visit: Visit, rule: ChosenRule, parameters: Parameters
) -> Page:
    """The form, and what is said of its table."""
    form = ConditionsForm(request.GET, rule=parameters)
    seats = [(seat, form[f"points-{seat}"], _riichi(form, seat)) for seat in form.seats]
    page: Page = {"form": form, "seats": seats}
    if not form.is_begun or not form.is_valid():
        return page
    if seconds := _seconds_to_wait(request):
        return {**page, "seconds": seconds}
    address = _address(visit, rule, form)
    return {
        **page,
        "address": address,
        "shared": request.build_absolute_uri(address),
        "answer": conditions_context(parameters, form.state, form.declared),
    }


def _riichi(form: ConditionsForm, seat: int) -> object:
    """The box of a seat, where the rule has riichi."""
    return [*form["riichi"]][seat] if "riichi" in form.fields else None


def _address(visit: Visit, rule: ChosenRule, form: ConditionsForm) -> str:
    path = reverse("league:conditions", args=[visit.club.slug])
    return f"{path}?{urlencode([('rule', rule.in_club.slug), *form.address()])}"


def _seconds_to_wait(request: HtmxRequest) -> int:
    """Count one table that is worked out; 0 where it may be."""
    throttle = ConditionsThrottle()
    # a throttle only reads who asks, which a page's request tells as well, and needs no view
    if throttle.allow_request(cast("Request", request), cast("APIView", None)):
        return 0
    return int(throttle.wait() or 0) + 1
