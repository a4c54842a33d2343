"""Pages on which one person's two entries become one, and part again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.inputs import carried_out, set_choices, status_of
from league.core.likeness import Names, nearest
from league.core.permissions import Action
from league.members.merging import (
    MergePlan,
    merge_members,
    merge_of,
    merge_plan,
    undo_merge,
    undo_problems,
)
from league.members.record_views import member_of
from league.models import Club, Member


class OtherForm(forms.Form):
    """Who else of the list is the same person."""

    other = forms.TypedChoiceField(
        label=_("The other entry"),
        coerce=int,
        error_messages={
            "required": _("Choose the other entry."),
            "invalid_choice": _("This person is not on the club's list."),
        },
    )

    def __init__(self, *args: Any, person: Member, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "other", _others(person, club))


def _others(person: Member, club: Club) -> list[Any]:
    people = Member.objects.for_club(club).filter(merged_into=None).exclude(pk=person.pk)
    mine = _names(person)
    listed = [(_names(each), each) for each in people.order_by("kana", "display_name", "pk")]
    near = {each.pk for each in nearest(mine, listed)}
    alike: list[Any] = []
    rest: list[Any] = []
    for theirs, each in listed:
        is_alike = each.pk in near or mine.may_be(theirs)
        (alike if is_alike else rest).append((each.pk, _label(each)))
    groups = [(gettext("Similar names"), alike), (gettext("Everybody else"), rest)]
    return [("", gettext("Choose")), *(group for group in groups if group[1])]


def _names(member: Member) -> Names:
    return Names.of(member.search, member.display_name, member.full_name)


def _label(member: Member) -> str:
    notes = [gettext("guest")] if member.is_guest else []
    notes += [gettext("former member")] if member.left_on else []
    return f"{member.display_name} ({', '.join(notes)})" if notes else member.display_name


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_merge(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Choose who else is this person, see what a merge would do, and merge."""
    person = member_of(visit, member_id)
    is_posted = request.method == "POST"
    given = request.POST if is_posted else request.GET if "other" in request.GET else None
    form = OtherForm(given, person=person, club=visit.club)
    gone = _chosen(form, visit)
    if is_posted and gone is not None:
        name, seen = gone.display_name, request.POST.get("seen", "")
        if merged := carried_out(
            form, lambda: merge_members(kept=person, gone=gone, actor=visit.actor, seen=seen)
        ):
            words = gettext("%(gone)s and %(kept)s are one entry now.")
            messages.success(request, words % {"gone": name, "kept": merged.display_name})
            return redirect("league:member", visit.club.slug, person.pk)
    plan = None if gone is None else merge_plan(person, gone, visit.actor)
    if plan is not None and not is_posted and "keep" not in request.GET and _stays(plan):
        address = reverse("league:member-merge", args=[visit.club.slug, plan.gone.pk])
        return redirect(f"{address}?other={person.pk}&keep=1")
    context = {"person": person, "form": form, "plan": plan}
    status = status_of(form) if form.is_bound else 200
    return render_club(
        request, visit, "league/members/merge.html", context, nav="members", status=status
    )


def _stays(plan: MergePlan) -> bool:
    """Whether the other entry is rather the one to stay: a member's, or that with more games."""
    if plan.kept.is_guest != plan.gone.is_guest:
        return plan.kept.is_guest
    return plan.games > plan.kept_games


def _chosen(form: OtherForm, visit: Visit) -> Member | None:
    if not (form.is_bound and form.is_valid()):
        return None
    return member_of(visit, form.cleaned_data["other"])


class UndoForm(forms.Form):
    """Nothing to type: the button alone."""


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_unmerge(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Show what undoing a merge gives back to somebody who was merged away, and do it."""
    people = Member.objects.for_club(visit.club).select_related("merged_into__merged_into", "club")
    gone = people.filter(pk=member_id).first()
    if gone is None:
        raise Http404
    merged_away = gone
    form = UndoForm(request.POST if request.method == "POST" else None)
    if parted := carried_out(form, lambda: undo_merge(gone=merged_away, actor=visit.actor)):
        words = gettext("%(name)s is an entry of their own again.")
        messages.success(request, words % {"name": parted.display_name})
        return redirect("league:member", visit.club.slug, parted.pk)
    gone = people.get(pk=member_id)
    context = {
        "gone": gone,
        "kept": gone.merged_into,
        "merged": merge_of(gone),
        "problems": undo_problems(gone),
        "form": form,
    }
    return render_club(
        request,
        visit,
        "league/members/unmerge.html",
        context,
        nav="members",
        status=status_of(form),
    )
