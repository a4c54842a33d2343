"""Jobs that went wrong, as a club's organizers read of them on its page."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Max, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Club, Job, RuleChange, TenhouImport


class Trouble(NamedTuple):
    title: str
    text: str
    url: str = ""


def troubles(club: Club) -> list[Trouble]:
    """Return what needs somebody's attention, latest first. One query.

    The last check of the standings and the last ratings count, and every rule change and import
    that could not go on.
    """
    jobs = Job.objects.for_club(club)
    repeated = jobs.filter(
        kind__in=[Job.Kind.VERIFY_STANDINGS, Job.Kind.RATING],
        state__in=[Job.State.DONE, Job.State.FAILED],
    )
    last = repeated.order_by().values("kind").annotate(last=Max("pk")).values("last")
    under_way = Q(change__state=RuleChange.State.OPEN) | Q(
        tenhou_import__state__in=[TenhouImport.State.READING, TenhouImport.State.STORING]
    )
    stopped = Q(state=Job.State.FAILED) & under_way
    found = jobs.filter(Q(pk__in=last) | stopped).select_related("change__rule_set")
    return [trouble for job in found if (trouble := _trouble(club, job))]


def _trouble(club: Club, job: Job) -> Trouble | None:
    if job.kind == Job.Kind.VERIFY_STANDINGS:
        return _of_check(club, job)
    if job.state != Job.State.FAILED:
        return None
    if job.change:
        where = [club.slug, job.change.rule_set.slug, job.change.pk]
        text = _("It has stopped, and nothing has taken effect yet.")
        return Trouble(_("Rule change"), text, reverse("league:change", args=where))
    if job.tenhou_import_id:
        url = reverse("league:tenhou", args=[club.slug])
        text = _("Games already stored stay stored. Continue to resume from there.")
        return Trouble(_("The import has stopped"), text, f"{url}?import={job.tenhou_import_id}")
    text = _("The ratings could not be updated. Please contact the server administrator.")
    return Trouble(_("Rating"), text)


def _of_check(club: Club, job: Job) -> Trouble | None:
    url = f"{reverse('league:settings', args=[club.slug])}#standings"
    if job.state == Job.State.FAILED:
        return Trouble(_("Standings check"), _("The check could not be completed."), url)
    count = (job.result or {}).get("differences", 0)
    if not count:
        return None
    text = ngettext(
        "%(shown)s difference found. Please contact the server administrator.",
        "%(shown)s differences found. Please contact the server administrator.",
        count,
    )
    return Trouble(_("Standings check"), text % {"shown": f"{count:,}"}, url)
