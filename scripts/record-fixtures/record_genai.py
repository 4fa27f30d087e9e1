"""GenAI semantic conventions: OpenTelemetry's own OpenAI instrumentation, PydanticAI and Logfire.

The argument: "current", "default" (the OpenAI instrumentation's older conventions: chosen once per
process) or "legacy" (with PydanticAI 1.0, which still has its instrumentation version 1, events).
"""

import os
import sys

from common import OPENAI, QUESTION, SYSTEM, SeededIds, ask_with_tool, exporter, provider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from pydantic import BaseModel
from pydantic_ai import Agent, InstrumentationSettings
from pydantic_ai.messages import ModelResponse, TextPart, ThinkingPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

mode = sys.argv[1]
legacy = mode == "legacy"
# Logfire describes the machine in its resource.
OF_NO_MACHINE = {
    "host.name": "weather-host",
    "host.id": "0" * 32,
    "os.version": "6.1.0",
    "process.runtime.description": "3.11.7 (main) [GCC 12.2.0]",
}


def canned(messages, info):
    """A model that thinks and calls the tool once, then answers (by the output tool where there is one)."""
    answered = any(part.part_kind == "tool-return" for part in messages[-1].parts)
    if not answered:
        call = ToolCallPart("get_weather", {"city": "Paris"}, tool_call_id="call_weather_1")
        return ModelResponse(parts=[ThinkingPart("I have to look it up."), call])
    if info.output_tools:
        output = {"city": "Paris", "temperature": 18}
        call = ToolCallPart(info.output_tools[0].name, output, tool_call_id="call_final_1")
        return ModelResponse(parts=[call])
    return ModelResponse(parts=[TextPart("It is 18 °C and sunny in Paris.")])


class Weather(BaseModel):
    city: str
    temperature: int


def weather_agent(settings, **more):
    agent = Agent(
        FunctionModel(canned, model_name="canned"),
        name="weather_agent",
        instructions=SYSTEM,
        **({"instrument": settings} if legacy else {}),
        **more,
    )

    @agent.tool_plain
    def get_weather(city: str, unit: str = "celsius") -> dict:
        """Current weather of a city"""
        return {"city": city, "temperature": 18, "unit": unit}

    return agent


def pydantic_ai(scenario, output_type=str, **settings):
    made = provider("genai", scenario)
    instrument = InstrumentationSettings(tracer_provider=made, **settings)
    if not legacy:
        Agent.instrument_all(instrument)
    weather_agent(instrument, output_type=output_type).run_sync(
        QUESTION, model_settings={"temperature": 0.2, "max_tokens": 200}
    )
    made.shutdown()


def openai_v2(scenario, run, opt_in, capture):
    import openai
    from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor

    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = opt_in
    os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = capture
    made = provider("genai", scenario)
    instrumentor = OpenAIInstrumentor()
    instrumentor.instrument(tracer_provider=made)
    with made.get_tracer("weather-bot").start_as_current_span("POST /ask"):
        run(openai.OpenAI(**OPENAI))
    instrumentor.uninstrument()
    made.shutdown()


def stream_and_embed(client):
    stream = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[{"role": "user", "content": QUESTION}],
        stream=True,
        stream_options={"include_usage": True},
        stop=["END"],
        presence_penalty=0.5,
        top_p=0.9,
    )
    for _ in stream:
        pass
    client.embeddings.create(model="text-embedding-3-small", input=[QUESTION])


def logfire():
    import logfire
    import openai
    import random

    random.seed("logfire")
    scenario = "logfire-pydantic-ai-and-openai"
    logfire.configure(
        send_to_logfire=False,
        console=False,
        service_name="weather-bot",
        service_version="1.0.0",
        inspect_arguments=False,
        additional_span_processors=[BatchSpanProcessor(exporter("genai", scenario))],
        advanced=logfire.AdvancedOptions(id_generator=SeededIds(scenario)),
        resource_attributes=OF_NO_MACHINE,
    )
    client = openai.OpenAI(**OPENAI)
    logfire.instrument_pydantic_ai()
    logfire.instrument_openai(client)
    with logfire.span("answer {question}", question=QUESTION):
        weather_agent(None).run_sync(QUESTION)
        ask_with_tool(client)
    logfire.force_flush()


if mode == "default":
    openai_v2("openai-v2-default", ask_with_tool, "", "true")
elif legacy:
    pydantic_ai("pydantic-ai-v1-events", version=1, event_mode="attributes")
    pydantic_ai("pydantic-ai-v2", version=2)
else:
    pydantic_ai("pydantic-ai-v5", version=5)
    pydantic_ai("pydantic-ai-v6-structured-output", output_type=Weather, version=6)
    latest = "gen_ai_latest_experimental"
    openai_v2("openai-v2-chat-tools", ask_with_tool, latest, "SPAN_ONLY")
    openai_v2("openai-v2-stream-embed", stream_and_embed, latest, "SPAN_ONLY")
    logfire()
