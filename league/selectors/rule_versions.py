"""Which version of a club's rules a day is played under."""

from __future__ import annotations

from datetime import date

from django.db.models import F
from django.db.models.expressions import Combinable
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _

from league.errors import NoVersionError
from league.models import League
from rules.models import RuleVersion, version_in_force


def stored_parameter(*path: str, parameters: str = "parameters") -> Combinable:
    """A value inside a version's stored parameters, as a query reads it.

    A lookup by double underscores does the same, but Django keeps the exception by which it finds
    out that a part is no field, and with it everything that the request ever held, until the next
    collection of garbage.

    Args:
        path: the names that lead to it, from the outside.
        parameters: how the query gets to the field.
    """
    found: Combinable = F(parameters)
    for name in path:
        found = KeyTransform(name, found)
    return found


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
