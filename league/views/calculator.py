"""The hand calculator: what a hand is worth under any version of the club's rules."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.views import APIView

from league.access import HtmxRequest, Visit, club_page, render_club
from league.api.throttles import CallerThrottle
from league.forms.calculator import HandForm, address_of
from league.forms.calculator_offer import offer_of
from league.hand_answers import Answer, answer_hand
from league.permissions import Action
from league.selectors.calculator import ChosenRule
from league.views.calculator_parts import form_parts
from league.views.rule_choice import (
    asked_rule,
    day_pair,
    no_rule,
    no_rules_for_hands,
    pinned,
    rule_parts,
)
from league.views.too_often import ask_to_wait
from rules.parameters import Parameters
from scoring.hands.lines import evaluator_of

Page = dict[str, Any]


class HandThrottle(CallerThrottle):
    """A hand is worked out at every change of it; nobody changes one so often by hand."""

    scope = "calculator"
    rate = "240/min"


@club_page(Action.READ)
def calculator(request: HtmxRequest, visit: Visit) -> TemplateResponse:
    """The page with the hand of the address; an htmx call gets the result alone.

    Raises:
        Http404: the club has no such set.
    """
    asked, rule = asked_rule(request, visit)
    if rule is None:
        return no_rules_for_hands(request, visit, _("What is this hand worth?"))
    page: Page = rule_parts(rule)
    if asked.is_day_wrong or rule.parameters is None:
        page["refusal"] = no_rule(asked, rule)
    else:
        form = HandForm(request.GET, offer=offer_of(rule.parameters))
        page |= _worked_out(request, visit, rule, form, rule.parameters)
        page |= form_parts(form, page.get("hand"))
    is_part = request.htmx and request.htmx.target == "result"
    template = "league/calculator/_answered.html" if is_part else "league/calculator/page.html"
    response = render_club(request, visit, template, page, nav="calculator")
    response["Vary"] = "HX-Request, HX-Target, Cookie"
    if is_part and "address" in page:
        response["HX-Replace-Url"] = page["address"]
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _worked_out(
    request: HtmxRequest, visit: Visit, rule: ChosenRule, form: HandForm, parameters: Parameters
) -> Page:
    """What is said of the hand: its value, what is wrong, or what is missing."""
    if not form.is_valid():
        return {"has_mistakes": True}
    hand = form.read()
    if hand is None:
        return {"missing": form.missing, "address": _address(visit, rule, day_pair(rule))}
    responsible = form.cleaned_data.get("responsible") != "false"
    tiles = address_of(form.offer, hand, responsible=responsible)
    # what is sent to others says the same when another version has come into force
    shared = _address(visit, rule, [*pinned(rule), *tiles])
    page: Page = {
        "address": _address(visit, rule, [*day_pair(rule), *tiles]),
        "shared": request.build_absolute_uri(shared),
        "hand": hand,
    }
    if seconds := seconds_to_wait(request):
        return {**page, "seconds": seconds}
    found = answer_hand(evaluator_of(parameters), hand, responsible=responsible)
    if isinstance(found, Answer):
        return {**page, "answer": found}
    return {**page, "refusal": found}


def _address(visit: Visit, rule: ChosenRule, pairs: list[tuple[str, str]]) -> str:
    path = reverse("league:calculator", args=[visit.club.slug])
    return f"{path}?{urlencode([('rule', rule.in_club.slug), *pairs], safe=':,')}"


def seconds_to_wait(request: HtmxRequest) -> int:
    """Count one hand that is worked out; 0 where it may be."""
    throttle = HandThrottle()
    # a throttle only reads who asks, which a page's request tells as well, and needs no view
    if throttle.allow_request(cast("Request", request), cast("APIView", None)):
        return 0
    return int(throttle.wait() or 0) + 1
