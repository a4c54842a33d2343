"""A whole site on PostgreSQL: one club as the services make it, and copies of it made by SQL.

Copies have everything of their own: rules, people, login, games, tallies, ratings, a session and a
token. What a copy's rows point to is shifted by the copy's number, so no row is read to be copied.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models
from django.db.models import Max
from django.test import Client
from django.utils import timezone

from benchmarks.friday import SECRET, STRIDE, session_key
from benchmarks.make_games import make_club, make_month
from league.core.audit import system
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import AuditEvent, Club, User
from league.models import BrowserSession as LoginSession
from league.rankings.rate import rate_league

#: what all games of the copies were played on; it begins a season and ends before the evening
FIRST, LAST = date(2026, 9, 1), date(2026, 11, 15)
_APPS = ("league", "rules")
#: neither the trail, which a copy would have to have begun by itself, nor sessions, made at the end
_LEFT_OUT = (AuditEvent, LoginSession)


def make_clubs(count: int, *, members: int, games: int) -> tuple[str, list[int]]:
    """Fill an empty database with ``count`` equal clubs.

    Needs a role that may switch triggers off, and leaves them on.

    Returns:
        The address of the league in each, and the numbers of the first club's people; those of copy
        k are ``k * STRIDE`` further.
    """
    club, league, people = make_club(members=members)
    make_month(league, people, first=FIRST, last=LAST, games=games)
    rate_league(league)
    issue_token(
        club=club, member=None, name="API", scopes=[Scope.GAMES], days=9, actor=system("benchmark")
    )
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for model in copied():
            cursor.execute(*_copies_of(model, count - 1))
        cursor.execute("SET session_replication_role = DEFAULT")
        for statement in connection.ops.sequence_reset_sql(no_style(), copied()):
            cursor.execute(statement)
    _name_copies()
    _log_in(count)
    return league.slug, [person.pk for person in people]


def copied() -> list[type[models.Model]]:
    """The tables of a club, its links between rows included."""
    found = (apps.get_app_config(name).get_models(include_auto_created=True) for name in _APPS)
    return [model for each in found for model in each if model not in _LEFT_OUT]


def _copies_of(model: type[models.Model], copies: int) -> tuple[str, list[int]]:
    """Say how one table's rows are written again for each copy.

    Raises:
        ValueError: the first club has more rows than numbers are kept for.
    """
    last = model._base_manager.aggregate(last=Max("pk"))["last"] or 0
    if last >= STRIDE:
        raise ValueError(f"{model._meta.db_table} has rows up to {last}")
    quote = connection.ops.quote_name
    fields = model._meta.concrete_fields
    columns = ", ".join(quote(str(field.column)) for field in fields)
    values = ", ".join(_value(field, quote(str(field.column))) for field in fields)
    table = quote(model._meta.db_table)
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values}"
        f" FROM {table}, generate_series(1, %s) AS copy",
        [copies],
    )


def _value(field: models.Field[Any, Any], column: str) -> str:
    """What stands in a copy's column."""
    points_to = field.related_model
    is_own = points_to in copied() if isinstance(points_to, type) else field.primary_key
    if is_own:
        return f"{column} + copy * {STRIDE}"
    if isinstance(field, models.UUIDField):
        return "gen_random_uuid()"
    if field.name == "digest" and field.unique:
        return f"encode(sha256(convert_to('{SECRET}' || copy, 'UTF8')), 'hex')"
    if field.unique:
        return f"{column} || '-' || copy"
    return column


def _name_copies() -> None:
    """Let the first club be found like its copies."""
    User.objects.filter(username="owner").update(username="owner-0")
    Club.objects.filter(slug="bench").update(slug="bench-0")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE league_apitoken SET digest = encode(sha256(%s::bytea), 'hex') WHERE id < %s",
            [f"{SECRET}0".encode(), STRIDE],
        )


def _log_in(count: int) -> None:
    """Give each club's owner a session: :func:`benchmarks.friday.session_key` is its cookie."""
    owner = User.objects.get(username="owner-0")
    client = Client()
    client.force_login(owner)
    store = client.session
    ends = timezone.now() + timedelta(days=9)
    LoginSession.objects.bulk_create(
        (
            LoginSession(
                session_key=session_key(number),
                session_data=store.encode(
                    {**store.load(), "_auth_user_id": str(owner.pk + number * STRIDE)}
                ),
                expire_date=ends,
            )
            for number in range(count)
        ),
        batch_size=2000,
    )
