"""What a dry run sends beside the layout: who the names are, and which lines are left out."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import QueryDict
from django.utils.translation import gettext

from league.forms.name_lines import member_typed, name_lines
from league.sheet_store import NEW_GUEST, NEW_MEMBER
from league.tenhou_names import NameBook

#: names that can be chosen for on one page; a form has no room for more
MOST_NAMES = 200


class SheetNamesForm:
    """Who the names are: a member's name, or what a new one is."""

    def __init__(self, data: QueryDict, book: NameBook) -> None:
        self.typed: dict[str, tuple[str, str]] = {}
        self.errors: dict[str, str] = {}
        self.choices: dict[str, int] = {}
        for at, name, typed in name_lines(data, MOST_NAMES):
            self._read(name, typed, str(data.get(f"as-{at}", "")), book)

    def _read(self, name: str, typed: str, kind: str, book: NameBook) -> None:
        self.typed[name] = (typed, kind)
        new = {"member": NEW_MEMBER, "guest": NEW_GUEST}.get(kind)
        if new is not None:
            self.choices[name] = new
            if typed:
                self.errors[name] = gettext("Either somebody on the list or somebody new.")
        elif typed:
            member, error = member_typed(typed, book)
            if member is None:
                self.errors[name] = error
            else:
                self.choices[name] = member.pk


def left_out_of(data: QueryDict, before: Iterable[int]) -> set[int]:
    """Lines that are left out: as ticked where the page showed them, else as before."""
    shown = _lines(data.getlist("shown"))
    return (set(before) - shown) | (_lines(data.getlist("out")) & shown)


def _lines(texts: Iterable[str]) -> set[int]:
    return {int(text) for text in texts if text.isascii() and text.isdigit() and len(text) < 8}
