"""Reading people: memberships, and members found by what is typed."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db.models import Max, Q

from league.models import Club, Hanchan, Member, Seat
from league.naming import search_forms

#: how many people a search offers
OFFERED = 12


def membership_of(user: User, club: Club) -> Member | None:
    """The user's place on the club's list, unless they left. One query."""
    return (
        Member.objects.for_club(club)
        .filter(user=user, left_on__isnull=True, merged_into__isnull=True)
        .first()
    )


def clubs_of(user: User) -> list[Club]:
    """The clubs that a user belongs to, by name. One query."""
    mine = Q(members__user=user, members__left_on__isnull=True)
    return list(Club.objects.filter(mine).distinct().order_by("name"))


def recent_members(club: Club, *, limit: int = OFFERED) -> list[Member]:
    """Who played last, then everybody else by kana. Three queries."""
    present = Member.objects.for_club(club).filter(left_on__isnull=True, merged_into__isnull=True)
    last = dict(
        Seat.objects.for_club(club)
        .filter(hanchan__in=_latest_games(club))
        .values_list("member")
        .annotate(Max("hanchan"))
    )
    everybody = sorted(present, key=lambda m: (-last.get(m.pk, 0), m.is_guest))
    return everybody[:limit]


def _latest_games(club: Club) -> list[int]:
    latest = Hanchan.objects.for_club(club).filter(voided_at=None).order_by("-day", "-pk")
    return list(latest.values_list("pk", flat=True)[:60])


def find_members(club: Club, query: str, *, limit: int = OFFERED) -> list[Member]:
    """Members whose names hold what is typed, in kanji, kana or romaji. One query.

    Names that begin with it come first; an empty query gives nobody.
    """
    forms = [form for form in search_forms(query) if form]
    if not forms:
        return []
    hit = Q()
    for form in forms:
        hit |= Q(search__contains=form)
    found = Member.objects.for_club(club).filter(
        hit, left_on__isnull=True, merged_into__isnull=True
    )

    def begins(member: Member) -> bool:
        lines = member.search.split("\n")
        return any(line.startswith(form) for line in lines for form in forms)

    return sorted(found[:200], key=lambda m: (not begins(m), m.is_guest, m.kana))[:limit]
