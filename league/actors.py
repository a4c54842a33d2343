"""Who acts: a login, the holder of an evening pass, or a command."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from league.models import EveningPass, Member
from league.permissions import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who changes something, as the trail remembers it.

    ``name`` is what the club knows them by; a command signs with its own name.
    """

    name: str
    role: Role
    user: User | None = None
    member: Member | None = None
    evening_pass: EveningPass | None = None


def system(name: str) -> Actor:
    """A command or task acting for the operator, with every right."""
    return Actor(name=name, role=Role.OWNER)
