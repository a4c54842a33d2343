"""A ranking, or one's own result, as a picture, and the page that saves and shares it.

Lengths in the picture are whole pixels. It carries no style sheet and no font of its own, so
whatever shows it needs nothing else.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import PeriodOfPage, period_of_page
from league.core.formats import points, score, score_name
from league.core.permissions import Action
from league.core.text_width import cut_to, drawable, isolated, width_of
from league.models import League
from league.models.names import read_outside
from league.rankings.figures import FIGURES, facts_of
from league.rankings.table import LeagueRanking, Standing, ranking_of, with_moves
from league.rankings.table_views import displayed_ranking
from rules.models import Family

WIDTH, HEIGHT = 1_080, 1_350
#: lines of a ranking's card
TOP: Final = 10
_FIRST_LINE, _LAST_LINE = 408, 1_218
_HIGHEST_LINE: Final = 116
_BAR_LEFT, _BAR_RIGHT, _BARS_TOP, _BAR_STEP = 250, 860, 860, 82
_NAME_ROOM, _NAME_SIZE = 420, 44
_HERO_ROOM, _HERO_SIZE = 900, 88
_TITLE_ROOM: Final = 984
_HEAD_SIZE, _HEAD_ROOM = 28, 146


class _Card(NamedTuple):
    page: PeriodOfPage
    ranking: LeagueRanking
    line: Standing | None  # of the member whose card it is

    @property
    def league(self) -> League:
        return self.page.league

    @property
    def title(self) -> str:
        days = self.page.period.name
        return days if self.line else _("Ranking, %(days)s") % {"days": days}

    @property
    def query(self) -> dict[str, str]:
        member = {"member": str(self.line.member_id)} if self.line else {}
        return self.page.period.query | member


@club_page(Action.READ_RANKING)
def card(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    shown = _card(request, visit, league_slug)
    league, args = shown.league, [visit.club.slug, league_slug]
    context = {
        "league": league,
        "title": shown.page.period.name,
        "query": urlencode(shown.page.period.query),
        "link": request.build_absolute_uri(
            f"{reverse('league:ranking', args=args)}?{urlencode(shown.page.period.query)}"
        ),
        "svg_url": f"{reverse('league:card-svg', args=args)}?{urlencode(shown.query)}",
        "file_name": f"{league.slug}-{'-'.join(shown.query.values())}.png",
        "alt": f"{league.name} {shown.title}" + (f" {shown.line.shown_name}" if shown.line else ""),
        "tabs": _tabs(shown, reverse("league:card", args=args), visit),
        "error": shown.page.error,
    }
    status = shown.page.status
    return render_club(
        request, visit, "league/rankings/card/page.html", context, nav="ranking", status=status
    )


@club_page(Action.READ_RANKING)
def card_svg(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    shown = _card(request, visit, league_slug)
    ranking = shown.ranking
    unit = _("Total (%(unit)s)") % {"unit": score_name(ranking.rule.score_name)}
    labels = " / ".join(used.version.label for used in ranking.versions)
    name = shown.league.rule_set.rule_set.name
    rules = _("Rules: %(rule)s") % {"rule": f"{name} {labels}"} if labels else ""
    context: dict[str, Any] = {
        "head": {
            "club": fitted(visit.club.name, 40, _TITLE_ROOM),
            # days of their own make a long one, and none of it can be spared
            "title": fitted(shown.title, 72, _TITLE_ROOM, least=40),
            "league": fitted(shown.league.name, 40, _TITLE_ROOM),
            "rules": fitted(rules, 28, 760),
        }
    }
    if shown.line is None:
        template = "league/rankings/card/ranking.svg.html"
        is_short = width_of(unit) * _HEAD_SIZE <= _HEAD_ROOM * 1_000
        context |= {
            "lines": _lines(ranking),
            "figure_label": _("floating %") if _is_boo(ranking) else _("avg. place"),
            "unit": unit if is_short else _("Total"),
        }
    else:
        template = "league/rankings/card/member.svg.html"
        context |= {"card": _member(shown.line, ranking), "unit": unit}
    response = render_club(request, visit, template, context, status=shown.page.status)
    response["Content-Type"] = "image/svg+xml; charset=utf-8"
    return response


def _card(request: HtmxRequest, visit: Visit, league_slug: str) -> _Card:
    read_outside(visit.club.pk)  # a picture is made to be passed on
    """Read the address; the ranking is the one that the ranking page shows.

    Raises:
        Http404: another club's league or season, or a member who is not in this ranking.
    """
    page = period_of_page(request.GET, visit.club, league_slug)
    present = ranking_of(visit.club, page.league, page.period)
    ranking = displayed_ranking(visit, page.league, present, wants_live=False).ranking
    member = request.GET.get("member")
    if not member:
        return _Card(page, ranking, None)
    ranking = with_moves(ranking, page.league, year_starts_in=visit.club.year_starts_in)
    for line in ranking.lines:
        if str(line.member_id) == member:
            return _Card(page, ranking, line)
    raise Http404


def _tabs(shown: _Card, page: str, visit: Visit) -> list[dict[str, Any]]:
    mine = visit.member.pk if visit.member else None
    current = shown.line.member_id if shown.line else None
    people = [line for line in shown.ranking.lines if line.member_id in (mine, current)]
    if not people:
        return []
    whole = f"{page}?{urlencode(shown.page.period.query)}"
    return [
        {"url": whole, "label": _("Ranking"), "current": current is None},
        *(
            {
                "url": f"{whole}&member={line.member_id}",
                "label": line.shown_name,
                "current": line.member_id == current,
            }
            for line in people
        ),
    ]


class Fitted(NamedTuple):
    text: str
    size: int


def fitted(text: str, size: int, room: int, *, least: int = 0) -> Fitted:
    """Fit a text into ``room`` pixels: reduce its size, at most to ``least``, then cut it."""
    clean = drawable(text)
    smallest = least or size * 3 // 4
    chosen = max(smallest, min(size, room * 1_000 // max(width_of(clean), 1)))
    return Fitted(text=isolated(cut_to(clean, room * 1_000 // chosen)), size=chosen)


def _lines(ranking: LeagueRanking) -> list[dict[str, Any]]:
    """Return the first ten; if nobody is ranked yet, those with too few games."""
    shown = (ranking.ranked or ranking.short)[:TOP]
    height = min(_HIGHEST_LINE, (_LAST_LINE - _FIRST_LINE) // max(len(shown), 1))
    return [
        {
            **_figures(line, ranking),
            "y": _FIRST_LINE + height * at + height // 2 + 15,  # its base line
            "name": fitted(line.shown_name, _NAME_SIZE, _NAME_ROOM),
            "total": fitted(score(line.total, ranking.rule.score_decimals), 46, 230),
            "is_shaded": at % 2 == 0,
            "top": _FIRST_LINE + height * at,
            "height": height,
        }
        for at, line in enumerate(shown)
    ]


def _member(line: Standing, ranking: LeagueRanking) -> dict[str, Any]:
    return {
        **_figures(line, ranking),
        "name": fitted(line.shown_name, _HERO_SIZE, _HERO_ROOM),
        "of": len(ranking.ranked),
        "moved": _moved(line),
        "total": fitted(score(line.total, ranking.rule.score_decimals), 130, 560),
        "figure_label": _("Floating rate") if _is_boo(ranking) else _("Average place"),
        "bars": [] if _is_boo(ranking) else _bars(line, ranking),
    }


def _figures(line: Standing, ranking: LeagueRanking) -> dict[str, Any]:
    figure = FIGURES["floating" if _is_boo(ranking) else "place"]
    value = figure.value(line, facts_of(ranking))
    return {
        "rank": line.rank,
        "games": points(line.record.games),
        "figure": figure.cell(value, ranking.rule.score_decimals).text,
        "is_minus": line.total < 0,
    }


def _moved(line: Standing) -> str:
    """Compare with the month before; empty where there is nothing to say."""
    before, rank = line.rank_before, line.rank
    if before is None or rank is None:
        return ""
    arrow = "↑" if rank < before else "↓" if rank > before else "→"
    return f"{arrow} " + _("previously rank %(rank)s") % {"rank": before}


def _is_boo(ranking: LeagueRanking) -> bool:
    return ranking.family == Family.BOO


def _bars(line: Standing, ranking: LeagueRanking) -> list[dict[str, Any]]:
    counts: tuple[int, ...] = line.record.place_counts
    if ranking.players == 3 and not counts[3]:
        counts = counts[:3]
    most, labels = max(*counts, 1), (_("1st"), _("2nd"), _("3rd"), _("4th"))
    return [
        {
            "y": _BARS_TOP + _BAR_STEP * at,
            "label": label,
            "count": count,
            "width": (_BAR_RIGHT - _BAR_LEFT) * count // most,
            "style": at,
        }
        for at, (label, count) in enumerate(zip(labels, counts, strict=False))
    ]
