"""What a club keeps: people, evenings, games, settlements, tallies, trail."""

from league.models.club import Club, ClubRuleSet, Member
from league.models.competition import League, Season, Tally
from league.models.hanchan import Hanchan, Penalty, Seat, Settlement, Yakuman
from league.models.scoped import UnscopedQueryError
from league.models.session import EveningPass, Session
from league.models.trail import AuditEvent, Job

__all__ = [
    "AuditEvent",
    "Club",
    "ClubRuleSet",
    "EveningPass",
    "Hanchan",
    "Job",
    "League",
    "Member",
    "Penalty",
    "Season",
    "Seat",
    "Session",
    "Settlement",
    "Tally",
    "UnscopedQueryError",
    "Yakuman",
]
