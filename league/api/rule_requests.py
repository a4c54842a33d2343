"""The bodies of calls about rule sets: their shape is checked here, their truth by the services."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, Strict

from league.api.requests import Day, Text
from league.rule_prose import Changes, Name

_MOST_REVISIONS = 2**31 - 1  # what the column holds


Revision = Annotated[int, Strict(), Field(ge=0, le=_MOST_REVISIONS)]
Flag = Annotated[bool, Strict()]
Label = Annotated[str, Strict(), Field(max_length=80)]
Slug = Annotated[str, Strict(), Field(max_length=40, pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]


class Body(BaseModel):
    """A body; a key that it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AdoptRequest(Body):
    """Which shipped set the club takes into use, and under which key."""

    key: Label = Field(alias="from")
    slug: Slug | None = None


class BeginRequest(Body):
    """What a draft is a copy of: a label, or ``shipped:<key>@<day>``."""

    source: Label = Field(alias="from")
    title: Name = ""
    effective_from: Day | None = None


class SaveRequest(Body):
    """What is saved in a draft, as it was read at that revision; what is left out stays."""

    draft_revision: Revision
    parameters: Annotated[dict[str, Any], Field(max_length=500)] = {}
    title: Name = ""
    effective_from: Day | None = None
    changes_ja: Changes = ""
    changes_en: Changes = ""

    def about(self) -> dict[str, Any]:
        """What it says of the draft itself."""
        said = self.model_fields_set & {"title", "effective_from", "changes_ja", "changes_en"}
        return {name: getattr(self, name) for name in said}


class DeleteRequest(Body):
    """The revision at which the draft was read that is to go."""

    draft_revision: Revision


class PreviewRequest(Body):
    """From which day a draft would be in force; on a version's own day it corrects that one."""

    effective_from: Day
    corrects: Label | None = None


class PublishRequest(PreviewRequest):
    """The same, and done."""

    draft_revision: Revision
    reason: Text = ""


class MoveRequest(Body):
    """The day from which a published version is to be in force."""

    effective_from: Day
    reason: Text = ""
    preview: Flag = False


class WithdrawRequest(Body):
    """A published version is taken out of force."""

    reason: Text = ""
    preview: Flag = False


class EmptyRequest(Body):
    """Nothing but the address."""


class GiveUpRequest(Body):
    """Why a change is given up, for those who want to say it."""

    reason: Text = ""
