"""Parts of a draft's page: its sections and the rows of its form."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from league.access import Visit
from league.days import club_day
from league.forms.rule_editor_controls import Control, control_of
from league.models import ClubRuleSet
from league.naming import fold
from league.selectors.drafts import DraftPage, draft_page
from league.selectors.intended import find_draft, find_set
from league.typed_rules import spoken
from league.views.draft_gone import draft_or_gone
from league.views.draft_says import Says, says_of
from rules import words
from rules.clauses import ASSUMED, CLUB, MARKS
from rules.models import RuleVersion

#: the page that is no section of the parameters
OVERVIEW = "overview"
_REVISION_DIGITS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Which parameters the page shows: a section's, those that were searched, or a kind."""

    section: str = ""
    search: str = ""
    only: str = ""  # changed, wrong
    idle_too: bool = False  # also those that mean nothing at present

    @property
    def is_overview(self) -> bool:
        """Whether it shows no parameters, but the draft as a whole."""
        return self.section == OVERVIEW and not (self.search or self.only)

    @property
    def query(self) -> str:
        """The same as the end of an address."""
        asked = {"section": self.section, "q": self.search, "only": self.only}
        asked["idle"] = "1" if self.idle_too else ""
        return urlencode({name: value for name, value in asked.items() if value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A parameter as the form shows it."""

    control: Control
    says: Says
    clause: str  # where it is stated; empty where no document does
    is_assumed: bool
    is_club: bool
    is_idle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A section of the form with its rows."""

    key: str
    name: str
    about: str
    rows: tuple[Row, ...]

    @property
    def idle(self) -> tuple[Row, ...]:
        """The rows that mean nothing at present."""
        return tuple(row for row in self.rows if row.is_idle)


@dataclass(frozen=True, slots=True, kw_only=True)
class NavItem:
    """A section in the list of sections."""

    key: str
    name: str
    is_current: bool
    changed: int
    wrong: int


def find(visit: Visit, set_slug: str, draft_id: int) -> tuple[ClubRuleSet, RuleVersion]:
    """The club's set and its draft. Two queries, four where it is no draft any more.

    Raises:
        DraftGoneError: it was one, until it was published or deleted.
        Http404: no such set in this club, or no draft of that number in it.
    """
    in_club = find_set(visit.club, set_slug)
    if in_club is None:
        raise Http404
    return in_club, draft_or_gone(in_club, find_draft(in_club, draft_id), draft_id)


def page_of(visit: Visit, set_slug: str, draft_id: int) -> DraftPage:
    """The draft as it stands. At most six queries.

    Raises:
        DraftGoneError: as :func:`find`.
        Http404: as :func:`find`.
    """
    in_club, draft = find(visit, set_slug, draft_id)
    return draft_page(in_club, draft, club_day(visit.club))


def revision_of(request: HttpRequest) -> int:
    """The revision that a posted form was made from.

    Raises:
        BadRequest: it names none; none of our pages sends that.
    """
    text = request.POST.get("revision", "")
    if not (text.isascii() and text.isdigit() and len(text) <= _REVISION_DIGITS):
        raise BadRequest("a form without a revision")
    return int(text)


def look_of(page: DraftPage, asked: Any) -> Look:
    """What the address or the posted form asks to see; the overview unless told."""
    sections = set(page.sections.values())
    section, only = asked.get("section", ""), asked.get("only", "")
    return Look(
        section=section if section in sections else OVERVIEW,
        search=asked.get("q", "").strip()[:60],
        only=only if only in ("changed", "wrong") else "",
        idle_too=asked.get("idle") == "1",
    )


def names_shown(page: DraftPage, look: Look) -> list[str]:
    """The parameters that the page shows, in order."""
    if look.search:
        return [name for name in page.sections if _is_found(page.family, name, look.search)]
    if look.only == "changed":
        return list(page.differing)
    if look.only == "wrong":
        return [name for name in page.sections if name in page.problems]
    return [name for name, section in page.sections.items() if section == look.section]


def _is_found(family: str, name: str, search: str) -> bool:
    """Whether each word that was typed stands in a parameter's words, in either language."""
    texts = [name, name.replace("_", " ")]
    for lang in ("ja", "en"):
        texts += [words.name_of(family, name, lang), words.about(family, name, lang)]
    folded = "\n".join(map(fold, texts))
    return all(fold(part) in folded for part in search.split())


def groups_of(page: DraftPage, names: Iterable[str]) -> list[Group]:
    """The parameters as rows of the form, by section."""
    grouped: dict[str, list[str]] = {}
    for name in names:
        grouped.setdefault(page.sections[name], []).append(name)
    return [
        Group(
            key=section,
            name=words.section_name(page.family, section, spoken()),
            about=words.section_about(page.family, section, spoken()),
            rows=tuple(_row(page, name) for name in of_section),
        )
        for section, of_section in grouped.items()
    ]


def _row(page: DraftPage, name: str) -> Row:
    code = page.draft.stated_by.get(name, "")
    return Row(
        control=control_of(page.family, name, page.typed),
        says=says_of(page, name),
        clause="" if code in MARKS else code,
        is_assumed=code == ASSUMED,
        is_club=code == CLUB,
        is_idle=name in page.idle,
    )


def navigation(page: DraftPage, look: Look) -> list[NavItem]:
    """The list of sections, the overview first."""
    found: dict[str, NavItem] = {}
    for section in dict.fromkeys(page.sections.values()):
        of_section = [name for name, own in page.sections.items() if own == section]
        found[section] = NavItem(
            key=section,
            name=words.section_name(page.family, section, spoken()),
            is_current=section == look.section and not (look.search or look.only),
            changed=sum(name in page.differing for name in of_section),
            wrong=sum(name in page.problems for name in of_section),
        )
    overview = NavItem(
        key=OVERVIEW, name=_("Overview"), is_current=look.is_overview, changed=0, wrong=0
    )
    return [overview, *found.values()]
