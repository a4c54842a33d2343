"""The demo club: a year of an invented club's evenings, the same for the same seed and day."""

from league.demo.founding import LOGINS, SLUG, Login
from league.demo.loading import SEED, load_demo

__all__ = ["SEED", "SLUG", "Login", "load_demo", "logins"]


def logins() -> tuple[Login, ...]:
    """Return the demo club's logins with their passwords, the most powerful first."""
    return LOGINS
