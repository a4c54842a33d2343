"""Django's admin, cut down: every table of ours to look at; clubs, logins and jobs to put right.

Nothing is added or deleted here, and no secret is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from django import forms
from django.apps import apps
from django.contrib import admin, messages
from django.db import models
from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from league.clubs.invitations import DAYS, founding_link, revoke_founding_link
from league.clubs.write import update_club
from league.core.errors import LeagueError
from league.models import BrowserSession, Club, FoundingLink, Job, User
from league.models.scoped import ClubQuerySet
from league.operators.access import is_confirmed, is_operator, turned_away
from league.operators.write import fail_job, operator, retry_job, set_login_open

#: what opens something, or is a person's own, and files, which are too large for a page
_HIDDEN: Final = frozenset({"password", "digest", "nonce", "last_login", "links_made"})

View = Callable[..., Any]


class OperatorSite(admin.AdminSite):
    site_title = _("Operator’s tool")
    site_header = _("Operator’s tool")
    index_title = _("Tables")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return is_operator(request) and is_confirmed(request)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Let nobody past who is no operator with a second factor."""
        inner = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return turned_away(request) or inner(request, *args, **kwargs)

        return guarded

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Return the pages that are needed; logins and passwords have theirs elsewhere."""
        found: list[URLPattern | URLResolver] = [
            path("", require_safe(self.admin_view(self.index)), name="index"),
            path("jsi18n/", require_safe(self.admin_view(self.i18n_javascript)), name="jsi18n"),
        ]
        for model, model_admin in self._registry.items():
            inner = include(model_admin.get_urls())
            found.append(path(f"{model._meta.app_label}/{model._meta.model_name}/", inner))
        page = require_safe(self.admin_view(self.app_index))
        return [*found, path("<slug:app_label>/", page, name="app_list")]


class Table(admin.ModelAdmin):  # type: ignore[type-arg]
    """A table to look at."""

    list_per_page = 50
    show_full_result_count = False
    sortable_by = ()
    actions: Any = None
    #: fields of the form; all others are only shown
    editable: ClassVar[tuple[str, ...]] = ()

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        many, one = self._view(self.changelist_view), self._view(self.change_view)
        listed = require_http_methods(["GET", "HEAD", "POST"] if self.actions else ["GET", "HEAD"])
        shown = require_http_methods(["GET", "HEAD", "POST"] if self.editable else ["GET", "HEAD"])
        return [
            path("", listed(many), name=f"{name}_changelist"),
            path("<path:object_id>/change/", shown(one), name=f"{name}_change"),
        ]

    def _view(self, view: View) -> View:
        return self.admin_site.admin_view(view)

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        found: models.QuerySet[Any] = self.model._default_manager.all()
        if isinstance(found, ClubQuerySet):
            found = found.across_clubs()
        return found.order_by("-pk")

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """Find what a page shows.

        Raises:
            Http404: there is none.
        """
        found = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        fields = self.opts.concrete_fields
        return [f.name for f in fields if f.name not in _HIDDEN and not _is_file(f)]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return [name for name in self.get_fields(request) if name not in self.editable]

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        """Return the short fields, and the club: to name other rows would ask for each of them."""
        short = [
            field.name
            for field in self.opts.concrete_fields
            if field.name in self.get_fields(request)
            and (field.name == "club" or not isinstance(field, _LONG))
        ]
        return short[:8]

    def get_list_select_related(self, request: HttpRequest) -> list[str]:
        return [name for name in self.get_list_display(request) if name == "club"]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return True

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(self.editable)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


_LONG = (models.ForeignKey, models.JSONField, models.TextField, models.BinaryField)


def _is_file(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.BinaryField)


class Clubs(Table):
    editable = ("name", "visibility")
    search_fields = ("name", "slug")

    def save_model(
        self, request: Any, obj: Club, form: forms.ModelForm[Club], change: bool
    ) -> None:
        club = Club.objects.get(pk=obj.pk)
        update_club(club=club, values=form.cleaned_data, actor=operator(request.user))


class Logins(Table):
    editable = ("is_active",)
    search_fields = ("username", "email")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Nobody closes their own login by mistake."""
        own = ["is_active"] if obj is not None and obj == request.user else []
        return [*super().get_readonly_fields(request, obj), *own]

    def save_model(
        self, request: Any, obj: User, form: forms.ModelForm[User], change: bool
    ) -> None:
        if "is_active" in form.changed_data:
            set_login_open(login=obj, is_open=obj.is_active, actor=operator(request.user))


class Jobs(Table):
    actions = ("retry", "fail")
    list_filter = ("state", "kind")

    @admin.action(description=_("Try the chosen jobs again"))
    def retry(self, request: Any, chosen: models.QuerySet[Job]) -> None:
        self._each(request, chosen, retry_job)

    @admin.action(description=_("End the chosen jobs as failed"))
    def fail(self, request: Any, chosen: models.QuerySet[Job]) -> None:
        self._each(request, chosen, fail_job)

    def _each(self, request: Any, chosen: models.QuerySet[Job], do: Callable[..., None]) -> None:
        done = 0
        for job in chosen.select_related("club"):
            try:
                do(job=job, actor=operator(request.user))
                done += 1
            except LeagueError as error:
                messages.error(request, f"{job.pk}: {error.message}")
        if done:
            words = ngettext("%(count)s job changed.", "%(count)s jobs changed.", done)
            messages.success(request, words % {"count": done})


class FoundingLinks(Table):
    """Links by which clubs are founded where FOUNDING is ``invited``; one is shown once."""

    actions = ("revoke",)

    def get_urls(self) -> list[URLPattern]:
        add = require_http_methods(["GET", "HEAD", "POST"])(self._view(self.add_view))
        name = f"{self.opts.app_label}_{self.opts.model_name}_add"
        return [path("add/", add, name=name), *super().get_urls()]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return True

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        return super().get_fields(request, obj) if obj is not None else ["note"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        return super().get_readonly_fields(request, obj) if obj is not None else []

    def save_model(
        self, request: Any, obj: FoundingLink, form: forms.ModelForm[FoundingLink], change: bool
    ) -> None:
        made, secret = founding_link(days=DAYS[0], note=obj.note, actor=request.user)
        obj.pk = made.pk
        link = request.build_absolute_uri(reverse("club-new-invited", args=[secret]))
        words = _("The link for one new club, shown only now: %(link)s")
        messages.success(request, words % {"link": link})

    @admin.action(description=_("Revoke the chosen links"))
    def revoke(self, request: Any, chosen: models.QuerySet[FoundingLink]) -> None:
        ended = sum(revoke_founding_link(link=link) for link in chosen)
        words = ngettext("%(count)s link revoked.", "%(count)s links revoked.", ended)
        messages.success(request, words % {"count": ended})


_OWN: Final[dict[type[models.Model], type[Table]]] = {
    **{Club: Clubs, User: Logins, Job: Jobs, FoundingLink: FoundingLinks},
}


def _made() -> OperatorSite:
    made = OperatorSite()
    for label in ("league", "rules"):
        for model in apps.get_app_config(label).get_models():
            if model is BrowserSession:  # its key is in its address, and opens somebody's login
                continue
            made.register(model, _OWN.get(model, Table))
    return made


site = _made()
