"""Found a club from the command line, and print the link that sets its owner's password."""

from __future__ import annotations

import sys
from argparse import Action, ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.core.validators import validate_slug
from django.db import transaction

from league.clubs.write import create_club
from league.core.errors import LeagueError
from league.management.owners import add_owner_arguments, owner_of, print_club
from league.management.terminal import TerminalCommand
from league.models import Club, User
from league.rulebook.shipped import grouped, settleable_sets
from rules.errors import RuleError


class _ListRules(Action):
    """Prints the sets by group, as ``--version`` prints a version."""

    def __call__(self, parser: ArgumentParser, *_parts: Any) -> None:
        """Print, and end the command."""
        for group in grouped(settleable_sets()):
            sys.stdout.write(f"{group.name}\n")
            for choice in group.choices:
                sys.stdout.write(f"  {choice.key:20} {choice.name}: {choice.note}\n")
        parser.exit()


class Command(TerminalCommand):
    """``create_club --slug tonan --name 東南会 --rule kinyoukai --league 月例 --owner sato``."""

    help = "Create a club and print a link with which its owner sets a password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--slug", required=True, help="address of the club: /c/<slug>/")
        parser.add_argument("--name", required=True, help="name of the club")
        parser.add_argument("--rule", required=True, help="key of a built-in rule set")
        parser.add_argument(
            "--list-rules", action=_ListRules, nargs=0, help="list the built-in rule sets, and exit"
        )
        parser.add_argument("--league", required=True, help="name of the first league")
        add_owner_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Found the club.

        Raises:
            CommandError: the address is taken or invalid, or there is no such rule set.
        """
        try:
            validate_slug(options["slug"])
            club, owner = _found(options)
        except (LeagueError, RuleError, ValidationError) as error:
            raise CommandError(" ".join(getattr(error, "messages", [str(error)]))) from error
        print_club(self, club, owner, options)


@transaction.atomic
def _found(options: dict[str, Any]) -> tuple[Club, User]:
    owner = owner_of(options)
    club = create_club(
        slug=options["slug"],
        name=options["name"],
        owner=owner,
        rule_key=options["rule"],
        league_name=options["league"],
    )
    return club, owner
