"""The built-in rule sets, a club's own, and their versions as files, books and comparisons."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import JsonView
from league.api.operations import Query, operation
from league.api.requests import read_shape
from league.api.rule_answers import (
    Compared,
    Departures,
    Rulebook,
    RuleFileAnswer,
    RuleSetAnswer,
    RuleSets,
    ShippedSets,
)
from league.api.rule_base import (
    LANG,
    AdoptRequest,
    BadParametersError,
    LanguageView,
    RuleSetView,
    organizers,
)
from league.api.rule_json import (
    book_json,
    change_json,
    comparison_json,
    differences_json,
    draft_json,
    draft_problems,
    find_whole,
    line_json,
    set_json,
    shipped_file,
    shipped_json,
)
from league.core.access import Visit
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.permissions import Action
from league.rulebook.files import dump_version
from league.rulebook.read import departures_of, version_page
from league.rulebook.shipped import filled, find_shipped, shipped_on, shipped_set
from league.rulebook.sides import compare_page
from league.rulebook.timeline import timeline, timelines
from league.rulebook.write import adopt_rule_set
from league.rulechanges.read import open_change, progress_of
from league.wording.errors import printable
from league.wording.rules import language
from rules.errors import UnknownRuleSetError
from rules.models import RuleVersion
from rules.parameters import parameter_values
from rules.presets import load, shipped_keys


class ShippedSetsView(JsonView):
    """Open to everybody."""

    @operation(answers={200: ShippedSets})
    def get(self, request: Request) -> Response:
        """List the built-in sets with their versions."""
        return Response({"rule_sets": [shipped_json(load(key)) for key in shipped_keys()]})


class ShippedVersionView(JsonView):
    """Open to everybody."""

    @operation(answers={200: RuleFileAnswer})
    def get(self, request: Request, shipped_key: str, shipped_label: str) -> Response:
        """Return a built-in version as a rule file."""
        shipped = shipped_set(shipped_key)
        label = f"{shipped_key}@{shipped_label}"
        found = find_shipped(label, shipped.family) if shipped else None
        if found is None:
            raise Http404
        return Response(shipped_file(*found))


class RuleSetsView(LanguageView):
    """Readable with the club; organizers adopt sets."""

    action_for: ClassVar = organizers("POST")

    @operation(answers={200: RuleSets}, query=(LANG,))
    def get(self, request: Request, club_slug: str) -> Response:
        """List the club's sets."""
        club = self.visit.club
        organizes = self.visit.may(Action.MANAGE_LEAGUES)
        lines = timelines(club, club_day(club), for_organizer=organizes)
        for line in lines:
            line.in_club.club = club  # for its address, without asking again
        return Response({"rule_sets": [set_json(line) for line in lines]})

    @operation(answers={201: RuleSetAnswer}, body=AdoptRequest, query=(LANG,))
    def post(self, request: Request, club_slug: str) -> Response:
        """Take a built-in set into use: 201."""
        payload = read_shape(AdoptRequest, request.data)
        try:
            in_club = adopt_rule_set(
                club=self.visit.club,
                key=payload.key,
                slug=payload.slug or "",
                actor=self.visit.actor,
            )
        except UnknownRuleSetError as error:
            raise LeagueError(_unknown(error), field="from") from error
        args = [club_slug, in_club.slug]
        address = reverse("api:rule-set", args=args)
        body = {**_line(self.visit, in_club.slug), "open_change": None}
        return Response(body, status.HTTP_201_CREATED, headers={"Location": address})


class RuleSetDetailView(RuleSetView):
    @operation(answers={200: RuleSetAnswer}, query=(LANG,))
    def get(self, request: Request, club_slug: str, set_slug: str) -> Response:
        """Return a set with its versions, newest first."""
        change = open_change(self.in_club)
        change_answer = change_json(progress_of(change)) if change else None
        return Response({**_line(self.visit, set_slug), "open_change": change_answer})


def _line(visit: Visit, slug: str) -> dict[str, Any]:
    organizes = visit.may(Action.MANAGE_LEAGUES)
    line = timeline(visit.club, slug, club_day(visit.club), for_organizer=organizes)
    if line is None:
        raise Http404
    line.in_club.club = visit.club  # for its address, without asking again
    drafts = {"drafts": [draft_json(draft) for draft in line.drafts]} if organizes else {}
    return {**line_json(line), **drafts}


def _unknown(error: UnknownRuleSetError) -> str:
    facts = {"key": printable(error.key), "near": "".join(error.near[:1])}
    if error.near:
        return _("There is no built-in rule set “%(key)s”. Did you mean “%(near)s”?") % facts
    return _("There is no built-in rule set “%(key)s”.") % facts


class VersionView(RuleSetView):
    @operation(answers={200: RuleFileAnswer}, query=(LANG,))
    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Return the file; a draft's has its values as they were typed."""
        return Response(dump_version(self.version(label)))

    def version(self, label: str) -> RuleVersion:
        """Find the version with its book.

        Raises:
            Http404: there is no such version, or it is a draft and the caller only a reader.
        """
        found = find_whole(self.in_club, label, for_organizer=self.is_organizer)
        if found is None:
            raise Http404
        return found


class RulebookView(RuleSetView):
    @operation(answers={200: Rulebook}, query=(LANG,), errors=(422,))
    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Return the version as a book: clauses, and what each settles."""
        club = self.visit.club
        page = version_page(club, set_slug, label, club_day(club), for_organizer=self.is_organizer)
        if page is None:
            raise Http404
        if page.book is None:
            raise BadParametersError(draft_problems(page.version))
        body = {"version": page.version.label, "lang": language(), **book_json(page.book)}
        return Response(body)


class CompareView(RuleSetView):
    @operation(
        answers={200: Compared},
        query=(LANG, Query("with", "A label, <set>@<label> or shipped:<key>@<day>.")),
        errors=(422,),
    )
    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Compare with the version ``?with=`` names, by default the previous one."""
        club = self.visit.club
        key = request.query_params.get("with", "")
        page = compare_page(
            club, set_slug, label, key, club_day(club), for_organizer=self.is_organizer
        )
        if page is None:
            raise Http404
        if page.comparison is None:
            raise BadParametersError({"": [_("One of the two versions contradicts itself.")]})
        body = {"version": page.version.label, "with": page.chosen, "lang": language()}
        return Response({**body, **comparison_json(page.comparison)})


class DeparturesView(VersionView):
    @operation(answers={200: Departures}, query=(LANG,), errors=(422,))
    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Compare with the shipped set's version of that day; a club's own set has none."""
        version, today = self.version(label), club_day(self.visit.club)
        problems = draft_problems(version)
        if problems:
            raise BadParametersError(problems)
        found = departures_of(version, version.clauses.all(), today)
        head = {"version": version.label, "lang": language()}
        if found is None:
            return Response({**head, "shipped": None, "differences": [], "own_clauses": []})
        shipped = shipped_on(version.rule_set, version.effective_from or today)
        here = parameter_values(filled(version, shipped).parameters)
        there = parameter_values(found.shipped.parameters)
        return Response(
            {
                **head,
                "shipped": {
                    "key": found.key,
                    "version": found.shipped.label,
                    "name": found.source,
                },
                "differences": differences_json(found.sections, here, there),
                "own_clauses": [
                    {"code": clause.code, "title": clause.title} for clause in found.own_clauses
                ],
            }
        )
