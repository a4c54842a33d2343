"""What the calls about rule sets share: the set in the address, bodies, language, errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, get_args

from django.http import Http404
from django.utils import translation
from django.utils.translation import gettext as _
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError, ClubView, answer_error, error_body, late_status
from league.api.operations import Query, one_of
from league.api.requests import Body, Day, Revision, Text
from league.core.errors import EntryError, LeagueError, OtherChangeError
from league.core.permissions import Action
from league.models import ClubRuleSet
from league.rulebook.files import RuleFileError
from league.rulebook.prose import Changes, Name
from league.rulechanges.plan import find_set
from league.rulechanges.write import CannotStandInForceError
from rules.parameters.base import LIMIT
from rules.words import Lang

LANG = Query("lang", "The language of words in the answer.", one_of(*get_args(Lang)))

#: services name fields as the forms do
_FIELDS = {"day": "effective_from", "rule_set": "slug"}


class ConflictError(LeagueError):
    """The data changed since the caller read it; ``facts`` hold the present state."""

    def __init__(self, message: str, *, code: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.facts = dict(facts or {})


class BadParametersError(EntryError):
    """Parameters that are unknown or invalid; the problems are keyed by parameter."""

    code = "bad-parameters"


class BadFileError(LeagueError):
    """A body that is not a rule file; problems are keyed by parameter, or by ``file``."""

    code = RuleFileError.code

    def __init__(self, error: RuleFileError, fields: Mapping[str, list[str]]) -> None:
        problems = error.problems
        super().__init__(problems[0].message)
        self.lines = [{"message": each.message, "line": each.line} for each in problems]
        self.fields = dict(fields) or {"file": [each.message for each in problems]}


def answer_rule_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    if isinstance(error, ConflictError):
        body = error_body(error.code, error.message)
        body["error"].update(error.facts)
        is_late = error.code == "draft-changed"
        return Response(body, late_status(context) if is_late else status.HTTP_409_CONFLICT)
    if isinstance(error, OtherChangeError):
        body = error_body(error.code, error.message)
        body["error"]["change"] = error.change
        return Response(body, status.HTTP_409_CONFLICT)
    if isinstance(error, BadFileError):
        body = error_body(error.code, error.message, error.fields)
        body["error"]["problems"] = error.lines
        return Response(body, status.HTTP_422_UNPROCESSABLE_ENTITY)
    if isinstance(error, CannotStandInForceError):
        body = error_body(error.code, error.message)
        body["error"]["games"] = error.games
        return Response(body, status.HTTP_422_UNPROCESSABLE_ENTITY)
    if isinstance(error, LeagueError):
        error.field = _FIELDS.get(error.field, error.field)
    return answer_error(error, context)


def organizers(*methods: str) -> dict[str, Action]:
    """Restrict the methods to organizers; HEAD counts as GET."""
    reads = ("HEAD",) if "GET" in methods else ()
    return dict.fromkeys((*methods, *reads), Action.MANAGE_LEAGUES)


def choose_language(request: Request) -> None:
    """Answer in the language that ``?lang=`` asks for; without it, in the caller's.

    Raises:
        BadRequestError: the rules are not written in that language.
    """
    asked = request.query_params.get("lang")
    if asked is None:
        return
    if asked not in get_args(Lang):
        raise BadRequestError({"lang": [_("The language of rules must be ja or en.")]})
    translation.activate(asked)  # the next request chooses its own


class LanguageView(ClubView):
    """A call whose answer contains words: ``?lang=ja`` or ``en``, else the caller's language."""

    def get_exception_handler(self) -> Any:
        return answer_rule_error

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the caller's rights and set the language.

        Raises:
            BadRequestError: the rules are not written in that language.
        """
        super().initial(request, *args, **kwargs)
        choose_language(request)


class RuleSetView(LanguageView):
    """A call to a rule set of the club, which is ``self.in_club``."""

    in_club: ClubRuleSet

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Find the set, after the caller is known.

        Raises:
            Http404: the club has no such set.
        """
        super().initial(request, *args, **kwargs)
        found = find_set(self.visit.club, kwargs["set_slug"])
        if found is None:
            raise Http404
        self.in_club = found

    @property
    def is_organizer(self) -> bool:
        """Return whether the caller may read drafts and versions not yet in force."""
        return self.visit.may(Action.MANAGE_LEAGUES)


#: points on a table that are tried out
Held = Annotated[int, Strict(), Field(ge=-LIMIT, le=LIMIT)]
Flag = Annotated[bool, Strict()]
Label = Annotated[str, Strict(), Field(max_length=80)]
Slug = Annotated[str, Strict(), Field(max_length=40, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class AdoptRequest(Body):
    key: Label = Field(alias="from")
    slug: Slug | None = None


class BeginRequest(Body):
    """What a draft is copied from: a label, or ``shipped:<key>@<day>``."""

    source: Label = Field(alias="from")
    title: Name = ""
    effective_from: Day | None = None


class SaveRequest(Body):
    """Values to save in a draft as it was read; those left out stay as they are."""

    draft_revision: Revision | None = None
    parameters: dict[str, Any] = Field(default_factory=dict, max_length=500)
    title: Name = ""
    effective_from: Day | None = None
    changes_ja: Changes = ""
    changes_en: Changes = ""

    def about(self) -> dict[str, Any]:
        given = self.model_fields_set & {"title", "effective_from", "changes_ja", "changes_en"}
        return {name: getattr(self, name) for name in given}


class DeleteRequest(Body):
    draft_revision: Revision | None = None


class TryRequest(Body):
    """What each player holds at the end, from the first East on, and the sticks that are left."""

    points: Annotated[tuple[Held, ...], Field(min_length=3, max_length=4)]
    sticks: Held = 0


class PreviewRequest(Body):
    """The day a draft would come into force; a version's own day corrects that version."""

    effective_from: Day
    corrects: Label | None = None


class PublishRequest(PreviewRequest):
    draft_revision: Revision
    reason: Text = ""


class MoveRequest(Body):
    effective_from: Day
    reason: Text = ""
    preview: Flag = False


class WithdrawRequest(Body):
    reason: Text = ""
    preview: Flag = False


class GiveUpRequest(Body):
    reason: Text = ""
