"""What calls to drafts are held against: the revision read, the values, the file, the day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from difflib import get_close_matches
from typing import Any

from django.utils.translation import gettext as _

from league.api.rule_base import BadFileError, BadParametersError, ConflictError
from league.api.rule_draft_problems import wrong_values
from league.api.rule_json import draft_problems
from league.api.shapes import printable
from league.days import day_problem
from league.errors import LeagueError
from league.models import ClubRuleSet
from league.parameter_problems import problems_of
from league.rule_files import RuleFile, RuleFileError, load_version
from league.selectors.api_rules import find_whole_draft, publication_of
from league.selectors.draft_history import changes_since
from league.services.drafts import ABOUT, DraftChangedError, NoDraftError
from league.typed_rules import typed_values
from rules.models import RuleVersion
from rules.parameters.base import sections_of
from rules.words.types import FAMILIES

#: unknown names that are told one by one: to look for what was meant takes its time
_MOST_TOLD = 20


def check_revision(in_club: ClubRuleSet, draft: RuleVersion, revision: int) -> None:
    """See that a draft is as the caller read it.

    Raises:
        ConflictError: somebody saved it since; says what they changed.
    """
    if draft.draft_revision != revision:
        error = DraftChangedError(_("Somebody else saved this draft since you read it."))
        raise conflict(in_club, draft.pk, revision, error)


def check_not_published(in_club: ClubRuleSet, draft_id: int) -> None:
    """See that a draft is not a version by now.

    Raises:
        ConflictError: it is, or is on its way into force; says under which label, by which change.
    """
    change = publication_of(in_club, draft_id)
    if change is None or change.arriving is None:
        return
    label = change.arriving.label
    words = _("This draft has been published already, as %(label)s.") % {"label": label}
    facts = {"version": label, "change": change.pk}
    raise ConflictError(words, code="published-already", facts=facts)


def read_file(content: bytes, data: Mapping[str, Any], family: str) -> RuleFile:
    """A body as a rule file of the family.

    Raises:
        BadFileError: it is none, or cannot stand; by its key, or by parameter once all names are
            right.
    """
    try:
        return load_version(content, family=family)
    except RuleFileError as error:
        named = {each.field: [each.message] for each in error.problems if each.field}
        raise BadFileError(error, named or _file_problems(data, family)) from error


def _file_problems(data: Mapping[str, Any], family: str) -> dict[str, list[str]]:
    """What is wrong with a file's values, by parameter, once every name is there and known."""
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
    """Refuse unknown names and whatever would make the draft worse than it is.

    Raises:
        BadParametersError: by parameter what is wrong with it.
    """
    family = draft.rule_set.family
    known = sections_of(FAMILIES[family])
    unknown = [name for name in values if name not in known][:_MOST_TOLD]
    named = {name: value for name, value in values.items() if name in known}
    typed, before = typed_values(family, draft.parameters), draft_problems(draft)
    found = {printable(name): [_unknown(name, known)] for name in unknown}
    found |= {
        name: sentences
        for name, sentences in wrong_values(family, typed, named, alone=bool(unknown)).items()
        if name in values or name not in before
    }
    if found:
        raise BadParametersError(found)


def _unknown(name: str, known: Mapping[str, str]) -> str:
    near = get_close_matches(name, known, 1)
    facts = {"name": printable(name), "near": "".join(near)}
    if near:
        return _("There is no parameter “%(name)s”. Is “%(near)s” meant?") % facts
    return _("There is no parameter “%(name)s”.") % facts


def check_day(day: date | None) -> None:
    """See that a club's calendar has a day; none is fine where it may be left open.

    Raises:
        LeagueError: it has not.
    """
    problem = day_problem(day) if day else ""
    if problem:
        raise LeagueError(problem, field="effective_from")


def conflict(
    in_club: ClubRuleSet, draft_id: int, revision: int, error: LeagueError
) -> ConflictError:
    """Say what others did to a draft since a revision: values as they were read, and as now.

    Raises:
        ConflictError: they published it.
    """
    draft = find_whole_draft(in_club, draft_id)
    if draft is None:
        check_not_published(in_club, draft_id)
        return ConflictError(_("This is no draft any more."), code=NoDraftError.code)
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
