"""``manage.py replay``: a game hand by hand to its settlement, a line of JSON in, one out."""

from __future__ import annotations

from league.management.json_commands import JsonLinesCommand
from scoring.game.lines import replay_lines


class Command(JsonLinesCommand):
    """The ``replay`` format of docs/commands.md."""

    help = "Replay games given as JSON Lines (files, or standard input); exit 1 if any line failed."
    answers = staticmethod(replay_lines)
