"""A change of the rules that somebody has in mind: what it would leave in force, and its mark."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from datetime import date

from league.models import Club, ClubRuleSet, RuleChange
from league.selectors.change_plan import Plan, leagues_of, plan_of
from rules.models import RuleVersion

Status = RuleVersion.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Intended:
    """One version that would come, one that would leave; nothing of it is stored."""

    in_club: ClubRuleSet
    kind: RuleChange.Kind
    arriving: RuleVersion | None
    leaving: RuleVersion | None

    def plan(self) -> Plan:
        """What it would leave in force. One query."""
        return plan_of(self.in_club, arriving=self.arriving, leaving=self.leaving)

    def mark(self, plan: Plan) -> str:
        """What a preview is made of, so that one that is out of date is told from a fresh one.

        It names the draft's revision, the day, the version that would leave, those in force, and
        the revision of each league. Two queries.
        """
        arriving = self.arriving
        return "|".join(
            [
                "" if arriving is None else f"{arriving.first_day}:{arriving.draft_revision}",
                "" if self.leaving is None else str(self.leaving.pk),
                ".".join(str(version.pk) for version in plan.now.versions),
                ".".join(f"{each.pk}-{each.revision}" for each in leagues_of(self.in_club)),
            ]
        )


def intend_publishing(in_club: ClubRuleSet, draft: RuleVersion, day: date) -> Intended:
    """Bring a draft into force from a day, in place of that day's version if it has one."""
    leaving = published_on(in_club, day)
    kind = RuleChange.Kind.PUBLISH if leaving is None else RuleChange.Kind.CORRECT
    return Intended(in_club=in_club, kind=kind, arriving=_from(draft, day), leaving=leaving)


def intend_moving(in_club: ClubRuleSet, version: RuleVersion, day: date) -> Intended:
    """Let a version begin on another day."""
    arriving = _from(version, day)
    arriving.pk = None  # the line would take it for the one that leaves
    return Intended(in_club=in_club, kind=RuleChange.Kind.MOVE, arriving=arriving, leaving=version)


def intend_withdrawing(in_club: ClubRuleSet, version: RuleVersion) -> Intended:
    """Take a version out of force."""
    return Intended(in_club=in_club, kind=RuleChange.Kind.WITHDRAW, arriving=None, leaving=version)


def published_on(in_club: ClubRuleSet, day: date) -> RuleVersion | None:
    """The version in force from that day, and from no other. One query."""
    published = in_club.rule_set.versions.filter(status=Status.PUBLISHED)
    return published.filter(effective_from=day).first()


def find_set(club: Club, slug: str) -> ClubRuleSet | None:
    """A set of the club by its address. One query."""
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set", "club")
    return sets.filter(slug=slug).first()


def find_draft(in_club: ClubRuleSet, draft_id: int) -> RuleVersion | None:
    """A draft of the set. One query."""
    return in_club.rule_set.versions.filter(pk=draft_id, status=Status.DRAFT).first()


def find_published(in_club: ClubRuleSet, label: str) -> RuleVersion | None:
    """A version in force from some day, by its label. One query."""
    published = in_club.rule_set.versions.filter(status=Status.PUBLISHED)
    return next((version for version in published if version.label == label), None)


def _from(version: RuleVersion, day: date) -> RuleVersion:
    there = copy.copy(version)
    there.effective_from = day
    return there
