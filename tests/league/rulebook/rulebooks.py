"""A club with every shipped set, whose rulebooks are opened once each for a whole module."""

from __future__ import annotations

import html
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.test import Client

from league.rulebook.read import BookClause, VersionPage
from league.rulebook.write import adopt_rule_set
from league.wording.rules import Line
from rules.presets import load, shipped_keys
from tests.factories import ADMIN, make_club, make_login

#: every version of every shipped set: key and label
VERSIONS = [(key, version.label) for key in shipped_keys() for version in load(key).versions]


@dataclass(frozen=True, slots=True)
class OpenedBook:
    """A rulebook as a reader gets it."""

    page: VersionPage
    text: str  # the page's HTML with its entities read

    @property
    def clauses(self) -> list[BookClause]:
        """Its clauses in order."""
        assert self.page.book is not None
        return [each for section in self.page.book.sections for each in section.clauses]

    @property
    def lines(self) -> list[Line]:
        """All that it says in words, clause by clause, then what the document leaves open."""
        assert self.page.book is not None
        stated = [line for each in self.clauses for line in each.lines]
        return [*stated, *(line for part in self.page.book.left_open for line in part.lines)]


@dataclass(slots=True)
class Shelf:
    """The rulebooks of a club that adopted everything."""

    client: Client
    _opened: dict[tuple[str, str, str], OpenedBook] = field(default_factory=dict)

    def book(self, key: str, label: str = "", language: str = "en") -> OpenedBook:
        """A set's rulebook of a version, the latest unless told."""
        label = label or load(key).versions[-1].label
        at = key, label, language
        if at not in self._opened:
            self.client.cookies["django_language"] = language
            response = self.client.get(f"/c/tonan/rules/{key}/{label}/")
            assert response.status_code == 200
            self._opened[at] = OpenedBook(response.context["page"], html.unescape(response.text))
        return self._opened[at]


@contextmanager
def shelf_of(blocker: Any) -> Iterator[Shelf]:
    """A shelf for a module of tests; afterwards nothing of it is left."""
    with blocker.unblock(), transaction.atomic():
        club = make_club()
        for key in shipped_keys():
            if key != "kinyoukai":
                adopt_rule_set(club=club, key=key, actor=ADMIN)
        yield Shelf(make_login(club, "reader"))
        transaction.set_rollback(True)
