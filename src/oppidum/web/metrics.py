"""What Prometheus may ask of this process."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

registry = CollectorRegistry()

requests = Counter("oppidum_requests", "Requests answered.", ["method", "route", "status"], registry=registry)
seconds = Histogram(
    "oppidum_request_seconds",
    "Time to answer a request.",
    ["route"],
    registry=registry,
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)
streams = Gauge("oppidum_streams", "Live boards that are being watched now.", registry=registry)
frames = Counter("oppidum_frames", "Boards sent over live streams.", registry=registry)
moves = Counter("oppidum_moves", "Decisions made through this process.", ["game"], registry=registry)
house = Gauge("oppidum_house", "Figures of the whole house.", ["figure"], registry=registry)


def exposition() -> bytes:
    return generate_latest(registry)
