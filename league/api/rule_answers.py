"""The answers about rules: sets, versions, books, comparisons, drafts and changes."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Final

from pydantic import Field

from league.api.operations import Answer, among
from league.models import RuleChange
from rules.models import RuleVersion

#: of a change, those of its work among them
_STATES: Final = (
    *RuleChange.State.values,
    *("waiting", "running", "stopping", "stopped", "failed"),
)


class ShippedLabel(Answer):
    label: str
    effective_from: date
    changes_ja: str
    changes_en: str
    can_settle: bool


class ShippedRules(Answer):
    key: str
    family: str
    name_ja: str
    name_en: str
    source_ja: str
    source_en: str
    group: str
    link: str
    is_recommended: bool
    players: int
    versions: list[ShippedLabel]


class ShippedSets(Answer):
    rule_sets: list[ShippedRules]


class SectionOfFile(Answer):
    code: str
    level: int
    title_ja: str
    title_en: str


class ClauseOfFile(Answer):
    code: str
    section: str
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    states: list[str]
    written_for: dict[str, Any]
    written_for_en: dict[str, Any] = Field(default_factory=dict)
    is_own: bool
    is_changed: bool


class RuleFileAnswer(Answer):
    """A whole version as a file; its parameters and what states them are named there."""

    format: str
    family: str
    name_ja: str
    name_en: str
    adopted_from: str
    effective_from: date | None
    changes_ja: str
    changes_en: str
    parameters: dict[str, Any]
    stated_by: dict[str, str]
    sections: list[SectionOfFile]
    clauses: list[ClauseOfFile]


class ListedSet(Answer):
    slug: str
    name_ja: str
    name_en: str
    family: str
    adopted_from: str
    in_force: str | None
    leagues: list[str]
    url: str


class RuleSets(Answer):
    rule_sets: list[ListedSet]


class VersionAnswer(Answer):
    label: str
    effective_from: date
    status: Annotated[str, among(RuleVersion.Status.values)]
    in_force: bool
    changes_ja: str
    changes_en: str
    published_at: datetime | None
    based_on: str | None
    left_by: int | None


class ListedDraft(Answer):
    id: int
    label: str
    title: str
    draft_revision: int
    effective_from: date | None
    based_on: str | None
    edited_at: datetime | None
    edited_by: str


class Draft(ListedDraft):
    problems: dict[str, list[str]]
    url: str
    rules: RuleFileAnswer


class GaveUp(Answer):
    at: datetime | None
    by: str
    reason: str


class Change(Answer):
    id: int
    kind: Annotated[str, among(RuleChange.Kind.values)]
    state: Annotated[str, among(_STATES)]
    arriving: str | None
    leaving: str | None
    reason: str
    created_at: datetime
    created_by: str
    closed_at: datetime | None
    gave_up: GaveUp | None
    done: int
    total: int
    altered: int
    job: str | None
    error: str | None
    url: str


class Changes(Answer):
    changes: list[Change]


class RuleSetAnswer(ListedSet):
    """A set with its versions, newest first; ``drafts`` are told to organizers."""

    versions: list[VersionAnswer]
    drafts: tuple[ListedDraft, ...] = ()
    open_change: Change | None


class BookLine(Answer):
    parameter: str
    name: str
    said: str
    clause: str | None
    assumed: bool
    club: bool


class BookClauseAnswer(Answer):
    code: str
    title: str
    text: str | None
    stale: bool
    changed: bool
    own: bool
    lines: list[BookLine]


class BookSection(Answer):
    code: str
    title: str
    level: int
    clauses: list[BookClauseAnswer]


class OpenPart(Answer):
    section: str
    name: str
    lines: list[BookLine]


class Rulebook(Answer):
    version: str
    lang: str
    sections: list[BookSection]
    decided: list[OpenPart]
    left_open: list[OpenPart]


class Side(Answer):
    value: Any
    said: str | None
    clause: str | None
    assumed: bool
    club: bool


class DifferenceAnswer(Answer):
    parameter: str
    name: str
    section: str
    here: Side
    there: Side


class ProseAnswer(Answer):
    title: str
    text: str


class TextAnswer(Answer):
    code: str
    here: ProseAnswer | None
    there: ProseAnswer | None


class Compared(Answer):
    """Two versions side by side; the key of the other one is ``with``."""

    version: str
    other: str = Field(alias="with")
    lang: str
    here: str
    there: str
    differences: list[DifferenceAnswer]
    texts: list[TextAnswer]


class Departed(Answer):
    key: str
    version: str
    name: str


class OwnClause(Answer):
    code: str
    title: str


class Departures(Answer):
    version: str
    lang: str
    shipped: Departed | None
    differences: list[DifferenceAnswer]
    own_clauses: list[OwnClause]


class DaysChanged(Answer):
    first: date = Field(alias="from")
    last: date | None = Field(alias="to")


class AlteredSeat(Answer):
    name: str
    place_before: int
    place_after: int
    score_before: int
    score_after: int


class AlteredGameAnswer(Answer):
    game: int
    league: str
    day: date
    table: int
    number: int
    seats: list[AlteredSeat]


class RankTurned(Answer):
    member: int
    name: str
    rank_before: int | None
    rank_after: int | None
    score_before: int
    score_after: int


class AlteredMonth(Answer):
    league: str
    month: str
    games: int


class OneChange(Change):
    """Once applied, the first ``games`` that it altered, and how many in which ``months``."""

    games: list[AlteredGameAnswer]
    months: list[AlteredMonth]


class MonthAnswer(Answer):
    league: str
    month: str
    games: int
    closed: bool
    ranks: list[RankTurned]


class ImpossibleGame(Answer):
    game: int
    why: str


class PreviewAnswer(Answer):
    """What a change would alter; nothing of it is stored."""

    kind: Annotated[str, among(RuleChange.Kind.values)]
    days: list[DaysChanged]
    touched: int
    looked_at: int
    since: date | None
    altered: int
    games: list[AlteredGameAnswer]
    months: list[MonthAnswer]
    impossible: int
    cannot_stand: list[ImpossibleGame]
