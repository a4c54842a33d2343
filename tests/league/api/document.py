"""docs/api.md as a program reads it: the calls it names, the words in code, the JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from league.api.schema import PREFIX, openapi
from tests.config.processes import ROOT

DOCUMENT = ROOT / "docs" / "api.md"

_METHOD = "(?:GET|POST|PUT|PATCH|DELETE)"
_CALLS = re.compile(rf"({_METHOD}(?:, {_METHOD})*) ([^\s`|,:]+)")
_BASE = re.compile(r"All below `([^`]+)`, written “…” here")
_CODE = re.compile(r"`([^`]+)`")
#: what stands in a place of an address has another name here than in the description
_PLACE = re.compile(r"\{[^}]+\}")


@dataclass(frozen=True, slots=True)
class Call:
    """A method of an address; what its places are called does not count."""

    method: str
    address: str
    query: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        return self.method, self.address


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph, a row of a table, or a piece of JSON that stands by itself."""

    kind: str
    text: str
    #: named in it
    calls: tuple[Call, ...]
    #: what it is about: its own calls, or those of the last block that named some
    about: tuple[Call, ...]
    #: of a row: the first cell of the head of its table
    head: str = ""

    @property
    def code(self) -> list[str]:
        """What stands between backticks."""
        return [] if self.kind == "json" else _CODE.findall(self.text.replace("\n", " "))

    @property
    def names(self) -> list[str]:
        """Of a row: what its first cell has in code."""
        return _CODE.findall(self.text.strip("| ").split(" | ")[0])

    @property
    def examples(self) -> list[Any]:
        """The JSON in it."""
        if self.kind == "json":
            return [json.loads(self.text)]
        return [json.loads(each) for each in self.code if each.startswith("{")]


def structure(address: str) -> str:
    """An address without the names of its places."""
    return _PLACE.sub("{}", address)


def _calls(text: str, base: str) -> tuple[Call, ...]:
    found = []
    for methods, written in _CALLS.findall(text):
        path, _mark, query = written.partition("?")
        whole = base + path.removeprefix("…") if path.startswith("…") else path
        words = tuple(each.partition("=")[0] for each in query.split("&") if each)
        found += [Call(method, structure(whole), words) for method in methods.split(", ")]
    return tuple(found)


def _pieces(text: str) -> Iterator[tuple[str, str, str]]:
    """Every block's kind and text, and for a row the head of its table."""
    for part in re.split(r"\n{2,}|\n(?=```json\n)|(?<=\n```)\n", text):
        part = part.strip()
        if part.startswith("```json"):
            yield "json", part.removeprefix("```json").removesuffix("```"), ""
        elif part.startswith("#"):
            yield "heading", part, ""
        elif part.startswith("|"):
            head, _rule, *rows = part.splitlines()
            for row in rows:
                yield "row", row, head.strip("| ").split(" | ")[0]
        elif part:
            yield "text", part, ""


def blocks(document: str = "") -> list[Block]:
    """The whole document, in its order; docs/api.md, if no other is given."""
    found: list[Block] = []
    base, section = "", ()  # type: str, tuple[Call, ...]
    about: tuple[Call, ...] = ()
    for kind, text, head in _pieces(document or DOCUMENT.read_text(encoding="utf-8")):
        if kind == "heading":
            base = ""
        base = named[1] if (named := _BASE.search(text)) else base
        calls = () if kind == "json" else _calls(text, base)
        if kind == "heading":
            section = calls
        about = section if kind == "row" and head != "call" else calls or about
        found.append(Block(kind, text, calls, about or section, head))
    return found


def described() -> dict[tuple[str, str], Any]:
    """Every operation of the description by method and address."""
    return {
        (method.upper(), structure(path.removeprefix(PREFIX))): found
        for path, methods in openapi()["paths"].items()
        for method, found in methods.items()
    }


@dataclass(frozen=True, slots=True)
class Example:
    """A body as it stands in the document, and where it is to be sent."""

    call: Call
    body: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.call.method} {self.call.address} {json.dumps(self.body)[:40]}"


def is_answer(example: dict[str, Any]) -> bool:
    """Whether it is no body, but what is answered: an error, a warning or a whole rule file."""
    return bool({"type", "format"} & example.keys()) or {"code", "message"} <= example.keys()


def bodies() -> list[Example]:
    """Every body in the document; those of live changes are in a table of their own as well."""
    known, found = described(), []
    for block in blocks():
        sent = [each for each in block.examples if not is_answer(each)]
        if not sent or block.head == "action":
            continue
        taking = [call for call in block.about if "requestBody" in known[call.key]]
        assert taking, f"{block.text[:60]} is about no call that takes a body"
        found += [Example(call, body) for call in taking for body in sent]
    return found
