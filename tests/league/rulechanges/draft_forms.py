"""What a browser would post from a draft's form, and where the pages of drafts are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict
from django.test import Client

from league.models import ClubRuleSet
from league.rulechanges.drafts import DraftPage
from league.rulechanges.editor import ParametersForm
from rules.models import RuleSet, RuleVersion

SET = "/c/tonan/rules/kinyoukai/"


def page_of(draft: RuleVersion, page: str = "") -> str:
    """Where a draft's pages are."""
    return f"{SET}drafts/{draft.pk}/{page}"


def filled(
    family: str, typed: Mapping[str, Any], names: Iterable[str] | None = None
) -> dict[str, list[str]]:
    """The form as it is shown, with nothing changed; of all parameters unless some are named."""
    form = form_of(family, typed, names)
    posted: dict[str, list[str]] = {"shown": list(form.fields)}
    for field in form:
        if not field.field.disabled:
            for widget in field.subwidgets:
                name, values = _sent(widget.data)
                posted.setdefault(name, []).extend(values)
    return posted


def form_of(
    family: str,
    typed: Mapping[str, Any],
    names: Iterable[str] | None = None,
    data: QueryDict | None = None,
) -> ParametersForm:
    """The form of a draft with these values, of all parameters unless some are named."""
    in_club = ClubRuleSet(rule_set=RuleSet(family=family))
    page = DraftPage(
        in_club=in_club, draft=RuleVersion(), base=None, in_force=None, typed=dict(typed)
    )
    return ParametersForm(page, names or typed, data)


def _sent(widget: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The name and values that a browser sends of an input, a select or a box."""
    if "optgroups" in widget:
        options = [option for _group, some, _at in widget["optgroups"] for option in some]
        chosen = [option["value"] for option in options if option["selected"]]
        return widget["name"], chosen or [options[0]["value"]]
    if "selected" in widget:  # a radio, a box, an option of a list
        return widget["name"], [widget["value"]] if widget["selected"] else []
    return widget["name"], [widget["value"] or ""]


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
