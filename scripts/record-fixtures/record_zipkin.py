"""Zipkin v2 of py_zipkin, in JSON and in protobuf: 64-bit ids, a shared span, an annotation."""

import os
import random
import time

import requests
from common import HOST
from py_zipkin import Encoding, Kind, logging_helper
from py_zipkin.encoding import get_encoder
from py_zipkin.transport import BaseTransportHandler
from py_zipkin.zipkin import ZipkinAttrs, zipkin_client_span, zipkin_span

URL = f"{HOST}/record/zipkin/py-zipkin/{os.getpid()}/api/v2/spans"


spans = []


def collect(sender, span, add=logging_helper.ZipkinBatchSender.add_span):
    spans.append(span)
    add(sender, span)


logging_helper.ZipkinBatchSender.add_span = collect


class Transport(BaseTransportHandler):
    def get_max_payload_bytes(self):
        return None

    def send(self, payload):
        requests.post(URL, data=payload, headers={"Content-Type": "application/json"})


random.seed("py-zipkin")
with zipkin_span(
    service_name="weather-bot",
    span_name="post /ask",
    transport_handler=Transport(),
    zipkin_attrs=ZipkinAttrs("6f9a20b5092fa5e1", "6f9a20b5092fa5e2", "6f9a20b5092fa5e1", None, True),
    host="10.0.0.8",
    port=8080,
    kind=Kind.SERVER,
    encoding=Encoding.V2_JSON,
    binary_annotations={"http.method": "POST", "http.status_code": "200"},
):
    with zipkin_client_span(service_name="weather-bot", span_name="chat") as call:
        call.add_sa_binary_annotation(443, "model-gateway", "10.0.0.7")
        # Whole seconds: py_zipkin rounds fractions differently in the two encodings.
        call.add_annotation("first token", float(int(time.time())))
        call.update_binary_annotations({"gen_ai.request.model": "gpt-4o-mini", "tokens": "42"})
    with zipkin_span(service_name="weather-bot", span_name="get_weather"):
        pass

encoder = get_encoder(Encoding.V2_PROTO3)
payload = encoder.encode_queue([encoder.encode_span(span) for span in spans])
requests.post(URL, data=payload, headers={"Content-Type": "application/x-protobuf"})
