"""Pages and forms of evenings: the list, a new one, the score sheet, attendance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_htmx.http import HttpResponseClientRedirect

from league.core.access import HtmxRequest, Visit, club_page, passes_of, render_club
from league.core.days import club_day, day_in, day_problem, month_start
from league.core.errors import LeagueError
from league.core.inputs import carried_out
from league.core.likeness import likenesses
from league.core.numbers import number_in
from league.core.people import find_members
from league.core.permissions import Action
from league.games.clashes import seated_twice, taken_words, twice_words
from league.games.closings import closed_notes, say_closed
from league.games.evening import (
    LeagueSheet,
    add_guest,
    attendance_of,
    describe_session,
    is_empty,
    latest_day,
    open_session,
    put_on_list,
    session_sheets,
    sessions_of_month,
    set_attendance,
    take_off_list,
)
from league.games.score_sheet import Sheet
from league.games.score_sheet_form import (
    build_entries,
    change_sheet,
    check,
    entries_of,
    fresh_sheet,
    posted_sheet,
    refuse,
    settle_rows,
)
from league.games.write import Recorded, ScoreSheetError, record_sheet
from league.models import Club, Hanchan, League, Member, Session
from league.rulebook.options import (
    OptionsForm,
    options_in_words,
    session_offer,
    session_rules,
    set_session_options,
)
from league.rulebook.rulings import rulings_on_session
from rules.parameters import Parameters, open_to_events


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]  # not generic at runtime
    class Meta:
        model = Session
        fields = ("day", "title", "place", "note")
        widgets = {  # noqa: RUF012  # Django reads it once
            "day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "note": forms.Textarea(attrs={"rows": 3}),
        }
        help_texts = {  # noqa: RUF012
            "day": gettext_lazy("A game after midnight belongs to the previous day's session."),
            "title": gettext_lazy("Only for an event with a name, like a spring cup."),
        }

    def __init__(self, *args: Any, visit: Visit, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visit = visit

    def clean_day(self) -> date:
        """Refuse other days to those who may not enter any day."""
        day: date = self.cleaned_data["day"]
        if not self.visit.may_keep(day=day, session_id=None):
            raise forms.ValidationError(_("You can only create tonight's session."))
        return day


class DescribeForm(forms.ModelForm):  # type: ignore[type-arg]  # as above
    class Meta(SessionForm.Meta):
        """All but the day, on which the evening's games depend."""

        fields = ("title", "place", "note")  # type: ignore[assignment]  # fewer than there


class PeopleField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # as above
    def clean(self, value: Any) -> Any:
        """Return the people of these keys.

        Raises:
            ValidationError: a key is nobody's. No database key is longer than the pattern, and
                SQLite cannot even look for a larger number.
        """
        for key in value or ():
            if number_in(str(key)) is None:
                words = self.error_messages["invalid_choice"]
                raise forms.ValidationError(words, code="invalid_choice", params={"value": key})
        return super().clean(value)


