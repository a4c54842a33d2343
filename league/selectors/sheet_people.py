"""Who the names in a spreadsheet are: members, people to be added, or nobody yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from league.models import Member
from league.naming import fold, is_readable
from league.selectors.seated import NAME_LENGTH
from league.sheet_store import NEW_GUEST, NEW_MEMBER, Asked, Others
from league.sheets.games import SheetGame
from league.sheets.problems import Problem
from league.tenhou_names import How, Meant, NameBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What is wrong with a line, in words, and where it stands."""

    where: str  # D12, or the number of the line
    words: str
    game: int | None = None  # the stored game that it is about


class SheetPeople:
    """The club's list, and what was said of names that are not on it. One query."""

    def __init__(self, club: int, asked: Asked) -> None:
        self.asked = asked
        self.book = NameBook(Member.objects.for_club(club))
        self.new: dict[str, int] = {}  # who is to be added, and as what
        # to the book, whoever is new is new
        self._choices = {name: max(key, NEW_MEMBER) for name, key in asked.choices.items()}
        self._spelt: dict[str, str] = {}

    def spelling(self, name: str) -> str:
        """One spelling of a name that nobody has, however widths and kana differ."""
        if not name or self.book.lists(name):
            return name
        return self._spelt.setdefault(fold(name), name)

    def who(self, game: SheetGame, names: list[str]) -> tuple[tuple[Meant, ...], list[Said]]:
        """Who sat at a game, and which names say nothing."""
        if len(set(names)) < len(names) or not all(names):
            return (), []  # said already
        seats = self.book.meant(names, game.day or date.min, self._choices)
        said = [
            Said(where=Problem("", seat.line, seat.column).cell, words=words)
            for name, seat, meant in zip(names, game.seats, seats, strict=True)
            for words in self._about(name, meant)
        ]
        return seats, said

    def _about(self, name: str, meant: Meant) -> Iterator[str]:
        """What is wrong with a name."""
        if meant.how is How.SEVERAL:
            yield _("“%(name)s” may be several members: say who it is.") % {"name": name}
        elif meant.how is How.TAKEN:
            yield _("“%(name)s” means somebody who sits at another seat: say who it is.") % {
                "name": name
            }
        elif not is_readable(name):
            yield _("This name shows nothing that one could read.")
        elif meant.member is None:
            yield from self._about_new(name)

    def _about_new(self, name: str) -> Iterator[str]:
        chosen = self._chosen(name)
        if chosen is None:
            yield _("“%(name)s” is not on the list: say who it is.") % {"name": name}
        elif chosen > 0:
            yield _("Who was chosen for “%(name)s” had left the club by that day.") % {"name": name}
        elif len(name) > NAME_LENGTH:
            yield _("This name is too long.")
        elif self.book.lists(name):
            yield _(
                "“%(name)s” is on the list already: pick them, or add something to the name."
            ) % {"name": name}
        else:
            self.new[name] = chosen

    def _chosen(self, name: str) -> int | None:
        by_others = {Others.MEMBERS: NEW_MEMBER, Others.GUESTS: NEW_GUEST}
        return self.asked.choices.get(name, by_others.get(self.asked.others))
