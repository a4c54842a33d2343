"""The two addresses that load balancers and containers ask."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse

from league.upkeep.readiness import NEEDED, OK, Readiness

Answer = Callable[[HttpRequest], HttpResponse]


class HealthMiddleware:
    """Answers ``/healthz``: the process is up; ``/readyz``: it can serve a club's pages.

    They are answered before every other middleware, because what asks is a load balancer or a
    container engine: it knows no allowed host, follows no redirect to https and has no session.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.readiness = Readiness()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return 200 or 503 with JSON that names the parts; pass other addresses on.

        A part that no page needs is named, and the answer is 200 all the same: to take a server
        out because its cache is away would leave the club with none.
        """
        if request.path == "/healthz":
            return _answer({"process": OK}, "ok")
        if request.path == "/readyz":
            states = self.readiness.states()
            wrong = {part for part, state in states.items() if state != OK}
            word = "unavailable" if wrong & NEEDED else "degraded" if wrong else "ok"
            return _answer(states, word)
        return self.get_response(request)


def _answer(parts: dict[str, str], status: str) -> HttpResponse:
    return JsonResponse(
        {"status": status, **parts},
        status=503 if status == "unavailable" else 200,
        headers={
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Referrer-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        },
    )
