"""OpenInference's instrumentations of the OpenAI, Anthropic and Gemini clients."""

import anthropic
import openai
from conversations import ANTHROPIC_SCENARIOS, GEMINI_SCENARIOS, OPENAI_SCENARIOS
from google import genai
from openinference.instrumentation import using_attributes
from openinference.instrumentation.anthropic import AnthropicInstrumentor
from openinference.instrumentation.google_genai import GoogleGenAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from program import ANTHROPIC, HOST, OPENAI, Cell, tracer_provider

provider = tracer_provider()
tracer = provider.get_tracer("weather-bot")


def record(cell, instrumentor, client, scenarios):
    instrumentor.instrument(tracer_provider=provider)
    for run, session, user in cell.scenarios(scenarios, provider.force_flush):
        with using_attributes(session_id=session, user_id=user):
            with tracer.start_as_current_span("POST /ask"):
                run(client)
    instrumentor.uninstrument()


record(
    Cell("openinference-openai", "openinference-instrumentation-openai", "openai"),
    OpenAIInstrumentor(),
    openai.OpenAI(**OPENAI),
    OPENAI_SCENARIOS,
)
record(
    Cell("openinference-anthropic", "openinference-instrumentation-anthropic", "anthropic"),
    AnthropicInstrumentor(),
    anthropic.Anthropic(**ANTHROPIC),
    ANTHROPIC_SCENARIOS,
)
record(
    Cell("openinference-google-genai", "openinference-instrumentation-google-genai", "google-genai"),
    GoogleGenAIInstrumentor(),
    genai.Client(api_key="not-a-key", http_options={"base_url": f"{HOST}/gemini"}),
    GEMINI_SCENARIOS,
)
