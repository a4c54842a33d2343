"""What a club keeps: people, evenings, games, settlements, tallies, trail."""

from league.models.club import Club, ClubRuleSet, Member, User
from league.models.competing import (
    Adjustment,
    Prize,
    RatingPoint,
    RatingRun,
    Stage,
    Team,
    TeamMembership,
)
from league.models.competition import League, MonthClose, Season, Tally, TallyPage
from league.models.hanchan import Hanchan, Kyoku, Penalty, Seat, Yakuman
from league.models.live import LiveEntry, LiveSeat, LiveTable
from league.models.rule_changes import DirtyDay, RuleChange
from league.models.ruling import Ruling
from league.models.scoped import UnscopedQueryError
from league.models.session import EveningPass, Session
from league.models.settlement import Settlement
from league.models.sheet_import import SheetImport
from league.models.tenhou import TenhouFile, TenhouGame, TenhouImport
from league.models.trail import AuditEvent, Job

__all__ = [
    "Adjustment",
    "AuditEvent",
    "Club",
    "ClubRuleSet",
    "DirtyDay",
    "EveningPass",
    "Hanchan",
    "Job",
    "Kyoku",
    "League",
    "LiveEntry",
    "LiveSeat",
    "LiveTable",
    "Member",
    "MonthClose",
    "Penalty",
    "Prize",
    "RatingPoint",
    "RatingRun",
    "RuleChange",
    "Ruling",
    "Season",
    "Seat",
    "Session",
    "Settlement",
    "SheetImport",
    "Stage",
    "Tally",
    "TallyPage",
    "Team",
    "TeamMembership",
    "TenhouFile",
    "TenhouGame",
    "TenhouImport",
    "UnscopedQueryError",
    "User",
    "Yakuman",
]
