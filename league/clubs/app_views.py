"""Jancho as an app on a phone: its manifest, its service worker, and the page without a network."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.core.access import HtmxRequest, Visit, club_page
from league.core.permissions import Action

_HOUR = 60 * 60
_ICONS = (("192", "any"), ("512", "any"), ("512", "maskable"))


@require_safe
def manifest(_request: HttpRequest) -> HttpResponse:
    """Say how the app is called and looks; the same for everybody, so in Japanese."""
    icons = [
        {
            "src": static(f"img/app-{purpose}-{size}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": purpose,
        }
        for size, purpose in _ICONS
    ]
    said = {
        "id": "/",
        "name": "雀帳 Jancho",
        "short_name": "雀帳",
        "description": "麻雀クラブの対局結果と順位表",
        "lang": "ja",
        "start_url": reverse("clubs"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6f3ea",
        "theme_color": "#0e4434",
        "icons": icons,
    }
    return HttpResponse(
        json.dumps(said, ensure_ascii=False),
        content_type="application/manifest+json",
        headers={"Cache-Control": f"public, max-age={_HOUR}"},
    )


@require_safe
def worker(_request: HttpRequest) -> HttpResponse:
    """Load the service worker; from here, because a worker serves what is below its own address."""
    facts = {"away": reverse("app-away")}
    text = f"self.jancho = {json.dumps(facts)};\nimport {json.dumps(static('js/worker.js'))};\n"
    return HttpResponse(
        text,
        content_type="text/javascript; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
def away(request: HttpRequest) -> HttpResponse:
    """Show the page that the worker keeps for want of a network; nothing in it is anybody's."""
    page = render(request, "away.html")
    page.headers["Cache-Control"] = "no-cache"
    return page


@club_page(Action.READ)
def reader(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """Say under whom a request would come now, with a token to send by, and the server's time."""
    said = {
        "reader": visit.reader,
        "token": get_token(request),
        "now": int(timezone.now().timestamp() * 1000),
    }
    return JsonResponse(said, headers={"Cache-Control": "private, no-store"})
