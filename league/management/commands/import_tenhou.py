"""``manage.py import_tenhou``: Tenhou's game records into a league, each game once."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date
from io import TextIOWrapper
from typing import Any, NamedTuple

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.audit import system
from league.core.days import club_day, day_problem, written_day
from league.core.formats import score
from league.games.entry import kyoku_again
from league.imports.people import Others
from league.imports.tenhou.dry_run import ALL_OTHERS, Planner, Status, Wanted, first_days_of
from league.imports.tenhou.keeper import Keeper, Stored
from league.imports.tenhou.reading import Found, Piece, lobby_number, pieces_of
from league.management.terminal import TerminalCommand, club_named, records_of
from league.models import League
from league.wording.errors import stored_words


class _Run(NamedTuple):
    planner: Planner
    keeper: Keeper
    is_dry_run: bool
    new_names: set[str]  # that would become guests


class ImportCommand(TerminalCommand):
    """Stores Tenhou games in a league; known games stay as they are."""

    file_help = ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help=self.file_help)
        parser.add_argument("--club", metavar="SLUG", required=True)
        parser.add_argument("--league", metavar="SLUG", required=True)
        parser.add_argument("--date", metavar="DAY", help="date of games whose record has none")
        parser.add_argument("--lobby", metavar="LOBBY", help="skip games of other lobbies")
        parser.add_argument(
            "--new-people",
            choices=[Others.MEMBERS.value, Others.GUESTS.value],
            help="what names that nobody has become; guests, and told so, where it is left out",
        )
        parser.add_argument("--dry-run", action="store_true", help="store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Store what is new, report each game's result, then print totals.

        Raises:
            CommandError: there is no such club, league, day or lobby.
        """
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        run = _run_of(options)
        if options["new_people"] == Others.MEMBERS and not run.is_dry_run:
            run.keeper.joining = self._joining(options["files"], run)
        sums: Counter[str] = Counter()
        for piece in self._pieces(options["files"], run):
            stored = _stored(piece, run)
            sums[stored.status] += 1
            self.stdout.write(_line(piece, stored, run))
        self.stdout.write(_sum(sums, is_dry_run=run.is_dry_run))
        if options["new_people"] is None and (words := _about_guests(run)):
            self.stderr.write(words, str)  # no error, and so in no colour
        if sums[Status.CANNOT]:
            sys.exit(1)

    def _joining(self, names: Iterable[str], run: _Run) -> dict[str, date]:
        """Return the first days of new people, who may stand in any of the files."""
        found = [piece.found for piece in self._pieces(names, run) if piece.found is not None]
        return first_days_of(Planner(run.planner.club, run.planner.wanted).plan(found))

    def _pieces(self, names: Iterable[str], run: _Run) -> Iterator[Piece]:
        today = run.planner.wanted.day or club_day(run.planner.club)
        for name in names:
            for inner, data in records_of(name):
                where = name if inner == name else f"{name}: {inner}"
                for piece in pieces_of(inner, data, today=today):
                    yield piece._replace(file=where.encode("utf-8", "replace").decode())


def _run_of(options: dict[str, Any]) -> _Run:
    club = club_named(options["club"])
    leagues = League.objects.for_club(club).select_related("club", "rule_set__rule_set")
    league = leagues.filter(slug=options["league"]).first()
    if league is None:
        raise CommandError(_("There is no league “%(slug)s”.") % {"slug": options["league"]})
    lobby = options["lobby"] or ""
    if lobby and lobby_number(lobby) is None:
        raise CommandError(_("A lobby is a number, such as L1001 or C0431."))
    others = Others(options["new_people"] or Others.GUESTS).choice
    assert others is not None  # it is one of the two
    wanted = Wanted(
        league=league,
        day=_day(options["date"]),
        lobby=lobby_number(lobby),
        choices={ALL_OTHERS: others},
    )
    planner = Planner(club, wanted)
    keeper = Keeper(club=club, planner=planner, actor=system("import"))
    return _Run(planner, keeper, options["dry_run"], set())


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        day = written_day(text)
    except ValueError as error:
        raise CommandError(_("Write the day like 2015-12-14.")) from error
    if problem := day_problem(day):
        raise CommandError(problem)
    return day


def _stored(piece: Piece, run: _Run) -> Stored:
    found = piece.found
    if found is None:
        return Stored(Status.CANNOT, reason=stored_words(piece.error))
    if not run.is_dry_run:
        return run.keeper.store(found, tuple(map(kyoku_again, piece.kyoku)))
    [planned] = run.planner.plan([found])
    if planned.status is Status.NEW and planned.asks:
        return Stored(Status.CANNOT, reason=" ".join(planned.asks.values()))
    if planned.status is Status.NEW and planned.day:
        run.planner.stored(found, planned.day, 0)  # if it came once more it would be known
        run.new_names.update(planned.new)
    return Stored(planned.status, planned.hanchan, planned.why)


def _line(piece: Piece, stored: Stored, run: _Run) -> str:
    where = f"{piece.file}:{piece.line}" if piece.line else piece.file
    done = _("would be stored") if run.is_dry_run else _("stored")
    words = {Status.NEW: done, Status.KNOWN: _("already stored"), Status.CANNOT: _("not stored")}
    cells = [f"{where}: {words[stored.status]}"]
    if piece.found is not None:
        cells.append(_game(piece.found, run.planner))
    if stored.reason:
        cells.append(stored.reason)
    if piece.differences:
        facts = {"first": piece.differences[0]}
        cells.append(_("differs from Jancho's own calculation, first: %(first)s") % facts)
    return " | ".join(cells)


def _game(found: Found, planner: Planner) -> str:
    day = planner.day_of(found)
    when = " ".join(filter(None, [day.isoformat() if day else "", found.time]))
    players = " ".join(
        f"{name}({score(own)})" for name, own in zip(found.names, found.scores, strict=True)
    )
    return f"{when} {players}".strip()


def _sum(sums: Counter[str], *, is_dry_run: bool) -> str:
    facts = {
        "games": sum(sums.values()),
        "new": sums[Status.NEW],
        "known": sums[Status.KNOWN],
        "cannot": sums[Status.CANNOT],
    }
    if is_dry_run:
        text = _(
            "%(games)s read: %(new)s would be stored, %(known)s already stored, %(cannot)s "
            "cannot be stored"
        )
    else:
        text = _("%(games)s read: %(new)s stored, %(known)s already stored, %(cannot)s not stored")
    return text % facts


def _about_guests(run: _Run) -> str:
    """Tell what became of new names, and how that is changed; empty where there were none."""
    guests = len(run.new_names) if run.is_dry_run else run.keeper.new_guests
    if not guests:
        return ""
    became = (
        ngettext(
            "%(guests)s new name would become a guest.",
            "%(guests)s new names would become guests.",
            guests,
        )
        if run.is_dry_run
        else ngettext(
            "%(guests)s new name became a guest.", "%(guests)s new names became guests.", guests
        )
    )
    advice = _(
        "Guests are not ranked unless the league says so. Import with --new-people members to make "
        "new names members; for those who are guests already, untick “Guest” on their page."
    )
    return f"{became % {'guests': guests}} {advice}"


class Command(ImportCommand):
    """Records keep their hands; which score counts is the league's choice."""

    help = "Import Tenhou game records; exit 1 if any game cannot be stored."
    file_help = "mjlog or tenhou.net/6, plain, gzip or zip"
