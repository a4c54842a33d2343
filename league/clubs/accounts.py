"""What Jancho wants of django-allauth: no sign-up, no mail, pages only."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from league.core.throttles import counted_address
from league.models import Member, User

_WRONG = _("Wrong login name or password.")
_TOO_OFTEN = _("Too many attempts. Wait a few minutes and try again.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    # One sentence for every failed login: it tells nobody which names exist.
    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _WRONG,
        "email_password_mismatch": _WRONG,
        "invalid_login": _WRONG,
        "too_many_login_attempts": _TOO_OFTEN,
        "rate_limited": _TOO_OFTEN,
        "username_taken": _("This login name is taken."),
        "username_blacklisted": _("This login name cannot be used. Choose another one."),
        "enter_current_password": _("This is not your current password."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Return False: organizers issue logins, nobody signs up."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Return whether a login may redirect to ``url``; False for an invalid address."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return what the address counts as; nothing but limits asks for it."""
        return counted_address(super().get_client_ip(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        # allauth counts wrong guesses by login and Host: five from anywhere would lock the owner
        # out, and another Host would give a guesser five more. Count by who guesses at what.
        login = str(credentials.get("email") or credentials.get("username") or "").lower()
        return f"{self.get_client_ip(request)}:{login}"

    def is_ajax(self, request: HttpRequest) -> bool:
        """Return False: allauth's JSON would expose tokens in a second way."""
        return False

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("clubs")


class LinkTokenGenerator(PasswordResetTokenGenerator):
    """Django's tokens, also invalid after a younger one, or once the login has gained rights.

    Who may issue a link depends on the member's role and clubs (``may_reset``): a link made for
    a scorer must not open the login of the owner or operator that they have become since.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        places = Member.objects.across_clubs().filter(user=user.pk).order_by("pk")
        trusted = {Member.Role.ORGANIZER, Member.Role.OWNER}
        trust = [
            (club, role if role in trusted else "")
            for club, role in places.values_list("club", "role")
        ]
        state = f"{trust}{user.is_staff}{user.links_made}"
        return f"{super()._make_hash_value(user, timestamp)}{state}"
