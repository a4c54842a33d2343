"""``…/rule-sets/<set>/versions/<label>``: a version as a file, as a book, beside another."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rule_base import BadParametersError, RuleSetView
from league.api.rule_json import book_json, comparison_json, differences_json, draft_problems
from league.days import club_day
from league.rule_files import dump_version
from league.rule_wording import language
from league.selectors.api_rules import find_whole
from league.selectors.rule_departures import departures_of
from league.selectors.rule_pages import version_page
from league.selectors.rule_sides import compare_page
from league.selectors.shipped import filled, shipped_on
from rules.models import RuleVersion
from rules.parameters import parameter_values


class VersionView(RuleSetView):
    """A version as a rule file."""

    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """The file; of a draft with its values as they were typed."""
        return Response(dump_version(self.version(label)))

    def version(self, label: str) -> RuleVersion:
        """The version with its book.

        Raises:
            Http404: no such version, or a draft for readers.
        """
        found = find_whole(self.in_club, label, for_organizer=self.is_organizer)
        if found is None:
            raise Http404
        return found


class RulebookView(RuleSetView):
    """A version as a book."""

    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Headings, clauses, and each clause's values in words."""
        club = self.visit.club
        page = version_page(club, set_slug, label, club_day(club), for_organizer=self.is_organizer)
        if page is None:
            raise Http404
        if page.book is None:
            raise BadParametersError(draft_problems(page.version))
        body = {"version": page.version.label, "lang": language(), **book_json(page.book)}
        return Response(body)


class CompareView(RuleSetView):
    """A version beside another."""

    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Beside what ``?with=`` names; left out: the version before."""
        club = self.visit.club
        key = request.query_params.get("with", "")
        page = compare_page(
            club, set_slug, label, key, club_day(club), for_organizer=self.is_organizer
        )
        if page is None:
            raise Http404
        if page.comparison is None:
            raise BadParametersError({"": [_("One of the two contradicts itself.")]})
        body = {"version": page.version.label, "with": page.chosen, "lang": language()}
        return Response({**body, **comparison_json(page.comparison)})


class DeparturesView(VersionView):
    """What the club says otherwise than the document that it adopted."""

    def get(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """Against the shipped set's version of the same day; none for a set of the club's own."""
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
