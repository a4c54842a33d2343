"""What is stored about whoever is logged in, as one JSON file: their login and their clubs.

Its keys are said in docs/own_data.md. Of others it holds what the games' pages show: the names that
the club shows, beside their points. No secret, and nothing by which one could be guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import TextIOWrapper
from tempfile import TemporaryFile
from typing import IO, Any, Final
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.archive.file import Part, Plain, plain, write_parts
from league.clubs.browsers import browsers_of
from league.clubs.providers import connected
from league.core.database import snapshot
from league.core.throttles import (
    CallerThrottle,
    come_again,
    seconds_to_wait,
    turn_to_compute,
    wait_words,
)
from league.exports.files import file_answer
from league.games.tallies import with_scores
from league.models import (
    Adjustment,
    ApiToken,
    AuditEvent,
    Club,
    Download,
    FoundingLink,
    Hanchan,
    Invitation,
    LiveSeat,
    Member,
    MonthClose,
    NewsSeen,
    RatingPoint,
    Seat,
    Session,
    SheetImport,
    TeamMembership,
    TenhouImport,
    User,
)
from league.rankings.closings import frozen_ranking
from league.rankings.figures import prizes_at, prizes_won

FORMAT: Final = "jancho-own-data-1"

_TRAIL: Final = "trail"
_HANDS: Final = "which hand of a live table somebody tapped in; the hands are in `games`"

#: what names a login or a member, and the part of the file in which it is
HELD: Final[Mapping[str, str]] = {
    "account.EmailAddress.user": "login",
    "league.Adjustment.made_by": _TRAIL,
    "league.Adjustment.member": "clubs",
    "league.ApiToken.created_by": _TRAIL,
    "league.ApiToken.member": "clubs",
    "league.AuditEvent.actor": _TRAIL,
    "league.BrowserSession.user": "login",
    "league.Download.reader": "clubs",
    "league.EveningPass.created_by": _TRAIL,
    "league.FoundingLink.created_by": "login",
    "league.Hanchan.entered_by": _TRAIL,
    "league.Invitation.created_by": _TRAIL,
    "league.Invitation.member": "clubs",
    "league.LiveSeat.member": "clubs",
    "league.Member.merged_into": "clubs",
    "league.Member.user": "clubs",
    "league.MonthClose.closed_by": _TRAIL,
    "league.NewsSeen.user": "clubs",
    "league.RatingPoint.member": "clubs",
    "league.ReadingLink.created_by": _TRAIL,
    "league.RuleChange.created_by": _TRAIL,
    "league.Ruling.created_by": _TRAIL,
    "league.Seat.member": "games",
    "league.Session_attendants.member": "clubs",
    "league.SheetImport.created_by": "clubs",
    "league.TeamMembership.member": "clubs",
    "league.TenhouImport.created_by": "clubs",
    "league.Yakuman.member": "games",
    "mfa.Authenticator.user": "login",
    "socialaccount.SocialAccount.user": "login",
}
#: what names one and is not in the file, and why
NOT_HELD: Final[Mapping[str, str]] = {
    "admin.LogEntry.user": "what an operator did with the server's own tool; no club's data",
    "league.LiveEntry.entered_by": _HANDS,
    "league.Tally.member": "sums of the games, worked out from them",
    "league.User_groups.user": "nothing here uses Django's groups",
    "league.User_user_permissions.user": "nothing here uses Django's permissions",
}

_NAMES: Final = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on", "hides_name", "role"),
)
#: games and events that are read together
_TOGETHER: Final = 250
#: types of events whose ``object_id`` is somebody's entry, or something of theirs
_ENTRY, _TOKEN, _INVITATION, _GIVEN = ("member.", "api_token.", "invitation.", "adjustment.")


class OwnDataThrottle(CallerThrottle):
    """Limits these files: with 3,000 games one takes two seconds of a processor."""

    scope = "own-data"
    rate = "5/min"


@require_safe
@never_cache
@login_required
def own_data(request: HttpRequest) -> HttpResponseBase:
    """Send what is stored about whoever asks, as a file."""
    user = request.user
    assert isinstance(user, User)
    with turn_to_compute() as busy:
        if busy:
            return come_again(
                _("Other files are being made just now. Please try again in a few seconds."), busy
            )
        if seconds := seconds_to_wait(request, OwnDataThrottle):
            return come_again(wait_words(seconds), seconds)
        file = TemporaryFile()  # noqa: SIM115 - the sender closes it
        write_own_data(user, file)
        return file_answer(file, "application/json", _("my data"), ending="json")


def write_own_data(user: User, file: IO[bytes]) -> None:
    """Write the file as of one moment; memory does not grow with the games in it."""
    text = TextIOWrapper(file, encoding="utf-8", newline="")
    with snapshot():
        write_parts(_parts(user), text.write)
    text.detach()  # the file stays open: it is its reader's to close


def _parts(user: User) -> Iterator[Part]:
    members = list(
        Member.objects.across_clubs()
        .filter(user=user)
        .select_related("club")
        .prefetch_related("merged")
        .order_by("pk")
    )
    yield "format", FORMAT
    yield "made_at", _moment(timezone.now())
    yield "login", _login(user)
    yield "clubs", (_club(user, member) for member in members)
    yield "games", (game for member in members for game in _games(member, user))
    yield _TRAIL, _events(user, members)


def _moment(moment: datetime | None, zone: ZoneInfo | None = None) -> str | None:
    """Write a moment with its zone: the club's, or the server's."""
    return None if moment is None else timezone.localtime(moment, zone).isoformat("T", "seconds")


def _login(user: User) -> Plain:
    factors = Authenticator.objects.filter(user=user).order_by("pk")
    links = FoundingLink.objects.filter(created_by=user).order_by("pk")
    return {
        "name": user.get_username(),
        "email": user.email,
        "email_addresses": list(
            EmailAddress.objects.filter(user=user).order_by("pk").values_list("email", flat=True)
        ),
        "full_name": user.get_full_name(),
        "made_at": _moment(user.date_joined),
        "last_login_at": _moment(user.last_login),
        "is_operator": user.is_staff,
        "has_password": user.has_usable_password(),
        "second_factors": [
            {"kind": factor.type, "made_at": _moment(factor.created_at)} for factor in factors
        ],
        "connected_accounts": [
            {
                "provider": account.provider,
                "number": account.uid,
                "name": account.extra_data["name"],
                "connected_at": _moment(account.date_joined),
                "last_used_at": _moment(account.last_login),
            }
            for account in connected(user)
        ],
        "devices": [
            {
                "device": browser.words,
                "last_used_on": browser.last_used_on and browser.last_used_on.isoformat(),
            }
            for browser in browsers_of(user, None)
        ],
        "founding_links": [
            {**plain(link, ("note",)), "made_at": _moment(link.created_at)} for link in links
        ],
    }


def _club(user: User, member: Member) -> Plain:
    """Return everything of a club but games and events. Some twenty queries."""
    club, zone = member.club, member.club.zone
    seen = NewsSeen.objects.for_club(club).filter(user=user).first()
    return {
        "club": club.slug,
        "name": club.name,
        "member": {
            **plain(member, _NAMES),
            "merged": [plain(each, _NAMES[:-1]) for each in member.merged.all()],
        },
        "evenings": [
            plain(evening, ("day", "title"))
            for evening in Session.objects.for_club(club).filter(attendants=member).order_by("day")
        ],
        "teams": [
            {"league": each.team.league.name, "team": each.team.name, **_days(each)}
            for each in TeamMembership.objects.for_club(club)
            .filter(member=member)
            .select_related("team__league")
        ],
        "adjustments": [_adjustment(each, zone) for each in _given_to(member)],
        "closed_months": _closed_months(club, member),
        "ratings": _ratings(member),
        "live_tables": _live_tables(member),
        "tokens": [_token(each, zone) for each in _tokens_of(member)],
        "invitations": [
            {
                name: _moment(getattr(each, name), zone)
                for name in ("created_at", "expires_at", "accepted_at", "revoked_at")
            }
            for each in Invitation.objects.for_club(club).filter(member=member)
        ],
        "imports": _imports(club, user),
        "downloads": [
            {"kind": each.kind, "asked_for_at": _moment(each.created_at, zone)}
            for each in Download.objects.for_club(club).filter(reader=user)
        ],
        "news_seen_until": _moment(seen.until, zone) if seen else None,
    }


def _days(membership: TeamMembership) -> Plain:
    return plain(membership, ("joined_on", "left_on"))


def _given_to(member: Member) -> Iterable[Adjustment]:
    found = Adjustment.objects.for_club(member.club_id).filter(member=member)
    return found.select_related("league").order_by("day", "pk")


def _adjustment(given: Adjustment, zone: ZoneInfo) -> Plain:
    return {
        "league": given.league.name,
        **plain(given, ("day", "points", "reason", "withdraw_reason")),
        "made_at": _moment(given.made_at, zone),
        "withdrawn_at": _moment(given.withdrawn_at, zone),
    }


def _closed_months(club: Club, member: Member) -> list[Plain]:
    """Return somebody's own line of each closing, and the prizes that they won in it."""
    found = []
    closes = MonthClose.objects.for_club(club).select_related("league__club")
    for close in closes.order_by("month", "pk"):
        line = next((row for row in close.rows if row["member"] == member.pk), None)
        if line is None:
            continue
        won = prizes_won(prizes_at(close.league, close), frozen_ranking(club, close))
        found.append(
            {
                "league": close.league.name,
                "month": f"{close.month:%Y-%m}",
                "closed_at": _moment(close.closed_at, club.zone),
                "reopened_at": _moment(close.reopened_at, club.zone),
                "line": {name: value for name, value in line.items() if name != "member"},
                "prizes": [
                    str(each.prize)
                    for each in won
                    if any(winner.member_id == member.pk for winner in each.winners)
                ],
            }
        )
    return found


