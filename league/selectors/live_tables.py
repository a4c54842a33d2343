"""Tables that are kept live, as they are stored, and their games replayed."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from league.live_game import LiveGame, replayed
from league.models import Club, LiveEntry, LiveSeat, LiveTable, Session
from league.selectors.options import rule_of
from league.selectors.rule_versions import version_for


def live_tables(club: Club) -> QuerySet[LiveTable]:
    """A club's tables with what their pages need. One query, two with the seats."""
    tables = LiveTable.objects.for_club(club).select_related(
        "session", "league__rule_set__rule_set", "hanchan"
    )
    return tables.prefetch_related("seats__member")


def find_live(club: Club, live_id: int) -> LiveTable:
    """One table of the club, or 404."""
    live = live_tables(club).filter(pk=live_id).first()
    if live is None:
        raise Http404
    live.club = live.session.club = live.league.club = club
    return live


def tables_of(session: Session) -> list[LiveTable]:
    """The open tables of an evening, and those that left a game behind or were given up."""
    return list(live_tables(session.club).filter(session=session).order_by("table", "number", "pk"))


def seats_of_live(live: LiveTable) -> list[LiveSeat]:
    """The seats in order."""
    return sorted(live.seats.all(), key=lambda each: each.seat)


def names_at(live: LiveTable) -> list[str]:
    """Who sits where, by seat, as the club shows names."""
    return [each.member.shown_name(live.club) for each in seats_of_live(live)]


def live_game(live: LiveTable) -> LiveGame:
    """The game under the version of its day, which may have been published a moment ago.

    What the version leaves open is played as the evening or season chose it, or as the stored game
    that is being corrected was. Two queries at most.

    Raises:
        NoVersionError: the day lies before the rules by now.
    """
    league, session = live.league, live.session
    rule = version_for(league, session.day).value
    played = rule_of(league, rule, session, session.day, game=live.hanchan)
    return replayed(played, live.hands)


def entries_since(live: LiveTable, seen: int) -> list[LiveEntry]:
    """What was entered after a revision, the oldest first, with whoever entered it."""
    entries = live.entries.filter(revision__gt=seen).select_related("entered_by", "entered_with")
    return list(entries.order_by("revision"))
