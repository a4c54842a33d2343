"""Who may use the operator's tool: logins marked so, confirmed by a second factor.

``is_staff`` is that mark; ``manage.py operator`` alone sets it. It gives no rights in any club.
"""

from __future__ import annotations

import time
from typing import Final

from allauth.account.internal.flows.login import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode

from league.models import User

#: seconds for which a confirmed second factor is good
CONFIRMED_FOR: Final = 12 * 60 * 60


def is_operator(request: HttpRequest) -> bool:
    user = request.user
    return isinstance(user, User) and user.is_active and user.is_staff


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether this session was opened or confirmed by a code, not long ago."""
    records = get_authentication_records(request, request.user)
    codes = [record["at"] for record in records if record["method"] == "mfa"]
    return bool(codes) and time.time() - max(codes) < CONFIRMED_FOR


def turned_away(request: HttpRequest) -> HttpResponse | None:
    """Return where to go first: to log in, to set up a second factor, or to confirm it.

    Raises:
        Http404: to anybody else this address does not exist.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not is_operator(request):
        raise Http404
    if not is_mfa_enabled(request.user, [Authenticator.Type.TOTP]):
        return HttpResponseRedirect(reverse("mfa_index"))
    if not is_confirmed(request):
        back = urlencode({"next": request.get_full_path()})
        return HttpResponseRedirect(f"{reverse('mfa_reauthenticate')}?{back}")
    return None
