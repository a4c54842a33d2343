"""A month of a rule change in parts that are read at once, as far as they are not done yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from league.days import month_end
from league.models import Hanchan, League, RuleChange, Tally, TallyPage
from league.selectors.change_plan import days_with_games

#: games that are read at once, without a lock, before they are stored chunk by chunk
READ_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Days of a month that are read at once."""

    page: TallyPage
    days: list[date]
    is_last: bool  # of its month


def parts_of(change: RuleChange, league: League, month: date) -> Iterator[Part]:
    """What is left to do of a month; at least one part, with no days when all are done."""
    page, _made = TallyPage.objects.for_club(league.club_id).get_or_create(
        league=league, month=month, change=change, counts=False
    )
    done = set(page.tallies.filter(span=Tally.Span.DAY).values_list("start", flat=True))
    live = Hanchan.objects.for_club(league.club_id).filter(
        league=league, voided_at=None, day__range=(month, month_end(month))
    )
    left = [(day, games) for day, games in days_with_games(live) if day not in done]
    parts = list(_parted(left)) or [[]]
    for number, days in enumerate(parts, 1):
        yield Part(page=page, days=days, is_last=number == len(parts))


def _parted(days: Iterable[tuple[date, int]]) -> Iterator[list[date]]:
    """Put whole days together; one day may hold more than is read at once."""
    part: list[date] = []
    held = 0
    for day, games in days:
        if part and held + games > READ_AT_ONCE:
            yield part
            part, held = [], 0
        part.append(day)
        held += games
    if part:
        yield part
