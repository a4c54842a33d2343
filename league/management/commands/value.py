"""``manage.py value``: a winning hand to yaku, fu and payment, a line of JSON in, one out."""

from __future__ import annotations

from league.management.json_commands import JsonLinesCommand
from scoring.hands.lines import value_lines


class Command(JsonLinesCommand):
    """The ``value`` format of docs/commands.md."""

    help = "Value hands given as JSON Lines (files, or standard input); exit 1 if any line failed."
    answers = staticmethod(value_lines)
