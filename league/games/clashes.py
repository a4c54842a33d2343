"""Two results in one place, and one person at two tables at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.days import club_day
from league.core.formats import points as written_points
from league.games.entry import HanchanEntry, SeatEntry, entry_of
from league.models import AuditEvent, Club, Hanchan, LiveSeat, LiveTable, Member, Seat, Session


def game_at(
    session: Session, table: int, number: int, *, without: Hanchan | None = None
) -> Hanchan | None:
    """Return the live game that an evening has at a table and number.

    One query, six where there is one: it comes with everything that it is compared by.
    """
    live = Hanchan.objects.for_club(session.club_id).filter(
        session=session, table=table, number=number, voided_at=None
    )
    if without is not None:
        live = live.exclude(pk=without.pk)
    if not live.exists():
        return None
    return (
        live.select_related("club", "league", "session")
        .prefetch_related("seats__member", "penalties", "yakuman")
        .first()
    )


def says_the_same(stored: Hanchan, typed: HanchanEntry) -> bool:
    """Return whether a result says of a game what is stored, whoever entered it.

    A guest is known again by the name that the first entry gave them. Hands, and a remark that the
    stored game does not have, would be lost: with them it says more.
    """
    if typed.kyoku is not None or typed.remark not in ("", stored.remark):
        return False
    seats = list(stored.seats.all())
    if len(seats) != len(typed.seats):
        return False
    known = tuple(map(_with_member, typed.seats, seats))
    same = replace(typed, session=stored.session, seats=known, remark=stored.remark)
    return same.digest() == entry_of(stored).digest()


def _with_member(typed: SeatEntry, stored: Seat) -> SeatEntry:
    if typed.member_id is None and typed.guest.strip() == stored.member.display_name:
        return replace(typed, guest="", member_id=stored.member_id, new_member=False, kana=None)
    return typed


def taken_words(stored: Hanchan, *, is_same: bool) -> str:
    """Say which game is there, when and by whom it was entered, and with which result.

    One query.
    """
    facts = {
        "number": stored.number,
        "table": stored.table,
        "time": _entered(stored),
        "result": _(", ").join(
            f"{seat.member.shown_name(stored.club)} {written_points(seat.held)}"
            for seat in stored.seats.all()
        ),
    }
    if is_same:
        return (
            _(
                "Game %(number)s of table %(table)s was entered at %(time)s with the same result. "
                "It counts once."
            )
            % facts
        )
    return (
        _(
            "Game %(number)s of table %(table)s was entered at %(time)s with another result: "
            "%(result)s."
        )
        % facts
    )


def kept_words(stored: Hanchan) -> str:
    """Say that a game stays as it was entered. One query."""
    facts = {"number": stored.number, "table": stored.table, "time": _entered(stored)}
    return _("Game %(number)s of table %(table)s stays as it was entered at %(time)s.") % facts


def _entered(game: Hanchan) -> str:
    """Write when a game was entered, and by whom as far as the trail says."""
    event = AuditEvent.objects.for_club(game.club_id).filter(
        type="hanchan.recorded", object_id=game.pk
    )
    first = event.first()
    time = _entered_at(game)
    if first is None or not (first.evening_pass_id or first.actor_name):
        return time
    who = _("evening pass") if first.evening_pass_id else first.actor_name
    return _("%(time)s by %(who)s") % {"time": time, "who": who}


def _entered_at(game: Hanchan) -> str:
    """Write the time by the club's clock, with its day if that is not the game's."""
    entered = timezone.localtime(game.entered_at, game.club.zone)
    same_day = club_day(game.club, game.entered_at) == game.day
    return f"{entered:%H:%M}" if same_day else f"{entered:%Y-%m-%d %H:%M}"


class Sitting(NamedTuple):
    table: int
    number: int
    game: int | None  # the key of a stored game
    live: int | None  # or of a live table


class Elsewhere(NamedTuple):
    """Somebody, and where else they sit at that time."""

    member: Member
    at: tuple[Sitting, ...]


#: whoever sits somewhere, and where
_Seated = tuple[Member, Sitting]


#: Asked at every entry while its league waits, where putting it together by the ORM took longer
#: than anything else that the entry asks. A table that corrects a stored game plays none.
_ELSEWHERE: Final = """
    SELECT 0, seat.member_id, game."table", game.number, game.id, NULL
    FROM league_seat AS seat JOIN league_hanchan AS game ON game.id = seat.hanchan_id
    WHERE game.session_id = %s AND game.number = %s AND game."table" <> %s
        AND game.voided_at IS NULL AND seat.member_id IN ({members})
    UNION ALL
    SELECT 1, seat.member_id, live."table", live.number, NULL, live.id
    FROM league_liveseat AS seat JOIN league_livetable AS live ON live.id = seat.live_id
    WHERE live.session_id = %s AND live.number = %s AND live."table" <> %s
        AND live.state = 'open' AND live.hanchan_id IS NULL AND seat.member_id IN ({members})
    ORDER BY 1, 3
