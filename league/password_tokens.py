"""What keeps a password link good, and what ends it early."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator

from league.models import Member


class LinkTokenGenerator(PasswordResetTokenGenerator):
    """Django's tokens, dead as well once the login is trusted with more than when it was issued.

    Who may issue a link depends on the member's role and clubs (``may_reset``): a link made for a
    scorer must not open the login of the owner that they have become since.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        places = Member.objects.across_clubs().filter(user=user.pk).order_by("pk")
        trusted = {Member.Role.ORGANIZER, Member.Role.OWNER}
        trust = [
            (club, role if role in trusted else "")
            for club, role in places.values_list("club", "role")
        ]
        return f"{super()._make_hash_value(user, timestamp)}{trust}"
