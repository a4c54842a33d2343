"""What a login name may be, and a password not be, in our words instead of Django's."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class LoginNameValidator(UnicodeUsernameValidator):
    message = _("A login name can have letters, digits and . + - _ only.")


#: what django-allauth checks
LOGIN_NAMES: Final = [LoginNameValidator()]


class UnlikeLoginName(UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return gettext("The password is too much like the login name or the e-mail address.")
