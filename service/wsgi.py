"""What gunicorn serves: `service.wsgi:app`, put together from the environment."""

from __future__ import annotations

import os

from service.app import create_app
from service.parts import on_redis
from service.settings import Settings

app = create_app(on_redis(Settings.from_env(os.environ)))
