"""The login that owns a club which a command founds, and the links that commands print."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from league.members.write import password_link
from league.models import Club, User

#: where ``make run`` serves
_HERE: Final = "http://127.0.0.1:8000"


def add_owner_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--owner", required=True, help="login name of the owner; created if it does not exist"
    )
    parser.add_argument(
        "--email", default="", help="e-mail address of a new owner, also for logging in"
    )
    add_site_argument(parser)


def add_site_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--site",
        help="address of this server, for the link; otherwise the first of CSRF_TRUSTED_ORIGINS, "
        f"or {_HERE}",
    )


def site_of(command: BaseCommand, options: Mapping[str, Any]) -> str:
    """What links begin with. Where nobody has said it, how to say it goes to standard error."""
    if options["site"]:
        return str(options["site"]).rstrip("/")
    origins = [origin for origin in settings.CSRF_TRUSTED_ORIGINS if "*" not in origin]
    if origins:
        return origins[0].rstrip("/")
    note = _(
        "%(here)s opens on this computer alone. For a link that opens elsewhere, name your "
        "server’s address: --site https://league.example.org"
    )
    command.stderr.write(note % {"here": _HERE}, command.style.WARNING)
    return _HERE


def owner_of(options: Mapping[str, Any]) -> User:
    """Return the owner's login, created without a password if there is none of that name.

    Raises:
        ValidationError: the e-mail address is none.
    """
    if options["email"]:
        validate_email(options["email"])
    owner = User.objects.filter(username__iexact=options["owner"]).first()
    if owner is None:
        owner = User.objects.create_user(username=options["owner"], email=options["email"].lower())
    return owner


def print_club(command: BaseCommand, club: Club, owner: User, options: Mapping[str, Any]) -> None:
    """Print the club's address, and how its owner logs in: a one-time link where it is new."""
    site = site_of(command, options)
    name = {"login": owner.get_username()}
    command.stdout.write(f"{club.name}: {site}/c/{club.slug}/")
    if owner.has_usable_password():
        command.stdout.write(_("%(login)s logs in with the password they have.") % name)
    else:
        command.stdout.write(_("%(login)s chooses a password at:") % name)
        command.stdout.write(f"{site}{password_link(owner)}")
