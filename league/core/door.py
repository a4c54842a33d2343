"""What every request asks the database: its session, login and club, and who that login is there.

Asked anew each time, so that whoever loses a right has lost it at their next request. The ORM takes
longer to put such a question together than the database to answer it, so the statements are
written once; their columns and the conversion of values are still the models' own. Whose a session
is stands in its data, which only Python reads: the process remembers whose it was and asks for
session, login, club and membership at once. Nothing but that guess is remembered; where it was
wrong, the login is asked for as of a session not seen before.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.db import Error, connection, models, transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from league.core.outages import is_outage
from league.models import BrowserSession, Club, Member, User

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
_USER_ID: Final = _USER.names.index("id")
_BELONGS = f"""
    LEFT JOIN {_MEMBER.table} ON {_MEMBER.table}.club_id = {_CLUB.table}.id
        AND {_MEMBER.table}.left_on IS NULL AND {_MEMBER.table}.merged_into_id IS NULL
"""
_LOGIN = f"SELECT {_USER.sql} FROM {_USER.table} WHERE id = %s"  # noqa: S608, columns of ours
_PLACE = f"""
    SELECT {_CLUB.sql}, {_MEMBER.sql} FROM {_CLUB.table}
    {_BELONGS} AND {_MEMBER.table}.user_id = %s WHERE {_CLUB.table}.slug = %s
"""  # noqa: S608, columns of ours
_LOGIN_AND_PLACE = f"""
    SELECT {_USER.sql}, {_CLUB.sql}, {_MEMBER.sql} FROM {_USER.table}
    LEFT JOIN {_CLUB.table} ON {_CLUB.table}.slug = %s
    {_BELONGS} AND {_MEMBER.table}.user_id = {_USER.table}.id WHERE {_USER.table}.id = %s
"""  # noqa: S608, columns of ours
_SESSIONS: Final = BrowserSession._meta.db_table
_SESSION = f"""
    SELECT session_data, last_used_on FROM {_SESSIONS} WHERE session_key = %s AND expire_date > %s
"""  # noqa: S608, a table of ours
_ALL = f"""
    SELECT session_data, last_used_on, {_USER.sql}, {_CLUB.sql}, {_MEMBER.sql} FROM {_SESSIONS}
    LEFT JOIN {_USER.table} ON {_USER.table}.id = %s
    LEFT JOIN {_CLUB.table} ON {_CLUB.table}.slug = %s
    {_BELONGS} AND {_MEMBER.table}.user_id = {_USER.table}.id
    WHERE session_key = %s AND expire_date > %s
"""  # noqa: S608, columns of ours

#: whose session it was when it last opened a login, by a hash of its key
_opened: dict[int, int] = {}
_MOST_OPENED: Final = 10_000


def forget_sessions() -> None:
    """Guess nothing: the next request of each session asks as the first did."""
    _opened.clear()


def _remember(session: int | None, user_id: int) -> None:
    if session is None:
        return
    if len(_opened) >= _MOST_OPENED:
        forget_sessions()
    _opened[session] = user_id


@dataclass(slots=True)
class _Entrance:
    """The club that a login is looked up for, and what the database said of both at once."""

    slug: str
    session: int | None = None  # its name among those that were opened
    guessed: Sequence[Any] = ()  # login and place, as they came with the session
    user_id: int | None = None
    place: Sequence[Any] = ()


#: set while a request enters a club
_entrance: ContextVar[_Entrance | None] = ContextVar("entrance", default=None)


def _first(statement: str, *values: str | int | None) -> Sequence[Any] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row: Sequence[Any] | None = cursor.fetchone()
    return row


class SessionStore(db.SessionStore):
    """Django's sessions in the database. One query to load, which asks for the login too.

    The row names the login that the session opens, so that people see where they are logged in,
    and end it there. The first request of a day notes the day: a second query.
    """

    def load(self) -> dict[str, Any]:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        entrance, session = _entrance.get(), hash(self.session_key)
        guess = _opened.get(session)
        if entrance is not None:
            entrance.session = session
        if entrance is None or guess is None:
            row = _first(_SESSION, self.session_key, now)
        else:
            row = _first(_ALL, guess, entrance.slug, self.session_key, now)
            entrance.guessed = row[2:] if row is not None else ()
        if row is None:
            self._session_key = None  # as Django's: an ended session is not written to again
            return {}
        today = timezone.now().date()
        if str(row[1]) != today.isoformat():
            self._note_use(today)
        return self.decode(row[0])

    def _note_use(self, today: date) -> None:
        """Write down that the session is used today, unless nothing can be written just now."""
        try:
            with transaction.atomic():
                used = BrowserSession.objects.filter(session_key=self.session_key)
                used.update(last_used_on=today)
        except Error as error:
            if not is_outage(error):
                raise

    @classmethod
    def get_model_class(cls) -> type[BrowserSession]:
        return BrowserSession

    def create_model_instance(self, data: dict[str, Any]) -> BrowserSession:
        row = super().create_model_instance(data)
        assert isinstance(row, BrowserSession)
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.browser = data.get(_BROWSER, "")
        row.last_used_on = timezone.now().date()
        return row


#: where a session keeps what its browser says of itself
_BROWSER: Final = "browser"


@receiver(user_logged_in)
def _note_browser(request: HttpRequest, **_kwargs: object) -> None:
    request.session[_BROWSER] = request.META.get("HTTP_USER_AGENT", "")[:200]


class LoginBackend(AuthenticationBackend):  # type: ignore[misc]
    def get_user(self, user_id: int) -> User | None:
        """Find the login of a session, unless it was closed. One query, or none after a guess.

        Who enters a club is asked for together with the club.
        """
        entrance = _entrance.get()
        row: Sequence[Any] | None
        if entrance is None:
            row = _first(_LOGIN, user_id)
        elif entrance.guessed and entrance.guessed[_USER_ID] == user_id:
            row = entrance.guessed
        else:
            row = _first(_LOGIN_AND_PLACE, entrance.slug, user_id)
        if row is None:
            return None
        if entrance is not None:
            entrance.user_id, entrance.place = user_id, row[len(_USER.names) :]
        user = _USER.instance(row[: len(_USER.names)])
        return user if self.user_can_authenticate(user) else None


def who_enters(request: HttpRequest, slug: str) -> tuple[User | None, Club | None, Member | None]:
    """Find the request's login, a club, and the membership there, unless they left.

    One query after that of the session, or with it. Whether the session still opens the login is
    for Django to say: what was found beside a login counts only if it does.
    """
    entrance = _Entrance(slug)
    before = _entrance.set(entrance)
    try:
        user = request.user if isinstance(request.user, User) else None
    finally:
        _entrance.reset(before)
    if user is not None and entrance.user_id == user.pk:
        _remember(entrance.session, user.pk)
        return user, *_placed(entrance.place, user)
    return user, *club_and_member(slug, user)


def club_and_member(slug: str, user: User | None) -> tuple[Club | None, Member | None]:
    """Find a club and a login's membership there, unless they left. One query."""
    row = _first(_PLACE, user.pk if user else None, slug)
    return _placed(row, user) if row is not None else (None, None)


def _placed(row: Sequence[Any], user: User | None) -> tuple[Club | None, Member | None]:
    of_club, of_member = row[: len(_CLUB.names)], row[len(_CLUB.names) :]
    club = _CLUB.instance(of_club) if of_club[0] is not None else None
    if club is None or of_member[0] is None:
        return club, None
    member = _MEMBER.instance(of_member)
    member.club, member.user = club, user
    return club, member
