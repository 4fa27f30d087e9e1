"""The spans, including content, that Anthropic's SDK itself creates if a tracer provider is set."""

import os

os.environ["ANTHROPIC_OPEN_TELEMETRY_TRACES_CONTENT_MODE"] = "content"

import anthropic
from conversations import ANTHROPIC_SCENARIOS
from program import ANTHROPIC, Cell, tracer_provider

provider = tracer_provider()
tracer = provider.get_tracer("weather-bot")
client = anthropic.Anthropic(**ANTHROPIC)
cell = Cell("anthropic", "anthropic")
for run, session, user in cell.scenarios(ANTHROPIC_SCENARIOS, provider.force_flush):
    with tracer.start_as_current_span("POST /ask") as span:
        span.set_attribute("session.id", session)
        span.set_attribute("user.id", user)
        run(client)
