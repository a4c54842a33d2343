"""Whose browsers are logged in: Django's session, with the login that it opens."""

from __future__ import annotations

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils.translation import pgettext_lazy


class BrowserSession(AbstractBaseSession):
    """A session. What stands beside its data says the same as the data, for lists of one's own."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="browser_sessions",
        editable=False,
    )
    #: what the browser said of itself when it logged in
    browser = models.CharField(max_length=200, default="", editable=False)
    #: the day by the server's clock; written once a day at most
    last_used_on = models.DateField(null=True, editable=False)

    class Meta(AbstractBaseSession.Meta):
        verbose_name = pgettext_lazy("table", "browser’s session")  # type: ignore[assignment]
        verbose_name_plural = pgettext_lazy("table", "browsers’ sessions")  # type: ignore[assignment]

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        store: type[SessionBase] = import_module(settings.SESSION_ENGINE).SessionStore
        return store
