"""Two rule versions side by side: what they say differently, in the reader's words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from datetime import date

from league.rulebook.shipped import filled, shipped_name, shipped_on
from league.wording.rules import Line, language, line_of
from rules import words
from rules.clauses import Clause as ShippedClause
from rules.models import Clause, RuleVersion
from rules.parameters import Parameters
from rules.parameters.base import sections_of
from rules.presets import ShippedSet, ShippedVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    name: str
    url: str  # where its book is; empty for a shipped version
    parameters: Parameters
    stated_by: Mapping[str, str]
    clauses: tuple[Clause | ShippedClause, ...]
    lineage: str  # two of the same count their clauses alike


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    parameter: str
    name: str
    here: Line  # without a value where it means nothing beside the side's other values
    there: Line


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenceSection:
    key: str
    name: str
    rows: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prose:
    title: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TextDifference:
    """A clause whose text differs though its values do not; None where a side has none."""

    code: str
    here: Prose | None
    there: Prose | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    here: Side
    there: Side
    sections: tuple[DifferenceSection, ...]
    texts: tuple[TextDifference, ...]
    is_one_document: bool  # else only clauses of the same code and title are held together

    @property
    def is_same(self) -> bool:
        return not (self.sections or self.texts)


def side_of(version: RuleVersion, clauses: Iterable[Clause], today: date, *, url: str = "") -> Side:
    """Return a club's own version as a side. No query.

    Args:
        version: with its rule set.
        clauses: its clauses.
        today: used for a draft without a day.
        url: of its book.

    Raises:
        ParametersError: its values contradict each other.
    """
    rule_set = version.rule_set
    whole = filled(version, shipped_on(rule_set, version.effective_from or today))
    return Side(
        name=f"{rule_set.name} {version.name}",
        url=url,
        parameters=whole.parameters,
        stated_by=whole.stated_by,
        clauses=tuple(clauses),
        lineage=rule_set.adopted_from or f"own-{rule_set.pk}",
    )


def shipped_side(shipped: ShippedSet, version: ShippedVersion) -> Side:
    return Side(
        name=shipped_name(shipped, version),
        url="",
        parameters=version.parameters,
        stated_by=version.stated_by,
        clauses=version.clauses,
        lineage=shipped.key,
    )


def compare(here: Side, there: Side) -> Comparison:
    """Compare two versions of one family. No query."""
    sections = differences(here, there)
    one_document = here.lineage == there.lineage
    compared = {row.parameter for section in sections for row in section.rows}
    return Comparison(
        here=here,
        there=there,
        sections=sections,
        texts=tuple(_texts(here, there, compared, one_document=one_document)),
        is_one_document=one_document,
    )


def differences(here: Side, there: Side) -> tuple[DifferenceSection, ...]:
    """Return the differences of two versions by section.

    A parameter that is meaningful on one side alone is included, whatever its value.
    """
    lang, family = language(), here.parameters.family
    grouped: dict[str, list[Difference]] = {}
    for name, section in _may_differ(here.parameters, there.parameters):
        one, other = _line_of(here, name), _line_of(there, name)
        if one.value != other.value:
            row = Difference(
                parameter=name, name=words.name_of(family, name, lang), here=one, there=other
            )
            grouped.setdefault(section, []).append(row)
    return tuple(
        DifferenceSection(
            key=section, name=words.section_name(family, section, lang), rows=tuple(rows)
        )
        for section, rows in grouped.items()
    )


def _may_differ(here: Parameters, there: Parameters) -> Iterator[tuple[str, str]]:
    """Yield parameters that may read differently, with their sections.

    The same value reads differently where a score has another name, or, as that of the oka does,
    with other points to start from.
    """
    is_renamed = here.ranking.score_name != there.ranking.score_name
    for name, section in sections_of(type(here)).items():
        one, other = getattr(here, section), getattr(there, section)
        if (
            is_renamed
            or name == "oka_to"
            or getattr(one, name) != getattr(other, name)
            or words.applies(here, name) != words.applies(there, name)
        ):
            yield name, section


def _line_of(side: Side, name: str) -> Line:
    line = line_of(side.parameters, name, side.stated_by)
    if words.applies(side.parameters, name):
        return line
    return replace(line, value="", clause="", is_assumed=False, is_club=False)


def _texts(
    here: Side, there: Side, compared: Set[str], *, one_document: bool
) -> Iterator[TextDifference]:
    """Yield clauses in which only the text differs, in the order of the first version."""
    ours = {clause.code: clause for clause in here.clauses}
    theirs = {clause.code: clause for clause in there.clauses}
    for code in dict.fromkeys([*ours, *theirs]):
        one, other = ours.get(code), theirs.get(code)
        if not one_document and (one is None or other is None or one.title_ja != other.title_ja):
            continue  # another document's clause of that number is about something else
        if all(compared & set(each.states) for each in (one, other) if each):
            continue  # its values are listed, with this clause beside them
        if _prose(one) != _prose(other):
            yield TextDifference(code=code, here=_prose(one), there=_prose(other))


def _prose(clause: Clause | ShippedClause | None) -> Prose | None:
    if clause is None:
        return None
    if language() == "ja":
        return Prose(title=clause.title_ja, text=clause.text_ja)
    return Prose(title=clause.title_en, text=clause.text_en)
