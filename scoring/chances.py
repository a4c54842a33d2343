"""What is still possible before a ranking ends: what each needs, and chances by simulation.

In every round each of them plays the same number of games, and each game comes to what one of their
own latest games came to, drawn at random. Who meets whom is left out: it is for orientation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from scoring.standings import ratio

#: rounds that are played
ROUNDS: Final = 2_000
#: own games without which the league's fill up what one draws from
OWN_GAMES: Final = 20
_PODIUM: Final = 3
_STEP: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """Somebody in the ranking: the total and the games so far, and the latest scores, in points."""

    key: int
    total: int
    games: int
    scores: Sequence[int] = ()


class Chance(NamedTuple):
    """In how many rounds somebody came first, and among three; those who share a rank, each."""

    rounds: int
    first: int
    podium: int
    rank_tenths: int  # the mean rank


def needed(gap: int, games: int) -> int:
    """What each of so many games has to come to, to make up a gap; in whole hundreds, rounded up.

    Args:
        gap: in points; none or less needs nothing.
        games: at least one.
    """
    return max(-(-gap // (games * _STEP)) * _STEP, 0)


class Draw(Protocol):
    """Draws so many scores at random, each as often as it comes."""

    def __call__(self, scores: Sequence[int], /, *, k: int) -> list[int]:
        """So many of them, the same one perhaps more than once."""


def chances(
    contenders: Sequence[Contender],
    *,
    games: int,
    minimum: int,
    everybody: Sequence[int],
    draw: Draw,
    rounds: int = ROUNDS,
) -> dict[int, Chance]:
    """Play the remaining games many times over.

    Args:
        contenders: who may be ranked.
        games: how many each of them still plays, at least one.
        minimum: games that it takes to be ranked.
        everybody: the league's latest scores, for those with few of their own.
        draw: draws the scores; seeded, it gives the same chances again.
        rounds: how often, at least once.

    Returns:
        By key. Nothing for those who cannot have games enough; and nothing at all without any
        score to draw from.
    """
    able = [each for each in contenders if each.games + games >= minimum]
    drawn_from = {each.key: filled(each.scores, everybody) for each in able}
    if not all(drawn_from.values()):
        return {}
    ends = [
        [each.total + more for more in _sums(draw(drawn_from[each.key], k=games * rounds), games)]
        for each in able
    ]
    ranks: dict[int, list[int]] = {each.key: [] for each in able}
    for totals in zip(*ends, strict=True):
        place = _places(totals)
        for each, total in zip(able, totals, strict=True):
            ranks[each.key].append(place[total])
    return {key: _chance(found) for key, found in ranks.items()}


def filled(own: Sequence[int], everybody: Sequence[int]) -> list[int]:
    """One's own scores, and of the league's as many as are missing, spread from worst to best."""
    missing = OWN_GAMES - len(own)
    if missing <= 0 or not everybody:
        return list(own)
    spread = sorted(everybody)
    return [*own, *(spread[(2 * at + 1) * len(spread) // (2 * missing)] for at in range(missing))]


def _sums(drawn: Sequence[int], games: int) -> Iterator[int]:
    return (sum(drawn[at : at + games]) for at in range(0, len(drawn), games))


def _places(totals: Sequence[int]) -> Mapping[int, int]:
    """Totals to their rank, which equals share."""
    found: dict[int, int] = {}
    for rank, total in enumerate(sorted(totals, reverse=True), start=1):
        found.setdefault(total, rank)
    return found


def _chance(ranks: Sequence[int]) -> Chance:
    podium = sum(rank <= _PODIUM for rank in ranks)
    mean = ratio(10 * sum(ranks), len(ranks)) or 0
    return Chance(len(ranks), ranks.count(1), podium, mean)
