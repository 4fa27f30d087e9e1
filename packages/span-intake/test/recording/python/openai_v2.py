"""OpenTelemetry's own instrumentation of the OpenAI client, with the experimental GenAI conventions."""

import os
import sys

os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "SPAN_ONLY"

import openai
from conversations import OPENAI_SCENARIOS
from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
from program import OPENAI, Cell, tracer_provider

provider = tracer_provider()
OpenAIInstrumentor().instrument(tracer_provider=provider)
client = openai.OpenAI(**OPENAI)
cell = Cell("openai-v2", "opentelemetry-instrumentation-openai-v2", "openai")
tracer = provider.get_tracer("weather-bot")
for name, run in OPENAI_SCENARIOS.items():
    if name.startswith("responses"):
        continue  # not instrumented
    with cell.scenario(name, provider.force_flush) as (session, user):
        with tracer.start_as_current_span("POST /ask") as span:
            span.set_attribute("gen_ai.conversation.id", session)
            span.set_attribute("user.id", user)
            run(client)
