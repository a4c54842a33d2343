"""Rulings: their list, one of them, a new one, its correction, taking one back."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.rulings import DecisionForm, RulingForm, VoidForm
from league.models import ClubRuleSet, Ruling
from league.permissions import Action
from league.selectors.rulings import chain_of, clauses_ruled_on, rulings_page, told
from league.services.rulings import correct_ruling, record_ruling, void_ruling
from league.views.ruling_parts import (
    Place,
    clause_help,
    initial_day,
    initial_set,
    place_asked,
    ruling_or_404,
)


@club_page(Action.READ)
def ruling_list(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """The club's rulings, newest day first; all, of a rule set, or of a clause."""
    sets = list(ClubRuleSet.objects.for_club(visit.club).select_related("rule_set"))
    slug, clause = request.GET.get("rules", ""), request.GET.get("clause", "")
    chosen = next((each for each in sets if each.slug == slug), None)
    if slug and chosen is None:
        raise Http404
    asked = request.GET.get("page", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 1
    page = rulings_page(visit.club, rule_set=chosen, clause=clause, number=max(number, 1))
    words = {"rules": slug, "clause": clause}
    kept = urlencode({name: word for name, word in words.items() if word})
    codes = clauses_ruled_on(visit.club, chosen)
    context = {
        "page": page,
        "sets": [("", _("All rules")), *((each.slug, each.rule_set.name) for each in sets)],
        "clauses": [("", _("All clauses")), *((code, code) for code in codes)],
        "slug": slug,
        "clause": clause,
        "is_filtered": bool(kept),
        "newer": f"?{kept}&page={page.number - 1}" if page.number > 1 else "",
        "older": f"?{kept}&page={page.number + 1}" if page.has_more else "",
    }
    return render_club(request, visit, "league/rulings/list.html", context, nav="rules")


@club_page(Action.READ)
def ruling_page(request: HtmxRequest, visit: Visit, ruling_id: int) -> HttpResponse:
    """One ruling, with what it corrects and what corrects it."""
    ruling = ruling_or_404(visit, ruling_id)
    case = chain_of(ruling)
    shown = next(each for each in case if each.ruling.pk == ruling.pk)
    context = {
        "shown": shown,
        "others": [each for each in case if each.ruling.pk != ruling.pk],
        "may_change": visit.may(Action.MANAGE_LEAGUES) and shown.stands,
    }
    return render_club(request, visit, "league/rulings/page.html", context, nav="rules")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def ruling_new(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Record a ruling; ``?game=`` and ``?session=`` say where. An htmx swap gets the clauses."""
    place = place_asked(visit, request.GET)
    posted = request.method == "POST"
    asked = request.POST if posted else request.GET
    day, rule_set = initial_day(visit, place, asked), initial_set(place, asked)
    initial = {"day": day, "rule_set": rule_set.slug, "clause": asked.get("clause", "")}
    form = RulingForm(
        request.POST if posted else None,
        rule_sets=place.rule_sets,
        day=place.day,
        initial=initial,
    )
    if form.is_bound and form.is_valid():
        case = place.case(form.chosen_set(), form.chosen_day())
        try:
            ruling = record_ruling(
                club=visit.club, case=case, decision=form.decision(), actor=visit.actor
            )
        except LeagueError as error:
            form.add_error(error.field if error.field in form.fields else None, error.message)
        else:
            messages.success(request, _("The ruling is recorded."))
            return redirect("league:ruling", visit.club.slug, ruling.pk)
    context = {
        "title": _("Record a ruling"),
        "place": place,
        "day": day,
        "rule_set": rule_set,
        "action": reverse("league:ruling-new", args=[visit.club.slug]) + place.query,
        "up_url": _back_to(visit, place),
        "help": clause_help(rule_set, day, asked.get("clause", "")),
    }
    return _form_page(request, visit, form, context)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def ruling_correct(request: HtmxRequest, visit: Visit, ruling_id: int) -> HttpResponse:
    """Record a ruling in place of an earlier one. An htmx swap gets the clauses."""
    ruling = ruling_or_404(visit, ruling_id)
    posted = request.method == "POST"
    typed = (request.POST if posted else request.GET).get("clause", ruling.clause)
    form = DecisionForm(
        request.POST if posted else None, initial={"clause": typed, "facts": ruling.facts}
    )
    status = 422
    if form.is_bound and form.is_valid():
        try:
            made = correct_ruling(ruling=ruling, decision=form.decision(), actor=visit.actor)
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
            status = 422 if error.field else 409
        else:
            messages.success(request, _("The correction is recorded; the earlier ruling stays."))
            return redirect("league:ruling", visit.club.slug, made.pk)
    context = {
        "title": _("Correct a ruling"),
        "earlier": told([ruling]),
        "day": ruling.day,
        "rule_set": ruling.rule_set,
        "action": reverse("league:ruling-correct", args=[visit.club.slug, ruling.pk]),
        "up_url": reverse("league:ruling", args=[visit.club.slug, ruling.pk]),
        "help": clause_help(ruling.rule_set, ruling.day, typed),
    }
    return _form_page(request, visit, form, context, status)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def ruling_void(request: HtmxRequest, visit: Visit, ruling_id: int) -> HttpResponse:
    """Take a ruling back, for a reason; says which earlier one stands again then."""
    ruling = ruling_or_404(visit, ruling_id)
    form = VoidForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        try:
            void_ruling(ruling=ruling, reason=form.cleaned_data["reason"], actor=visit.actor)
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
            status = 422 if error.field else 409
        else:
            messages.success(request, _("The ruling is voided; it stays readable."))
            if ruling.corrects is not None:
                messages.info(request, _stands_again(ruling.corrects))
            return redirect("league:ruling", visit.club.slug, ruling.pk)
    revived = None if ruling.is_voided else ruling.corrects
    context = {"form": form, "ruling": ruling, "rulings": told([ruling]), "revived": revived}
    return render_club(
        request, visit, "league/rulings/void.html", context, nav="rules", status=status
    )


def _stands_again(earlier: Ruling) -> str:
    day = date_format(earlier.day, "DATE_FORMAT")
    return _("The earlier ruling of %(day)s under %(code)s stands again.") % {
        "day": day,
        "code": earlier.clause,
    }


def _form_page(
    request: HtmxRequest,
    visit: Visit,
    form: DecisionForm,
    context: dict[str, Any],
    refused: int = 422,
) -> HttpResponse:
    if request.method == "GET" and request.htmx and not request.htmx.history_restore_request:
        return render_club(request, visit, "league/rulings/_clause.html", context)
    status = refused if form.is_bound else 200
    page = {**context, "form": form}
    return render_club(request, visit, "league/rulings/form.html", page, nav="rules", status=status)


def _back_to(visit: Visit, place: Place) -> str:
    if place.hanchan is not None:
        return reverse("league:game", args=[visit.club.slug, place.hanchan.pk])
    if place.session is not None:
        return reverse("league:session", args=[visit.club.slug, place.session.pk])
    return reverse("league:rulings", args=[visit.club.slug])
