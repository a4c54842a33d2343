"""The shipped rule sets, as a club chooses one and as its own versions are compared with them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, count

from django.utils.translation import gettext as _

from league.core.naming import fold
from league.models import Club, ClubRuleSet
from league.wording.rules import in_one_line, language
from rules.clauses import Clause as ClauseValue
from rules.clauses import Section as SectionValue
from rules.errors import NoVersionError, ParametersError, UnknownRuleSetError
from rules.models import Clause, RuleSet, RuleVersion, Section
from rules.parameters import (
    Parameters,
    RiichiParameters,
    override,
    parameter_names,
    parameter_values,
)
from rules.presets import RECOMMENDED, Group, ShippedSet, ShippedVersion, load, shipped_keys

#: characters of a search that are read
LONGEST_QUERY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedChoice:
    key: str
    name: str
    note: str
    source: str
    group: Group
    link: str  # the publisher's own page; empty where there is none
    players: int
    can_settle: bool  # its document hands down all that a game's scores need
    in_use: tuple[ClubRuleSet, ...] = ()  # the club's sets that were adopted from it

    def __str__(self) -> str:
        return self.name


def choice_of(shipped: ShippedSet, in_use: Iterable[ClubRuleSet] = ()) -> ShippedChoice:
    """Describe a shipped set in the reader's language. No query."""
    japanese = language() == "ja"
    parameters = shipped.versions[-1].parameters
    return ShippedChoice(
        key=shipped.key,
        name=shipped.name_ja if japanese else shipped.name_en,
        note=in_one_line(parameters),
        source=shipped.source_ja if japanese else shipped.source_en,
        group=shipped.group,
        link=shipped.link,
        players=parameters.game.players,
        can_settle=can_settle(parameters),
        in_use=tuple(in_use),
    )


def can_settle(parameters: Parameters) -> bool:
    """Return whether games can be settled: False where the document states no uma."""
    return not (
        isinstance(parameters, RiichiParameters) and parameters.settlement.uma_kind == "not_stated"
    )


def settleable_sets() -> list[ShippedChoice]:
    """Return the sets that can settle games, in the reader's language. No query."""
    choices = (choice_of(load(key)) for key in shipped_keys())
    return [choice for choice in choices if choice.can_settle]


def shipped_choices(club: Club) -> list[ShippedChoice]:
    """Return every shipped set with the club's sets adopted from it. One query."""
    in_use: dict[str, list[ClubRuleSet]] = {}
    for in_club in ClubRuleSet.objects.for_club(club).select_related("rule_set"):
        in_use.setdefault(in_club.rule_set.adopted_from, []).append(in_club)
    return [choice_of(load(key), in_use.get(key, ())) for key in shipped_keys()]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceGroup:
    key: str
    name: str
    choices: tuple[ShippedChoice, ...]


def grouped(choices: Sequence[ShippedChoice], query: str = "") -> list[ChoiceGroup]:
    """Group choices by where their rules come from, behind those that are recommended.

    Args:
        choices: in the order of :func:`rules.presets.shipped_keys`.
        query: words that a choice's names, key, note or source must all have; empty for all,
            some of which are then recommended.
    """
    names = {
        "recommended": _("Recommended to begin with"),
        "club": _("Clubs and leagues"),
        "parlour": _("Parlours"),
        "online": _("Online rooms"),
        "professional": _("Professional leagues of Japan"),
        "international": _("International"),
    }
    found = [choice for choice in choices if _matches(choice, query)]
    held: dict[str, list[ShippedChoice]] = {key: [] for key in names}
    for choice in found:
        is_first = choice.key in RECOMMENDED and not query
        held["recommended" if is_first else choice.group].append(choice)
    held["recommended"].sort(key=lambda choice: RECOMMENDED.index(choice.key))
    return [
        ChoiceGroup(key=key, name=name, choices=tuple(held[key]))
        for key, name in names.items()
        if held[key]
    ]


def _matches(choice: ShippedChoice, query: str) -> bool:
    shipped = load(choice.key)
    texts = (choice.key, shipped.name_ja, shipped.name_en, choice.note, choice.source)
    text = " ".join(map(fold, texts))
    return all(fold(word) in text for word in query.split())


def free_slug(club: Club, key: str) -> str:
    """Return a free key for a shipped set: its own, or ``key-2``. One query."""
    return first_free(key, set(ClubRuleSet.objects.for_club(club).values_list("slug", flat=True)))


def first_free(slug: str, taken: Collection[str]) -> str:
    """An address, or the first of ``slug-2``, ``slug-3`` … that is not taken."""
    numbered = (f"{slug}-{number}" for number in count(2))
    return next(each for each in chain([slug], numbered) if each not in taken)


