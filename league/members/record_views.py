"""One person's pages: the record, by seat, against opponents, hand by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.access import HtmxRequest, Visit, render_club
from league.core.charts import (
    Bar,
    BarChart,
    Cell,
    Chart,
    Grid,
    Series,
    bar_chart,
    grid_chart,
    line_chart,
)
from league.core.days import (
    ALL_DAYS,
    EARLIEST,
    LATEST,
    PERIOD_WORDS,
    Calendar,
    Period,
    PeriodError,
    club_day,
)
from league.core.formats import hundredths, permille, points, rounded_average, score, score_name
from league.core.kept_pages import SLUG, kept_club_page
from league.core.permissions import Action
from league.games.ratings import MemberRating, member_rating
from league.members.games import (
    RECENT,
    HandRecord,
    Opponents,
    SeatRecord,
    hands_of_member,
    opponents_of,
    recent_games,
    seats_of_member,
)
from league.members.record import (
    MemberRecord,
    Months,
    best_and_worst,
    months_played,
    record_of_member,
    title_row,
    titles_of_member,
    yakuman_of_member,
)
from league.models import League, Member
from league.rulebook.versions import UNKNOWN, ScoreShown, scores_by_league
from league.wording.hands import limit_name, yaku_name
from rules.errors import UnknownParameterError
from rules.models import Family
from scoring.standings import VALUE_CLASSES, tenths

#: the words that ask for what was played in a league
RECORD_WORDS: Final = {**PERIOD_WORDS, "league": SLUG}

_MANGAN = VALUE_CLASSES.index("mangan")


@kept_club_page(Action.READ, RECORD_WORDS)
def member_seats(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    member = member_of(visit, member_id)
    period = member_period(visit, member, request.GET)
    seats: list[SeatRecord] = []
    if period.league is not None:
        seats = seats_of_member(member, period.league, period.days)
    shown = _shown(visit, period)
    context = {
        "seats": [(each, rounded_average(each.average_score, shown.decimals)) for each in seats],
        "average_decimals": shown.decimals + 1,
        "shown": shown,
        "has_busts": shown.family != Family.ZUNG_JUNG,
        "places": [1, 2, 3, 4] if any(each.place_counts[3] for each in seats) else [1, 2, 3],
    }
    return _page(request, visit, member, period, "member-seats", context)


@kept_club_page(Action.READ, RECORD_WORDS)
def member_opponents(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    member = member_of(visit, member_id)
    period = member_period(visit, member, request.GET)
    context: dict[str, Any] = {"shown": _shown(visit, period)}
    if period.league is not None:
        found = opponents_of(member, period.league, period.days)
        names = {each.pk: each.shown_name(visit.club) for each in found.in_grid}
        met = [(each.member.shown_name(visit.club), each) for each in found.met]
        grid = _grid(visit, found, names, context["shown"]) if met else None
        context |= {"met": met, "grid": grid}
    return _page(request, visit, member, period, "member-opponents", context)


@kept_club_page(Action.READ, {**RECORD_WORDS, "rule": SLUG})
def member_hands(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    member = member_of(visit, member_id)
    period = member_period(visit, member, request.GET)
    records = hands_of_member(member, period.days) if period.league is not None else []
    chosen = _chosen(records, period, request.GET.get("rule", ""))
    context: dict[str, Any] = {"record": chosen, "rule_tabs": _rule_tabs(records, chosen, period)}
    if chosen is not None:
        context |= {
            "tiles": _hand_tiles(chosen),
            "value_chart": _values(chosen),
            "yaku": _yaku(chosen),
        }
    return _page(request, visit, member, period, "member-hands", context)


def _page(
    request: HtmxRequest,
    visit: Visit,
    member: Member,
    period: MemberPeriod,
    page: str,
    context: dict[str, Any],
) -> HttpResponseBase:
    template = f"league/members/{page.removeprefix('member-')}.html"
    shown = member_frame(visit, member, period, page) | context
    status = 400 if period.error else 200
    return render_club(request, visit, template, shown, nav="members", status=status)


def _shown(visit: Visit, period: MemberPeriod) -> ScoreShown:
    if period.league is None:
        return UNKNOWN
    return scores_by_league(visit.club, club_day(visit.club)).get(period.league.pk, UNKNOWN)


def _grid(visit: Visit, found: Opponents, names: dict[int, str], shown: ScoreShown) -> Grid:
    rows: list[tuple[str, list[Cell | None], str]] = []
    for one in found.in_grid:
        cells: list[Cell | None] = []
        for other in found.in_grid:
            pair = found.pairs.get((one.pk, other.pk))
            games = _("ahead in %(ahead)s of %(games)s")
            cells.append(
                Cell(
                    value=pair.score,
                    text=score(pair.score, shown.decimals),
                    note=games % {"ahead": pair.ahead, "games": pair.games},
                )
                if pair
                else None
            )
        url = reverse("league:member-opponents", args=[visit.club.slug, one.pk])
        rows.append((names[one.pk], cells, url))
    return grid_chart([names[each.pk] for each in found.in_grid], rows)


def _chosen(records: Sequence[HandRecord], period: MemberPeriod, asked: str) -> HandRecord | None:
    """Return the record of the rule set asked for, else the league's, else the first."""
    by_slug = {each.rule_set.slug: each for each in records}
    if asked in by_slug:
        return by_slug[asked]
    league = period.league
    usual = by_slug.get(league.rule_set.slug) if league else None
    return usual or next(iter(records), None)


