"""Checks the standings: computes every settlement and tally again, and mends what differs."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import translation
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.database import snapshot
from league.core.days import month_end, month_start
from league.core.jobs import job
from league.games.outcomes import Outcome, Resettled, resettled, settlement_row
from league.games.played import on_days, played
from league.games.tallies import (
    TALLY_COLUMNS,
    Counted,
    count_days,
    counted_by_game,
    lock_league,
    months_of,
    raise_revision,
    rebuild_tallies,
    tallies_of,
    tally_fields,
)
from league.models import Club, Hanchan, Job, League, Settlement, Tally
from league.rulebook.versions import rule_line

logger = logging.getLogger(__name__)

#: how many differences are listed one by one
MOST_LISTED = 50

Fields = dict[str, int]


@dataclass(slots=True)
class Tested:
    games: int = 0
    tallies: int = 0


def verify_club(club: Club) -> dict[str, Any]:
    """Compare everything stored with what the games and rule versions give.

    Returns:
        ``{"games": …, "tallies": …, "differences": …, "told": [sentences]}``; the count is
        complete, the sentences are the first fifty, in the club's language.
    """
    tested, sentences, count = Tested(), [], 0
    with translation.override(club.language):
        for sentence in differences(club, tested):
            count += 1
            if count <= MOST_LISTED:
                sentences.append(sentence)
    return {
        "games": tested.games,
        "tallies": tested.tallies,
        "differences": count,
        "told": sentences,
    }


def differences(club: Club, tested: Tested) -> Iterator[str]:
    """Yield a sentence for each difference as soon as it is found; count what was checked.

    Streams games in chunks and tallies by month, so memory does not grow with history. All is read
    as of one moment: a game that is entered meanwhile is wholly there or not at all.
    """
    with snapshot():
        yield from _differences(club, tested)


def _differences(club: Club, tested: Tested) -> Iterator[str]:
    for league in League.objects.for_club(club).select_related("rule_set__rule_set"):
        for found, wrong in wrong_games(league, tested):
            game = found.game
            facts = {"id": game.game, "day": game.day.isoformat(), "league": league.slug}
            yield _("Game %(id)s of %(day)s in %(league)s:") % facts + " " + wrong
        yield from _wrong_sums(league)
        yield from wrong_tallies(league, tested)


def wrong_games(league: League, tested: Tested) -> Iterator[tuple[Resettled, str]]:
    """Yield each live game that is wrong, resettled, with what is wrong with it.

    Goes through the games month by month, so that a Boo table's evening stays whole.
    """
    line = rule_line(league.rule_set.rule_set)
    ours = set(league.rule_set.rule_set.versions.values_list("pk", flat=True))
    for month in _months(league):
        days = on_days(month, month_end(month))
        counted = counted_by_game(league.club_id, days & Q(hanchan__league=league))
        for found in resettled(played(league, days), line):
            tested.games += 1
            wrong = _wrong_with(found, counted.get(found.game.game), ours)
            if wrong:
                yield found, wrong


def _wrong_with(found: Resettled, counted: Counted | None, ours: set[int]) -> str:
    """Explain what is wrong with one live game; empty if nothing is."""
    if found.version is None:
        return _("no rule version was in force that day.")
    if found.why is not None:
        return _("it cannot be settled: %(why)s") % {"why": found.why}
    if found.outcome is None:
        return _("the rule version %(label)s cannot be read.") % {"label": found.version.label}
    if counted is None:
        return _("it has no settlement.")
    if counted.version not in ours:
        return _("it was settled under the rules of another league.")
    return _wrong_settlement(found, found.outcome, counted)


def _wrong_settlement(found: Resettled, outcome: Outcome, counted: Counted) -> str:
    if counted.revision != found.game.revision:
        return _("its settlement belongs to revision %(stored)s, expected %(expected)s.") % {
            "stored": counted.revision,
            "expected": found.game.revision,
        }
    for what, stored, expected in (
        (_("places"), counted.places, outcome.places),
        (_("scores"), counted.scores, outcome.scores),
        (_("result"), counted.result, outcome.result),
        (_("right to double"), counted.dabu_ken, outcome.dabu_ken),
    ):
        if stored != expected:
            return _compared(what, stored, expected)
    return ""


def _compared(what: str, stored: object, expected: object) -> str:
    facts = {"what": what, "stored": stored, "expected": expected}
    return _("%(what)s %(stored)s, expected %(expected)s.") % facts


def _wrong_sums(league: League) -> Iterator[str]:
    """Find settlements, earlier ones too, whose scores do not sum to what is set apart."""
    total = F("score_0") + F("score_1") + F("score_2") + Coalesce("score_3", Value(0))
    wrong = (
        Settlement.objects.for_club(league.club_id)
        .filter(hanchan__league=league)
        .annotate(total=total)
        .exclude(apart=F("total"))
    )
    for pk, game, total_, apart in wrong.values_list("pk", "hanchan", "total", "apart").iterator():
        yield _(
            "Settlement %(id)s of game %(game)s: the scores sum to %(total)s, expected %(apart)s."
        ) % {"id": pk, "game": game, "total": total_, "apart": apart}


def wrong_tallies(league: League, tested: Tested) -> Iterator[str]:
    """Describe each tally that differs from the sum of its counted settlements."""
    for month in _months(league):
        days = count_days(league, days=_days_of(month))
        expected = {(Tally.Span.DAY.value, *key): tally_fields(r) for key, r in days.items()}
        expected |= {
            (Tally.Span.MONTH.value, *key): tally_fields(r) for key, r in months_of(days).items()
        }
        tested.tallies += len(expected)
        stored = _stored_tallies(league, month)
        for span, member, start in sorted(expected.keys() | stored.keys()):
            key = span, member, start
            wrong = _wrong_tally(stored.get(key), expected.get(key))
            if wrong:
                facts = {"span": span, "day": start.isoformat(), "member": member}
                head = _("Tally (%(span)s) %(day)s of member %(member)s in %(league)s:")
                yield head % {**facts, "league": league.slug} + " " + wrong


def _wrong_tally(stored: Fields | None, expected: Fields | None) -> str:
    if stored is None:
        return _("it is missing.")
    if expected is None:
        return _("there are no games for it.")
    return " ".join(
        _compared(name, stored[name], expected[name])
        for name in TALLY_COLUMNS
        if stored[name] != expected[name]
    )


def _stored_tallies(league: League, month: date) -> dict[tuple[str, int, date], Fields]:
    rows = tallies_of(league).filter(start__range=(month, month_end(month)))
    return {
        (row.span, row.member_id, row.start): {name: getattr(row, name) for name in TALLY_COLUMNS}
        for row in rows.iterator()
    }


def _months(league: League) -> list[date]:
    """Return every month that has games or tallies, in order. Two queries."""
    games = Hanchan.objects.for_club(league.club_id).filter(league=league)
    tallies = tallies_of(league)
    found = {month_start(day) for day in _distinct(games, "day")}
    return sorted(found | {month_start(day) for day in _distinct(tallies, "start")})


def _distinct(rows: QuerySet[Any, Any], column: str) -> Iterator[date]:
    days = rows.order_by().values_list(column, flat=True).distinct()
    yield from days.iterator()


def _days_of(month: date) -> list[date]:
    return [month + timedelta(days=n) for n in range((month_end(month) - month).days + 1)]


#: games that the trail names one by one
_NAMED = 50
_AT_ONCE = 1000


@dataclass(slots=True)
class Mended:
    games: int = 0  # settled again
    tallies: int = 0  # that were not what they should be

    def add(self, other: Mended) -> None:
        self.games += other.games
        self.tallies += other.tallies


@job(Job.Kind.VERIFY_STANDINGS)
def carry_out_check(job: Job) -> dict[str, Any]:
    """Check the club's standings; what differs is written to the job and the server's log.

    Organizers see it on the club's page (``troubles``).
    """
    found = verify_club(job.club)
    if count := found["differences"]:
        job.error = f"differences: {count}"
        logger.error("The standings of the club %s differ from its games: %s", job.club.slug, count)
        for sentence in found["told"]:
            logger.error("%s: %s", job.club.slug, sentence)
    return found


def last_check(club: Club) -> Job | None:
    """The club's latest check of the standings, whatever has become of it. One query."""
    return Job.objects.for_club(club).filter(kind=Job.Kind.VERIFY_STANDINGS).first()


