"""A ranking, or one member's line of it, as a picture to share: where everything stands.

Lengths are whole pixels. The picture carries no style sheet and no font of its own, so whatever
shows it needs nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.selectors.rankings import LeagueRanking, Standing
from league.templatetags.points import hundredths, permille, points, score
from league.text_width import cut_to, drawable, isolated, width_of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A text with the size at which it fits its room; cut where it would become too small."""

    text: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLine:
    """A line of the ranking."""

    y: int  # its base line
    rank: int | None
    name: Fitted
    games: str
    figure: str
    total: Fitted
    is_minus: bool
    is_shaded: bool
    top: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBar:
    """How often one place was taken."""

    y: int
    label: str
    count: int
    width: int
    style: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardHead:
    """What stands over and under either picture."""

    club: Fitted
    title: Fitted
    league: Fitted
    rules: Fitted


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberCard:
    """One member's own result."""

    name: Fitted
    rank: int | None
    of: int
    moved: str  # against the month before; empty where there is nothing to say
    total: Fitted
    is_minus: bool
    games: str
    figure: str
    figure_label: str
    bars: tuple[PlaceBar, ...]


def card_head(*, club: str, title: str, league: str, ranking: LeagueRanking) -> CardHead:
    """The texts around the figures, each on its line."""
    labels = " / ".join(used.version.label for used in ranking.versions)
    rules = _("Rules of %(versions)s") % {"versions": labels} if labels else ""
    return CardHead(
        club=fitted(club, 40, _TITLE_ROOM),
        # days of their own make a long one, and none of it can be spared
        title=fitted(title, 72, _TITLE_ROOM, least=40),
        league=fitted(league, 40, _TITLE_ROOM),
        rules=fitted(rules, 28, 760),
    )


def card_lines(ranking: LeagueRanking, decimals: int) -> list[CardLine]:
    """The first ten; where nobody is ranked yet, those with too few games."""
    shown = (ranking.ranked or ranking.short)[:TOP]
    height = min(_HIGHEST_LINE, (_LAST_LINE - _FIRST_LINE) // max(len(shown), 1))
    return [
        CardLine(
            y=_FIRST_LINE + height * at + height // 2 + 15,
            rank=line.rank,
            name=fitted(line.name, _NAME_SIZE, _NAME_ROOM),
            games=points(line.record.games),
            figure=_figure(line, ranking),
            total=fitted(score(line.total, decimals), 46, 230),
            is_minus=line.total < 0,
            is_shaded=at % 2 == 0,
            top=_FIRST_LINE + height * at,
            height=height,
        )
        for at, line in enumerate(shown)
    ]


def member_card(line: Standing, ranking: LeagueRanking, decimals: int) -> MemberCard:
    """One line of the ranking, large."""
    return MemberCard(
        name=fitted(line.name, _HERO_SIZE, _HERO_ROOM),
        rank=line.rank,
        of=len(ranking.ranked),
        moved=_moved(line),
        total=fitted(score(line.total, decimals), 130, 560),
        is_minus=line.total < 0,
        games=points(line.record.games),
        figure=_figure(line, ranking),
        figure_label=figure_label(ranking),
        bars=() if _is_boo(ranking) else _bars(line, ranking),
    )


def figure_label(ranking: LeagueRanking) -> str:
    """What stands beside the total: Boo's places say little."""
    return _("Floating rate") if _is_boo(ranking) else _("Average place")


def figure_head(ranking: LeagueRanking) -> str:
    """The same where it heads a narrow column."""
    return _("floating %") if _is_boo(ranking) else _("avg. place")


def total_head(unit: str) -> str:
    """What heads the column of totals: its unit where there is room for it."""
    return unit if width_of(unit) * _HEAD_SIZE <= _HEAD_ROOM * 1_000 else _("Total")


def fitted(text: str, size: int, room: int, *, least: int = 0) -> Fitted:
    """A text as it fits ``room`` pixels: a little smaller, or down to ``least``, then cut."""
    clean = drawable(text)
    smallest = least or size * 3 // 4
    chosen = max(smallest, min(size, room * 1_000 // max(width_of(clean), 1)))
    return Fitted(text=isolated(cut_to(clean, room * 1_000 // chosen)), size=chosen)


def _figure(line: Standing, ranking: LeagueRanking) -> str:
    if _is_boo(ranking):
        return permille(line.record.floating_rate_tenths())
    return hundredths(line.record.average_place_hundredths())


def _moved(line: Standing) -> str:
    before, rank = line.rank_before, line.rank
    if before is None or rank is None:
        return ""
    arrow = "↑" if rank < before else "↓" if rank > before else "→"
    return f"{arrow} " + _("rank %(rank)s before") % {"rank": before}


def _is_boo(ranking: LeagueRanking) -> bool:
    return ranking.family == Family.BOO


def _bars(line: Standing, ranking: LeagueRanking) -> tuple[PlaceBar, ...]:
    counts: Sequence[int] = line.record.place_counts
    if ranking.players == 3 and not counts[3]:
        counts = counts[:3]
    most, labels = max(*counts, 1), (_("1st"), _("2nd"), _("3rd"), _("4th"))
    return tuple(
        PlaceBar(
            y=_BARS_TOP + _BAR_STEP * at,
            label=label,
            count=count,
            width=(_BAR_RIGHT - _BAR_LEFT) * count // most,
            style=at,
        )
        for at, (label, count) in enumerate(zip(labels, counts, strict=False))
    )
