"""``…/rule-sets/<set>/changes``: how far changes of the rules are, stopped and resumed."""

from __future__ import annotations

from typing import ClassVar

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.rule_base import ConflictError, RuleSetView, organizers
from league.api.rule_change_json import changes_json
from league.api.rule_requests import EmptyRequest, GiveUpRequest
from league.api.shapes import read_shape
from league.errors import LeagueError
from league.models import RuleChange
from league.selectors.change_pages import changes_of, find_change, progress_of
from league.services.change_flow import give_up_change, resume_change, stop_change

_NOT_NOW = "not-now"


class ChangesView(RuleSetView):
    """Every change of the set."""

    def get(self, request: Request, club_slug: str, set_slug: str) -> Response:
        """Newest first."""
        return Response({"changes": changes_json(changes_of(self.in_club))})


class ChangeBase(RuleSetView):
    """A call to a change of the set."""

    def change(self, change_id: int) -> RuleChange:
        """The change.

        Raises:
            Http404: the set has no such change.
        """
        found = find_change(self.in_club, change_id)
        if found is None:
            raise Http404
        return found

    def told(self, change_id: int) -> Response:
        """How far it is now."""
        return Response(changes_json([self.change(change_id)])[0])


class ChangeView(ChangeBase):
    """One change of the set."""

    def get(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """How far it is."""
        return self.told(change_id)


class StopView(ChangeBase):
    """Stopping the work on a change."""

    action_for: ClassVar = organizers("POST")

    def post(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Ask it to stop; what is done stays prepared and counts for nothing."""
        change = self.change(change_id)
        read_shape(EmptyRequest, request.data)
        if not progress_of(change).can_stop:
            raise ConflictError(_("There is no work to stop."), code=_NOT_NOW)
        stop_change(change=change, actor=self.visit.actor)
        return self.told(change_id)


class ResumeView(ChangeBase):
    """Going on with a change."""

    action_for: ClassVar = organizers("POST")

    def post(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Let stopped or failed work go on where it was."""
        change = self.change(change_id)
        read_shape(EmptyRequest, request.data)
        if not progress_of(change).can_resume:
            raise ConflictError(_("There is no work to go on with."), code=_NOT_NOW)
        resume_change(change=change, actor=self.visit.actor)
        return self.told(change_id)


class GiveUpView(ChangeBase):
    """Calling a change off."""

    action_for: ClassVar = organizers("POST")

    def post(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Leave everything as it is without it."""
        change = self.change(change_id)
        asked = read_shape(GiveUpRequest, request.data)
        try:
            give_up_change(change=change, actor=self.visit.actor, reason=asked.reason)
        except LeagueError as error:
            raise ConflictError(error.message, code=_NOT_NOW) from error
        return self.told(change_id)
