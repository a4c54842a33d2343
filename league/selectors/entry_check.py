"""Whether a typed result can stand, and what it would score; nothing is written."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from league.entry import HanchanEntry
from league.errors import EntryError, NoVersionError
from league.models import Club, Hanchan, Member, Session
from league.selectors.rule_versions import version_for
from league.wording import words_for
from rules.models import RuleVersion
from rules.parameters import Parameters, RiichiParameters
from scoring.errors import ScoringError
from scoring.settlement import Settled, problems, settle

MAX_TABLES = 99
MAX_NUMBER = 99
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEntry:
    """A result that can stand: its version, its scores and the members on their chairs."""

    entry: HanchanEntry
    version: RuleVersion
    settled: Settled
    members: tuple[Member | None, ...]  # None where a new guest will sit


class Problems:
    """Collects what is wrong, field by field, so that everything is said at once."""

    def __init__(self) -> None:
        self.by_field: dict[str, list[str]] = defaultdict(list)

    def add(self, field: str, message: str) -> None:
        """Say ``message`` beside ``field``, once."""
        if message not in self.by_field[field]:
            self.by_field[field].append(message)

    def raise_any(self) -> None:
        """Refuse the entry when anything was wrong."""
        if self.by_field:
            raise EntryError(self.by_field)


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
    members = _members(club, entry, replacing, found)
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


def _members(
    club: Club, entry: HanchanEntry, replacing: Hanchan | None, found: Problems
) -> tuple[Member | None, ...]:
    wanted = [seat.member_id for seat in entry.seats if seat.member_id is not None]
    # Who has left may still be entered for the days before, and stays in games long stored.
    there = Q(left_on__isnull=True) | Q(left_on__gte=entry.day)
    if replacing is not None:
        there |= Q(pk__in=replacing.seats.values("member"))
    listed = Member.objects.for_club(club).filter(there, pk__in=wanted, merged_into=None)
    known = {member.pk: member for member in listed}
    guests = [seat.guest.strip() for seat in entry.seats if seat.guest.strip()]
    taken = set()
    if guests:
        named = Member.objects.for_club(club).filter(display_name__in=guests)
        taken = set(named.values_list("display_name", flat=True))
    twice = {member for member, times in Counter(wanted).items() if times > 1}
    for index, seat in enumerate(entry.seats):
        field, guest = f"seat-{index}", seat.guest.strip()
        if seat.member_id is None and not guest:
            found.add(field, _("Who sat here?"))
        elif seat.member_id is not None and seat.member_id not in known:
            found.add(field, _("This person is not on the club's list."))
        elif seat.member_id in twice or guests.count(guest) > 1:
            found.add(field, _("The same person sits at two seats."))
        elif guest in taken:
            found.add(
                field,
                _("“%(name)s” is on the list already: pick them, or add something to the name.")
                % {"name": guest},
            )
        elif len(guest) > NAME_LENGTH:
            found.add(field, _("This name is too long."))
    return tuple(known.get(seat.member_id or 0) for seat in entry.seats)


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
        return
    for error in problems(entry.result(), parameters):
        found.add(*words_for(error))
