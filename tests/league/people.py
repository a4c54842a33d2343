"""People of a club, and where their pages are."""

from __future__ import annotations

from typing import Any

from league.core.people import add_member
from league.models import Club, Member
from tests.factories import (
    ADMIN,
)


def person(club: Club, name: str = "鈴木", **values: Any) -> Member:
    """Somebody new on the list."""
    return add_member(club=club, values={"display_name": name, **values}, actor=ADMIN)


def url(member: Member, page: str = "") -> str:
    """A page of theirs."""
    return f"/c/{member.club.slug}/members/{member.pk}/{page}"