def _ratings(member: Member) -> list[Plain]:
    points = RatingPoint.objects.for_club(member.club_id).filter(
        member=member, run__is_current=True
    )
    return [
        {
            "league": point.run.league.name,
            **plain(point, ("day", "games", "mean", "deviation")),
        }
        for point in points.select_related("run__league").order_by("run", "day")
    ]


def _live_tables(member: Member) -> list[Plain]:
    seats = LiveSeat.objects.for_club(member.club_id).filter(member=member)
    return [
        {
            "day": seat.live.session.day.isoformat(),
            "table": seat.live.table,
            "number": seat.live.number,
            "seat": seat.seat,
            "state": seat.live.state,
            "opened_at": _moment(seat.live.opened_at, member.club.zone),
        }
        for seat in seats.select_related("live__session").order_by("pk")
    ]


def _tokens_of(member: Member) -> Iterable[ApiToken]:
    return ApiToken.objects.for_club(member.club_id).filter(member=member).order_by("pk")


def _token(token: ApiToken, zone: ZoneInfo) -> Plain:
    return {
        **plain(token, ("name", "scopes", "last_used_on")),
        "made_at": _moment(token.created_at, zone),
        "expires_at": _moment(token.expires_at, zone),
        "revoked_at": _moment(token.revoked_at, zone),
    }


