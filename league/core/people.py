"""Reading people: members found by what is typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.naming import fold, is_one_line, is_readable, search_forms
from league.models import Club, Hanchan, Member, Seat

#: how many people a search offers
OFFERED = 12


def list_members(club: Club, *, group: str = "members", query: str = "") -> list[Member]:
    """List the club's people of one group by kana, those without kana last. One query.

    Args:
        club: whose list.
        group: ``members``, ``guests`` or ``left``.
        query: what the names must contain, in kanji, kana or romaji; empty for all.
    """
    people = Member.objects.for_club(club).filter(
        merged_into__isnull=True, left_on__isnull=group != "left"
    )
    if group != "left":
        people = people.filter(is_guest=group == "guests")
    people = people.filter(_named(search_forms(query)))
    return sorted(people, key=lambda m: (not m.kana, fold(m.kana), m.display_name, m.pk))


def _named(forms: Iterable[str]) -> Q:
    """Whose names hold one of the forms of a query; everybody where there are none."""
    hit = Q()
    for form in filter(None, forms):
        hit |= Q(search__contains=form)
    return hit


def recent_members(club: Club, *, limit: int = OFFERED) -> list[Member]:
    """Return the last players first, then everybody else by kana. Three queries."""
    present = Member.objects.for_club(club).filter(left_on__isnull=True, merged_into__isnull=True)
    latest = Hanchan.objects.for_club(club).filter(voided_at=None).order_by("-day", "-pk")
    last = dict(
        Seat.objects.for_club(club)
        .filter(hanchan__in=list(latest.values_list("pk", flat=True)[:60]))
        .values_list("member")
        .annotate(Max("hanchan"))
    )
    everybody = sorted(present, key=lambda m: (-last.get(m.pk, 0), m.is_guest))
    return everybody[:limit]


def find_members(club: Club, query: str, *, limit: int = OFFERED) -> list[Member]:
    """Find members whose names contain the query, in kanji, kana or romaji. One query.

    Names that begin with it come first; an empty query finds nobody.
    """
    forms = [form for form in search_forms(query) if form]
    if not forms:
        return []
    found = Member.objects.for_club(club).filter(
        _named(forms), left_on__isnull=True, merged_into__isnull=True
    )

    def begins(member: Member) -> bool:
        lines = member.search.split("\n")
        return any(line.startswith(form) for line in lines for form in forms)

    return sorted(found[:200], key=lambda m: (not begins(m), m.is_guest, m.kana))[:limit]


FIELDS = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on"),
)


def add_member(*, club: Club, values: dict[str, Any], actor: Actor) -> Member:
    """Add a person to the club's list.

    Args:
        club: whose list.
        values: any of ``FIELDS``; a display name is required.
        actor: who adds them.

    Raises:
        LeagueError: the display name is taken, or has no visible characters.
    """
    values = {name: values[name] for name in FIELDS if name in values}
    check_readable(values["display_name"])
    values.setdefault("joined_on", club_day(club))
    try:
        with transaction.atomic():
            member = Member.objects.create(club=club, **values)
            record_event(
                "member.added", club=club, object_id=member.pk, actor=actor, after=_plain(values)
            )
    except IntegrityError as error:
        raise _name_taken(values["display_name"]) from error
    return member


def check_readable(name: str) -> None:
    if not is_readable(name):
        raise LeagueError(_("Choose a name with readable characters."), field="display_name")
    if not is_one_line(name):
        raise LeagueError(
            _(
                "A name must fit on one line and must not contain characters that change the "
                "writing direction."
            ),
            field="display_name",
        )


def _name_taken(name: str) -> LeagueError:
    return LeagueError(
        _("The display name “%(name)s” is already in use.") % {"name": name},
        field="display_name",
    )


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value not in ("", None, [])}
