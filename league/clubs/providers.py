"""Accounts of LINE, Google and Discord that open a login: which are set up, and whose they are.

Nothing of a provider is kept but the number that it gives an account and the name shown there: no
token, no address. Addresses match nobody (adr/0032).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, get_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from requests import RequestException

from league.core.errors import LeagueError
from league.core.naming import cleaned, is_readable
from league.models import User

T = TypeVar("T")

logger = logging.getLogger(__name__)

_NAME_LENGTH: Final = 60


@dataclass(frozen=True)
class Provider:
    """A provider as Jancho uses it: the least that it can be asked for."""

    key: str
    name: str
    scope: tuple[str, ...]
    has_pkce: bool
    site: str  # where browsers are sent, for the policy of pages with its button
    uid: re.Pattern[str]


PROVIDERS: Final = {
    each.key: each
    for each in (
        # its automatic login goes by way of other hosts
        Provider(
            "line", "LINE", ("profile",), True, "https://*.line.me", re.compile("U[0-9a-f]{32}")
        ),
        Provider(
            "google",
            "Google",
            ("openid", "profile"),
            True,
            "https://accounts.google.com",
            re.compile("[0-9]{1,191}"),
        ),
        Provider(
            "discord",
            "Discord",
            ("identify",),
            False,
            "https://discord.com",
            re.compile("[0-9]{1,20}"),
        ),
    )
}


def set_up() -> list[Provider]:
    """Return the providers that the settings name."""
    return [PROVIDERS[key] for key in settings.LOGIN_PROVIDERS]


class ProviderAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    def get_app(
        self, request: HttpRequest, provider: str, client_id: str | None = None
    ) -> SocialApp:
        """Read id and secret from the settings alone; allauth would ask the database too."""
        kept_id, secret = settings.LOGIN_PROVIDERS[provider]
        used = PROVIDERS[provider]
        options = {"scope": used.scope, "oauth_pkce_enabled": used.has_pkce}
        return SocialApp(provider=provider, client_id=kept_id, secret=secret, settings=options)


#: no answer, one that refuses, and what an unreadable one breaks in its readers
_NO_ANSWER: Final = (
    *(OAuth2Error, RequestException),
    *(AttributeError, KeyError, TypeError, ValueError, ImproperlyConfigured),
    *(OverflowError, RecursionError),
)


class NoAnswerError(Exception):
    """A provider did not say whose account it is, or not in a way that can be read."""


def account_at(request: HttpRequest, provider: Provider, verifier: str | None) -> SocialAccount:
    """Ask the provider who has come back with its code. Two calls, of at most five seconds each.

    Args:
        request: the visit to the callback's address.
        provider: which provider.
        verifier: that of PKCE, if the provider was sent its challenge.

    Returns:
        The account, not stored: its number and the name shown at the provider.

    Raises:
        NoAnswerError: it did not say, or not in a way that can be read.
    """
    asked = get_adapter().get_provider(request, provider.key)
    adapter = asked.get_oauth2_adapter(request)
    try:
        client = adapter.get_client(request, asked.app)
        answer = adapter.get_access_token_data(request, asked.app, client, verifier)
        token = adapter.parse_token(answer)
        found = adapter.complete_login(request, asked.app, token, response=answer).account
        name = asked.wrap_account(found).to_str()
    except _NO_ANSWER as error:
        # The kind of error alone: its text may hold what the provider sent.
        logger.warning("%s gave no account: %s", provider.name, type(error).__name__)
        raise NoAnswerError from error
    if not provider.uid.fullmatch(found.uid):
        logger.warning("%s gave no account: its number is none", provider.name)
        raise NoAnswerError
    return SocialAccount(provider=provider.key, uid=found.uid, extra_data=_kept(name, provider))


def _kept(name: object, provider: Provider) -> dict[str, Any]:
    shown = cleaned(str(name))[:_NAME_LENGTH]
    return {"name": shown if is_readable(shown) else provider.name}


def known_account(account: SocialAccount) -> SocialAccount | None:
    """Find the account that opens a login, and note that it is used. Two queries."""
    rows = SocialAccount.objects.filter(provider=account.provider, uid=account.uid)
    known: SocialAccount | None = rows.select_related("user").first()
    # as an update: with the login, the row may be gone by now
    if known and rows.update(extra_data=account.extra_data, last_login=timezone.now()):
        return known
    return None


def connected(user: User) -> QuerySet[SocialAccount]:
    found: QuerySet[SocialAccount] = SocialAccount.objects.filter(user=user).order_by("pk")
    return found


@transaction.atomic
def connect(*, user: User, account: SocialAccount) -> None:
    """Let an account open a login; one that does already stays as it is.

    Raises:
        LeagueError: it opens another login, or this one was deleted a moment ago.
    """
    _lock(user)
    kept, _is_new = SocialAccount.objects.get_or_create(
        provider=account.provider,
        uid=account.uid,
        defaults={"user": user, "extra_data": account.extra_data},
    )
    if kept.user_id != user.pk:
        raise LeagueError(_("It already opens another login. Disconnect it there first."))


@transaction.atomic
def give_up(*, user: User, way: SocialAccount | Authenticator, end: Callable[[], T]) -> T:
    """End a way to log in.

    Args:
        user: whose it is.
        way: a connected account or a passkey.
        end: deletes it.

    Raises:
        LeagueError: it is the last one.
    """
    if not has_other_way(_lock(user), but=way):
        words = _(
            "This is your only way to log in. Choose a password, add a passkey or connect an "
            "account first."
        )
        raise LeagueError(words)
    return end()


def has_other_way(user: User, *, but: SocialAccount | Authenticator) -> bool:
    """Return whether a login still opens without one of its accounts or passkeys. Two queries."""
    if user.has_usable_password():
        return True
    passkeys = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    accounts = connected(user).filter(provider__in=settings.LOGIN_PROVIDERS)
    ways = (passkeys, accounts)
    return any(
        (rows.exclude(pk=but.pk) if isinstance(but, rows.model) else rows).exists() for rows in ways
    )


def _lock(user: User) -> User:
    """Lock the login: two ways may not go at once, and one that was deleted gets none.

    Raises:
        LeagueError: it was deleted a moment ago.
    """
    found = User.objects.select_for_update().filter(pk=user.pk, is_active=True).first()
    if found is None:
        raise LeagueError(_("Your account has changed just now. Please try again."))
    return found