def _rule_tabs(
    records: Sequence[HandRecord], chosen: HandRecord | None, period: MemberPeriod
) -> list[dict[str, Any]]:
    if len(records) < 2:
        return []
    return [
        {
            "url": "?" + urlencode({**period.query, "rule": each.rule_set.slug}),
            "label": each.rule_set.rule_set.name,
            "current": each is chosen,
        }
        for each in records
    ]


def _hand_tiles(record: HandRecord) -> list[Tile]:
    counts = record.counts
    tiles = [
        Tile(_("Hands recorded"), points(counts.hands)),
        Tile(_("Win rate"), permille(counts.win_rate()), note=_times(counts.wins)),
        Tile(_("Deal-in rate"), permille(counts.deal_in_rate()), note=_times(counts.deal_ins)),
    ]
    if record.rule_set.rule_set.family != Family.ZUNG_JUNG:
        tiles += [
            Tile(_("Riichi rate"), permille(counts.riichi_rate()), note=_times(counts.riichi)),
            Tile(_("Riichi win rate"), permille(counts.riichi_win_rate())),
        ]
    if counts.noted:
        tiles.append(Tile(_("Call rate"), permille(counts.call_rate()), note=_times(counts.called)))
    tiles += [
        Tile(_("Average win"), points(counts.average_win())),
        Tile(_("Average deal-in"), points(counts.average_deal_in())),
        Tile(_("Tsumo share of wins"), permille(counts.tsumo_rate()), note=_times(counts.tsumo)),
        Tile(_("Tenpai rate in draws"), permille(counts.tenpai_rate()), note=_times(counts.tenpai)),
    ]
    return tiles


def _times(count: int) -> str:
    return ngettext("%(count)s time", "%(count)s times", count) % {"count": points(count)}


def value_name(key: str) -> str:
    if key.startswith("han"):
        own = {"han1": _("1 han"), "han2": _("2 han"), "han3": _("3 han"), "han4": _("4 han")}
        return own.get(key) or limit_name(key)
    return _("unknown") if key == "unknown" else limit_name(key)


def _values(record: HandRecord) -> Any:
    if record.rule_set.rule_set.family == Family.ZUNG_JUNG or not record.counts.wins:
        return None
    largest = max(at for at, key in enumerate(VALUE_CLASSES) if record.values.get(key))
    shown = VALUE_CLASSES[: max(largest, _MANGAN) + 1]  # no bars above what was won
    bars = [Bar(label=value_name(key), value=record.values.get(key, 0)) for key in shown]
    return bar_chart(bars)


def _yaku(record: HandRecord) -> list[tuple[str, int, int]]:
    """List yaku by number of wins: name, wins, share of the wins with known yaku."""
    found = []
    for key, wins in record.yaku:
        try:
            name = yaku_name(key).name
        except UnknownParameterError:
            name = key  # one that is not ours stands for itself
        found.append((name, wins, tenths(wins, record.wins_with_yaku) or 0))
    return found


#: games that the trend by game goes back
TREND_GAMES = 50


class Tile(NamedTuple):
    label: str
    value: str
    unit: str = ""
    note: str = ""


def record_context(member: Member, period: MemberPeriod, shown: ScoreShown) -> dict[str, Any]:
    """Build the context of a member's record page. A fixed number of queries.

    Args:
        member: whose page.
        period: one in which something was played.
        shown: how the league's scores are written.
    """
    league = period.league
    assert league is not None  # without games there is no record to show
    found = record_of_member(member, league, period.days, period.months)
    games = recent_games(member, league, period.days, limit=TREND_GAMES)
    rating = member_rating(league, member)
    best, worst = best_and_worst(member, league, period.days, found)
    titles = titles_of_member(member, league, period.days, found)
    settled = [game for game in reversed(games) if game.score is not None]
    return {
        "found": found,
        "shown": shown,
        "tiles": _tiles(found, shown),
        "places": _places(found, shown),
        "months": list(reversed(found.months)),
        "best": best,
        "worst": worst,
        "streaks": _streaks(found, shown),
        "by_month": _trend([(f"{each.month:%y-%m}", each.total) for each in found.months], shown),
        "by_game": _trend([(f"{g.hanchan.day:%m-%d}", g.score or 0) for g in settled], shown),
        "games": games[:RECENT],
        "rating": rating,
        "rating_chart": _rating_chart(rating, period.days),
        "yakuman": yakuman_of_member(member, league, period.days),
        "titles": [title_row(each) for each in titles if each.level],
        "titles_ahead": [title_row(each) for each in titles if not each.level and each.reached],
    }


