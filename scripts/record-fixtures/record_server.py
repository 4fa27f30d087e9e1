"""The two ends of a recording: a stub of the OpenAI API and a collector, on one loopback port.

    python3 record_server.py FIXTURES_DIRECTORY

Requests below /openai/v1 get canned answers (openai_stub.py). Everything posted to
/record/<convention>/<scenario>/<run>/... is written to otlp/<convention>/<scenario>.pb, decompressed;
several exports of one run are appended, which protobuf defines as merging them. For the convention
"zipkin" it is zipkin/<scenario>.json, or .pb. Any other request gets 404.
Every request to /record is noted in /tmp/record-fixtures.log, one line each.
"""

import gzip
import json
import pathlib
import sys
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import openai_stub

PORT = 4010
fixtures = pathlib.Path(sys.argv[1])
log = open("/tmp/record-fixtures.log", "a", buffering=1)
seen = set()


def decompress(body, encoding):
    if encoding == "gzip":
        return gzip.decompress(body)
    if encoding == "deflate":
        return zlib.decompress(body)
    return body


def store(convention, scenario, run, kind, body):
    if convention == "zipkin":
        suffix = "pb" if kind == "application/x-protobuf" else "json"
        path = fixtures / "zipkin" / f"{scenario}.{suffix}"
    else:
        path = fixtures / "otlp" / convention / f"{scenario}.pb"
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab" if (path, run) in seen else "wb") as file:
        file.write(body)
    seen.add((path, run))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        log.write(f"GET {self.path}\n")
        self.answer(404, "application/json", b'{"detail":"Not found"}')

    def do_POST(self):
        body = self.read_body()
        if self.path.startswith("/openai/v1/"):
            self.answer(*openai_stub.answer(self.path[len("/openai/v1/") :], json.loads(body)))
            return
        encoding = self.headers.get("Content-Encoding")
        kind = self.headers.get("Content-Type")
        log.write(f"POST {self.path} {kind} {encoding} {len(body)} bytes; {self.own_headers()}\n")
        parts = self.path.split("/")
        if parts[1] != "record":
            self.answer(404, "application/json", b'{"detail":"Not found"}')
            return
        store(parts[2], parts[3], parts[4], kind, decompress(body, encoding))
        self.answer(202 if parts[2] == "zipkin" else 200, kind, b"")

    def read_body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        chunks = b""
        while size := int(self.rfile.readline(), 16):
            chunks += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return chunks

    def own_headers(self):
        names = [name for name in self.headers if name.lower() not in ("host", "content-length")]
        return ", ".join(f"{name}: {self.headers[name]}" for name in names)

    def answer(self, status, content_type, body):
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", PORT), Handler).serve_forever()
