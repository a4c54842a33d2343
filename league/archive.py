"""A club as one JSON document, and such a document brought back as a club.

A document holds what was played, under which rules, and what it counted. Bringing it back settles
every game anew, so that a release can prove that it scores old games as before. Logins, the trail
and earlier revisions of games stay behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import system
from league.archive_games import dump_game, games_of, load_game
from league.archive_records import (
    Plain,
    dump_closes,
    dump_rulings,
    load_closes,
    load_rulings,
    plain,
)
from league.days import month_end
from league.errors import LeagueError
from league.models import (
    Club,
    ClubRuleSet,
    League,
    Member,
    Season,
    Session,
    Tally,
)
from league.selectors.rankings import Stretch, ranking_of
from league.selectors.rule_line import rule_line
from league.services.bulk import store_games
from rules.models import Clause, RuleSet, RuleVersion, Section

FORMAT: Final = "jancho-club-1"

_CLUB = ("slug", "name", "time_zone", "day_turns_at", "language", "visibility", "names_shown")
_MEMBER = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on"),
)
_RULE_SET = ("name_ja", "name_en", "family", "adopted_from")
_VERSION = (
    *("effective_from", "number", "status", "parameters", "stated_by"),
    *("changes_ja", "changes_en", "title"),
)
_CLAUSE = (
    *("code", "title_ja", "title_en", "text_ja", "text_en", "states", "is_changed"),
    *("section", "written_for", "is_own"),
)
_SECTION = ("code", "level", "title_ja", "title_en")
_LEAGUE = ("slug", "name", "minimum_games", "guests_ranked", "position", "is_active")
_SEASON = ("name", "starts_on", "ends_on", "minimum_games")
_SESSION = ("day", "title", "place", "note")


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
    lines = {in_club.pk: rule_line(in_club.rule_set) for in_club in _rule_sets(club)}
    return {
        "format": FORMAT,
        "club": plain(club, _CLUB),
        "members": [plain(member, _MEMBER) for member in members],
        "rule_sets": [_dump_rule_set(in_club) for in_club in _rule_sets(club)],
        "leagues": [_dump_league(league) for league in leagues],
        "sessions": [
            {**plain(one, _SESSION), "attendants": sorted(person[m.pk] for m in came)}
            for one, came in ((one, one.attendants.all()) for one in sessions)
        ],
        "games": [
            dump_game(game, lines[game.league.rule_set_id], person, evening)
            for game in games_of(club)
        ],
        "rulings": dump_rulings(club, evening),
        "closes": dump_closes(club, person),
        "standings": [
            month for league in leagues for month in _dump_standings(club, league, person)
        ],
    }


def _rule_sets(club: Club) -> Iterable[ClubRuleSet]:
    sets = ClubRuleSet.objects.for_club(club).select_related("rule_set")
    return sets.prefetch_related("rule_set__versions__clauses", "rule_set__versions__sections")


def _dump_rule_set(in_club: ClubRuleSet) -> Plain:
    # drafts without a day come first, wherever the database would put them
    versions = sorted(
        in_club.rule_set.versions.all(),
        key=lambda version: (version.effective_from or date.min, version.number, version.pk),
    )
    return {
        "slug": in_club.slug,
        **plain(in_club.rule_set, _RULE_SET),
        "versions": [_dump_version(version) for version in versions],
    }


def _dump_version(version: RuleVersion) -> Plain:
    """What is being published goes out as the draft that it was."""
    pending = version.status == RuleVersion.Status.PENDING
    as_draft = {"status": RuleVersion.Status.DRAFT.value, "number": 0} if pending else {}
    return {
        **plain(version, _VERSION),
        **as_draft,
        "sections": [plain(section, _SECTION) for section in version.sections.all()],
        "clauses": [_dump_clause(clause) for clause in version.clauses.all()],
    }


def _dump_clause(clause: Clause) -> Plain:
    apart = {"written_for_en": clause.written_for_en} if clause.written_for_en else {}
    return {**plain(clause, _CLAUSE), **apart}


def _dump_league(league: League) -> Plain:
    seasons = [plain(season, _SEASON) for season in league.seasons.all()]
    by_rules = league.record_scores == League.RecordScores.RULES
    rare = {} if by_rules else {"record_scores": league.record_scores}
    return {**plain(league, _LEAGUE), **rare, "rule_set": league.rule_set.slug, "seasons": seasons}


def _dump_standings(club: Club, league: League, person: Mapping[int, int]) -> Iterable[Plain]:
    months = Tally.objects.for_club(club).filter(
        page__league=league, page__counts=True, span=Tally.Span.MONTH
    )
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
    games = [load_game(one, members, leagues, sessions) for one in data["games"]]
    store_games(club=club, games=games, actor=system("load_archive"))
    load_rulings(club, data.get("rulings", ()), rule_sets, sessions)
    load_closes(data.get("closes", ()), leagues, members)
    return club


def _load_rule_set(club: Club, values: Plain) -> ClubRuleSet:
    rule_set = RuleSet.objects.create(**{name: values[name] for name in _RULE_SET})
    for one in values["versions"]:
        # earlier releases knew neither titles nor headings
        fields = {name: one[name] for name in _VERSION if name in one}
        version = RuleVersion.objects.create(rule_set=rule_set, **fields)
        Section.objects.bulk_create(
            Section(version=version, position=position, **section)
            for position, section in enumerate(one.get("sections", ()))
        )
        Clause.objects.bulk_create(
            Clause(version=version, position=position, **clause)
            for position, clause in enumerate(one["clauses"])
        )
    return ClubRuleSet.objects.create(club=club, rule_set=rule_set, slug=values["slug"])


def _load_league(club: Club, values: Plain, rule_sets: Mapping[str, ClubRuleSet]) -> League:
    # earlier releases imported no records
    fields = {name: values[name] for name in (*_LEAGUE, "record_scores") if name in values}
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
