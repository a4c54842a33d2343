"""A member's record laid out: figures, months, bests and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.charts import Chart, Series, line_chart
from league.charts_bars import Bar, BarChart, bar_chart
from league.models import Member
from league.score_words import score_name
from league.selectors.member_days import Days
from league.selectors.member_record import (
    MemberRecord,
    best_and_worst,
    record_of_member,
)
from league.selectors.member_titles import titles_of_member
from league.selectors.member_yakuman import yakuman_of_member
from league.selectors.members import RECENT, GameOfMember, recent_games
from league.selectors.ratings import MemberRating, member_rating
from league.selectors.scores_shown import ScoreShown
from league.templatetags.points import hundredths, permille, points, score
from league.title_words import title_shown
from league.views.member_period import MemberPeriod
from rules.models import Family
from scoring.hand_stats import tenths
from scoring.standings import ratio
from scoring.titles import Held

#: games that the trend by game goes back
TREND_GAMES = 50


class Tile(NamedTuple):
    """A figure with its name."""

    label: str
    value: str
    unit: str = ""
    note: str = ""


def record_context(member: Member, period: MemberPeriod, shown: ScoreShown) -> dict[str, Any]:
    """What the page of a member's record shows. A fixed number of queries.

    Args:
        member: whose page.
        period: of whom something was played.
        shown: how the league's scores are written.
    """
    league = period.league
    assert league is not None  # without games there is no record to show
    found = record_of_member(member, league, period.days, period.months)
    games = recent_games(member, league, period.days, limit=TREND_GAMES)
    rating = member_rating(league, member)
    best, worst = best_and_worst(member, league, period.days, found)
    return {
        "found": found,
        "shown": shown,
        "tiles": _tiles(found, shown),
        "places": _places(found, shown),
        "months": list(reversed(found.months)),
        "best": best,
        "worst": worst,
        "streaks": _streaks(found, shown),
        "by_month": _by_month(found, shown),
        "by_game": _by_game(games, shown),
        "games": games[:RECENT],
        "rating": rating,
        "rating_chart": _rating_chart(rating, period.days),
        "yakuman": yakuman_of_member(member, league, period.days),
        **_titles(titles_of_member(member, league, period.days, found)),
    }


def _titles(held: Sequence[Held]) -> dict[str, Any]:
    """The titles that are won, and those that come next."""
    won = [title_shown(each) for each in held if each.level]
    ahead = [title_shown(each) for each in held if not each.level and each.reached]
    return {"titles": won, "titles_ahead": ahead}


def _tiles(found: MemberRecord, shown: ScoreShown) -> list[Tile]:
    record, unit, decimals = found.record, score_name(shown.name), shown.decimals
    adjusted = ""
    if found.adjusted:
        amount = {"points": score(found.adjusted, decimals)}
        adjusted = _("%(points)s of it adjusted") % amount
    tiles = [
        Tile(_("Total"), score(found.total, decimals), unit, adjusted),
        Tile(_("Games"), points(record.games)),
        Tile(
            _("Average score"),
            score(average_shown(record.average_score(), decimals), decimals + 1),
            unit,
        ),
        Tile(_("Average place"), hundredths(record.average_place_hundredths())),
    ]
    if shown.is_boo:
        tiles.append(Tile(_("Floating rate"), permille(record.floating_rate_tenths())))
    else:
        tiles += [
            Tile(_("Top rate"), permille(record.top_rate_tenths())),
            Tile(_("Top-two rate"), permille(record.top_two_rate_tenths())),
        ]
        if found.players:
            avoided = record.last_avoid_rate_tenths(found.players)
            tiles.append(Tile(_("Last avoided"), permille(avoided)))
    tiles += [
        Tile(_("Best game"), score(record.best, decimals), unit),
        Tile(_("Worst game"), score(record.worst, decimals), unit),
    ]
    if shown.family != Family.ZUNG_JUNG:
        tiles.append(Tile(_("Busts"), points(record.busts)))
    if any(line.record.chips for line in found.months):
        tiles.append(Tile(_("Chips"), points(record.chips)))
    return tiles


def average_shown(average: int | None, decimals: int) -> int | None:
    """An average score, rounded to one decimal more than a score has."""
    if average is None:
        return None
    unit: int = 10 ** max(2 - decimals, 0)
    return (ratio(average, unit) or 0) * unit


def _places(found: MemberRecord, shown: ScoreShown) -> BarChart | None:
    record = found.record
    if shown.is_boo or not record.games:
        return None
    names = (_("1st"), _("2nd"), _("3rd"), _("4th"))[: found.players or 4]
    bars = [
        Bar(label=name, value=count, note=permille(tenths(count, record.games)))
        for name, count in zip(names, record.place_counts, strict=False)
    ]
    return bar_chart(bars, are_places=True)


def _streaks(found: MemberRecord, shown: ScoreShown) -> list[tuple[str, int]]:
    record = found.record
    streaks = [(_("Longest run of tops"), record.top_run.longest)]
    if not shown.is_boo and found.players:
        streaks.append((_("Longest run without a last place"), record.no_last_run.longest))
    return [*streaks, (_("Longest run of scores above zero"), record.plus_run.longest)]


def _by_month(found: MemberRecord, shown: ScoreShown) -> Chart | None:
    totals = [line.total for line in found.months]
    labels = [f"{line.month:%y-%m}" for line in found.months]
    return _trend(labels, totals, shown)


def _by_game(games: Sequence[GameOfMember], shown: ScoreShown) -> Chart | None:
    settled = [game for game in reversed(games) if game.score is not None]
    labels = [f"{game.hanchan.day:%m-%d}" for game in settled]
    return _trend(labels, [game.score or 0 for game in settled], shown)


def _trend(labels: Sequence[str], scores: Sequence[int], shown: ScoreShown) -> Chart | None:
    """Scores added up from step to step; one step makes no line."""
    if len(scores) < 2:
        return None
    series = Series(name=score_name(shown.name), values=tuple(accumulate(scores)), is_marked=True)
    return line_chart(labels, [series], least=1_000, write=partial(score, decimals=0))


def _rating_chart(rating: MemberRating | None, days: Days) -> Chart | None:
    way = [(day, at) for day, at in rating.way if days.first <= day <= days.last] if rating else []
    if len(way) < 2:
        return None
    labels = [date_format(day, "y-m-d") for day, _at in way]
    series = Series(name=_("Rating"), values=tuple(at.rating for _day, at in way), is_marked=True)
    return line_chart(labels, [series], least=10)
