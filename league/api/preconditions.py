"""``ETag`` and ``If-Match``: a change says which state of the thing it was made from.

A tag is the thing's revision and a hash of the answer that it came with: ``"3-9f2c1a7be04d"``. The
whole tag tells whether an answer is still the same (scores may change while the revision stays),
the revision alone whether a change may be made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.http import HttpResponseNotModified
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError

_TAG = re.compile(r'"([0-9]{1,10})-[0-9a-f]{12}"')


class UnconditionalError(APIException):
    """A change that does not say from which state it was made."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "revision-needed"


def tagged(
    request: Request, body: Mapping[str, Any], revision: int, *, code: int = 200, **headers: str
) -> Response | HttpResponseNotModified:
    """An answer with its tag; 304 to a read that has this answer already."""
    digest = sha256(JSONRenderer().render(body)).hexdigest()[:12]
    tag = f'"{revision}-{digest}"'
    if request.method in ("GET", "HEAD") and tag in _plain(request.headers.get("If-None-Match")):
        return HttpResponseNotModified(headers={"ETag": tag})
    return Response(body, code, headers={"ETag": tag, **headers})


def _plain(header: str | None) -> list[str]:
    """The tags of a header, without the W/ that a proxy may have put before one."""
    return [tag.removeprefix("W/") for tag in parse_etags(header or "")]


def read_revision(request: Request, told: int | None) -> int:
    """The revision that a change was made from.

    Args:
        request: its ``If-Match`` names the tag of the answer that was read.
        told: the ``revision`` of the body.

    Raises:
        BadRequestError: the header is no tag of ours, or disagrees with the body.
        UnconditionalError: neither says it.
    """
    header = request.headers.get("If-Match")
    if header is None:
        if told is None:
            raise UnconditionalError
        return told
    tags = _plain(header)
    found = _TAG.fullmatch(tags[0]) if len(tags) == 1 else None
    if found is None:
        words = _("This must be the ETag of an answer to a GET.")
        raise BadRequestError({"If-Match": [words]})
    revision = int(found[1])
    if told not in (None, revision):
        words = _("This differs from the revision in the body.")
        raise BadRequestError({"If-Match": [words]})
    return revision
