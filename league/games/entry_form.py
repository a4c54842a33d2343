"""What the entry page and the correction form show around the form: seats, people, the check."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from league.core.errors import EntryError
from league.core.formats import result_name, score, score_name
from league.core.numbers import number_in
from league.games.check import CheckedEntry, check_entry
from league.games.clashes import elsewhere_words, seated_elsewhere
from league.games.closings import closed_notes
from league.games.form import HanchanForm, seat_name
from league.games.home import Home
from league.games.played import boo_table
from league.games.read import Evening, people_to_pick
from league.games.wording import penalty_name
from league.models import Club, Hanchan, Member, Session
from rules.parameters import BooParameters, PenaltyRule
from scoring.settlement import FLOATING

_NOTHING = (None, "", "0", 0, False)

#: the picker's list: each part's heading with its people
Groups = Sequence[tuple[str, list[dict[str, Any]]]]
#: who holds the right to double as the game on the form begins, and whether it waits
Right = dict[str, list[dict[str, Any]]]


#: fields that say nothing of the game: it can be settled while they are still empty
_ABOUT_THE_FORM = {"key", "revision", "reason"}


def check_form(
    club: Club, form: HanchanForm, *, replacing: Hanchan | None = None, live: bool
) -> CheckedEntry | None:
    """Check what was typed and put every problem into the form; None if it is invalid.

    ``live``: somebody is still typing, so missing values are not errors yet.
    """
    form.is_valid()
    try:
        checked = check_entry(club, form.entry(stand_ins=live), replacing=replacing)
    except EntryError as error:
        points = form.cleaned_data["points"] if live else ()
        untyped = {f"points-{seat}" for seat, held in enumerate(points) if held is None}
        form.add_problems(
            {name: problem for name, problem in error.problems.items() if name not in untyped}
        )
        return None
    return None if set(form.errors) - _ABOUT_THE_FORM else checked


def _points_of(form: HanchanForm) -> Sequence[int | None]:
    """The points as they were read, by seat; None where there are none yet."""
    unread: list[int | None] = [None] * form.home.players
    return form.cleaned_data.get("points", unread) if form.is_bound else unread


def _panel(club: Club, form: HanchanForm, checked: CheckedEntry | None) -> dict[str, Any]:
    """The panel below the seats: what adds up, what does not, what it would score."""
    points = _points_of(form)
    unread = any(f"points-{seat}" in form.errors for seat in range(form.home.players))
    total = sum(held or 0 for held in points)
    total += form.sticks(form.cleaned_data if form.is_bound else {})
    empty = sum(held is None for held in points)
    # for the empty seats together; None when something cannot be read
    left = None if unread else form.home.counting.dealt - total
    amiss = 0 if empty or left is None else left
    return {
        "total": total,
        "empty": empty,
        "left": left,
        "over": max(0, -amiss),
        "short": max(0, amiss),
        "messages": _messages(form),
        "has_mistakes": bool(set(form.errors) - _ABOUT_THE_FORM),
        "checked": checked,
        **(_result(club, checked) if checked else {}),
    }


#: fields that have a place for their mistakes beside them, whatever else is shown
_BESIDE = re.compile(r"(seat|guest|points|kind|kana|about)-|table$|number$|day$|reason$")


def _messages(form: HanchanForm) -> list[str]:
    whole = [words for name, words in form.problems.items() if name not in form.fields]
    for name in form.errors:
        if name in form.fields and not form[name].is_hidden and not _BESIDE.match(name):
            whole.append(_errors(form, name))
    return [word for words in whole for word in words]


def _result(club: Club, checked: CheckedEntry) -> dict[str, Any]:
    """Of Boo what the top made and whether by right twice; place, name and score from the top."""
    settled = checked.settled
    names = []
    for index, (member, seat) in enumerate(zip(checked.members, checked.entry.seats, strict=True)):
        guest = seat_name(index) if seat.guest.startswith("\N{WORD JOINER}") else seat.guest
        names.append(member.shown_name(club) if member else guest)
    rows = zip(settled.places, names, settled.scores, strict=True)
    return {
        "result": result_name(settled.result),
        "is_doubled": any(p.kind == "dabu_ken" for seat in settled.seats for p in seat.parts),
        "standing": sorted(rows, key=lambda row: row[0]),
    }


def _floats(form: HanchanForm, checked: CheckedEntry | None, seat: int) -> bool | None:
    """Use the line while typing, then the result: of four sunk three float."""
    line = form.home.counting.floating_line
    held = form.cleaned_data["points"][seat] if form.is_bound else None
    if line is None or held is None:
        return None
    if checked is None or checked.settled.result is None:
        return bool(held >= line)
    return checked.settled.places[seat] <= FLOATING[checked.settled.result]


def _seat_lines(
    form: HanchanForm, checked: CheckedEntry | None, right: Right | None
) -> list[dict[str, Any]]:
    holders = {holder["member"] for holder in right["holders"]} if right else set()
    lines = []
    for seat, held in enumerate(_points_of(form)):
        member = str(form[f"seat-{seat}"].value() or "")
        line = {
            "index": seat,
            "wind": seat_name(seat),
            "member": member,
            "guest": form[f"guest-{seat}"],
            "points": form[f"points-{seat}"],
            "errors": _errors(form, f"seat-{seat}", f"guest-{seat}", f"points-{seat}"),
            "is_unknown": bool(_errors(form, f"seat-{seat}", f"guest-{seat}")),
            "held": held,
            "is_filled": form.filled == seat,
            "place": checked.settled.places[seat] if checked else None,
            "score": checked.settled.scores[seat] if checked else None,
            "is_floating": _floats(form, checked, seat),
            "has_right": member in holders,
        }
        lines.append(line)
    return lines


def _errors(form: HanchanForm, *fields: str) -> list[str]:
    return [str(error) for field in fields for error in form.errors.get(field, [])]


def _summary(form: HanchanForm) -> list[tuple[str, str, str]]:
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
    seats = range(form.home.players)
    extras = form.extras

    def by_seat(name: str) -> list[BoundField]:
        return [form[f"{name}-{seat}"] for seat in seats]

    penalties = [
        (
            _priced(form.home, kind),
            [form[f"penalty-{seat}-{kind}"] for seat in seats],
            kind in extras.amounts,
        )
        for kind in extras.penalties
    ]
    reasons = by_seat("penalty-reason") if penalties else []
    parts = ("name", "seat", "from", "pao") if extras.pao else ("name", "seat", "from")
    yakuman = [
        [form[f"yakuman-{row}-{part}"] for part in parts] for row in range(form.yakuman_rows)
    ]
    chips = by_seat("chips") if extras.chips else []
    yakitori = by_seat("yakitori") if extras.yakitori else []
    busts = by_seat("busted") if extras.busts else []
    substitutes = by_seat("substitute") if extras.substitutes else []
    groups = [*(fields for _kind, fields, _named in penalties), *yakuman]
    rest = [field for group in groups for field in group]
    shown = [*rest, *reasons, *chips, *yakitori, *busts, *substitutes]
    shown += [form["ended_by_time"], form["remark"]]
    return {
        "penalties": penalties,
        "penalty_reasons": reasons,
        "yakuman": yakuman,
        "chips": chips,
        "yakitori": yakitori,
        "busts": busts,
        "substitutes": substitutes,
        "is_open": any(field.errors or field.value() not in _NOTHING for field in shown),
    }


def _priced(home: Home, kind: str) -> str:
    table = home.parameters.penalties.penalty_table if home.parameters else ()
    price = next((price for price in table if price.kind == kind), None)
    if price is None:
        return penalty_name(kind)
    facts = {
        "penalty": penalty_name(kind),
        "amount": _amount(price, home.decimals),
        "unit": score_name(home.ranking.score_name),
    }
    if price.amount == 0 and price.amount_to is None:  # a card that costs nothing by itself
        priced = facts["penalty"]
    elif price.paid_to == "others":
        priced = _("%(penalty)s (%(amount)s to each other player, in %(unit)s)") % facts
    else:
        priced = _("%(penalty)s (%(amount)s lost, in %(unit)s)") % facts
    if price.amount_to is not None:
        step = {"priced": priced, "step": _worth(price.named_step, 1)}
        priced = _("%(priced)s, in steps of %(step)s") % step
    if price.becomes is None:
        return priced
    also = {"priced": priced, "count": price.turns_after, "other": penalty_name(price.becomes)}
    return _("%(priced)s; %(count)s on one day also bring: %(other)s") % also


def _amount(price: PenaltyRule, decimals: int) -> str:
    if price.amount_to is None:
        return _worth(price.amount, decimals)
    least, most = _worth(price.amount, 1), _worth(price.amount_to, 1)
    return _("%(least)s to %(most)s") % {"least": least, "most": most}


def _worth(points: int, decimals: int) -> str:
    return score(points, decimals).lstrip("+")


def _right(
    club: Club, form: HanchanForm, session: Session | None, *, without: Hanchan | None = None
) -> Right | None:
    """Return who holds the right before the form's game; None where the rule has none.

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
    table, number = (
        number_in(str(form[name].value() or ""), most=99_999) for name in ("table", "number")
    )
    if session is None or not table or not number:
        return {"holders": []}
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
    return {
        "holders": [
            {
                "member": str(key),
                "name": names.get(key, ""),
                "is_waiting": is_full and str(key) not in seated,
            }
            for key in keys
        ]
    }


