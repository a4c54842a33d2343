"""Filters that write points, scores, averages and shares as ``league.core.formats`` does."""

from django import template

from league.core import formats

register = template.Library()

for written in (
    formats.score,
    formats.score_spoken,
    formats.score_class,
    formats.points,
    formats.hundredths,
    formats.permille,
    formats.place_class,
    formats.seat_wind,
):
    register.filter(written.__name__, written)