def shipped_set(key: str) -> ShippedSet | None:
    try:
        return load(key)
    except UnknownRuleSetError:
        return None


def shipped_versions(family: str) -> Iterator[tuple[ShippedSet, ShippedVersion]]:
    """Every shipped version of a family, set by set, the newest first."""
    for shipped in map(load, shipped_keys()):
        if shipped.family == family:
            for version in reversed(shipped.versions):
                yield shipped, version


def find_shipped(key: str, family: str) -> tuple[ShippedSet, ShippedVersion] | None:
    """A shipped version of a family by ``<key>@<label>``, or None."""
    found = shipped_versions(family)
    return next((each for each in found if f"{each[0].key}@{each[1].label}" == key), None)


def shipped_on(rule_set: RuleSet, day: date) -> ShippedVersion | None:
    """Return the adopted shipped set's version of a day; its first before that.

    None for a set of the club's own making.
    """
    shipped = shipped_set(rule_set.adopted_from)
    return None if shipped is None else version_or_first(shipped, day)


def version_or_first(shipped: ShippedSet, day: date) -> ShippedVersion:
    """Return a shipped set's version of a day; its first before that."""
    try:
        return shipped.version_on(day)
    except NoVersionError:
        return shipped.versions[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A version's parameters with the clauses that state them, including newer parameters."""

    parameters: Parameters
    stated_by: Mapping[str, str]


def filled(version: RuleVersion, shipped: ShippedVersion | None) -> Filled:
    """Add parameters introduced after the version was stored, as the shipped version has them.

    The engine uses the family's default for these; but the club never departed from the document
    that it adopted, so in a comparison they are no difference.

    Raises:
        ParametersError: the version's own parameters are invalid.
    """
    parameters = version.value
    if shipped is None or type(shipped.parameters) is not type(parameters):
        return Filled(parameters=parameters, stated_by=version.stated_by)
    stored = stored_names(version)
    values = parameter_values(shipped.parameters)
    lacking = [name for name in parameter_names(type(parameters)) if name not in stored]
    try:
        whole = override(parameters, {name: values[name] for name in lacking})
    except ParametersError:  # what the club changed does not go with the rest of the document
        return Filled(parameters=parameters, stated_by=version.stated_by)
    added = {name: shipped.stated_by[name] for name in lacking}
    return Filled(parameters=whole, stated_by={**added, **version.stated_by})


def stored_names(version: RuleVersion) -> frozenset[str]:
    sections = (section for section in version.parameters.values() if isinstance(section, dict))
    return frozenset(name for section in sections for name in section)


def shipped_name(shipped: ShippedSet, version: ShippedVersion) -> str:
    name = shipped.name_ja if language() == "ja" else shipped.name_en
    facts = {"name": name, "label": version.label}
    return _("%(name)s (built-in), %(label)s") % facts


def version_row(shipped: ShippedSet, version: ShippedVersion) -> RuleVersion:
    """A shipped version as a row that is stored nowhere, for what reads the rows of clubs."""
    rule_set = RuleSet(
        name_ja=shipped.name_ja,
        name_en=shipped.name_en,
        family=shipped.family,
        adopted_from=shipped.key,
    )
    return RuleVersion(
        rule_set=rule_set,
        effective_from=version.effective_from,
        number=1,
        status=RuleVersion.Status.PUBLISHED,
        parameters=version.parameters.model_dump(mode="json"),
        stated_by=dict(version.stated_by),
        changes_ja=version.changes_ja,
        changes_en=version.changes_en,
    )


def section_rows(version: RuleVersion, sections: Iterable[SectionValue]) -> list[Section]:
    return [
        Section(
            version=version,
            position=position,
            code=section.code,
            level=section.level,
            title_ja=section.title_ja,
            title_en=section.title_en,
        )
        for position, section in enumerate(sections)
    ]


def clause_rows(version: RuleVersion, clauses: Iterable[ClauseValue]) -> list[Clause]:
    """Make clauses that keep the values for which their text was written.

    Once one of these changes, the text may be out of date.
    """
    values = parameter_values(version.value)
    return [
        Clause(
            version=version,
            position=position,
            code=clause.code,
            section=clause.section,
            title_ja=clause.title_ja,
            title_en=clause.title_en,
            text_ja=clause.text_ja,
            text_en=clause.text_en,
            states=list(clause.states),
            written_for={name: values[name] for name in clause.states if name in values},
            is_changed=clause.changed,
        )
        for position, clause in enumerate(clauses)
    ]
