"""Merges the export requests of one scenario into one body."""

import gzip
import json
import zlib

SIGNALS = {"Content-Encoding": "encoding", "Content-Type": "content_type"}
DECOMPRESSORS = {"gzip": gzip.decompress, "deflate": zlib.decompress}


class Bodies:
    def __init__(self):
        self.all = []
        self.sent_as = {}

    def add(self, headers, body):
        self.sent_as = {name: headers[key] for key, name in SIGNALS.items() if headers[key]}
        decompress = DECOMPRESSORS.get(headers.get("Content-Encoding"), bytes)
        self.all.append(decompress(body))

    @property
    def is_json(self):
        return "json" in self.sent_as.get("content_type", "")

    @property
    def extension(self):
        return ".json" if self.is_json else ".pb"

    def merged(self):
        """Merges the requests: protobuf messages by concatenation, JSON by joining the lists."""
        if not self.is_json:
            return b"".join(self.all)
        lists = [json.loads(body)["resourceSpans"] for body in self.all]
        return json.dumps({"resourceSpans": sum(lists, [])}).encode()
