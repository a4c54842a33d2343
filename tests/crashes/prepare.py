"""Fills the database of DATABASE_URL with a club, and says what a caller needs: as JSON.

``python -m tests.crashes.prepare``
"""

from __future__ import annotations

import json
import sys

import django


def main() -> None:
    """Make the tables, a club with four people, and a token of its own."""
    django.setup()
    from django.core.management import call_command

    from league.core.permissions import Scope
    from league.core.tokens import issue_token
    from tests.factories import ADMIN, make_club, make_members

    call_command("migrate", verbosity=0)
    club = make_club()
    people = make_members(club)
    _token, secret = issue_token(
        club=club, member=None, name="試験", scopes=list(Scope), days=1, actor=ADMIN
    )
    made = {"slug": club.slug, "secret": secret, "people": [member.pk for member in people]}
    json.dump(made, sys.stdout)


if __name__ == "__main__":
    main()
