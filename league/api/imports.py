"""What both kinds of imports share: files within JSON, who the names are, and how one is found."""

from __future__ import annotations

import binascii
from abc import abstractmethod
from base64 import b64decode
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from django.http import Http404
from django.utils.translation import gettext as _
from pydantic import AfterValidator, BeforeValidator, Field, Strict, WithJsonSchema
from pydantic_core import PydanticCustomError
from rest_framework.request import Request

from league.api.base import ClubView
from league.api.operations import Answer, among
from league.api.preconditions import check_unchanged
from league.api.requests import Key, text_only
from league.core.errors import EntryError
from league.core.naming import cleaned
from league.imports.name_forms import MOST_NAMES
from league.imports.people import (
    NEW_GUEST,
    NEW_KINDS,
    NEW_MEMBER,
    SOMEBODY_ELSE,
    AskedName,
    How,
    NameBook,
)
from league.models import Club, Member, SheetImport, TenhouImport

B = TypeVar("B", SheetImport, TenhouImport)


def _decoded(value: object) -> object:
    try:
        return b64decode(str(text_only(value)), validate=True)
    except (binascii.Error, ValueError) as error:
        raise PydanticCustomError("base64", "no base64") from error


def _plain_name(value: str) -> str:
    """Refuse a name that no import can have, nor the database."""
    if not value or value != cleaned(value):
        raise PydanticCustomError("printable", "no name")
    return value


#: a file, as base64 in JSON
FileBytes = Annotated[
    bytes,
    BeforeValidator(_decoded),
    WithJsonSchema({"type": "string", "contentEncoding": "base64"}),
]
ImportedName = Annotated[str, Strict(), Field(max_length=200), AfterValidator(_plain_name)]
#: whom a name means: a member's number, somebody new, or null: nobody has said
NameChoice = Key | Literal["member", "guest"] | None
NameChoices = Annotated[dict[ImportedName, NameChoice], Field(max_length=MOST_NAMES)]


class OfferedMember(Answer):
    member: int
    name: str


class NameAnswer(Answer):
    """A name, ``how`` it was matched, and whether it is ``open``: nothing is stored before."""

    name: str
    games: int
    how: Annotated[str, among(How)]
    open: bool
    member: int | None
    new: Literal["member", "guest"] | None
    offered: list[OfferedMember]


class ImportView(ClubView, Generic[B]):
    """A call to one import of the club."""

    imports: ClassVar[type[SheetImport] | type[TenhouImport]]

    @abstractmethod
    def find(self, import_id: int) -> B | None:
        """The club's import of that number with what its answer needs, if there is one."""

    @abstractmethod
    def described(self, batch: B) -> dict[str, Any]:
        """The answer, which ``If-Match`` is compared with."""

    def found(self, import_id: int) -> B:
        """The club's import of that number.

        Raises:
            Http404: it has none.
        """
        batch = self.find(import_id)
        if batch is None:
            raise Http404
        return batch

    def locked(self, request: Request, import_id: int) -> B:
        """The import, which nobody else changes until commit.

        Raises:
            Http404: the club has none of that number.
            ChangedError: ``If-Match`` names another state of it.
        """
        imports = self.imports.objects.for_club(self.visit.club).filter(pk=import_id)
        imports.select_for_update().values_list("pk").first()
        batch = self.found(import_id)
        if "If-Match" in request.headers:
            check_unchanged(request, self.described(batch))
        return batch


def names_json(listed: Iterable[AskedName], new: Mapping[str, int]) -> list[dict[str, Any]]:
    """Describe the names of an import.

    Args:
        listed: the names, those that are open first.
        new: whoever is going to be added, and as what, where the names do not tell.
    """
    return [
        {
            "name": line.name,
            "games": line.games,
            "how": str(line.meant.how),
            "open": line.asks,
            "member": line.meant.member.pk if line.meant.member else None,
            "new": NEW_KINDS.get(new.get(line.name, line.new)),
            "offered": [{"member": who.pk, "name": who.display_name} for who in line.meant.offered],
        }
        for line in listed
    ]


def choices_now(
    club: Club, before: Mapping[str, int], names: Mapping[str, int | str | None]
) -> dict[str, int]:
    """What is chosen once a body's ``names`` have been heard. One query if there are any.

    Raises:
        EntryError: a number is nobody's in this club.
    """
    choices = dict(before)
    if not names:
        return choices
    book = NameBook(Member.objects.for_club(club))
    unknown = []
    for name, who in names.items():
        if who is None:
            choices.pop(name, None)
        elif isinstance(who, int):
            choices[name] = who
            unknown += [who] if book.member(who) is None else []
        else:
            choices[name] = _somebody_new(name, who, book)
    if unknown:
        raise EntryError({"names": [_("This person is not a member of this club.")]})
    return choices


def _somebody_new(name: str, kind: str, book: NameBook) -> int:
    """A guest under a name that somebody bears is somebody else, as on the page."""
    if kind == "member":
        return NEW_MEMBER
    return SOMEBODY_ELSE if book.has_letter_by_letter(name) else NEW_GUEST
