"""Pages and forms of rulings: listed, shown, recorded, corrected, withdrawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day, day_in, day_problem
from league.core.inputs import DayField, VoidForm, carried_out, set_choices, status_of
from league.core.letters import nfkc
from league.core.numbers import number_in
from league.core.permissions import Action
from league.models import ClubRuleSet, Hanchan, Ruling, Session
from league.rulebook.prose import LONGEST_CODE
from league.rulebook.rulings import (
    chain_of,
    clauses_on,
    clauses_ruled_on,
    detailed,
    find_ruling,
    near_codes,
    rulings_page,
)
from league.rulings.write import (
    LONGEST_CASE,
    Case,
    Decision,
    correct_ruling,
    record_ruling,
    void_ruling,
)

_ROWS = {"rows": 4}


class DecisionForm(forms.Form):
    clause = forms.CharField(
        label=_("Clause"),
        max_length=LONGEST_CODE,
        help_text=_("Choose one from the list, or type its code."),
        widget=forms.TextInput(attrs={"list": "ruling-clauses", "autocomplete": "off"}),
        error_messages={"required": _("Under which clause was it decided?")},
    )
    facts = forms.CharField(
        label=_("What happened"),
        max_length=LONGEST_CASE,
        widget=forms.Textarea(attrs=_ROWS),
        error_messages={"required": _("Please describe it in a sentence or two.")},
    )
    outcome = forms.CharField(
        label=_("What was decided"),
        max_length=LONGEST_CASE,
        widget=forms.Textarea(attrs=_ROWS),
        error_messages={"required": _("Please describe it in a sentence or two.")},
    )

    def decision(self) -> Decision:
        values = self.cleaned_data
        return Decision(clause=values["clause"], facts=values["facts"], outcome=values["outcome"])


class RulingForm(DecisionForm):
    """A ruling; asks for rule set and day where they are unknown."""

    rule_set = forms.ChoiceField(label=_("Rules"))
    day = DayField(label=_("Club day"))

    field_order = ("day", "rule_set", "clause", "facts", "outcome")

    def __init__(
        self, *args: Any, rule_sets: Sequence[ClubRuleSet], day: date | None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.known_day = day
        self.by_slug = {each.slug: each for each in rule_sets}
        names = [(slug, each.rule_set.name) for slug, each in self.by_slug.items()]
        set_choices(self, "rule_set", names)
        if len(rule_sets) == 1:
            del self.fields["rule_set"]
        if day is not None:
            del self.fields["day"]

    def case(self, place: Place) -> Case:
        """The case as the service takes it, of a valid form."""
        slug = self.cleaned_data.get("rule_set") or next(iter(self.by_slug))
        return Case(
            rule_set=self.by_slug[slug],
            day=self.known_day or self.cleaned_data["day"],
            session=place.session,
            hanchan=place.hanchan,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    rule_sets: tuple[ClubRuleSet, ...]  # that it may be about, the likeliest first
    session: Session | None = None
    hanchan: Hanchan | None = None

    @property
    def day(self) -> date | None:
        if self.hanchan is not None:
            return self.hanchan.day
        return self.session.day if self.session is not None else None

    @property
    def query(self) -> str:
        if self.hanchan is not None:
            return f"?game={self.hanchan.pk}"
        return f"?session={self.session.pk}" if self.session is not None else ""


def requested_place(visit: Visit, asked: Any) -> Place:
    """Read a game or an evening from the address.

    Raises:
        Http404: the club has no such game or evening, or no rules.
    """
    if "game" in asked:
        games = Hanchan.objects.for_club(visit.club).select_related(
            "session", "league__rule_set__rule_set"
        )
        game = get_object_or_404(games, pk=number_in(asked["game"]) or 0)
        return Place(rule_sets=(game.league.rule_set,), hanchan=game)
    sets = tuple(ClubRuleSet.objects.for_club(visit.club).select_related("rule_set"))
    if not sets:
        raise Http404
    if "session" not in asked:
        return Place(rule_sets=sets)
    sessions = Session.objects.for_club(visit.club)
    session = get_object_or_404(sessions, pk=number_in(asked["session"]) or 0)
    played = set(session.hanchan.values_list("league__rule_set", flat=True))
    likely = sorted(sets, key=lambda each: each.pk not in played)
    return Place(rule_sets=tuple(likely), session=session)


def initial_day(visit: Visit, place: Place, asked: Any) -> date:
    if place.day is not None:
        return place.day
    day = day_in(asked.get("day", ""))
    return club_day(visit.club) if day is None or day_problem(day) else day


def clause_help(rule_set: ClubRuleSet, day: date, typed: str) -> dict[str, Any]:
    """Return the context of ``rulings/_clause.html``: the day's clauses, and the typed one."""
    in_force = clauses_on(rule_set, day)
    typed = nfkc(typed).strip()
    code = typed.casefold()
    chosen = next((each for each in in_force.clauses if each.code.casefold() == code), None)
    return {
        "day": day,
        "version": in_force.version,
        "clauses": in_force.clauses,
        "chosen": chosen,
        "typed": typed,
        "near": [] if chosen or not typed else near_codes(typed, in_force.clauses),
    }


