"""Pages and forms of the member list: a person, their login, their role."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.inputs import carried_out, day_input, status_of, without_at
from league.core.kept_pages import NOT_KEPT, kept_club_page
from league.core.login_names import LoginNameValidator
from league.core.people import FIELDS, add_member, list_members
from league.core.permissions import Action
from league.core.qr import qr_source
from league.members.account_views import proposed_names
from league.members.pasted import MOST_LETTERS, MOST_LINES, look_through, read_pasted
from league.members.record_views import (
    RECORD_WORDS,
    member_frame,
    member_of,
    member_period,
    record_context,
)
from league.members.removal import remove_member, standing_of
from league.members.write import (
    add_people,
    change_member,
    give_login,
    hide_name,
    issue_password_link,
    may_reset,
    password_link,
    set_role,
)
from league.models import Club, Member
from league.models.names import neutral_name
from league.rulebook.versions import UNKNOWN, scores_by_league

#: few clubs have a second page
PEOPLE_A_PAGE = 300
MOST_NAMES = 50
LONGEST_NAME = 40


class LinesField(forms.CharField):
    """A few names, one per line; cleans to a list without duplicates."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.widget.attrs["rows"] = 3

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """Return the non-empty lines, without duplicates.

        Raises:
            ValidationError: there are too many, or one is too long.
        """
        text = super().clean(value)
        lines = [line.strip() for line in text.splitlines()]
        names = list(dict.fromkeys(filter(None, lines)))
        if len(names) > MOST_NAMES or any(len(name) > LONGEST_NAME for name in names):
            raise ValidationError(
                gettext("Enter at most %(lines)s lines of up to %(letters)s characters each.")
                % {"lines": MOST_NAMES, "letters": LONGEST_NAME}
            )
        return names


