"""Which address leads to which app."""

from __future__ import annotations

from django.urls import include, path
from django.views.i18n import set_language

from league.archive.own_data import own_data
from league.clubs import account_views as accounts
from league.clubs import app_views as app
from league.clubs import founding_views as founding
from league.clubs import invitation_views as invitations
from league.clubs import link_views as links
from league.clubs import pass_views as passes
from league.clubs import views as clubs
from league.demo import gallery
from league.demo import views as demo
from league.operators import site as operators

urlpatterns = [
    path("", clubs.club_list, name="clubs"),
    path("clubs/new/", founding.club_new, name="club-new"),
    path("clubs/new/<str:founding_secret>/", founding.club_new_invited, name="club-new-invited"),
    path("invitation/<str:secret>/", invitations.invitation, name="invitation"),
    path("demo/login/", demo.demo_login, name="demo-login"),
    path("pass/<str:token>/", passes.use_pass, name="use-pass"),
    path("look/<str:reading_secret>/", links.look, name="look"),
    path("look/<str:reading_secret>/board/", links.look_board, name="look-board"),
    path("embed/<str:ranking_secret>/", links.embed, name="embed"),
    path("c/<slug:club_slug>/", include("league.urls")),
    path("api/v1/", include("league.api.urls")),
    path("rules/", include("league.rulebook.library_urls")),
    path("accounts/data.json", own_data, name="account-data"),
    path("accounts/", include(accounts.urlpatterns)),
    path("operator/", operators.site.urls),
    path("manifest.webmanifest", app.manifest, name="app-manifest"),
    path("sw.js", app.worker, name="app-worker"),
    path("offline/", app.away, name="app-away"),
    path("language/", set_language, name="set_language"),
    path("components/", gallery.gallery, name="gallery"),
]

handler500 = "config.middleware.server_error"
