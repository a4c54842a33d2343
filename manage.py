#!/usr/bin/env python
"""Jancho's command line: every `python manage.py …` starts here."""

import os
import signal
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command named on the command line with the embedded settings by default."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    # Only now: importing anything of config makes the Celery app, which wants its settings named.
    from config.env import SettingError

    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            if sys.stdout is not None:  # as it is where a shell has closed it
                sys.stdout.flush()
    except SettingError as error:
        sys.exit(f"Jancho cannot start: {error}")
    except BrokenPipeError:  # `… | head -1`: end as any other tool does, without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)


if __name__ == "__main__":
    main()
