"""What is said where a game of a closed month is entered, corrected, voided or restored."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.models import MonthClose


def before_saving(close: MonthClose) -> str:
    """What somebody should know before anything is stored in a closed month."""
    return _(
        "%(league)s, %(month)s is closed. Whatever is entered, corrected or voided here, the "
        "closed ranking stays as it is; the ranking's page shows how the games differ from it."
    ) % _facts(close)


def after_saving(close: MonthClose) -> str:
    """What became of the closed month after something was stored in it."""
    return _(
        "%(league)s, %(month)s is closed: the closed ranking has not changed. "
        "The ranking's page shows how the games differ from it."
    ) % _facts(close)


def changed_since(close: MonthClose) -> str:
    """What the page of a game says that became what it is after its month was closed."""
    return _(
        "This game was entered or changed after %(month)s was closed. The closed ranking of "
        "%(league)s does not show that; the ranking's page shows how the games differ from it."
    ) % _facts(close)


def _facts(close: MonthClose) -> dict[str, str]:
    month = date_format(close.month, "YEAR_MONTH_FORMAT")
    return {"league": close.league.name, "month": month}
