"""The append-only trail, the database triggers that guard it, and the jobs that are owed."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club
from league.models.imports import TenhouImport
from league.models.names import ActorNameField
from league.models.rule_changes import RuleChange
from league.models.scoped import ClubManager
from league.models.session import EveningPass


class AuditEvent(models.Model):
    """Who changed what, when and how. The database refuses to change or delete one."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="audit_events")
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    evening_pass = models.ForeignKey(
        EveningPass, on_delete=models.PROTECT, null=True, related_name="+"
    )
    #: the actor's name as it was then
    actor_name = ActorNameField(max_length=80, blank=True)
    #: dotted, for example ``hanchan.voided``
    type = models.CharField(max_length=40)
    object_id = models.BigIntegerField()
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "event of the trail")
        verbose_name_plural = pgettext_lazy("table", "trail")
        ordering: ClassVar = ["pk"]
        indexes: ClassVar = [models.Index(fields=["club", "type", "object_id"], name="audit_thing")]

    def __str__(self) -> str:
        return f"{self.type} {self.object_id}"


class Job(models.Model):
    """Queued work: stored with its cause, carried out by a worker, found again when lost."""

    class Kind(models.TextChoices):
        VERIFY_STANDINGS = "verify_standings", _("standings check")
        RESCORE = "rescore", _("re-scoring")
        IMPORT = "import", _("import")
        THIN_SETTLEMENTS = "thin_settlements", _("removal of old scores")
        RATING = "rating", _("rating")
        EXPORT = "export", _("file")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        STOPPED = "stopped", _("stopped")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="jobs")
    kind = models.CharField(max_length=24, choices=Kind.choices)
    #: what a re-score carries into force
    change = models.OneToOneField(
        RuleChange, on_delete=models.CASCADE, null=True, related_name="job"
    )
    #: what an import reads or stores
    tenhou_import = models.OneToOneField(
        TenhouImport, on_delete=models.CASCADE, null=True, related_name="job"
    )
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    #: when the worker was last heard of; one that is silent for long is lost
    alive_at = models.DateTimeField(null=True, blank=True)
    #: how far it is, in whatever it counts
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    stop_asked = models.BooleanField(default=False)

    objects = ClubManager()

    class Meta:
        """The sweeper looks for what is not finished; a kind waits once a club."""

        verbose_name = pgettext_lazy("table", "job")
        verbose_name_plural = pgettext_lazy("table", "jobs")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [
            models.Index(
                fields=["state"], condition=Q(state__in=["waiting", "running"]), name="open_jobs"
            )
        ]
        constraints: ClassVar = [
            takes_only(
                "job",
                "kind",
                "verify_standings",
                "rescore",
                "import",
                "thin_settlements",
                "rating",
                "export",
            ),
            takes_only("job", "state", "waiting", "running", "stopped", "done", "failed"),
            models.UniqueConstraint(
                fields=["club", "kind"],
                condition=Q(
                    state__in=["waiting", "running"],
                    change__isnull=True,
                    tenhou_import__isnull=True,
                ),
                name="one_open_job_a_kind",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


_TABLE = "league_auditevent"

#: by database kind: statements that put the refusal up, and that take it down
INSTALL: dict[str, list[str]] = {
    "sqlite": [
        f"CREATE TRIGGER {_TABLE}_no_{verb.lower()} BEFORE {verb} ON {_TABLE} "
        "BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END"
        for verb in ("UPDATE", "DELETE")
    ],
    "postgresql": [
        f"CREATE FUNCTION {_TABLE}_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the audit trail is append-only' "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$",
        f"CREATE TRIGGER {_TABLE}_append_only BEFORE UPDATE OR DELETE ON {_TABLE} "
        f"FOR EACH ROW EXECUTE FUNCTION {_TABLE}_refuse()",
    ],
}
REMOVE: dict[str, list[str]] = {
    "sqlite": [f"DROP TRIGGER IF EXISTS {_TABLE}_no_{verb}" for verb in ("update", "delete")],
    "postgresql": [
        f"DROP TRIGGER IF EXISTS {_TABLE}_append_only ON {_TABLE}",
        f"DROP FUNCTION IF EXISTS {_TABLE}_refuse()",
    ],
}
