"""Evening passes: the link's secret, and whether one is in force."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer
from django.utils import timezone

from league.models import Club, EveningPass, Session

_SIGNER = Signer(salt="jancho.evening-pass")


def pass_token(evening_pass: EveningPass) -> str:
    """What the link carries: the pass's secret, signed."""
    return _SIGNER.sign(evening_pass.nonce.hex)


def genuine_pass(token: str) -> EveningPass | None:
    """The pass behind a link that we signed, whether it still opens anything or not. One query."""
    try:
        nonce = _SIGNER.unsign(token)
    except BadSignature:
        return None
    passes = EveningPass.objects.across_clubs().select_related("session__club")
    return passes.filter(nonce=nonce).first()


def is_in_force(evening_pass: EveningPass) -> bool:
    """Whether a pass opens its evening now: not revoked, and the day has not turned."""
    return evening_pass.revoked_at is None and evening_pass.expires_at > timezone.now()


def pass_by_token(token: str) -> EveningPass | None:
    """The pass behind a link if it is genuine and in force now. One query."""
    found = genuine_pass(token)
    return found if found and is_in_force(found) else None


def pass_in_force(token: str, club: Club) -> EveningPass | None:
    """The pass in a browser's cookie, if it is one of this club and in force. At most one query."""
    found = pass_by_token(token) if token else None
    return found if found and found.session.club_id == club.pk else None


def passes_of(session: Session) -> list[EveningPass]:
    """The evening's passes that are in force, newest first. One query."""
    passes = EveningPass.objects.for_club(session.club_id).filter(session=session)
    return list(
        passes.filter(revoked_at__isnull=True, expires_at__gt=timezone.now()).order_by("-pk")
    )
