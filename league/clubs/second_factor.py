"""What Jancho wants of allauth's second factor: a copy of the database opens no login."""

from __future__ import annotations

import base64
import hashlib
from functools import cache

from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from league.core.qr import qr_source


@cache
def _box(keys: tuple[str, ...]) -> MultiFernet:
    made = [hashlib.sha256(f"jancho.second-factor:{key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in made])


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong, or was used before. Wait for the next one."),
        "rate_limited": _("Too many attempts. Wait a few minutes and try again."),
    }

    def _get_site_name(self) -> str:
        return "Jancho"

    def encrypt(self, text: str) -> str:
        return self._keys.encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret; one that nobody knows if SECRET_KEY is no longer the one it had."""
        try:
            return self._keys.decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return generate_totp_secret()  # type: ignore[no-any-return]

    @property
    def _keys(self) -> MultiFernet:
        return _box((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))

    def code_source(self, url: str) -> str:
        """Draw the QR code that an authenticator app reads, as the source of an image."""
        return qr_source(url, scale=5)
