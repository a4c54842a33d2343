"""What the entry page and the correction form show around the form: seats, people, the check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from league.core.errors import EntryError
from league.core.formats import result_name, score, score_name
from league.core.numbers import number_in
from league.games.boo_table import boo_table
from league.games.check import CheckedEntry, check_entry
from league.games.closings import closed_notes
from league.games.form import HanchanForm, seat_name
from league.games.home import Home
from league.games.read import Evening, people_to_pick
from league.games.wording import penalty_name
from league.models import Club, Hanchan, Member, Session
from rules.parameters import BooParameters
from scoring.maru import FLOATING

_NOTHING = (None, "", "0", 0, False)


@dataclass(frozen=True, slots=True)
class Option:
    """Somebody to pick."""

    value: str  # the member's key
    name: str
    is_guest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """One seat as the page shows it."""

    index: int
    wind: str
    member: str  # the picked member's key
    guest: BoundField
    points: BoundField
    errors: list[str]
    is_unknown: bool  # something is wrong with who sits there
    held: int | None  # points as they were read
    is_filled: bool  # … from the sum
    place: int | None
    score: int | None
    is_floating: bool | None  # Boo; None elsewhere, and before there are points
    has_right: bool  # Boo: whoever is picked here holds the right to double


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """What the check makes of the form: what adds up, what does not, what it would score."""

    total: int  # points typed and sticks
    empty: int  # seats without points
    left: int | None  # for the empty seats together; None when something cannot be read
    messages: list[str]
    has_mistakes: bool  # beside the fields of the game
    checked: CheckedEntry | None
    result: str  # Boo: what the top made
    is_doubled: bool  # … by the right to double
    standing: list[tuple[int, str, int]]  # place, name, score, from the top

    @property
    def over(self) -> int:
        """How much too much all seats hold together."""
        return 0 if self.empty or self.left is None else max(0, -self.left)

    @property
    def short(self) -> int:
        """How much is missing with all seats typed."""
        return 0 if self.empty or self.left is None else max(0, self.left)


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


#: fields that say nothing of the game: it can be settled while they are still empty
_ABOUT_THE_FORM = {"key", "revision", "reason"}


def check_form(
    club: Club, form: HanchanForm, *, replacing: Hanchan | None = None, live: bool
) -> CheckedEntry | None:
    """Check what was typed and put every problem into the form; None when it cannot stand.

    ``live``: somebody is still typing, so what is only missing yet is no mistake.
    """
    form.is_valid()
    try:
        checked = check_entry(club, form.entry(stand_ins=live), replacing=replacing)
    except EntryError as error:
        form.add_problems(_mistakes(form, error.problems) if live else error.problems)
        return None
    return None if set(form.errors) - _ABOUT_THE_FORM else checked


def _mistakes(form: HanchanForm, problems: Mapping[str, list[str]]) -> dict[str, list[str]]:
    points = form.cleaned_data["points"]
    untyped = {f"points-{seat}" for seat, held in enumerate(points) if held is None}
    return {field: texts for field, texts in problems.items() if field not in untyped}


def _panel(club: Club, form: HanchanForm, checked: CheckedEntry | None) -> Panel:
    """The panel below the seats."""
    cleaned = form.cleaned_data if form.is_bound else {}
    points: Sequence[int | None] = cleaned.get("points", [None] * form.home.players)
    unread = any(f"points-{seat}" in form.errors for seat in range(form.home.players))
    total = sum(held or 0 for held in points) + form.sticks(cleaned)
    return Panel(
        total=total,
        empty=sum(held is None for held in points),
        left=None if unread else form.home.counting.dealt - total,
        messages=_messages(form),
        has_mistakes=bool(set(form.errors) - _ABOUT_THE_FORM),
        checked=checked,
        result=result_name(checked.settled.result) if checked else "",
        is_doubled=checked is not None and _is_doubled(checked),
        standing=_standing(club, checked) if checked else [],
    )


#: fields that have a place for their mistakes beside them, whatever else is shown
_BESIDE = re.compile(r"(seat|guest|points)-|table$|number$|day$|reason$")


def _messages(form: HanchanForm) -> list[str]:
    whole = [words for name, words in form.problems.items() if name not in form.fields]
    for name in form.errors:
        if name in form.fields and not form[name].is_hidden and not _BESIDE.match(name):
            whole.append(_errors(form, name))
    return [word for words in whole for word in words]


def _standing(club: Club, checked: CheckedEntry) -> list[tuple[int, str, int]]:
    names = [
        member.shown_name(club) if member else _name_typed(seat.guest, index)
        for index, (member, seat) in enumerate(
            zip(checked.members, checked.entry.seats, strict=True)
        )
    ]
    settled = checked.settled
    rows = zip(settled.places, names, settled.scores, strict=True)
    return sorted(rows, key=lambda row: row[0])


def _name_typed(guest: str, seat: int) -> str:
    return seat_name(seat) if guest.startswith("\N{WORD JOINER}") else guest


def _is_doubled(checked: CheckedEntry) -> bool:
    parts = (part.kind for seat in checked.settled.seats for part in seat.parts)
    return "dabu_ken" in parts


def _floats(form: HanchanForm, checked: CheckedEntry | None, seat: int) -> bool | None:
    """By the line while typing, by the result once there is one: of four sunk three float."""
    line = form.home.counting.floating_line
    held = form.cleaned_data["points"][seat] if form.is_bound else None
    if line is None or held is None:
        return None
    if checked is None or checked.settled.result is None:
        return bool(held >= line)
    return checked.settled.places[seat] <= FLOATING[checked.settled.result]


def _seat_lines(
    form: HanchanForm, checked: CheckedEntry | None, right: Right | None
) -> list[SeatLine]:
    """The seats with their fields, errors and results."""
    cleaned = form.cleaned_data if form.is_bound else {}
    points: Sequence[int | None] = cleaned.get("points", [None] * form.home.players)
    return [
        SeatLine(
            index=seat,
            wind=seat_name(seat),
            member=str(form[f"seat-{seat}"].value() or ""),
            guest=form[f"guest-{seat}"],
            points=form[f"points-{seat}"],
            errors=_errors(form, f"seat-{seat}", f"guest-{seat}", f"points-{seat}"),
            is_unknown=bool(_errors(form, f"seat-{seat}", f"guest-{seat}")),
            held=points[seat],
            is_filled=form.filled == seat,
            place=checked.settled.places[seat] if checked else None,
            score=checked.settled.scores[seat] if checked else None,
            is_floating=_floats(form, checked, seat),
            has_right=right is not None and right.is_of(str(form[f"seat-{seat}"].value() or "")),
        )
        for seat in range(form.home.players)
    ]


def _errors(form: HanchanForm, *fields: str) -> list[str]:
    return [str(error) for field in fields for error in form.errors.get(field, [])]


def _summary(form: HanchanForm) -> list[tuple[str, str, str]]:
    """Everything wrong with the form: (id of the field or "", its label, what is wrong)."""
    found = [("", "", str(error)) for error in form.non_field_errors()]
    for name, errors in form.errors.items():
        if name not in form.fields:
            continue
        field = form[name]
        hidden = field.is_hidden
        target = "" if hidden else field.id_for_label or str(field.auto_id)
        found += [(target, "" if hidden else _label(form, name), str(e)) for e in errors]
    return found


def _label(form: HanchanForm, name: str) -> str:
    label = str(form.fields[name].label or "")
    kind, _dash, seat = name.partition("-")
    return f"{seat_name(int(seat))} · {label}" if kind in {"points", "guest"} else label


def _details(form: HanchanForm) -> dict[str, Any]:
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


def _right(
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
    text = str(form[name].value() or "")
    return number_in(text, most=99_999) or 0


def options(club: Club, members: Iterable[Member]) -> list[Option]:
    """Members as the picker shows them."""
    return [Option(str(one.pk), one.shown_name(club), one.is_guest) for one in members]


def picker_groups(
    club: Club, evening: Evening, *, seated: Sequence[Member] = ()
) -> list[tuple[str, list[Option]]]:
    """The picker's list: who came tonight, then everybody else, who played last first."""
    people = people_to_pick(club, tonight=evening.attendants, also=seated)
    groups = [(_("Tonight"), people.tonight), (_("Everybody else"), people.others)]
    return [(label, options(club, members)) for label, members in groups if members]


def page_parts(
    form: HanchanForm,
    checked: CheckedEntry | None,
    club: Club,
    session: Session | None,
    *,
    replacing: Hanchan | None = None,
) -> dict[str, Any]:
    """What the form's template shows, page and fragment alike.

    Args:
        form: the game as it was typed or is proposed.
        checked: what the check made of it.
        club: whose game.
        session: the evening, if there is one yet.
        replacing: the stored game that the form corrects.
    """
    right = _right(club, form, session, without=replacing)
    leagues = {form.home.league, *([replacing.league] if replacing else [])}
    return {
        "form": form,
        "home": form.home,
        "right": right,
        "seats": _seat_lines(form, checked, right),
        "panel": _panel(club, form, checked),
        "details": _details(form),
        "closed": closed_notes(club, leagues, form.home.day),
        "slot_errors": _errors(form, "day", "table", "number") if form.is_bound else [],
        "summary": _summary(form) if form.is_bound else [],
    }
