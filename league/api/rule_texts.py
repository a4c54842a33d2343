"""The headings and clauses of a draft: read, added, rewritten and removed by organizers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from django.http import Http404
from django.http.response import HttpResponseBase
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework.request import Request

from league.api.base import picked
from league.api.operations import Answer, operation
from league.api.preconditions import created, tagged
from league.api.requests import Body, Revision, checked, read_shape
from league.api.rule_base import LANG, DeleteRequest, Label, organizers
from league.api.rule_drafts import DraftBase, unknown_parameter
from league.core.days import club_day
from league.core.errors import EntryError
from league.rulebook import prose
from league.rulechanges.draft_forms import ClauseForm, HeadingForm
from league.rulechanges.drafts import DraftPage, draft_page
from league.rulechanges.text_write import (
    remove_clause,
    remove_heading,
    write_clause,
    write_heading,
)
from league.wording.errors import printable
from rules.models import Clause, RuleVersion, Section
from rules.parameters import FAMILIES
from rules.parameters.base import sections_of

Part = TypeVar("Part", Clause, Section)

Level = Annotated[int, Strict(), Field(ge=1, le=9)]
States = Annotated[tuple[Label, ...], Field(max_length=500)]


class ClauseRequest(Body):
    """Where a text is empty in one language, the other's stands for it."""

    draft_revision: Revision | None = None
    code: prose.Code
    section: prose.CodeOrNone = ""
    title_ja: prose.Title = ""
    title_en: prose.Title = ""
    text_ja: prose.Text = ""
    text_en: prose.Text = ""
    states: States = ()


class ClauseChangeRequest(Body):
    """What is left out stays; ``fits`` names the languages whose text is right as it is."""

    draft_revision: Revision | None = None
    code: prose.Code | None = None
    section: prose.CodeOrNone | None = None
    title_ja: prose.Title | None = None
    title_en: prose.Title | None = None
    text_ja: prose.Text | None = None
    text_en: prose.Text | None = None
    states: States | None = None
    fits: Annotated[tuple[Literal["ja", "en"], ...], Field(max_length=2)] = ()


class HeadingRequest(Body):
    """Comes after the heading with the code ``after``: empty the first, left out the last."""

    draft_revision: Revision | None = None
    code: prose.Code
    level: Level = 1
    title_ja: prose.Title = ""
    title_en: prose.Title = ""
    after: prose.CodeOrNone | None = None


class HeadingChangeRequest(Body):
    """What is left out stays."""

    draft_revision: Revision | None = None
    code: prose.Code | None = None
    level: Level | None = None
    title_ja: prose.Title | None = None
    title_en: prose.Title | None = None
    after: prose.CodeOrNone | None = None


class DraftClause(Answer):
    """``stale_ja``, ``stale_en``: values that a text was written for, where they are others now."""

    id: int
    code: str
    section: str
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    states: list[str]
    is_own: bool
    is_changed: bool
    stale_ja: dict[str, Any]
    stale_en: dict[str, Any]


class OneDraftClause(DraftClause):
    draft_revision: int


class DraftClauses(Answer):
    draft_revision: int
    clauses: list[DraftClause]


class DraftHeading(Answer):
    id: int
    code: str
    level: int
    title_ja: str
    title_en: str
    after: str


class OneDraftHeading(DraftHeading):
    draft_revision: int


class DraftHeadings(Answer):
    draft_revision: int
    headings: list[DraftHeading]


class ClauseRemoved(Answer):
    draft_revision: int


class HeadingRemoved(Answer):
    """``under`` is the code of the heading that its clauses are under now, or empty."""

    draft_revision: int
    under: str


class _TextView(DraftBase):
    def shown(self, body: dict[str, Any], *, as_new: str = "") -> HttpResponseBase:
        """An answer with its tag; to what was made, 201 with the address that is named so."""
        if not as_new:
            return tagged(self.request, body, body["draft_revision"])
        places = [self.visit.club.slug, self.in_club.slug, self.kwargs["draft_id"], body["id"]]
        return created(body, reverse(f"api:{as_new}", args=places), body["draft_revision"])

    def given(self, draft: RuleVersion) -> dict[str, Any]:
        """What every change of the text is given beside the clause or heading."""
        return {
            "in_club": self.in_club,
            "draft": draft,
            "revision": draft.draft_revision,
            "actor": self.visit.actor,
        }


