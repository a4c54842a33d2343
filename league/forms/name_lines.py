"""Names on a page of an import, and who each is said to be, numbered as they stood."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext

from league.models import Member
from league.tenhou_found import cleaned
from league.tenhou_names import NameBook

_LONGEST_NAME: Final = 200


class NameLine(NamedTuple):
    """A line: its number, the name that stands there, and what was typed beside it."""

    at: int
    name: str
    typed: str


def name_lines(data: QueryDict | MultiValueDict[str, str], most: int) -> Iterator[NameLine]:
    """The lines that were sent. Each brings its name, so that it is never taken for another's."""
    for at in range(most):
        name = str(data.get(f"name-{at}", ""))
        # the page never shows a name with controls in it, nor could one be stored
        if name and len(name) <= _LONGEST_NAME and name == cleaned(name):
            yield NameLine(at, name, str(data.get(f"who-{at}", "")).strip())


def member_typed(typed: str, book: NameBook) -> tuple[Member | None, str]:
    """The member who goes by what was typed, or why nobody does."""
    member = book.named(typed)
    said = "" if member else gettext("Nobody on the list goes by that name alone.")
    return member, said
