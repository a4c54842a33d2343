"""Evenings: as score sheets, listed, opened, described, with who came."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import (
    BooleanField,
    Count,
    F,
    Func,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import day_problem, month_end
from league.core.errors import LeagueError
from league.core.formats import result_name, score_name
from league.core.people import OFFERED, add_member, recent_members
from league.core.revisions import hold_all, raise_all
from league.games.tallies import with_settlements
from league.models import Club, Hanchan, League, Member, Seat, Session
from rules.models import RuleVersion, version_in_force

PLACES = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class SheetCell:
    seat: int
    points: int | None  # on the table; None: not known
    chips: int
    place: int | None
    score: int | None  # in points; None for a game that no version settled


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One game; a cell for each column, None where the member did not sit."""

    game: Hanchan
    version: RuleVersion | None
    result: str  # Boo: what the top made; empty in other families
    cells: tuple[SheetCell | None, ...]


@dataclass(frozen=True, slots=True)
class SheetTotal:
    """A member's evening in one league; voided games count nowhere."""

    member: Member
    games: int
    score: int  # in points
    places: tuple[int, ...]  # how often 1st, 2nd, 3rd and, where four play, 4th
    chips: int


@dataclass(frozen=True, slots=True)
class LeagueSheet:
    """The games of one league on one evening. Scores of different leagues are never added."""

    league: League
    players: int
    decimals: int
    unit: str  # what a score is called
    members: tuple[Member, ...]  # the columns, by their first game
    lines: tuple[SheetLine, ...]
    totals: tuple[SheetTotal, ...]
    voided: tuple[Hanchan, ...]  # games that no longer count
    versions: tuple[RuleVersion, ...]

    @property
    def table_id(self) -> str:
        return f"sheet-{self.league.pk}"

    @property
    def has_versions(self) -> bool:
        return len(self.versions) > 1

    @property
    def has_chips(self) -> bool:
        return any(cell.chips for line in self.lines for cell in line.cells if cell)

    @property
    def place_rows(self) -> list[tuple[int, list[int]]]:
        return [
            (place, [total.places[place - 1] for total in self.totals])
            for place in PLACES[: self.players]
        ]


def session_sheets(session: Session, *, league: League | None = None) -> list[LeagueSheet]:
    """Return the sheets of the leagues that played, or only that of ``league``.

    Four queries, and one per league.
    """
    games = (
        Hanchan.objects.for_club(session.club_id)
        .filter(session=session)
        .select_related("league__rule_set__rule_set")
        .prefetch_related("seats__member")
        .order_by("league__position", "league", "table", "number", "pk")
    )
    if league is not None:
        games = games.filter(league=league)
    by_league: dict[int, list[Hanchan]] = defaultdict(list)
    for game in with_settlements(games):
        by_league[game.league_id].append(game)
    return [_sheet(of_league) for of_league in by_league.values()]


def _sheet(games: Sequence[Hanchan]) -> LeagueSheet:
    live = [game for game in games if not game.is_voided]
    members: dict[int, Member] = {}
    for game in sorted(live, key=lambda g: (g.number, g.table)):
        for seat in game.seats.all():
            members.setdefault(seat.member_id, seat.member)
    # under the version of the evening all its games of the league are settled
    version = version_in_force(games[0].league.rule_set.rule_set, games[0].day)
    lines = tuple(_line(game, version, members) for game in live)
    versions = {line.version.pk: line.version for line in lines if line.version}
    return LeagueSheet(
        league=games[0].league,
        players=max(len(game.seats.all()) for game in games),
        decimals=max((each.value.ranking.score_decimals for each in versions.values()), default=1),
        unit=score_name(version.value.ranking.score_name) if version else "",
        members=tuple(members.values()),
        lines=lines,
        totals=tuple(
            _total(member, [cell for line in lines if (cell := line.cells[at])])
            for at, member in enumerate(members.values())
        ),
        voided=tuple(game for game in games if game.is_voided),
        versions=tuple(versions.values()),
    )


def _line(game: Hanchan, version: RuleVersion | None, columns: Iterable[int]) -> SheetLine:
    settlement = game.settlement
    places = settlement.places if settlement else (None,) * 4
    scores = settlement.scores if settlement else (None,) * 4
    cells = {
        seat.member_id: SheetCell(
            seat.seat, seat.held, seat.chips, places[seat.seat], scores[seat.seat]
        )
        for seat in game.seats.all()
    }
    result = result_name(settlement.result) if settlement else ""
    return SheetLine(game, version, result, tuple(cells.get(member) for member in columns))


def _total(member: Member, cells: Sequence[SheetCell]) -> SheetTotal:
    return SheetTotal(
        member=member,
        games=len(cells),
        score=sum(cell.score or 0 for cell in cells),
        places=tuple(sum(cell.place == place for cell in cells) for place in PLACES),
        chips=sum(cell.chips for cell in cells),
    )


