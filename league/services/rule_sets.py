"""A club takes a shipped rule set into use, and puts further versions of it in force."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Club, ClubRuleSet
from league.services.audit import record_event
from rules.clauses import Clause as ClauseValue
from rules.models import Clause, RuleSet, RuleVersion
from rules.parameters import Parameters
from rules.presets import load


@transaction.atomic
def adopt_rule_set(*, club: Club, key: str, actor: Actor, slug: str = "") -> ClubRuleSet:
    """Copy a shipped set with all its dated versions and clauses into the club's use.

    Raises:
        UnknownRuleSetError: nothing is shipped under ``key``.
        LeagueError: the club uses a set of that name already.
    """
    shipped = load(key)
    slug = slug or key
    if ClubRuleSet.objects.for_club(club).filter(slug=slug).exists():
        raise LeagueError(_("The club uses a rule set of that name already."), field="rule_set")
    rule_set = RuleSet.objects.create(
        name_ja=shipped.name_ja,
        name_en=shipped.name_en,
        family=shipped.family,
        adopted_from=key,
    )
    in_club = ClubRuleSet.objects.create(club=club, rule_set=rule_set, slug=slug)
    for version in shipped.versions:
        _store_version(
            rule_set,
            day=version.effective_from,
            parameters=version.parameters,
            stated_by=version.stated_by,
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
    changes_ja: str,
    changes_en: str,
    actor: Actor,
) -> RuleVersion:
    """Put a version in force from ``day``, before any game from that day on is stored.

    Raises:
        LeagueError: the day has a version already, or games from that day on are stored.
    """
    rule_set = in_club.rule_set
    published = rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
    if published.filter(effective_from=day).exists():
        raise LeagueError(_("There is a published version for that day already."), field="day")
    later = in_club.leagues.filter(hanchan__day__gte=day)
    if later.exists():
        raise LeagueError(_("Games from that day on are stored already."), field="day")
    version = _store_version(
        rule_set,
        day=day,
        parameters=parameters,
        stated_by=stated_by,
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
    Clause.objects.bulk_create(
        Clause(
            version=version,
            position=position,
            code=clause.code,
            title_ja=clause.title_ja,
            title_en=clause.title_en,
            text_ja=clause.text_ja,
            text_en=clause.text_en,
            states=list(clause.states),
            is_changed=clause.changed,
        )
        for position, clause in enumerate(clauses)
    )
    return version
