"""The さん that sentences put behind a name: 森田さん is not called 森田さんさん.

Japanese sentences come out of the catalogue as text that leaves it out behind a name that has one.
Whoever fills in the name, a page, a message or the API, has nothing to do.
"""

from __future__ import annotations

import re
from typing import Any, Final

from django.utils.translation import trans_real

_TWICE: Final = re.compile("(さん|さま|様|くん|君|ちゃん|氏)さん")
_NAMED: Final = re.compile(r"%\(\w+\)sさん")


class _Addressing(str):
    __slots__ = ()

    def __mod__(self, values: Any) -> str:
        return _TWICE.sub(r"\1", super().__mod__(values))


def call_each_once() -> None:
    """Prepare the Japanese catalogue. Reads it, which takes some 20 ms."""
    reader: Any = trans_real.translation("ja")
    catalogue = reader._catalog
    for key, words in list(catalogue.items()):
        if _NAMED.search(words):
            catalogue[key] = _Addressing(words)
