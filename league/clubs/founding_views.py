"""Creating a club in the browser: with a new account, with one's own, or from an archive."""

from __future__ import annotations

import secrets
from enum import StrEnum
from typing import Any, NamedTuple

from allauth.account import forms as allauth_forms
from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from allauth.core.internal.ratelimit import consume, respond_429
from allauth.decorators import rate_limit
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.archive.write import found_from_archive
from league.clubs.account_fields import new_password, plain
from league.clubs.invitations import founding_link_by_secret, use_founding_link
from league.clubs.write import create_club
from league.core.errors import LeagueError
from league.core.inputs import add_service_error, set_choices, without_at
from league.core.letters import nfkc
from league.core.likeness import KANJI
from league.core.naming import in_latin, is_one_line, is_readable
from league.core.outages import AWAY_FOR, AwayError
from league.core.throttles import (
    FoundingHereThrottle,
    FoundingThrottle,
    seconds_to_wait,
    turn_to_compute,
    wait_words,
)
from league.models import Club, FoundingLink, Member, User
from league.rulebook.shipped import grouped, settleable_sets


class Founding(StrEnum):
    """Who creates clubs on this server (FOUNDING)."""

    OPEN = "open"  # everybody; an account is made on the way
    ACCOUNTS = "accounts"  # whoever has one
    INVITED = "invited"  # whoever was sent a founding link; operators without one
    CLOSED = "closed"  # operators


def may_found(user: User) -> bool:
    """Return whether an account may create a club; one of a demo, which anybody uses, may not."""
    if settings.FOUNDING in (Founding.INVITED, Founding.CLOSED) and not user.is_staff:
        return False
    return not plays_in_a_demo(user)


def plays_in_a_demo(user: User) -> bool:
    """Return whether anybody may log in with this account: it is one of the demo club's."""
    demos = Member.objects.across_clubs().filter(user=user, club__is_demo=True)
    return settings.DEMO_LOGINS and demos.exists()


#: bytes of an archive that are taken in the browser; bigger ones by ``manage.py load_archive``
MOST_BYTES = 20_000_000
#: of a processor, for an archive in the browser: 5,000 games and more
MOST_SECONDS = 15