def _elsewhere(club: Club, checked: CheckedEntry | None, session: Session | None) -> list[str]:
    """Say who of a sound result sits at another table at that time. Two queries, or none."""
    if checked is None or session is None:
        return []
    entry, members = checked.entry, [member.pk for member in checked.members if member]
    found = seated_elsewhere(session, table=entry.table, number=entry.number, members=members)
    return elsewhere_words(found, club)


def options(club: Club, members: Iterable[Member]) -> list[dict[str, Any]]:
    return [
        {"value": str(one.pk), "name": one.shown_name(club), "is_guest": one.is_guest}
        for one in members
    ]


def picker_groups(club: Club, evening: Evening, *, seated: Sequence[Member] = ()) -> Groups:
    """Group the picker's list: who came tonight, then everybody else, last players first."""
    others = people_to_pick(club, tonight=evening.attendants, also=seated)
    groups = [(_("Tonight"), evening.attendants), (_("Everybody else"), others)]
    return [(label, options(club, members)) for label, members in groups if members]


def _names(form: HanchanForm, groups: Groups) -> dict[int, str]:
    """Return who sits where, as far as somebody has been chosen."""
    known = {one["value"]: one["name"] for _label, people in groups for one in people}
    names = {}
    for seat in range(form.home.players):
        guest = str(form[f"guest-{seat}"].value() or "").strip()
        if name := known.get(str(form[f"seat-{seat}"].value() or ""), guest):
            names[seat] = name
    return names


def entry_context(
    form: HanchanForm,
    checked: CheckedEntry | None,
    club: Club,
    session: Session | None,
    *,
    replacing: Hanchan | None = None,
    groups: Groups = (),
) -> dict[str, Any]:
    """Build the context of the form's template, for page and fragment alike.

    Args:
        form: the game as it was typed or is proposed.
        checked: the result of checking it.
        club: whose game.
        session: the evening, if there is one yet.
        replacing: the stored game that the form corrects.
        groups: of the picker; their names stand wherever a seat is chosen.
    """
    form.name_seats(_names(form, groups))
    right = _right(club, form, session, without=replacing)
    leagues = {form.home.league, *([replacing.league] if replacing else [])}
    return {
        "form": form,
        "home": form.home,
        "groups": groups,
        "right": right,
        "seats": _seat_lines(form, checked, right),
        "panel": _panel(club, form, checked),
        "details": _details(form),
        "closed": closed_notes(club, leagues, form.home.day),
        "elsewhere": _elsewhere(club, checked, session),
        "slot_errors": _errors(form, "day", "table", "number") if form.is_bound else [],
        "summary": _summary(form) if form.is_bound else [],
    }
