"""A club's competitions: its seasons, and one of them with its stages and teams."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeVar

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.read import Competition, StageTable, competition_of, seasons_of
from league.competitions.season_views import season_of
from league.core.access import HtmxRequest, Visit, render_club
from league.core.days import club_day
from league.core.formats import score_name
from league.core.kept_pages import kept_club_page
from league.core.permissions import Action
from league.models import Season
from league.rulebook.options import options_in_words, season_rule
from scoring.competition import Line, Place, StageRule

T = TypeVar("T", Line, Place)


#: a line, a group of lines, a stage as the page's templates print them
Shown = dict[str, Any]


def final_tables(found: Competition, me: int | None) -> Shown:
    def row(place: Place) -> Shown:
        return {
            "rank": place.rank,
            "is_tied": place.is_tied,
            "total": place.total,
            "games": place.games,
            "missing": place.missing,
            # the last stage in which they were ranked
            "stage": "" if place.stage is None else found.stages[place.stage].name,
        }

    return {
        "members": _member_groups(found, found.members, row, me, found.playing_for),
        "teams": _team_groups(found, found.teams, row),
    }


def _stage_view(found: Competition, stage: StageTable, number: int, me: int | None) -> Shown:
    def row(line: Line) -> Shown:
        return {
            "rank": line.rank,
            "is_tied": line.is_tied,
            "total": line.total,
            "carried": line.carried,
            "share": line.share,
            "dropped": line.share.played - line.share.counted,
            "missing": line.missing,
        }

    carries = stage.rule.carry != "none" and number > 1
    adjusts = any(share.adjusted for share in stage.shares.values())
    drops = any(share.played != share.counted for share in stage.shares.values())
    return {
        "number": number,
        "number_text": str(number),  # as addresses within the page have it
        "name": stage.name or _("Season standings"),
        "first": stage.first,
        "last": stage.last,
        "words": counting_words(stage.rule, has_teams=found.season.has_teams),
        "members": _member_groups(found, stage.members, row, me, stage.playing_for),
        "teams": _team_groups(found, stage.teams, row),
        "shares": _team_shares(found, stage),
        "carries": carries,
        "adjusts": adjusts,
        "drops": drops,
        "columns": 4 + carries + (carries or adjusts) + adjusts + drops,
    }


def counting_words(rule: StageRule, *, has_teams: bool = False) -> list[str]:
    """Describe in sentences what a stage counts; empty where every game counts."""
    sentences = [_carry_words(rule)]
    if rule.maximum_games:
        words = ngettext(
            "Only each member's first %(count)s game counts.",
            "Only each member's first %(count)s games count.",
            rule.maximum_games,
        )
        sentences.append(words % {"count": rule.maximum_games})
    if rule.best_games:
        words = ngettext(
            "Only each member's best game counts.",
            "Only each member's best %(count)s games count.",
            rule.best_games,
        )
        sentences.append(words % {"count": rule.best_games})
    if rule.worst_dropped:
        words = ngettext(
            "Each member's worst game does not count.",
            "Each member's worst %(count)s games do not count.",
            rule.worst_dropped,
        )
        sentences.append(words % {"count": rule.worst_dropped})
    if rule.minimum_games:
        words = ngettext(
            "Minimum to be ranked: %(count)s game.",
            "Minimum to be ranked: %(count)s games.",
            rule.minimum_games,
        )
        sentences.append(words % {"count": rule.minimum_games})
    if has_teams:
        sentences.append(_("A game counts for the team that the member played for on that day."))
    return [sentence for sentence in sentences if sentence]


def _carry_words(rule: StageRule) -> str:
    if rule.carry == "whole":
        return _("All points from the previous stage are carried over.")
    if rule.carry == "half":
        return _("Half of the points from the previous stage are carried over.")
    return ""


def _member_groups(
    found: Competition,
    lines: Sequence[T],
    row: Callable[[T], Shown],
    me: int | None,
    playing_for: Mapping[int, int],
) -> list[Shown]:
    def row_of(line: T) -> Shown:
        person, is_unranked = found.people[line.who], line.who in found.unranked
        shown = row(line) | {
            "name": person.name,
            "member": person.pk,
            "team": found.team_names.get(playing_for.get(line.who, 0), ""),
            "is_me": me == person.pk,
            # where guests are not ranked they stand under a heading of their own
            "is_guest": person.is_guest and not is_unranked,
        }
        # more games would not rank them
        return shown | {"missing": 0} if is_unranked else shown

    return _groups(lines, row_of, found.unranked)


def _team_groups(found: Competition, lines: Sequence[T], row: Callable[[T], Shown]) -> list[Shown]:
    return _groups(lines, lambda line: row(line) | {"name": found.team_names[line.who]}, ())


def _groups(
    lines: Sequence[T], row_of: Callable[[T], Shown], unranked: Collection[int]
) -> list[Shown]:
    """Lines under their headings; the ranked have none."""
    ranked = [line for line in lines if line.rank is not None]
    others = [line for line in lines if line.rank is None]
    guests = [line for line in others if line.who in unranked]
    short = [line for line in others if line.who not in unranked]
    named = (("", ranked), (_("Too few games to be ranked"), short), (_("Guests"), guests))
    return [{"heading": h, "rows": [row_of(line) for line in each]} for h, each in named if each]


def _team_shares(found: Competition, stage: StageTable) -> list[Shown]:
    """List what each member scored for each team, best first; former members too."""
    made = []
    for line in stage.teams:
        shares = [(who, share) for (who, team), share in stage.shares.items() if team == line.who]
        shares.sort(key=lambda one: (-one[1].total, one[0]))
        members = [
            {"name": found.people[who].name, "member": who, "share": share} for who, share in shares
        ]
        if members:
            made.append({"name": found.team_names[line.who], "members": members})
    return made


@kept_club_page(Action.READ)
def season_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """List the club's seasons by league, latest first."""
    today = club_day(visit.club)
    leagues = [
        (league, list(seasons))
        for league, seasons in groupby(seasons_of(visit.club), key=lambda season: season.league)
    ]
    context = {"leagues": leagues, "today": today}
    return render_club(request, visit, "league/competitions/list.html", context, nav="ranking")


@kept_club_page(Action.READ)
def season_page(request: HtmxRequest, visit: Visit, season_id: int) -> HttpResponseBase:
    season = season_of(visit, season_id)
    found = competition_of(season, today=club_day(visit.club))
    me = visit.member.pk if visit.member else None
    context = {
        "season": season,
        "league": season.league,
        "found": found,
        "final": final_tables(found, me) if len(found.stages) > 1 else None,
        "stages": [
            _stage_view(found, stage, number, me) for number, stage in enumerate(found.stages, 1)
        ],
        "decimals": found.rule.score_decimals,
        "unit": score_name(found.rule.score_name),
        "options": _chosen(season),
    }
    return render_club(request, visit, "league/competitions/page.html", context, nav="ranking")


def _chosen(season: Season) -> list[tuple[str, str]]:
    """Return the season's choices where the rules leave options open. At most two queries."""
    if not season.options:
        return []
    rule = season_rule(season.league, season.starts_on)
    return options_in_words(season.options, [rule] if rule else [])
