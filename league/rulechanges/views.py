"""Publishing, correcting, moving and withdrawing rule versions, each after a preview."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.inputs import DayField
from league.core.numbers import LARGEST_REVISION, number_in
from league.core.permissions import Action
from league.core.throttles import ask_to_wait, seconds_to_wait, turn_to_compute
from league.models import ClubRuleSet, RuleChange
from league.rulebook.typed import problems_of
from league.rulechanges.draft_frame import rules_page, set_or_404
from league.rulechanges.drafts import DraftPage, changes_since, draft_page
from league.rulechanges.plan import (
    Intended,
    find_draft,
    find_published,
    intend_moving,
    intend_publishing,
    intend_withdrawing,
    published_on,
    touched_games,
)
from league.rulechanges.preview import MOST, preview
from league.rulechanges.progress_views import (
    evenings,
    month_tables,
    reason_field,
    span_words,
    unit_of,
)
from league.rulechanges.read import change_that_took, open_change
from league.rulechanges.write import (
    CannotStandInForceError,
    move_version,
    publish_draft,
    withdraw_version,
)
from league.wording.rules import language
from rules.models import RuleVersion
from rules.words import name_of

Values = dict[str, Any]
#: a preview of so many games is announced: it takes a moment
MANY = 2_000

PUBLISH, CORRECT = "publish", "correct"


class ChangeForm(forms.Form):
    reason = reason_field()
    use_required_attribute = False
    #: what the preview that the reader has seen was made of
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, in_club: ClubRuleSet, **kwargs: Any) -> None:
        self.in_club = in_club
        super().__init__(*args, **kwargs)

    @property
    def is_preview(self) -> bool:
        """Return whether only a preview is asked for, which needs no reason."""
        return self.data.get("do") == "preview"

    @property
    def is_understood(self) -> bool:
        """Return whether it is complete enough for a preview; the reason may be missing."""
        return self.is_bound and not set(self.errors) - {"reason"}

    @property
    def seen_day(self) -> str:
        return str(self.data.get("seen_day", ""))

    @property
    def seen_revision(self) -> int | None:
        return number_in(str(self.data.get("seen_revision", "")), most=LARGEST_REVISION)

    def full_clean(self) -> None:
        """Require the reason only where the change is to be done."""
        reason = self.fields["reason"]
        reason.required = not self.is_preview
        super().full_clean()
        reason.required = True


def day_field() -> forms.DateField:
    return DayField(
        label=_("Effective date"),
        help_text=_(
            "Games from this day on are settled under this version, until the next one "
            "takes effect."
        ),
    )


class PublishForm(ChangeForm):
    day = day_field()
    kind = forms.ChoiceField(
        label=_("Publish as"),
        choices=[
            (PUBLISH, _("A new version")),
            (CORRECT, _("A correction of that day's version")),
        ],
        widget=forms.RadioSelect,
        help_text=_("A correction replaces the version that takes effect on the same day."),
    )

    field_order = ("day", "kind", "reason")

    def clean(self) -> dict[str, Any] | None:
        """Require a correction where the day already has a version."""
        values = super().clean() or {}
        day, kind = values.get("day"), values.get("kind")
        if day is None or kind is None:
            return values
        there = published_on(self.in_club, day)
        if there is not None and kind == PUBLISH:
            words = gettext(
                "%(label)s takes effect on that day. Publish this as its correction, or choose "
                "another day."
            )
            self.add_error("day", words % {"label": there.label})
        if there is None and kind == CORRECT:
            self.add_error(
                "day", gettext("There is nothing to correct: no version takes effect on that day.")
            )
        return values


class MoveForm(ChangeForm):
    day = day_field()

    field_order = ("day", "reason")

    def __init__(self, *args: Any, version: RuleVersion, **kwargs: Any) -> None:
        self.version = version
        super().__init__(*args, **kwargs)

    def clean_day(self) -> date:
        """Refuse its own day, and days that already have a version."""
        day: date = self.cleaned_data["day"]
        if day == self.version.first_day:
            raise forms.ValidationError(_("It already takes effect on that day."))
        if published_on(self.in_club, day) is not None:
            raise forms.ValidationError(_("A published version already takes effect on that day."))
        return day


class WithdrawForm(ChangeForm):
    """Why a version is withdrawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    in_club: ClubRuleSet
    title: str
    about: str
    confirm: str  # label of the button that does it
    up: tuple[str, str]  # address and name of the page above
    intend: Callable[[Values], Intended]
    carry_out: Callable[[Values], RuleChange]
    kind: str = "primary"  # of that button
    page: DraftPage | None = None  # the draft that is to be published
    contradictions: Sequence[Mapping[str, str]] = ()  # with any, it cannot be done
    to_rewrite: Sequence[Mapping[str, Any]] = ()  # clauses; said, and no hindrance


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_new(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Choose a draft's day, preview its effect, publish it.

    Raises:
        Http404: no such set or draft.
    """
    in_club = set_or_404(visit, set_slug)
    draft = find_draft(in_club, draft_id)
    if draft is None:
        return _published_meanwhile(request, visit, in_club, draft_id)
    page = draft_page(in_club, draft, club_day(visit.club))
    proposal = Proposal(
        in_club=in_club,
        page=page,
        contradictions=contradictions_of(page),
        to_rewrite=_clauses_to_rewrite(page),
        title=gettext("Publish a draft"),
        about=draft.name,
        confirm=gettext("Publish"),
        up=_up_to(visit, in_club, draft),
        intend=lambda values: intend_publishing(in_club, draft, values["day"]),
        carry_out=lambda values: publish_draft(
            in_club=in_club,
            draft=draft,
            draft_revision=draft.draft_revision,
            day=values["day"],
            corrects=(published_on(in_club, values["day"]) if values["kind"] == CORRECT else None),
            reason=values["reason"],
            actor=visit.actor,
        ),
    )
    form = PublishForm(
        request.POST if request.method == "POST" else None,
        in_club=in_club,
        initial=_proposed(visit, in_club, draft),
    )
    return _two_steps(request, visit, proposal, form)


def _proposed(visit: Visit, in_club: ClubRuleSet, draft: RuleVersion) -> dict[str, Any]:
    day: date = draft.effective_from or club_day(visit.club)
    return {"day": day, "kind": CORRECT if published_on(in_club, day) else PUBLISH}


def _published_meanwhile(
    request: HtmxRequest, visit: Visit, in_club: ClubRuleSet, draft_id: int
) -> HttpResponseBase:
    """Redirect the second of two publishers to the first one's change."""
    change = change_that_took(in_club, draft_id)
    if change is None:
        raise Http404
    if request.method == "POST":
        messages.info(request, gettext("Someone has already published this draft."))
    return redirect("league:change", visit.club.slug, in_club.slug, change.pk)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_move(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Choose another day for a published version, preview the effect, do it.

    Raises:
        Http404: no such set, or no version in force under that label.
    """
    in_club, version = _published_or_404(visit, set_slug, label)
    proposal = Proposal(
        in_club=in_club,
        title=gettext("New effective date for %(label)s") % {"label": version.label},
        contradictions=contradictions_in(in_club, version),
        about=gettext("The version keeps its text and values. Its old label is withdrawn."),
        confirm=gettext("Move it"),
        up=_up_to(visit, in_club, version),
        intend=lambda values: intend_moving(in_club, version, values["day"]),
        carry_out=lambda values: move_version(
            in_club=in_club,
            version=version,
            day=values["day"],
            reason=values["reason"],
            actor=visit.actor,
        ),
    )
    form = MoveForm(
        request.POST if request.method == "POST" else None,
        in_club=in_club,
        version=version,
        initial={"day": version.first_day},
    )
    return _two_steps(request, visit, proposal, form)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_withdraw(
    request: HtmxRequest, visit: Visit, set_slug: str, label: str
) -> HttpResponseBase:
    """Preview the effect of withdrawing a version, do it.

    Raises:
        Http404: no such set, or no version in force under that label.
    """
    in_club, version = _published_or_404(visit, set_slug, label)
    proposal = Proposal(
        in_club=in_club,
        title=gettext("Withdraw %(label)s") % {"label": version.label},
        about=gettext("Games played on its days will be settled under the version before it."),
        confirm=gettext("Withdraw it"),
        kind="danger",
        up=_up_to(visit, in_club, version),
        intend=lambda _values: intend_withdrawing(in_club, version),
        carry_out=lambda values: withdraw_version(
            in_club=in_club, version=version, reason=values["reason"], actor=visit.actor
        ),
    )
    posted = request.POST if request.method == "POST" else None
    return _two_steps(request, visit, proposal, WithdrawForm(posted, in_club=in_club))


def _published_or_404(visit: Visit, set_slug: str, label: str) -> tuple[ClubRuleSet, RuleVersion]:
    in_club = set_or_404(visit, set_slug)
    version = find_published(in_club, label)
    if version is None:
        raise Http404
    return in_club, version


def _up_to(visit: Visit, in_club: ClubRuleSet, version: RuleVersion) -> tuple[str, str]:
    at = [visit.club.slug, in_club.slug]
    if version.status == RuleVersion.Status.DRAFT:
        return reverse("league:draft", args=[*at, version.pk]), version.name
    return reverse("league:rule-version", args=[*at, version.label]), version.label


def _two_steps(
    request: HtmxRequest, visit: Visit, proposal: Proposal, form: ChangeForm
) -> HttpResponseBase:
    """Show the preview, and do the change once an up-to-date preview was seen.

    Nothing is written before the last step. What is impossible is answered with 422, an outdated
    preview with 409; both show the present preview, with all that was typed. Too many requests
    get 429 and all that was typed.
    """
    page: dict[str, Any] = {
        "proposal": proposal,
        "form": form,
        "in_club": proposal.in_club,
        "under_way": open_change(proposal.in_club),
        "many": MANY,
    }
    if not form.is_understood:
        page["ahead"] = _ahead(proposal, form)
        return _answer(request, visit, page, 422 if form.is_bound else 200)
    if proposal.contradictions:
        page["outdated"] = _draft_outdated(proposal, form)
        return _answer(request, visit, page, 422)
    with turn_to_compute() as busy:
        if seconds := busy or seconds_to_wait(request):
            page["seconds"] = seconds
            return _answer(request, visit, page, 429)
        return _previewed(request, visit, proposal, form, page)


def _previewed(
    request: HtmxRequest,
    visit: Visit,
    proposal: Proposal,
    form: ChangeForm,
    page: dict[str, Any],
) -> HttpResponseBase:
    """Answer with the preview, or with what came of the change."""
    intended = proposal.intend(form.cleaned_data)
    plan = intended.plan()
    page["mark"] = intended.mark(plan)
    status = 422 if form.errors else 200
    if not form.errors and not form.is_preview:
        ended = _carry_out(visit, proposal, form, page)
        if isinstance(ended, HttpResponseBase):
            return ended
        status = ended
    page["preview"] = shown = preview(plan)
    page["ahead"] = {"games": min(shown.touched, MOST), "day": _day_of(form)}
    page["evenings"] = evenings(shown.games)
    page["months"] = month_tables(shown.months)
    page["unit"] = unit_of(intended.arriving or intended.leaving)
    page["days"] = [span_words(span) for span in plan.spans]
    return _answer(request, visit, page, status)


def _ahead(proposal: Proposal, form: ChangeForm) -> dict[str, Any] | None:
    if form.is_bound or proposal.contradictions:
        return None
    plan = proposal.intend(dict(form.initial)).plan()
    day = form.initial.get("day")
    return {
        "games": min(touched_games(plan).count(), MOST),
        "day": day.isoformat() if day else "",
    }


def _day_of(form: ChangeForm) -> str:
    day = form.cleaned_data.get("day")
    return day.isoformat() if day else ""


def _carry_out(
    visit: Visit, proposal: Proposal, form: ChangeForm, page: dict[str, Any]
) -> HttpResponseBase | int:
    """Do the change if the preview seen is up to date; else return the status to answer."""
    if form.cleaned_data["seen"] != page["mark"]:
        page["outdated"] = _outdated(proposal, form) if form.cleaned_data["seen"] else None
        return 409
    try:
        change = proposal.carry_out(form.cleaned_data)
    except CannotStandInForceError:
        return 422  # the preview names the games
    except LeagueError as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return 422
    return redirect("league:change", visit.club.slug, proposal.in_club.slug, change.pk)


def _outdated(proposal: Proposal, form: ChangeForm) -> dict[str, Any]:
    is_other_day = bool(form.seen_day) and form.seen_day != _day_of(form)
    return _draft_outdated(proposal, form) or {"other_day": is_other_day}


def _draft_outdated(proposal: Proposal, form: ChangeForm) -> dict[str, Any] | None:
    """Return what others have saved in the draft since. One query if anything."""
    seen = form.seen_revision
    if proposal.page is None or seen is None or seen >= proposal.page.draft.draft_revision:
        return None
    return {"draft": _draft_changed(proposal.page, seen)}


def _answer(
    request: HtmxRequest, visit: Visit, page: dict[str, Any], status: int
) -> HttpResponseBase:
    response = rules_page(request, visit, "change_new", page, status=status)
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def contradictions_of(page: DraftPage) -> list[dict[str, str]]:
    editor = reverse("league:draft", args=_address(page))
    return [
        {**one, "url": f"{editor}?{urlencode({'section': page.sections[name]})}#row-{name}"}
        if name
        else {**one, "url": editor}
        for name, one in _contradictions(page.family, page.problems)
    ]


def contradictions_in(in_club: ClubRuleSet, version: RuleVersion) -> list[dict[str, str]]:
    family = in_club.rule_set.family
    return [one for _name, one in _contradictions(family, problems_of(family, version.parameters))]


def _contradictions(
    family: str, problems: Mapping[str, Sequence[str]]
) -> list[tuple[str, dict[str, str]]]:
    return [
        (name, {"label": name_of(family, name, language()) if name else "", "words": sentence})
        for name, sentences in problems.items()
        for sentence in sentences
    ]


def _clauses_to_rewrite(page: DraftPage) -> list[dict[str, Any]]:
    """Return the draft's clauses written for other values, in any language. One query."""
    url = reverse("league:draft-clauses", args=_address(page))
    return [
        {
            "clause": clause,
            "url": f"{url}?edit={clause.pk}",
            "values": page.differences(former),
        }
        for clause, former in page.stale_clauses(page.draft.clauses.all())
    ]


def _draft_changed(page: DraftPage, revision: int) -> dict[str, Any]:
    """Return who saved the draft after that revision, and what changed. One query."""
    since = changes_since(page.in_club.club, page.draft, revision)
    before = {n: v for n, v in since.before.items() if n in page.typed and page.typed[n] != v}
    return {"since": since, "values": page.differences(before), "about": bool(since.about)}


def _address(page: DraftPage) -> list[Any]:
    return [page.in_club.club.slug, page.in_club.slug, page.draft.pk]
