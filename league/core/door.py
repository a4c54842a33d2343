"""What every request asks the database: its session, login and club, and who that login is there.

Asked anew each time, so that whoever loses a right has lost it at their next request. The ORM takes
longer to put such a question together than the database to answer it, so the statements are
written once; their columns and the conversion of values are still the models' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.sessions.backends import db
from django.db import connection, models
from django.utils import timezone

from league.models import Club, Member, User

M = TypeVar("M", bound=models.Model)


class _Columns(Generic[M]):
    """All columns of a model in a statement, and the model's instances made of them."""

    def __init__(self, model: type[M]) -> None:
        self.model = model
        self.fields = model._meta.concrete_fields
        self.names = [field.attname for field in self.fields]
        self.table = f'"{model._meta.db_table}"'
        self.sql = ", ".join(f'{self.table}."{field.column}"' for field in self.fields)

    @cached_property
    def _conversions(self) -> list[tuple[int, Any, list[Any]]]:
        """The values that the database gives otherwise than Python has them, by their place."""
        found = []
        for place, field in enumerate(self.fields):
            column = field.cached_col
            steps = connection.ops.get_db_converters(column) + column.get_db_converters(connection)
            if steps:
                found.append((place, column, steps))
        return found

    def instance(self, row: Sequence[Any]) -> M:
        values = list(row)
        for place, column, steps in self._conversions:
            for step in steps:
                values[place] = step(values[place], column, connection)
        return self.model.from_db(connection.alias, self.names, values)


_USER, _CLUB, _MEMBER = _Columns(User), _Columns(Club), _Columns(Member)
_LOGIN = f"SELECT {_USER.sql} FROM {_USER.table} WHERE id = %s"  # noqa: S608, columns of ours
_PLACE = f"""
    SELECT {_CLUB.sql}, {_MEMBER.sql} FROM {_CLUB.table}
    LEFT JOIN {_MEMBER.table} ON {_MEMBER.table}.club_id = {_CLUB.table}.id
        AND {_MEMBER.table}.user_id = %s
        AND {_MEMBER.table}.left_on IS NULL AND {_MEMBER.table}.merged_into_id IS NULL
    WHERE {_CLUB.table}.slug = %s
"""  # noqa: S608, columns of ours
_SESSION = """
    SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s
"""


def _first(statement: str, *values: str | int | None) -> Sequence[Any] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row: Sequence[Any] | None = cursor.fetchone()
    return row


class SessionStore(db.SessionStore):
    """Django's sessions in the database. One query to load."""

    def load(self) -> dict[str, Any]:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        row = _first(_SESSION, self.session_key, now)
        if row is None:
            self._session_key = None  # as Django's: an ended session is not written to again
            return {}
        return self.decode(row[0])


class LoginBackend(AuthenticationBackend):  # type: ignore[misc]
    def get_user(self, user_id: int) -> User | None:
        """Find the login of a session, unless it was closed. One query."""
        row = _first(_LOGIN, user_id)
        user = _USER.instance(row) if row is not None else None
        return user if user is not None and self.user_can_authenticate(user) else None


def club_and_member(slug: str, user: User | None) -> tuple[Club | None, Member | None]:
    """Find a club and the login's membership there, unless they left. One query."""
    row = _first(_PLACE, user.pk if user else None, slug)
    if row is None:
        return None, None
    club, belongs = _CLUB.instance(row[: len(_CLUB.names)]), row[len(_CLUB.names) :]
    if belongs[0] is None:
        return club, None
    member = _MEMBER.instance(belongs)
    member.club, member.user = club, user
    return club, member