def _empty(club: Club | int) -> QuerySet[Session, Session]:
    return Session.objects.for_club(club).filter(
        hanchan=None, live_tables=None, passes=None, rulings=None
    )


class _Holds(Func):
    """Whether something belongs to an evening.

    As a subquery of the ORM each would take Django longer to write than the database to answer,
    and every list of evenings asks for all of them.
    """

    output_field = BooleanField()

    def __init__(self, template: str) -> None:
        super().__init__(F("pk"), template=template)


_GAMES = """EXISTS (
    SELECT 1 FROM league_hanchan AS game
    LEFT JOIN league_sheetimport AS sheet ON sheet.id = game.from_sheet_id
    WHERE game.session_id = %(expressions)s AND {}
        (game.voided_at IS NOT NULL AND COALESCE(sheet.state, '') = 'undone')
)"""
#: games that an undone import took back, and all others
_TAKEN_BACK, _GAMES_ELSE = _Holds(_GAMES.format("")), _Holds(_GAMES.format("NOT"))
_MORE = _Holds("""(
    EXISTS (SELECT 1 FROM league_livetable WHERE session_id = %(expressions)s)
    OR EXISTS (SELECT 1 FROM league_eveningpass WHERE session_id = %(expressions)s)
    OR EXISTS (SELECT 1 FROM league_ruling WHERE session_id = %(expressions)s)
)""")
_DESCRIBED = ~Q(title="", place="", note="")


def kept(club: Club) -> QuerySet[Session, Session]:
    """Return the club's evenings, except hidden ones that are empty."""
    full = Q(_GAMES_ELSE) | Q(_MORE) | Q(_TAKEN_BACK)
    return Session.objects.for_club(club).filter(Q(is_off_list=False) | full)


def listed(club: Club) -> QuerySet[Session, Session]:
    """Return the kept evenings without those left behind by an undone import."""
    return kept(club).filter(Q(_GAMES_ELSE) | Q(_MORE) | _DESCRIBED | ~Q(_TAKEN_BACK))


def sessions_of_month(club: Club, first: date) -> dict[str, Any]:
    """The evenings of the month that begins on ``first``, for their list. Two queries.

    ``earlier`` and ``later`` are days of the nearest months that have evenings.
    """
    sessions = listed(club)
    last = month_end(first)
    around = sessions.aggregate(
        earlier=Max("day", filter=Q(day__lt=first)), later=Min("day", filter=Q(day__gt=last))
    )
    shown = counted(sessions.filter(day__range=(first, last))).order_by("-day", "-pk")
    return {"first": first, "sessions": list(shown), **around}


def counted(sessions: QuerySet[Session, Session]) -> QuerySet[Session, Session]:
    """Count each evening's ``games`` that stand, and the ``people`` who came.

    Each in a query of its own inside: joined, every game would be read once for each person.
    """
    games = Hanchan.objects.across_clubs().filter(session=OuterRef("pk"), voided_at=None)
    people = Session.attendants.through.objects.filter(session=OuterRef("pk"))
    return sessions.annotate(games=_count(games), people=_count(people))


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    per_session = rows.order_by().values("session").annotate(rows=Count("*")).values("rows")
    return Coalesce(Subquery(per_session), 0)


def latest_day(club: Club) -> date | None:
    """Return the day of the club's newest evening. One query."""
    newest: date | None = listed(club).aggregate(day=Max("day"))["day"]
    return newest


def attendance_of(session: Session) -> tuple[list[Member], set[int], list[Member]]:
    """Who is on the evening's list, and who may be asked for next. Five queries.

    Returns: who is here; the keys of those who sat at a table, so that they were; and who played
        lately and is not on the list.
    """
    here = list(session.attendants.all())
    seated = Seat.objects.for_club(session.club_id).filter(
        hanchan__session=session, hanchan__voided_at=None
    )
    known = {member.pk for member in here}
    recent = recent_members(session.club, limit=len(here) + OFFERED)
    others = [member for member in recent if member.pk not in known]
    return here, set(seated.values_list("member", flat=True)), others[:OFFERED]


def is_empty(session: Session) -> bool:
    """Return whether an evening has no games, even voided, and no other content. One query."""
    return _empty(session.club_id).filter(pk=session.pk).exists()


def open_session(
    *, club: Club, day: date, actor: Actor, title: str = "", place: str = "", note: str = ""
) -> Session:
    """Open an evening on a club day; a hidden one of that title is shown again.

    Raises:
        LeagueError: that title is taken on that day, or the day is outside the calendar.
    """
    if problem := day_problem(day):
        raise LeagueError(problem, field="day")
    try:
        with transaction.atomic():
            session = _opened(club, day, title.strip(), place=place.strip(), note=note)
            record_event(
                "session.opened",
                club=club,
                object_id=session.pk,
                actor=actor,
                after={"day": day.isoformat(), "title": session.title},
            )
    except IntegrityError as error:
        raise _is_there_already() from error
    return session