class ArchiveForm(forms.Form):
    file = forms.FileField(
        label=_("Archive"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )
    archive_slug = forms.SlugField(
        label=_("Another address"),
        max_length=40,
        required=False,
        help_text=_("Leave empty to keep the club's original address."),
        error_messages={"invalid": _("Use only Latin letters, digits and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )

    def clean_file(self) -> UploadedFile[Any]:
        """Refuse a file larger than the server reads in one go."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            most = MOST_BYTES // 1_000_000
            raise forms.ValidationError(
                _("The file is too large: at most %(most)s MB."), params={"most": most}
            )
        return file

    def clean_archive_slug(self) -> str:
        slug: str = self.cleaned_data["archive_slug"]
        return slug.lower()


class ClubNewForm(forms.Form):
    name = forms.CharField(label=_("Name of the club"), max_length=60)
    slug = forms.SlugField(
        label=_("Address"),
        max_length=40,
        required=False,
        help_text=_(
            "The last part of your pages' address: lowercase letters, digits and hyphens. Leave "
            "it empty, and one is chosen for you."
        ),
        error_messages={"invalid": _("Use only Latin letters, digits and hyphens.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "autocomplete": "off"}),
    )
    league_name = forms.CharField(
        label=_("First league"), max_length=60, initial=_("Monthly league")
    )
    rule_key = forms.ChoiceField(label=_("Rules"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sets = settleable_sets()
        self.groups = grouped(sets)
        set_choices(self, "rule_key", [(shipped.key, shipped) for shipped in sets])

    def clean(self) -> dict[str, Any]:
        """Propose an address where none was typed; refuse a taken one before it counts as a try."""
        values: dict[str, Any] = super().clean() or {}
        for field in ("name", "league_name"):
            if field in values and not (is_readable(values[field]) and is_one_line(values[field])):
                self.add_error(field, _("Choose a name with readable characters."))
        if "slug" in values and "name" in values:
            slug = values["slug"].lower()
            if Club.objects.filter(slug=slug).exists():
                self.add_error("slug", _("This address is already taken."))
            values["slug"] = slug or proposed_address(values["name"])
        return values


def proposed_address(name: str) -> str:
    """Return a free address for a club: its name in Latin letters. One query."""
    slug = in_latin(name)[:34].strip("-_")
    if len(slug) < 3 or KANJI.search(name):  # what is left of a name without its kanji is no name
        return f"club-{secrets.token_hex(3)}"
    is_taken = Club.objects.filter(slug=slug).exists()
    return f"{slug}-{secrets.token_hex(2)}" if is_taken else slug


class FounderForm(forms.Form):
    """Who creates a club."""

    display_name = forms.CharField(
        label=_("Your name"),
        max_length=40,
        help_text=_("What the club calls you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    kana = forms.CharField(
        label=_("Kana"),
        max_length=60,
        required=False,
        help_text=_("You are found by it too when results are entered."),
    )


class OwnNameForm(FounderForm):
    """The same, of an account that has been called something before; empty: as it logs in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["display_name"].required = False


def _called(form: forms.Form) -> dict[str, str]:
    names = form.cleaned_data
    return {"founder": names["display_name"], "founder_kana": names["kana"]}


def _as_elsewhere(owner: User) -> dict[str, str]:
    """Propose the names that an account has in the club it joined last. One query."""
    places = Member.objects.across_clubs().filter(user=owner, merged_into=None)
    last = places.order_by("pk").last()
    return {} if last is None else {"display_name": last.display_name, "kana": last.kana}


class AccountForm(FounderForm, allauth_forms.SignupForm):  # type: ignore[misc]
    """The account of whoever creates a club and has none yet."""

    field_order = ("display_name", "kana", "username", "password1", "password2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain(self.fields["username"], _("Login name"), "username")
        self.fields["username"].help_text = _("Letters, digits and . + - _")
        self.fields["username"].widget.attrs["autocapitalize"] = "none"
        new_password(self)
        self.fields["password1"].label = _("Password")
        self.fields["password2"].label = _("Repeat password")

    def clean_username(self) -> str:
        """Refuse a taken name, and one like an e-mail address; wide letters are plain ones."""
        typed = self.cleaned_data["username"]
        self.cleaned_data["username"] = nfkc(typed)
        return without_at(super().clean_username())


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1", "password2")
@never_cache
def club_new(request: HttpRequest) -> HttpResponse:
    """Create a club, as FOUNDING lets one.

    Raises:
        PermissionDenied: only operators, or those whom they invite, create clubs here.
    """
    owner = request.user
    if not isinstance(owner, User):
        if settings.FOUNDING == Founding.OPEN:
            answer: HttpResponse = _with_account(request)
            return answer
        return redirect_to_login(request.get_full_path())
    if not may_found(owner):
        raise PermissionDenied
    if request.POST.get("do") == "archive":
        return _from_archive(request)
    return _with_own_account(request, owner)


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1", "password2")
@never_cache
def club_new_invited(request: HttpRequest, founding_secret: str) -> HttpResponseBase:
    """Create a club by a founding link, where FOUNDING is ``invited``."""
    if settings.FOUNDING != Founding.INVITED:
        return redirect("club-new")
    if is_guessing(request):
        return too_many(request)
    link = founding_link_by_secret(founding_secret)
    if link is None:
        is_guessing(request, missed=True)
        return render(request, "league/clubs/invitation/ended.html", {"founding": True}, status=404)
    owner = request.user
    if not isinstance(owner, User):
        answer: HttpResponse = _with_account(request, link)
        return answer
    if plays_in_a_demo(owner):
        raise PermissionDenied
    return _with_own_account(request, owner, link)


def too_many(request: HttpRequest) -> HttpResponse:
    answer: HttpResponse = respond_429(request)
    return answer


def is_guessing(request: HttpRequest, *, missed: bool = False) -> bool:
    """Whether too many links that do not exist were asked for from here; ``missed`` counts one."""
    usage = consume(
        request, app="allauth.account", action="invitation", dry_run=not missed, limit_get=True
    )
    return usage is None


def _with_own_account(
    request: HttpRequest, owner: User, link: FoundingLink | None = None
) -> HttpResponse:
    typed = request.POST if request.method == "POST" else None
    form, founder = ClubNewForm(typed), OwnNameForm(typed, initial=_as_elsewhere(owner))
    shown = {"form": form, "founder_form": founder}
    shown |= {} if link else {"archive_form": ArchiveForm()}
    if form.is_bound and all([form.is_valid(), founder.is_valid()]):
        if refused := _refused_founding(request, form):
            return _come_again(request, refused, **shown)
        try:
            club = _create(link, owner=owner, **_called(founder), **form.cleaned_data)
        except LeagueError as error:
            add_service_error(founder if error.field in founder.fields else form, error)
        else:
            return redirect("league:home", club.slug)
    return _page(request, 422 if form.is_bound else 200, **shown)


@transaction.atomic
def _create(link: FoundingLink | None, **club: Any) -> Club:
    """Create a club, and use the link up where it takes one.

    Raises:
        LeagueError: the address is taken, or the link was used a moment ago.
    """
    created = create_club(**club)
    if link is not None:
        use_founding_link(link=link, club=created)
    return created


@rate_limit(action="signup")  # type: ignore[untyped-decorator]
def _with_account(request: HttpRequest, link: FoundingLink | None = None) -> HttpResponse:
    """Create an account and a club of its own, or neither, and log in."""
    typed = request.POST if request.method == "POST" else None
    form, account = ClubNewForm(typed), AccountForm(typed)
    if form.is_bound and all([form.is_valid(), account.is_valid()]):
        if refused := _refused_founding(request, form):
            return _come_again(request, refused, form=form, account_form=account)
        if founded := _founded(request, form, account, link):
            login = Login(user=founded.owner, redirect_url=founded.address, signup=True)
            response: HttpResponse = perform_login(request, login)
            return response
    return _page(request, 422 if form.is_bound else 200, form=form, account_form=account)


class _Founded(NamedTuple):
    owner: User
    address: str


def _founded(
    request: HttpRequest, form: ClubNewForm, account: AccountForm, link: FoundingLink | None
) -> _Founded | None:
    """Store both; None, with the words in their forms, where one is refused."""
    try:
        with transaction.atomic():
            owner = account.save(request)
            club = _create(link, owner=owner, **_called(account), **form.cleaned_data)
    except LeagueError as error:
        add_service_error(account if error.field in account.fields else form, error)
    except IntegrityError:  # somebody else took the name a moment ago
        account.add_error("username", gettext("This login name is taken."))
    else:
        return _Founded(owner, reverse("league:home", args=[club.slug]))
    return None


def _refused_founding(request: HttpRequest, form: forms.Form) -> tuple[int, int] | None:
    """Count one club to be founded; if it may not be, say so in the form.

    Returns:
        None if it may be founded, else the status and the seconds to wait.
    """
    try:
        seconds = seconds_to_wait(request, FoundingThrottle)
        seconds = seconds or seconds_to_wait(request, FoundingHereThrottle)
    except AwayError:
        words = gettext("No clubs can be created right now. Please try again in a minute.")
        form.add_error(None, words)
        return 503, AWAY_FOR
    if not seconds:
        return None
    form.add_error(None, gettext("Many clubs were created here today. Try again tomorrow."))
    return 429, seconds


def _come_again(request: HttpRequest, refused: tuple[int, int], **shown: Any) -> HttpResponse:
    status, seconds = refused
    response = _page(request, status, **shown)
    response["Retry-After"] = str(seconds)
    return response


def _page(request: HttpRequest, status: int, **shown: Any) -> HttpResponse:
    return render(request, "league/clubs/new.html", shown, status=status)


def _restored(request: HttpRequest, form: ArchiveForm) -> Club | None:
    """Found the club of an archive; None where the form says why not."""
    assert isinstance(request.user, User)
    values = form.cleaned_data
    try:
        club = found_from_archive(
            file=values["file"].file,
            owner=request.user,
            slug=values["archive_slug"],
            seconds=MOST_SECONDS,
        )
    except LeagueError as error:
        form.add_error("archive_slug" if error.field == "slug" else "file", error.message)
        return None
    messages.success(
        request, gettext("The club has been restored, and every game has been re-scored.")
    )
    return club


def _from_archive(request: HttpRequest) -> HttpResponse:
    assert isinstance(request.user, User)
    form = ArchiveForm(request.POST, request.FILES)
    shown = {
        "form": ClubNewForm(),
        "founder_form": OwnNameForm(initial=_as_elsewhere(request.user)),
        "archive_form": form,
    }
    if form.is_valid():
        if refused := _refused_founding(request, form):
            return _come_again(request, refused, **shown)
        with turn_to_compute() as busy:
            if busy:
                form.add_error(None, wait_words(busy))
                return _come_again(request, (429, busy), **shown)
            club = _restored(request, form)
        if club is not None:
            return redirect("league:home", club.slug)
    return _page(request, 422, **shown)
