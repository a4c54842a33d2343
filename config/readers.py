"""Who reads is asked anew by each request. Apart: the door loads the others before models."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from league.models.names import each_reader_anew


class ReaderMiddleware:
    """Forgets after each request for whom names were read: the thread answers others next."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with each_reader_anew():
            return self.get_response(request)
