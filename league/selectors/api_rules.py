"""Reading rule versions for the API: one whole version by its label, shipped ones as files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.models import ClubRuleSet, RuleChange
from league.rule_files import FORMAT
from league.selectors.rule_pages import UNDER_WORK
from league.selectors.rule_sides import SHIPPED
from league.selectors.rule_timeline import READABLE, SHOWN
from league.selectors.shipped import shipped_set
from rules.clauses import Clause
from rules.models import RuleVersion
from rules.parameters import parameter_values
from rules.presets import ShippedSet, ShippedVersion


def find_whole(in_club: ClubRuleSet, label: str, *, for_organizer: bool) -> RuleVersion | None:
    """A version of the set with its book, by its label, or None. Four queries at most.

    Drafts, and what is on its way into force, are for organizers.
    """
    statuses = {*READABLE, *(UNDER_WORK if for_organizer else ())}
    versions = in_club.rule_set.versions.filter(status__in=statuses)
    known = versions.defer("parameters", "stated_by", "changes_ja", "changes_en")
    found = next((version.pk for version in known if version.label == label), None)
    if found is None:
        return None
    whole = RuleVersion.objects.select_related("rule_set", "based_on")
    return whole.prefetch_related("sections", "clauses").get(pk=found)


def find_whole_draft(in_club: ClubRuleSet, draft_id: int) -> RuleVersion | None:
    """A draft of the set with its book, or None. Three queries."""
    drafts = RuleVersion.objects.filter(
        rule_set=in_club.rule_set_id, status=RuleVersion.Status.DRAFT
    )
    drafts = drafts.select_related("rule_set", "based_on")
    return drafts.prefetch_related("sections", "clauses").filter(pk=draft_id).first()


def publication_of(in_club: ClubRuleSet, draft_id: int) -> RuleChange | None:
    """The change by which a draft of the set became a version, or is becoming one. One query."""
    kinds = (RuleChange.Kind.PUBLISH, RuleChange.Kind.CORRECT)
    changes = RuleChange.objects.for_club(in_club.club_id).filter(
        rule_set=in_club, arriving__pk=draft_id, kind__in=kinds
    )
    return changes.exclude(state=RuleChange.State.GIVEN_UP).select_related("arriving").first()


def find_source(in_club: ClubRuleSet, key: str) -> RuleVersion | ShippedVersion | None:
    """What a draft may be copied from: a version's label, or ``shipped:<key>@<day>``. One query."""
    if key.startswith(SHIPPED):
        name, _at, label = key.removeprefix(SHIPPED).partition("@")
        shipped = shipped_set(name)
        if shipped is None or shipped.family != in_club.rule_set.family:
            return None
        return find_shipped(shipped, label)
    versions = in_club.rule_set.versions.filter(status__in=SHOWN)
    return next((version for version in versions if version.label == key), None)


def find_shipped(shipped: ShippedSet, label: str) -> ShippedVersion | None:
    """A version of a shipped set by its label, or None. No query."""
    return next((version for version in shipped.versions if version.label == label), None)


def shipped_file(shipped: ShippedSet, version: ShippedVersion) -> dict[str, Any]:
    """A shipped version in the shape of a rule file, as a club's copy of it would be dumped."""
    stored = version.parameters.model_dump(mode="json")
    values = parameter_values(version.parameters)
    return {
        "format": FORMAT,
        "family": stored.pop("family"),
        "name_ja": shipped.name_ja,
        "name_en": shipped.name_en,
        "adopted_from": shipped.key,
        "effective_from": version.effective_from.isoformat(),
        "changes_ja": version.changes_ja,
        "changes_en": version.changes_en,
        "parameters": stored,
        "stated_by": dict(version.stated_by),
        "sections": [
            {
                "code": section.code,
                "level": section.level,
                "title_ja": section.title_ja,
                "title_en": section.title_en,
            }
            for section in version.sections
        ],
        "clauses": [_clause(clause, values) for clause in version.clauses],
    }


def _clause(clause: Clause, values: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "code": clause.code,
        "section": clause.section,
        "title_ja": clause.title_ja,
        "title_en": clause.title_en,
        "text_ja": clause.text_ja,
        "text_en": clause.text_en,
        "states": list(clause.states),
        "written_for": {name: values[name] for name in clause.states if name in values},
        "is_own": False,
        "is_changed": clause.changed,
    }
