"""Under which rules of the club a hand is valued: its sets, their versions, the one chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Exists, OuterRef

from league.models import Club, ClubRuleSet
from rules.errors import ParametersError
from rules.models import RuleVersion
from rules.parameters import Parameters

_PUBLISHED = RuleVersion.Status.PUBLISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenRule:
    """A set of the club and the version of it that values the hand."""

    in_club: ClubRuleSet
    sets: tuple[ClubRuleSet, ...]  # that have a version in force, now or some day
    versions: tuple[RuleVersion, ...]  # published ones of the set, newest first
    today: RuleVersion | None
    version: RuleVersion | None  # None where the day lies before the first
    parameters: Parameters | None  # None without a version, or where it cannot be read


def chosen_rule(club: Club, *, slug: str, day: date | None, today: date) -> ChosenRule | None:
    """Find the rules that were asked for, or the club's first. Two queries.

    Args:
        club: whose rules.
        slug: address of the set; empty for the first that is in force.
        day: on which the version is in force; None for the one of today.
        today: the club's day.

    Returns:
        The choice; None where the club has no such set, or none with a published version.
    """
    published = RuleVersion.objects.filter(rule_set=OuterRef("rule_set"), status=_PUBLISHED)
    sets = list(
        ClubRuleSet.objects.for_club(club)
        .select_related("rule_set")
        .filter(Exists(published))
        .annotate(is_in_force=Exists(published.filter(effective_from__lte=today)))
    )
    first_in_force = [each for each in sets if each.is_in_force] or sets
    candidates = [each for each in sets if each.slug == slug] if slug else first_in_force
    if not candidates:
        return None
    in_club = candidates[0]
    found = in_club.rule_set.versions.filter(status=_PUBLISHED).order_by("-effective_from")
    versions = list(found.defer("stated_by", "changes_ja", "changes_en"))
    version = _in_force(versions, day or today)
    return ChosenRule(
        in_club=in_club,
        sets=tuple(sets),
        versions=tuple(versions),
        today=_in_force(versions, today),
        version=version,
        parameters=_readable(version),
    )


def _in_force(versions: Sequence[RuleVersion], day: date) -> RuleVersion | None:
    return next((version for version in versions if version.first_day <= day), None)


def _readable(version: RuleVersion | None) -> Parameters | None:
    try:
        return version.value if version else None
    except ParametersError:
        return None
