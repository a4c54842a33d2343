"""``/api/v1/rule-sets`` and ``/api/v1/clubs/<club>/rule-sets``: what is shipped, what is in use."""

from __future__ import annotations

from typing import Any, ClassVar

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import Visit
from league.api.base import JsonView
from league.api.rule_base import LanguageView, RuleSetView, organizers
from league.api.rule_change_json import change_json
from league.api.rule_json import draft_json, line_json, set_json, shipped_json
from league.api.rule_requests import AdoptRequest
from league.api.shapes import printable, read_shape
from league.days import club_day
from league.errors import LeagueError
from league.permissions import Action
from league.selectors.api_rules import find_shipped, shipped_file
from league.selectors.change_pages import open_change, progress_of
from league.selectors.rule_timeline import timeline, timelines
from league.selectors.shipped import shipped_set
from league.services.rule_sets import adopt_rule_set
from rules.errors import UnknownRuleSetError
from rules.presets import load, shipped_keys


class ShippedSetsView(JsonView):
    """Open to everybody."""

    def get(self, request: Request) -> Response:
        """Every shipped set with its versions."""
        return Response({"rule_sets": [shipped_json(load(key)) for key in shipped_keys()]})


class ShippedVersionView(JsonView):
    """Open to everybody."""

    def get(self, request: Request, shipped_key: str, shipped_label: str) -> Response:
        """A shipped version as a rule file, which can be posted as a draft as it is."""
        shipped = shipped_set(shipped_key)
        version = None if shipped is None else find_shipped(shipped, shipped_label)
        if shipped is None or version is None:
            raise Http404
        return Response(shipped_file(shipped, version))


class RuleSetsView(LanguageView):
    """The club's sets; adopted by organizers."""

    action_for: ClassVar = organizers("POST")

    def get(self, request: Request, club_slug: str) -> Response:
        """Every set of the club in short."""
        club = self.visit.club
        organizes = self.visit.may(Action.MANAGE_LEAGUES)
        lines = timelines(club, club_day(club), for_organizer=organizes)
        for line in lines:
            line.in_club.club = club  # for its address, without asking again
        return Response({"rule_sets": [set_json(line) for line in lines]})

    def post(self, request: Request, club_slug: str) -> Response:
        """Take a shipped set into use: 201 with the set."""
        asked = read_shape(AdoptRequest, request.data)
        try:
            in_club = adopt_rule_set(
                club=self.visit.club,
                key=asked.key,
                slug=asked.slug or "",
                actor=self.visit.actor,
            )
        except UnknownRuleSetError as error:
            raise LeagueError(_unknown(error), field="from") from error
        args = [club_slug, in_club.slug]
        address = reverse("api:rule-set", args=args)
        body = {**_line(self.visit, in_club.slug), "open_change": None}
        return Response(body, status.HTTP_201_CREATED, headers={"Location": address})


class RuleSetDetailView(RuleSetView):
    """One set of the club."""

    def get(self, request: Request, club_slug: str, set_slug: str) -> Response:
        """Its line of versions; for organizers its drafts and the change that is under way."""
        change = open_change(self.in_club)
        told = change_json(progress_of(change)) if change else None
        return Response({**_line(self.visit, set_slug), "open_change": told})


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
        return _("No rule set “%(key)s” is shipped. Is “%(near)s” meant?") % facts
    return _("No rule set “%(key)s” is shipped.") % facts
