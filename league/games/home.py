"""Where a typed result belongs: its league, its evening, and the rules of that day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.http import Http404
from django.shortcuts import get_object_or_404

from league.core.access import Visit
from league.core.days import club_day, day_in
from league.core.errors import NoVersionError
from league.core.numbers import number_in
from league.core.permissions import Action, Role
from league.games.points import UNKNOWN, Counting, counting_of
from league.models import Club, Hanchan, League, Session
from league.rulebook.options import rule_of
from league.rulebook.versions import version_for
from rules.models import RuleVersion
from rules.parameters import Parameters, Ranking


@dataclass(frozen=True, kw_only=True)
class Home:
    """The league, day and evening of one result, and what the rules of that day ask for.

    ``session`` is None for the day's own evening, which the first game creates. ``version`` is
    None when the day is before the rules; then ``parameters`` are a later version's, for the
    seats.
    """

    leagues: Sequence[League]
    league: League
    day: date
    session: Session | None
    version: RuleVersion | None
    parameters: Parameters | None

    @property
    def players(self) -> int:
        return self.parameters.game.players if self.parameters else 4

    @cached_property
    def counting(self) -> Counting:
        return counting_of(self.parameters) if self.parameters else UNKNOWN

    @property
    def ranking(self) -> Ranking:
        return self.parameters.ranking if self.parameters else Ranking()

    @property
    def decimals(self) -> int:
        return self.ranking.score_decimals


def home_of(visit: Visit, given: Mapping[str, str]) -> Home | None:
    """Read the home of a result from a form or an address; None for a club without leagues.

    At most five queries.

    Args:
        visit: who asks; a pass means its own evening.
        given: ``league`` (slug; ``switch`` overrides it), ``session`` (id), ``day`` (ISO).

    Raises:
        Http404: a league or evening that the club does not have.
    """
    leagues = list(
        League.objects.for_club(visit.club)
        .filter(is_active=True)
        .select_related("rule_set__rule_set")
    )
    if not leagues:
        return None
    league = _chosen_league(leagues, given.get("switch") or given.get("league") or "", leagues[0])
    session = _session(visit, given.get("session", ""))
    day = session.day if session else day_in(given.get("day", "")) or club_day(visit.club)
    return home_at(leagues, league, day, session)


def home_of_game(visit: Visit, game: Hanchan, given: Mapping[str, str]) -> Home:
    """Return a stored game's home: its own evening, and the league now chosen."""
    leagues = list(
        League.objects.for_club(visit.club).select_related("rule_set__rule_set").order_by("pk")
    )
    shown = [one for one in leagues if one.is_active or one.pk == game.league_id]
    own = next(one for one in leagues if one.pk == game.league_id)
    league = _chosen_league(shown, given.get("switch") or given.get("league") or "", own)
    return home_at(shown, league, game.day, game.session, game=game)


def home_at(
    leagues: Sequence[League],
    league: League,
    day: date,
    session: Session | None,
    *,
    game: Hanchan | None = None,
) -> Home:
    """Combine a league and evening with the rules of the day and their chosen options.

    One query, two where the rules leave something open, three before the first day. A stored
    ``game`` keeps its own options.
    """
    version: RuleVersion | None = None
    shape: RuleVersion | None
    try:
        version = shape = version_for(league, day)
    except NoVersionError:
        shape = league.rule_set.rule_set.versions.first()
    parameters = shape.value if shape else None
    if parameters is not None:
        parameters = rule_of(league, parameters, session, day, game=game)
    return Home(
        leagues=leagues,
        league=league,
        day=day,
        session=session,
        version=version,
        parameters=parameters,
    )


def may_keep(visit: Visit, home: Home) -> bool:
    return visit.may_keep(day=home.day, session_id=home.session.pk if home.session else None)


def last_day_to_choose(visit: Visit, home: Home) -> date | None:
    """Return the latest day the form offers; None where the evening is already fixed."""
    if home.session is None and visit.may(Action.ENTER_ANY_DAY):
        return club_day(visit.club)
    return None


def _chosen_league(leagues: Sequence[League], slug: str, usual: League) -> League:
    if not slug:
        return usual
    for league in leagues:
        if league.slug == slug:
            return league
    raise Http404


def _session(visit: Visit, wanted: str) -> Session | None:
    """Return the named evening; None for a day's own evening, which is created on demand."""
    held = visit.evening_pass if visit.role is Role.PASS else None
    if not wanted:
        return held.session if held else None
    return get_object_or_404(Session.objects.for_club(visit.club), pk=number_in(wanted) or 0)


def evening_at(home: Home, club: Club) -> Session | None:
    """Return the stored evening of a home, if there is one yet. At most one query."""
    if home.session is not None:
        return home.session
    session = Session.objects.for_club(club).filter(day=home.day, title="").first()
    if session is not None:
        session.club = club
    return session
