#!/usr/bin/env python
"""Jancho's command line: every `python manage.py …` starts here."""

import os
import signal
import sys

from django.core.management import execute_from_command_line


def _outage_words(error: Exception) -> str:
    """What is said of a database that does not answer; any other mistake is raised again."""
    from django.utils import translation
    from django.utils.translation import gettext as _

    from league.core.outages import is_outage
    from league.management.terminal import terminal_language

    if not is_outage(error):
        raise error
    with translation.override(terminal_language()):
        return _("The database does not answer: %(why)s") % {"why": " ".join(str(error).split())}


def main() -> None:
    """Run the command named on the command line with the embedded settings by default."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")
    # Only now: importing anything of config makes the Celery app, which wants its settings named.
    from django.db import OperationalError

    from config.env import SettingError

    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            if sys.stdout is not None:  # as it is where a shell has closed it
                sys.stdout.flush()
    except SettingError as error:
        sys.exit(f"Jancho cannot start: {error}")
    except OperationalError as error:
        sys.exit(_outage_words(error))
    except BrokenPipeError:  # `… | head -1`: end as any other tool does, without a word
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        signal.raise_signal(signal.SIGPIPE)


if __name__ == "__main__":
    main()
