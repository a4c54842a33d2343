"""A league ranked under rules that were not those of the day; nothing of it is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import Period, club_day, period_of_page
from league.core.permissions import Action
from league.core.throttles import ask_to_wait, seconds_to_wait, turn_to_compute
from league.games.outcomes import Resettled, records_of, resettled
from league.games.played import on_days, played
from league.models import Club, Hanchan, League, Member
from league.rankings.figures import SCORE, Cell, Facts, Figure
from league.rankings.table import LeagueRanking, Standing, placed, ranking_of, terms_of
from league.rankings.table_views import EVERY, ranking_table
from league.rulebook.shipped import (
    can_settle,
    find_shipped,
    shipped_name,
    shipped_versions,
)
from league.rulebook.sides import SHIPPED, Choices
from league.rulebook.timeline import READABLE, DatedVersion, annotate_moves
from league.rulebook.versions import always
from league.rulechanges.drafts import draft_page
from league.rulechanges.preview import Impossible, why_not
from league.rulechanges.views import contradictions_in, contradictions_of
from rules.models import Family, RuleVersion
from rules.parameters import Parameters
from scoring.standings import combine

#: games of a period that are settled while the reader waits; a longer one is refused
MOST = 20_000
#: games that cannot stand which are named one by one
SHOWN = 50

Status = RuleVersion.Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared(Standing):
    score_now: int  # in points
    rank_now: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    ranking: LeagueRanking
    games: int  # settled for it
    impossible: int  # games that cannot stand under these rules: left out
    cannot_stand: tuple[Impossible, ...]  # the first of them


def version_choices(league: League, *, for_organizer: bool) -> list[Choices]:
    """Return a reader's choices: published versions, shipped sets, drafts for organizers.

    One query.
    """
    versions = _own(league, for_organizer=for_organizer)
    own = [v for v in versions if v.status != Status.DRAFT]
    drafts = [v for v in versions if v.status == Status.DRAFT]
    stored = (version.parameters.get("game", {}) for version in own)
    players = {game.get("players", 4) for game in stored}
    groups = [
        Choices(name=league.rule_set.rule_set.name, options=tuple(_option(v) for v in own)),
        Choices(name=_("Drafts"), options=tuple(_option(v) for v in drafts)),
        Choices(name=_("Built-in rule sets"), options=tuple(_shipped(league, players))),
    ]
    return [group for group in groups if group.options]


def find_version(league: League, key: str, *, for_organizer: bool) -> RuleVersion | None:
    """Find the version of a choice's key, or None. A shipped one is not stored."""
    if key.startswith(SHIPPED):
        return _find_shipped(league, key)
    versions = _own(league, for_organizer=for_organizer)
    return next((version for version in versions if version.label == key), None)


def what_if(
    club: Club, league: League, period: Period, version: RuleVersion, parameters: Parameters
) -> WhatIf:
    """Settle the period's games under one version and rank them. Eight queries.

    Args:
        club: whose league.
        league: whose games.
        period: the days.
        version: applies to all of them, whatever its own day.
        parameters: the version's.
    """
    games = played(league, on_days(period.first, period.last))
    found = list(resettled(games, always(version)))
    impossible = [each for each in found if each.outcome is None]
    now = ranking_of(club, league, period)
    ranked, short, guests = placed(_lines(club, league, found, now), league, period)
    return WhatIf(
        ranking=LeagueRanking(
            period=period,
            ranked=ranked,
            short=short,
            guests=guests,
            versions=now.versions,
            terms=terms_of([parameters]),
        ),
        games=len(found) - len(impossible),
        impossible=len(impossible),
        cannot_stand=tuple(
            Impossible(game=each.game.game, words=why_not(league, each))
            for each in impossible[:SHOWN]
        ),
    )


def games_in(league: League, first: date, last: date) -> int:
    """Return how many games would have to be settled. One query."""
    games = Hanchan.objects.for_club(league.club_id).filter(league=league, voided_at=None)
    return games.filter(day__range=(first, last)).count()


def _lines(
    club: Club, league: League, found: Sequence[Resettled], now: LeagueRanking
) -> Iterator[Compared]:
    counts_busts = league.rule_set.rule_set.family != Family.ZUNG_JUNG
    records = defaultdict(list)
    for (member, _day), record in records_of(found, counts_busts=counts_busts).items():
        records[member].append(record)
    members = Member.objects.for_club(club).in_bulk(list(records))
    present: Mapping[int, Standing] = {
        line.member_id: line for line in (*now.ranked, *now.short, *now.guests)
    }
    for pk, of_days in records.items():
        person, line = members[pk], present.get(pk)
        yield Compared(
            member_id=pk,
            name=person.shown_name(club),
            reading=person.kana or person.display_name,
            is_guest=person.is_guest,
            record=combine(of_days),
            adjusted=line.adjusted if line else 0,
            score_now=line.record.score if line else 0,
            rank_now=line.rank if line else None,
        )


def _own(league: League, *, for_organizer: bool) -> list[RuleVersion]:
    """Return the set's versions open to the reader, newest first, then drafts. One query."""
    shown = [*READABLE, *([Status.DRAFT] if for_organizer else [])]
    versions = league.rule_set.rule_set.versions.filter(status__in=shown)
    return list(annotate_moves(versions).order_by("-effective_from", "-number", "-pk"))


