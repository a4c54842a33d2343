"""``/api/v1/clubs/<club>/settings``: the club's own settings, which no token changes."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from django.db import transaction
from django.http import HttpResponseBase
from pydantic import Field, Strict
from rest_framework.request import Request

from league.api.base import ClubView, picked
from league.api.operations import Answer, among, operation
from league.api.preconditions import check_unchanged, tagged
from league.api.requests import Body, Text, checked, read_shape
from league.clubs.settings_views import ClubForm
from league.clubs.write import update_club
from league.core.permissions import Action
from league.core.revisions import hold_all
from league.models import Club


class ClubRequest(Body):
    """What is left out stays."""

    name: Text | None = None
    time_zone: Text | None = None
    day_turns_at: Annotated[int, Strict(), Field(ge=0, le=12)] | None = None
    year_starts_in: Annotated[int, Strict(), Field(ge=1, le=12)] | None = None
    language: Text | None = None
    visibility: Club.Visibility | None = None
    names_shown: Club.Names | None = None


class ClubAnswer(Answer):
    """``day_turns_at`` is an hour, ``year_starts_in`` a month."""

    club: str
    name: str
    time_zone: str
    day_turns_at: int
    year_starts_in: int
    language: str
    visibility: Annotated[str, among(Club.Visibility.values)]
    names_shown: Annotated[str, among(Club.Names.values)]


class ClubSettingsView(ClubView):
    action_for: ClassVar = {
        **dict.fromkeys(("GET", "HEAD"), Action.MANAGE_LEAGUES),
        "PATCH": Action.MANAGE_CLUB,
    }

    @operation(answers={200: ClubAnswer}, tag="whole")
    def get(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Return the club's settings, for organizers."""
        return tagged(request, _club_json(self.visit.club))

    @operation(answers={200: ClubAnswer}, body=ClubRequest, tag="whole", by_token=False)
    @transaction.atomic
    def patch(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Change the settings that are given. Only an owner who is logged in may, no token."""
        hold_all(self.visit.club)
        club = Club.objects.get(pk=self.visit.club.pk)
        check_unchanged(request, _club_json(club))
        payload = read_shape(ClubRequest, request.data)
        there = {name: getattr(club, name) for name in ClubForm.base_fields}
        values = checked(ClubForm(there | payload.model_dump(exclude_unset=True)))
        changed = update_club(club=club, values=values, actor=self.visit.actor)
        return tagged(request, _club_json(changed))


def _club_json(club: Club) -> dict[str, Any]:
    return {
        "club": club.slug,
        **picked(club, "name", "time_zone", "day_turns_at", "year_starts_in"),
        **picked(club, "language", "visibility", "names_shown"),
    }
