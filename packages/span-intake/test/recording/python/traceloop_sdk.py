"""Traceloop's SDK (OpenLLMetry): workflows and tools, and the clients of OpenAI and Anthropic."""

import json

import anthropic
import openai
from conversations import ANTHROPIC_SCENARIOS, OPENAI_SCENARIOS
from opentelemetry import trace
from program import (
    ANTHROPIC,
    HOST,
    MODEL,
    OPENAI,
    OPENAI_TOOL,
    QUESTION,
    SYSTEM,
    Cell,
    get_weather,
)
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import agent, tool, workflow

Traceloop.init(app_name="weather-bot", api_endpoint=HOST, telemetry_enabled=False)
flush = trace.get_tracer_provider().force_flush


def record(cell, client, scenarios):
    for name, run in scenarios.items():
        with cell.scenario(name, flush) as (session, user):
            ask = workflow(name="ask")(run)
            Traceloop.set_association_properties({"session_id": session, "user_id": user})
            ask(client)


@tool(name="get_weather")
def weather(city: str):
    return get_weather(city)


@agent(name="weather_agent")
def weather_agent(client):
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
    first = client.chat.completions.create(model=MODEL, messages=messages, tools=[OPENAI_TOOL])
    message = first.choices[0].message
    messages.append(message.model_dump(exclude_none=True))
    for call in message.tool_calls:
        result = weather(**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)})
    client.chat.completions.create(model=MODEL, messages=messages, tools=[OPENAI_TOOL])


record(
    Cell("traceloop-openai", "traceloop-sdk", "openai"),
    openai.OpenAI(**OPENAI),
    OPENAI_SCENARIOS | {"agent": weather_agent},
)
record(
    Cell("traceloop-anthropic", "traceloop-sdk", "anthropic"),
    anthropic.Anthropic(**ANTHROPIC),
    ANTHROPIC_SCENARIOS,
)
