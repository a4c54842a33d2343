"""The form of one game: what was typed, kept as typed, and read into a ``HanchanEntry``."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.entry import HanchanEntry, PenaltyEntry, SeatEntry, YakumanEntry
from league.forms.hanchan_fields import (
    MOST_YAKUMAN,
    asked,
    seat_fields,
    table_fields,
    yakuman_fields,
)
from league.forms.home import Home
from league.forms.points import PointsRead, fill_last, read_points

_BROKEN: Final = "\ufffd"  # what undecodable bytes have become on the way in
#: what a stick was worth where the rule of today knows none
STICK: Final = 1_000

_BROKEN_TEXT: Final = _("This text arrived broken. Please type it again.")
_DAMAGED: Final = _("This form was damaged on the way. Please save it again.")


class HanchanForm(forms.Form):
    """One game at one table. Which fields there are follows from the rules of the day.

    ``problems`` holds what the check of the whole result said, by the fields of ``EntryError``;
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
        self.asked = asked(home, stored)
        self.problems: dict[str, list[str]] = {}
        self.filled: int | None = None
        self.fields.update(table_fields(self.asked, home.counting, last_day=last_day))
        for seat in range(home.players):
            self.fields.update(seat_fields(self.asked, seat, home.players))
        for row in range(self.yakuman_rows):
            self.fields.update(yakuman_fields(self.asked, row, home.players))
        for field in self.fields.values():
            field.error_messages["null_characters_not_allowed"] = _BROKEN_TEXT

    @property
    def yakuman_rows(self) -> int:
        """How many yakuman can be said: one more than are, as far as the rule has so many."""
        source: Mapping[str, Any] = self.data if self.is_bound else self.initial
        used = [row for row in range(MOST_YAKUMAN) if source.get(f"yakuman-{row}-name")]
        said = max(used, default=-1) + 1
        return max(said, min(self.asked.most_yakuman, said + 1))

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
        if self._all_read(read) and "sticks" not in self.errors:
            last = fill_last(points, self.home.counting, sticks=self.sticks(cleaned))
            if last is not None:
                self.filled = points.index(None)
                points[self.filled] = last
        cleaned["points"] = points

    def _all_read(self, read: tuple[PointsRead, ...]) -> bool:
        bad = any(one.problem for one in read)
        return not bad and not any(f"points-{seat}" in self.errors for seat in range(len(read)))

    def _clean_yakuman(self, cleaned: dict[str, Any]) -> None:
        for row in range(self.yakuman_rows):
            name = cleaned.get(f"yakuman-{row}-name", "")
            seat = cleaned.get(f"yakuman-{row}-seat", "")
            if name and not seat:
                self.add_error(f"yakuman-{row}-seat", gettext("Who won it?"))
            elif seat and not name:
                self.add_error(f"yakuman-{row}-name", gettext("Which yakuman was it?"))
            elif seat and seat == cleaned.get(f"yakuman-{row}-from"):
                words = gettext("Nobody can deal into their own hand.")
                self.add_error(f"yakuman-{row}-from", words)
            if seat and seat == cleaned.get(f"yakuman-{row}-pao"):
                words = gettext("Nobody pays for their own yakuman.")
                self.add_error(f"yakuman-{row}-pao", words)

    def sticks(self, cleaned: Mapping[str, Any]) -> int:
        """The riichi sticks left on the table, in points."""
        stick: int = self.home.counting.stick or STICK
        return (cleaned.get("sticks") or 0) * stick

    def entry(self, *, stand_ins: bool = False) -> HanchanEntry:
        """What was typed, as far as it could be read; call ``is_valid`` before.

        Args:
            stand_ins: put somebody nameless on each empty chair, so that the points can be checked
                while the names are still missing. Never store such an entry.
        """
        said = self.cleaned_data
        seats = range(self.home.players)
        return HanchanEntry(
            league=self.home.league,
            day=said.get("day") or self.home.day,
            session=self.home.session,
            table=said.get("table") or 0,
            number=said.get("number") or 0,
            seats=tuple(self._seat(seat, stand_in=stand_ins) for seat in seats),
            sticks=self.sticks(said),
            penalties=tuple(self._penalties()),
            yakuman=tuple(self._yakuman()),
            ended_by_time=said.get("ended_by_time", False),
            remark=said.get("remark", ""),
        )

    def _seat(self, seat: int, *, stand_in: bool) -> SeatEntry:
        said = self.cleaned_data
        member, guest = said.get(f"seat-{seat}"), said.get(f"guest-{seat}", "")
        if stand_in and member is None and not guest:
            guest = f"\N{WORD JOINER}{seat}"  # no list holds such a name
        busted_by = said.get(f"busted-{seat}", "")
        return SeatEntry(
            member_id=member,
            guest="" if member is not None else guest,
            points=said["points"][seat],
            chips=said.get(f"chips-{seat}") or 0,
            is_yakitori=said.get(f"yakitori-{seat}", False),
            busted_by=int(busted_by) if busted_by else None,
        )

    def _penalties(self) -> list[PenaltyEntry]:
        said = self.cleaned_data
        return [
            PenaltyEntry(
                seat=seat,
                kind=kind,
                count=said[f"penalty-{seat}-{kind}"],
                reason=said.get(f"penalty-reason-{seat}", ""),
            )
            for seat in range(self.home.players)
            for kind in self.asked.penalties
            if said.get(f"penalty-{seat}-{kind}")
        ]

    def _yakuman(self) -> list[YakumanEntry]:
        said = self.cleaned_data
        found = []
        for row in range(self.yakuman_rows):
            name, seat = said.get(f"yakuman-{row}-name"), said.get(f"yakuman-{row}-seat")
            if name and seat:
                found.append(
                    YakumanEntry(
                        seat=int(seat),
                        name=name,
                        discarder=_seat_of(said.get(f"yakuman-{row}-from")),
                        pao=_seat_of(said.get(f"yakuman-{row}-pao")),
                    )
                )
        return found

    def blame(self, problems: Mapping[str, list[str]]) -> None:
        """Take over what the check of the result said; what is wrong already is not said twice."""
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
    """The same form for a stored game: from which revision, and why."""

    key = None  # type: ignore[assignment]  # a stored game has its key already
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1)
    reason = forms.CharField(
        label=_("Why is it corrected?"),
        max_length=200,
        help_text=_("Everybody can read it in the game's history."),
    )


def new_key() -> str:
    """A key for a form that has never been sent."""
    return str(uuid.uuid4())


def _seat_of(chosen: str | None) -> int | None:
    return int(chosen) if chosen else None