class MemberForm(forms.Form):
    display_name = forms.CharField(
        label=_("Display name"), max_length=40, help_text=_("What the club calls them.")
    )
    full_name = forms.CharField(label=_("Full name"), max_length=60, required=False)
    kana = forms.CharField(
        label=_("Kana"), max_length=60, required=False, help_text=_("The list is sorted by this.")
    )
    romaji = forms.CharField(label=_("Romaji"), max_length=60, required=False)
    aliases = LinesField(label=_("Other names"), help_text=_("One per line; also searchable."))
    tenhou_names = LinesField(label=_("Tenhou names"), help_text=_("One per line."))
    is_guest = forms.BooleanField(
        label=_("Guest"),
        required=False,
        help_text=_("Guests' games count, but they are not ranked unless the league says so."),
    )
    joined_on = forms.DateField(label=_("Joined on"), required=False, widget=day_input())
    left_on = forms.DateField(
        label=_("Left on"),
        required=False,
        widget=day_input(),
        help_text=_("Their games stay, but their account can no longer open this club."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = club_day(club)

    @classmethod
    def of(cls, member: Member) -> MemberForm:
        return cls(initial={name: getattr(member, name) for name in FIELDS}, club=member.club)

    def clean(self) -> dict[str, Any]:
        """Refuse leaving days before joining or in the future."""
        values = cast(dict[str, Any], super().clean())
        joined, left = values.get("joined_on"), values.get("left_on")
        if left and joined and left < joined:
            self.add_error("left_on", _("This is before the day they joined."))
        elif left and left > self.today:
            self.add_error("left_on", _("This date is in the future."))
        return values


class PasteForm(forms.Form):
    """A list of people, of whom nobody is stored before it was looked through."""

    class Kind(models.TextChoices):
        MEMBERS = "members", _("Members")
        GUESTS = "guests", _("Guests")

    text = forms.CharField(
        # without max_length: a browser would cut what is longer, without a word
        label=_("Names"),
        strip=False,
        help_text=_(
            "One person per line: the name, then kana and romaji if you have them, separated by "
            "commas, tabs or brackets. You can paste cells from a spreadsheet as they are."
        ),
        widget=forms.Textarea(attrs={"rows": 8, "autocomplete": "off", "spellcheck": "false"}),
    )
    kind = forms.ChoiceField(
        label=_("Add them as"),
        choices=Kind.choices,
        initial=Kind.MEMBERS,
        widget=forms.RadioSelect,
    )

    def clean_text(self) -> str:
        """Read the people.

        Raises:
            ValidationError: there are none, or too many: lines are counted before they are read.
        """
        text: str = self.cleaned_data["text"]
        if (lines := sum(map(bool, map(str.strip, text.splitlines())))) > MOST_LINES:
            raise ValidationError(
                _(
                    "This list has %(count)s lines. Paste at most %(most)s at a time, and the rest "
                    "as a second list."
                ),
                params={"count": f"{lines:,}", "most": MOST_LINES},
            )
        if len(text) > MOST_LETTERS:
            raise ValidationError(
                _(
                    "This list has %(count)s characters. Paste at most %(most)s at a time, and the "
                    "rest as a second list."
                ),
                params={"count": f"{len(text):,}", "most": f"{MOST_LETTERS:,}"},
            )
        self.people = read_pasted(text)
        if not self.people:
            raise ValidationError(_("There are no names in this list."))
        if len(self.people) > MOST_LINES:
            raise ValidationError(
                _(
                    "These are %(count)s people. Paste at most %(most)s at a time, and the rest as "
                    "a second list."
                ),
                params={"count": len(self.people), "most": MOST_LINES},
            )
        return text


class GiveLoginForm(forms.Form):
    """A login for a member, who sets the password by a link."""

    username = forms.CharField(
        label=_("Login name"),
        max_length=150,
        validators=[LoginNameValidator()],
        help_text=_("Letters, digits and . + - _"),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Can be used to log in instead of the login name. No mail is ever sent."),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def clean_username(self) -> str:
        return without_at(self.cleaned_data["username"])


class RoleForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=Member.Role.choices)


GROUPS = ("members", "guests", "left")


@club_page(Action.READ)
def member_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """List members in kana order; those who enter results can search by kanji, kana, romaji."""
    group = request.GET.get("group", "")
    group = group if group in GROUPS else GROUPS[0]
    query = request.GET.get("q", "")[:40] if visit.may(Action.ENTER_TONIGHT) else ""
    everybody = list_members(visit.club, group=group, query=query)
    page = Paginator(everybody, PEOPLE_A_PAGE).get_page(request.GET.get("page"))
    context = {"people": page.object_list, "page": page, "group": group, "query": query}
    part = request.htmx and not request.htmx.boosted
    template = "league/members/_list.html" if part else "league/members/list.html"
    return render_club(request, visit, template, context, nav="members")


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_new(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    initial = {"joined_on": club_day(visit.club)}
    posted = request.POST if request.method == "POST" else None
    form = MemberForm(posted, initial=initial, club=visit.club)
    if member := carried_out(
        form, lambda: add_member(club=visit.club, values=form.cleaned_data, actor=visit.actor)
    ):
        messages.success(request, gettext("%(name)s was added to the list.") % {"name": member})
        if request.POST.get("do") == "another":
            return redirect("league:member-new", visit.club.slug)
        return redirect("league:member", visit.club.slug, member.pk)
    return _form_page(request, visit, "league/members/edit.html", {"form": form})


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_paste(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Show what a pasted list holds beside the club's own, and add those who are ticked."""
    form = PasteForm(request.POST if request.method == "POST" else None)
    looked = look_through(visit.club, form.people) if form.is_bound and form.is_valid() else []
    is_adding = request.POST.get("do") == "add"
    numbers = set(request.POST.getlist("number"))
    ticked = {
        each.who.number for each in looked if str(each.who.number) in numbers or not is_adding
    }
    chosen = [each.who for each in looked if each.can_be_added and each.who.number in ticked]
    if looked and is_adding and not chosen:
        form.add_error(None, _("Tick at least one person to add."))
    elif is_adding:
        is_guest = form.is_valid() and form.cleaned_data["kind"] == PasteForm.Kind.GUESTS
        if added := carried_out(
            form,
            lambda: add_people(
                club=visit.club, people=chosen, is_guest=is_guest, actor=visit.actor
            ),
        ):
            words = ngettext("%(count)s person was added.", "%(count)s people were added.", added)
            messages.success(request, words % {"count": added})
            group = "?group=guests" if is_guest else ""
            return redirect(reverse("league:members", args=[visit.club.slug]) + group)
    rows = [(each, each.who.number in ticked if is_adding else each.is_plain) for each in looked]
    context = {"form": form, "rows": rows}
    return render_club(
        request, visit, "league/members/paste.html", context, nav="members", status=status_of(form)
    )


@kept_club_page(Action.READ, RECORD_WORDS)
def member_page(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Show a person's record; whoever was merged into another is found under that one."""
    people = Member.objects.for_club(visit.club).filter(pk=member_id)
    into = people.values_list("merged_into", flat=True).first()
    if into is not None:
        return redirect("league:member", visit.club.slug, into)
    return _member_page(request, visit, member_of(visit, member_id))


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_edit(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    member = member_of(visit, member_id)
    posted = request.method == "POST"
    form = MemberForm(request.POST, club=visit.club) if posted else MemberForm.of(member)
    if carried_out(
        form, lambda: change_member(member=member, values=form.cleaned_data, actor=visit.actor)
    ):
        messages.success(request, gettext("Saved."))
        return redirect("league:member", visit.club.slug, member_id)
    member = member_of(visit, member_id)  # as it is stored, not as it was refused
    return _form_page(request, visit, "league/members/edit.html", {"form": form, "person": member})


class KindForm(forms.Form):
    kind = forms.ChoiceField(choices=[("member", _("Member")), ("guest", _("Guest"))])


@club_page(Action.MANAGE_MEMBERS, "POST")
def member_kind(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Make a guest a member or a member a guest, with all their games."""
    member = member_of(visit, member_id)
    form = KindForm(request.POST)
    if form.is_valid():
        is_guest = form.cleaned_data["kind"] == "guest"
        change_member(member=member, values={"is_guest": is_guest}, actor=visit.actor)
        words = (
            gettext("%(name)s is a guest now.")
            if is_guest
            else gettext("%(name)s is a member now.")
        )
        messages.success(request, words % {"name": member})
    return redirect("league:member", visit.club.slug, member.pk)


class PresenceForm(forms.Form):
    do = forms.ChoiceField(choices=[("leave", ""), ("return", "")])


@club_page(Action.MANAGE_MEMBERS, "POST")
def member_presence(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Note that somebody has left today, or is back; other days are typed in the form."""
    member = member_of(visit, member_id)
    form = PresenceForm(request.POST)
    if form.is_valid():
        leaves = form.cleaned_data["do"] == "leave"
        try:
            left_on = club_day(visit.club) if leaves else None
            change_member(member=member, values={"left_on": left_on}, actor=visit.actor)
        except LeagueError as error:
            messages.error(request, error.message)
        else:
            words = gettext("%(name)s has left.") if leaves else gettext("%(name)s is back.")
            messages.success(request, words % {"name": member})
    return redirect("league:member", visit.club.slug, member.pk)


class NameForm(forms.Form):
    do = forms.ChoiceField(choices=[("hide", ""), ("show", "")])


@club_page(Action.HIDE_NAME, "POST")
def member_name(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Hide a name from those outside of the club, or show it again: one's own, or as organizer.

    Raises:
        PermissionDenied: it is somebody else's.
    """
    member = member_of(visit, member_id)
    if member != visit.member and not visit.may(Action.MANAGE_MEMBERS):
        raise PermissionDenied
    form = NameForm(request.POST)
    if form.is_valid():
        hides = form.cleaned_data["do"] == "hide"
        hide_name(member=member, hides=hides, actor=visit.actor)
        words = (
            gettext("Outside of the club, %(name)s is now called “%(neutral)s”.")
            if hides
            else gettext("Outside of the club, %(name)s is shown again.")
        )
        facts = {"name": member, "neutral": neutral_name(member.pk)}
        messages.success(request, words % facts)
    return redirect("league:member", visit.club.slug, member.pk)


@club_page(Action.MANAGE_MEMBERS, "POST")
def member_remove(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Take somebody off the list who has no game and nothing else."""
    member = member_of(visit, member_id)
    name = member.display_name
    try:
        remove_member(member=member, actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:member", visit.club.slug, member_id)
    messages.success(request, gettext("%(name)s was taken off the list.") % {"name": name})
    return redirect("league:members", visit.club.slug)


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_login(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    member = member_of(visit, member_id)
    initial = {"username": proposed_names([member])[member.pk]}
    form = GiveLoginForm(request.POST if request.method == "POST" else None, initial=initial)
    if user := carried_out(
        form, lambda: give_login(member=member, actor=visit.actor, **form.cleaned_data)
    ):
        return _show_link(request, visit, member, password_link(user))
    context = {"form": form, "person": member}
    return _form_page(request, visit, "league/members/login.html", context)


@club_page(Action.MANAGE_MEMBERS, "POST")
def member_reset(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Show a password reset link once.

    Raises:
        PermissionDenied: the member has no login, or this actor may not reset it.
    """
    member = member_of(visit, member_id)
    try:
        link = issue_password_link(member=member, actor=visit.actor)
    except LeagueError as error:
        raise PermissionDenied(error.message) from error
    return _show_link(request, visit, member, link)


@club_page(Action.MANAGE_CLUB, "POST")
def member_role(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    member = member_of(visit, member_id)
    form = RoleForm(request.POST)

    def give() -> str:
        role = Member.Role(form.cleaned_data["role"])
        set_role(member=member, role=role, actor=visit.actor)
        return str(role.label)

    if label := carried_out(form, give):
        messages.success(request, gettext("The role is now: %(role)s.") % {"role": label})
        return redirect("league:member", visit.club.slug, member.pk)
    return _member_page(request, visit, member, role_form=form)


def _member_page(
    request: HtmxRequest, visit: Visit, member: Member, role_form: RoleForm | None = None
) -> HttpResponseBase:
    period = member_period(visit, member, request.GET)
    shown = scores_by_league(visit.club, club_day(visit.club))
    context = member_frame(visit, member, period, "member")
    if period.league is not None:
        found = shown.get(period.league.pk, UNKNOWN)
        context |= record_context(member, period, found)
    context |= {
        "sees_all": context["is_me"] or visit.may(Action.MANAGE_MEMBERS),
        "may_reset": visit.may(Action.MANAGE_MEMBERS)
        and may_reset(member=member, actor=visit.actor),
        "standing": standing_of(member) if visit.may(Action.MANAGE_MEMBERS) else None,
        "neutral": neutral_name(member.pk),
        "role_form": role_form or RoleForm(initial={"role": member.role}),
    }
    status = 422 if role_form is not None else 400 if period.error else 200
    # whether somebody has chosen a password, and their address, no revision tells
    context[NOT_KEPT] = context["sees_all"]
    return render_club(
        request, visit, "league/members/page.html", context, nav="members", status=status
    )


def _form_page(
    request: HtmxRequest, visit: Visit, template: str, context: dict[str, Any]
) -> HttpResponseBase:
    status = 422 if request.method == "POST" else 200
    return render_club(request, visit, template, context, nav="members", status=status)


def _show_link(request: HtmxRequest, visit: Visit, member: Member, path: str) -> HttpResponseBase:
    link = request.build_absolute_uri(path)
    context = {"person": member, "link": link, "code": qr_source(link, scale=4)}
    response = render_club(request, visit, "league/members/link.html", context, nav="members")
    response["Cache-Control"] = "no-store"  # the link is a secret: no copy in the browser's cache
    return response