class _ClauseView(_TextView):
    def page(self, draft_id: int) -> DraftPage:
        return draft_page(self.in_club, self.draft(draft_id), club_day(self.visit.club))

    def one(self, draft_id: int, clause_id: int) -> dict[str, Any]:
        page = self.page(draft_id)
        clause = _part(page.draft.clauses.all(), clause_id)
        return {**_clause_json(page, clause), "draft_revision": page.draft.draft_revision}

    def write(
        self, draft: RuleVersion, clause: Clause | None, told: dict[str, Any], fits: Iterable[str]
    ) -> Clause:
        """Add or rewrite a clause as the page's form does.

        Raises:
            LeagueError: it cannot stand; beside its key.
            ConflictError: somebody has saved or published the draft since it was read.
        """
        family = self.in_club.rule_set.family
        _check_names(family, told.get("states", ()))
        values = ClauseForm.filled(clause) if clause else {}
        values |= told | {f"fits_{language}": True for language in fits}
        values["p-states"] = list(values.get("states", ()))
        form = ClauseForm(values, family=family, sections=draft.sections.all(), stale=[*fits])
        checked(form)
        with self.conflicts(draft.pk, draft.draft_revision):
            return write_clause(**self.given(draft), clause=clause, text=form.clause_text())


class ClausesView(_ClauseView):
    action_for: ClassVar = organizers("GET", "POST")

    @operation(answers={200: DraftClauses}, query=(LANG,), tag="revision")
    def get(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int
    ) -> HttpResponseBase:
        """List the draft's clauses in their order, with what each was written for."""
        page = self.page(draft_id)
        clauses = [_clause_json(page, each) for each in page.draft.clauses.all()]
        return self.shown({"draft_revision": page.draft.draft_revision, "clauses": clauses})

    @operation(answers={201: OneDraftClause}, body=ClauseRequest, query=(LANG,), tag="revision")
    def post(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int
    ) -> HttpResponseBase:
        """Add a clause below the last of its heading: 201."""
        draft = self.draft(draft_id)
        payload = read_shape(ClauseRequest, request.data)
        self.check_unsaved(draft, payload.draft_revision)
        told = payload.model_dump(exclude={"draft_revision"})
        made = self.write(draft, None, told, ())
        return self.shown(self.one(draft_id, made.pk), as_new="rule-clause")


class ClauseView(_ClauseView):
    action_for: ClassVar = organizers("GET", "PATCH", "DELETE")

    @operation(answers={200: OneDraftClause}, query=(LANG,), tag="revision")
    def get(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int, clause_id: int
    ) -> HttpResponseBase:
        """Return a clause of the draft."""
        return self.shown(self.one(draft_id, clause_id))

    @operation(
        answers={200: OneDraftClause}, body=ClauseChangeRequest, query=(LANG,), tag="revision"
    )
    def patch(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int, clause_id: int
    ) -> HttpResponseBase:
        """Rewrite what is given of a clause, or say that its texts fit the values of now."""
        draft = self.draft(draft_id)
        clause = _part(draft.clauses.all(), clause_id)
        payload = read_shape(ClauseChangeRequest, request.data)
        self.check_unsaved(draft, payload.draft_revision)
        told = payload.model_dump(exclude={"draft_revision", "fits"}, exclude_none=True)
        self.write(draft, clause, told, payload.fits)
        return self.shown(self.one(draft_id, clause_id))

    @operation(answers={200: ClauseRemoved}, body=DeleteRequest, query=(LANG,), tag="revision")
    def delete(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int, clause_id: int
    ) -> HttpResponseBase:
        """Remove a clause: what only it stated is then stated by none."""
        draft = self.draft(draft_id)
        clause = _part(draft.clauses.all(), clause_id)
        payload = read_shape(DeleteRequest, request.data)
        self.check_unsaved(draft, payload.draft_revision)
        with self.conflicts(draft.pk, draft.draft_revision):
            remove_clause(**self.given(draft), clause=clause)
        return self.shown({"draft_revision": self.draft(draft_id).draft_revision})


class _HeadingView(_TextView):
    def one(self, draft_id: int, heading_id: int) -> dict[str, Any]:
        draft = self.draft(draft_id)
        found = next((each for each in _headings_json(draft) if each["id"] == heading_id), None)
        if found is None:
            raise Http404
        return {**found, "draft_revision": draft.draft_revision}

    def write(self, draft: RuleVersion, heading: Section | None, told: dict[str, Any]) -> Section:
        """Add or rewrite a heading as the page's form does.

        Raises:
            LeagueError: it cannot stand; beside its key.
            ConflictError: somebody has saved or published the draft since it was read.
        """
        headings = list(draft.sections.all())
        others = [each for each in headings if heading is None or each.pk != heading.pk]
        there: dict[str, Any] = {"after": others[-1].code if others else ""}
        if heading is not None:
            there = dict(HeadingForm.of(heading, headings).initial)
        level = heading.level if heading else 1
        form = HeadingForm(there | told, others=others, level=level)
        checked(form)
        with self.conflicts(draft.pk, draft.draft_revision):
            return write_heading(**self.given(draft), heading=heading, text=form.heading_text())


