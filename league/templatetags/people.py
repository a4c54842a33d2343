"""Names of people as their club shows them."""

from typing import Final

from django import template

from league.models import Club, Member

register = template.Library()

NOBODY: Final = "–"


@register.filter
def shown_name(member: Member | None, club: Club) -> str:
    """Write a member's name the way the club shows names; an en dash for nobody."""
    return member.shown_name(club) if member else NOBODY
