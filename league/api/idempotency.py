"""``Idempotency-Key``: a write that is sent again is answered again, and not done again.

The key is claimed in the transaction of the write, by a unique row. A second call that arrives
while the first is at work waits for that row; if the first fails, its claim goes with its writes
and the second does the work.

An answer may hold a secret, such as the link of an evening pass. It is kept encrypted under
``SECRET_KEY`` and the key it came under, and of that key only a hash is kept: a copy of the
database reads none.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.models import ApiCall, Club

HEADER: Final = "Idempotency-Key"
KEPT: Final = timedelta(days=30)
#: the caller of keys that stand in the body of a game: they are the club's
GAMES: Final = "games"
_KEY: Final = re.compile(r'"?([A-Za-z0-9_-]{8,64})"?')


class KeyTakenError(APIException):
    """The caller has asked for something else under this key."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "key-reused"


class AnswerLostError(APIException):
    """It was done under this key, and SECRET_KEY is no longer the one that its answer had."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "answer-lost"


def key_of(request: Request) -> str | None:
    """The key that a call came with, without the quotes that some programs put around it.

    Raises:
        ValueError: it is no key; says why.
    """
    sent = request.headers.get(HEADER)
    if sent is None:
        return None
    found = _KEY.fullmatch(sent)
    if found is None:
        raise ValueError(_("A key has 8 to 64 letters, digits, “-” and “_”, such as a UUID."))
    return found[1]


def done_once(
    work: Callable[[], Response], *, club: Club, caller: str, key: str, request: Request
) -> Response:
    """Do the work, or give the answer that it had when it was first done.

    Only what succeeded is kept: what was refused has changed nothing and may be sent again.

    Raises:
        KeyTakenError: the key came with another request before.
        AnswerLostError: it was done, and its answer can no longer be read.
    """
    digest = _digest(request)
    with transaction.atomic():
        call = _claim(club, caller, key, digest)
        if call is None:
            return _again(club, caller, key, digest)
        response = work()
        if status.is_success(response.status_code):
            _fill(call, key, response)
        else:
            transaction.set_rollback(True)
    return response


def _claim(club: Club, caller: str, key: str, digest: str) -> ApiCall | None:
    """Take the key; None if it is taken. Waits for a call that is at work under it."""
    kept_as = _hashed(key)
    if ApiCall.objects.for_club(club).filter(caller=caller, key=kept_as).exists():
        return None
    try:
        with transaction.atomic():
            return ApiCall.objects.create(club=club, caller=caller, key=kept_as, digest=digest)
    except IntegrityError:
        return None


def _again(club: Club, caller: str, key: str, digest: str) -> Response:
    call = ApiCall.objects.for_club(club).get(caller=caller, key=_hashed(key))
    if call.digest != digest:
        raise KeyTakenError
    try:
        return _answer(call, key, call.status)
    except InvalidToken as error:
        raise AnswerLostError from error


def _answer(call: ApiCall, key: str, code: int) -> Response:
    data = json.loads(_box(call.caller, key).decrypt(call.body)) if call.body else None
    return Response(data, code, headers={**call.headers, "Idempotency-Hit": "true"})


def _fill(call: ApiCall, key: str, response: Response) -> None:
    call.status = response.status_code
    if response.data is not None:
        body = JSONRenderer().render(response.data)
        call.body = _box(call.caller, key).encrypt(body).decode()
    left_out = ("Content-Type", "Idempotency-Hit")
    call.headers = {name: value for name, value in response.headers.items() if name not in left_out}
    call.save()


def _hashed(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def _box(caller: str, key: str) -> MultiFernet:
    return MultiFernet(
        [
            Fernet(urlsafe_b64encode(salted_hmac(caller, key, secret, algorithm="sha256").digest()))
            for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        ]
    )


def _digest(request: Request) -> str:
    """A fingerprint of what is asked for, with the state that a change was made from."""
    asked = (
        str(request.method),
        request.get_full_path(),
        request.headers.get("If-Match", ""),
        sha256(request._request.body).hexdigest(),
    )
    return sha256("\n".join(asked).encode()).hexdigest()


def keep_entry(club: Club, key: str, response: Response) -> None:
    """Keep the answer to a game's first entry, in the transaction that stores the game."""
    _fill(ApiCall(club=club, caller=GAMES, key=_hashed(key)), key, response)


def entry_again(club: Club, key: str) -> Response | None:
    """The answer to a game's first entry; None if it was no call, or can no longer be read.

    One query.
    """
    call = ApiCall.objects.for_club(club).filter(caller=GAMES, key=_hashed(key)).first()
    if call is None:
        return None
    try:
        return _answer(call, key, status.HTTP_200_OK)
    except InvalidToken:
        return None


def clear_calls() -> None:
    """Forget what was answered more than 30 days ago."""
    ApiCall.objects.across_clubs().filter(created_at__lt=timezone.now() - KEPT).delete()
