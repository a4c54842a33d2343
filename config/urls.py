"""Which address leads to which app."""

from __future__ import annotations

from django.urls import include, path
from django.views.i18n import set_language

from league.clubs import account_views as accounts
from league.clubs import founding_views as founding
from league.clubs import pass_views as passes
from league.clubs import views as clubs
from league.demo import gallery
from league.demo import views as demo
from league.operators import site as operators

urlpatterns = [
    path("", clubs.club_list, name="clubs"),
    path("clubs/new/", founding.club_new, name="club-new"),
    path("demo/login/", demo.demo_login, name="demo-login"),
    path("pass/<str:token>/", passes.use_pass, name="use-pass"),
    path("c/<slug:club_slug>/", include("league.urls")),
    path("api/v1/", include("league.api.urls")),
    path("rules/", include("league.rulebook.library_urls")),
    path("accounts/", include(accounts.urlpatterns)),
    path("operator/", operators.site.urls),
    path("language/", set_language, name="set_language"),
    path("components/", gallery.gallery, name="gallery"),
]

handler500 = "config.middleware.server_error"
