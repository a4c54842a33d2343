"""The XML of Tenhou's own records: a root with empty elements in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.errors import shown
from scoring.tenhou.errors import RecordError

#: tags of the longest game are a few thousand
MOST_TAGS: Final = 20_000
_ROOT: Final = "mjloggm"
_PIECE: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Tag:
    """An empty element."""

    name: str
    attributes: Mapping[str, str]

    def text(self, key: str) -> str:
        """An attribute that must be there.

        Raises:
            RecordError: it is not.
        """
        found = self.attributes.get(key)
        if found is None:
            raise RecordError("missing", field=f"<{self.name}> {key}")
        return found


def tags_of(xml: bytes) -> list[Tag]:
    """Read the tags inside the root; nothing of entities, and no document type, is accepted.

    Raises:
        RecordError: no XML, cut off, in an encoding that cannot be read, or no mjlog.
    """
    # a web process that never reads a record does without these
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    collector = _Collector()
    parser = DefusedXMLParser(
        target=collector, forbid_dtd=True, forbid_entities=True, forbid_external=True
    )
    try:
        for start in range(0, len(xml), _PIECE):
            parser.feed(xml[start : start + _PIECE])
        parser.close()
    except DefusedXmlException as error:
        raise RecordError("doctype") from error
    except (ParseError, ValueError, LookupError) as error:
        raise RecordError("no-xml") from error
    return collector.tags


class _Collector:
    """Takes what the parser finds."""

    def __init__(self) -> None:
        self.tags: list[Tag] = []
        self._depth = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if not self._depth:
            if name.lower() != _ROOT:
                raise RecordError("other-kind", field=f"<{shown(name)}>")
        elif self._depth == 1:
            if len(self.tags) == MOST_TAGS:
                raise RecordError("most", field="tags", most=MOST_TAGS)
            self.tags.append(Tag(name, attributes))
        else:
            raise RecordError("misplaced", field=f"<{shown(name)}>")
        self._depth += 1

    def end(self, _name: str) -> None:
        self._depth -= 1

    def close(self) -> None:
        """Nothing is left to do."""
