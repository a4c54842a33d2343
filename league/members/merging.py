"""Two entries of one person made one, and parted again."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import month_start
from league.core.errors import LeagueError
from league.core.revisions import raise_all
from league.games.reseated import count_reseated
from league.members.merged_teams import (
    Memberships,
    days_of,
    give_memberships_back,
    memberships_of_both,
    move_memberships,
)
from league.members.write import check_leave, check_rank
from league.models import (
    Adjustment,
    AuditEvent,
    Hanchan,
    LiveSeat,
    LiveTable,
    Member,
    MonthClose,
    Seat,
    Session,
    TeamMembership,
    Yakuman,
)

#: games in which both sit that are named one by one
MOST_NAMED: Final = 5
#: longer names cannot be typed as further names
_LONGEST_NAME: Final = 40
#: fields of the one who stays that a merge may fill or widen
_FILLED: Final = ("full_name", "kana", "romaji")
_CHANGED: Final = (*_FILLED, "aliases", "tenhou_names", "joined_on", "left_on", "hides_name")


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePlan:
    """What merging would do; with ``problems`` it cannot be done."""

    kept: Member
    gone: Member
    kept_games: int
    games: int
    #: games in which both sit, voided ones too
    both: tuple[Hanchan, ...]
    names: tuple[str, ...]
    adjustments: int
    evenings: int
    teams: tuple[str, ...]
    #: months already closed that hold games or adjustments of the one who goes
    closed: tuple[MonthClose, ...]
    problems: tuple[str, ...]

    @property
    def login_moves(self) -> bool:
        return self.gone.user_id is not None and self.kept.user_id is None

    @property
    def login_ends(self) -> bool:
        return self.gone.user_id is not None and self.kept.user_id is not None

    @property
    def other_problems(self) -> list[str]:
        """The problems beside games of both, which a page lists with links."""
        return [text for text in self.problems if text != _sit_together(self.both)]

    @property
    def mark(self) -> str:
        """What was seen, to be sent back with the decision."""
        seen = (
            *(self.kept.pk, self.gone.pk, self.kept_games, self.games, self.names),
            *(self.adjustments, self.teams, self.login_moves, self.login_ends, self.problems),
        )
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:16]


def merge_plan(kept: Member, gone: Member, actor: Actor) -> MergePlan:
    """Say what merging would do; writes nothing. A dozen queries, whatever the history."""
    seats = Seat.objects.for_club(kept.club_id).filter(hanchan__voided_at=None)
    both = _games_of_both(kept, gone)
    teams = memberships_of_both(kept, gone)
    given: Any = Adjustment.objects.for_club(kept.club_id).filter(member=gone)
    return MergePlan(
        kept=kept,
        gone=gone,
        kept_games=seats.filter(member=kept).count(),
        games=seats.filter(member=gone).count(),
        both=tuple(both),
        names=tuple(_further_names(kept, gone)),
        adjustments=given.count(),
        evenings=Session.objects.for_club(kept.club_id).filter(attendants=gone).count(),
        teams=tuple(dict.fromkeys(each.team.name for each in [*teams.moved, *teams.absorbed])),
        closed=tuple(_closed_months(gone)),
        problems=tuple(_problems(kept, gone, both, teams, actor)),
    )


@transaction.atomic
def merge_members(*, kept: Member, gone: Member, actor: Actor, seen: str = "") -> Member:
    """Make two entries of one person one: games, teams, names and all else go to ``kept``.

    ``gone`` stays stored, named by nothing, so that the merge can be undone. Holds the lock of
    every league of the club until commit. Some five queries a month with games.

    Args:
        kept: the entry that stays.
        gone: the entry that becomes part of it.
        actor: who merges them.
        seen: the ``mark`` of the plan that they were shown; empty: of none.

    Raises:
        LeagueError: both sit in one game or play for two teams on one day, or one of them was
            merged before, or the account of ``gone`` outranks the actor; nothing is changed.
    """
    kept, gone = _locked(kept, gone)
    plan = merge_plan(kept, gone, actor)
    if plan.problems:
        raise LeagueError(plan.problems[0])
    if seen and seen != plan.mark:
        raise LeagueError(
            _("Something about these two has changed in the meantime. Please look again.")
        )
    before = {name: getattr(kept, name) for name in _CHANGED}
    games = _games_of(gone)
    after: dict[str, Any] = {
        "into": kept.pk,
        "games": games,
        **_move_rows(kept, gone, games),
        **move_memberships(kept, memberships_of_both(kept, gone)),
        "login": _move_login(kept, gone),
    }
    _fill(kept, gone)
    gone.merged_into = kept
    gone.save(update_fields=["merged_into", "user"])
    kept.save()
    after["changed"] = _differences(before, kept)
    after["also"] = count_reseated(kept.club_id, games, (kept.pk, gone.pk))
    record_event(
        "member.merged",
        club=kept.club,
        object_id=gone.pk,
        actor=actor,
        before={"display_name": gone.display_name, "kept": kept.display_name},
        after=after,
    )
    return kept


class Merged(NamedTuple):
    """When and by whom somebody was merged away, and what was theirs."""

    at: datetime
    by: str
    moved: dict[str, Any]


def merge_of(gone: Member) -> Merged | None:
    """Return what the trail says of somebody's merge. One query."""
    events = AuditEvent.objects.for_club(gone.club_id)
    event = events.filter(type="member.merged", object_id=gone.pk).order_by("pk").last()
    return None if event is None else Merged(event.at, event.actor_name, event.after or {})


