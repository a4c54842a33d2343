"""What lies below a member's record: by seat, against opponents, hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import HtmxRequest, Visit, render_club
from league.caching import kept_club_page
from league.charts_bars import Bar, bar_chart
from league.charts_grid import Cell, Grid, grid_chart
from league.days import club_day
from league.hand_words import limit_name, yaku_name
from league.models import Member
from league.permissions import Action
from league.selectors.member_hands import HandRecord, hands_of_member
from league.selectors.member_opponents import Opponents, opponents_of
from league.selectors.member_seats import SeatRecord, seats_of_member
from league.selectors.scores_shown import UNKNOWN, ScoreShown, scores_by_league
from league.templatetags.points import permille, points, score
from league.views.member_frame import member_frame, member_of
from league.views.member_period import MemberPeriod, member_period
from league.views.member_record import Tile, average_shown
from rules.errors import UnknownParameterError
from rules.models import Family
from scoring.hand_stats import VALUE_CLASSES, tenths

_MANGAN = VALUE_CLASSES.index("mangan")


@kept_club_page(Action.READ)
def member_seats(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """One person by the wind of their seat."""
    member = member_of(visit, member_id)
    period = member_period(visit, member, request.GET)
    seats: list[SeatRecord] = []
    if period.league is not None:
        seats = seats_of_member(member, period.league, period.days)
    shown = _shown(visit, period)
    context = {
        "seats": [(each, average_shown(each.average_score, shown.decimals)) for each in seats],
        "average_decimals": shown.decimals + 1,
        "shown": shown,
        "has_busts": shown.family != Family.ZUNG_JUNG,
        "places": [1, 2, 3, 4] if any(each.place_counts[3] for each in seats) else [1, 2, 3],
    }
    return _page(request, visit, member, period, "member-seats", context)


@kept_club_page(Action.READ)
def member_opponents(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """One person against everybody they have met."""
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


@kept_club_page(Action.READ)
def member_hands(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """One person's hands, where they were kept, under one rule set."""
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
    return render_club(
        request,
        visit,
        template,
        member_frame(visit, member, period, page) | context,
        nav="members",
        status=400 if period.error else 200,
    )


def _shown(visit: Visit, period: MemberPeriod) -> ScoreShown:
    if period.league is None:
        return UNKNOWN
    return scores_by_league(visit.club, club_day(visit.club)).get(period.league.pk, UNKNOWN)


def _grid(visit: Visit, found: Opponents, names: dict[int, str], shown: ScoreShown) -> Grid:
    """Those who met most often against each other: a row's scores less a column's."""
    rows: list[tuple[str, list[Cell | None], str]] = []
    for one in found.in_grid:
        cells: list[Cell | None] = []
        for other in found.in_grid:
            pair = found.pairs.get((one.pk, other.pk))
            games = _("%(ahead)s of %(games)s ahead")
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
    """The record of the rule set that was asked for, else of the league's, else the first."""
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
        Tile(_("Hands kept"), points(counts.hands)),
        Tile(_("Win rate"), permille(counts.win_rate()), note=_times(counts.wins)),
        Tile(_("Deal-in rate"), permille(counts.deal_in_rate()), note=_times(counts.deal_ins)),
    ]
    if record.rule_set.rule_set.family != Family.ZUNG_JUNG:
        tiles += [
            Tile(_("Riichi rate"), permille(counts.riichi_rate()), note=_times(counts.riichi)),
            Tile(_("Wins of riichi"), permille(counts.riichi_win_rate())),
        ]
    if counts.noted:
        tiles.append(Tile(_("Call rate"), permille(counts.call_rate()), note=_times(counts.called)))
    tiles += [
        Tile(_("Average win"), points(counts.average_win())),
        Tile(_("Average deal-in"), points(counts.average_deal_in())),
        Tile(_("Tsumo among wins"), permille(counts.tsumo_rate()), note=_times(counts.tsumo)),
        Tile(_("Ready in draws"), permille(counts.tenpai_rate()), note=_times(counts.tenpai)),
    ]
    return tiles


def _times(count: int) -> str:
    return ngettext("%(count)s time", "%(count)s times", count) % {"count": points(count)}


def value_name(key: str) -> str:
    """What a class of a win's worth is called."""
    if key.startswith("han"):
        own = {"han1": _("1 han"), "han2": _("2 han"), "han3": _("3 han"), "han4": _("4 han")}
        return own.get(key) or limit_name(key)
    return _("not told") if key == "unknown" else limit_name(key)


def _values(record: HandRecord) -> Any:
    if record.rule_set.rule_set.family == Family.ZUNG_JUNG or not record.counts.wins:
        return None
    largest = max(at for at, key in enumerate(VALUE_CLASSES) if record.values.get(key))
    shown = VALUE_CLASSES[: max(largest, _MANGAN) + 1]  # no bars above what was won
    bars = [Bar(label=value_name(key), value=record.values.get(key, 0)) for key in shown]
    return bar_chart(bars)


def _yaku(record: HandRecord) -> list[tuple[str, int, int]]:
    """Yaku by how many wins had them: name, wins, share of the wins whose yaku are known."""
    return [
        (_yaku_name(key), wins, tenths(wins, record.wins_with_yaku) or 0)
        for key, wins in record.yaku
    ]


def _yaku_name(key: str) -> str:
    """What a yaku is called; one that is not ours stands for itself."""
    try:
        return yaku_name(key).name
    except UnknownParameterError:
        return key
