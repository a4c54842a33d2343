"""What the forms of rulings share: where a case happened, and which clauses it may be under."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404

from league.access import Visit
from league.days import club_day, day_problem
from league.models import ClubRuleSet, Hanchan, Ruling, Session
from league.selectors.rulings import clauses_on, find_ruling, near_codes
from league.services.rulings import Case

_KEY = re.compile(r"[0-9]{1,18}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a ruling is being recorded: on a game, on an evening, or only on some day."""

    rule_sets: tuple[ClubRuleSet, ...]  # that it may be about, the likeliest first
    session: Session | None = None
    hanchan: Hanchan | None = None

    @property
    def day(self) -> date | None:
        """The club day, where it is known."""
        if self.hanchan is not None:
            return self.hanchan.day
        return self.session.day if self.session is not None else None

    @property
    def query(self) -> str:
        """The address's words for it."""
        if self.hanchan is not None:
            return f"?game={self.hanchan.pk}"
        return f"?session={self.session.pk}" if self.session is not None else ""

    def case(self, rule_set: ClubRuleSet, day: date) -> Case:
        """The case as the service takes it."""
        return Case(rule_set=rule_set, day=day, session=self.session, hanchan=self.hanchan)


def place_asked(visit: Visit, asked: Any) -> Place:
    """Read a game or an evening off the address.

    Raises:
        Http404: the club has no such game or evening, or no rules.
    """
    if "game" in asked:
        games = Hanchan.objects.for_club(visit.club).select_related(
            "session", "league__rule_set__rule_set"
        )
        game = games.filter(pk=_key(asked["game"])).first()
        if game is None:
            raise Http404
        return Place(rule_sets=(game.league.rule_set,), hanchan=game)
    sets = tuple(ClubRuleSet.objects.for_club(visit.club).select_related("rule_set"))
    if not sets:
        raise Http404
    if "session" not in asked:
        return Place(rule_sets=sets)
    session = Session.objects.for_club(visit.club).filter(pk=_key(asked["session"])).first()
    if session is None:
        raise Http404
    played = set(session.hanchan.values_list("league__rule_set", flat=True))
    likely = sorted(sets, key=lambda each: each.pk not in played)
    return Place(rule_sets=tuple(likely), session=session)


def _key(text: str) -> int:
    """A key of the database.

    Raises:
        Http404: the text is none.
    """
    if not _KEY.fullmatch(text):
        raise Http404
    return int(text)


def initial_day(visit: Visit, place: Place, asked: Any) -> date:
    """The day that the form begins with."""
    if place.day is not None:
        return place.day
    try:
        day = date.fromisoformat(asked.get("day", ""))
    except ValueError:
        return club_day(visit.club)
    return club_day(visit.club) if day_problem(day) else day


def initial_set(place: Place, asked: Any) -> ClubRuleSet:
    """The rules that the form begins with."""
    slug = asked.get("rule_set", "")
    return next((each for each in place.rule_sets if each.slug == slug), place.rule_sets[0])


def clause_help(rule_set: ClubRuleSet, day: date, typed: str) -> dict[str, Any]:
    """What ``rulings/_clause.html`` shows: the day's clauses, and the one that was typed."""
    in_force = clauses_on(rule_set, day)
    typed = unicodedata.normalize("NFKC", typed).strip()
    code = typed.casefold()
    chosen = next((each for each in in_force.clauses if each.code.casefold() == code), None)
    return {
        "day": day,
        "version": in_force.version,
        "clauses": in_force.clauses,
        "chosen": chosen,
        "typed": typed,
        "near": [] if chosen or not typed else near_codes(typed, in_force.clauses),
    }


def ruling_or_404(visit: Visit, ruling_id: int) -> Ruling:
    """A ruling of the visited club.

    Raises:
        Http404: this club has none of that number.
    """
    ruling = find_ruling(visit.club, ruling_id)
    if ruling is None:
        raise Http404
    return ruling
