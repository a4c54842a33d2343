"""A ranking as a table: the figures of the page, as numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from django.utils.translation import gettext as _

from league.exports.cells import Cell, figure, thousandths
from league.models import Club, League, Member, Tally
from league.selectors.adjustments import adjustments_of
from league.selectors.ranking_figures import facts_of
from league.selectors.ranking_lines import tallies_between
from league.selectors.rankings import LeagueRanking, Standing
from league.views.ranking_columns import columns_of


def ranking_heads(ranking: LeagueRanking) -> list[str]:
    """The heads: the page's, and what stands over groups and beside names there."""
    figures = [str(column.label) for column in columns_of(ranking)]
    return [_("rank"), _("name"), *figures, _("standing")]


def ranking_rows(ranking: LeagueRanking) -> Iterator[list[Cell]]:
    """The ranked, who played too little, and guests, in the page's usual order."""
    columns, facts = columns_of(ranking), facts_of(ranking)
    decimals = ranking.rule.score_decimals
    for said, lines in (
        (_("ranked"), ranking.ranked),
        (_("too few games"), ranking.short),
        (_("guest"), ranking.guests),
    ):
        for line in lines:
            figures: list[Cell] = []
            for column in columns:
                value = column.value(line, facts)
                figures.append(
                    None if value is None else figure(column.write(value, decimals).text)
                )
            yield [line.rank, line.name, *figures, said]


def month_heads(months: list[date]) -> list[str]:
    """The heads of the table of months."""
    return [_("name"), *(f"{month:%Y-%m}" for month in months), _("total")]


def month_rows(ranking: LeagueRanking, scores: MonthScores) -> Iterator[list[Cell]]:
    """What each made in each month, in the ranking's order; nothing where nothing was played."""
    months, decimals = months_in(scores), ranking.rule.score_decimals
    for line in _everybody(ranking):
        mine = scores.get(line.member_id, {})
        cells = [thousandths(mine.get(month), decimals) for month in months]
        yield [line.name, *cells, thousandths(sum(mine.values()), decimals)]


#: score by member and month
MonthScores = dict[int, dict[date, int]]


def months_in(scores: MonthScores) -> list[date]:
    """The months in which anybody played."""
    return sorted({month for mine in scores.values() for month in mine})


def scores_by_month(club: Club, league: League, ranking: LeagueRanking) -> MonthScores:
    """What a ranking's totals are made of, month by month, adjustments with them. Two queries.

    Of one month they are its totals: closed, it stays as it was.
    """
    stretch = ranking.stretch
    if stretch.is_month:
        return {line.member_id: {stretch.first: line.total} for line in _everybody(ranking)}
    first, last = stretch.first, stretch.last
    rows = Tally.objects.for_club(club).filter(
        tallies_between(first, last), page__league=league, page__counts=True
    )
    found: MonthScores = defaultdict(lambda: defaultdict(int))
    for member, start, score in rows.values_list("member", "start", "score").iterator():
        found[member][start.replace(day=1)] += score
    adjusted = adjustments_of(league).filter(withdrawn_at=None, day__range=(first, last))
    for member, day, points in adjusted.values_list("member", "day", "points"):
        found[member][day.replace(day=1)] += points
    return {member: dict(mine) for member, mine in found.items()}


def _everybody(ranking: LeagueRanking) -> tuple[Standing, ...]:
    return (*ranking.ranked, *ranking.short, *ranking.guests)


def member_heads() -> list[str]:
    """The heads of the club's list."""
    return [
        *(_("no."), _("display name"), _("full name"), _("kana"), _("romaji")),
        *(_("other names"), _("Tenhou names"), _("role"), _("guest")),
        *(_("joined on"), _("left on"), _("has a login")),
    ]


def member_rows(club: Club) -> Iterator[list[Cell]]:
    """Everybody on the club's list, guests and those who left too. One query."""
    yes = _("yes")
    people = Member.objects.for_club(club).filter(merged_into=None).order_by("pk")
    for member in people.iterator(chunk_size=500):
        yield [
            member.pk,
            member.display_name,
            member.full_name,
            member.kana,
            member.romaji,
            " / ".join(map(str, member.aliases)),
            " / ".join(map(str, member.tenhou_names)),
            member.get_role_display(),
            yes if member.is_guest else None,
            member.joined_on.isoformat() if member.joined_on else None,
            member.left_on.isoformat() if member.left_on else None,
            yes if member.user_id else None,
        ]
