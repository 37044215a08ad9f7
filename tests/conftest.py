"""Fixtures that tests of several rooms share."""

from tests.redis_server import own_server, redis, redis_server, redis_url

__all__ = ["own_server", "redis", "redis_server", "redis_url"]
