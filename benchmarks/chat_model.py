"""Questions of a chat that a model plans and words, decided by one responder: with plans kept, and with none.

    python benchmarks/chat_model.py [nats://host]

A stand-in of the provider runs in a process of its own, speaks Anthropic's wire and takes no time. A hundred questions, of
five forms about twenty drivers each, wait at once; no interval between answers; every layer of the gate. A question
whose form is known asks the model for its wording alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from chat import decided, frame

import director
from director.chat.responder_options import ResponderOptions
from director.cli.chat.asking import RaceAsker
from director.cli.chat.moment import Now

FORMS = (
    "where is {}?",
    "what tyres is {} on?",
    "what was the last lap of {}?",
    "how often has {} stopped?",
    "who is in front of {}?",
)
WORDED = {
    "language": "en",
    "clauses": [
        {
            "says": "has_position",
            "slots": [{"name": "subject", "at": "s1#/driver"}, {"name": "value", "at": "s1#/place"}],
            "text": "{subject} is {value}",
        }
    ],
}


class Provider(BaseHTTPRequestHandler):
    """Plans `get_driver` for the driver of the question, and words where that is."""

    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 20

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"])).decode()
        if '"clauses"' in asked:
            said: Any = WORDED
        else:
            content = json.loads(asked)["messages"][-1]["content"]
            named = re.findall(r"\b[A-Z]{3}\b", content)
            step = {
                "id": "s1",
                "name": "get_driver",
                "arguments": [{"name": "driver", "value": (named or ["HAM"])[-1]}],
            }
            said = {"rationale": "", "plan": [step]}
        text = json.dumps(said)
        body = json.dumps({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in", "stop_reason": "end_turn",
            "stop_sequence": None, "content": [{"type": "text", "text": text}],
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }).encode()  # fmt: skip
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Nothing to say."""


def provide() -> None:
    """Serves until it is ended; its address is its first line."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


async def questions(plans: int, url: str = "") -> None:
    """All questions, with so many plans kept; from a stream of a server where one is named."""
    os.environ["DIRECTOR_PLAN_CACHE"] = str(plans)
    rules = ResponderOptions(interval_s=0, stats_every=0, queue_max=200, max_age_s=600, batch_from=0, alert_from=0)
    with TemporaryDirectory() as folder:
        race = director.open_race("sim:", planner="claude", audit_path=Path(folder) / "audit.jsonl")
        asker = RaceAsker(race, Now(race.cache, None, None))
        drivers = [entry["code"] for entry in race.context().vocabularies["driver"]]
        texts = [form.format(code) for form in FORMS for code in drivers]
        frames = [frame(number, text) for number, text in enumerate(texts)]
        await asker.ask(f"is {drivers[0]} out?")
        responder, watch = await decided(asker, frames, rules, url)
        print(f"{len(texts)} questions{' over JetStream' * bool(url)}, {plans} plans kept: {watch.rates(len(texts))}")
        print(f"  {responder.tally.line()}")
        await asker.aclose()


def main() -> None:
    if sys.argv[1:] == ["provide"]:
        provide()
        return
    provider = subprocess.Popen([sys.executable, __file__, "provide"], stdout=subprocess.PIPE, text=True)
    try:
        assert provider.stdout is not None
        os.environ |= {"ANTHROPIC_API_KEY": "sk-bench", "ANTHROPIC_BASE_URL": provider.stdout.readline().strip()}
        for url in ("", *sys.argv[1:2]):
            for plans in (500, 0):
                asyncio.run(questions(plans, url))
    finally:
        provider.terminate()
        provider.wait()


if __name__ == "__main__":
    main()
