"""The form of one game, with fields as the day's rules ask for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.numbers import number_in
from league.games.check import MAX_NUMBER, MAX_TABLES
from league.games.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.games.home import Home
from league.games.points import Counting, fill_last, read_points, write_points
from league.games.strangers import answered, stranger_fields
from league.models import Member
from league.wording.hands import yakuman_choices
from scoring.hands.yaku import YAKUMAN

SEATS: Final = (_("East"), _("South"), _("West"), _("North"))
MOST_YAKUMAN: Final = 8
_MOST_CHIPS: Final = 999
_MOST_PENALTIES: Final = 9
#: points in a unit of score
_THOUSAND: Final = 1_000
#: a points field longer than this was not typed by anybody
_LONGEST: Final = 40


class PersonField(forms.CharField):
    """The key of a member as an int, or None; whether the club has them is checked later."""

    def clean(self, value: Any) -> int | None:
        """Read the key.

        Raises:
            ValidationError: it cannot be one of the list's.
        """
        text = super().clean(value)
        if not text:
            return None
        key = number_in(text)
        if key is None:
            raise ValidationError(gettext("This person is not on the club's list."))
        return key


def _count(label: Any, *, least: int = 0, most: int, **kwargs: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": "0"})
    return forms.IntegerField(
        label=label, min_value=least, max_value=most, required=False, widget=widget, **kwargs
    )


def _amount(label: Any) -> forms.DecimalField:
    """A field for an amount of score, in its unit: 0.1 is 100 points."""
    widget = forms.NumberInput(attrs={"inputmode": "decimal", "placeholder": "0"})
    return forms.DecimalField(
        label=label, min_value=0, max_digits=6, decimal_places=1, required=False, widget=widget
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FormExtras:
    sticks: bool
    chips: bool
    yakitori: bool
    substitutes: bool
    busts: bool
    penalties: tuple[str, ...]
    amounts: frozenset[str]  # kinds of penalties whose amount the referee names
    yakuman: tuple[str, ...]  # keys to choose from, also such as came out of a file
    most_yakuman: int  # rows that are offered
    pao: bool  # whether somebody may answer for a yakuman


def extras_of(home: Home, stored: HanchanEntry | None) -> FormExtras:
    """Return what to ask for; editing a stored game never drops its own details."""
    counting = home.counting
    table = home.parameters.penalties.penalty_table if home.parameters else ()
    kinds = [penalty.kind for penalty in table]
    named = {penalty.kind for penalty in table if penalty.amount_to is not None}
    seats = stored.seats if stored else ()
    for taken in stored.penalties if stored else ():
        kinds.append(taken.kind)
        if taken.amount is not None:
            named.add(taken.kind)
    won = stored.yakuman if stored else ()
    names = [name for name in YAKUMAN if name not in counting.no_yakuman]
    names += [each.name for each in won]
    most = 1 if counting.yakuman_ends_game else MOST_YAKUMAN
    return FormExtras(
        sticks=bool(counting.stick) or bool(stored and stored.sticks),
        chips=counting.chips or any(seat.chips for seat in seats),
        yakitori=counting.yakitori or any(seat.is_yakitori for seat in seats),
        substitutes=counting.substitutes or any(seat.is_substitute for seat in seats),
        busts=counting.busts or any(s.busted_by is not None for s in seats),
        penalties=tuple(dict.fromkeys(kinds)),
        amounts=frozenset(named),
        yakuman=tuple(dict.fromkeys(names)),
        most_yakuman=most if counting.notes_yakuman else len(won),
        pao=counting.yakuman_ends_game or any(each.pao is not None for each in won),
    )


def table_fields(
    extras: FormExtras, counting: Counting, *, last_day: date | None
) -> dict[str, forms.Field]:
    """Return the fields given once per game; the day only where it can be chosen."""
    fields: dict[str, forms.Field] = {
        "table": _count(_("Table"), least=1, most=MAX_TABLES),
        "number": _count(_("Game no."), least=1, most=MAX_NUMBER),
        "ended_by_time": forms.BooleanField(label=_("Ended by time limit"), required=False),
        "remark": forms.CharField(label=_("Remark"), max_length=200, required=False),
    }
    fields["table"].required = fields["number"].required = True
    if extras.sticks:
        fields["sticks"] = _count(_("Riichi sticks left over"), most=counting.most_sticks)
    if last_day is not None:
        fields["day"] = forms.DateField(
            label=_("Day"),
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            input_formats=["%Y-%m-%d"],
            validators=[MaxValueValidator(last_day, _("This date is in the future."))],
        )
    return fields


def seat_fields(extras: FormExtras, seat: int, players: int) -> dict[str, forms.Field]:
    wind = SEATS[seat]
    longest_name = Member._meta.get_field("display_name").max_length
    fields: dict[str, forms.Field] = {
        f"seat-{seat}": PersonField(label=wind, required=False),
        f"guest-{seat}": forms.CharField(
            label=_("New name"), required=False, max_length=longest_name
        ),
        **stranger_fields(seat),
        f"points-{seat}": forms.CharField(label=_("Points"), required=False, max_length=_LONGEST),
    }
    if extras.chips:
        fields[f"chips-{seat}"] = _count(wind, least=-_MOST_CHIPS, most=_MOST_CHIPS)
    if extras.yakitori:
        fields[f"yakitori-{seat}"] = forms.BooleanField(label=wind, required=False)
    if extras.substitutes:
        fields[f"substitute-{seat}"] = forms.BooleanField(label=wind, required=False)
    if extras.busts:
        fields[f"busted-{seat}"] = _seat_choice(wind, players, _("not busted"), without=seat)
    for kind in extras.penalties:
        fields[f"penalty-{seat}-{kind}"] = (
            _amount(wind) if kind in extras.amounts else _count(wind, most=_MOST_PENALTIES)
        )
    if extras.penalties:
        fields[f"penalty-reason-{seat}"] = forms.CharField(
            label=wind, required=False, max_length=200
        )
    return fields


def yakuman_fields(extras: FormExtras, row: int, players: int) -> dict[str, forms.Field]:
    names = [("", "–"), *yakuman_choices(extras.yakuman)]
    fields: dict[str, forms.Field] = {
        f"yakuman-{row}-name": forms.ChoiceField(label=_("Yakuman"), choices=names, required=False),
        f"yakuman-{row}-seat": _seat_choice(_("Who won"), players, "–"),
        f"yakuman-{row}-from": _seat_choice(_("Won from"), players, _("Tsumo")),
    }
    if extras.pao:
        label = _("Responsible (pao)")
        fields[f"yakuman-{row}-pao"] = _seat_choice(label, players, _("nobody"))
    return fields


def _seat_choice(
    label: Any, players: int, nobody: Any, *, without: int | None = None
) -> forms.ChoiceField:
    seats = [(str(seat), SEATS[seat]) for seat in range(players) if seat != without]
    return forms.ChoiceField(label=label, choices=[("", nobody), *seats], required=False)


def seat_name(seat: int) -> str:
    """Return a seat's wind in full, for sentences and screen readers."""
    return str(SEATS[seat])


