"""Found a club from the command line, and print the link that sets its owner's password."""

from __future__ import annotations

import sys
from argparse import Action, ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.core.validators import validate_email, validate_slug
from django.db import transaction

from league.clubs.write import create_club
from league.core.errors import LeagueError
from league.management.terminal import TerminalCommand
from league.members.write import password_link
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
        parser.add_argument(
            "--owner", required=True, help="login name of the owner; created if it does not exist"
        )
        parser.add_argument(
            "--email", default="", help="e-mail address of the owner, also for logging in"
        )
        parser.add_argument(
            "--site", default="http://127.0.0.1:8000", help="address of this server, for the link"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Found the club.

        Raises:
            CommandError: the address is taken or invalid, or there is no such rule set.
        """
        try:
            validate_slug(options["slug"])
            if options["email"]:
                validate_email(options["email"])
            club, owner = _found(options)
        except (LeagueError, RuleError, ValidationError) as error:
            raise CommandError(" ".join(getattr(error, "messages", [str(error)]))) from error
        site = options["site"].rstrip("/")
        self.stdout.write(f"{club.name}: {site}/c/{club.slug}/")
        if owner.has_usable_password():
            self.stdout.write(f"{owner.get_username()} logs in with the password they have.")
        else:
            self.stdout.write(f"{owner.get_username()} chooses a password at:")
            self.stdout.write(f"{site}{password_link(owner)}")


@transaction.atomic
def _found(options: dict[str, Any]) -> tuple[Club, User]:
    owner = User.objects.filter(username__iexact=options["owner"]).first()
    if owner is None:
        owner = User.objects.create_user(username=options["owner"], email=options["email"].lower())
    club = create_club(
        slug=options["slug"],
        name=options["name"],
        owner=owner,
        rule_key=options["rule"],
        league_name=options["league"],
    )
    return club, owner
