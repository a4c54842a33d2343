"""The WSGI door that gunicorn opens."""

import os

from django.core.wsgi import get_wsgi_application

from config.memory import settle_down
from config.middleware import always_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
application = always_utf8(get_wsgi_application())
settle_down()