def _imports(club: Club, user: User) -> list[Plain]:
    sheets = SheetImport.objects.for_club(club).filter(created_by=user)
    records = TenhouImport.objects.for_club(club).filter(created_by=user)
    return [
        {"kind": kind, "state": state, "made_at": _moment(made_at, club.zone)}
        for kind, imports in (("spreadsheet", sheets), ("tenhou", records))
        for state, made_at in imports.order_by("pk").values_list("state", "created_at")
    ]


def _games(member: Member, user: User) -> Iterator[Plain]:
    """Yield somebody's games, voided ones too. Seven queries for each 250 of them."""
    games = with_scores(
        Hanchan.objects.for_club(member.club_id)
        .filter(
            pk__in=Seat.objects.for_club(member.club_id).filter(member=member).values("hanchan")
        )
        .select_related("league", "session")
    )
    details = ("seats__member", "penalties", "yakuman", "kyoku")
    for game in games.prefetch_related(*details).order_by("day", "pk").iterator(_TOGETHER):
        yield _game(game, member, user)
        # a game and its rows hold each other: let go, or they wait for the garbage collector
        game._prefetched_objects_cache.clear()  # type: ignore[attr-defined]
        game.counted = []


def _game(game: Hanchan, member: Member, user: User) -> Plain:
    counted, zone = game.settlement, member.club.zone
    assert counted is not None  # every stored game is settled
    seats = [
        {
            "name": seat.member.name_in(member.club),
            "me": seat.member_id == member.pk,
            "points": seat.points if game.points_are_known else None,
            "place": counted.places[seat.seat],
            "score": counted.scores[seat.seat],
            **plain(seat, ("chips", "is_yakitori", "is_substitute", "busted_by")),
        }
        for seat in game.seats.all()
    ]
    return {
        "club": member.club.slug,
        "league": game.league.name,
        **plain(game, ("day", "table", "number", "sticks", "ended_by_time", "remark")),
        "evening": game.session.title,
        "entered_at": _moment(game.entered_at, zone),
        "entered_by_me": game.entered_by_id == user.pk,
        "voided_at": _moment(game.voided_at, zone),
        "void_reason": game.void_reason,
        "seats": seats,
        "penalties": [
            plain(each, ("seat", "kind", "count", "amount", "reason"))
            for each in game.penalties.all()
        ],
        "yakuman": [
            plain(each, ("seat", "name", "discarder", "pao")) for each in game.yakuman.all()
        ],
        "hands": [{"hand": each.told, "points": each.deltas} for each in game.kyoku.all()],
    }


