"""What every change of the rules is held against: others' changes, and its own values."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.errors import ChangeUnderWayError, EntryError, RulesChangedError
from league.models import ClubRuleSet, RuleChange
from league.parameter_problems import problems_of
from league.selectors.change_pages import changes_of, open_change
from league.typed_rules import spoken
from rules.models import RuleVersion
from rules.words import name_of


class UnsoundRulesError(EntryError):
    """The rules that are to come contradict themselves; ``problems`` are by parameter."""

    code = "bad-parameters"

    def __init__(self, message: str, problems: dict[str, list[str]]) -> None:
        super().__init__(problems)
        self.message, self.args = message, (message,)


class one_change_at_a_time(transaction.Atomic):  # noqa: N801, a context manager
    """A transaction that says kindly what the database refuses."""

    def __init__(self, in_club: ClubRuleSet) -> None:
        super().__init__(using=None, savepoint=True, durable=False)
        self.in_club = in_club

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        super().__exit__(kind, error, trace)  # type: ignore[arg-type]
        if kind is None or not issubclass(kind, IntegrityError):
            return
        check_none_under_way(self.in_club)
        first = changes_of(self.in_club).first()
        if first is not None:  # without any it was no race, but a mistake of ours
            raise _came_first(first) from None


def check_none_under_way(in_club: ClubRuleSet) -> None:
    """See that no other change of the set is under way. One query.

    Raises:
        ChangeUnderWayError: there is one; says which.
    """
    other = open_change(in_club)
    if other is not None:
        words = _("Another change of these rules is under way. Wait for it, or give it up.")
        raise ChangeUnderWayError(words, change=other.pk)


def _came_first(first: RuleChange) -> RulesChangedError:
    """What to say of a change that was closed just now, in force as it is or given up."""
    words = _("Somebody else changed these rules a moment ago. Please look at them again.")
    return RulesChangedError(words, change=first.pk)


def check_parameters(arriving: RuleVersion | None) -> None:
    """See that the rules that are to come can stand.

    Raises:
        UnsoundRulesError: by parameter what is wrong with them.
    """
    if arriving is None:
        return
    family = arriving.rule_set.family
    problems = problems_of(family, arriving.parameters)
    if not problems:
        return
    named = [
        _("%(name)s: %(why)s") % {"name": name_of(family, name, spoken()), "why": why}
        if name
        else why
        for name, sentences in problems.items()
        for why in sentences
    ]
    words = _("The draft contradicts itself. Mend it before you publish it.")
    raise UnsoundRulesError(" ".join([words, *named]), problems)


def check_still(change: RuleChange) -> None:
    """Look again, now that no other change can be under way, at what the caller looked at.

    Raises:
        RulesChangedError: another change has come into force since.
    """
    published = RuleVersion.objects.filter(
        rule_set=change.rule_set.rule_set, status=RuleVersion.Status.PUBLISHED
    )
    leaving, arriving = change.leaving, change.arriving
    gone = leaving is not None and not published.filter(pk=leaving.pk).exists()
    others = published.exclude(pk__in=[leaving.pk] if leaving else [])
    if gone or (arriving and others.filter(effective_from=arriving.first_day).exists()):
        first = changes_of(change.rule_set).exclude(pk=change.pk).first()
        raise _came_first(first or change)
