"""Which version of a club's rules is in force on a day, and how its scores are shown."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _

from league.core.errors import NoVersionError
from league.core.formats import score_name
from league.models import Club, ClubRuleSet, League
from rules import errors
from rules.models import Family, RuleVersion, version_in_force
from rules.parameters.base import Ranking


def stored_parameter(*path: str, parameters: str = "parameters") -> Combinable:
    """Return an expression for a value inside a version's stored parameters.

    A lookup by double underscores does the same, but Django keeps the exception by which it finds
    out that a part is no field, and with it everything that the request ever held, until the next
    garbage collection.

    Args:
        path: the names that lead to it, from the outside.
        parameters: the query's path to the field.
    """
    found: Combinable = F(parameters)
    for name in path:
        found = KeyTransform(name, found)
    return found


def version_for(league: League, day: date) -> RuleVersion:
    """Return the version of the league's rules in force on ``day``.

    Raises:
        NoVersionError: the day is before the rule set's first version; says that day.
    """
    rule_set = league.rule_set.rule_set
    version = version_in_force(rule_set, day)
    if version is None:
        published = rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
        raise before_rules(published.order_by("effective_from").first())
    return version


def before_rules(first: RuleVersion | None) -> NoVersionError:
    if first is None:
        return NoVersionError(_("These rules have no published version yet."), first=None)
    words = _("These rules take effect on %(day)s; the game was played before that.")
    return NoVersionError(words % {"day": first.first_day.isoformat()}, first=first.first_day)


_USUAL = Ranking()


class ScoreShown(NamedTuple):
    decimals: int = _USUAL.score_decimals
    name: str = _USUAL.score_name  # as the rule has it
    family: str = ""

    @property
    def unit(self) -> str:
        return score_name(self.name)

    @property
    def is_boo(self) -> bool:
        return self.family == Family.BOO


#: of a league before its first version
UNKNOWN = ScoreShown()


def scores_by_league(club: Club, today: date) -> Mapping[int, ScoreShown]:
    """Map leagues to how the newest version in force shows their scores. One query."""
    found: dict[int, ScoreShown] = {}
    newest = RuleVersion.objects.filter(
        status=RuleVersion.Status.PUBLISHED,
        effective_from__lte=today,
        rule_set__in_club__club=club,
    ).order_by("effective_from")
    for league_id, decimals, name, family in newest.values_list(
        "rule_set__in_club__leagues",
        stored_parameter("ranking", "score_decimals"),
        stored_parameter("ranking", "score_name"),
        stored_parameter("family"),
    ):
        if league_id is not None:
            found[league_id] = ScoreShown(
                _USUAL.score_decimals if decimals is None else int(decimals),
                name or _USUAL.score_name,
                family or "",
            )
    return found


def stored_version(club: str, name: str, day: date) -> RuleVersion | None:
    """Find ``<club>/<name>``'s version in force on ``day``; None if there is no such set.

    Two queries, three before the first version.

    Raises:
        NoVersionError: the day is before the set's first version.
    """
    sets = ClubRuleSet.objects.across_clubs().select_related("rule_set")
    in_club = sets.filter(club__slug=club, slug=name).first()
    if in_club is None:
        return None
    version = version_in_force(in_club.rule_set, day)
    if version is None:
        published = in_club.rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
        first = published.order_by("effective_from").first()
        if first is None:
            return None
        raise errors.NoVersionError(day=day, first=first.first_day)
    return version
