"""Whether a typed result can stand, and what it would score; nothing is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from league.core.days import club_day, day_problem
from league.core.errors import EntryError, NoVersionError, Problems
from league.core.naming import is_readable
from league.core.numbers import LARGEST_KEY
from league.games.cards import with_cards_before
from league.games.clashes import game_at, says_the_same, taken_words
from league.games.entry import HanchanEntry
from league.games.played import boo_table
from league.games.points import counting_of
from league.models import Club, Hanchan, Member, Session
from league.rulebook.options import options_for
from league.rulebook.versions import version_for
from league.wording.errors import words_for
from rules.models import RuleVersion
from rules.parameters import NO_OPTIONS, BooParameters, Parameters, chosen_under
from scoring.checks import problems
from scoring.hands.yaku import YAKUMAN
from scoring.results import GameResult, Settled
from scoring.settlement import settle

MAX_TABLES = 99
MAX_NUMBER = 99
MOST_PENALTIES = 9
NAME_LENGTH = 40
#: an evening may be entered ahead, but a day later than this is a slip of the year
_FARTHEST_AHEAD = timedelta(days=366)
#: no column of a settlement holds more
_LARGEST_SCORE = 2**31 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEntry:
    entry: HanchanEntry
    version: RuleVersion
    settled: Settled
    members: tuple[Member | None, ...]  # None where a new guest will sit
    session: Session | None  # its evening, if there is one yet
    dabu_ken: int | None  # Boo: the seat whose right could double it, as the game began
    #: what its event chose for itself
    options: Mapping[str, Any] = field(default_factory=dict)


def check_entry(
    club: Club,
    entry: HanchanEntry,
    *,
    replacing: Hanchan | None = None,
    beside: Iterable[HanchanEntry] = (),
) -> CheckedEntry:
    """Check a whole result against the rules of its day and the club's lists.

    A game of Boo is settled within its table's evening, so that it scores as it will when stored.
    At most six queries, nine for Boo; one more where the version leaves something open, and one
    where somebody got a card.

    Args:
        club: whose game it is; league, session and members must be the club's own.
        entry: the result as typed.
        replacing: the stored game that the entry corrects, if any.
        beside: results about to be entered with it; a game of Boo depends on them.

    Raises:
        EntryError: everything that is wrong, field by field.
    """
    found = Problems()
    _check_home(club, entry, found)
    if problem := problem_of_day(entry.day, None if replacing else last_day(club)):
        found.add("day", problem)
    version = _version(entry, found)
    members = _seated_members(club, entry, replacing, found)
    session = _evening(club, entry)
    _check_slot(session, entry, replacing, found)
    own_rule = version.value if version else None
    options, parameters = NO_OPTIONS, own_rule
    if own_rule is not None:
        options = _options(entry, own_rule, session, replacing)
        parameters = chosen_under(own_rule, options)
    if parameters is not None:
        _check_game(entry, parameters, found)
    found.raise_any()
    assert version is not None
    assert parameters is not None
    entry = with_cards_before(entry, parameters, members, without=replacing)
    result = entry.result()
    if isinstance(own_rule, BooParameters):
        table = boo_table(
            *(entry.league, session, entry.table, own_rule),
            without=replacing,
            beside=beside,
            options=options,
        )
        players = tuple(member.pk if member else -seat for seat, member in enumerate(members, 1))
        result = replace(result, dabu_ken=table.right_in(entry.number, players, result))
    return CheckedEntry(
        entry=entry,
        version=version,
        settled=_settled(result, parameters, version),
        members=members,
        session=session,
        dabu_ken=result.dabu_ken,
        options=options,
    )


def _settled(result: GameResult, parameters: Parameters, version: RuleVersion) -> Settled:
    settled = settle(result, parameters, version.stated_by)
    absurd = [at for at, score in enumerate(settled.scores) if abs(score) > _LARGEST_SCORE]
    if absurd:
        words = _("That is more than a table can have. One digit too many?")
        raise EntryError({f"points-{seat}": [words] for seat in absurd})
    return settled


def _check_home(club: Club, entry: HanchanEntry, found: Problems) -> None:
    if entry.league.club_id != club.pk:
        found.add("league", _("This league belongs to another club."))
    if entry.session is not None and entry.session.club_id != club.pk:
        found.add("day", _("This session belongs to another club."))
    if entry.session is not None and entry.session.day != entry.day:
        found.add("day", _("The date does not match the session."))
    if not 1 <= entry.table <= MAX_TABLES:
        found.add("table", _("Tables are numbered from 1 to %(most)s.") % {"most": MAX_TABLES})
    if not 1 <= entry.number <= MAX_NUMBER:
        found.add("number", _("Games are numbered from 1 to %(most)s.") % {"most": MAX_NUMBER})


def last_day(club: Club) -> date:
    """Return the last day accepted for results; a later one is a mistyped year."""
    return club_day(club) + _FARTHEST_AHEAD


def problem_of_day(day: date, last: date | None) -> str:
    """Explain why a day is not accepted; stored games may have it (``last`` None); or ""."""
    if problem := day_problem(day):
        return problem
    if last is not None and day > last:
        return _("This day is more than a year away. Is the year right?")
    return ""


def slot_taken(table: int, number: int) -> str:
    facts = {"number": number, "table": table}
    return _("Game %(number)s of table %(table)s has already been entered.") % facts


def _version(entry: HanchanEntry, found: Problems) -> RuleVersion | None:
    try:
        return version_for(entry.league, entry.day)
    except NoVersionError as error:
        found.add(error.field, error.message)
        return None


def _options(
    entry: HanchanEntry, rule: Parameters, session: Session | None, replacing: Hanchan | None
) -> Mapping[str, Any]:
    """Return the event's choices; a correction keeps them, an outside record states its own."""
    if replacing is not None:
        kept: dict[str, Any] = replacing.options
        return kept
    return {} if entry.outside_id else options_for(entry.league, rule, session, entry.day)


