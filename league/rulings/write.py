"""Rulings on single cases: recorded, corrected by a later one, voided; never deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import day_problem
from league.core.errors import LeagueError, checked_reason
from league.core.letters import nfkc
from league.models import Club, ClubRuleSet, Hanchan, Ruling, Session
from league.rulebook.prose import LONGEST_CODE
from league.rulebook.rulings import InForce, clauses_on, near_codes

#: what happened, or what was decided
LONGEST_CASE: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    clause: str  # its code
    facts: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    rule_set: ClubRuleSet
    day: date
    session: Session | None = None
    hanchan: Hanchan | None = None


@transaction.atomic
def record_ruling(*, club: Club, case: Case, decision: Decision, actor: Actor) -> Ruling:
    """Record a decision on a case; repeating it exactly makes no second ruling.

    Raises:
        LeagueError: something is missing, the day is outside the supported calendar, no
            version of the rules was in force on it, or that version has no such clause;
            ``field`` is ``day``, ``clause``, ``facts`` or ``outcome``.
    """
    # a button pressed twice sends two at once: the second waits here for the first
    ClubRuleSet.objects.for_club(club).select_for_update(no_key=True).get(pk=case.rule_set.pk)
    made = _checked(club, case, decision)
    same = Ruling.objects.for_club(club).filter(**made, corrects=None, voided_at=None)
    there = same.order_by("pk").first()
    if there is not None:
        return there
    ruling = _store(made, actor, corrects=None)
    _record("ruling.recorded", ruling, actor, after=_snapshot(ruling))
    return ruling


@transaction.atomic
def correct_ruling(*, ruling: Ruling, decision: Decision, actor: Actor) -> Ruling:
    """Record a ruling that replaces an earlier one; both stay readable.

    Raises:
        LeagueError: the earlier one is already voided or corrected, or as in
            :func:`record_ruling`.
    """
    current = hold_ruling(ruling)
    if current.is_voided:
        raise LeagueError(_("This ruling is voided; record a new one instead."))
    if current.corrections.filter(voided_at=None).exists():
        raise LeagueError(
            _("This ruling has already been corrected. Correct the later one instead.")
        )
    case = Case(
        rule_set=current.rule_set,
        day=current.day,
        session=current.session,
        hanchan=current.hanchan,
    )
    made = _store(_checked(current.club, case, decision), actor, corrects=current)
    _record("ruling.corrected", made, actor, before=_snapshot(current), after=_snapshot(made))
    return made


@transaction.atomic
def void_ruling(*, ruling: Ruling, reason: str, actor: Actor) -> Ruling:
    """Void a ruling, for a reason; it stays readable, and what it corrected applies again.

    Raises:
        LeagueError: no reason, or one too long (``field`` ``reason``); it is already voided, or
            a later ruling corrects it.
    """
    reason = checked_reason(reason)
    current = hold_ruling(ruling)
    if current.is_voided:
        raise LeagueError(_("This ruling is already voided."))
    if current.corrections.filter(voided_at=None).exists():
        raise LeagueError(_("A later ruling corrects this one. Void that one instead."))
    before = _snapshot(current)
    current.voided_at, current.void_reason = timezone.now(), reason
    current.save(update_fields=["voided_at", "void_reason"])
    _record("ruling.voided", current, actor, before=before, after=_snapshot(current), reason=reason)
    return current


def hold_ruling(ruling: Ruling) -> Ruling:
    """Lock the ruling until commit and return its present state."""
    rulings = Ruling.objects.for_club(ruling.club_id)
    return rulings.select_for_update().get(pk=ruling.pk)


def _checked(club: Club, case: Case, decision: Decision) -> dict[str, Any]:
    if problem := day_problem(case.day):
        raise LeagueError(problem, field="day")
    return {
        "club": club,
        "rule_set": case.rule_set,
        "session": case.session,
        "hanchan": case.hanchan,
        "day": case.day,
        "clause": _checked_clause(case, decision.clause),
        "facts": _checked_text(decision.facts, "facts"),
        "outcome": _checked_text(decision.outcome, "outcome"),
    }


def _store(made: Mapping[str, Any], actor: Actor, *, corrects: Ruling | None) -> Ruling:
    return Ruling.objects.create(
        **made, corrects=corrects, created_by=actor.user, created_by_name=actor.name[:80]
    )


def _checked_clause(case: Case, typed: str) -> str:
    """Return the code as the day's book spells it.

    Raises:
        LeagueError: nothing, or a code that this book does not have: suggests similar ones.
    """
    typed = nfkc(typed).strip()
    if not typed:
        raise LeagueError(_("Under which clause was it decided?"), field="clause")
    if len(typed) > LONGEST_CODE:
        raise LeagueError(_("A clause code can have at most 24 characters."), field="clause")
    in_force = clauses_on(case.rule_set, case.day)
    if in_force.version is None:
        raise LeagueError(_("No version of these rules was in force on that day."), field="day")
    folded = typed.casefold()
    codes = (clause.code for clause in in_force.clauses)
    found = next((code for code in codes if code.casefold() == folded), None)
    if found is None:
        raise LeagueError(_unknown_clause(typed, in_force), field="clause")
    return found


def _unknown_clause(typed: str, in_force: InForce) -> str:
    assert in_force.version is not None  # the caller has looked
    facts = {"code": typed, "label": in_force.version.label}
    if not in_force.clauses:
        return _("Version %(label)s has no clauses. Add one to the rules first.") % facts
    near = near_codes(typed, in_force.clauses)
    if len(near) == 1:
        facts["near"] = near[0]
        return _("Version %(label)s has no clause “%(code)s”. Did you mean %(near)s?") % facts
    if near:
        facts["near"] = ", ".join(near)
        return (
            _("Version %(label)s has no clause “%(code)s”. Did you mean one of these: %(near)s?")
            % facts
        )
    return (
        _(
            "Version %(label)s has no clause “%(code)s”. Choose one from the list; the "
            "version's rulebook contains them all."
        )
        % facts
    )


def _checked_text(text: str, field: str) -> str:
    text = text.strip()
    if not text:
        raise LeagueError(_("Please describe it in a sentence or two."), field=field)
    if len(text) > LONGEST_CASE:
        raise LeagueError(_("Please keep it under 2,000 characters."), field=field)
    return text


def _snapshot(ruling: Ruling) -> dict[str, object]:
    return {
        "id": ruling.pk,
        "rule_set": ruling.rule_set.slug,
        "day": ruling.day,
        "session": ruling.session_id,
        "game": ruling.hanchan_id,
        "clause": ruling.clause,
        "facts": ruling.facts,
        "outcome": ruling.outcome,
        "corrects": ruling.corrects_id,
        "voided": ruling.is_voided,
    }


def _record(
    type_: str,
    ruling: Ruling,
    actor: Actor,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object],
    reason: str = "",
) -> None:
    record_event(
        type_,
        club=ruling.club,
        object_id=ruling.pk,
        actor=actor,
        before=before,
        after=after,
        reason=reason,
    )
