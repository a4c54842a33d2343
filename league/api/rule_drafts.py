"""Drafts of rule versions: created, read, saved and deleted by organizers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from difflib import get_close_matches
from typing import Any, ClassVar, Final

from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import RootModel, ValidationError
from rest_framework import status
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.operations import operation
from league.api.preconditions import created, read_revision, tagged
from league.api.requests import read_shape
from league.api.rule_answers import Draft
from league.api.rule_base import (
    LANG,
    BadFileError,
    BadParametersError,
    BeginRequest,
    ConflictError,
    DeleteRequest,
    RuleSetView,
    SaveRequest,
    organizers,
)
from league.api.rule_json import (
    draft_problems,
    find_source,
    find_whole_draft,
    publication_of,
    whole_draft_json,
)
from league.core.days import club_day, day_problem
from league.core.errors import LeagueError
from league.models import ClubRuleSet
from league.rulebook.files import Document, RuleFile, RuleFileError, load_version
from league.rulebook.typed import Typed, problems_of, stored_form, typed_values
from league.rulechanges.draft_write import (
    ABOUT,
    DraftChangedError,
    NoDraftError,
    begin_draft,
    delete_draft,
    import_draft,
    save_draft,
)
from league.rulechanges.drafts import changes_since
from league.wording.errors import printable
from rules.errors import ParametersError
from rules.models import RuleVersion, version_in_force
from rules.parameters import FAMILIES
from rules.parameters.base import sections_of

#: parameters on which others hang that do not name them in their complaints
_PIVOTS: Final = frozenset(
    (
        *("players", "counting", "removed_tiles", "uma_kind"),
        *("red_fives", "red_man", "red_pin", "red_sou"),
    )
)
#: how often the rest is looked at
_MOST_ROUNDS: Final = 30


def wrong_values(
    family: str, before: Typed, values: Mapping[str, Any], *, alone: bool = False
) -> dict[str, list[str]]:
    """Explain by parameter what would make a draft with these values invalid.

    Args:
        family: of the draft.
        before: all of its present values.
        values: those to be saved.
        alone: whether to check each value by itself: where a name is misspelt, values that
            seem to contradict the others may be right.
    """
    typed = {**before, **values}
    found: dict[str, list[str]] = {}
    put_back: set[str] = set()
    for _round in range(_MOST_ROUNDS):
        stored = stored_form(family, typed)
        problems = problems_of(family, stored)
        unsure = _complaints_about(family, stored, None if alone else put_back)
        found |= {
            n: sentences
            for n, sentences in problems.items()
            if n not in put_back and n not in unsure
        }
        faulty = (problems.keys() & values.keys()) - put_back
        put_back |= faulty
        if alone or not faulty or put_back & _PIVOTS:
            break
        typed |= {name: before[name] for name in faulty}
    return found


def _complaints_about(family: str, stored: Mapping[str, Any], names: set[str] | None) -> set[str]:
    """Return the parameters whose contradictions involve ``names``; None means any name."""
    try:
        FAMILIES[family].model_validate(dict(stored))
    except ValidationError as error:
        contradictions = [each["ctx"] for each in error.errors() if each["type"] == "contradiction"]
        return {
            each["field"]
            for each in contradictions
            if names is None or names.intersection(map(str, each["facts"].values()))
        }
    return set()


#: unknown names that are listed one by one: to look for what was meant takes its time
_MOST_LISTED = 20


def check_revision(in_club: ClubRuleSet, draft: RuleVersion, revision: int) -> None:
    """Check that a draft is still as the caller read it.

    Raises:
        ConflictError: somebody has saved it since; says what they changed.
    """
    if draft.draft_revision != revision:
        error = DraftChangedError(_("Someone else has saved this draft since you opened it."))
        raise conflict(in_club, draft.pk, revision, error)


def check_not_published(in_club: ClubRuleSet, draft_id: int) -> None:
    """Check that a draft has not been published.

    Raises:
        ConflictError: it has, or is about to be; names the label and the change.
    """
    change = publication_of(in_club, draft_id)
    if change is None or change.arriving is None:
        return
    label = change.arriving.label
    words = _("This draft has already been published as %(label)s.") % {"label": label}
    facts = {"version": label, "change": change.pk}
    raise ConflictError(words, code="published-already", facts=facts)


def read_file(content: bytes, data: Mapping[str, Any], family: str) -> RuleFile:
    """Read a body as a rule file of the family.

    Raises:
        BadFileError: it is not one, or is invalid; by key, or by parameter once all names
            are right.
    """
    try:
        return load_version(content, family=family)
    except RuleFileError as error:
        named = {each.field: [each.message] for each in error.problems if each.field}
        raise BadFileError(error, named or _file_problems(data, family)) from error


def _file_problems(data: Mapping[str, Any], family: str) -> dict[str, list[str]]:
    sections = data.get("parameters")
    if not isinstance(sections, dict):
        return {}
    named = {
        (name, section)
        for section, values in sections.items()
        if isinstance(values, dict)
        for name in values
    }
    if named != set(sections_of(FAMILIES[family]).items()):
        return {}
    return problems_of(family, {"family": family, **sections})


def check_values(draft: RuleVersion, values: Mapping[str, Any]) -> None:
    """Refuse unknown names and values that would make the draft worse than it is.

    Raises:
        BadParametersError: the problems by parameter.
    """
    family = draft.rule_set.family
    known = sections_of(FAMILIES[family])
    unknown = [name for name in values if name not in known][:_MOST_LISTED]
    named = {name: value for name, value in values.items() if name in known}
    typed, before = typed_values(family, draft.parameters), draft_problems(draft)
    found = {printable(name): [unknown_parameter(name, known)] for name in unknown}
    found |= {
        name: sentences
        for name, sentences in wrong_values(family, typed, named, alone=bool(unknown)).items()
        if name in values or name not in before
    }
    if found:
        raise BadParametersError(found)


def unknown_parameter(name: str, known: Mapping[str, str]) -> str:
    """Say that there is no parameter of a name, and which may be meant."""
    near = get_close_matches(name, known, 1)
    facts = {"name": printable(name), "near": "".join(near)}
    if near:
        return _("There is no setting “%(name)s”. Did you mean “%(near)s”?") % facts
    return _("There is no setting “%(name)s”.") % facts


def check_day(day: date | None) -> None:
    """Check that a day is in the supported calendar; None passes.

    Raises:
        LeagueError: it is not.
    """
    problem = day_problem(day) if day else ""
    if problem:
        raise LeagueError(problem, field="effective_from")


def conflict(
    in_club: ClubRuleSet, draft_id: int, revision: int, error: LeagueError
) -> ConflictError:
    """Describe what others changed in a draft since a revision, with old and new values.

    Raises:
        ConflictError: they published it.
    """
    draft = find_whole_draft(in_club, draft_id)
    if draft is None:
        check_not_published(in_club, draft_id)
        return ConflictError(_("This is no longer a draft."), code=NoDraftError.code)
    since = changes_since(in_club.club, draft, revision)
    typed = typed_values(in_club.rule_set.family, draft.parameters)
    facts = {
        "draft_revision": draft.draft_revision,
        "by": list(since.who),
        "at": since.last,
        "parameters": {
            name: {"was": was, "now": typed[name]}
            for name, was in since.before.items()
            if typed[name] != was
        },
        "about": {
            name: {"was": since.about[name], "now": getattr(draft, name)}
            for name in ABOUT
            if name in since.about
        },
        "clauses": list(since.clauses),
    }
    return ConflictError(error.message, code=DraftChangedError.code, facts=facts)


class DraftRequest(RootModel[Document | BeginRequest]):
    """A rule file, or what to copy."""


class DraftsView(RuleSetView):
    action_for: ClassVar = organizers("POST")

    @operation(answers={201: Draft}, body=DraftRequest, query=(LANG,), tag="created")
    def post(self, request: Request, club_slug: str, set_slug: str) -> Response:
        """Start a draft from a rule file or from what ``from`` names: 201 with the draft."""
        data = request.data
        if isinstance(data, dict) and "format" in data:
            made = self._import(request._request.body, data)
        else:
            made = self._begin(read_shape(BeginRequest, data))
        draft = find_whole_draft(self.in_club, made.pk)
        assert draft is not None  # nobody else knows of it yet
        address = reverse("api:rule-draft", args=[club_slug, set_slug, draft.pk])
        body = whole_draft_json(self.in_club, draft)
        return created(body, address, body["draft_revision"])

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

    def _begin(self, payload: BeginRequest) -> RuleVersion:
        check_day(payload.effective_from)
        source = find_source(self.in_club, payload.source)
        if source is None:
            raise LeagueError(_("There is no such version to copy."), field="from")
        try:
            return begin_draft(
                in_club=self.in_club,
                source=source,
                title=payload.title,
                day=payload.effective_from,
                actor=self.visit.actor,
            )
        except ParametersError as error:
            raise LeagueError(_("That version cannot be read."), field="from") from error


class DraftBase(RuleSetView):
    def draft(self, draft_id: int) -> RuleVersion:
        """Find the draft with its book.

        Raises:
            Http404: there is no such draft, or one asked for by GET has been published.
            ConflictError: a write to a draft that has been published; says as what.
        """
        found = find_whole_draft(self.in_club, draft_id)
        if found is None:
            if self.request.method not in SAFE_METHODS:
                check_not_published(self.in_club, draft_id)
            raise Http404
        return found

    def check_unsaved(self, draft: RuleVersion, told: int | None) -> int:
        """Check that a draft is as the body or ``If-Match`` says; return its revision.

        Raises:
            BadRequestError: they disagree, or the header is no tag of ours.
            UnconditionalError: neither says it.
            ConflictError: somebody has saved the draft since.
        """
        revision = read_revision(self.request, told)
        check_revision(self.in_club, draft, revision)
        return revision

    @contextmanager
    def conflicts(self, draft_id: int, revision: int) -> Iterator[None]:
        """Let the refusal of a write say what others made of the draft since it was read.

        Raises:
            ConflictError: somebody saved, published or deleted it.
        """
        try:
            yield
        except (DraftChangedError, NoDraftError) as error:
            raise conflict(self.in_club, draft_id, revision, error) from error


class DraftView(DraftBase):
    action_for: ClassVar = organizers("GET", "PATCH", "DELETE")

    @operation(answers={200: Draft}, query=(LANG,), tag="revision")
    def get(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int
    ) -> HttpResponseBase:
        """Return the draft with its problems by parameter."""
        return self.shown(draft_id)

    @operation(answers={200: Draft}, body=SaveRequest, query=(LANG,), tag="revision")
    def patch(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int
    ) -> HttpResponseBase:
        """Save single parameters, if the draft is still as the caller read it."""
        draft = self.draft(draft_id)
        payload = read_shape(SaveRequest, request.data)
        about = payload.about()
        check_day(about.get("effective_from"))
        revision = self.check_unsaved(draft, payload.draft_revision)
        check_values(draft, payload.parameters)
        with self.conflicts(draft_id, revision):
            save_draft(
                in_club=self.in_club,
                draft=draft,
                revision=revision,
                values=payload.parameters,
                about=about,
                actor=self.visit.actor,
            )
        return self.shown(draft_id)

    @operation(answers={204: None}, body=DeleteRequest, query=(LANG,), tag="revision")
    def delete(self, request: Request, club_slug: str, set_slug: str, draft_id: int) -> Response:
        """Delete the draft, if it is still as the caller read it: 204."""
        draft = self.draft(draft_id)
        payload = read_shape(DeleteRequest, request.data)
        revision = self.check_unsaved(draft, payload.draft_revision)
        with self.conflicts(draft_id, revision):
            delete_draft(
                in_club=self.in_club,
                draft=draft,
                revision=revision,
                actor=self.visit.actor,
            )
        return Response(status=status.HTTP_204_NO_CONTENT)

    def shown(self, draft_id: int) -> HttpResponseBase:
        body = whole_draft_json(self.in_club, self.draft(draft_id))
        return tagged(self.request, body, body["draft_revision"])