def _events(user: User, members: Sequence[Member]) -> Iterator[Plain]:
    """Yield what they did, and what was done to their entry; of others' entries no values."""
    about = {
        _ENTRY: {key for each in members for key in (each.pk, *(m.pk for m in each.merged.all()))},
        _TOKEN: _keys(ApiToken, members),
        _INVITATION: _keys(Invitation, members),
        _GIVEN: _keys(Adjustment, members),
    }
    wanted = Q(actor=user)
    for beginning, keys in about.items():
        wanted |= Q(type__startswith=beginning, object_id__in=keys)
    events = AuditEvent.objects.across_clubs().filter(wanted).select_related("club")
    for event in events.order_by("pk").iterator(_TOGETHER):
        yield _event(event, user, about)


def _keys(model: Any, members: Sequence[Member]) -> set[int]:
    found = model.objects.across_clubs().filter(member__in=[each.pk for each in members])
    return set(found.values_list("pk", flat=True))


def _event(event: AuditEvent, user: User, about: Mapping[str, Collection[int]]) -> Plain:
    by_me = event.actor_id == user.pk
    about_me = any(
        event.type.startswith(beginning) and event.object_id in keys
        for beginning, keys in about.items()
    )
    found: Plain = {
        "club": event.club.slug,
        "at": _moment(event.at, event.club.zone),
        "type": event.type,
        "object": event.object_id,
        "by_me": by_me,
        "about_me": about_me,
        "reason": event.reason,
    }
    if by_me:
        found["as"] = event.actor_name
    if about_me:
        found |= {"before": event.before, "after": event.after}
    return found