def _option(version: RuleVersion) -> tuple[str, str]:
    if version.status in (Status.DRAFT, Status.PUBLISHED):
        return version.label, version.name
    mark = DatedVersion(version=version, is_in_force=False, is_to_come=False).mark
    return version.label, _("%(version)s (%(mark)s)") % {"version": version.name, "mark": mark}


def _shipped(league: League, players: set[int]) -> Iterator[tuple[str, str]]:
    """Yield shipped versions of the same family and table size that can settle games."""
    for shipped, version in shipped_versions(league.rule_set.rule_set.family):
        value = version.parameters
        if value.game.players in players and can_settle(value):
            yield f"{SHIPPED}{shipped.key}@{version.label}", shipped_name(shipped, version)


def _find_shipped(league: League, key: str) -> RuleVersion | None:
    found = find_shipped(key.removeprefix(SHIPPED), league.rule_set.rule_set.family)
    if found is None:
        return None
    version = found[1]
    return RuleVersion(
        effective_from=version.effective_from,
        parameters=version.parameters.model_dump(mode="json"),
    )


def name_of(choices: Sequence[Choices], key: str) -> str | None:
    """Return a version's name among the choices; None if it is not among them."""
    return dict(option for group in choices for option in group.options).get(key)


Page = dict[str, Any]


def _difference(line: Standing, _facts: Facts) -> int:
    return line.record.score - cast("Compared", line).score_now


def _rise(line: Standing, _facts: Facts) -> int:
    """Return ranks gained; 0 also for those unranked on either side."""
    now = cast("Compared", line).rank_now
    return now - line.rank if now and line.rank else 0


def _write_difference(points: int, decimals: int) -> Cell:
    found = SCORE.cell(points, decimals)
    return found if points else found._replace(css="is-none")


def _write_rise(ranks: int, _decimals: int) -> Cell:
    if ranks > 0:
        return Cell(f"↑{ranks}", "", _("%(ranks)s up") % {"ranks": ranks})
    if ranks < 0:
        return Cell(f"↓{-ranks}", "", _("%(ranks)s down") % {"ranks": -ranks})
    return Cell("–", "is-none", _("same rank"))


BESIDE_TOTAL = (
    Figure(
        "difference", gettext_lazy("vs. now"), _difference, has_mean=False, write=_write_difference
    ),
    Figure("rise", gettext_lazy("rank ±"), _rise, has_mean=False, write=_write_rise),
)


@club_page(Action.READ)
def what_if_page(request: HtmxRequest, visit: Visit, league_slug: str) -> TemplateResponse:
    """Rank a period under one version; an htmx swap gets the table alone.

    Raises:
        Http404: no such league, no such season, or a version that this reader may not see.
    """
    requested = period_of_page(request.GET, visit.club, league_slug)
    league, period, calendar = requested.league, requested.period, requested.calendar
    may_organize = visit.may(Action.MANAGE_LEAGUES)
    choices = version_choices(league, for_organizer=may_organize)
    key = request.GET.get("version", "")
    page: Page = {
        "league": league,
        "period": period,
        "error": requested.error,
        "title": period.name,
        "choices": choices,
        "chosen": key,
        "seasons": [("", _("By month")), *((str(each.pk), each.name) for each in calendar.seasons)],
        "pager": calendar.pager(period, {"version": key} if key else {}),
        "back": reverse("league:ranking", args=[visit.club.slug, league_slug])
        + f"?{urlencode(period.query)}",
    }
    if key:
        version = find_version(league, key, for_organizer=may_organize)
        if version is None or name_of(choices, key) is None:
            raise Http404
        page |= _ranked(request, visit, league, period, version, key, choices)
    is_part = request.htmx and not request.htmx.history_restore_request and "table" in page
    template = "league/rankings/_table.html" if is_part else "league/rankings/what_if.html"
    response = render_club(request, visit, template, page, nav="ranking", status=requested.status)
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _ranked(
    request: HtmxRequest,
    visit: Visit,
    league: League,
    period: Period,
    version: RuleVersion,
    key: str,
    choices: list[Choices],
) -> Page:
    """Return the what-if ranking, or why there is none."""
    if problems := _problems(visit, league, version):
        return {"problems": problems}
    games = games_in(league, period.first, period.last)
    if games > MOST:
        return {"too_many": games, "most": MOST}
    with turn_to_compute() as busy:
        if seconds := busy or seconds_to_wait(request):
            return {"seconds": seconds}
        found = what_if(visit.club, league, period, version, version.value)
    return {
        "found": found,
        "ranking": found.ranking,
        "version_name": name_of(choices, key),
        "table": ranking_table(
            visit.club,
            found.ranking,
            me=visit.member,
            query={**period.query, "version": key},
            sort=request.GET.get("sort", ""),
            beside_total=BESIDE_TOTAL,
            wants_all=request.GET.get(EVERY) == "all",
        ),
    }


def _problems(visit: Visit, league: League, version: RuleVersion) -> list[dict[str, str]]:
    if version.status == RuleVersion.Status.DRAFT and version.pk:
        page = draft_page(league.rule_set, version, club_day(visit.club))
        return contradictions_of(page)
    return contradictions_in(league.rule_set, version)
