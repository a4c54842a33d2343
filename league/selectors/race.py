"""The race of a month: what each of the best had after every evening."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import accumulate

from django.db.models import Value
from django.utils.translation import gettext as _

from league.charts import Chart, Series, line_chart
from league.models import Club, League, Member, Tally
from league.selectors.adjustments import adjustments_of
from league.selectors.rankings import Stretch
from league.templatetags.points import score
from scoring.standings import rank_rows

#: so many of the best, and oneself
TOP = 10
#: ticks lie on whole points of score
_LEAST = 1_000
_PERSON = (
    *("member_id", "member__display_name", "member__full_name"),
    *("member__kana", "member__is_guest"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A picture of the best; None before the first game."""

    chart: Chart | None


@dataclass(slots=True, kw_only=True)
class _Runner:
    member_id: int
    name: str
    reading: str
    is_ranked: bool = False
    games: int = 0
    total: int = 0
    days: dict[date, int] = field(default_factory=lambda: defaultdict(int))


def race_of(
    club: Club, league: League, stretch: Stretch, me: Member | None, *, decimals: int = 1
) -> Race:
    """The totals of the best ten, and of ``me``, after each club day of a stretch. Two queries.

    Points given or taken apart from any game count on their day, as in the ranking. Whoever is
    ranked comes first; until ten are, those with too few games follow them.

    Args:
        club: whose league.
        league: what is played.
        stretch: the days.
        me: the reader, whose line is marked.
        decimals: of the league's scores.
    """
    runners = _runners(club, league, stretch)
    order = sorted(runners, key=lambda each: (-each.total, each.reading, each.member_id))
    ranked = rank_rows([each for each in order if each.is_ranked], key=lambda each: -each.total)
    lines = [(str(rank), each) for rank, each in ranked]
    lines += [("–", each) for each in order if not each.is_ranked]
    mine = me.pk if me else None
    shown = lines[:TOP] + [line for line in lines[TOP:] if line[1].member_id == mine]
    if not shown:
        return Race(chart=None)
    days = sorted({day for each in runners for day in each.days})
    return Race(
        chart=line_chart(
            [_("start"), *(f"{day.month}/{day.day}" for day in days)],
            [
                Series(
                    name=each.name,
                    values=tuple(accumulate((each.days.get(day, 0) for day in days), initial=0)),
                    is_marked=each.member_id == mine,
                    tag=tag,
                )
                for tag, each in shown
            ],
            least=_LEAST,
            write=partial(score, decimals=decimals),
        )
    )


def _runners(club: Club, league: League, stretch: Stretch) -> list[_Runner]:
    """Whoever the league ranks, or will rank after more games, with their days. Two queries."""
    days = (stretch.first, stretch.last)
    tallies = Tally.objects.for_club(club).filter(
        page__league=league, page__counts=True, span=Tally.Span.DAY, start__range=days
    )
    adjusted = adjustments_of(league).filter(withdrawn_at=None, day__range=days)
    found: dict[int, _Runner] = {}
    for member, name, full_name, kana, is_guest, day, points, games in (
        *tallies.order_by().values_list(*_PERSON, "start", "score", "games"),
        *adjusted.order_by().values_list(*_PERSON, "day", "points", Value(0)),
    ):
        if is_guest and not league.guests_ranked:
            continue
        if member not in found:
            shown = full_name or name if club.names_shown == Club.Names.FULL else name
            found[member] = _Runner(member_id=member, name=shown, reading=kana or name)
        runner = found[member]
        runner.games += games
        runner.total += points
        runner.days[day] += points
    for runner in found.values():
        runner.is_ranked = runner.games >= max(stretch.minimum_games, 1)
    return list(found.values())