def _evening(club: Club, entry: HanchanEntry) -> Session | None:
    """Return the evening that the game belongs to, if it exists. At most one query."""
    if entry.session is not None:
        return entry.session
    return Session.objects.for_club(club).filter(day=entry.day, title="").first()


def _check_slot(
    session: Session | None, entry: HanchanEntry, replacing: Hanchan | None, found: Problems
) -> None:
    if session is None:
        return
    stored = game_at(session, entry.table, entry.number, without=replacing)
    if stored is not None:
        found.taken_by, found.is_same = stored, says_the_same(stored, entry)
        found.add("number", taken_words(stored, is_same=found.is_same))


def _check_game(entry: HanchanEntry, parameters: Parameters, found: Problems) -> None:
    players = parameters.game.players
    if len(entry.seats) != players:
        found.add("seats", _("This rule is for %(players)s players.") % {"players": players})
        return
    missing = [index for index, seat in enumerate(entry.seats) if seat.points is None]
    for index in missing:
        found.add(f"points-{index}", _("Enter the points."))
    if missing:
        _check_slips(entry, parameters, found)
        return
    for error in problems(entry.result(), parameters):
        found.add(*words_for(error))
    _check_extras(entry, parameters, found)


def _check_slips(entry: HanchanEntry, parameters: Parameters, found: Problems) -> None:
    """Report impossible points: they are why the last seat was not filled in."""
    counting = counting_of(parameters)
    if counting.dealt:
        words = _("That is more than all the points dealt at the table. One digit too many?")
    else:
        words = _("That is more than a table can have. One digit too many?")
    for index, seat in enumerate(entry.seats):
        if seat.points is not None and abs(seat.points) > counting.most:
            found.add(f"points-{index}", words)


def _check_extras(entry: HanchanEntry, parameters: Parameters, found: Problems) -> None:
    """Check limits that the database sets besides the rule, and invalid yakuman."""
    kinds = [(taken.seat, taken.kind) for taken in entry.penalties]
    if len(kinds) != len(set(kinds)):
        found.add(
            "penalties",
            _(
                "The same penalty is entered twice for one seat; enter it once with a count "
                "instead."
            ),
        )
    if any(taken.count > MOST_PENALTIES for taken in entry.penalties):
        found.add(
            "penalties",
            _("A penalty can be counted 1 to %(most)s times.") % {"most": MOST_PENALTIES},
        )
    names = {won.name for won in entry.yakuman}
    if names - set(YAKUMAN):
        found.add("yakuman", _("There is no such yakuman."))
    if names & counting_of(parameters).no_yakuman:
        found.add("yakuman", _("These rules have no counted yakuman."))


def _seated_members(
    club: Club, entry: HanchanEntry, replacing: Hanchan | None, found: Problems
) -> tuple[Member | None, ...]:
    """Return the member in each seat, None for a new guest; problems go to ``found``.

    At most two queries.
    """
    known = _listed(club, entry, replacing)
    guests = [seat.guest.strip() for seat in entry.seats]
    taken: set[str] = set()
    if any(guests):
        named = Member.objects.for_club(club).filter(display_name__in=[*filter(None, guests)])
        taken = set(named.values_list("display_name", flat=True))
    times = Counter(seat.member_id for seat in entry.seats)
    for index, (seat, guest) in enumerate(zip(entry.seats, guests, strict=True)):
        if seat.member_id is None:
            message = _about_guest(guest, guests, taken)
        elif seat.member_id not in known:
            message = _("This person is not on the club's list.")
        else:
            message = _("The same person is in two seats.") if times[seat.member_id] > 1 else ""
        if message:
            found.add(f"seat-{index}", message)
    return tuple(known.get(seat.member_id or 0) for seat in entry.seats)


def _listed(club: Club, entry: HanchanEntry, replacing: Hanchan | None) -> dict[int, Member]:
    wanted = [key for seat in entry.seats if 0 < (key := seat.member_id or 0) <= LARGEST_KEY]
    # Who has left may still be entered for the days before, and stays in games long stored.
    there = Q(left_on__isnull=True) | Q(left_on__gte=entry.day)
    if replacing is not None:
        there |= Q(pk__in=replacing.seats.values("member"))
    listed = Member.objects.for_club(club).filter(there, pk__in=wanted, merged_into=None)
    return {member.pk: member for member in listed}


def _about_guest(guest: str, guests: list[str], taken: set[str]) -> str:
    if not guest:
        return _("Who sat here?")
    if not is_readable(guest):
        return _("Choose a name with readable characters.")
    if guests.count(guest) > 1:
        return _("The same person is in two seats.")
    if guest in taken:
        return _(
            "“%(name)s” is already on the list: choose them there, or enter a more "
            "distinctive name."
        ) % {"name": guest}
    return _("This name is too long.") if len(guest) > NAME_LENGTH else ""
