"""``ETag`` and ``If-Match``: a change says which state of the thing it was made from.

A tag is a hash of the answer that it came with: ``"9f2c1a7be04d"``. For things with revisions the
revision stands before it: ``"3-9f2c1a7be04d"``. The whole tag tells whether an answer is still the
same (scores may change while the revision stays), the revision alone whether a change may be made.
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


class ChangedError(APIException):
    """What was read is no longer what is there."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "changed-meanwhile"


def tagged(
    request: Request, body: Mapping[str, Any], revision: int | None = None
) -> Response | HttpResponseNotModified:
    """An answer with its tag; 304 to a read that has this answer already."""
    tag = _tag_of(body, revision)
    if request.method in ("GET", "HEAD") and tag in _plain(request.headers.get("If-None-Match")):
        return HttpResponseNotModified(headers={"ETag": tag})
    return Response(body, headers={"ETag": tag})


def created(body: Mapping[str, Any], address: str, revision: int | None = None) -> Response:
    """201 for what a call has made: where it is, and the tag that a read there would get."""
    headers = {"Location": address, "ETag": _tag_of(body, revision)}
    return Response(body, status.HTTP_201_CREATED, headers=headers)


def _tag_of(body: Mapping[str, Any], revision: int | None = None) -> str:
    digest = sha256(JSONRenderer().render(body)).hexdigest()[:12]
    return f'"{digest}"' if revision is None else f'"{revision}-{digest}"'


def check_unchanged(request: Request, body: Mapping[str, Any]) -> None:
    """Compare ``If-Match`` with the answer that a read would get now; without it, all is well.

    Raises:
        ChangedError: it names another answer.
    """
    header = request.headers.get("If-Match")
    if header is not None and _tag_of(body) not in _plain(header):
        raise ChangedError


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
