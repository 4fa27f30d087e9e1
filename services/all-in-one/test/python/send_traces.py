"""Sends traces of three services with the OpenTelemetry Python SDK and prints, as JSON, what it sent."""

import json
import sys

import grpc
from opentelemetry import trace
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter as GrpcExporter
from opentelemetry.exporter.otlp.proto.http import Compression
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter as HttpExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Link, SpanKind, Status, StatusCode

endpoint, transport = sys.argv[1:]
sent = InMemorySpanExporter()
providers = []


def create_exporter():
    if transport == "grpc":
        return GrpcExporter(endpoint=endpoint, insecure=True, compression=grpc.Compression.Gzip)
    return HttpExporter(endpoint=endpoint, compression=Compression.Gzip)


def instrument(name):
    provider = TracerProvider(resource=Resource.create({"service.name": name, "replica": 3}))
    provider.add_span_processor(BatchSpanProcessor(create_exporter()))
    provider.add_span_processor(SimpleSpanProcessor(sent))
    providers.append(provider)
    return provider.get_tracer("python-app", "0.1.0")


shop, billing, agent = (instrument(name) for name in ("shop", "billing", "agent"))

for order in range(20):
    with shop.start_as_current_span("POST /orders", kind=SpanKind.SERVER) as root:
        root.set_attributes({"order.id": 2**53 + order, "order.paid": False, "ratio": 0.1})
        with billing.start_as_current_span("charge", kind=SpanKind.CLIENT) as charge:
            charge.add_event("retry", {"attempt": 2, "codes": [503, 504]})
            charge.record_exception(ValueError("card declined"))
            charge.set_status(Status(StatusCode.ERROR, "card declined"))
        link = Link(charge.get_span_context(), {"link.reason": "caused by"})
        with agent.start_as_current_span("summarise – 要約", links=[link]) as answer:
            answer.set_attribute("prompt.text", "lorem ipsum 🚀 " * 20_000)
            answer.set_attribute("prompt.lines", ["a", "", "c"])
            answer.set_status(Status(StatusCode.OK))

for provider in providers:
    provider.shutdown()


def to_json(span):
    context = span.get_span_context()
    return {
        "trace_id": f"{context.trace_id:032x}",
        "span_id": f"{context.span_id:016x}",
        "parent_id": f"{span.parent.span_id:016x}" if span.parent else None,
        "span_name": span.name,
        "span_kind": f"SPAN_KIND_{span.kind.name}",
        "start_time": str(span.start_time),
        "end_time": str(span.end_time),
        "status_code": f"STATUS_CODE_{span.status.status_code.name}",
        "status_message": span.status.description,
        "attributes": {key: str(value) if type(value) is int else value for key, value in span.attributes.items()},
        "events": [
            {"name": event.name, "timestamp": str(event.timestamp), "attributes": dict(event.attributes)}
            for event in span.events
        ],
        "links": [
            {
                "trace_id": f"{link.context.trace_id:032x}",
                "span_id": f"{link.context.span_id:016x}",
                "attributes": dict(link.attributes),
            }
            for link in span.links
        ],
        "resource": dict(span.resource.attributes),
    }


print(json.dumps([to_json(span) for span in sent.get_finished_spans()]))
