"""gunicorn's gevent worker, with problem documents where it would answer with a page of its own.

The master imports this file before any worker has patched the standard library for gevent, so
nothing of the service is imported until an answer is written.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from gunicorn import util
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

STATUSES: dict[type[Exception], HTTPStatus] = {
    errors.LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    errors.LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    errors.ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    errors.UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
    errors.ForbiddenProxyRequest: HTTPStatus.FORBIDDEN,
}
"""What of a request that cannot be read is more than a 400."""

OURS = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName, errors.ConfigurationProblem)


class ProblemWorker(GeventWorker):  # type: ignore[misc]
    """A worker all of whose answers keep the contract."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that never came to the application; then the connection ends."""
        status = status_of(exc)
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            self.log.error("a request could not be served", exc_info=exc)
        else:
            self.log.warning("a request cannot be read: %s", type(exc).__name__)
        try:
            util.write_nonblock(client, answer(status))
        except OSError as error:
            self.log.debug("the caller is gone: %s", error)


def status_of(fault: BaseException) -> HTTPStatus:
    """Which status an exception of gunicorn's parser means."""
    if isinstance(fault, OURS) or not isinstance(fault, errors.ParseException):
        return HTTPStatus.INTERNAL_SERVER_ERROR
    found = (status for kind, status in STATUSES.items() if isinstance(fault, kind))
    return next(found, HTTPStatus.BAD_REQUEST)


def answer(status: HTTPStatus) -> bytes:
    """The whole answer, head and problem document, as it is sent."""
    from service import problems

    body = problems.unread(status)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}",
        f"Content-Type: {problems.MEDIA_TYPE}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Access-Control-Allow-Origin: *",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode("latin-1") + body
