"""The WSGI door that gunicorn opens."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config import env
from config.memory import settle_down
from config.middleware import always_utf8, no_body_for_head
from config.turns import by_turns

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
# Before anything connects; workers and commands, which do not come in here, take their time.
env.limit_statements(settings.DATABASES["default"], settings.WEB_STATEMENT_SECONDS)
application = by_turns(no_body_for_head(always_utf8(get_wsgi_application())))
settle_down()
