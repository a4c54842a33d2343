"""A tenant wall: queries for a club's things must name the club."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self, TypeVar

from django.db import models

M_co = TypeVar("M_co", bound=models.Model, covariant=True)


class UnscopedQueryError(RuntimeError):
    """A query without ``for_club`` would have covered the data of every club."""


class ClubQuerySet(models.QuerySet[M_co, M_co]):
    """Runs only after ``for_club`` or ``across_clubs``, or from a related object."""

    _scoped = False

    def for_club(self, club: models.Model | int) -> Self:
        path = getattr(self.model, "club_path", "club")
        found = self.filter(**{path: club})
        found._scoped = True
        return found

    def across_clubs(self) -> Self:
        """Allow all clubs explicitly: for jobs, checks and commands."""
        found = self.all()
        found._scoped = True
        return found

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]
        clone._scoped = self._scoped
        return clone

    def _check_scope(self) -> None:
        # Related managers and prefetches leave the object they came from in the hints.
        if not (self._scoped or self._hints):  # type: ignore[attr-defined]
            raise UnscopedQueryError(f"{self.model.__name__}: say for_club(club) first")

    def _fetch_all(self) -> None:
        self._check_scope()
        super()._fetch_all()

    def iterator(self, chunk_size: int | None = None) -> Iterator[M_co]:
        self._check_scope()
        return super().iterator(chunk_size)

    def aggregate(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        self._check_scope()
        return super().aggregate(*args, **kwargs)

    def count(self) -> int:
        self._check_scope()
        return super().count()

    def exists(self) -> bool:
        self._check_scope()
        return super().exists()

    def update(self, **kwargs: Any) -> int:
        self._check_scope()
        return super().update(**kwargs)

    def delete(self) -> tuple[int, dict[str, int]]:
        self._check_scope()
        return super().delete()


ClubManager = models.Manager.from_queryset(ClubQuerySet)
