#!/usr/bin/env python
"""Jancho's command line: every `python manage.py …` starts here."""

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command named on the command line with the embedded settings by default."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    # Only now: importing anything of config makes the Celery app, which wants its settings named.
    from config.env import SettingError

    try:
        execute_from_command_line(sys.argv)
    except SettingError as error:
        sys.exit(f"Jancho cannot start: {error}")


if __name__ == "__main__":
    main()
