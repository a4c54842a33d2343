"""A page for whoever opens an address that only takes what a form sends."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render


class MethodMiddleware:
    """Gives the empty answer 405 a page like other errors; keeps ``Allow``.

    The usual cause: a session ends, a form is sent, and the login leads back to its address.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        found = request.resolver_match
        slug = found.kwargs.get("club_slug", "") if found else ""
        page = render(request, "405.html", {"club_slug": slug}, status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
