"""The rarer things of a game's form: penalties with their price, chips, yakuman, remark."""

from __future__ import annotations

from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from league.forms.hanchan import HanchanForm
from league.forms.home import Home
from league.score_words import score_name
from league.templatetags.points import score

_NOTHING = (None, "", "0", 0, False)


def details_of(form: HanchanForm) -> dict[str, Any]:
    """The fields below "more", and whether anything there is filled in or wrong."""
    seats = range(form.home.players)
    asked = form.asked

    def by_seat(name: str) -> list[BoundField]:
        return [form[f"{name}-{seat}"] for seat in seats]

    def by_seat_of(kind: str) -> list[BoundField]:
        return [form[f"penalty-{seat}-{kind}"] for seat in seats]

    penalties = [(_priced(form.home, kind), by_seat_of(kind)) for kind in asked.penalties]
    reasons = by_seat("penalty-reason") if penalties else []
    parts = ("name", "seat", "from", "pao") if asked.pao else ("name", "seat", "from")
    yakuman = [
        [form[f"yakuman-{row}-{part}"] for part in parts] for row in range(form.yakuman_rows)
    ]
    chips = by_seat("chips") if asked.chips else []
    yakitori = by_seat("yakitori") if asked.yakitori else []
    busts = by_seat("busted") if asked.busts else []
    rest = [field for group in [*(f for _kind, f in penalties), *yakuman] for field in group]
    shown = [*rest, *reasons, *chips, *yakitori, *busts, form["ended_by_time"], form["remark"]]
    return {
        "penalties": penalties,
        "penalty_reasons": reasons,
        "yakuman": yakuman,
        "chips": chips,
        "yakitori": yakitori,
        "busts": busts,
        "is_open": any(field.errors or field.value() not in _NOTHING for field in shown),
    }


def _priced(home: Home, kind: str) -> str:
    """A penalty with what it costs, in the league's own score."""
    table = home.parameters.penalties.penalty_table if home.parameters else ()
    price = next((price for price in table if price.kind == kind), None)
    if price is None:
        return penalty_name(kind)
    amount = score(price.amount, home.decimals).lstrip("+")
    facts = {"penalty": penalty_name(kind), "amount": amount}
    facts["unit"] = score_name(home.ranking.score_name)
    if price.paid_to == "others":
        return _("%(penalty)s (%(amount)s to each other player, in %(unit)s)") % facts
    return _("%(penalty)s (%(amount)s lost, in %(unit)s)") % facts


def penalty_name(kind: str) -> str:
    """A penalty for people; a word of the club's own stands for itself."""
    return _("Chombo") if kind == "chombo" else kind
