"""The demo club: a year of an invented club's evenings, the same for the same seed and day."""

from league.demo.founding import SLUG
from league.demo.loading import SEED, load_demo
from league.demo.people import LOGINS, Login

__all__ = ["SEED", "SLUG", "Login", "load_demo", "logins"]


def logins() -> tuple[Login, ...]:
    """The demo club's logins with their passwords, the most powerful first."""
    return LOGINS
