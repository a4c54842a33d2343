"""A club as one JSON document, and such a document restored as a club.

A document holds what was played, under which rules, and what it counted. Bringing it back settles
every game again, so that a release can prove that it scores old games as before. What a document
does not hold, and why, is said in ``league.archive.file``.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from tempfile import TemporaryFile
from typing import Any

from django.db import connection, transaction
from django.http import HttpResponseBase, QueryDict
from django.utils.translation import gettext

from league.archive.file import CLUB, FORMAT, MEMBER, SESSION, Part, Plain, plain, write_parts
from league.archive.games import dump_closes, dump_game, dump_league, games_of
from league.archive.rules import dump_changes, dump_rule_sets, dump_rulings, rules_of
from league.archive.write import load_archive
from league.core.access import HtmxRequest, Visit, club_page
from league.core.days import Period, club_day, month_end
from league.core.jobs import Tell
from league.core.permissions import Action
from league.exports.download_views import file_or_offer
from league.exports.files import file_answer
from league.exports.prepared import Kind, register
from league.games.evening import kept
from league.models import Club, Hanchan, League, Member, Session, Tally
from league.rankings.table import ranking_of
from league.rulebook.versions import rule_line

__all__ = ["archive_parts", "dump_club", "load_archive", "write_archive"]


def write_archive(club: Club, write: Callable[[str], object]) -> None:
    """Write the club's document as of one moment; memory does not grow with its games."""
    with _one_moment():
        write_parts(archive_parts(club), write)


def dump_club(club: Club) -> Plain:
    """Return the same document as ``write_archive`` writes, as a value."""
    with _one_moment():
        return {
            name: list(value) if isinstance(value, Iterator) else value
            for name, value in archive_parts(club)
        }


@contextmanager
def _one_moment() -> Iterator[None]:
    """Hide concurrent writes; an enclosing transaction keeps its own isolation level."""
    if connection.in_atomic_block:
        yield
        return
    with _read_only(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _read_only() -> Iterator[None]:
    """Let an SQLite transaction begin without the lock of those who write."""
    mode = getattr(connection, "transaction_mode", None)
    if mode is not None:
        connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]
    try:
        yield
    finally:
        if mode is not None:
            connection.transaction_mode = mode  # type: ignore[attr-defined]


def archive_parts(club: Club) -> Iterator[Part]:
    """Yield the club as plain JSON values in a stable order; long lists are lazy.

    People and evenings are referred to by their index in the document's lists. Queries grow
    with leagues, months and each 250 games.
    """
    members = list(Member.objects.for_club(club).order_by("pk"))
    sessions = list(kept(club).order_by("day", "pk").prefetch_related("attendants"))
    person = {member.pk: at for at, member in enumerate(members)}
    evening = {session.pk: at for at, session in enumerate(sessions)}
    rules = rules_of(club)
    leagues = list(_leagues(club))
    yield "format", FORMAT
    yield "club", plain(club, CLUB)
    yield "members", (_dump_member(member, person) for member in members)
    yield "rule_sets", dump_rule_sets(rules)
    yield "changes", dump_changes(club, rules)
    yield "leagues", (dump_league(league, person) for league in leagues)
    yield "sessions", (_dump_session(session, person) for session in sessions)
    lines = {in_club.pk: rule_line(in_club.rule_set) for in_club in rules.in_club.values()}
    games = ((game, lines[game.league.rule_set_id]) for game in games_of(club))
    yield "games", (dump_game(game, line, person, evening) for game, line in games)
    yield "rulings", dump_rulings(club, evening)
    yield "closes", dump_closes(club, person)
    yield "standings", chain.from_iterable(_standings(club, each, person) for each in leagues)


def _leagues(club: Club) -> Iterable[League]:
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    return leagues.prefetch_related("seasons__stages", "teams__memberships", "prizes")


def _dump_member(member: Member, person: Mapping[int, int]) -> Plain:
    """Dump a member; one merged into another refers to that one's index."""
    merged = member.merged_into_id
    apart: dict[str, Any] = {} if merged is None else {"merged_into": person[merged]}
    return {**plain(member, MEMBER), **apart}


def _dump_session(session: Session, person: Mapping[int, int]) -> Plain:
    came = sorted(person[member.pk] for member in session.attendants.all())
    return {**plain(session, SESSION), "attendants": came}


def _standings(club: Club, league: League, person: Mapping[int, int]) -> Iterator[Plain]:
    months = Tally.objects.for_club(club).filter(
        page__league=league, page__counts=True, span=Tally.Span.MONTH
    )
    for first in months.order_by("start").values_list("start", flat=True).distinct():
        period = Period(first=first, last=month_end(first), minimum_games=league.minimum_games)
        found = ranking_of(club, league, period)
        rows = [
            {
                "member": person[line.member_id],
                "rank": line.rank,
                "games": line.record.games,
                "places": list(line.record.place_counts),
                "score": line.record.score,
                **({"adjusted": line.adjusted} if line.adjusted else {}),
            }
            for line in (*found.ranked, *found.short, *found.guests)
        ]
        yield {"league": league.slug, "month": f"{first:%Y-%m}", "rows": rows}


@club_page(Action.MANAGE_CLUB)
def archive(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Download the club as one file, or have it prepared if it is large."""
    return file_or_offer(request, visit, "archive", QueryDict())


def _archive(visit: Visit, _query: QueryDict, _tell: Tell) -> HttpResponseBase:
    """Answer with the file, which is written completely before the first byte is sent.

    It is of one moment, in which nothing can be written: nobody hears how far it is.
    """
    file = TemporaryFile()  # noqa: SIM115 - closed once it is sent
    text = io.TextIOWrapper(file, encoding="utf-8", write_through=False)
    write_archive(visit.club, text.write)
    text.flush()
    text.detach()
    day = club_day(visit.club).isoformat()
    return file_answer(file, "application/json; charset=utf-8", visit.club.slug, day, ending="json")


def _games(visit: Visit, _query: QueryDict) -> int:
    return Hanchan.objects.for_club(visit.club).count()


register(
    "archive",
    Kind(
        action=Action.MANAGE_CLUB,
        answer=_archive,
        games=_games,
        name=lambda: gettext("Archive"),
    ),
)
