"""How large a body may be, decided by its address before any of it is read, and before any login.

A proxy in front should refuse larger ones by itself (docs/running.md); this holds without one too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from league.core.problems import PROBLEM_JSON, problem

#: bytes of a body anywhere else; what Django itself holds in memory of a form
MOST: Final = 2_500_000
#: bytes beside the file: the form's other fields, and the marks between its parts
_FORM: Final = 1_000_000
#: pages that take files: bytes of all files together, for somebody who is logged in
FILES: Final[Mapping[str, int]] = {
    "club-new": 20_000_000,
    "league:tenhou": 20_000_000,
    "league:sheet-import": 5_000_000,
}

Answer = Callable[[HttpRequest], HttpResponse]


class BodyLimitMiddleware:
    """Refuses bodies that are too large, or of a length that nobody says, without reading them.

    It has to stand before the CSRF check, which reads the form.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: Mapping[str, Any]
    ) -> HttpResponseBase | None:
        """Look at the length alone: one session and login to read, where a page takes files."""
        if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
            return _refusal(request, 411)
        length = _length(request)
        if length <= MOST:
            return None
        found = request.resolver_match
        files = FILES.get(found.view_name) if found else None
        if files is None or length > files + _FORM:
            return _refusal(request, 413)
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return None


def _length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0  # Django reads nothing then


def _refusal(request: HttpRequest, status: int) -> HttpResponse:
    words = {
        411: _("The request does not say how long it is (Content-Length)."),
        413: _("The request is too large."),
    }[status]
    if request.path_info.startswith("/api/"):
        code = {411: "length-needed", 413: "too-big"}[status]
        body = problem(status, {"code": code, "message": words})
        return JsonResponse(body, status=status, content_type=PROBLEM_JSON)
    return render(request, "413.html", {"words": words, "status": status}, status=status)
