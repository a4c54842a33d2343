"""What an evening or a season chooses for itself where the rules leave it open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import League, Session
from league.rule_wording import language
from league.selectors.options import season_rule, session_rules
from league.services.audit import record_event
from rules import words
from rules.errors import ParametersError, UnknownParameterError
from rules.options import check_options, open_to_events
from rules.parameters import Parameters


@transaction.atomic
def set_session_options(*, session: Session, options: Mapping[str, Any], actor: Actor) -> None:
    """Let an evening choose; games that are stored already keep what they were played with.

    Raises:
        LeagueError: no league's rules leave that open that day, or the values cannot stand;
            ``field`` names the parameter.
    """
    rules = session_rules(session.club, session.day) if options else []
    _check(rules, options)
    current = Session.objects.for_club(session.club_id).select_for_update().get(pk=session.pk)
    before, after = current.options, dict(options)
    session.options = after
    if before == after:
        return
    current.options, current.is_off_list = after, False
    current.save(update_fields=["options", "is_off_list"])
    record_event(
        "session.options_changed",
        club=session.club,
        object_id=session.pk,
        actor=actor,
        before={"options": before},
        after={"options": after},
    )


def check_season_options(league: League, day: date, options: Mapping[str, Any]) -> None:
    """See that a season that begins on the day may choose these values.

    Raises:
        LeagueError: the rules do not leave that open, or the values cannot stand; ``field`` names
            the parameter.
    """
    rule = season_rule(league, day) if options else None
    _check([] if rule is None else [rule], options)


def _check(rules: Sequence[Parameters], options: Mapping[str, Any]) -> None:
    """Each value stands wherever it is left open, and is left open somewhere."""
    for name in options:
        if not any(name in open_to_events(rule) for rule in rules):
            raise LeagueError(_("The rules of that day do not leave this open."), field=name)
    for rule in rules:
        own = {name: options[name] for name in open_to_events(rule) if name in options}
        try:
            check_options(rule, own)
        except ParametersError as error:
            raise _refused(rule, error, own) from error


def _refused(rule: Parameters, error: ParametersError, own: Mapping[str, Any]) -> LeagueError:
    """The refusal beside a value that was chosen, by the name that people know."""
    problem = error.problems[0]
    field = problem.field if problem.field in own else next(iter(own))
    try:
        name = words.name_of(rule.family, problem.field, language())
    except UnknownParameterError:
        name = problem.field
    said = _("This does not go with the rest of the rules (%(name)s).") % {"name": name}
    return LeagueError(said, field=field)
