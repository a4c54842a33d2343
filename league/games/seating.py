"""Whom the entry form puts into its seats, and how that is taken back."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from league.core.numbers import LARGEST_KEY, number_in
from league.games.check import MAX_TABLES
from league.games.home import Home
from league.games.read import Evening, Proposal
from league.models import Club, Hanchan, League, Member, Seat

Words = dict[str, Any]
#: of each seat the member's key and the guest's name, one of them or both empty
Seats = list[tuple[str, str]]

NONE, SAME, NEXT, BACK, TABLE = "none", "same", "next", "back", "table"
WAYS: Final = (NONE, SAME, NEXT, BACK, TABLE)
_MOST_SEATS: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """What is said of the seats beside them, and what the form remembers of them.

    ``offered`` is what the form itself proposed, so that what somebody chose is never replaced;
    ``before`` is who sat there before the seats were emptied, for the way back.
    """

    way: str = ""
    proposal: Proposal | None = None
    offered: str = ""
    before: str = ""
    #: who was taken out because they do not play in the league
    strangers: tuple[Member, ...] = ()
    #: whether other people were chosen by hand and stay, although the table has its own
    is_kept: bool = False
    #: the league that the table plays in tonight, if it is another than the form's
    other_league: League | None = None


def proposed(evening: Evening, table: int, home: Home, way: str = "") -> Proposal | None:
    """Return whom a table's next game is proposed for. At most one query."""
    proposal = evening.propose(table, home.players)
    if proposal and way == SAME:
        proposal = Proposal(seats=evening.last_seats(table))
    if proposal and home.counting.top_deals_first:
        return proposal.dealt_by(evening.last_top(table, home.league))
    return proposal


def usual_league(games: Iterable[Hanchan], leagues: Iterable[League]) -> League | None:
    """Return the league that most of the games were in, the first of the club's on a tie.

    None without games in one of ``leagues``.
    """
    played = Counter(game.league_id for game in games)
    known = [league for league in leagues if played[league.pk]]
    return max(known, key=lambda league: played[league.pk], default=None)


def first_seating(evening: Evening, table: int, home: Home, way: str) -> tuple[Words, Seating]:
    """Return number and seats of an empty form, and what is said of them. At most one query."""
    proposal = proposed(evening, table, home, way)
    words: Words = {"table": table, "number": evening.next_number(table)}
    if proposal and way != NONE:
        words |= _as_words(_keys(proposal.seats))
    return words, _seating(words, evening, home, way=way, proposal=proposal)


def reseated(words: Words, way: str, evening: Evening, home: Home) -> tuple[Words, Seating]:
    """Return a form's words with its seats filled or emptied as it was asked. At most one query.

    What somebody chose stays: another table brings its own people only into seats that are empty,
    or as the form proposed them; the same holds for the number.
    """
    table = number_in(str(words.get("table", "")), most=MAX_TABLES) or 0
    sat = _sat(words)
    proposal = proposed(evening, table, home, way)
    seats, before, is_kept = sat, "", False
    if way == TABLE:
        number, offered = _offered(words)
        if table and str(words.get("number", "")) in {"", number}:
            words = words | {"number": str(evening.next_number(table))}
        theirs = _keys(proposal.seats) if proposal else []
        if _is_free(sat, offered):
            seats = theirs
        else:
            is_kept = bool(theirs) and theirs != sat
    elif way == BACK:
        seats = _read_before(words.get("before", "")) or sat
    else:
        seats = _keys(proposal.seats) if proposal and way != NONE else []
        before = _written(sat)
    words = words | _as_words(seats)
    seating = _seating(
        words, evening, home, way=way, proposal=proposal, before=before, is_kept=is_kept
    )
    return words, seating


def without_strangers(
    words: Words, club: Club, evening: Evening, home: Home
) -> tuple[Words, Seating]:
    """Empty the seats of members who have never played in the form's league. At most two queries.

    While nobody has played in it, everybody may. Guests stay.
    """
    sat = _sat(words)[: home.players]
    keys = [key for member, _guest in sat if 0 < (key := number_in(member) or 0) <= LARGEST_KEY]
    strangers = _strangers(club, home.league, keys)
    gone = {str(member.pk) for member in strangers}
    if gone:
        words = words | _as_words([("", "") if one[0] in gone else one for one in sat])
    return words, _seating(
        words, evening, home, before=_written(sat) if gone else "", strangers=strangers
    )


def _strangers(club: Club, league: League, keys: list[int]) -> tuple[Member, ...]:
    played = Seat.objects.for_club(club).filter(hanchan__league=league, hanchan__voided_at=None)
    if not keys or not played.exists():
        return ()
    theirs = played.filter(member__in=keys).values("member")
    others = Member.objects.for_club(club).filter(pk__in=keys, is_guest=False)
    return tuple(others.exclude(pk__in=theirs))


def _seating(words: Words, evening: Evening, home: Home, **said: Any) -> Seating:
    table = number_in(str(words.get("table", "")), most=MAX_TABLES) or 0
    usual = usual_league(evening.tables.get(table, ()), home.leagues)
    if "proposal" not in said:
        said["proposal"] = proposed(evening, table, home)
    members = ".".join(member for member, _guest in _sat(words))
    return Seating(
        offered=f"{words.get('number', '')}:{members}",
        other_league=usual if usual and usual.pk != home.league.pk else None,
        **said,
    )


def _sat(words: Mapping[str, Any]) -> Seats:
    return [
        (str(words.get(f"seat-{seat}") or ""), str(words.get(f"guest-{seat}") or "").strip())
        for seat in range(_MOST_SEATS)
    ]


def _keys(members: Iterable[Member]) -> Seats:
    return [(str(member.pk), "") for member in members]


def _as_words(seats: Seats) -> Words:
    words: Words = {}
    for seat in range(_MOST_SEATS):
        member, guest = seats[seat] if seat < len(seats) else ("", "")
        words |= {f"seat-{seat}": member, f"guest-{seat}": guest}
    return words


def _offered(words: Mapping[str, Any]) -> tuple[str, list[str]]:
    number, _colon, seats = str(words.get("offered", "")).partition(":")
    return number, seats.split(".")


def _is_free(sat: Seats, offered: list[str]) -> bool:
    """Return whether nobody was chosen: every seat is empty, or as the form proposed it."""
    members = [member for member, _guest in sat]
    if any(guest for member, guest in sat if not member):
        return False
    return not any(members) or members == offered


def _written(seats: Seats) -> str:
    return json.dumps(seats, ensure_ascii=False) if any(map(any, seats)) else ""


def _read_before(text: str) -> Seats:
    """Read who sat there before; nobody from words that this form never wrote."""
    with suppress(ValueError, RecursionError, TypeError):
        return [(str(member), str(guest)) for member, guest in json.loads(text)][:_MOST_SEATS]
    return []
