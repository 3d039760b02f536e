"""The JSON API: everything that the pages do, and clear answers to everything else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from litestar import Litestar

from oppidum import games
from oppidum.kernel import record as records
from oppidum.tables import Hall

from .conftest import Person, undescribed


class Program:
    """A caller with a token of its own."""

    def __init__(self, app: Litestar, hall: Hall, name: str = "Robotix") -> None:
        self.person = Person(app, hall)
        arrived = self.person.client.post("/api/visitors", json={"name": name}).json()
        self.headers = {"authorization": f"Bearer {arrived['token']}"}
        self.arrived = arrived

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.person.get("/api" + path, headers=self.headers)
        assert answer.status_code == status, (path, answer.status_code, answer.text)
        return answer.json()

    def post(self, path: str, body: dict[str, Any] | None = None, status: int | None = None) -> Any:
        answer = self.person.client.post("/api" + path, json=body or {}, headers=self.headers)
        assert answer.status_code in ((200, 201) if status is None else (status,)), (path, answer.text)
        return answer.json()


@pytest.fixture
def robot(app: Litestar, hall: Hall) -> Program:
    return Program(app, hall)


@pytest.mark.parametrize("game", list(games.catalogue()))
def test_a_program_plays_a_whole_game(robot: Program, game: str) -> None:
    code = robot.post("/play", {"game": game, "players": 2, "level": "random"})["code"]
    robot.person.bots()
    table = robot.get(f"/tables/{code}")
    for _ in range(3000):
        if table["status"] != "playing":
            break
        assert table["legal"], table
        robot.post(f"/tables/{code}/moves", {"move": table["legal"][0], "seen": table["version"]})
        robot.person.bots()
        table = robot.get(f"/tables/{code}")
    assert table["status"] == "over"
    assert table["winners"]
    found = robot.get(f"/tables/{code}/record")
    records.check(msgspec.convert(found, records.Record), games.load)
    assert robot.get(f"/tables/{code}/check")["fair"] is True
    assert robot.get("/me/finished")[0]["code"] == code
    steps = robot.get(f"/tables/{code}/steps?open_cards=true")
    assert steps[1]["words"]
    assert robot.post(f"/tables/{code}/rematch")["code"] != code


def test_two_programs_at_one_table(robot: Program, app: Litestar, hall: Hall) -> None:
    other = Program(app, hall, "Second")
    code = robot.post(
        "/tables", {"game": "cartes", "seats": ["human", "human", "bot:greedy"], "listed": True}
    )["code"]
    assert [t["code"] for t in other.get("/tables")] == [code]
    assert robot.post(f"/tables/{code}/sit")["seat"] == 1
    promise = other.get(f"/tables/{code}")["fairness"]["commitment"]
    gift = {"contribution": "c0ffee", "commitment": promise}
    other.post(f"/tables/{code}/sit", {"seat": 2, "contribution": "c0ffee"}, status=400)
    assert other.post(f"/tables/{code}/sit", {"seat": 2, **gift})["seat"] == 2
    assert robot.post(f"/tables/{code}/ready")["done"] is False
    assert other.post(f"/tables/{code}/ready")["done"] is True
    fairness = other.get(f"/tables/{code}")["fairness"]
    assert (fairness["contributions"][1], fairness["house"]) == ("c0ffee", [1, 3])
    robot.person.bots()
    assert robot.get("/me/tables")[0]["my_turn"] is True
    robot.post(f"/tables/{code}/moves", {"move": "bid 3"})
    assert robot.get(f"/tables/{code}")["can_take_back"] is True
    assert robot.post(f"/tables/{code}/take-back")["done"] is True
    robot.post(f"/tables/{code}/moves", {"move": "bid 4"})
    refused = robot.post(f"/tables/{code}/moves", {"move": "bid 4"}, status=409)
    assert refused["error"] in ("Stale", "NotNow", "IllegalAction")
    assert refused["message"].endswith(".")
    late = robot.post(f"/tables/{code}/moves", {"move": "bid 4", "seen": 1}, status=409)
    assert late["error"] == "Stale"
    assert late["table"]["version"] == late["version"]  # the other gets the current board
    assert late["table"]["as_seat"] == 1
    hint = other.post(f"/tables/{code}/hint")
    assert hint["move"] in other.get(f"/tables/{code}")["legal"]
    other.post(f"/tables/{code}/moves", {"move": "bid 5"})
    asked = robot.post(f"/tables/{code}/take-back", {"ask": True})
    assert asked["done"] is False
    assert other.get(f"/tables/{code}")["request"]["kind"] == "take_back"
    assert other.post(f"/tables/{code}/answer", {"yes": True})["done"] is True
    line = robot.post(f"/tables/{code}/chat", {"phrase": "hello"})["line"]
    other.post(f"/tables/{code}/mute", {"line": line})
    assert other.get(f"/tables/{code}")["chat"] == []
    other.post(f"/tables/{code}/mute", {"line": line, "mute": False})
    assert len(other.get(f"/tables/{code}")["chat"]) == 1
    other.post(f"/tables/{code}/leave")
    assert robot.post(f"/tables/{code}/take-over", {"seat": 2})["done"] is True
    other.post(f"/tables/{code}/come-back")
    other.post(f"/tables/{code}/resign")
    assert robot.post(f"/tables/{code}/call-off")["done"] is True
    assert robot.get(f"/tables/{code}")["status"] == "abandoned"
    told = robot.get(f"/tables/{code}/history")
    common = {"kind", "seq", "time", "seat"}
    said = [(each["kind"], {k: v for k, v in each.items() if k not in common}) for each in told]
    fields = [each for each in said if each[0] not in ("move", "started")]
    assert fields == [
        ("opened", {}),
        ("sat", {"name": "Robotix"}),
        ("sat", {"name": "Second"}),
        ("ready", {"ready": True}),
        ("ready", {"ready": True}),
        ("taken_back", {"left": 1}),
        ("asked", {"what": "take_back", "of": 1, "left": 1, "level": None}),
        ("agreed", {}),
        ("taken_back", {"left": 1}),
        ("away", {}),
        ("asked", {"what": "takeover", "of": 2, "left": None, "level": "greedy"}),
        ("takeover", {"level": "greedy"}),
        ("came_back", {}),
        ("resigned", {"level": "greedy"}),
        ("asked", {"what": "call_off", "of": 1, "left": None, "level": None}),
        ("called_off", {}),
    ]
    moves = [each for each in told if each["kind"] == "move"]
    assert [(each["seat"], each["number"], each["words"], each["undone"]) for each in moves][1:3] == [
        (1, 2, "bid 3", True),
        (1, 2, "bid 4", True),
    ]
    assert all(set(each) == {*common, "number", "by", "words", "told", "undone"} for each in moves)


def test_the_host_sets_the_table(robot: Program) -> None:
    code = robot.post("/tables", {"game": "cartes", "seats": ["human", "human"]})["code"]
    robot.post(f"/tables/{code}/sit")
    robot.post(f"/tables/{code}/bot", {"seat": 2, "level": "greedy"})
    robot.post(f"/tables/{code}/start")
    assert robot.get(f"/tables/{code}")["status"] == "playing"
    other = robot.post("/tables", {"game": "cartes", "seats": ["human", "human"]})["code"]
    robot.post(f"/tables/{other}/close")


def test_a_program_gives_to_the_shuffle_after_the_promise(robot: Program) -> None:
    wanted = {"game": "cartes", "players": 2, "level": "random"}
    refused = robot.post("/play", {**wanted, "contribution": "c0ffee"}, status=400)
    assert "start false" in refused["message"]
    waiting = robot.post("/play", {**wanted, "start": False})
    for lacking in (
        {"code": waiting["code"]},
        {"code": waiting["code"], "contribution": "c0ffee"},
        {"code": waiting["code"], "contribution": "c0ffee", "commitment": "00" * 32},
        {"contribution": "c0ffee", "commitment": waiting["commitment"]},
    ):
        assert robot.post("/play", {**wanted, **lacking}, status=400)["error"] == "BadOption"
    assert robot.get(f"/tables/{waiting['code']}")["status"] == "open"
    assert robot.post("/play", {**wanted, **waiting, "contribution": "c0ffee"}) == waiting
    fairness = robot.get(f"/tables/{waiting['code']}")["fairness"]
    assert (fairness["contributions"][0], fairness["house"]) == ("c0ffee", [2])
    played = robot.post("/play", wanted)
    fairness = robot.get(f"/tables/{played['code']}")["fairness"]
    assert (fairness["commitment"], fairness["house"]) == (played["commitment"], [1, 2])
    for verb in ("ready", "start"):
        opened = robot.post("/play", {**wanted, "start": False})
        gift = {"contribution": "c0ffee", "commitment": opened["commitment"]}
        early = robot.post(f"/tables/{opened['code']}/{verb}", {"contribution": "c0ffee"}, status=400)
        assert early["error"] == "BadOption"
        robot.post(f"/tables/{opened['code']}/{verb}", gift)
        table = robot.get(f"/tables/{opened['code']}")
        assert table["status"] == "playing"
        assert (table["fairness"]["contributions"][0], table["fairness"]["house"]) == ("c0ffee", [2])
    for _ in range(200):
        robot.person.bots()
        table = robot.get(f"/tables/{opened['code']}")
        if table["status"] != "playing":
            break
        robot.post(f"/tables/{opened['code']}/moves", {"move": table["legal"][0]})
    assert robot.get(f"/tables/{opened['code']}/check")["binding"] == "people"
    again = robot.post(f"/tables/{opened['code']}/rematch", {"ready": False})
    assert robot.get(f"/tables/{again['code']}")["status"] == "open"
    assert again["commitment"] != opened["commitment"]


def test_deeds_need_no_body(robot: Program) -> None:
    code = robot.post("/tables", {"game": "cartes", "seats": ["human", "bot:greedy"]})["code"]
    robot.post(f"/tables/{code}/sit")
    started = robot.person.client.post(f"/api/tables/{code}/start", headers=robot.headers)
    assert started.status_code == 200, started.text


def test_identity_by_api(robot: Program, app: Litestar, hall: Hall) -> None:
    assert robot.get("/me")["name"] == "Robotix"
    changed = robot.person.client.patch("/api/me", json={"name": "Neuronix"}, headers=robot.headers)
    assert changed.json()["name"] == "Neuronix"
    code = robot.post("/me/recovery-code")["recovery_code"]
    again = Person(app, hall).client.post("/api/recover", json={"recovery_code": code}).json()["token"]
    answer = Person(app, hall).get("/api/me", headers={"authorization": f"Bearer {again}"})
    assert answer.json()["name"] == "Neuronix"
    assert robot.post("/me/tokens", {"label": "second"})["token"]
    robot.person.client.delete("/api/me/tokens", headers=robot.headers)
    robot.get("/me", status=401)


@pytest.mark.parametrize("path", ["/me", "/me/tables", "/me/finished"])
def test_without_a_token_nobody_is_anybody(app: Litestar, hall: Hall, path: str) -> None:
    for headers in ({}, {"authorization": "Bearer nonsense"}, {"authorization": "Basic abc"}):
        answer = Person(app, hall).get("/api" + path, headers=headers)
        assert answer.status_code == 401
        assert answer.json()["message"].endswith(".")


def test_waiting_returns_when_something_changes(robot: Program, hall: Hall) -> None:
    code = robot.post("/play", {"game": "cartes", "players": 2, "level": "random"})["code"]
    robot.person.bots()
    seen = robot.get(f"/tables/{code}")
    same = robot.get(f"/tables/{code}/wait?version={seen['version']}&seconds=0.05")
    assert same["version"] == seen["version"]
    robot.post(f"/tables/{code}/moves", {"move": "bid 1"})
    assert robot.get(f"/tables/{code}/wait?version={seen['version']}&seconds=30")["version"] > seen["version"]


def test_errors_speak_the_callers_language(app: Litestar, hall: Hall) -> None:
    person = Person(app, hall, "fr")
    assert "table" in person.get("/api/tables/aaaaaaaaaaaaaaaa").json()["message"]


def test_the_description_names_every_call(robot: Program) -> None:
    described = robot.get("/schema/openapi.json")
    assert described["openapi"].startswith("3.1")
    assert len(described["paths"]) > 25
    assert all(path.startswith("/api/") for path in described["paths"])


def test_the_description_says_what_every_field_means(robot: Program) -> None:
    shapes = robot.get("/schema/openapi.json")["components"]["schemas"]
    assert {"TableShape", "Verdict", "Record"} <= set(shapes)
    assert undescribed(shapes) == []


def test_the_description_says_what_every_parameter_means(robot: Program) -> None:
    paths = robot.get("/schema/openapi.json")["paths"]
    calls = [(path, call) for path, kinds in paths.items() for call in kinds.values()]
    given = [(path, parameter) for path, call in calls for parameter in call.get("parameters", ())]
    assert {"code", "as", "since", "before", "open_cards"} <= {one["name"] for _path, one in given}
    assert [(path, one["name"]) for path, one in given if not one.get("description")] == []
