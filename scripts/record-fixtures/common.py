"""What the Python recorders share: ids with a fixed seed and an exporter per scenario."""

import os
import random

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.id_generator import IdGenerator

HOST = "http://127.0.0.1:4010"
OPENAI = {"base_url": f"{HOST}/openai/v1", "api_key": "not-a-key", "max_retries": 0}
WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Current weather of a city",
        "parameters": {
            "type": "object",
            "properties": {
                "city": {"type": "string"},
                "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            },
            "required": ["city"],
        },
    },
}
QUESTION = "What is the weather in Paris?"
SYSTEM = "You are a weather assistant."


class SeededIds(IdGenerator):
    def __init__(self, seed):
        self.random = random.Random(seed)

    def generate_span_id(self):
        return self.random.getrandbits(64) | 1

    def generate_trace_id(self):
        return self.random.getrandbits(128) | 1


def exporter(convention, scenario):
    return OTLPSpanExporter(endpoint=f"{HOST}/record/{convention}/{scenario}/{os.getpid()}/v1/traces")


def provider(convention, scenario):
    """A tracer provider whose spans become one fixture on shutdown()."""
    made = TracerProvider(
        resource=Resource.create({"service.name": "weather-bot", "service.version": "1.0.0"}),
        id_generator=SeededIds(f"{convention}/{scenario}"),
    )
    made.add_span_processor(BatchSpanProcessor(exporter(convention, scenario)))
    return made


def ask_with_tool(client, model="gpt-4o-mini", **more):
    """Two chat completions with the tool's result between them; returns the last answer."""
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
    request = {"model": model, "tools": [WEATHER], "temperature": 0.2, "max_tokens": 200} | more
    first = client.chat.completions.create(messages=messages, **request)
    message = first.choices[0].message
    messages.append(message.model_dump(exclude_none=True))
    call_id = message.tool_calls[0].id
    messages.append({"role": "tool", "tool_call_id": call_id, "content": '{"temperature":18}'})
    return client.chat.completions.create(messages=messages, **request).choices[0].message.content
