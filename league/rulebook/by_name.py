"""A club's own rule versions by the names that scripts call them by: ``<club>/<set>``."""

from __future__ import annotations

from datetime import date

from league.models import ClubRuleSet
from rules.errors import NoVersionError
from rules.models import RuleVersion, version_in_force


def stored_version(club: str, name: str, day: date) -> RuleVersion | None:
    """The version of ``<club>/<name>`` in force on ``day``; None when there is no such set.

    Two queries, three before the first version.

    Raises:
        NoVersionError: the day lies before the set's first version.
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
        raise NoVersionError(day=day, first=first.first_day)
    return version