_BROKEN: Final = "\ufffd"  # what undecodable bytes have become on the way in
#: what a stick was worth where the rule of today knows none
_STICK: Final = 1_000

_BROKEN_TEXT: Final = _("This text arrived garbled. Please type it again.")
_DAMAGED: Final = _("This form was damaged in transit. Please save it again.")


#: fields of a seat that stand apart from it
_OF_SEAT: Final = re.compile(r"(?:penalty-reason|penalty|chips|yakitori|substitute|busted)-(\d)")
_CHOOSES_SEAT: Final = re.compile(r"busted-\d$|yakuman-\d-(?:seat|from|pao)$")


class HanchanForm(forms.Form):
    """One game at one table. Its fields follow from the rules of the day.

    ``problems`` holds what the check of the whole result found, by the fields of ``EntryError``;
    ``filled`` is the seat whose points were filled in from the sum.
    """

    key = forms.UUIDField(
        widget=forms.HiddenInput, error_messages={"required": _DAMAGED, "invalid": _DAMAGED}
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        home: Home,
        last_day: date | None = None,
        stored: HanchanEntry | None = None,
        initial: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, label_suffix="")
        self.home = home
        self.extras = extras_of(home, stored)
        self.stored = stored
        self.problems: dict[str, list[str]] = {}
        self.filled: int | None = None
        self.fields.update(table_fields(self.extras, home.counting, last_day=last_day))
        for seat in range(home.players):
            self.fields.update(seat_fields(self.extras, seat, home.players))
        for row in range(self.yakuman_rows):
            self.fields.update(yakuman_fields(self.extras, row, home.players))
        for field in self.fields.values():
            field.error_messages["null_characters_not_allowed"] = _BROKEN_TEXT

    def name_seats(self, names: Mapping[int, str]) -> None:
        """Name people before their winds, wherever somebody of the table is chosen."""
        named = {seat: f"{name} · {SEATS[seat]}" for seat, name in names.items()}
        for name, field in self.fields.items():
            of_seat = _OF_SEAT.match(name)
            if of_seat and (label := named.get(int(of_seat[1]))):
                self[name].label = label
            if _CHOOSES_SEAT.match(name) and isinstance(field, forms.ChoiceField):
                field.choices = [
                    (value, named.get(int(value), words) if value else words)
                    for value, words in cast("Iterable[tuple[str, str]]", field.choices)
                ]

    @property
    def yakuman_rows(self) -> int:
        """Return how many yakuman rows to show: one more than filled, up to the rule's limit."""
        source: Mapping[str, Any] = self.data if self.is_bound else self.initial
        used = [row for row in range(MOST_YAKUMAN) if source.get(f"yakuman-{row}-name")]
        filled = max(used, default=-1) + 1
        return max(filled, min(self.extras.most_yakuman, filled + 1))

    def clean(self) -> dict[str, Any]:
        """Read the points of the whole table, and refuse broken text."""
        cleaned = super().clean() or self.cleaned_data
        for name, value in list(cleaned.items()):
            if isinstance(value, str) and _BROKEN in value:
                self.add_error(name, str(_BROKEN_TEXT))
        self._clean_yakuman(cleaned)
        self._clean_points(cleaned)
        return cleaned

    def _clean_points(self, cleaned: dict[str, Any]) -> None:
        seats = range(self.home.players)
        texts = [cleaned.get(f"points-{seat}", "") for seat in seats]
        read = read_points(texts, unit=self.home.counting.unit)
        for seat, one in enumerate(read):
            if one.problem:
                self.add_error(f"points-{seat}", one.problem)
        points = [one.points for one in read]
        names = ["sticks", *(f"points-{seat}" for seat in seats)]
        if not any(name in self.errors for name in names):
            last = fill_last(points, self.home.counting, sticks=self.sticks(cleaned))
            if last is not None:
                self.filled = points.index(None)
                points[self.filled] = last
        cleaned["points"] = points

    def _clean_yakuman(self, cleaned: dict[str, Any]) -> None:
        for row in range(self.yakuman_rows):
            name = cleaned.get(f"yakuman-{row}-name", "")
            seat = cleaned.get(f"yakuman-{row}-seat", "")
            if name and not seat:
                self.add_error(f"yakuman-{row}-seat", gettext("Who won it?"))
            elif seat and not name:
                self.add_error(f"yakuman-{row}-name", gettext("Which yakuman was it?"))
            elif seat and seat == cleaned.get(f"yakuman-{row}-from"):
                words = gettext("Players cannot deal into their own hand.")
                self.add_error(f"yakuman-{row}-from", words)
            if seat and seat == cleaned.get(f"yakuman-{row}-pao"):
                words = gettext("The winner cannot pay for their own yakuman.")
                self.add_error(f"yakuman-{row}-pao", words)

    def sticks(self, cleaned: Mapping[str, Any]) -> int:
        """Return the riichi sticks left on the table, in points."""
        stick: int = self.home.counting.stick or _STICK
        return (cleaned.get("sticks") or 0) * stick

    def entry(self, *, stand_ins: bool = False) -> HanchanEntry:
        """Return what was typed, as far as it is readable; call ``is_valid`` before.

        Args:
            stand_ins: put a nameless person in each empty seat, so that the points can be checked
                while the names are still missing. Never store such an entry.
        """
        cleaned = self.cleaned_data
        seats = range(self.home.players)
        return HanchanEntry(
            league=self.home.league,
            day=cleaned.get("day") or self.home.day,
            session=self.home.session,
            table=cleaned.get("table") or 0,
            number=cleaned.get("number") or 0,
            seats=tuple(self._seat(seat, stand_in=stand_ins) for seat in seats),
            sticks=self.sticks(cleaned),
            penalties=tuple(self._penalties()),
            yakuman=tuple(self._yakuman()),
            ended_by_time=cleaned.get("ended_by_time", False),
            remark=cleaned.get("remark", ""),
        )

    def _seat(self, seat: int, *, stand_in: bool) -> SeatEntry:
        cleaned = self.cleaned_data
        member, guest = cleaned.get(f"seat-{seat}"), cleaned.get(f"guest-{seat}", "")
        if stand_in and member is None and not guest:
            guest = f"\N{WORD JOINER}{seat}"  # no list holds such a name
        busted_by = cleaned.get(f"busted-{seat}", "")
        return SeatEntry(
            member_id=member,
            guest="" if member is not None else guest,
            points=cleaned["points"][seat],
            chips=cleaned.get(f"chips-{seat}") or 0,
            is_yakitori=cleaned.get(f"yakitori-{seat}", False),
            is_substitute=cleaned.get(f"substitute-{seat}", False),
            busted_by=int(busted_by) if busted_by else None,
            **({} if member is not None else answered(cleaned, seat)),
        )

    def _penalties(self) -> list[PenaltyEntry]:
        cleaned = self.cleaned_data
        before = {(p.seat, p.kind): p.count for p in self.stored.penalties} if self.stored else {}
        found = []
        for seat in range(self.home.players):
            for kind in self.extras.penalties:
                typed = cleaned.get(f"penalty-{seat}-{kind}")
                if not typed:
                    continue
                is_named = kind in self.extras.amounts
                taken = PenaltyEntry(
                    seat=seat,
                    kind=kind,
                    count=before.get((seat, kind), 1) if is_named else typed,
                    amount=int(typed * _THOUSAND) if is_named else None,
                    reason=cleaned.get(f"penalty-reason-{seat}", ""),
                )
                found.append(taken)
        return found

    def _yakuman(self) -> list[YakumanEntry]:
        cleaned = self.cleaned_data
        found = []
        for row in range(self.yakuman_rows):
            name, seat = cleaned.get(f"yakuman-{row}-name"), cleaned.get(f"yakuman-{row}-seat")
            if name and seat:
                found.append(
                    YakumanEntry(
                        seat=int(seat),
                        name=name,
                        discarder=_seat_of(cleaned.get(f"yakuman-{row}-from")),
                        pao=_seat_of(cleaned.get(f"yakuman-{row}-pao")),
                    )
                )
        return found

    def add_problems(self, problems: Mapping[str, list[str]]) -> None:
        """Add what the check of the result found, without repeating existing errors."""
        for field, messages in problems.items():
            target = field if field in self.fields else None
            if target is not None and target in self.errors:
                continue
            if field == "points" and any(name.startswith("points-") for name in self.errors):
                continue  # the sum of what cannot be read says nothing
            self.problems.setdefault(field, []).extend(messages)
            for message in messages:
                self.add_error(target, message)


