"""Where drafts of rule versions come from: a copy of a version, or a rule file."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import ClubRuleSet
from league.rule_files import RuleFile
from league.selectors.shipped import Filled, filled, shipped_on
from league.services.audit import record_event
from league.services.rule_sets import copy_book, store_book
from rules.models import Clause, RuleVersion, Section
from rules.presets import ShippedVersion


@transaction.atomic
def begin_draft(
    *,
    in_club: ClubRuleSet,
    source: RuleVersion | ShippedVersion,
    title: str,
    day: date | None,
    actor: Actor,
) -> RuleVersion:
    """Begin a draft as a copy of a version of the set, or of a shipped one of its family.

    Args:
        in_club: the set that the draft is for.
        source: what is copied, with headings, clauses and where each parameter is stated.
        title: the draft's name among others; may be empty.
        day: the first day in force that is planned; None leaves it open.
        actor: who begins it.

    Raises:
        ParametersError: the version of the set cannot be read.
    """
    copied = _copied(in_club, source)
    draft = RuleVersion.objects.create(
        rule_set=in_club.rule_set,
        status=RuleVersion.Status.DRAFT,
        number=0,
        title=title,
        effective_from=day,
        parameters=copied.parameters.model_dump(mode="json"),
        stated_by=dict(copied.stated_by),
        based_on=source if isinstance(source, RuleVersion) else None,
        edited_at=timezone.now(),
        edited_by=actor.name[:80],
    )
    if isinstance(source, RuleVersion):
        copy_book(source, draft)
    else:
        store_book(draft, source.sections, source.clauses)
    after = {"draft": draft.pk, "rule_set": in_club.slug, "title": title, "from": source.label}
    record_event(
        "rule_draft.created", club=in_club.club, object_id=draft.pk, actor=actor, after=after
    )
    return draft


def _copied(in_club: ClubRuleSet, source: RuleVersion | ShippedVersion) -> Filled:
    """The parameters to begin with; of an old version together with those it did not know yet."""
    if isinstance(source, RuleVersion):
        return filled(source, shipped_on(in_club.rule_set, source.effective_from or date.max))
    return Filled(parameters=source.parameters, stated_by=source.stated_by)


@transaction.atomic
def import_draft(
    *, in_club: ClubRuleSet, file: RuleFile, title: str, based_on: RuleVersion | None, actor: Actor
) -> RuleVersion:
    """Make a draft of a file that was read and checked.

    Args:
        in_club: the set that the draft is for; its family is the file's.
        file: what the file says.
        title: the draft's name among others.
        based_on: the version that the draft is shown beside.
        actor: who brings it in.

    Raises:
        LeagueError: the file is of another family.
    """
    if file.family != in_club.rule_set.family:
        raise LeagueError(_("The file is of another family of rules."), field="file")
    draft = RuleVersion.objects.create(
        rule_set=in_club.rule_set,
        status=RuleVersion.Status.DRAFT,
        number=0,
        title=title,
        effective_from=file.effective_from,
        parameters=file.parameters.model_dump(mode="json"),
        stated_by=dict(file.stated_by),
        changes_ja=file.changes_ja,
        changes_en=file.changes_en,
        based_on=based_on,
        edited_at=timezone.now(),
        edited_by=actor.name[:80],
    )
    Section.objects.bulk_create(
        Section(version=draft, position=at, **each.model_dump())
        for at, each in enumerate(file.sections)
    )
    Clause.objects.bulk_create(
        Clause(version=draft, position=at, **each.model_dump())
        for at, each in enumerate(file.clauses)
    )
    after = {"draft": draft.pk, "rule_set": in_club.slug, "title": title, "from": file.adopted_from}
    record_event(
        "rule_draft.imported", club=in_club.club, object_id=draft.pk, actor=actor, after=after
    )
    return draft
