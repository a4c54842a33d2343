"""Accounts for several members at once, each with a link to pass on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models.functions import Lower
from django.http import HttpResponseBase
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.inputs import without_at
from league.core.login_names import LoginNameValidator
from league.core.naming import in_latin
from league.core.people import list_members
from league.core.permissions import Action
from league.members.write import give_logins, password_link
from league.models import Club, Member, User

#: accounts that are made at once
MOST: Final = 200
#: numbers that are tried behind a name that is taken
_TRIED: Final = range(2, 10)


class AccountRow(forms.Form):
    """Whether a member gets an account, and under which name."""

    wanted = forms.BooleanField(required=False)
    username = forms.CharField(
        label=_("Login name"),
        max_length=150,
        required=False,
        validators=[LoginNameValidator()],
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )

    def __init__(self, member: Member, proposed: str, data: Any = None) -> None:
        super().__init__(data, prefix=f"m{member.pk}", initial={"username": proposed})
        self.member = member

    def clean_username(self) -> str:
        """Ask for a name where an account is wanted."""
        name: str = self.cleaned_data["username"]
        if self.cleaned_data.get("wanted") and not name:
            raise ValidationError(_("Choose a login name."))
        return without_at(name)


def proposed_names(people: Iterable[Member]) -> dict[int, str]:
    """Propose a login name for each, from romaji or kana; empty where there are none. One query."""
    plain = {member.pk: _latin(member) for member in people}
    tried = {f"{name}{number}" for name in plain.values() for number in ("", *_TRIED) if name}
    named = User.objects.annotate(lower=Lower("username")).filter(lower__in=tried)
    taken = set(named.values_list("lower", flat=True))
    proposed = {}
    for key, name in plain.items():
        free = (f"{name}{number}" for number in ("", *_TRIED) if f"{name}{number}" not in taken)
        proposed[key] = next(free, "") if name else ""
        taken.add(proposed[key])
    return proposed


def _latin(member: Member) -> str:
    name = in_latin(member.romaji or member.kana or member.display_name)
    return name.replace("-", ".").replace("_", ".")[:30].strip(".")


def without_account(club: Club) -> list[Member]:
    """Return the members, guests left out, who have none. One query."""
    return [member for member in list_members(club) if member.user_id is None][:MOST]


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_accounts(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Make accounts for those who are ticked, and show their links once."""
    people = without_account(visit.club)
    posted = request.POST if request.method == "POST" else None
    proposed = proposed_names(people)
    rows = [AccountRow(member, proposed[member.pk], posted) for member in people]
    wrong = [row for row in rows if not row.is_valid()]  # each of them is to say what is wrong
    if posted is not None and not wrong:
        wanted = [row for row in rows if row.cleaned_data["wanted"]]
        users, refused = give_logins(
            wanted=[(row.member, row.cleaned_data["username"]) for row in wanted],
            actor=visit.actor,
        )
        if users:
            return _links(request, visit, [row.member for row in wanted], users)
        for row in wanted:
            if error := refused.get(row.member.pk):
                row.add_error("username", ValidationError(error.message))
    context = {"rows": rows, "none_ticked": posted is not None and not _ticked(rows)}
    status = 422 if posted is not None else 200
    return render_club(
        request, visit, "league/members/accounts.html", context, nav="members", status=status
    )


def _ticked(rows: Iterable[AccountRow]) -> bool:
    return any(row.is_bound and row["wanted"].value() for row in rows)


def _links(
    request: HtmxRequest, visit: Visit, people: Sequence[Member], users: Sequence[User]
) -> HttpResponseBase:
    made = [
        {
            "person": member,
            "username": user.username,
            "link": request.build_absolute_uri(password_link(user)),
        }
        for member, user in zip(people, users, strict=True)
    ]
    context = {"made": made}
    response = render_club(request, visit, "league/members/links.html", context, nav="members")
    response["Cache-Control"] = "no-store"  # each link is a secret
    return response
