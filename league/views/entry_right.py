"""Who holds the right to double at a table, as the entry page tells it before a game of Boo."""

from __future__ import annotations

from dataclasses import dataclass

from league.forms.hanchan import HanchanForm
from league.models import Club, Hanchan, Member, Session
from league.selectors.boo_table import boo_table
from rules.parameters import BooParameters


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who holds the right."""

    member: int
    name: str
    is_waiting: bool  # the table is full without them: the right waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Right:
    """The right to double as the game on the form begins."""

    holders: tuple[Holder, ...]

    def is_of(self, member: str) -> bool:
        """Whether the member of this key holds it."""
        return any(str(holder.member) == member for holder in self.holders)


def right_of(
    club: Club, form: HanchanForm, session: Session | None, *, without: Hanchan | None = None
) -> Right | None:
    """Who holds the right before the game on the form; None where the rule knows none.

    At most four queries.

    Args:
        club: whose game it is.
        form: table, number and seats are read from it, typed or proposed.
        session: the evening, if there is one yet.
        without: the stored game that the form corrects.
    """
    parameters = form.home.parameters
    if not isinstance(parameters, BooParameters) or not form.home.counting.has_right:
        return None
    table, number = _whole(form, "table"), _whole(form, "number")
    if session is None or not table or not number:
        return Right(holders=())
    version = form.home.version  # each stored game brings its own options
    rule = version.value if version else parameters
    assert isinstance(rule, BooParameters)
    played = boo_table(form.home.league, session, table, rule, without=without)
    keys = played.holders(number)
    names = {
        member.pk: member.shown_name(club)
        for member in (Member.objects.for_club(club).filter(pk__in=keys) if keys else ())
    }
    seats = range(form.home.players)
    seated = [str(form[f"seat-{seat}"].value() or "") for seat in seats]
    guests = [str(form[f"guest-{seat}"].value() or "") for seat in seats]
    is_full = all(member or guest for member, guest in zip(seated, guests, strict=True))
    return Right(
        holders=tuple(
            Holder(key, names.get(key, ""), is_full and str(key) not in seated) for key in keys
        )
    )


def _whole(form: HanchanForm, name: str) -> int:
    """A number of the form as it stands; 0 when it is none."""
    said = str(form[name].value() or "")
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 6 else 0