def _tiles(found: MemberRecord, shown: ScoreShown) -> list[Tile]:
    record, unit, decimals = found.record, score_name(shown.name), shown.decimals
    adjusted = ""
    if found.adjusted:
        amount = {"points": score(found.adjusted, decimals)}
        adjusted = _("including %(points)s in adjustments") % amount
    tiles = [
        Tile(_("Total"), score(found.total, decimals), unit, adjusted),
        Tile(_("Games"), points(record.games)),
        Tile(
            _("Average score"),
            score(rounded_average(record.average_score(), decimals), decimals + 1),
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
            tiles.append(Tile(_("Last-place avoidance rate"), permille(avoided)))
    tiles += [
        Tile(_("Best game"), score(record.best, decimals), unit),
        Tile(_("Worst game"), score(record.worst, decimals), unit),
    ]
    if shown.family != Family.ZUNG_JUNG:
        tiles.append(Tile(_("Busts"), points(record.busts)))
    if any(line.record.chips for line in found.months):
        tiles.append(Tile(_("Chips"), points(record.chips)))
    return tiles


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


def _trend(steps: Sequence[tuple[str, int]], shown: ScoreShown) -> Chart | None:
    """Chart the cumulative scores; None for fewer than two steps."""
    if len(steps) < 2:
        return None
    labels, scores = zip(*steps, strict=True)
    series = Series(name=score_name(shown.name), values=tuple(accumulate(scores)), is_marked=True)
    return line_chart(labels, [series], least=1_000, write=partial(score, decimals=0))


def _rating_chart(rating: MemberRating | None, days: Period) -> Chart | None:
    way = [(day, at) for day, at in rating.way if days.first <= day <= days.last] if rating else []
    if len(way) < 2:
        return None
    labels = [date_format(day, "y-m-d") for day, _at in way]
    series = Series(name=_("Rating"), values=tuple(at.rating for _day, at in way), is_marked=True)
    return line_chart(labels, [series], least=10)


#: address names of a member's pages, in the order of their tabs
PAGES: Final = ("member", "member-seats", "member-opponents", "member-hands")


def member_of(visit: Visit, member_id: int) -> Member:
    """Find a member of the visited club.

    Raises:
        Http404: the club has no such member.
    """
    people = Member.objects.for_club(visit.club).select_related("club", "user")
    return get_object_or_404(people, pk=member_id, merged_into__isnull=True)


def member_frame(visit: Visit, member: Member, period: MemberPeriod, page: str) -> dict[str, Any]:
    labels = {
        "member": _("Record"),
        "member-seats": _("By seat"),
        "member-opponents": _("By opponent"),
        "member-hands": _("Hand statistics"),
    }
    query = "?" + urlencode(period.query) if period.query else ""
    return {
        "person": member,
        "name": member.shown_name(visit.club),
        "is_me": visit.member is not None and visit.member.pk == member.pk,
        "period": period,
        "league": period.league,
        "pages": [
            {
                "url": reverse(f"league:{each}", args=[visit.club.slug, member.pk]) + query,
                "label": labels[each],
                "current": each == page,
            }
            for each in PAGES
        ],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberPeriod:
    league: League | None  # None: the club has none that they have played in
    days: Period = ALL_DAYS
    months: Months = field(default_factory=dict)  # of the league, all of them
    played: Mapping[League, Months] = field(default_factory=dict)
    choices: Sequence[tuple[str, str]] = ()
    error: str = ""

    @property
    def key(self) -> str:
        return self.days.key

    @property
    def query(self) -> dict[str, str]:
        league = {"league": self.league.slug} if self.league else {}
        return league if self.days.is_all else {**league, "period": self.key}

    @property
    def tabs(self) -> list[dict[str, Any]]:
        """Return the leagues they have played in, if more than one."""
        if len(self.played) < 2:
            return []
        return [
            {
                "url": "?" + urlencode({**self.query, "league": league.slug}),
                "label": league.name,
                "current": league == self.league,
            }
            for league in self.played
        ]


def member_period(visit: Visit, member: Member, asked: Mapping[str, str]) -> MemberPeriod:
    """Read league and period from an address, by default the latest league and all days.

    Two queries. For an invalid period, reports an error and uses all days.

    Raises:
        Http404: the club has no such league.
    """
    played = months_played(member)
    if slug := asked.get("league", ""):
        league = next((each for each in played if each.slug == slug), None) or visit.league(slug)
    elif played:
        league = max(played, key=lambda each: max(played[each]))
    else:
        return MemberPeriod(league=None)
    league.club = visit.club
    calendar = Calendar(league=league, today=club_day(visit.club), first=EARLIEST, last=LATEST)
    error = ""
    try:
        days = calendar.read(asked) or ALL_DAYS
    except PeriodError as refused:
        days, error = ALL_DAYS, refused.message
    months = played.get(league, {})
    choices = calendar.choices(months)
    if days.is_range:  # offered while it is shown
        choices.insert(1, (days.key, days.name))
    return MemberPeriod(
        league=league, days=days, months=months, played=played, choices=choices, error=error
    )