def _opened(club: Club, day: date, title: str, **details: str) -> Session:
    same = Session.objects.for_club(club).filter(day=day, title=title, is_off_list=True)
    hidden = same.select_for_update().first()
    if hidden is None or not is_empty(hidden):
        return Session.objects.create(club=club, day=day, title=title, **details)
    for name, text in details.items():
        setattr(hidden, name, text)
    hidden.is_off_list = False
    hidden.save(update_fields=[*details, "is_off_list"])
    return hidden


def describe_session(
    *, session: Session, title: str, place: str, note: str, actor: Actor
) -> Session:
    """Change an evening's title, place or note; its day stays, as games depend on it.

    Returns:
        The evening as it is stored now.

    Raises:
        LeagueError: there is another one of that title on that day.
    """
    details = {"title": title.strip(), "place": place.strip(), "note": note}
    try:
        with transaction.atomic():
            raise_all(session.club_id)  # wherever its games are shown, its title is
            current = Session.objects.for_club(session.club_id).get(pk=session.pk)
            before = {name: getattr(current, name) for name in details}
            if before == details and not current.is_off_list:
                return current
            for name, text in details.items():
                setattr(current, name, text)
            current.is_off_list = False  # describing it puts it on the list
            current.save(update_fields=[*details, "is_off_list"])
            record_event(
                "session.described",
                club=session.club,
                object_id=session.pk,
                actor=actor,
                before=before,
                after=details,
            )
    except IntegrityError as error:
        raise _is_there_already() from error
    return current


def _is_there_already() -> LeagueError:
    return LeagueError(_("There is already a session with that title on that day."), field="title")


@transaction.atomic
def take_off_list(*, session: Session, actor: Actor) -> None:
    """Hide an evening that was opened by mistake; repeating it changes nothing.

    It stays in the database, so that a result being typed for it is not lost; it is listed again
    with the first thing that belongs to it.

    Raises:
        LeagueError: it has games, voided ones too, live tables, evening passes or rulings.
    """
    if not is_empty(session):
        raise LeagueError(
            _(
                "This session cannot be removed: it has games, live tables, evening passes or "
                "rulings."
            )
        )
    # what it chose for its games, and who was ticked, would be wrong of an evening on the same day
    if _set_off_list(session, "session.removed", actor, is_off_list=True, options={}):
        session.attendants.clear()


@transaction.atomic
def put_on_list(*, session: Session, actor: Actor) -> None:
    """Show a hidden evening again; repeating it changes nothing."""
    _set_off_list(session, "session.restored", actor, is_off_list=False)


def _set_off_list(
    session: Session, event: str, actor: Actor, *, is_off_list: bool, **more: Any
) -> bool:
    same = Session.objects.for_club(session.club_id).filter(pk=session.pk)
    if not same.filter(is_off_list=not is_off_list).update(is_off_list=is_off_list, **more):
        return False
    before = {"day": session.day.isoformat(), "title": session.title, "options": session.options}
    record_event(event, club=session.club, object_id=session.pk, actor=actor, before=before)
    return True


@transaction.atomic
def set_attendance(*, session: Session, members: Iterable[Member], actor: Actor) -> None:
    """Record who came; anybody with a game that evening stays on the list.

    Members of other clubs are ignored.
    """
    hold_all(session.club_id)  # whoever enters games of the evening adds people too
    chosen = {member.pk for member in members if member.club_id == session.club_id}
    seated = set(
        Member.objects.for_club(session.club_id)
        .filter(seats__hanchan__session=session, seats__hanchan__voided_at=None)
        .values_list("pk", flat=True)
    )
    before = sorted(session.attendants.values_list("pk", flat=True))
    after = sorted(chosen | seated)
    if before == after:
        return
    session.attendants.set(after)
    Session.objects.for_club(session.club_id).filter(pk=session.pk).update(is_off_list=False)
    record_event(
        "session.attendance_changed",
        club=session.club,
        object_id=session.pk,
        actor=actor,
        before={"members": before},
        after={"members": after},
    )


@transaction.atomic
def add_guest(*, session: Session, name: str, also: Iterable[Member], actor: Actor) -> Member:
    """Add a new guest to the club, and with ``also`` to the evening.

    Raises:
        LeagueError: somebody already has that name, or there is no room for another.
    """
    hold_all(session.club_id)
    guest = add_member(
        club=session.club,
        values={"display_name": name.strip(), "is_guest": True, "joined_on": session.day},
        actor=actor,
    )
    set_attendance(session=session, members=[*also, guest], actor=actor)
    return guest