class CorrectionForm(HanchanForm):
    key = None  # type: ignore[assignment]  # a stored game has its key already
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)
    reason = forms.CharField(
        label=_("Reason for the correction"),
        max_length=200,
        help_text=_("Everyone can read it in the game's history."),
    )


def initial_of(entry: HanchanEntry, counting: Counting) -> dict[str, Any]:
    initial: dict[str, Any] = {
        "table": entry.table,
        "number": entry.number,
        "sticks": entry.sticks // (counting.stick or _STICK),
        "ended_by_time": entry.ended_by_time,
        "remark": entry.remark,
    }
    texts = write_points([seat.points for seat in entry.seats], unit=counting.unit)
    for index, (seat, text) in enumerate(zip(entry.seats, texts, strict=True)):
        initial |= {
            f"seat-{index}": seat.member_id,
            f"points-{index}": text,
            f"chips-{index}": seat.chips,
            f"yakitori-{index}": seat.is_yakitori,
            f"substitute-{index}": seat.is_substitute,
            f"busted-{index}": _chosen(seat.busted_by),
        }
    for taken in entry.penalties:
        named = taken.amount is not None and Decimal(taken.amount) / _THOUSAND
        initial[f"penalty-{taken.seat}-{taken.kind}"] = named or taken.count
        other = initial.get(f"penalty-reason-{taken.seat}")
        if taken.reason and other != taken.reason:
            both = f"{other} / {taken.reason}" if other else taken.reason
            initial[f"penalty-reason-{taken.seat}"] = both
    for row, won in enumerate(entry.yakuman):
        initial |= {
            f"yakuman-{row}-name": won.name,
            f"yakuman-{row}-seat": str(won.seat),
            f"yakuman-{row}-from": _chosen(won.discarder),
            f"yakuman-{row}-pao": _chosen(won.pao),
        }
    return initial


def _chosen(seat: int | None) -> str:
    return "" if seat is None else str(seat)


def _seat_of(chosen: str | None) -> int | None:
    return int(chosen) if chosen else None
