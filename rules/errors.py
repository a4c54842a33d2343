"""Refusals: each has a code, facts and a sentence. And what can be wrong with a rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import ClassVar, TypeAlias

_SHOWN = 40

#: what a sentence fills in: a number, the name of something, or what somebody typed
Fact: TypeAlias = str | int


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for the catalogues; who shows it translates it."""
    return sentence


def shown(text: str) -> str:
    """What somebody typed, cut to a length that fits a message and safe to print."""
    cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
    return "".join(letter if letter.isprintable() else "?" for letter in cut)


def in_english(sentence: str, facts: Mapping[str, Fact]) -> str:
    """Fill in a sentence for logs and scripts; bare names of parameters stay as they are."""
    return sentence % {
        name: f"{fact:,}" if isinstance(fact, int) else fact for name, fact in facts.items()
    }


class RefusalError(Exception):
    """Something cannot be: ``code`` is stable, ``facts`` fill in the sentence of its reason.

    The sentences stand once, in English; ``str`` says them so.
    """

    code: ClassVar[str]
    #: by reason; a class with one sentence has its code as the reason
    sentences: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init__(self, reason: str = "", /, **facts: Fact) -> None:
        super().__init__(reason)
        self.reason, self.facts = reason or self.code, facts

    @property
    def sentence(self) -> str:
        """The sentence, with places for the facts."""
        return self.sentences[self.reason]

    def __str__(self) -> str:
        return in_english(self.sentence, self.facts)


class RuleError(RefusalError):
    """Somebody asked for a rule that cannot be."""

    code = "rule"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a set of parameters."""

    field: str  # the parameter's own name; empty when no single one is at fault
    message: str  # complete: it names the field itself
    reason: str = ""  # of a contradiction


class ParametersError(RuleError):
    """Parameters contradict each other, or are no parameters at all."""

    code = "bad-parameters"
    sentences = MappingProxyType(
        {
            "bad-parameters": gettext_noop("The values under “with” are not valid."),
        }
    )

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("bad-parameters")
        self.problems = tuple(problems)

    def __str__(self) -> str:
        return "; ".join(problem.message for problem in self.problems)


class BrokenVictoryPointError(ParametersError):
    """A Boo rule whose payments are no whole victory points."""

    code = "broken-victory-point"


class UnknownParameterError(RuleError):
    """No section of the family has a parameter of this name."""

    code = "unknown-parameter"
    sentences = MappingProxyType(
        {
            "unknown-parameter": gettext_noop("There is no setting “%(name)s”."),
            "near": gettext_noop("There is no setting “%(name)s”. Did you mean “%(near)s”?"),
        }
    )

    def __init__(self, *, name: str, near: Sequence[str]) -> None:
        super().__init__("near" if near else "", name=shown(name), near="".join(near[:1]))
        self.name, self.near = name, tuple(near)


class UnknownRuleSetError(RuleError):
    """No such rule set is shipped, or the club has none of that name."""

    code = "unknown-rule"
    sentences = MappingProxyType(
        {
            "unknown-rule": gettext_noop("There is no rule set “%(name)s”."),
            "near": gettext_noop("There is no rule set “%(name)s”. Did you mean “%(near)s”?"),
        }
    )

    def __init__(self, *, key: str, near: Sequence[str] = ()) -> None:
        super().__init__("near" if near else "", name=shown(key), near="".join(near[:1]))
        self.key, self.near = key, tuple(near)


class NoVersionError(RuleError):
    """The day is before the first version of the set."""

    code = "no-version"
    sentences = MappingProxyType(
        {
            "no-version": gettext_noop(
                "These rules have no version for %(day)s; the first takes effect on %(first)s."
            )
        }
    )

    def __init__(self, *, day: date, first: date) -> None:
        super().__init__(day=day.isoformat(), first=first.isoformat())
        self.day, self.first = day, first
