"""A club as one JSON document, and such a document brought back as a club.

A document holds what was played, under which rules, and what it counted. Bringing it back settles
every game anew, so that a release can prove that it scores old games as before. Logins, the trail
and earlier revisions of games stay behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from league.actors import system
from league.days import month_end
from league.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.errors import LeagueError
from league.models import Club, ClubRuleSet, Hanchan, League, Member, Season, Session, Tally
from league.selectors.rankings import Stretch, ranking_of
from league.services.bulk import FinishedGame, store_games
from rules.models import Clause, RuleSet, RuleVersion

FORMAT: Final = "jancho-club-1"

_CLUB = ("slug", "name", "time_zone", "day_turns_at", "language", "visibility", "names_shown")
_MEMBER = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on"),
)
_RULE_SET = ("name_ja", "name_en", "family", "adopted_from")
_VERSION = (
    *("effective_from", "number", "status", "parameters", "stated_by"),
    *("changes_ja", "changes_en"),
)
_CLAUSE = ("code", "title_ja", "title_en", "text_ja", "text_en", "states", "is_changed")
_LEAGUE = ("slug", "name", "minimum_games", "guests_ranked", "position", "is_active")
_SEASON = ("name", "starts_on", "ends_on", "minimum_games")
_SESSION = ("day", "title", "place", "note")
_GAME = (
    *("table", "number", "sticks", "ended_by_time", "remark"),
    *("source", "revision", "voided_at", "void_reason"),
)

Plain = dict[str, Any]


def dump_club(club: Club) -> Plain:
    """The club as plain JSON values, in an order that never changes.

    People and evenings are named by their place in the document's lists. Queries grow with
    leagues, versions and months, not with games.
    """
    members = list(Member.objects.for_club(club).order_by("pk"))
    sessions = list(Session.objects.for_club(club).order_by("day", "pk"))
    person = {member.pk: at for at, member in enumerate(members)}
    evening = {session.pk: at for at, session in enumerate(sessions)}
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    return {
        "format": FORMAT,
        "club": _plain(club, _CLUB),
        "members": [_plain(member, _MEMBER) for member in members],
        "rule_sets": [_dump_rule_set(in_club) for in_club in _rule_sets(club)],
        "leagues": [_dump_league(league) for league in leagues],
        "sessions": [
            {**_plain(one, _SESSION), "attendants": sorted(person[m.pk] for m in came)}
            for one, came in ((one, one.attendants.all()) for one in sessions)
        ],
        "games": [_dump_game(game, person, evening) for game in _games(club)],
        "standings": [
            month for league in leagues for month in _dump_standings(club, league, person)
        ],
    }


def _plain(thing: Model, names: Iterable[str]) -> Plain:
    values = {name: getattr(thing, name) for name in names}
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
    }


def _rule_sets(club: Club) -> Iterable[ClubRuleSet]:
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set")
    return sets.prefetch_related("rule_set__versions__clauses")


def _dump_rule_set(in_club: ClubRuleSet) -> Plain:
    return {
        "slug": in_club.slug,
        **_plain(in_club.rule_set, _RULE_SET),
        "versions": [
            {
                **_plain(version, _VERSION),
                "clauses": [_plain(clause, _CLAUSE) for clause in version.clauses.all()],
            }
            for version in in_club.rule_set.versions.all()
        ],
    }


def _dump_league(league: League) -> Plain:
    seasons = [_plain(season, _SEASON) for season in league.seasons.all()]
    return {**_plain(league, _LEAGUE), "rule_set": league.rule_set.slug, "seasons": seasons}


def _games(club: Club) -> Iterable[Hanchan]:
    games = Hanchan.objects.for_club(club).select_related("league", "settlement__version")
    return games.prefetch_related("seats", "penalties", "yakuman").order_by("day", "pk")


def _dump_game(game: Hanchan, person: Mapping[int, int], evening: Mapping[int, int]) -> Plain:
    counted = game.settlement
    assert counted is not None  # every stored game is settled
    return {
        "key": str(game.key),
        "league": game.league.slug,
        "session": evening[game.session_id],
        **_plain(game, _GAME),
        "seats": [
            {
                "member": person[seat.member_id],
                **_plain(seat, ("points", "chips", "is_yakitori", "busted_by")),
            }
            for seat in game.seats.all()
        ],
        "penalties": [
            _plain(one, ("seat", "kind", "count", "reason")) for one in game.penalties.all()
        ],
        "yakuman": [_plain(one, ("seat", "name", "discarder")) for one in game.yakuman.all()],
        "counted": {
            "version": counted.version.label,
            "places": list(counted.places),
            "scores": list(counted.scores),
        },
    }


def _dump_standings(club: Club, league: League, person: Mapping[int, int]) -> Iterable[Plain]:
    months = Tally.objects.for_club(club).filter(league=league, span=Tally.Span.MONTH)
    for first in months.order_by("start").values_list("start", flat=True).distinct():
        stretch = Stretch(first=first, last=month_end(first), minimum_games=league.minimum_games)
        found = ranking_of(club, league, stretch)
        rows = [
            {
                "member": person[line.member_id],
                "rank": line.rank,
                "games": line.record.games,
                "places": list(line.record.place_counts),
                "score": line.record.score,
            }
            for line in (*found.ranked, *found.short, *found.guests)
        ]
        yield {"league": league.slug, "month": f"{first:%Y-%m}", "rows": rows}


@transaction.atomic
def load_archive(data: Plain) -> Club:
    """Bring a club back: everything stored in bulk, every game settled anew.

    Args:
        data: what ``dump_club`` gave, of this release or an earlier one.

    Raises:
        LeagueError: another format, or a club of that address is there.
    """
    if data.get("format") != FORMAT:
        raise LeagueError(_("This is not an archive of a club."))
    if Club.objects.filter(slug=data["club"]["slug"]).exists():
        raise LeagueError(_("This address is taken."), field="slug")
    club = Club.objects.create(**data["club"])
    members = [Member(club=club, **values) for values in data["members"]]
    for member in members:
        member.fold_names()
    members = Member.objects.bulk_create(members)
    rule_sets = {one["slug"]: _load_rule_set(club, one) for one in data["rule_sets"]}
    leagues = {one["slug"]: _load_league(club, one, rule_sets) for one in data["leagues"]}
    sessions = [_load_session(club, one, members) for one in data["sessions"]]
    games = [_load_game(one, members, leagues, sessions) for one in data["games"]]
    store_games(club=club, games=games, actor=system("load_archive"))
    return club


def _load_rule_set(club: Club, values: Plain) -> ClubRuleSet:
    rule_set = RuleSet.objects.create(**{name: values[name] for name in _RULE_SET})
    for one in values["versions"]:
        fields = {name: one[name] for name in _VERSION}
        version = RuleVersion.objects.create(rule_set=rule_set, **fields)
        Clause.objects.bulk_create(
            Clause(version=version, position=position, **clause)
            for position, clause in enumerate(one["clauses"])
        )
    return ClubRuleSet.objects.create(club=club, rule_set=rule_set, slug=values["slug"])


def _load_league(club: Club, values: Plain, rule_sets: Mapping[str, ClubRuleSet]) -> League:
    fields = {name: values[name] for name in _LEAGUE}
    in_club = rule_sets[values["rule_set"]]
    league = League.objects.create(club=club, rule_set=in_club, **fields)
    Season.objects.bulk_create(Season(league=league, **season) for season in values["seasons"])
    return league


def _load_session(club: Club, values: Plain, members: list[Member]) -> Session:
    fields = {name: values[name] for name in _SESSION}
    fields["day"] = date.fromisoformat(fields["day"])
    session = Session.objects.create(club=club, **fields)
    session.attendants.set([members[at] for at in values["attendants"]])
    return session


def _load_game(
    values: Plain,
    members: list[Member],
    leagues: Mapping[str, League],
    sessions: list[Session],
) -> FinishedGame:
    session = sessions[values["session"]]
    voided_at = values["voided_at"]
    entry = HanchanEntry(
        league=leagues[values["league"]],
        day=session.day,
        session=session,
        seats=tuple(
            SeatEntry(member_id=members[seat.pop("member")].pk, **seat)
            for seat in map(dict, values["seats"])
        ),
        penalties=tuple(PenaltyEntry(**one) for one in values["penalties"]),
        yakuman=tuple(YakumanEntry(**one) for one in values["yakuman"]),
        **{name: values[name] for name in _GAME[:5]},
    )
    return FinishedGame(
        key=UUID(values["key"]),
        entry=entry,
        source=values["source"],
        revision=values["revision"],
        voided_at=datetime.fromisoformat(voided_at) if voided_at else None,
        void_reason=values["void_reason"],
    )
