"""Whatever the rules and the engine refuse is said in one sentence, in both languages."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.utils.translation import gettext, override

import rules
import scoring
from league.wording.errors import sentence_of, stored_error, stored_words
from rules.errors import RefusalError
from rules.parameters.contradictions import SENTENCES
from scoring.hands.errors import BadHandError
from scoring.tenhou.errors import RecordError

#: bases that no one raises, and what is said in the words of pydantic
BASES = {"RuleError", "ScoringError", "HandError"}
PASSED_ON = "%(said)s"


def modules() -> Iterator[str]:
    for package in (rules, scoring):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in found.name:
                yield found.name


def refusals(of: type[RefusalError] = RefusalError) -> Iterator[type[RefusalError]]:
    for each in of.__subclasses__():
        yield each
        yield from refusals(each)


for name in modules():
    import_module(name)
REFUSALS = {each.__name__: each for each in refusals() if not each.__module__.startswith("league")}
ALL = {sentence for each in REFUSALS.values() for sentence in each.sentences.values()} | {
    *SENTENCES.values()
}


@pytest.mark.parametrize("name", sorted(REFUSALS.keys() - BASES))
def test_every_refusal_has_a_sentence(name: str) -> None:
    assert REFUSALS[name].sentences


def test_every_reason_that_is_given_has_its_sentence() -> None:
    unknown, given = [], 0
    for module in modules():
        tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and (found := reason_of(call)):
                name, reason = found
                known = SENTENCES if name == "contradiction" else REFUSALS[name].sentences
                given += 1
                if reason not in known:
                    unknown.append((module, name, reason))

    assert given > 150
    assert unknown == []


def reason_of(call: ast.Call) -> tuple[str, str] | None:
    """The class, or the function, that makes a refusal, and the reason that it is given."""
    own = {"_bad": "BadHandError", "_refuse": "RecordError", "contradiction": "contradiction"}
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    name = own.get(name, name)
    assert name not in BASES
    at = 1 if name == "contradiction" else 0
    if (name != "contradiction" and name not in REFUSALS) or len(call.args) <= at:
        return None
    reason = call.args[at]
    is_text = isinstance(reason, ast.Constant) and isinstance(reason.value, str)
    return (name, str(reason.value)) if is_text and isinstance(reason, ast.Constant) else None


@pytest.mark.parametrize("sentence", sorted(ALL - {PASSED_ON}))
def test_every_sentence_has_its_japanese(sentence: str) -> None:
    with override("ja"):
        assert gettext(sentence) != sentence


def test_tiles_are_said_with_their_notation_and_what_is_none_as_it_is() -> None:
    with override("ja"):
        tile = sentence_of(BadHandError("unused-tile", field="hand", tile="2m"))
    with override("en"):
        none = sentence_of(BadHandError("unused-tile", field="hand", tile="9x"))
        meld = sentence_of(BadHandError("no-run", field="melds", meld="chi:9x"))

    assert tile == "このルールでは二萬(2m)を使いません。"
    assert none == "These rules play without 9x."
    assert meld == "chi:9x: these tiles are not a sequence."


def test_what_was_stored_of_an_import_is_said_in_the_readers_language() -> None:
    stored = stored_error(RecordError("dealt", field="E1.0", count=12))

    with override("en"):
        assert stored_words(stored) == "E1.0: A player must be dealt 13 tiles, not 12."
    with override("ja"):
        assert stored_words(stored) == "E1.0: 配牌は13枚です。12枚になっています。"
    for plain in ("as it was told once", "{{ as it is written }}"):
        assert stored_words(plain) == plain
