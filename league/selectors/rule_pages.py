"""Reading a club's rule sets for their pages. Drafts and withdrawn versions are never shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from league.models import Club, ClubRuleSet, League
from rules.models import Clause, RuleVersion

_SHOWN = (RuleVersion.Status.PUBLISHED, RuleVersion.Status.SUPERSEDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedVersion:
    """A version in its line: the one in force today, one to come, or one of the past."""

    version: RuleVersion
    is_in_force: bool
    is_to_come: bool

    @property
    def is_superseded(self) -> bool:
        """Whether a correction for the same day took its place."""
        return self.version.status == RuleVersion.Status.SUPERSEDED


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleLine:
    """One set of the club, its versions newest first, the leagues that play under it."""

    in_club: ClubRuleSet
    versions: tuple[DatedVersion, ...]
    leagues: tuple[League, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionPage:
    """One version with its clauses and its neighbours in time."""

    in_club: ClubRuleSet
    dated: DatedVersion
    clauses: tuple[Clause, ...]
    before: RuleVersion | None
    after: RuleVersion | None

    @property
    def version(self) -> RuleVersion:
        """The version itself."""
        return self.dated.version


def rule_lines(club: Club, today: date) -> list[RuleLine]:
    """Every set of the club. Three queries."""
    sets = (
        ClubRuleSet.objects.for_club(club)
        .select_related("rule_set")
        .prefetch_related("rule_set__versions", "leagues")
    )
    return [
        RuleLine(
            in_club=in_club,
            versions=tuple(reversed(_dated(list(in_club.rule_set.versions.all()), today))),
            leagues=tuple(in_club.leagues.all()),
        )
        for in_club in sets
    ]


def version_page(club: Club, set_slug: str, label: str, today: date) -> VersionPage | None:
    """One version by the label in its address, or None. Three queries."""
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set")
    in_club = sets.filter(slug=set_slug).first()
    if in_club is None:
        return None
    line = _dated(list(in_club.rule_set.versions.all()), today)
    at = next((i for i, dated in enumerate(line) if dated.version.label == label), None)
    if at is None:
        return None
    return VersionPage(
        in_club=in_club,
        dated=line[at],
        clauses=tuple(line[at].version.clauses.all()),
        before=line[at - 1].version if at else None,
        after=line[at + 1].version if at + 1 < len(line) else None,
    )


def _dated(versions: list[RuleVersion], today: date) -> list[DatedVersion]:
    """The shown versions, oldest first, each with where it stands today."""
    shown = sorted(
        (version for version in versions if version.status in _SHOWN),
        key=lambda version: (version.effective_from, version.number),
    )
    in_force = max(
        (
            version.effective_from
            for version in shown
            if version.status == RuleVersion.Status.PUBLISHED and version.effective_from <= today
        ),
        default=None,
    )
    return [
        DatedVersion(
            version=version,
            is_in_force=version.status == RuleVersion.Status.PUBLISHED
            and version.effective_from == in_force,
            is_to_come=version.effective_from > today,
        )
        for version in shown
    ]
