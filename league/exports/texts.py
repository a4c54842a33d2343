"""An evening or a ranking as a text to paste into a chat.

Chats draw letters of different widths, so nothing is set in columns: a line says what it has to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Club, League, Session
from league.score_words import score_name
from league.selectors.rankings import LeagueRanking, Standing
from league.selectors.session_sheet import LeagueSheet, SheetLine
from league.templatetags.points import score
from rules.models import Family
from scoring.standings import rank_rows


def session_text(club: Club, session: Session, sheets: Sequence[LeagueSheet]) -> str:
    """An evening: who made what in each league, then its games."""
    day = _("%(day)s (%(weekday)s)") % {
        "day": date_format(session.day, "DATE_FORMAT"),
        "weekday": date_format(session.day, "D"),
    }
    head = " ".join(part for part in (club.name, day, session.title) if part)
    blocks = ["\n".join(_sheet_lines(club, sheet)) for sheet in sheets if sheet.lines]
    return "\n\n".join([head, *(blocks or [_("No games yet")])]) + "\n"


def _sheet_lines(club: Club, sheet: LeagueSheet) -> Iterator[str]:
    yield _league_head(sheet.league, sheet.unit, len(sheet.lines))
    is_boo = any(line.result for line in sheet.lines)
    totals = sorted(sheet.totals, key=lambda total: -total.score)
    for rank, total in rank_rows(totals, key=lambda total: -total.score):
        places = None if is_boo else total.places[: sheet.players]
        yield _person(
            rank,
            total.member.shown_name(club),
            score(total.score, sheet.decimals),
            total.games,
            places,
        )
    yield ""
    several = len({line.game.table for line in sheet.lines}) > 1
    for line in sheet.lines:
        yield _game(club, sheet, line, names_table=several)


def _game(club: Club, sheet: LeagueSheet, line: SheetLine, *, names_table: bool) -> str:
    words = _("game %(number)s of table %(table)s") if names_table else _("game %(number)s")
    where = words % {"number": line.game.number, "table": line.game.table}
    cells = [
        (cell, total.member)
        for cell, total in zip(line.cells, sheet.totals, strict=True)
        if cell is not None
    ]
    cells.sort(key=lambda each: (each[0].place or 9, each[0].seat))
    seats = [
        f"{member.shown_name(club)} {score(cell.score, sheet.decimals)}" for cell, member in cells
    ]
    return " ".join(part for part in (where, line.result, " / ".join(seats)) if part)


def ranking_text(club: Club, league: League, ranking: LeagueRanking, stretch: str) -> str:
    """A ranking: the ranked, then who played too little, then guests."""
    head = f"{club.name} {stretch}"
    unit = score_name(ranking.rule.score_name)
    blocks = [[_league_head(league, unit, ranking.games), *_standings(ranking, ranking.ranked)]]
    if ranking.short:
        minimum = ranking.stretch.minimum_games
        few = ngettext("Too few games (from %(count)s)", "Too few games (from %(count)s)", minimum)
        blocks.append([few % {"count": minimum}, *_standings(ranking, ranking.short)])
    if ranking.guests:
        blocks.append([_("Guests"), *_standings(ranking, ranking.guests)])
    if not ranking.people:
        blocks[0].append(_("No games yet"))
    return "\n\n".join([head, *("\n".join(block) for block in blocks)]) + "\n"


def _standings(ranking: LeagueRanking, lines: Iterable[Standing]) -> Iterator[str]:
    players = ranking.players or 4
    for line in lines:
        is_boo = ranking.family == Family.BOO
        places = None if is_boo else line.record.place_counts[:players]
        total = score(line.total, ranking.rule.score_decimals)
        yield _person(line.rank, line.name, total, line.record.games, places)


def _league_head(league: League, unit: str, games: int | None) -> str:
    told = [_games(games)] if games is not None else []
    told += [_("in %(unit)s") % {"unit": unit}] if unit else []
    return _("[%(league)s] %(facts)s") % {"league": league.name, "facts": _(", ").join(told)}


def _games(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": f"{count:,}"}


def _person(
    rank: int | None, name: str, total: str, games: int, places: Sequence[int] | None
) -> str:
    facts = _games(games)
    if places is not None:
        facts += " " + "-".join(map(str, places))
    words = (
        _("%(rank)s. %(name)s %(total)s (%(facts)s)")
        if rank
        else _("%(name)s %(total)s (%(facts)s)")
    )
    return words % {"rank": rank, "name": name, "total": total, "facts": facts}
