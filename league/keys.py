"""Keys of the database as they stand in addresses."""

from __future__ import annotations

from typing import Final

from django.urls import register_converter

#: no database key is larger, and SQLite takes no larger number
LARGEST_KEY: Final = 2**63 - 1


class KeyConverter:
    """A key in an address; a number that no key can be leads nowhere, so it is a 404."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        """The key.

        Raises:
            ValueError: no database key is that large; the address then belongs to no page.
        """
        key = int(value)
        if key > LARGEST_KEY:
            raise ValueError(f"{key} is no key")
        return key

    def to_url(self, value: int) -> str:
        """As the address has it."""
        return str(value)


register_converter(KeyConverter, "key")
