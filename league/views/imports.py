"""What the pages of every kind of import share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import Http404

from league.models import Club

Import = TypeVar("Import")


def import_or_404(find: Callable[[Club, int], Import | None], club: Club, key: str) -> Import:
    """The import that an address or a form names.

    Args:
        find: looks for the club's import of that key.
        club: whose import.
        key: as it was sent.

    Raises:
        Http404: the club has no such import.
    """
    is_key = key.isascii() and key.isdigit() and len(key) < 16
    batch = find(club, int(key)) if is_key else None
    if batch is None:
        raise Http404
    return batch
