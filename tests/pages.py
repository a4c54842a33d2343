"""Pages as people get them: words, tables as rows, links, and forms with what their fields hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

#: elements that have no end
VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
#: inputs that a form does not send unless they are ticked, or pressed
TICKED, PRESSED = ("checkbox", "radio"), ("submit", "button", "image", "reset")


def query_text(query: dict[str, str]) -> str:
    """Return a captured query without the request's id that PostgreSQL is told."""
    return re.sub(r" /\* [\w.-]+ \*/$", "", query["sql"])


class Part:
    """An element of a page with all that is in it."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.inside: list[Part | str] = []

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    def __contains__(self, attribute: str) -> bool:
        return attribute in self.attributes

    def parts(self) -> Iterator[Part]:
        """Everything in it, in the page's order."""
        for each in self.inside:
            if isinstance(each, Part):
                yield each
                yield from each.parts()

    def all(self, *tags: str, css: str = "", **attributes: str) -> list[Part]:
        """The elements in it of these tags, with a class and attributes of just these values."""
        return [
            each
            for each in self.parts()
            if (not tags or each.tag in tags)
            and (not css or css in each.attributes.get("class", "").split())
            and all(each.attributes.get(name) == value for name, value in attributes.items())
        ]

    def one(self, *tags: str, css: str = "", **attributes: str) -> Part:
        """The first such element; a page without any fails the test."""
        found = self.all(*tags, css=css, **attributes)
        assert found, f"no {' or '.join(tags)} {css} {attributes} in: {self.words[:500]}"
        return found[0]

    @property
    def words(self) -> str:
        """The text with what only screen readers say, line breaks and tags as single spaces."""
        return " ".join(" ".join(self._texts(spoken=True)).split())

    @property
    def shown(self) -> str:
        """The text without what only screen readers say."""
        return " ".join(" ".join(self._texts(spoken=False)).split())

    def _texts(self, *, spoken: bool) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            elif spoken or "visually-hidden" not in each.attributes.get("class", "").split():
                yield from each._texts(spoken=spoken)

    def rows(self, *within: str) -> list[list[str]]:
        """The rows of its tables as the texts of their cells; of ``tbody`` or ``tfoot`` alone."""
        places = self.all(*within) if within else [self]
        return [
            [cell.shown for cell in row.all("td", "th")] for at in places for row in at.all("tr")
        ]

    @property
    def heads(self) -> list[str]:
        """What its columns are headed by."""
        return [each.shown for each in self.all("th", scope="col")]

    @property
    def links(self) -> dict[str, str]:
        """The addresses of its links by what they say."""
        return {each.words: each["href"] for each in self.all("a") if "href" in each}

    @property
    def sent(self) -> dict[str, str]:
        """The fields of its forms with what a browser would send; of several the last."""
        found = {}
        for field in self.all("input", "select", "textarea"):
            value = field.value
            if field.attributes.get("name") and value is not None:
                found[field["name"]] = value
        return found

    @property
    def value(self) -> str | None:
        """What it holds as a field; None if a browser would not send it."""
        if self.tag == "textarea":
            return "".join(self._texts(spoken=True)).removeprefix("\n")
        if self.tag == "select":
            options = self.all("option")
            chosen = [each for each in options if "selected" in each] or options[:1]
            return chosen[0].attributes.get("value", chosen[0].words) if chosen else None
        kind = self.attributes.get("type", "text")
        if kind in PRESSED or (kind in TICKED and "checked" not in self):
            return None
        return self.attributes.get("value", "on" if kind in TICKED else "")

    @property
    def ids(self) -> list[str]:
        """The ids of everything in it."""
        return [each["id"] for each in self.parts() if "id" in each]

    def note(self, field: str) -> str:
        """What stands beside a field of a form: the words that it is described by."""
        by = self.one("input", "select", "textarea", name=field).attributes
        answer = by.get("aria-describedby", "").split()
        return " ".join(self.one(id=each).words for each in answer if each in self.ids)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Part("", {})
        self.open = [self.page]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        part = Part(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(part)
        if tag not in VOID:
            self.open.append(part)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].inside.append(Part(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if any(part.tag == tag for part in self.open):
            while self.open[-1].tag != tag:
                self.open.pop()
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


def parsed(answer: Any) -> Part:
    """A page, or a part of one, out of an answer or out of its text."""
    reader = _Reader()
    reader.feed(answer if isinstance(answer, str) else answer.content.decode())
    reader.close()
    return reader.page


def main_of(answer: Any) -> Part:
    """What a page says of its own, without what is around it on every page."""
    return parsed(answer).one("main")
