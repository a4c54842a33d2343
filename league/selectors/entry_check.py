"""Whether a typed result can stand, and what it would score; nothing is written."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.days import day_problem
from league.entry import HanchanEntry
from league.errors import EntryError, NoVersionError, Problems
from league.models import Club, Hanchan, Member, Session
from league.selectors.rule_versions import version_for
from league.selectors.seated import seated_members
from league.wording import words_for
from league.yakuman import YAKUMAN
from rules.models import RuleVersion
from rules.parameters import Parameters, RiichiParameters
from scoring.errors import ScoringError
from scoring.settlement import Settled, problems, settle

MAX_TABLES = 99
MAX_NUMBER = 99
MOST_PENALTIES = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEntry:
    """A result that can stand: its version, its scores and the members on their chairs."""

    entry: HanchanEntry
    version: RuleVersion
    settled: Settled
    members: tuple[Member | None, ...]  # None where a new guest will sit


def check_entry(
    club: Club, entry: HanchanEntry, *, replacing: Hanchan | None = None
) -> CheckedEntry:
    """Check a whole result against the rules of its day and the club's lists.

    At most six queries.

    Args:
        club: whose game it is; league, session and members must be the club's own.
        entry: the result as typed.
        replacing: the stored game that the entry corrects, if any.

    Raises:
        EntryError: everything that is wrong, field by field.
    """
    found = Problems()
    _check_home(club, entry, found)
    version = _version(entry, found)
    members = seated_members(club, entry, replacing, found)
    _check_slot(club, entry, replacing, found)
    parameters = version.value if version else None
    if parameters is not None:
        _check_game(entry, parameters, found)
    found.raise_any()
    assert version is not None
    assert parameters is not None
    try:
        settled = settle(entry.result(), parameters, version.stated_by)
    except ScoringError as error:
        raise EntryError({words_for(error)[0]: [words_for(error)[1]]}) from error
    return CheckedEntry(entry=entry, version=version, settled=settled, members=members)


def _check_home(club: Club, entry: HanchanEntry, found: Problems) -> None:
    if entry.league.club_id != club.pk:
        found.add("league", _("This league belongs to another club."))
    if entry.session is not None and entry.session.club_id != club.pk:
        found.add("day", _("This evening belongs to another club."))
    if entry.session is not None and entry.session.day != entry.day:
        found.add("day", _("The day is not that of the evening."))
    if problem := day_problem(entry.day):
        found.add("day", problem)
    if not 1 <= entry.table <= MAX_TABLES:
        found.add("table", _("Tables are numbered from 1 to %(most)s.") % {"most": MAX_TABLES})
    if not 1 <= entry.number <= MAX_NUMBER:
        found.add("number", _("Games are numbered from 1 to %(most)s.") % {"most": MAX_NUMBER})


def _version(entry: HanchanEntry, found: Problems) -> RuleVersion | None:
    try:
        return version_for(entry.league, entry.day)
    except NoVersionError as error:
        found.add(error.field, error.message)
        return None


def _check_slot(
    club: Club, entry: HanchanEntry, replacing: Hanchan | None, found: Problems
) -> None:
    session = (
        entry.session or Session.objects.for_club(club).filter(day=entry.day, title="").first()
    )
    if session is None:
        return
    live = Hanchan.objects.for_club(club).filter(
        session=session, table=entry.table, number=entry.number, voided_at=None
    )
    if replacing is not None:
        live = live.exclude(pk=replacing.pk)
    if live.exists():
        found.add(
            "number",
            _("Game %(number)s of table %(table)s is entered already.")
            % {"number": entry.number, "table": entry.table},
        )


def _check_game(entry: HanchanEntry, parameters: Parameters, found: Problems) -> None:
    if not isinstance(parameters, RiichiParameters):
        found.add("league", _("Games of this family cannot be settled yet."))
        return
    players = parameters.game.players
    if len(entry.seats) != players:
        found.add("seats", _("This rule is for %(players)s players.") % {"players": players})
        return
    missing = [index for index, seat in enumerate(entry.seats) if seat.points is None]
    for index in missing:
        found.add(f"points-{index}", _("The points are missing."))
    if missing:
        _check_slips(entry, parameters, found)
        return
    for error in problems(entry.result(), parameters):
        found.add(*words_for(error))
    _check_extras(entry, found)


def _check_slips(entry: HanchanEntry, parameters: RiichiParameters, found: Problems) -> None:
    """A seat that holds more than the whole table is why the last one was not filled in."""
    dealt = parameters.game.start_points * parameters.game.players
    for index, seat in enumerate(entry.seats):
        if seat.points is not None and abs(seat.points) > dealt:
            found.add(
                f"points-{index}",
                _("That is more than the whole table was dealt. One digit too many?"),
            )


def _check_extras(entry: HanchanEntry, found: Problems) -> None:
    """What the database keeps in bounds besides the rule."""
    kinds = [(taken.seat, taken.kind) for taken in entry.penalties]
    if len(kinds) != len(set(kinds)):
        found.add("penalties", _("The same penalty stands twice at one seat; count it instead."))
    if any(taken.count > MOST_PENALTIES for taken in entry.penalties):
        found.add(
            "penalties",
            _("A penalty is counted from 1 to %(most)s times.") % {"most": MOST_PENALTIES},
        )
    if any(won.name not in YAKUMAN for won in entry.yakuman):
        found.add("yakuman", _("There is no such yakuman."))
