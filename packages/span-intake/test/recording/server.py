"""Stubs of the model providers, and a collector of spans, on one loopback port.

    python3 server.py MATRIX_DIRECTORY

A program begins a scenario with POST /begin and ends it with POST /end. In between, every call below
/openai, /anthropic and /gemini is answered, billed and recorded in the ledger, and every body posted
to a path that ends in /traces is kept. POST /end writes <language>/<cell>/<scenario>.pb.gz (or .json.gz)
and the scenario's entry of <language>/<cell>/ledger.json.
"""

import gzip
import json
import pathlib
import re
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import anthropic_api
import gemini_api
import openai_api
import wire
from bill import Call
from bodies import Bodies

PORT = 4011
GEMINI = re.compile(r"^/gemini/\w+/models/(?P<model>[^:]+):(?P<method>\w+)")
directory = pathlib.Path(sys.argv[1])


class Recording:
    """One scenario, with its billed calls and its exported bodies."""

    def __init__(self, begun):
        self.begun = begun
        self.calls = []
        self.answered = {}
        self.bodies = Bodies()

    def bill(self, api, model, request, billed):
        number = len(self.calls) + 1 + self.begun["offset"]
        call = Call(number, self.begun["scenario"], request)
        if api == "anthropic.messages" and call.cache_read:
            call.cache_write = 512 + 3 * number
        if "embeddings" in api:
            call.output = 0
        entry = {"api": api, "model": billed(model), "messages": request["messages"]}
        if "embeddings" not in api:
            entry["answer"] = wire.answer_facts(call)
        names = ("input", "cache_read", "cache_write", "output")
        entry["tokens"] = {name: getattr(call, name) for name in names}
        self.calls.append(entry)
        return call

    def wait_for_spans(self):
        """Waits for spans that background threads export, because a flush does not wait for these threads."""
        for _ in range(100):
            if self.bodies.all:
                return
            time.sleep(0.1)
        print(f"  nothing was exported by {self.begun['cell']}/{self.begun['scenario']}", flush=True)

    def write(self):
        folder = directory / self.begun["language"] / self.begun["cell"]
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "ledger.json"
        ledger = json.loads(path.read_text()) if path.exists() else {"scenarios": {}}
        ledger["versions"] = self.begun["versions"]
        told = {"session": self.begun.get("session"), "user": self.begun.get("user")}
        file = f"{self.begun['scenario']}{self.bodies.extension}.gz"
        entry = told | {"bodies": file} | self.bodies.sent_as | {"calls": self.calls}
        ledger["scenarios"][self.begun["scenario"]] = entry
        path.write_text(json.dumps(ledger, indent=1, ensure_ascii=False) + "\n")
        (folder / file).write_bytes(gzip.compress(self.bodies.merged(), 9, mtime=0))


current = None


def provider_answer(path, body):
    """Returns the response of the provider that serves the path; None for an unknown path."""
    if path.endswith("/chat/completions"):
        request = wire.chat_request(body)
        call = current.bill("openai.chat", body["model"], request, openai_api.billed_model)
        return openai_api.chat(call, body)
    if path.startswith("/openai") and path.endswith("/responses"):
        request = wire.responses_request(body, current.answered)
        call = current.bill("openai.responses", body["model"], request, openai_api.billed_model)
        answer = openai_api.response(call, body)
        current.answered |= {item["id"]: item for item in answer["output"]}
        return openai_api.responses(answer, body)
    if path.endswith("/embeddings"):
        request = wire.embeddings_request(body)
        call = current.bill("openai.embeddings", body["model"], request, str)
        return openai_api.embeddings(call, body)
    if path.startswith("/anthropic") and path.endswith("/messages"):
        request = wire.anthropic_request(body)
        call = current.bill("anthropic.messages", body["model"], request, anthropic_api.billed_model)
        return anthropic_api.messages(call, body)
    if path.startswith("/gemini"):
        return gemini_answer(GEMINI.match(path), body)
    return None


def gemini_answer(match, body):
    if match is None or "generateContent" not in (method := match["method"]).replace("G", "g"):
        return None
    request = wire.gemini_request(body)
    call = current.bill("gemini.generate", match["model"], request, str)
    return gemini_api.generate_content(call, match["model"], method.startswith("stream"))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(404, "application/json", b'{"detail":"Not found"}')

    def do_POST(self):
        global current
        body = self.read_body()
        path = self.path.split("?")[0]
        if path == "/begin":
            current = Recording(json.loads(body))
            self.answer(200, "application/json", b"{}")
        elif path == "/end":
            current.wait_for_spans()
            current.write()
            self.answer(200, "application/json", json.dumps({"calls": len(current.calls)}).encode())
        elif path.endswith("/traces"):
            print(f"  {path} {self.headers.get('Content-Type')} {len(body)} bytes", flush=True)
            current.bodies.add(self.headers, body)
            self.answer(200, self.headers.get("Content-Type"), b"")
        elif path.endswith(("/v1/metrics", "/v1/logs")):
            self.answer(200, self.headers.get("Content-Type"), b"")
        else:
            self.answer_as_provider(path, body)

    def answer_as_provider(self, path, body):
        answered = provider_answer(path, json.loads(body or b"null"))
        if answered is None:
            print(f"  404 {path}", flush=True)
            self.answer(404, "application/json", b'{"detail":"Not found"}')
        else:
            content_type, text = answered
            self.answer(200, content_type, text.encode())

    def read_body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        chunks = b""
        while size := int(self.rfile.readline(), 16):
            chunks += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return chunks

    def answer(self, status, content_type, body):
        self.send_response(status)
        self.send_header("Content-Type", content_type or "application/octet-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
