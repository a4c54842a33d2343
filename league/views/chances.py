"""What is still possible in a month or a season that has not ended."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponse, QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from league.access import HtmxRequest, Visit, render_club
from league.caching import kept_club_page
from league.permissions import Action
from league.selectors.chances import MOST, outlook_of
from league.selectors.scores_shown import UNKNOWN, scores_by_league
from league.templatetags.points import hundredths, permille
from league.views.ranking_asked import ranking_asked
from league.views.rankings import stretch_name
from scoring.chances import OWN_GAMES, ROUNDS, Chance
from scoring.hand_stats import tenths

#: an evening's games
USUAL: Final = 4
_MOST_GAMES: Final = 60
_GAMES_BETWEEN: Final = format_lazy(gettext_lazy("Between 1 and {most} games."), most=_MOST_GAMES)


class GamesForm(forms.Form):
    """How many games everybody still plays."""

    games = forms.IntegerField(
        label=gettext_lazy("Games left for each"),
        min_value=1,
        max_value=_MOST_GAMES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _GAMES_BETWEEN),
    )


@kept_club_page(Action.READ)
def chances_page(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """What each needs in the games that are left, and how likely each end is."""
    asked = ranking_asked(request, visit, league_slug)
    league, stretch = asked.league, asked.period.stretch
    shown = scores_by_league(visit.club, asked.today).get(league.pk, UNKNOWN)
    form = GamesForm(_typed(request.GET))
    is_over = stretch.last < asked.today
    context: dict[str, Any] = {
        "league": league,
        "title": stretch_name(stretch),
        "query": urlencode(asked.period.query),
        "asked": asked.period.query,
        "error": asked.period.error,
        "form": form,
        "is_over": is_over,
        "shown": shown,
        "facts": {"most": MOST, "rounds": f"{ROUNDS:,}", "own": OWN_GAMES},
    }
    if form.is_valid() and not is_over:
        found = outlook_of(visit.club, league, stretch, games=form.cleaned_data["games"])
        context |= {
            "found": found,
            "lines": [
                (each, _chance_shown(each.chance), each.standing.missing) for each in found.lines
            ],
            "me": visit.member.pk if visit.member else None,
        }
    status = asked.period.status if form.is_valid() else 422
    return render_club(
        request, visit, "league/ranking/chances.html", context, nav="ranking", status=status
    )


def _typed(asked: QueryDict) -> dict[str, str]:
    return {"games": asked.get("games") or str(USUAL)}


def _chance_shown(chance: Chance | None) -> dict[str, str] | None:
    if chance is None:
        return None
    return {
        "first": permille(tenths(chance.first, chance.rounds)),
        "podium": permille(tenths(chance.podium, chance.rounds)),
        "rank": hundredths(10 * chance.rank_tenths),
    }
