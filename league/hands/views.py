"""The hand calculator, and the choice of rules that it shares with other pages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef
from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day, day_in
from league.core.permissions import Action
from league.core.throttles import CallerThrottle, ask_to_wait, seconds_to_wait
from league.games.hand_form import MOST_MELDS_TYPED, HandForm, address_of, written
from league.hands.answers import Answer, Refusal, answer_hand
from league.models import Club, ClubRuleSet
from league.rulebook.hand_offer import Offer, offer_of
from rules.errors import ParametersError
from rules.models import RuleVersion
from rules.parameters import Parameters
from scoring.hands.hand import Hand
from scoring.hands.lines import evaluator_of
from scoring.hands.tiles import tile_names


def form_context(form: HandForm, hand: Hand | None) -> dict[str, Any]:
    offer = form.offer
    return {
        "form": form,
        "offer": offer,
        "board": _board(form, hand),
        "modes": _modes(offer),
        "flags": [(option, offer.only_by(option.data["value"])) for option in form["flags"]],
    }


def version_choices(rule: ChosenRule) -> list[tuple[str, str]]:
    """Return the versions of the set: today's first, then each by its first day."""
    today = rule.today
    offered = [("", _("today's version (%(version)s)") % {"version": today.label})] if today else []
    others = [version for version in rule.versions if version != today]
    if today is None and rule.version is None:
        offered.append(("", _("Choose a version")))
    return offered + [(version.first_day.isoformat(), version.label) for version in others]


def _board(form: HandForm, hand: Hand | None) -> dict[str, Any]:
    """The hand in its notation, or as it was typed while it cannot be read."""
    if hand is not None:
        return {
            "hand": tile_names(hand.concealed),
            "win": tile_names((hand.win,)),
            "melds": [f"{meld.kind}:{tile_names(meld.tiles)}" for meld in hand.melds],
            "dora": tile_names(hand.dora_indicators),
            "ura": tile_names(hand.ura_indicators),
        }
    typed = {name: str(form.data.get(name, "")) for name in HandForm.base_fields}
    return {
        "hand": written(typed["hand"]),
        "win": written(typed["win"]),
        "melds": typed["melds"].replace(",", " ").split()[:MOST_MELDS_TYPED],
        "dora": written(typed["dora_indicators"]),
        "ura": written(typed["ura_indicators"]),
    }


def _modes(offer: Offer) -> list[tuple[str, str, str]]:
    one = _("Tap the tile once.")
    known = {
        "chi": (_("Chi"), _("Tap the three tiles of the sequence.")),
        "pon": (_("Pon"), one),
        "minkan": (_("Open kan"), one),
        "ankan": (_("Closed kan"), one),
        "kakan": (_("Added kan"), one),
    }
    win = (_("Winning tile"), _("Tap the tile, below or in the hand."))
    modes = [("hand", _("Hand"), _("The last tile is the winning one."))]
    modes += [(call, *known[call]) for call in offer.calls]
    modes.append(("win", *win))
    if offer.has_dora:
        modes.append(("dora", _("Dora indicator"), _("Tap the tile that was revealed.")))
    if offer.has_ura:
        modes.append(("ura", _("Ura indicator"), _("Tap the tile that was underneath.")))
    return modes


_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


@dataclass(frozen=True, slots=True)
class RuleRequest:
    slug: str
    day: date | None
    is_day_wrong: bool


def _rule_request(request: HtmxRequest) -> RuleRequest:
    """Read the address; an invalid day becomes an error message, not an exception."""
    typed = request.GET.get("on", "").strip()
    day = day_in(typed) if _DAY.fullmatch(typed) else None
    return RuleRequest(request.GET.get("rule", ""), day, bool(typed) and day is None)


def requested_rule(request: HtmxRequest, visit: Visit) -> tuple[RuleRequest, ChosenRule | None]:
    """Return the rules that the address asks for; None for a club without any.

    Raises:
        Http404: the club has no such set.
    """
    requested = _rule_request(request)
    rule = chosen_rule(
        visit.club, slug=requested.slug, day=requested.day, today=club_day(visit.club)
    )
    if rule is None and requested.slug:
        raise Http404
    return requested, rule


def without_rules(
    request: HtmxRequest, visit: Visit, *, title: str, text: str, nav: str
) -> TemplateResponse:
    context = {"title": title, "text": text}
    return render_club(request, visit, "league/rulebook/no_rules.html", context, nav=nav)


def no_rules_for_hands(request: HtmxRequest, visit: Visit, title: str) -> TemplateResponse:
    text = _("Hands are valued under the club's rule sets. The club has none yet.")
    return without_rules(request, visit, title=title, text=text, nav="calculator")