def mend_club(club: Club, *, reason: str, actor: Actor) -> Mended:
    mended = Mended()
    for league in League.objects.for_club(club).select_related("club", "rule_set__rule_set"):
        mended.add(mend_league(league, reason=reason, actor=actor))
    return mended


@transaction.atomic
def mend_league(league: League, *, reason: str, actor: Actor) -> Mended:
    """Settle wrongly settled games again, each under its day's version, and recount.

    Takes the league's lock and checks again: only what is still wrong then is touched. Wrong
    settlements stay stored beside those that count now; only those of a revision that their game
    never had are deleted. A game that no version can settle stays as it is.
    """
    lock_league(league)
    impossible = _drop_impossible(league)
    games = _settle_anew(league, reason)
    # Counted after the settlements are true again: what rests on wrong ones is wrong as well.
    tallies = sum(1 for _each in wrong_tallies(league, Tested()))
    mended = Mended(games=len(games), tallies=tallies)
    if not (games or tallies or impossible):
        return mended
    raise_revision(league)
    rebuild_tallies(league)
    record_event(
        "standings.mended",
        club=league.club,
        object_id=league.pk,
        actor=actor,
        after={
            "league": league.slug,
            "settled": len(games),
            "games": games[:_NAMED],
            "impossible": impossible,
            "tallies": tallies,
        },
        reason=reason,
    )
    return mended


def _drop_impossible(league: League) -> int:
    """Delete settlements that would outrank any that the game can get; return how many."""
    rows = Settlement.objects.for_club(league.club_id).filter(hanchan__league=league)
    return rows.filter(hanchan_revision__gt=F("hanchan__revision")).delete()[0]


def _settle_anew(league: League, reason: str) -> list[int]:
    wrong = (found for found, _why in wrong_games(league, Tested()) if found.outcome is not None)
    games: list[int] = []
    while some := list(islice(wrong, _AT_ONCE)):
        rows = [
            settlement_row(found, found.outcome, reason=reason)
            for found in some
            if found.outcome is not None
        ]
        Settlement.objects.bulk_create(rows)
        games += [found.game.game for found in some]
    return games
