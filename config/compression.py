"""Pages are sent compressed to browsers that take it."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

#: what is compressed; workbooks, archives and pictures are already
_TEXTS: Final = ("text/", "application/json", "application/problem+json", "image/svg+xml")


class CompressionMiddleware(GZipMiddleware):
    """Compresses texts that are there in full; what is streamed goes out as it is made.

    Half a millisecond of a page's time. Against BREACH the CSRF token is masked anew for each
    answer, and Django adds up to 100 bytes by chance.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if response.streaming or not response.get("Content-Type", "").startswith(_TEXTS):
            return response
        return super().process_response(request, response)
