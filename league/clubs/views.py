"""The first page, creating a club, its home page, and adopting a built-in rule set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from league.archive.write import found_from_archive
from league.clubs.troubles import troubles
from league.clubs.write import adopt_and_open, create_club
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day, month_start
from league.core.errors import LeagueError
from league.core.inputs import carried_out, set_choices
from league.core.outages import AWAY_FOR, AwayError
from league.core.permissions import Action
from league.core.throttles import FoundingHereThrottle, FoundingThrottle, seconds_to_wait
from league.games.evening import listed
from league.games.tallies import with_scores
from league.models import Club, Hanchan, League, Member, Tally, User
from league.rulebook.library import adoption_page
from league.rulebook.shipped import (
    LONGEST_QUERY,
    grouped,
    settleable_sets,
    shipped_choices,
)
from league.rulebook.versions import UNKNOWN, ScoreShown, scores_by_league
from league.rulebook.write import adopt_rule_set
from scoring.standings import rank_rows

#: rows of a league's short table, and games in the list below
TOP = 5
LATEST = 5
#: public clubs on the first page
PUBLIC_SHOWN = 50


def my_clubs(user: User) -> list[Member]:
    """Return the user's memberships with their clubs, by the club's name. One query."""
    return list(
        Member.objects.across_clubs()
        .filter(user=user, left_on__isnull=True, merged_into__isnull=True)
        .select_related("club")
        .order_by("club__name", "club__pk")
    )


def public_clubs() -> list[Club]:
    """Return public clubs, by name. One query."""
    public = Club.objects.filter(visibility=Club.Visibility.PUBLIC)
    return list(public.order_by("name", "pk")[:PUBLIC_SHOWN])


def club_home(club: Club, day: date) -> dict[str, Any]:
    """Read a club's first page on a club day. Eight queries, however many games there are."""
    shown = scores_by_league(club, day)
    tonight = listed(club).filter(day=day)
    played = Count("hanchan", filter=Q(hanchan__voided_at=None), distinct=True)
    return {
        "day": day,
        "sessions": list(tonight.annotate(game_count=played).order_by("pk")),
        "tops": _tops(club, month_start(day), shown),
        "latest": _latest(club, shown),
    }


def _tops(club: Club, month: date, shown: Mapping[int, ScoreShown]) -> list[dict[str, Any]]:
    """The best of the month in each league that is in play.

    Who they are is asked for the best alone: a club may have hundreds of people.
    """
    leagues = list(League.objects.for_club(club).filter(is_active=True))
    rows = Tally.objects.for_club(club).filter(
        page__league__in=leagues, page__counts=True, span=Tally.Span.MONTH, start=month
    )
    by_league: dict[int, list[_Top]] = {league.pk: [] for league in leagues}
    for league_id, *row in rows.values_list("page__league", *_TOP_COLUMNS):
        by_league[league_id].append(_Top(*row))
    tops = {league.pk: _ranked(league, by_league[league.pk]) for league in leagues}
    best = {row.member for ranked in tops.values() for _rank, row in ranked}
    people = Member.objects.for_club(club).in_bulk(best)
    return [
        {
            "league": league,
            "rows": [(rank, people[row.member], row) for rank, row in tops[league.pk]],
            "shown": shown.get(league.pk, UNKNOWN),
        }
        for league in leagues
    ]


class _Top(NamedTuple):
    member: int
    is_guest: bool
    kana: str
    display_name: str
    score: int
    games: int


_TOP_COLUMNS = (
    *("member", "member__is_guest", "member__kana", "member__display_name"),
    *("score", "games"),
)


def _ranked(league: League, rows: Iterable[_Top]) -> list[tuple[int, _Top]]:
    """Return the top five of the ranked; equal scores share a rank."""
    ranked = [
        row
        for row in sorted(rows, key=lambda row: (row.kana or row.display_name, row.member))
        if row.games >= league.minimum_games and (league.guests_ranked or not row.is_guest)
    ]
    return rank_rows(ranked, key=lambda row: -row.score)[:TOP]


def _latest(club: Club, shown: Mapping[int, ScoreShown]) -> list[dict[str, Any]]:
    games = Hanchan.objects.for_club(club).filter(voided_at=None)
    return latest_games(games, LATEST, shown)


def latest_games(
    games: QuerySet[Hanchan, Hanchan], most: int, shown: Mapping[int, ScoreShown]
) -> list[dict[str, Any]]:
    """The latest of some games with their people by place, for short lists. Three queries.

    Args:
        games: of one club, none of them voided.
        most: how many are shown.
        shown: how each league's scores are shown.
    """
    details = games.select_related("league", "session").prefetch_related("seats__member")
    return [
        {
            "hanchan": game,
            "results": _results(game),
            "shown": shown.get(game.league_id, UNKNOWN),
        }
        for game in with_scores(details.order_by("-day", "-pk")[:most])
    ]