def ruling_or_404(visit: Visit, ruling_id: int) -> Ruling:
    """Find a ruling of the visited club.

    Raises:
        Http404: the club has no such ruling.
    """
    ruling = find_ruling(visit.club, ruling_id)
    if ruling is None:
        raise Http404
    return ruling


@club_page(Action.READ)
def ruling_list(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """List rulings, newest day first; all, of a rule set, or of a clause."""
    sets = list(ClubRuleSet.objects.for_club(visit.club).select_related("rule_set"))
    slug, clause = request.GET.get("rules", ""), request.GET.get("clause", "").replace("\0", "")
    chosen = next((each for each in sets if each.slug == slug), None)
    if slug and chosen is None:
        raise Http404
    number = number_in(request.GET.get("page", ""), most=999_999) or 1
    page = rulings_page(visit.club, rule_set=chosen, clause=clause, number=number)
    words = {"rules": slug, "clause": clause}
    kept = urlencode({name: word for name, word in words.items() if word})
    codes = clauses_ruled_on(visit.club, chosen)
    context = {
        "page": page,
        "sets": [("", gettext("All rules")), *((each.slug, each.rule_set.name) for each in sets)],
        "clauses": [("", gettext("All clauses")), *((code, code) for code in codes)],
        "slug": slug,
        "clause": clause,
        "is_filtered": bool(kept),
        "newer": f"?{kept}&page={page.number - 1}" if page.number > 1 else "",
        "older": f"?{kept}&page={page.number + 1}" if page.has_more else "",
    }
    return render_club(request, visit, "league/rulings/list.html", context, nav="rules")


@club_page(Action.READ)
def ruling_page(request: HtmxRequest, visit: Visit, ruling_id: int) -> HttpResponse:
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
    """Record a ruling on ``?game=`` or ``?session=``. An htmx swap gets the clauses."""
    place = requested_place(visit, request.GET)
    posted = request.method == "POST"
    asked = request.POST if posted else request.GET
    day, slug = initial_day(visit, place, asked), asked.get("rule_set", "")
    rule_set = next((each for each in place.rule_sets if each.slug == slug), place.rule_sets[0])
    initial = {"day": day, "rule_set": rule_set.slug, "clause": asked.get("clause", "")}
    data = request.POST if posted else None
    form = RulingForm(data, rule_sets=place.rule_sets, day=place.day, initial=initial)
    if ruling := carried_out(
        form,
        lambda: record_ruling(
            club=visit.club, case=form.case(place), decision=form.decision(), actor=visit.actor
        ),
    ):
        messages.success(request, gettext("The ruling was recorded."))
        return redirect("league:ruling", visit.club.slug, ruling.pk)
    context = {
        "title": gettext("Record a ruling"),
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
    """Record a ruling that replaces an earlier one. An htmx swap gets the clauses."""
    ruling = ruling_or_404(visit, ruling_id)
    posted = request.method == "POST"
    typed = (request.POST if posted else request.GET).get("clause", ruling.clause)
    form = DecisionForm(
        request.POST if posted else None, initial={"clause": typed, "facts": ruling.facts}
    )
    if made := carried_out(
        form, lambda: correct_ruling(ruling=ruling, decision=form.decision(), actor=visit.actor)
    ):
        messages.success(
            request, gettext("The correction was recorded; the earlier ruling is kept.")
        )
        return redirect("league:ruling", visit.club.slug, made.pk)
    context = {
        "title": gettext("Correct a ruling"),
        "earlier": detailed([ruling]),
        "day": ruling.day,
        "rule_set": ruling.rule_set,
        "action": reverse("league:ruling-correct", args=[visit.club.slug, ruling.pk]),
        "up_url": reverse("league:ruling", args=[visit.club.slug, ruling.pk]),
        "help": clause_help(ruling.rule_set, ruling.day, typed),
    }
    return _form_page(request, visit, form, context, status_of(form))


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def ruling_void(request: HtmxRequest, visit: Visit, ruling_id: int) -> HttpResponse:
    """Void a ruling, for a reason; says which earlier one applies again."""
    ruling = ruling_or_404(visit, ruling_id)
    form = VoidForm(request.POST if request.method == "POST" else None)
    if carried_out(
        form, lambda: void_ruling(ruling=ruling, actor=visit.actor, **form.cleaned_data)
    ):
        messages.success(request, gettext("The ruling was voided; it can still be read."))
        if earlier := ruling.corrects:
            facts = {"day": date_format(earlier.day, "DATE_FORMAT"), "code": earlier.clause}
            words = gettext("The earlier ruling of %(day)s under %(code)s is valid again.")
            messages.info(request, words % facts)
        return redirect("league:ruling", visit.club.slug, ruling.pk)
    revived = None if ruling.is_voided else ruling.corrects
    context = {"form": form, "ruling": ruling, "rulings": detailed([ruling]), "revived": revived}
    status = status_of(form)
    return render_club(
        request, visit, "league/rulings/void.html", context, nav="rules", status=status
    )


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