def undo_problems(gone: Member) -> list[str]:
    """Say why a merge cannot be undone any more; nothing where it can. Four queries."""
    kept, merged = gone.merged_into, merge_of(gone)
    if kept is None:
        return [_("This person is not merged into anybody.")]
    if merged is None or merged.moved["into"] != kept.pk:
        return [
            _(
                "What belonged to whom is not known here: the merge was done before the club was "
                "restored from an archive."
            )
        ]
    if kept.merged_into is not None:
        facts = {"kept": kept.display_name, "other": kept.merged_into.display_name}
        return [
            _("%(kept)s was merged into %(other)s since. Undo that merge first.") % facts,
        ]
    problems = []
    login = merged.moved["login"]
    if login is not None and kept.user_id != login["user"]:
        problems.append(_("The account that came along has been given to somebody else since."))
    for each in merged.moved["widened"]:
        row = TeamMembership.objects.for_club(gone.club_id).filter(pk=each["id"]).first()
        if row is None or days_of(row) != each["after"]:
            problems.append(
                _("The days in the team have been changed since: %(team)s.")
                % {"team": each["name"]}
            )
    return problems


@transaction.atomic
def undo_merge(*, gone: Member, actor: Actor) -> Member:
    """Give somebody who was merged away everything back that was theirs.

    What came after the merge, new games above all, stays with the one who was kept. Locks and cost
    as in :func:`merge_members`.

    Raises:
        LeagueError: something that came after the merge forbids it; nothing is changed.
    """
    if gone.merged_into is None:
        raise LeagueError(_("This person is not merged into anybody."))
    kept, gone = _locked(gone.merged_into, gone)
    if problems := undo_problems(gone):
        raise LeagueError(problems[0])
    merged = merge_of(gone)
    assert merged is not None  # else there were problems
    moved = merged.moved
    gone.merged_into = None
    _empty(kept, moved["changed"])
    check_rank(gone, actor)  # an account that ended with the merge opens the club again
    if moved["login"] is not None:
        check_rank(kept, actor)
        gone.left_on = gone.left_on or kept.left_on  # who has left since does not come back by it
        gone.user_id, gone.role = kept.user_id, kept.role
        kept.user_id, kept.role = None, moved["login"]["kept_role"]
    kept.save()
    gone.save()
    here = Seat.objects.for_club(gone.club_id).filter(member=kept, hanchan__in=moved["games"])
    games = sorted(here.values_list("hanchan", flat=True))
    _give_rows_back(kept, gone, games, moved)
    give_memberships_back(kept, gone, moved)
    also = count_reseated(kept.club_id, games, (kept.pk, gone.pk))
    record_event(
        "member.parted",
        club=gone.club,
        object_id=gone.pk,
        actor=actor,
        before={"into": kept.pk},
        after={"display_name": gone.display_name, "games": games, "also": also},
    )
    return gone


