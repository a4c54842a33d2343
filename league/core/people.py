"""Reading people: members found by what is typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.naming import fold, is_one_line, is_readable, search_forms
from league.models import AuditEvent, Club, Hanchan, Member, Seat, Session
from league.models.names import is_outside

#: how many people a search offers
OFFERED = 12
#: in a club's list, former members and merged entries included: more than any club has, and with
#: more a page or a merge would take seconds
MOST_PEOPLE: Final = 5_000
#: new people that the passes of one evening may add
MOST_BY_PASS: Final = 60


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
    # who searches for a hidden name from outside must not learn whose it is
    return hit & Q(hides_name=False) if hit and is_outside() else hit


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
        LeagueError: the display name is taken, or has no visible characters, or there is no room.
    """
    values = {name: values[name] for name in FIELDS if name in values}
    check_readable(values["display_name"])
    values.setdefault("joined_on", club_day(club))
    try:
        with transaction.atomic():
            check_list_room(club, actor)
            member = Member.objects.create(club=club, **values)
            record_event(
                "member.added", club=club, object_id=member.pk, actor=actor, after=_plain(values)
            )
    except IntegrityError as error:
        raise _name_taken(values["display_name"]) from error
    return member


def check_list_room(club: Club, actor: Actor, new: int = 1) -> None:
    """Refuse new people where the club, or the evening of the actor's pass, holds enough.

    Holds the evening of a pass until commit, after the locks of leagues: two of its passes add
    people one after the other. One query, or three.

    Raises:
        LeagueError: there is no room for so many.
    """
    if Member.objects.for_club(club).count() + new > MOST_PEOPLE:
        words = _("A club's list holds at most %(most)s people.")
        raise LeagueError(words % {"most": f"{MOST_PEOPLE:,}"}, field="display_name")
    if actor.evening_pass is None:
        return
    evening = actor.evening_pass.session_id
    Session.objects.for_club(club).select_for_update(no_key=True).get(pk=evening)
    added = AuditEvent.objects.for_club(club).filter(
        type="member.added", evening_pass__session=evening
    )
    if added.count() + new > MOST_BY_PASS:
        words = _(
            "With the pass of an evening, at most %(most)s new people can be added. Ask an "
            "organizer to add the others."
        )
        raise LeagueError(words % {"most": MOST_BY_PASS}, field="display_name")


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
