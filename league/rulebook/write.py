"""A club takes a shipped rule set into use, and puts further versions of it in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.revisions import raise_all
from league.models import Club, ClubRuleSet
from league.rulebook.shipped import clause_rows, section_rows
from rules.clauses import Clause as ClauseValue
from rules.clauses import Section as SectionValue
from rules.models import Clause, RuleSet, RuleVersion, Section
from rules.parameters import Parameters
from rules.presets import load

#: pages that stand beside the club's rule sets under ``rules/``
RESERVED = frozenset({"adopt"})


@transaction.atomic
def adopt_rule_set(*, club: Club, key: str, actor: Actor, slug: str = "") -> ClubRuleSet:
    """Copy a shipped set with all its dated versions and clauses into the club's use.

    Args:
        club: who adopts it.
        key: the shipped set.
        actor: who adopts it for the club.
        slug: the key under which the club uses it, by default ``key``; ``<key>-2`` for a
            second copy, which also gets that in its name.

    Raises:
        UnknownRuleSetError: nothing is shipped under ``key``.
        LeagueError: the club already uses a set under that key.
    """
    shipped = load(key)
    slug = slug or key
    if slug in RESERVED:
        raise LeagueError(_("This address is already taken."), field="slug")
    number = slug.removeprefix(f"{key}-")
    mark = f" ({number})" if number.isdecimal() else ""
    rule_set = RuleSet.objects.create(
        name_ja=shipped.name_ja + mark,
        name_en=shipped.name_en + mark,
        family=shipped.family,
        adopted_from=key,
    )
    try:
        with transaction.atomic():
            in_club = ClubRuleSet.objects.create(club=club, rule_set=rule_set, slug=slug)
    except IntegrityError as error:
        words = _("The club already uses a rule set with that name.")
        raise LeagueError(words, field="rule_set") from error
    for version in shipped.versions:
        _store_version(
            rule_set,
            day=version.effective_from,
            parameters=version.parameters,
            stated_by=version.stated_by,
            sections=version.sections,
            clauses=version.clauses,
            changes=(version.changes_ja, version.changes_en),
        )
    record_event(
        "rule_set.adopted",
        club=club,
        object_id=in_club.pk,
        actor=actor,
        after={"slug": slug, "from": key},
    )
    return in_club


@transaction.atomic
def publish_version(
    *,
    in_club: ClubRuleSet,
    day: date,
    parameters: Parameters,
    stated_by: Mapping[str, str],
    clauses: Iterable[ClauseValue],
    sections: Iterable[SectionValue] = (),
    changes_ja: str,
    changes_en: str,
    actor: Actor,
) -> RuleVersion:
    """Put a version in force from ``day``, before any game from that day on is stored.

    Raises:
        LeagueError: the day has a version already, or games from that day on are stored.
    """
    raise_all(in_club.club_id)
    rule_set = in_club.rule_set
    published = rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
    if published.filter(effective_from=day).exists():
        raise LeagueError(_("A published version already takes effect on that day."), field="day")
    later = in_club.leagues.filter(hanchan__day__gte=day)
    if later.exists():
        raise LeagueError(_("Games from that day on have already been recorded."), field="day")
    version = _store_version(
        rule_set,
        day=day,
        parameters=parameters,
        stated_by=stated_by,
        sections=sections,
        clauses=clauses,
        changes=(changes_ja, changes_en),
    )
    record_event(
        "rule_version.published",
        club=in_club.club,
        object_id=version.pk,
        actor=actor,
        after={"rule_set": in_club.slug, "version": version.label},
    )
    return version


def _store_version(
    rule_set: RuleSet,
    *,
    day: date,
    parameters: Parameters,
    stated_by: Mapping[str, str],
    sections: Iterable[SectionValue],
    clauses: Iterable[ClauseValue],
    changes: tuple[str, str],
) -> RuleVersion:
    version = RuleVersion.objects.create(
        rule_set=rule_set,
        effective_from=day,
        status=RuleVersion.Status.PUBLISHED,
        parameters=parameters.model_dump(mode="json"),
        stated_by=dict(stated_by),
        changes_ja=changes[0],
        changes_en=changes[1],
        published_at=timezone.now(),
    )
    store_book(version, sections, clauses)
    return version


def store_book(
    version: RuleVersion, sections: Iterable[SectionValue], clauses: Iterable[ClauseValue]
) -> None:
    """Store the headings and clauses of a version that has none."""
    Section.objects.bulk_create(section_rows(version, sections))
    Clause.objects.bulk_create(clause_rows(version, clauses))


def copy_version(version: RuleVersion, *, day: date, number: int) -> RuleVersion:
    """Copy a version to another day, not in force yet, with its headings and clauses."""
    copy = RuleVersion.objects.create(
        rule_set=version.rule_set,
        effective_from=day,
        number=number,
        status=RuleVersion.Status.PENDING,
        parameters=version.parameters,
        stated_by=version.stated_by,
        changes_ja=version.changes_ja,
        changes_en=version.changes_en,
        based_on=version,
    )
    copy_book(version, copy)
    return copy


def copy_book(version: RuleVersion, copy: RuleVersion) -> None:
    sections, clauses = list(version.sections.all()), list(version.clauses.all())
    for section in sections:
        section.pk, section.version = None, copy
    for clause in clauses:
        clause.pk, clause.version = None, copy
    Section.objects.bulk_create(sections)
    Clause.objects.bulk_create(clauses)