def _locked(kept: Member, gone: Member) -> tuple[Member, Member]:
    """Lock the club's leagues, and both rows against whatever else would name them."""
    raise_all(kept.club_id)
    rows = Member.objects.for_club(kept.club_id).select_for_update(of=("self",)).order_by("pk")
    found = {row.pk: row for row in rows.filter(pk__in=[kept.pk, gone.pk])}
    if {kept.pk, gone.pk} - found.keys():
        raise LeagueError(_("This person is not on the club's list."))
    for row in found.values():
        row.club = kept.club
    return found[kept.pk], found[gone.pk]


def _problems(
    kept: Member, gone: Member, both: Sequence[Hanchan], teams: Memberships, actor: Actor
) -> Iterable[str]:
    if kept.pk == gone.pk:
        yield _("These are one entry already.")
        return
    for each in (kept, gone):
        if each.merged_into_id is not None:
            yield _("%(name)s has been merged already.") % {"name": each.display_name}
    if both:
        yield _sit_together(both)
    if _open_tables_of_both(kept, gone):
        yield _("Both sit at a table that is being recorded live. Finish or abandon it first.")
    yield from teams.problems
    yield from _problems_of_logins(kept, gone, actor)


def _problems_of_logins(kept: Member, gone: Member, actor: Actor) -> Iterable[str]:
    try:
        for each in (kept, gone):
            check_rank(each, actor)
        if gone.user_id is not None and kept.user_id is not None:
            check_leave(gone, actor)
    except LeagueError as error:
        yield error.message


def _sit_together(games: Sequence[Hanchan]) -> str:
    words = _("Both sit in the same game, so they are two people, or the game is wrong: %(games)s")
    return words % {"games": _named(games)}


def _named(games: Sequence[Hanchan]) -> str:
    words = [
        _("%(day)s, table %(table)s, game %(number)s")
        % {"day": date_format(game.day), "table": game.table, "number": game.number}
        for game in games[:MOST_NAMED]
    ]
    return " / ".join(words) + (" …" if len(games) > MOST_NAMED else "")


def _games_of(member: Member) -> list[int]:
    seats = Seat.objects.for_club(member.club_id).filter(member=member)
    return sorted(seats.values_list("hanchan", flat=True))


def _games_of_both(kept: Member, gone: Member) -> list[Hanchan]:
    games = Hanchan.objects.for_club(kept.club_id)
    return list(games.filter(seats__member=kept).filter(seats__member=gone).order_by("day", "pk"))


def _open_tables_of_both(kept: Member, gone: Member) -> bool:
    tables = LiveTable.objects.for_club(kept.club_id).filter(state=LiveTable.State.OPEN)
    return tables.filter(seats__member=kept).filter(seats__member=gone).exists()


def _closed_months(gone: Member) -> list[MonthClose]:
    months = {
        (league, month_start(day))
        for league, day in Seat.objects.for_club(gone.club_id)
        .filter(member=gone, hanchan__voided_at=None)
        .values_list("hanchan__league", "hanchan__day")
    }
    months |= {
        (league, month_start(day))
        for league, day in Adjustment.objects.for_club(gone.club_id)
        .filter(member=gone, withdrawn_at=None)
        .values_list("league", "day")
    }
    closes = MonthClose.objects.for_club(gone.club_id).filter(reopened_at=None)
    rows = closes.select_related("league").order_by("month", "league")
    return [close for close in rows if (close.league_id, close.month) in months]


def _further_names(kept: Member, gone: Member) -> list[str]:
    known = {kept.display_name, kept.full_name, kept.kana, kept.romaji, *kept.aliases}
    theirs = [gone.display_name, gone.full_name, gone.kana, gone.romaji, *gone.aliases]
    filled = {getattr(gone, name) for name in _FILLED if not getattr(kept, name)}
    wanted = dict.fromkeys(filter(None, theirs))
    return [
        name
        for name in wanted
        if name not in known and name not in filled and len(name) <= _LONGEST_NAME
    ]


