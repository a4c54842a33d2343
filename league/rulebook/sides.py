"""Finding the two versions that a reader wants to compare, and naming all that there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Club, ClubRuleSet
from league.rulebook.compare import Comparison, Side, compare, shipped_side, side_of
from league.rulebook.read import UNDER_WORK
from league.rulebook.shipped import (
    find_shipped,
    shipped_name,
    shipped_set,
    shipped_versions,
    version_or_first,
)
from league.rulebook.timeline import READABLE, DatedVersion, annotate_moves, dated_line
from rules.errors import ParametersError
from rules.models import RuleVersion

SHIPPED = "shipped:"

Status = RuleVersion.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    name: str
    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePage:
    in_club: ClubRuleSet
    version: RuleVersion
    mark: str  # where the version stands, in a word; empty for one of the past
    choices: tuple[Choices, ...]
    chosen: str  # key of the other side; empty when there is nothing to compare with
    comparison: Comparison | None  # None where one of the two cannot be read, too


#: a version of the club by its set's address and its label, with its set
Held = dict[tuple[str, str], tuple[ClubRuleSet, RuleVersion]]


def compare_page(
    club: Club, set_slug: str, label: str, key: str, today: date, *, for_organizer: bool
) -> ComparePage | None:
    """Compare a version with another. Four queries.

    Args:
        club: whose versions.
        set_slug: the version's set.
        label: the version's label.
        key: the other side: a label of the same set, ``<set>@<label>``, or
            ``shipped:<key>@<day>``; empty for the version before it.
        today: the club's day.
        for_organizer: whether drafts may be compared.

    Returns:
        None when there is no such version, or nothing under ``key`` to compare it with.
    """
    held = _versions(club, for_organizer=for_organizer)
    if (set_slug, label) not in held:
        return None
    in_club, version = held[set_slug, label]
    family = in_club.rule_set.family
    others = {
        at: (owner, other)
        for at, (owner, other) in held.items()
        if owner.rule_set.family == family and other.pk != version.pk
    }
    marks = _marks(held, today)
    choices = (*_own_choices(others, in_club, marks), *_shipped_choices(family))
    key = key or _usual(in_club, version, others, today)
    if all(key != value for group in choices for value, _text in group.options):
        return None
    return ComparePage(
        in_club=in_club,
        version=version,
        mark=marks[version.pk],
        choices=choices,
        chosen=key,
        comparison=_comparison(club, in_club, version, others, key, today),
    )


def _versions(club: Club, *, for_organizer: bool) -> Held:
    """Return every readable version by set and day, without its values. Two queries."""
    sets = {
        in_club.rule_set_id: in_club
        for in_club in ClubRuleSet.objects.for_club(club).select_related("rule_set")
    }
    statuses = {*READABLE, *UNDER_WORK} if for_organizer else READABLE
    found = annotate_moves(RuleVersion.objects.filter(rule_set__in=sets, status__in=statuses))
    ordered = found.order_by("rule_set", "effective_from", "number")
    return {
        (sets[version.rule_set_id].slug, version.label): (sets[version.rule_set_id], version)
        for version in ordered.defer("parameters", "stated_by")
    }


def _marks(held: Held, today: date) -> dict[int, str]:
    """Return each version's state in a word, by its key: in force, withdrawn, a draft."""
    sets: dict[int, list[RuleVersion]] = defaultdict(list)
    for owner, version in held.values():
        sets[owner.pk].append(version)
    marks = {}
    for versions in sets.values():
        line = {dated.version.pk: dated for dated in dated_line(versions, today, {}, READABLE)}
        for version in versions:
            apart = DatedVersion(version=version, is_in_force=False, is_to_come=False)
            marks[version.pk] = line.get(version.pk, apart).mark
    return marks


def _key(in_club: ClubRuleSet, owner: ClubRuleSet, version: RuleVersion) -> str:
    return version.label if owner.pk == in_club.pk else f"{owner.slug}@{version.label}"


def _own_choices(others: Held, in_club: ClubRuleSet, marks: Mapping[int, str]) -> Iterator[Choices]:
    """Yield the club's versions, the set's own first, with their state."""
    grouped: dict[int, list[tuple[str, str]]] = {in_club.pk: []}
    owners = {in_club.pk: in_club}
    for owner, version in others.values():
        owners[owner.pk] = owner
        name, mark = version.name, marks[version.pk]
        if mark:
            name = _("%(version)s (%(mark)s)") % {"version": name, "mark": mark}
        grouped.setdefault(owner.pk, []).append((_key(in_club, owner, version), name))
    for pk, options in grouped.items():
        if options:
            yield Choices(name=owners[pk].rule_set.name, options=tuple(options))


def _shipped_choices(family: str) -> Iterator[Choices]:
    options = tuple(
        (f"{SHIPPED}{shipped.key}@{version.label}", shipped_name(shipped, version))
        for shipped, version in shipped_versions(family)
    )
    yield Choices(name=_("Built-in rule sets"), options=options)


def _usual(in_club: ClubRuleSet, version: RuleVersion, others: Held, today: date) -> str:
    """Choose the version copied from, or the one before; else the shipped one; else any.

    Never a withdrawn one, though it can be asked for: a version that was moved to another day is
    a copy of the one that was withdrawn for it, and says the same.
    """
    own = [other for owner, other in others.values() if owner.pk == in_club.pk]
    for other in own:
        if other.pk == version.based_on_id and other.status != Status.WITHDRAWN:
            return other.label
    day = version.effective_from
    counting = [other for other in own if other.status == Status.PUBLISHED]
    before = [other for other in counting if day and other.first_day < day]
    if before:
        return before[-1].label
    shipped = shipped_set(in_club.rule_set.adopted_from)
    if shipped is not None:
        return f"{SHIPPED}{shipped.key}@{version_or_first(shipped, day or today).label}"
    return next(iter(_shipped_choices(in_club.rule_set.family))).options[0][0]


def _comparison(
    club: Club,
    in_club: ClubRuleSet,
    version: RuleVersion,
    others: Held,
    key: str,
    today: date,
) -> Comparison | None:
    """Return the comparison; None where values contradict each other. Two queries."""
    chosen = {_key(in_club, owner, other): (owner, other) for owner, other in others.values()}
    beside = chosen.get(key)
    wanted = [version.pk, *([beside[1].pk] if beside else [])]
    whole = RuleVersion.objects.filter(pk__in=wanted).select_related("rule_set")
    read = {each.pk: each for each in whole.prefetch_related("clauses")}
    try:
        here = _side(club, in_club, read[version.pk], today)
        if beside is None:
            found = find_shipped(key.removeprefix(SHIPPED), in_club.rule_set.family)
            assert found is not None  # it is one of the choices
            return compare(here, shipped_side(*found))
        return compare(here, _side(club, beside[0], read[beside[1].pk], today))
    except ParametersError:
        return None


def _side(club: Club, owner: ClubRuleSet, version: RuleVersion, today: date) -> Side:
    url = reverse("league:rule-version", args=[club.slug, owner.slug, version.label])
    return side_of(version, version.clauses.all(), today, url=url)
