"""Changes of the rules in words: what one is about, how far it is, which days it touches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.models import RuleChange
from league.score_words import score_name
from league.selectors.change_pages import Progress
from league.selectors.rule_line import Span
from rules.models import RuleVersion
from rules.parameters.common import Ranking

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: what a state is called, and the kind of its badge
_STATES: Final[dict[str, tuple[StrPromise, str]]] = {
    "waiting": (gettext_lazy("waiting"), "info"),
    "running": (gettext_lazy("under way"), "info"),
    "stopping": (gettext_lazy("being stopped"), "warning"),
    "stopped": (gettext_lazy("stopped"), "warning"),
    "failed": (gettext_lazy("needs attention"), "warning"),
    "applied": (gettext_lazy("in force"), "version"),
    "given_up": (gettext_lazy("given up"), "void"),
}


def state_name(progress: Progress) -> str:
    """How far a change is, in a word or two."""
    if progress.state == "applied" and progress.change.kind == RuleChange.Kind.WITHDRAW:
        return _("done")
    return str(_STATES[progress.state][0])


def state_kind(progress: Progress) -> str:
    """The kind of the badge that says it."""
    return _STATES[progress.state][1]


def span_words(span: Span) -> str:
    """Days in words."""
    facts = {"first": span.first.isoformat()}
    if span.last is None:
        return _("%(first)s and later") % facts
    if span.last == span.first:
        return _("%(first)s only") % facts
    return _("%(first)s to %(last)s") % {**facts, "last": span.last.isoformat()}


def unit_of(version: RuleVersion | None) -> str:
    """What a version calls its scores, in the reader's language."""
    stored = version.parameters.get("ranking", {}) if version else {}
    return score_name(stored.get("score_name") or Ranking().score_name)


def title_of(change: RuleChange) -> str:
    """A change in a few words, by the versions that it is about."""
    arriving, leaving = change.arriving, change.leaving
    if change.kind == RuleChange.Kind.PUBLISH:
        if arriving is None or arriving.status == RuleVersion.Status.DRAFT:
            return _("Publication of a draft")
        return _("Publication of %(label)s") % {"label": arriving.label}
    facts = {"label": leaving.label if leaving else ""}
    if change.kind == RuleChange.Kind.CORRECT:
        return _("Correction of %(label)s") % facts
    if change.kind == RuleChange.Kind.WITHDRAW:
        return _("Withdrawal of %(label)s") % facts
    if arriving is None:
        return _("Another day for %(label)s") % facts
    return _("%(label)s moved to %(day)s") % {**facts, "day": arriving.first_day.isoformat()}
