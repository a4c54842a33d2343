"""Restoring a club from its archive: everything stored, every game settled again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import TextIOWrapper
from itertools import chain, count
from typing import IO, Any, Final, TextIO

from django.db import transaction
from django.utils.translation import gettext as _

from league.archive.file import (
    CLUB,
    FORMAT,
    MEMBER,
    MOST,
    SESSION,
    ArchiveError,
    Part,
    Plain,
    at,
    checked,
    fields_in,
    limited,
    parts_of,
    read_parts,
    reading,
    stored,
)
from league.archive.games import load_close, load_game, load_league
from league.archive.rules import ArchivedRules, load_change, load_rule_set, load_rulings
from league.core.audit import Actor, record_event, system
from league.core.days import club_day
from league.core.permissions import Role
from league.games.store import FinishedGame, store_part
from league.games.tallies import rebuild_tallies
from league.models import Club, League, Member, Session, User

#: games that are stored together, up to the end of a day
_TOGETHER: Final = 500


@transaction.atomic
def found_from_archive(
    *, file: IO[bytes], owner: User, slug: str = "", seconds: float | None = None
) -> Club:
    """Found a club from its archive; nothing is stored unless all of it can be.

    The founder owns it: as the member of that name, or as a new one.

    Args:
        file: what ``write_archive`` wrote, of this release or an earlier one.
        owner: the login that owns it. Nobody else has one: logins are not archived.
        slug: its address, if not the one that it had.
        seconds: of a processor that it may take; None: as many as it needs.

    Raises:
        ArchiveError: this is no archive, it is damaged, takes too long, or the address is taken.
    """
    text = TextIOWrapper(file, encoding="utf-8-sig", newline="")
    try:
        club = _load(read_parts(text) if seconds is None else _within(seconds, text), slug)
    finally:
        text.detach()  # the file stays open: it is its owner's to close
    name = (owner.get_full_name() or owner.get_username())[:40]
    founder = Member.objects.for_club(club).filter(display_name=name, merged_into=None).first()
    founder = founder or Member(
        club=club, display_name=_free_name(club, name), joined_on=club_day(club)
    )
    founder.user, founder.role, founder.left_on = owner, Member.Role.OWNER, None
    founder.save()
    actor = Actor(name=name, role=Role.OWNER, user=owner, member=founder)
    after = {"slug": club.slug, "from": "archive"}
    record_event("club.created", club=club, object_id=club.pk, actor=actor, after=after)
    return club


def _free_name(club: Club, name: str) -> str:
    """Return the name, with a number where somebody bears it who was merged away."""
    taken = set(Member.objects.for_club(club).values_list("display_name", flat=True))
    numbered = (f"{name[:36]} {number}" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


def _within(seconds: float, text: TextIO) -> Iterator[Part]:
    """Read a document while there is time: so long of this thread's processor, thrice by the clock.

    Raises:
        ArchiveError: it takes longer.
    """
    end, late = time.thread_time() + seconds, time.monotonic() + 3 * seconds

    def timely(entries: Iterator[Any]) -> Iterator[Any]:
        for entry in entries:
            if time.thread_time() > end or time.monotonic() > late:
                words = _(
                    "Restoring this archive takes too long for a web page. Ask the server "
                    "administrator to load it (load_archive)."
                )
                raise ArchiveError(words)
            yield entry

    for name, value in timely(read_parts(text)):
        yield name, timely(value) if isinstance(value, Iterator) else value


@transaction.atomic
def load_archive(document: object, *, slug: str = "") -> Club:
    """Restore a club from a parsed document; it has no logins.

    Args:
        document: what ``dump_club`` gave, of this release or an earlier one.
        slug: its address, if not the one that it had.

    Raises:
        ArchiveError: unknown format, values that no club can have, or the address is taken.
    """
    return _load(parts_of(document), slug)


def _load(parts: Iterable[Part], slug: str) -> Club:
    loading = _Loading(slug)
    seen: list[str] = []
    for name, value in parts:
        if not seen and (name, value) != ("format", FORMAT):
            break
        if name not in _Loading.PARTS or name in seen:
            words = _("This archive has a part “%(name)s” that this release does not know.")
            raise ArchiveError(words % {"name": str(name)[:40]})
        seen.append(name)
        with reading(name):
            loading.take(name, limited(name, value) if name in MOST else value)
    if not seen:
        raise ArchiveError(_("This is not an archive of a club."))
    if missing := [name for name in _Loading.NEEDED if name not in seen]:
        words = _("This archive is incomplete: its part “%(name)s” is missing.")
        raise ArchiveError(words % {"name": missing[0]})
    return loading.finish()


@dataclass(slots=True)
class _Loading:
    slug: str
    club: Club = field(default_factory=Club)
    members: list[Member] = field(default_factory=list)
    rules: ArchivedRules = field(default_factory=ArchivedRules)
    leagues: dict[str, League] = field(default_factory=dict)
    sessions: list[Session] = field(default_factory=list)

    NEEDED = ("format", "club", "members", "rule_sets", "leagues", "sessions", "games")
    PARTS = (*NEEDED, "changes", "rulings", "closes", "standings")

    def take(self, name: str, value: Any) -> None:
        if name == "club":
            self._take_club(value)
        elif name == "games":
            self._take_games(value)
        elif name == "rulings":
            load_rulings(self.club, value, self.rules, self.sessions)
        elif name == "members":
            self._take_members(value)
        elif load := self._entry(name):
            for number, entry in enumerate(value, start=1):
                with reading(f"{name} {number}"):
                    load(entry)
        else:  # the format is known; standings are worked out from the games
            list(value)

    def _entry(self, name: str) -> Callable[[Plain], None] | None:
        return {
            "rule_sets": lambda values: load_rule_set(self.club, values, self.rules),
            "changes": lambda values: load_change(self.club, values, self.rules),
            "leagues": self._take_league,
            "sessions": self._take_session,
            "closes": lambda values: load_close(values, self.leagues, self.members),
        }.get(name)

    def _take_club(self, values: Plain) -> None:
        club = checked(Club(**{**fields_in(values, CLUB), "slug": self.slug or values["slug"]}))
        if Club.objects.filter(slug=club.slug).exists():
            raise ArchiveError(_("This address is already taken."), field="slug")
        self.club = stored(club)

    def _take_members(self, entries: Iterable[Plain]) -> None:
        rows = []
        for number, values in enumerate(entries, start=1):
            rows.append(values)
            with reading(f"members {number}"):
                member = checked(Member(club=self.club, **fields_in(values, MEMBER)))
                member.fold_names()
                self.members.append(member)
        Member.objects.bulk_create(self.members, batch_size=1000)
        into = {
            at(self.members, place): at(self.members, values["merged_into"])
            for place, values in enumerate(rows)
            if "merged_into" in values
        }
        _check_merges(into)
        for member, kept in into.items():
            member.merged_into = kept
            member.save(update_fields=["merged_into"])

    def _take_league(self, values: Plain) -> None:
        league = load_league(self.club, values, self.rules, self.members)
        self.leagues[league.slug] = league

    def _take_session(self, values: Plain) -> None:
        session = stored(Session(club=self.club, **fields_in(values, SESSION)))
        came = limited("attendants", values["attendants"])
        session.attendants.set([at(self.members, place) for place in came])
        self.sessions.append(session)

    def _take_games(self, entries: Iterable[Plain]) -> None:
        actor = system("load_archive")
        first = 1
        for games in _by_days(self._games(entries)):
            with reading(f"games {first}–{first + len(games) - 1}"):
                store_part(club=self.club, games=games, actor=actor)
            first += len(games)

    def _games(self, entries: Iterable[Plain]) -> Iterator[FinishedGame]:
        for number, values in enumerate(entries, start=1):
            with reading(f"games {number}"):
                yield load_game(values, self.members, self.leagues, self.sessions)

    def finish(self) -> Club:
        for league in self.leagues.values():
            rebuild_tallies(league)
        return self.club


def _check_merges(into: Mapping[Member, Member]) -> None:
    """See that everybody who was merged into another ends at somebody who was not.

    Raises:
        ArchiveError: somebody was merged, in the end, into themselves.
    """
    ends: set[Member] = set()
    for first in into:
        way: dict[Member, None] = {}
        member = first
        while member in into and member not in ends:
            if member in way:
                words = _("In this archive, %(name)s was merged into someone merged into them.")
                raise ArchiveError(words % {"name": member.display_name})
            way[member] = None
            member = into[member]
        ends.update(way)


def _by_days(games: Iterator[FinishedGame]) -> Iterator[list[FinishedGame]]:
    """Group games by whole days: games that belong together are settled together.

    Raises:
        ArchiveError: the days are not in order.
    """
    part: list[FinishedGame] = []
    newest = date.min
    for game in games:
        if game.entry.day < newest:
            raise ArchiveError(_("The games in this archive are not in date order."))
        if len(part) >= _TOGETHER and game.entry.day > newest:
            yield part
            part = []
        newest = game.entry.day
        part.append(game)
    if part:
        yield part
