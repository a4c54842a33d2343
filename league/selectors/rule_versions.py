"""Which version of a club's rules a day is played under."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _

from league.errors import NoVersionError
from league.models import League
from rules.models import RuleVersion, version_in_force


def version_for(league: League, day: date) -> RuleVersion:
    """The version of the league's rules in force on ``day``.

    Raises:
        NoVersionError: the day lies before the rule set's first version; says that day.
    """
    rule_set = league.rule_set.rule_set
    version = version_in_force(rule_set, day)
    if version is None:
        published = rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
        first = published.order_by("effective_from").first()
        if first is None:
            raise NoVersionError(_("These rules have no published version yet."), first=None)
        raise NoVersionError(
            _("These rules are in force from %(day)s; the game lies before that.")
            % {"day": first.first_day.isoformat()},
            first=first.first_day,
        )
    return version
