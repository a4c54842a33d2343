"""Games whose seats passed from one person to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from league.games.cards import recount_cards
from league.games.outcomes import Rewritten, settle_table
from league.games.tallies import refresh_tallies
from league.games.write import members_of
from league.models import Hanchan, League, Penalty
from league.rulebook.versions import version_for
from rules.models import Family


def count_reseated(club: int, games: Collection[int], people: Collection[int]) -> list[int]:
    """Settle what depends on who sat where, and recount these people; return games that changed.

    A right to double goes with the person, and so do cards that add up over a day. The caller holds
    the locks of the club's leagues. Some five queries a month with games.
    """
    rows = Hanchan.objects.for_club(club).filter(pk__in=games)
    by_league: dict[int, list[Hanchan]] = defaultdict(list)
    for game in rows.order_by("day", "pk"):
        by_league[game.league_id].append(game)
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    also: set[int] = set()
    for league in leagues.filter(pk__in=by_league).order_by("pk"):
        moved = by_league[league.pk]
        rewritten = [*_settle_cards(league, moved), *_settle_rights(league, moved)]
        also |= {each.game.game for each in rewritten}
        touched = {*people, *members_of(rewritten)}
        refresh_tallies(league, {game.day for game in moved}, touched)
    return sorted(also)


def _settle_cards(league: League, games: Sequence[Hanchan]) -> Iterable[Rewritten]:
    noted = Penalty.objects.for_club(league.club_id).filter(hanchan__in=games)
    for day in sorted(set(noted.values_list("hanchan__day", flat=True))):
        cards = {card.game: card for card in recount_cards(league, [day])}
        for card in cards.values():
            yield from settle_table(
                league=league,
                session=card.session,
                table=card.table,
                game=card.game,
                version=version_for(league, day),
            )


def _settle_rights(league: League, games: Sequence[Hanchan]) -> Iterable[Rewritten]:
    if league.rule_set.rule_set.family != Family.BOO:
        return
    tables = {(game.day, game.session_id, game.table): game.pk for game in games}
    for (day, session, table), game in sorted(tables.items()):
        yield from settle_table(
            league=league,
            session=session,
            table=table,
            game=game,
            version=version_for(league, day),
        )
