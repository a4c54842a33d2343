"""What a browser would post from a draft's form, and where the pages of drafts are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.test import Client

from league.forms.rule_editor_controls import Control, control_of
from rules.models import RuleVersion

SET = "/c/tonan/rules/kinyoukai/"


def page_of(draft: RuleVersion, page: str = "") -> str:
    """Where a draft's pages are."""
    return f"{SET}drafts/{draft.pk}/{page}"


def filled(
    family: str, typed: Mapping[str, Any], names: Iterable[str] | None = None
) -> dict[str, list[str]]:
    """The form as it is shown, with nothing changed; of all parameters unless some are named."""
    posted: dict[str, list[str]] = {"shown": []}
    for name in names or typed:
        control = control_of(family, name, typed)
        posted["shown"].append(name)
        posted.update(_fields(control))
    return posted


def _fields(control: Control) -> dict[str, list[str]]:
    chosen = [option.code for option in control.options if option.is_chosen]
    posted = {control.key: chosen} if chosen and control.widget != "fixed" else {}
    for field in (*control.fields, *(field for _heading, row in control.rows for field in row)):
        codes = [option.code for option in field.options]
        taken = [option.code for option in field.options if option.is_chosen]
        posted[field.name] = taken or codes[:1] if codes else [field.text]
    return posted


def save(client: Client, draft: RuleVersion, revision: int | None = None, /, **fields: Any) -> Any:
    """Post the form with only what was typed; ``p_uma_0`` stands for ``p-uma-0``."""
    names = fields.pop("shown")
    typed = {key.replace("__", "-"): value for key, value in fields.items()}
    at = draft.draft_revision if revision is None else revision
    return client.post(page_of(draft, "save/"), {"shown": names, "revision": at, **typed})


def stored(draft: RuleVersion, section: str, name: str) -> Any:
    """A value of the draft as the database has it now."""
    draft.refresh_from_db()
    return draft.parameters[section][name]