def rule_context(rule: ChosenRule) -> dict[str, Any]:
    return {
        "rule": rule,
        "sets": [(each.slug, each.rule_set.name) for each in rule.sets],
        "versions": version_choices(rule),
        "version_chosen": dict(day_pair(rule)).get("on", ""),
    }


def day_pair(rule: ChosenRule) -> list[tuple[str, str]]:
    """Return the ``day`` parameter, empty for today's version."""
    return [] if rule.version == rule.today else pinned(rule)


def pinned(rule: ChosenRule) -> list[tuple[str, str]]:
    return [("on", rule.version.first_day.isoformat())] if rule.version else []


def no_rule(requested: RuleRequest, rule: ChosenRule) -> Refusal:
    title = _("No rules for that day")
    if requested.is_day_wrong:
        return Refusal(title=title, text=_("Enter the date like this: 2015-04-11."))
    if rule.version is not None:
        return Refusal(title=title, text=_("This version cannot be read."))
    first = rule.versions[-1].label
    text = _("The first version of these rules is dated %(day)s.") % {"day": first}
    return Refusal(title=title, text=text)


Page = dict[str, Any]


class HandThrottle(CallerThrottle):
    """Hands are recomputed at every change; nobody edits one this often by hand."""

    scope = "calculator"
    rate = "240/min"


@club_page(Action.READ)
def calculator(request: HtmxRequest, visit: Visit) -> TemplateResponse:
    """Show the page with the hand of the address; htmx calls get the result alone.

    Raises:
        Http404: the club has no such set.
    """
    requested, rule = requested_rule(request, visit)
    if rule is None:
        return no_rules_for_hands(request, visit, _("What is this hand worth?"))
    page: Page = rule_context(rule)
    if requested.is_day_wrong or rule.parameters is None:
        page["refusal"] = no_rule(requested, rule)
    else:
        form = HandForm(request.GET, offer=offer_of(rule.parameters))
        page |= _worked_out(request, visit, rule, form, rule.parameters)
        page |= form_context(form, page.get("hand"))
    is_part = request.htmx and request.htmx.target == "result"
    template = (
        "league/hands/calculator/_answered.html" if is_part else "league/hands/calculator/page.html"
    )
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
    if seconds := seconds_to_wait(request, HandThrottle):
        return {**page, "seconds": seconds}
    found = answer_hand(evaluator_of(parameters), hand, responsible=responsible)
    if isinstance(found, Answer):
        return {**page, "answer": found}
    return {**page, "refusal": found}


def _address(visit: Visit, rule: ChosenRule, pairs: list[tuple[str, str]]) -> str:
    path = reverse("league:calculator", args=[visit.club.slug])
    return f"{path}?{urlencode([('rule', rule.in_club.slug), *pairs], safe=':,')}"


_PUBLISHED = RuleVersion.Status.PUBLISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenRule:
    in_club: ClubRuleSet
    sets: tuple[ClubRuleSet, ...]  # that have a version in force, now or some day
    versions: tuple[RuleVersion, ...]  # published ones of the set, newest first
    today: RuleVersion | None
    version: RuleVersion | None  # None where the day is before the first
    parameters: Parameters | None  # None without a version, or where it cannot be read


def chosen_rule(club: Club, *, slug: str, day: date | None, today: date) -> ChosenRule | None:
    """Find the rules that were asked for, or the club's first. Two queries.

    Args:
        club: whose rules.
        slug: address of the set; empty for the first that is in force.
        day: on which the version is in force; None for today's.
        today: the club's day.

    Returns:
        The choice; None if the club has no such set, or none with a published version.
    """
    published = RuleVersion.objects.filter(rule_set=OuterRef("rule_set"), status=_PUBLISHED)
    sets = list(
        ClubRuleSet.objects.for_club(club)
        .select_related("rule_set")
        .filter(Exists(published))
        .annotate(is_in_force=Exists(published.filter(effective_from__lte=today)))
    )
    first_in_force = [each for each in sets if each.is_in_force] or sets
    candidates = [each for each in sets if each.slug == slug] if slug else first_in_force
    if not candidates:
        return None
    in_club = candidates[0]
    found = in_club.rule_set.versions.filter(status=_PUBLISHED).order_by("-effective_from")
    versions = list(found.defer("stated_by", "changes_ja", "changes_en"))
    version = _in_force(versions, day or today)
    return ChosenRule(
        in_club=in_club,
        sets=tuple(sets),
        versions=tuple(versions),
        today=_in_force(versions, today),
        version=version,
        parameters=_readable(version),
    )


def _in_force(versions: Sequence[RuleVersion], day: date) -> RuleVersion | None:
    return next((version for version in versions if version.first_day <= day), None)


def _readable(version: RuleVersion | None) -> Parameters | None:
    try:
        return version.value if version else None
    except ParametersError:
        return None