class HeadingsView(_HeadingView):
    action_for: ClassVar = organizers("GET", "POST")

    @operation(answers={200: DraftHeadings}, query=(LANG,), tag="revision")
    def get(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int
    ) -> HttpResponseBase:
        """List the draft's headings in their order."""
        draft = self.draft(draft_id)
        return self.shown(
            {"draft_revision": draft.draft_revision, "headings": _headings_json(draft)}
        )

    @operation(answers={201: OneDraftHeading}, body=HeadingRequest, query=(LANG,), tag="revision")
    def post(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int
    ) -> HttpResponseBase:
        """Add a heading: 201."""
        draft = self.draft(draft_id)
        payload = read_shape(HeadingRequest, request.data)
        self.check_unsaved(draft, payload.draft_revision)
        told = payload.model_dump(exclude={"draft_revision"}, exclude_none=True)
        made = self.write(draft, None, told)
        return self.shown(self.one(draft_id, made.pk), as_new="rule-heading")


class HeadingView(_HeadingView):
    action_for: ClassVar = organizers("GET", "PATCH", "DELETE")

    @operation(answers={200: OneDraftHeading}, query=(LANG,), tag="revision")
    def get(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int, heading_id: int
    ) -> HttpResponseBase:
        """Return a heading of the draft."""
        return self.shown(self.one(draft_id, heading_id))

    @operation(
        answers={200: OneDraftHeading}, body=HeadingChangeRequest, query=(LANG,), tag="revision"
    )
    def patch(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int, heading_id: int
    ) -> HttpResponseBase:
        """Change what is given of a heading; its clauses move with it."""
        draft = self.draft(draft_id)
        heading = _part(draft.sections.all(), heading_id)
        payload = read_shape(HeadingChangeRequest, request.data)
        self.check_unsaved(draft, payload.draft_revision)
        told = payload.model_dump(exclude={"draft_revision"}, exclude_none=True)
        self.write(draft, heading, told)
        return self.shown(self.one(draft_id, heading_id))

    @operation(answers={200: HeadingRemoved}, body=DeleteRequest, query=(LANG,), tag="revision")
    def delete(
        self, request: Request, club_slug: str, set_slug: str, draft_id: int, heading_id: int
    ) -> HttpResponseBase:
        """Remove a heading: its clauses move to the heading before it."""
        draft = self.draft(draft_id)
        heading = _part(draft.sections.all(), heading_id)
        payload = read_shape(DeleteRequest, request.data)
        self.check_unsaved(draft, payload.draft_revision)
        with self.conflicts(draft.pk, draft.draft_revision):
            under = remove_heading(**self.given(draft), heading=heading)
        revision = self.draft(draft_id).draft_revision
        return self.shown({"draft_revision": revision, "under": under})


def _part(parts: Iterable[Part], key: int) -> Part:
    found = next((each for each in parts if each.pk == key), None)
    if found is None:
        raise Http404
    return found


def _check_names(family: str, names: Iterable[str]) -> None:
    """Refuse names that are no parameters, as their form would leave them out.

    Raises:
        EntryError: there are some; beside ``states``.
    """
    known = sections_of(FAMILIES[family])
    unknown = [unknown_parameter(printable(name), known) for name in names if name not in known]
    if unknown:
        raise EntryError({"states": unknown})


def _clause_json(page: DraftPage, clause: Clause) -> dict[str, Any]:
    texts = ("title_ja", "title_en", "text_ja", "text_en")
    return {
        "id": clause.pk,
        **picked(clause, "code", "section", *texts, "states", "is_own", "is_changed"),
        "stale_ja": page.stale(clause, "ja"),
        "stale_en": page.stale(clause, "en"),
    }


def _headings_json(draft: RuleVersion) -> list[dict[str, Any]]:
    headings = list(draft.sections.all())
    before = ["", *(each.code for each in headings)]
    return [
        {
            "id": each.pk,
            **picked(each, "code", "level", "title_ja", "title_en"),
            "after": code,
        }
        for each, code in zip(headings, before, strict=False)
    ]
