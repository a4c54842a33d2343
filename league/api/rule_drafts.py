"""``…/rule-sets/<set>/drafts``: drafts begun, read, saved and thrown away by organizers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rule_base import RuleSetView, organizers
from league.api.rule_draft_checks import (
    check_day,
    check_not_published,
    check_revision,
    check_values,
    conflict,
    read_file,
)
from league.api.rule_json import whole_draft_json
from league.api.rule_requests import BeginRequest, DeleteRequest, SaveRequest
from league.api.shapes import read_shape
from league.days import club_day
from league.errors import LeagueError
from league.selectors.api_rules import find_source, find_whole_draft
from league.services.draft_origins import begin_draft, import_draft
from league.services.drafts import DraftChangedError, NoDraftError, delete_draft, save_draft
from rules.errors import ParametersError
from rules.models import RuleVersion, version_in_force


class DraftsView(RuleSetView):
    """Where drafts are begun."""

    action_for: ClassVar = organizers("POST")

    def post(self, request: Request, club_slug: str, set_slug: str) -> Response:
        """A draft of a rule file, or a copy of what ``from`` names: 201 with the draft."""
        data = request.data
        if isinstance(data, dict) and "format" in data:
            made = self._import(request._request.body, data)
        else:
            made = self._begin(read_shape(BeginRequest, data))
        draft = find_whole_draft(self.in_club, made.pk)
        assert draft is not None  # nobody else knows of it yet
        address = reverse("api:rule-draft", args=[club_slug, set_slug, draft.pk])
        body = whole_draft_json(self.in_club, draft)
        return Response(body, status.HTTP_201_CREATED, headers={"Location": address})

    def _import(self, content: bytes, data: Mapping[str, Any]) -> RuleVersion:
        file = read_file(content, data, self.in_club.rule_set.family)
        today = club_day(self.visit.club)
        return import_draft(
            in_club=self.in_club,
            file=file,
            title="",
            based_on=version_in_force(self.in_club.rule_set, today),
            actor=self.visit.actor,
        )

    def _begin(self, asked: BeginRequest) -> RuleVersion:
        check_day(asked.effective_from)
        source = find_source(self.in_club, asked.source)
        if source is None:
            raise LeagueError(_("There is no such version to copy."), field="from")
        try:
            return begin_draft(
                in_club=self.in_club,
                source=source,
                title=asked.title,
                day=asked.effective_from,
                actor=self.visit.actor,
            )
        except ParametersError as error:
            raise LeagueError(_("That version cannot be read."), field="from") from error


class DraftBase(RuleSetView):
    """A call to a draft of the set."""

    def draft(self, draft_id: int) -> RuleVersion:
        """The draft with its book.

        Raises:
            Http404: no such draft, or one to be read that is none any more.
            ConflictError: something is to be done with a draft that was published; says as what.
        """
        found = find_whole_draft(self.in_club, draft_id)
        if found is None:
            if self.request.method not in SAFE_METHODS:
                check_not_published(self.in_club, draft_id)
            raise Http404
        return found


class DraftView(DraftBase):
    """One draft."""

    action_for: ClassVar = organizers("GET", "PATCH", "DELETE")

    def get(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """The draft, its rule file, and what keeps it from standing."""
        return Response(whole_draft_json(self.in_club, self.draft(draft_id)))

    def patch(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """Save single parameters, if the draft is still as the caller read it."""
        draft = self.draft(draft_id)
        asked = read_shape(SaveRequest, request.data)
        about = asked.about()
        check_day(about.get("effective_from"))
        check_revision(self.in_club, draft, asked.draft_revision)
        check_values(draft, asked.parameters)
        try:
            save_draft(
                in_club=self.in_club,
                draft=draft,
                revision=asked.draft_revision,
                values=asked.parameters,
                about=about,
                actor=self.visit.actor,
            )
        except (DraftChangedError, NoDraftError) as error:
            raise conflict(self.in_club, draft_id, asked.draft_revision, error) from error
        return Response(whole_draft_json(self.in_club, self.draft(draft_id)))

    def delete(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """Throw it away, if it is still as the caller read it: 204."""
        draft = self.draft(draft_id)
        asked = read_shape(DeleteRequest, request.data)
        try:
            delete_draft(
                in_club=self.in_club,
                draft=draft,
                revision=asked.draft_revision,
                actor=self.visit.actor,
            )
        except (DraftChangedError, NoDraftError) as error:
            raise conflict(self.in_club, draft_id, asked.draft_revision, error) from error
        return Response(status=status.HTTP_204_NO_CONTENT)
