"""A record as data."""

from __future__ import annotations

from typing import Any

from scoring.standings import Record


def record_json(record: Record, players: int | None) -> dict[str, Any]:
    """Whole numbers only: scores in points, rates in tenths of a percent.

    Args:
        record: of somebody's games.
        players: at a table; None where tables of three and four are mixed.
    """
    return {
        "games": record.games,
        "score": record.score,
        "places": record.place_counts[: players or 4],
        "average_score": record.average_score(),
        "average_place_hundredths": record.average_place_hundredths(),
        "top_rate_tenths": record.top_rate_tenths(),
        "top_two_rate_tenths": record.top_two_rate_tenths(),
        "last_avoid_rate_tenths": record.last_avoid_rate_tenths(players) if players else None,
        "best": record.best,
        "worst": record.worst,
        "busts": record.busts,
        "chips": record.chips,
        "top_run": record.top_run.longest,
        "no_last_run": record.no_last_run.longest,
        "plus_run": record.plus_run.longest,
    }
