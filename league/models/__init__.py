"""What a club keeps: people, evenings, games, settlements, tallies, trail."""

from league.models.api_calls import ApiCall
from league.models.browser import BrowserSession
from league.models.club import Club, ClubRuleSet, Member, User
from league.models.competition import (
    Adjustment,
    League,
    MonthClose,
    Prize,
    RatingPoint,
    RatingRun,
    Season,
    Stage,
    Tally,
    TallyPage,
    Team,
    TeamMembership,
)
from league.models.downloads import Download, DownloadPart
from league.models.hanchan import Hanchan, Kyoku, Penalty, Seat, Settlement, Yakuman
from league.models.imports import SheetImport, TenhouFile, TenhouGame, TenhouImport
from league.models.invitation import FoundingLink, Invitation
from league.models.live import LiveEntry, LiveSeat, LiveTable
from league.models.reading import NewsSeen, ReadingLink
from league.models.rule_changes import DirtyDay, RuleChange, Ruling
from league.models.scoped import UnscopedQueryError
from league.models.session import EveningPass, Session
from league.models.token import ApiToken
from league.models.trail import AuditEvent, Job

__all__ = [
    "Adjustment",
    "ApiCall",
    "ApiToken",
    "AuditEvent",
    "BrowserSession",
    "Club",
    "ClubRuleSet",
    "DirtyDay",
    "Download",
    "DownloadPart",
    "EveningPass",
    "FoundingLink",
    "Hanchan",
    "Invitation",
    "Job",
    "Kyoku",
    "League",
    "LiveEntry",
    "LiveSeat",
    "LiveTable",
    "Member",
    "MonthClose",
    "NewsSeen",
    "Penalty",
    "Prize",
    "RatingPoint",
    "RatingRun",
    "ReadingLink",
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
