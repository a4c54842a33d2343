"""``manage.py settle``: final points to league scores, a line of JSON in, a line of JSON out."""

from __future__ import annotations

from league.management.json_commands import JsonLinesCommand
from scoring.lines import settle_lines


class Command(JsonLinesCommand):
    """The ``settle`` format of docs/commands.md."""

    help = "Settle games given as JSON Lines (files, or standard input); exit 1 if any line failed."
    answers = staticmethod(settle_lines)
