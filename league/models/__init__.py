"""What a club keeps: people, evenings, games, settlements, tallies, trail."""

from league.models.club import Club, ClubRuleSet, Member
from league.models.competition import League, MonthClose, Season, Tally, TallyPage
from league.models.hanchan import Hanchan, Penalty, Seat, Yakuman
from league.models.kyoku import Kyoku
from league.models.live import LiveEntry, LiveSeat, LiveTable
from league.models.rule_changes import DirtyDay, RuleChange, Ruling
from league.models.scoped import UnscopedQueryError
from league.models.session import EveningPass, Session
from league.models.settlement import Settlement
from league.models.tenhou import TenhouFile, TenhouGame, TenhouImport
from league.models.trail import AuditEvent, Job

__all__ = [
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
    "RuleChange",
    "Ruling",
    "Season",
    "Seat",
    "Session",
    "Settlement",
    "Tally",
    "TallyPage",
    "TenhouFile",
    "TenhouGame",
    "TenhouImport",
    "UnscopedQueryError",
    "Yakuman",
]
