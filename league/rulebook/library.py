"""The built-in rule sets as everybody may read them: a set, a version's book, two side by side."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from django.urls import reverse

from league.models import Club, ClubRuleSet
from league.rulebook.compare import Side, compare, shipped_side
from league.rulebook.read import Book, book_of, earlier_of, patterns, victory_points
from league.rulebook.shipped import (
    choice_of,
    clause_rows,
    free_slug,
    section_rows,
    shipped_set,
    version_row,
)
from league.wording.rules import language, summary
from rules.models import RuleVersion
from rules.presets import ShippedSet, ShippedVersion, load, shipped_keys


def library_set(key: str) -> dict[str, Any] | None:
    """A built-in set with its versions, newest first, or None. No query."""
    shipped = shipped_set(key)
    if shipped is None:
        return None
    latest, japanese = shipped.versions[-1], language() == "ja"
    earlier = {after.label: before.label for before, after in pairwise(shipped.versions)}
    return {
        "choice": choice_of(shipped),
        "label": latest.label,
        "summary": summary(latest.parameters, latest.stated_by),
        "versions": [
            {
                "label": version.label,
                "changes": version.changes_ja if japanese else version.changes_en,
                "compare": _compare_url(key, earlier.get(version.label), version.label),
            }
            for version in reversed(shipped.versions)
        ],
    }


def _compare_url(key: str, before: str | None, after: str) -> str:
    url = reverse("rule-library-compare")
    return f"{url}?a={key}@{before}&b={key}@{after}" if before else ""


def adoption_page(club: Club, key: str) -> dict[str, Any] | None:
    """A built-in set before a club takes it into use, or None. Two queries."""
    page = library_set(key)
    if page is None:
        return None
    in_use = ClubRuleSet.objects.for_club(club).select_related("rule_set")
    return {
        **page,
        "choice": choice_of(load(key), in_use.filter(rule_set__adopted_from=key)),
        "slug": free_slug(club, key),  # the key under which the club would use it
    }


def library_version(key: str, label: str) -> dict[str, Any] | None:
    """A version of a built-in set as a book, or None. No query."""
    shipped = shipped_set(key)
    labels = [version.label for version in shipped.versions] if shipped else []
    if shipped is None or label not in labels:
        return None
    at = labels.index(label)
    own = shipped.versions[at]
    version = version_row(shipped, own)
    return {
        "shipped": shipped,
        "version": version,
        "before": labels[at - 1] if at else "",
        "after": labels[at + 1] if at + 1 < len(labels) else "",
        "summary": summary(own.parameters, own.stated_by),
        "victory_points": victory_points(own.parameters, own.stated_by),
        "patterns": patterns(own.parameters, own.stated_by),
        "book": _book(shipped, own, version, shipped.versions[at - 1] if at else None),
    }


def _book(
    shipped: ShippedSet, own: ShippedVersion, version: RuleVersion, before: ShippedVersion | None
) -> Book:
    earlier = version_row(shipped, before) if before else None
    return book_of(
        version,
        own.parameters,
        sections=section_rows(version, own.sections),
        clauses=clause_rows(version, own.clauses),
        shipped=own,
        earlier=earlier_of(earlier, clause_rows(earlier, before.clauses))
        if earlier and before
        else None,
        rulings={},
    )


def library_comparison(a: str, b: str) -> dict[str, Any] | None:
    """Compare two built-in versions by ``<key>@<label>``; None where one does not exist. No query.

    An empty one is still to be chosen; of a key alone the newest version is meant. Two versions of
    different games have no comparison.
    """
    one, other = _side(a), _side(b)
    if (a and one is None) or (b and other is None):
        return None
    both = one and other and one[1].parameters.family == other[1].parameters.family
    return {
        "choices": list(_choices()),
        "a": one[0] if one else "",
        "b": other[0] if other else "",
        "is_open": not (one and other),
        "comparison": compare(one[1], other[1]) if both and one and other else None,
    }


def _choices() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Every set: its name, and its versions by ``<key>@<label>``, the newest first."""
    for key in shipped_keys():
        shipped = load(key)
        name = choice_of(shipped).name
        labels = [version.label for version in reversed(shipped.versions)]
        yield name, [(f"{key}@{label}", f"{name} {label}") for label in labels]


def _side(name: str) -> tuple[str, Side] | None:
    """A side and its whole name; None for what is not shipped."""
    key, _at, label = name.partition("@")
    shipped = shipped_set(key)
    if shipped is None:
        return None
    label = label or shipped.versions[-1].label
    found = next((version for version in shipped.versions if version.label == label), None)
    return None if found is None else (f"{key}@{label}", shipped_side(shipped, found))
