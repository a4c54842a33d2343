"""What holds for the pages of errors, whoever made them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class ErrorCacheMiddleware:
    """Keeps the pages of errors out of every cache, the browser's own as well.

    They show messages that are told once and say who is logged in. An error that says itself how
    long it holds is left as it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return what the rest of Jancho answers."""
        response = self.get_response(request)
        if response.status_code >= 400:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
