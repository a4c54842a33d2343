"""What holds for the pages of errors, whoever made them."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


class ErrorCacheMiddleware:
    """Prevents error pages from being cached, even by the browser.

    They contain one-time messages and the user's name. An error with its own cache lifetime is left
    as it is.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code >= 400:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response
