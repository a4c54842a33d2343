"""Rulings as they are read: by club, by clause, on a game, on an evening; corrections beside."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches

from django.db.models import Max, Q, QuerySet

from league.models import Club, ClubRuleSet, Hanchan, RuleChange, Ruling, Session
from league.rulebook.timeline import READABLE
from rules.models import Clause, RuleVersion, version_in_force

#: rulings on one page of the club's list
A_PAGE = 30
#: how many clauses are named where one is asked for that there is not, and how alike they are
_NEAR, _ALIKE = 3, 0.7

Status = RuleVersion.Status

_RELATED = ("club", "rule_set__rule_set", "session", "hanchan__league", "hanchan__session")


@dataclass(frozen=True, slots=True, kw_only=True)
class DetailedRuling:
    ruling: Ruling
    version: RuleVersion | None  # what held for its day when it was made, readable for ever
    present: RuleVersion | None  # what holds for its day now; None where there is none any more
    clause: Clause | None  # as the version then had it; None for a code that it had not
    correction: Ruling | None  # the later ruling that counts in its place

    @property
    def stands(self) -> bool:
        return self.correction is None and not self.ruling.is_voided

    @property
    def is_of_another_version(self) -> bool:
        return self.version != self.present


@dataclass(frozen=True, slots=True, kw_only=True)
class InForce:
    """A day's version of a set with its clauses; no version before the first."""

    version: RuleVersion | None
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingsPage:
    rulings: tuple[DetailedRuling, ...]
    number: int  # from 1
    has_more: bool


def clauses_on(rule_set: ClubRuleSet, day: date) -> InForce:
    """Return a set's version in force on ``day``, and its clauses. Two queries."""
    version = version_in_force(rule_set.rule_set, day)
    clauses = tuple(version.clauses.all()) if version else ()
    return InForce(version=version, clauses=clauses)


def near_codes(typed: str, clauses: Iterable[Clause]) -> list[str]:
    """Suggest codes for an unknown one, the likeliest first. No query."""
    codes = {clause.code.casefold(): clause.code for clause in clauses}
    return [codes[found] for found in get_close_matches(typed.casefold(), codes, _NEAR, _ALIKE)]


def rulings_page(
    club: Club, *, rule_set: ClubRuleSet | None = None, clause: str = "", number: int = 1
) -> RulingsPage:
    """Return the club's rulings, all or those of a set or clause. Four queries at most."""
    rulings = _whole(club)
    if rule_set is not None:
        rulings = rulings.filter(rule_set=rule_set)
    if clause:
        rulings = rulings.filter(clause=clause)
    start = (number - 1) * A_PAGE
    found = list(rulings[start : start + A_PAGE + 1])
    return RulingsPage(
        rulings=tuple(detailed(found[:A_PAGE])), number=number, has_more=len(found) > A_PAGE
    )


def clauses_ruled_on(club: Club, rule_set: ClubRuleSet | None = None) -> list[str]:
    """Return the codes of clauses with rulings, in order. One query."""
    rulings = Ruling.objects.for_club(club)
    if rule_set is not None:
        rulings = rulings.filter(rule_set=rule_set)
    return list(rulings.order_by("clause").values_list("clause", flat=True).distinct())


def rulings_by_clause(rule_set: ClubRuleSet) -> dict[str, list[DetailedRuling]]:
    """Return a set's rulings by clause code, newest day first; voided ones are left out.

    Four queries at most, one without rulings.
    """
    by_clause: dict[str, list[DetailedRuling]] = defaultdict(list)
    found = _whole(rule_set.club_id).filter(rule_set=rule_set, voided_at=None)
    for each in detailed(list(found)):
        by_clause[each.ruling.clause].append(each)
    return dict(by_clause)


def rulings_on_game(hanchan: Hanchan) -> list[DetailedRuling]:
    """Return the rulings on one game, earliest first. One query without any."""
    return detailed(list(_whole(hanchan.club_id).filter(hanchan=hanchan).order_by("pk")))


