"""Parts that the programs of the matrix share: scenarios with a session and a user, and a tracer provider."""

import contextlib
import json
import os
import random
import urllib.request
from importlib.metadata import version

HOST = "http://127.0.0.1:4011"
OPENAI = {"base_url": f"{HOST}/openai/v1", "api_key": "not-a-key", "max_retries": 0}
ANTHROPIC = {"base_url": f"{HOST}/anthropic", "api_key": "not-a-key", "max_retries": 0}
MODEL = "gpt-4o-mini"
CLAUDE = "claude-sonnet-4-5"
EMBEDDINGS = "text-embedding-3-small"
SYSTEM = "You are a weather assistant."
QUESTION = "What is the weather in Paris and Lyon?"
CITY = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
DESCRIPTION = "Current weather of a city"
OPENAI_TOOL = {
    "type": "function",
    "function": {"name": "get_weather", "description": DESCRIPTION, "parameters": CITY},
}
ANTHROPIC_TOOL = {"name": "get_weather", "description": DESCRIPTION, "input_schema": CITY}
RESPONSES_TOOL = {"type": "function", "name": "get_weather", "description": DESCRIPTION}
RESPONSES_TOOL |= {"parameters": CITY, "strict": False}
DEGREES = {"Paris": 18, "Lyon": 21}

os.environ.setdefault("OTEL_EXPORTER_OTLP_ENDPOINT", HOST)


def get_weather(city: str) -> dict:
    """Current weather of a city"""
    return {"city": city, "temperature": DEGREES[city]}


def post(path, value):
    data = json.dumps(value).encode()
    with urllib.request.urlopen(f"{HOST}{path}", data=data) as answer:
        return json.loads(answer.read())


class Cell:
    """A row of the matrix. The spans and calls of each scenario are recorded separately."""

    def __init__(self, name, *packages, language="python"):
        self.name = name
        self.language = language
        self.versions = {package: version(package) for package in packages}
        self.offset = 0

    @contextlib.contextmanager
    def scenario(self, name, flush, has_user=True, has_session=True):
        """Yields the session and the user that the program must set."""
        random.seed(f"{self.name}/{name}")
        session, user = f"session-{name}", f"user-{name}"
        told = {"session": session if has_session else None, "user": user if has_user else None}
        begun = {"language": self.language, "cell": self.name, "scenario": name}
        begun |= {"versions": self.versions, "offset": self.offset}
        post("/begin", begun | told)
        yield session, user
        flush()
        self.offset += post("/end", {})["calls"]
        print(f"{self.name}/{name}", flush=True)

    def scenarios(self, programs, flush):
        """Yields each program with its session and its user."""
        for name, program in programs.items():
            with self.scenario(name, flush) as (session, user):
                yield program, session, user


def tracer_provider():
    """Creates the same tracer provider as the Python sample in docs/senders.md."""
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    provider = TracerProvider(resource=Resource.create({"service.name": "weather-bot"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider


def configure_logfire():
    import logfire

    logfire.configure(
        send_to_logfire=False,
        console=False,
        service_name="weather-bot",
        inspect_arguments=False,
        # These values replace the description of the machine that Logfire adds to the resource.
        resource_attributes={"host.name": "weather-host", "host.id": "0" * 32, "os.version": "6.1.0"},
    )
