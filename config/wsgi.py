"""The WSGI door that gunicorn opens."""

import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.text import always_utf8

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
application = always_utf8(get_wsgi_application())

# All that is loaded once is loaded before the first reader comes, and stays to the end: left out of
# account, it does not keep the collector from looking for what requests leave behind.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
