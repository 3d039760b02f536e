"""Structured logs: one JSON object a line on standard error. No secrets, no hidden cards, no table codes."""

from __future__ import annotations

import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

import msgspec

from oppidum.kernel.errors import OppidumError

logger = logging.getLogger("oppidum.web")


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "source": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            # The type and the place, not the text: it could quote what a seat holds.
            fields["error"] = type(error).__name__
            fields["where"] = [
                f"{f.filename}:{f.lineno} {f.name}" for f in traceback.extract_tb(error.__traceback__)
            ]
        return msgspec.json.encode(fields).decode()


def configure(level: str = "info") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    server = logging.getLogger("uvicorn")
    server.setLevel(logging.ERROR)  # what a visitor does wrong is no news
    root = logging.getLogger("oppidum")
    root.setLevel(level.upper())
    for each in (root, server):
        each.handlers = [handler]
        each.propagate = False


def request(request_id: str, method: str, route: str, status: int, seconds: float) -> None:
    quiet = route in ("/health", "/metrics") or route.startswith("/static")
    level = logging.WARNING if status >= 500 else logging.DEBUG if quiet else logging.INFO
    if not logger.isEnabledFor(level):
        return
    fields = {
        "id": request_id,
        "method": method,
        "route": route,
        "status": status,
        "ms": round(seconds * 1000, 1),
    }
    logger.log(level, "request", extra={"fields": fields})


def failure(route: str, error: BaseException) -> None:
    logger.error("unexpected error", exc_info=error, extra={"fields": {"route": route}})


def trouble(route: str, message: str) -> None:
    """With the store: in its own words, which only the host reads."""
    logger.warning(message, extra={"fields": {"route": route}})


def cannot_open(error: Exception) -> None:
    """What is wrong with the store is known in words, which only the host reads."""
    if isinstance(error, OppidumError):
        logger.error(str(error))
    else:
        failure("-", error)


def worker_missing(reason: str) -> None:
    logger.warning("a worker is missing, and another one comes", extra={"fields": {"reason": reason}})
