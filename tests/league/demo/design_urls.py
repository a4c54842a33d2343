"""The addresses that the shell around every page links to, with nothing behind them."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path
from django.views.i18n import set_language

from league.demo.gallery import gallery


def nothing(request: HttpRequest, **kwargs: str) -> HttpResponse:
    """Answer an empty page."""
    return HttpResponse()


club_pages = [
    path(f"{name}/", nothing, name=name)
    for name in ("enter", "sessions", "rankings", "members", "rules", "settings")
]
club_pages += [
    path("", nothing, name="home"),
    path("leagues/<slug:league_slug>/", nothing, name="ranking"),
]

urlpatterns = [
    path("", nothing, name="clubs"),
    path("c/<slug:club_slug>/", include((club_pages, "league"))),
    path("language/", set_language, name="set_language"),
    path("login/", nothing, name="account_login"),
    path("logout/", nothing, name="account_logout"),
    path("password/", nothing, name="account_change_password"),
    path("account/", nothing, name="account"),
    path("second-factor/", nothing, name="mfa_index"),
    path("manifest.webmanifest", nothing, name="app-manifest"),
    path("sw.js", nothing, name="app-worker"),
    path("offline/", nothing, name="app-away"),
    path("components/", gallery, name="gallery"),
]
