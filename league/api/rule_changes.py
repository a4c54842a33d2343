"""Publishing, moving and withdrawing rule versions, and the progress of each change."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.requests import EmptyRequest, read_shape
from league.api.rule_answers import Change, Changes, OneChange, PreviewAnswer
from league.api.rule_base import (
    LANG,
    BadParametersError,
    ConflictError,
    GiveUpRequest,
    MoveRequest,
    PreviewRequest,
    PublishRequest,
    RuleSetView,
    WithdrawRequest,
    organizers,
)
from league.api.rule_drafts import (
    DraftBase,
    check_day,
    check_not_published,
    check_revision,
    conflict,
)
from league.api.rule_json import (
    change_json,
    changes_json,
    draft_problems,
    effect_json,
    preview_json,
)
from league.core.errors import LeagueError
from league.core.throttles import count_working_out, working_out
from league.models import ClubRuleSet, RuleChange
from league.rulechanges.draft_write import DraftChangedError
from league.rulechanges.plan import (
    Intended,
    find_published,
    intend_moving,
    intend_publishing,
    intend_withdrawing,
    published_on,
)
from league.rulechanges.preview import preview
from league.rulechanges.read import change_that_ended, changes_of, find_change, progress_of
from league.rulechanges.write import (
    check_none_under_way,
    give_up_change,
    move_version,
    publish_draft,
    resume_change,
    stop_change,
    withdraw_version,
)
from rules.models import RuleVersion


class ChangingView(RuleSetView):
    action_for: ClassVar = organizers("POST")

    def shown(self, intended: Intended) -> Response:
        with working_out(self.request):
            plan = intended.plan()
            return Response(preview_json(intended, plan, preview(plan)))

    def begun(self, change: RuleChange) -> Response:
        found = find_change(self.in_club, change.pk)
        assert found is not None  # changes are never deleted
        arguments = [self.visit.club.slug, self.in_club.slug, change.pk]
        address = reverse("api:rule-change", args=arguments)
        body = change_json(progress_of(found))
        return Response(body, status.HTTP_202_ACCEPTED, headers={"Location": address})


class PreviewView(ChangingView, DraftBase):
    @operation(answers={200: PreviewAnswer}, body=PreviewRequest, query=(LANG,), errors=(409, 429))
    def post(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """Show what publishing would alter; nothing is stored."""
        draft = self.draft(draft_id)
        payload = read_shape(PreviewRequest, request.data)
        _corrected(self.in_club, payload)
        _check_sound(draft)
        return self.shown(intend_publishing(self.in_club, draft, payload.effective_from))


class PublishView(ChangingView, DraftBase):
    @operation(answers={202: Change}, body=PublishRequest, query=(LANG,), errors=(409, 429))
    def post(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """Begin publishing: 202 with the change."""
        draft = self.draft(draft_id)
        payload = read_shape(PublishRequest, request.data)
        try:
            change = self._publish(draft, payload)
        except DraftChangedError as error:
            raise conflict(self.in_club, draft_id, payload.draft_revision, error) from error
        except LeagueError:
            # whatever stands in its way may be its own publication, which was a moment faster
            check_not_published(self.in_club, draft_id)
            raise
        return self.begun(change)

    def _publish(self, draft: RuleVersion, payload: PublishRequest) -> RuleChange:
        check_none_under_way(self.in_club)
        check_revision(self.in_club, draft, payload.draft_revision)
        corrected = _corrected(self.in_club, payload)
        _check_sound(draft)
        count_working_out(self.request)
        return publish_draft(
            in_club=self.in_club,
            draft=draft,
            draft_revision=payload.draft_revision,
            day=payload.effective_from,
            corrects=corrected,
            reason=payload.reason,
            actor=self.visit.actor,
        )


class MoveView(ChangingView):
    @operation(
        answers={200: PreviewAnswer, 202: Change},
        body=MoveRequest,
        query=(LANG,),
        errors=(409, 429),
    )
    def post(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """With ``preview``, show the effect; else begin it: 202 with the change."""
        version = _published(self.in_club, label)
        payload = read_shape(MoveRequest, request.data)
        if payload.preview:
            _check_move(self.in_club, version, payload.effective_from)
            return self.shown(intend_moving(self.in_club, version, payload.effective_from))
        check_none_under_way(self.in_club)
        count_working_out(request)
        change = move_version(
            in_club=self.in_club,
            version=version,
            day=payload.effective_from,
            reason=payload.reason,
            actor=self.visit.actor,
        )
        return self.begun(change)


class WithdrawView(ChangingView):
    @operation(
        answers={200: PreviewAnswer, 202: Change},
        body=WithdrawRequest,
        query=(LANG,),
        errors=(409, 429),
    )
    def post(self, request: Request, club_slug: str, set_slug: str, label: str) -> Response:
        """With ``preview``, show the effect; else begin it: 202 with the change."""
        version = _published(self.in_club, label)
        payload = read_shape(WithdrawRequest, request.data)
        if payload.preview:
            return self.shown(intend_withdrawing(self.in_club, version))
        check_none_under_way(self.in_club)
        count_working_out(request)
        change = withdraw_version(
            in_club=self.in_club, version=version, reason=payload.reason, actor=self.visit.actor
        )
        return self.begun(change)


def _published(in_club: ClubRuleSet, label: str) -> RuleVersion:
    """Find a published version.

    Raises:
        ConflictError: a change already withdrew it; names the change.
        Http404: there never was one.
    """
    found = find_published(in_club, label)
    if found is not None:
        return found
    change = change_that_ended(in_club, label)
    if change is None:
        raise Http404
    words = _("This version is no longer in force: another change removed it.")
    raise ConflictError(words, code="not-in-force", facts={"change": change.pk})


def _corrected(in_club: ClubRuleSet, payload: PreviewRequest) -> RuleVersion | None:
    """Return the version to be corrected, as the caller names it; None if the day has none.

    Raises:
        LeagueError: the day has a version that is not named, or a different one.
    """
    check_day(payload.effective_from)
    there = published_on(in_club, payload.effective_from)
    if payload.corrects is None:
        if there is not None:
            words = _(
                "%(label)s takes effect on that day. Publish this as its correction, or choose "
                "another day."
            )
            raise LeagueError(words % {"label": there.label}, field="effective_from")
        return None
    named = find_published(in_club, payload.corrects)
    if named is None:
        raise LeagueError(_("There is no such published version."), field="corrects")
    if named != there:
        words = _("A correction has the same effective date as the version it corrects.")
        raise LeagueError(words, field="effective_from")
    return named


def _check_move(in_club: ClubRuleSet, version: RuleVersion, day: date) -> None:
    """Refuse in a preview whatever the move itself would refuse."""
    check_day(day)
    if day == version.first_day:
        words = _("It already takes effect on that day.")
        raise LeagueError(words, field="effective_from")
    if published_on(in_club, day) is not None:
        words = _("A published version already takes effect on that day.")
        raise LeagueError(words, field="effective_from")


def _check_sound(draft: RuleVersion) -> None:
    problems = draft_problems(draft)
    if problems:
        raise BadParametersError(problems)


_NOT_NOW = "not-now"


class ChangesView(RuleSetView):
    @operation(answers={200: Changes}, query=(LANG,))
    def get(self, request: Request, club_slug: str, set_slug: str) -> Response:
        """List the changes, newest first."""
        return Response({"changes": changes_json(changes_of(self.in_club))})


class ChangeBase(RuleSetView):
    def change(self, change_id: int) -> RuleChange:
        """Find the change.

        Raises:
            Http404: the set has no such change.
        """
        found = find_change(self.in_club, change_id)
        if found is None:
            raise Http404
        return found

    def answer(self, change_id: int) -> Response:
        return Response(changes_json([self.change(change_id)])[0])


class ChangeView(ChangeBase):
    @operation(answers={200: OneChange}, query=(LANG,))
    def get(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Return the change, how far it is, and once applied what it altered."""
        change = self.change(change_id)
        return Response({**changes_json([change])[0], **effect_json(change)})


