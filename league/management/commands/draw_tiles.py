"""``manage.py draw_tiles``: write the pictures of the tiles anew from their strokes."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from league.tile_art import sprite


class Command(BaseCommand):
    """Draw ``static/img/tiles.svg``; the drawing is kept in the repository."""

    help = "Draw static/img/tiles.svg again after a change of league/tile_art.py."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        path = settings.BASE_DIR / "static/img/tiles.svg"
        path.write_text(sprite(), encoding="utf-8")
        self.stdout.write(f"{path}: drawn")