def _fill(kept: Member, gone: Member) -> None:
    """Give the one who stays the names of the other, and the longer of both stretches."""
    kept.aliases = [*kept.aliases, *_further_names(kept, gone)]
    for name in _FILLED:
        if not getattr(kept, name):
            setattr(kept, name, getattr(gone, name))
    kept.tenhou_names = list(dict.fromkeys([*kept.tenhou_names, *gone.tenhou_names]))
    kept.hides_name = kept.hides_name or gone.hides_name
    joined = [day for day in (kept.joined_on, gone.joined_on) if day is not None]
    kept.joined_on = min(joined, default=None)
    left = (kept.left_on, gone.left_on)
    kept.left_on = None if None in left else max(day for day in left if day is not None)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _differences(before: dict[str, Any], kept: Member) -> dict[str, dict[str, Any]]:
    return {
        name: {"before": _plain(was), "after": _plain(getattr(kept, name))}
        for name, was in before.items()
        if was != getattr(kept, name)
    }


def _empty(kept: Member, changed: dict[str, dict[str, Any]]) -> None:
    """Take back what the merge gave; what was typed since stays."""
    for name, values in changed.items():
        now = getattr(kept, name)
        if isinstance(now, list):
            given = [each for each in values["after"] if each not in values["before"]]
            setattr(kept, name, [each for each in now if each not in given])
        elif _plain(now) == values["after"]:
            was = values["before"]
            is_day = name in ("joined_on", "left_on") and was is not None
            setattr(kept, name, date.fromisoformat(was) if is_day else was)


def _move_rows(kept: Member, gone: Member, games: Collection[int]) -> dict[str, Any]:
    """Move what names somebody beside teams and account; return what it was."""
    club = kept.club_id
    Seat.objects.for_club(club).filter(member=gone).update(member=kept)
    Yakuman.objects.for_club(club).filter(member=gone).update(member=kept)
    live = _move_live(kept, gone, None)
    given = Adjustment.objects.for_club(club).filter(member=gone)
    adjustments = sorted(given.values_list("pk", flat=True))
    given.update(member=kept)
    came = Session.attendants.through.objects.filter(member=gone, session__club=club)
    there = Session.objects.for_club(club).filter(attendants=kept)
    evenings = sorted(came.values_list("session", flat=True))
    both = sorted(there.filter(pk__in=evenings).values_list("pk", flat=True))
    came.exclude(session__in=both).update(member=kept)
    came.delete()
    return {"live": live, "adjustments": adjustments, "came": evenings, "both_came": both}


def _move_live(kept: Member, gone: Member, tables: Collection[int] | None) -> list[int]:
    """Move seats at live tables; where both sat at one that was given up, they stay."""
    seats = LiveSeat.objects.for_club(kept.club_id)
    taken = seats.filter(member=kept).values_list("live", flat=True)
    mine = seats.filter(member=gone).exclude(live__in=list(taken))
    if tables is not None:
        mine = mine.filter(live__in=tables)
    moved = sorted(mine.values_list("live", flat=True))
    seats.filter(member=gone, live__in=moved).update(member=kept)
    return moved


def _give_rows_back(kept: Member, gone: Member, games: list[int], moved: dict[str, Any]) -> None:
    club = gone.club_id
    Seat.objects.for_club(club).filter(member=kept, hanchan__in=games).update(member=gone)
    Yakuman.objects.for_club(club).filter(member=kept, hanchan__in=games).update(member=gone)
    _move_live(gone, kept, moved["live"])
    given = Adjustment.objects.for_club(club).filter(member=kept, pk__in=moved["adjustments"])
    given.update(member=gone)
    came = Session.attendants.through.objects
    evenings = set(
        Session.objects.for_club(club).filter(pk__in=moved["came"]).values_list("pk", flat=True)
    )
    came.bulk_create(
        (came.model(session_id=each, member=gone) for each in sorted(evenings)),
        ignore_conflicts=True,
    )
    plays = Seat.objects.for_club(club).filter(member=kept, hanchan__session__in=evenings)
    stays = {*moved["both_came"], *plays.values_list("hanchan__session", flat=True)}
    came.filter(member=kept, session__in=evenings - stays).delete()


def _move_login(kept: Member, gone: Member) -> dict[str, Any] | None:
    """Let the account come along where the one who stays has none; its role comes with it."""
    if gone.user_id is None or kept.user_id is not None:
        return None
    found = {"user": gone.user_id, "kept_role": kept.role}
    kept.user_id, kept.role = gone.user_id, gone.role
    gone.user_id = None
    return found
