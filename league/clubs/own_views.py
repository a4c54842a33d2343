"""One's own account: where it is logged in, and the way to its password and second factor."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache

from league.clubs.account_fields import page
from league.clubs.browsers import browsers_of, end_browser, end_others
from league.clubs.providers import set_up
from league.clubs.views import my_clubs
from league.models import User


@page
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show one's account; a post ends one of its other sessions, or all of them."""
    user, this = request.user, request.session.session_key
    assert isinstance(user, User)
    if request.method == "POST":
        if request.POST.get("do") == "others":
            end_others(user, this)
            messages.success(request, gettext("You are logged out on every other device."))
        elif end_browser(user, request.POST.get("browser", "")):
            messages.success(request, gettext("That device is logged out."))
        return redirect("account")
    context = {
        "browsers": browsers_of(user, this),
        "providers": set_up(),
        "places": my_clubs(user),
    }
    return TemplateResponse(request, "account/index.html", context)