class StopView(ChangeBase):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: Change}, body=EmptyRequest, query=(LANG,), errors=(409,))
    def post(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Ask the work to stop; what is done so far stays prepared and counts for nothing."""
        change = self.change(change_id)
        read_shape(EmptyRequest, request.data)
        if not progress_of(change).can_stop:
            raise ConflictError(_("There is nothing to stop."), code=_NOT_NOW)
        stop_change(change=change, actor=self.visit.actor)
        return self.answer(change_id)


class ResumeView(ChangeBase):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: Change}, body=EmptyRequest, query=(LANG,), errors=(409,))
    def post(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Let stopped or failed work continue where it was."""
        change = self.change(change_id)
        read_shape(EmptyRequest, request.data)
        if not progress_of(change).can_resume:
            raise ConflictError(_("There is nothing to continue."), code=_NOT_NOW)
        resume_change(change=change, actor=self.visit.actor)
        return self.answer(change_id)


class GiveUpView(ChangeBase):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: Change}, body=GiveUpRequest, query=(LANG,), errors=(409,))
    def post(self, request: Request, club_slug: str, set_slug: str, change_id: int) -> Response:
        """Give the change up; everything stays as it is without it."""
        change = self.change(change_id)
        payload = read_shape(GiveUpRequest, request.data)
        try:
            give_up_change(change=change, actor=self.visit.actor, reason=payload.reason)
        except LeagueError as error:
            raise ConflictError(error.message, code=_NOT_NOW) from error
        return self.answer(change_id)