def _results(game: Hanchan) -> list[dict[str, Any]]:
    """Who sat there, by place."""
    settled = game.settlement
    assert settled is not None
    results: list[dict[str, Any]] = [
        {
            "member": seat.member,
            "place": settled.places[seat.seat],
            "score": settled.scores[seat.seat],
        }
        for seat in game.seats.all()
    ]
    return sorted(results, key=lambda result: result["place"])


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
        help_text=_("The last part of your pages' address: lowercase letters, digits and hyphens."),
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

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        return slug.lower()


@require_safe
def club_list(request: HttpRequest) -> HttpResponse:
    """List my clubs; a single one opens by itself unless ``?all=1`` asks for the list."""
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
    if request.POST.get("do") == "archive":
        return _from_archive(request)
    form = ClubNewForm(request.POST if request.method == "POST" else None)
    owner = request.user
    assert isinstance(owner, User)
    if form.is_bound and form.is_valid() and (refused := _refused_founding(request, form)):
        return _come_again(request, refused, form, ArchiveForm())
    if club := carried_out(form, lambda: create_club(owner=owner, **form.cleaned_data)):
        return redirect("league:home", club.slug)
    status = 422 if form.is_bound else 200
    context = {"form": form, "archive_form": ArchiveForm()}
    return render(request, "league/clubs/new.html", context, status=status)


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


def _come_again(
    request: HttpRequest, refused: tuple[int, int], form: forms.Form, archive_form: forms.Form
) -> HttpResponse:
    status, seconds = refused
    context = {"form": form, "archive_form": archive_form}
    response = render(request, "league/clubs/new.html", context, status=status)
    response["Retry-After"] = str(seconds)
    return response


def _from_archive(request: HttpRequest) -> HttpResponse:
    form = ArchiveForm(request.POST, request.FILES)
    if form.is_valid():
        if refused := _refused_founding(request, form):
            return _come_again(request, refused, ClubNewForm(), form)
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
        else:
            messages.success(
                request, gettext("The club has been restored, and every game has been re-scored.")
            )
            return redirect("league:home", club.slug)
    context = {"form": ClubNewForm(), "archive_form": form}
    return render(request, "league/clubs/new.html", context, status=422)


@club_page(Action.READ)
def home(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    context = {
        "board": club_home(visit.club, club_day(visit.club)),
        "troubles": troubles(visit.club) if visit.may(Action.CHECK_STANDINGS) else [],
    }
    return render_club(request, visit, "league/clubs/home/page.html", context, nav="home")


@club_page(Action.MANAGE_LEAGUES)
def adopt_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    query = request.GET.get("q", "")[:LONGEST_QUERY]
    context = {"groups": grouped(shipped_choices(visit.club), query), "query": query}
    return render_club(request, visit, "league/rulebook/adopt.html", context, nav="rules")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def adopt_set(request: HtmxRequest, visit: Visit, shipped_key: str) -> HttpResponseBase:
    """Show a shipped set, and adopt it on POST.

    The form sends the key under which the set is to be used (``slug``), as the page offered it:
    a second click finds it taken and adopts nothing twice.

    Raises:
        Http404: nothing is shipped under that key.
    """
    page = adoption_page(visit.club, shipped_key)
    if page is None:
        raise Http404
    error = ""
    if request.method == "POST":
        try:
            return _adopt(request, visit, shipped_key)
        except LeagueError as refused:
            error = refused.message
    context = {"page": page, "error": error}
    status = 422 if error else 200
    return render_club(
        request, visit, "league/rulebook/adopt_set.html", context, nav="rules", status=status
    )


def _adopt(request: HtmxRequest, visit: Visit, key: str) -> HttpResponseBase:
    """Adopt the set, and open a league too if asked for.

    Raises:
        LeagueError: the page cannot have offered that key, or it has been taken since.
    """
    slug = request.POST.get("slug", "")
    if re.fullmatch(rf"{re.escape(key)}(-[1-9][0-9]{{0,2}})?", slug) is None:
        raise LeagueError(gettext("Please reload the page."))
    if request.POST.get("do") == "open":
        league = adopt_and_open(club=visit.club, key=key, slug=slug, actor=visit.actor)
        words = gettext(
            "The rules have been adopted and the league “%(name)s” has been created. You "
            "can rename it here."
        )
        messages.success(request, words % {"name": league.name})
        return redirect("league:league-settings", visit.club.slug, league.slug)
    in_club = adopt_rule_set(club=visit.club, key=key, slug=slug, actor=visit.actor)
    messages.success(request, gettext("Adopted: %(name)s") % {"name": in_club.rule_set.name})
    return redirect("league:rule-set", visit.club.slug, in_club.slug)