def rulings_on_session(session: Session) -> list[DetailedRuling]:
    """Return the rulings on an evening and its games, earliest first. One query without any."""
    there = Q(session=session) | Q(hanchan__session=session)
    return detailed(list(_whole(session.club_id).filter(there).order_by("pk")))


def find_ruling(club: Club, ruling_id: int) -> Ruling | None:
    return _whole(club).filter(pk=ruling_id).first()


def chain_of(ruling: Ruling) -> list[DetailedRuling]:
    """Return the case's rulings from first to last: corrected and correcting ones.

    Includes voided corrections. Two queries for each step back.
    """
    rulings = _whole(ruling.club_id)
    first = ruling
    while first.corrects_id is not None:
        first = rulings.get(pk=first.corrects_id)
    chain, level = [first], [first]
    while level:
        level = list(rulings.filter(corrects__in=level).order_by("pk"))
        chain += level
    return detailed(chain)


def detailed(rulings: Sequence[Ruling]) -> list[DetailedRuling]:
    """Add version, clause and correction to each ruling. Three queries, or none."""
    if not rulings:
        return []
    later = Ruling.objects.for_club(rulings[0].club_id).filter(
        corrects__in=[ruling.pk for ruling in rulings], voided_at=None
    )
    corrections = {ruling.corrects_id: ruling for ruling in later}
    versions = _versions(rulings)
    clauses = _clauses(rulings, (then for then, _now in versions.values() if then))
    made = []
    for ruling in rulings:
        version, present = versions[ruling.pk]
        made.append(
            DetailedRuling(
                ruling=ruling,
                version=version,
                present=present,
                clause=clauses.get((version.pk, ruling.clause)) if version else None,
                correction=corrections.get(ruling.pk),
            )
        )
    return made


def _whole(club: Club | int) -> QuerySet[Ruling, Ruling]:
    return Ruling.objects.for_club(club).select_related(*_RELATED)


#: the version that held when a ruling was made, and the one that holds now
Versions = tuple[RuleVersion | None, RuleVersion | None]


def _versions(rulings: Sequence[Ruling]) -> dict[int, Versions]:
    """Return each ruling's versions, at the time and now, by its key. One query."""
    sets = {ruling.rule_set.rule_set_id for ruling in rulings}
    left = Q(departures__state=RuleChange.State.APPLIED)
    published = (
        RuleVersion.objects.filter(rule_set__in=sets, status__in=READABLE)
        .defer("parameters", "stated_by")
        .annotate(left_at=Max("departures__closed_at", filter=left))
        .order_by("-effective_from", "-number")
    )
    lines: dict[int, list[tuple[RuleVersion, datetime | None]]] = defaultdict(list)
    for version in published:
        lines[version.rule_set_id].append((version, version.left_at))
    found = {}
    for ruling in rulings:
        line = lines[ruling.rule_set.rule_set_id]
        begun = [(version, at) for version, at in line if version.first_day <= ruling.day]
        now = next((each for each, _at in begun if each.status == Status.PUBLISHED), None)
        then = next((each for each, at in begun if _held(each, at, ruling.created_at)), now)
        found[ruling.pk] = then, now
    return found


def _held(version: RuleVersion, left_at: datetime | None, moment: datetime) -> bool:
    """Return whether a version counted at a moment; False if its leaving time is unknown."""
    if version.published_at is not None and version.published_at > moment:
        return False
    return version.status == Status.PUBLISHED or (left_at is not None and left_at > moment)


def _clauses(
    rulings: Sequence[Ruling], versions: Iterable[RuleVersion]
) -> dict[tuple[int, str], Clause]:
    codes = {ruling.clause for ruling in rulings}
    clauses = Clause.objects.select_related("version").filter(
        version__in={v.pk for v in versions}, code__in=codes
    )
    return {(clause.version_id, clause.code): clause for clause in clauses}
