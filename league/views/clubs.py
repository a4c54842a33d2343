"""The first page, founding a club, and a club's home."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.errors import LeagueError
from league.forms.clubs import ArchiveForm, ClubNewForm
from league.permissions import Action
from league.selectors.home import club_home, my_clubs, public_clubs
from league.services.archives import found_from_archive
from league.services.clubs import create_club


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """My clubs; the only one opens by itself unless the list is asked for with ``?all=1``."""
    user = request.user
    if not isinstance(user, User):
        clubs = public_clubs()
        response = render(request, "league/clubs/landing.html", {"public_clubs": clubs})
    else:
        mine = my_clubs(user)
        if len(mine) == 1 and not request.GET.get("all"):
            return redirect("league:home", mine[0].club.slug)
        response = render(request, "league/clubs/list.html", {"memberships": mine})
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_new(request: HttpRequest) -> HttpResponse:
    """Found a club, or bring one back from its archive."""
    if request.POST.get("do") == "archive":
        return _from_archive(request)
    form = ClubNewForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        assert isinstance(request.user, User)
        try:
            club = create_club(owner=request.user, **form.cleaned_data)
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            return redirect("league:home", club.slug)
    status = 422 if form.is_bound else 200
    context = {"form": form, "archive_form": ArchiveForm()}
    return render(request, "league/clubs/new.html", context, status=status)


def _from_archive(request: HttpRequest) -> HttpResponse:
    form = ArchiveForm(request.POST, request.FILES)
    if form.is_valid():
        assert isinstance(request.user, User)
        values = form.cleaned_data
        try:
            club = found_from_archive(
                file=values["file"].file, owner=request.user, slug=values["archive_slug"]
            )
        except LeagueError as error:
            form.add_error("archive_slug" if error.field == "slug" else "file", error.message)
        else:
            messages.success(request, _("The club is back, and every game is settled anew."))
            return redirect("league:home", club.slug)
    context = {"form": ClubNewForm(), "archive_form": form}
    return render(request, "league/clubs/new.html", context, status=422)


@club_page(Action.READ)
def home(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """A club's first page: tonight, entering a result, the month's best, the latest games."""
    board = club_home(visit.club, club_day(visit.club))
    return render_club(request, visit, "league/home/page.html", {"board": board}, nav="home")