class AttendanceForm(forms.Form):
    people = PeopleField(Member.objects.none(), label=gettext_lazy("Attendees"), required=False)
    q = forms.CharField(label=gettext_lazy("Find a person"), max_length=40, required=False)
    guest = forms.CharField(
        label=gettext_lazy("New guest"),
        help_text=gettext_lazy("Someone who is not on the club's list yet."),
        max_length=40,
        required=False,
    )
    #: somebody of the list who was meant by the guest's name
    take = PeopleField(Member.objects.none(), required=False)
    #: the guest's name that was confirmed as somebody new: another one is asked about anew
    about = forms.CharField(max_length=40, required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("people", "take"):
            field = self.fields[name]
            assert isinstance(field, forms.ModelMultipleChoiceField)
            field.queryset = Member.objects.for_club(club).filter(merged_into__isnull=True)


class AlikeError(LeagueError):
    """A guest's name may be somebody of the list's: ``people`` are asked about."""

    def __init__(self, name: str, people: list[Member]) -> None:
        #: nobody new can be listed under it
        self.is_taken = any(each.display_name == name for each in people)
        if self.is_taken:
            super().__init__(_("“%(name)s” is on the list already.") % {"name": name})
        else:
            super().__init__(_("Is “%(name)s” somebody of the list?") % {"name": name})
        self.name = name
        self.people = people


def _ticks(
    session: Session, chosen: Iterable[Member] | None, found: Iterable[Member]
) -> list[dict[str, Any]]:
    """The tick list: who is here or was ticked, then who was looked for, then who played lately.

    Who sat at a table is here whatever is ticked.
    """
    attendants, seated, recent = attendance_of(session)
    here = list(attendants if chosen is None else chosen)
    ticked = {member.pk for member in here} | seated
    everybody = {member.pk: member for member in [*here, *found, *attendants, *recent]}
    return [
        {"member": member, "is_here": pk in ticked, "is_fixed": pk in seated}
        for pk, member in everybody.items()
    ]


def find_session(visit: Visit, session_id: int) -> Session:
    """Find the club's evening, or 404. One query."""
    session = get_object_or_404(Session.objects.for_club(visit.club), pk=session_id)
    session.club = visit.club
    return session


def kept_session(visit: Visit, session_id: int) -> Session:
    """Find an evening whose games the visit may enter and correct.

    Raises:
        Http404: the club has no such evening.
        PermissionDenied: the visit may not write there.
    """
    session = find_session(visit, session_id)
    if not visit.may_keep(day=session.day, session_id=session.pk):
        raise PermissionDenied
    return session


@club_page(Action.READ)
def session_list(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """List the evenings of a month, newest first."""
    tonight = club_day(visit.club)
    first = day_in(f"{request.GET.get('month', '')}-01")
    if first is None or day_problem(first):
        first = month_start(min(latest_day(visit.club) or tonight, tonight))
    context = {
        "month": sessions_of_month(visit.club, first),
        "tonight": tonight,
        "may_open": visit.may_keep(day=tonight, session_id=None),
    }
    return render_club(request, visit, "league/games/session/list.html", context, nav="sessions")


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def session_new(request: HtmxRequest, visit: Visit) -> HttpResponse:
    tonight = club_day(visit.club)
    if not visit.may_keep(day=tonight, session_id=None):
        raise PermissionDenied
    form = SessionForm(
        request.POST if request.method == "POST" else None, visit=visit, initial={"day": tonight}
    )
    if session := carried_out(
        form, lambda: open_session(club=visit.club, actor=visit.actor, **form.cleaned_data)
    ):
        return redirect("league:session", visit.club.slug, session.pk)
    context, status = {"form": form}, 422 if form.is_bound else 200
    return render_club(
        request, visit, "league/games/session/new.html", context, nav="sessions", status=status
    )


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def session_edit(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = find_session(visit, session_id)
    if not visit.may_keep(day=session.day, session_id=None):  # a pass is for games
        raise PermissionDenied
    if request.POST.get("do") in ("remove", "restore"):
        return _set_listed(request, visit, session)
    stored = {"title": session.title, "place": session.place, "note": session.note}
    form = DescribeForm(request.POST if request.method == "POST" else None, initial=stored)
    if carried_out(
        form, lambda: describe_session(session=session, actor=visit.actor, **form.cleaned_data)
    ):
        messages.success(request, _("Saved."))
        return redirect("league:session", visit.club.slug, session.pk)
    context = {"session": session, "form": form, "is_empty": is_empty(session)}
    status = 422 if form.errors else 200
    return render_club(
        request, visit, "league/games/session/edit.html", context, nav="sessions", status=status
    )


def _set_listed(request: HtmxRequest, visit: Visit, session: Session) -> HttpResponse:
    if request.POST["do"] == "restore":
        put_on_list(session=session, actor=visit.actor)
        messages.success(request, _("The session is back on the list."))
        return redirect("league:session", visit.club.slug, session.pk)
    try:
        take_off_list(session=session, actor=visit.actor)
    except LeagueError as refused:
        messages.warning(request, refused.message)
        return redirect("league:session", visit.club.slug, session.pk)
    messages.success(request, _("The session has been removed from the list."))
    return redirect("league:sessions", visit.club.slug)


@club_page(Action.READ)
def session_page(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = find_session(visit, session_id)
    tonight = club_day(visit.club)
    may_issue = visit.may(Action.ISSUE_PASS) and session.day >= tonight
    may_keep = visit.may_keep(day=session.day, session_id=session.pk)
    sheets = session_sheets(session)
    rules = _rules(session, sheets) if may_keep or session.options else []
    context = {
        "session": session,
        "options": options_in_words(session.options, rules),
        "may_choose": visit.may(Action.ENTER_ANY_DAY) and bool(rules),
        "sheets": sheets,
        "twice": twice_words(seated_twice(session, _live_games(sheets)), visit.club),
        "attendants": list(session.attendants.all()),
        "is_tonight": session.day == tonight,
        "may_keep": may_keep,
        "is_off_list": session.is_off_list and is_empty(session),
        "may_describe": visit.may_keep(day=session.day, session_id=None),
        "may_issue": may_issue,
        "passes": passes_of(session) if may_issue else [],
        "rulings": rulings_on_session(session),
    }
    return render_club(request, visit, "league/games/session/page.html", context, nav="sessions")


def _live_games(sheets: Iterable[LeagueSheet]) -> Iterator[Hanchan]:
    return (line.game for sheet in sheets for line in sheet.lines)


def _rules(session: Session, sheets: Sequence[LeagueSheet]) -> list[Parameters]:
    """Return the rules with options left to the evening. One query where nothing tells them."""
    if session.options or not sheets:
        return session_rules(session.club, session.day)
    played = (version.value for sheet in sheets for version in sheet.versions)
    return [rule for rule in played if open_to_events(rule)]


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def attendance(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = kept_session(visit, session_id)
    form = AttendanceForm(request.POST if request.method == "POST" else None, club=visit.club)
    chosen, query, question = None, "", None
    if form.is_bound and form.is_valid():
        chosen, query = form.cleaned_data["people"], form.cleaned_data["q"]
        try:
            if _carry_out(request, visit, session, form):
                return redirect("league:session", visit.club.slug, session.pk)
        except LeagueError as refused:
            form.add_error("guest", refused.message)
            question = refused if isinstance(refused, AlikeError) else None
    found = find_members(visit.club, query)
    context = {
        "session": session,
        "ticks": _ticks(session, chosen, found),
        "form": form,
        "found_nobody": bool(query) and not found,
        "question": question,
    }
    status, template = 422 if form.errors else 200, "league/games/session/attendance.html"
    return render_club(request, visit, template, context, nav="sessions", status=status)


@club_page(Action.ENTER_ANY_DAY, "GET", "HEAD", "POST")
def session_options(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = find_session(visit, session_id)
    offer = session_offer(visit.club, session.day)
    posted = request.POST if request.method == "POST" else None
    form = OptionsForm(posted, offer=offer, chosen=session.options)
    if form.is_bound and form.is_valid():
        try:
            set_session_options(
                session=session, options=form.cleaned_data["options"], actor=visit.actor
            )
        except LeagueError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("Saved."))
            return redirect("league:session", visit.club.slug, session.pk)
    context = {"session": session, "form": form}
    status = 422 if form.errors else 200
    return render_club(
        request, visit, "league/games/session/options.html", context, nav="sessions", status=status
    )


def _carry_out(request: HtmxRequest, visit: Visit, session: Session, form: AttendanceForm) -> bool:
    """Store the ticks or add the guest; False if this was only a search.

    Raises:
        LeagueError: the guest's name is missing or taken.
        AlikeError: somebody of the list may be meant by it, and nobody said yet who it is.
    """
    here, guest = form.cleaned_data["people"], form.cleaned_data["guest"]
    taken = form.cleaned_data["take"]
    action = request.POST.get("do")
    if action == "find":
        return False
    if action == "guest" and not guest:
        raise LeagueError(_("Enter the guest's name."))
    if taken:
        set_attendance(session=session, members=here | taken, actor=visit.actor)
    elif guest:
        if form.cleaned_data["about"] != guest:
            _ask_about(visit.club, guest)
        add_guest(session=session, name=guest, also=here, actor=visit.actor)
    else:
        set_attendance(session=session, members=here, actor=visit.actor)
    messages.success(request, _("Attendance saved."))
    return True


def _ask_about(club: Club, guest: str) -> None:
    """Ask whether somebody of the list is meant.

    Raises:
        AlikeError: somebody may be; only those of the very name where it is on the list.
    """
    alike = likenesses(club, [guest])[guest]
    if same := [each for each in alike if each.display_name == guest] or alike:
        raise AlikeError(guest, same)


@club_page(Action.ENTER_TONIGHT, "GET", "HEAD", "POST")
def sheet(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = kept_session(visit, session_id)
    leagues = _leagues(visit, session)
    if request.method != "POST":
        chosen = _league(leagues, request.GET.get("league", ""))
        fresh = fresh_sheet(session, chosen) if chosen else None
        return _render(request, visit, session, leagues, fresh)
    chosen = _league(leagues, request.POST.get("league", ""))
    if chosen is None:
        return _render(request, visit, session, leagues, None, status=422)
    typed = posted_sheet(session, chosen, request.POST)
    if request.POST.get("do") == "save":
        return _save(request, visit, leagues, typed)
    change_sheet(typed, request.POST)
    check(typed)
    return _render(request, visit, session, leagues, typed)


@club_page(Action.ENTER_TONIGHT, "POST")
def sheet_check(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = kept_session(visit, session_id)
    chosen = _league(_leagues(visit, session), request.POST.get("league", ""))
    if chosen is None:
        return HttpResponse(status=204)
    typed = posted_sheet(session, chosen, request.POST)
    check(typed)
    return render_club(request, visit, "league/games/session/_findings.html", {"sheet": typed})


def _leagues(visit: Visit, session: Session) -> list[League]:
    """Return the club's active leagues, first the one of this evening. Two queries."""
    leagues = League.objects.for_club(visit.club).filter(is_active=True)
    found = list(leagues.select_related("rule_set__rule_set"))
    games = Hanchan.objects.for_club(visit.club).filter(session=session, voided_at=None)
    played = games.order_by("pk").values_list("league", flat=True).first()
    return sorted(found, key=lambda league: league.pk != played)


def _league(leagues: list[League], pk: str) -> League | None:
    return next((one for one in leagues if str(one.pk) == pk), leagues[0] if leagues else None)


def _save(request: HtmxRequest, visit: Visit, leagues: list[League], typed: Sheet) -> HttpResponse:
    build_entries(typed)
    entries = entries_of(typed)
    if not entries and not typed.is_wrong:
        typed.problems.append(_("Nothing has been entered yet."))
    if typed.is_wrong:
        settle_rows(typed)
        return _render(request, visit, typed.session, leagues, typed, status=422)
    try:
        stored = record_sheet(club=visit.club, entries=entries, actor=visit.actor)
    except ScoreSheetError as error:
        for row in typed.rows:
            refuse(row, error.problems.get(row.key, {}))
        settle_rows(typed)
        return _render(request, visit, typed.session, leagues, typed, status=422)
    _say_saved(request, stored)
    say_closed(request, visit.club, [typed.league], typed.session.day)
    page = reverse("league:session", args=[visit.club.slug, typed.session.pk])
    return HttpResponseClientRedirect(page) if request.htmx else HttpResponseRedirect(page)


def _say_saved(request: HtmxRequest, stored: Sequence[Recorded]) -> None:
    twins = [each.hanchan for each in stored if each.is_twin]
    count = len(stored) - len(twins)
    words = ngettext("%(count)s game has been saved.", "%(count)s games have been saved.", count)
    if count or not twins:
        messages.success(request, words % {"count": count})
    for game in twins:
        messages.info(request, taken_words(game, is_same=True))


def _render(
    request: HtmxRequest,
    visit: Visit,
    session: Session,
    leagues: list[League],
    typed: Sheet | None,
    *,
    status: int = 200,
) -> HttpResponse:
    template = f"league/games/session/{'_sheet_form' if request.htmx else 'sheet'}.html"
    context = {
        "sheet": typed,
        "session": session,
        "leagues": leagues,
        "is_refused": status == 422,
        "closed": closed_notes(visit.club, [typed.league], session.day) if typed else [],
    }
    return render_club(request, visit, template, context, nav="sessions", status=status)