"""


def seated_elsewhere(
    session: Session, *, table: int, number: int, members: Iterable[int]
) -> list[Elsewhere]:
    """Return who of a game's players has a game of the same number at another table.

    One query, and a second where there is somebody. The numbers are the only clock: a game is typed
    when there is time for it.
    """
    if not (players := list(members)):
        return []
    asked = [session.pk, number, table, *players]
    with connection.cursor() as cursor:
        cursor.execute(_ELSEWHERE.format(members=", ".join(["%s"] * len(players))), asked * 2)
        rows = cursor.fetchall()
    seated = [(member, Sitting(*sitting)) for _kind, member, *sitting in rows]
    return _together(_with_members(session, seated))


def elsewhere_of(game: Hanchan) -> list[Elsewhere]:
    """Return who of a stored game sits at another table too; nobody of a voided one."""
    if game.is_voided:
        return []
    members = [seat.member_id for seat in game.seats.all()]
    return seated_elsewhere(game.session, table=game.table, number=game.number, members=members)


def seated_twice(session: Session, games: Iterable[Hanchan]) -> list[Elsewhere]:
    """Return who sits at two tables of an evening at once: everywhere they sit.

    One query, and a second where a game is being played.

    Args:
        session: the evening.
        games: its live games, with seats and members fetched.
    """
    found: dict[tuple[int, object], list[_Seated]] = defaultdict(list)
    for game in games:
        for seat in game.seats.all():
            found[seat.member_id, game.number].append((seat.member, _sitting_in(game)))
    for member, sitting in _with_members(session, _at_live_tables(session)):
        found[member.pk, sitting.number].append((member, sitting))
        found[member.pk, "live"].append((member, sitting))
    twice: dict[tuple[int, tuple[Sitting, ...]], Elsewhere] = {}
    for seated in found.values():
        if len({sitting.table for _member, sitting in seated}) > 1:
            [each] = _together(seated)
            twice[each.member.pk, each.at] = each
    return list(twice.values())


def _sitting_in(game: Hanchan) -> Sitting:
    return Sitting(game.table, game.number, game.pk, None)


def _at_live_tables(session: Session) -> list[tuple[int, Sitting]]:
    """Seats of games that are being played; a table that corrects a stored game is none."""
    seats = LiveSeat.objects.for_club(session.club_id).filter(
        live__session=session, live__state=LiveTable.State.OPEN, live__hanchan=None
    )
    rows = seats.order_by("live__table").values_list(
        "member", "live__table", "live__number", "live"
    )
    return [(member, Sitting(table, number, None, live)) for member, table, number, live in rows]


def _with_members(session: Session, seated: list[tuple[int, Sitting]]) -> Iterator[_Seated]:
    people = Member.objects.for_club(session.club_id).in_bulk({member for member, _at in seated})
    for member, sitting in seated:
        yield people[member], sitting


def _together(seated: Iterable[_Seated]) -> list[Elsewhere]:
    people: dict[int, tuple[Member, list[Sitting]]] = {}
    for member, sitting in seated:
        people.setdefault(member.pk, (member, []))[1].append(sitting)
    return [Elsewhere(member, tuple(sittings)) for member, sittings in people.values()]


def elsewhere_words(found: Sequence[Elsewhere], club: Club) -> list[str]:
    """Say of whom has been seated in the game at hand where else they sit."""
    words = _(
        "%(name)s is also in %(games)s, played at the same time. If they changed tables in "
        "between, all is well; otherwise please correct one of the games."
    )
    return [words % _facts(each, club) for each in found]


def twice_words(found: Sequence[Elsewhere], club: Club) -> list[str]:
    words = _(
        "%(name)s is in several games played at the same time: %(games)s. If they changed tables "
        "in between, all is well; otherwise please correct one of the games."
    )
    return [words % _facts(each, club) for each in found]


def _facts(each: Elsewhere, club: Club) -> dict[str, Any]:
    return {
        "name": each.member.shown_name(club),
        "games": _(", ").join(map(_sitting_words, each.at)),
    }


def _sitting_words(sitting: Sitting) -> str:
    facts = {"number": sitting.number, "table": sitting.table}
    if sitting.game is None:
        return _("game %(number)s of table %(table)s, now being played") % facts
    return _("game %(number)s of table %(table)s") % facts
