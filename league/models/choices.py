"""A field's choices, as the database keeps them."""

from __future__ import annotations

from django.db import models


def takes_only(table: str, field: str, *values: str) -> models.CheckConstraint:
    """Refuse any other value: a page that meets an unknown word breaks."""
    return models.CheckConstraint(
        condition=models.Q(**{f"{field}__in": list(values)}), name=f"known_{field}_of_{table}"
    )
