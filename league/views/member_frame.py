"""What the pages of a member have in common: the head, the tabs, and the choice of days."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import Visit
from league.models import Member
from league.views.member_period import MemberPeriod

#: address names of a member's pages, in the order of their tabs
PAGES: Final = ("member", "member-seats", "member-opponents", "member-hands")


def member_of(visit: Visit, member_id: int) -> Member:
    """Somebody of the visited club.

    Raises:
        Http404: nobody of that number is on this club's list.
    """
    people = Member.objects.for_club(visit.club).select_related("club", "user")
    member = people.filter(pk=member_id, merged_into__isnull=True).first()
    if member is None:
        raise Http404
    return member


def member_frame(visit: Visit, member: Member, period: MemberPeriod, page: str) -> dict[str, Any]:
    """The context of the head of a member's page."""
    labels = {
        "member": _("Record"),
        "member-seats": _("By seat"),
        "member-opponents": _("By opponent"),
        "member-hands": _("Hand statistics"),
    }
    query = "?" + urlencode(period.query) if period.query else ""
    return {
        "person": member,
        "name": member.shown_name(visit.club),
        "is_me": visit.member is not None and visit.member.pk == member.pk,
        "period": period,
        "league": period.league,
        "pages": [
            {
                "url": reverse(f"league:{each}", args=[visit.club.slug, member.pk]) + query,
                "label": labels[each],
                "current": each == page,
            }
            for each in PAGES
        ],
    }
