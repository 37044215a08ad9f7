"""What gunicorn serves: `service.wsgi:app`, put together from the environment."""

from __future__ import annotations

import os
import resource
from contextlib import suppress

from service.app import create_app
from service.parts import on_redis
from service.settings import Settings
from workers.garbage import settle

MOST_FILES = 65_536


def allow_many_streams() -> None:
    """Every open stream is an open file, and many systems allow 1,024 unless asked for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


allow_many_streams()
app = create_app(on_redis(Settings.from_env(os.environ)))
settle()
