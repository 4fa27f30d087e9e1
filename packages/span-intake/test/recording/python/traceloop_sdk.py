"""Traceloop's SDK (OpenLLMetry): workflows and tools, and the clients of OpenAI and Anthropic."""

import anthropic
import openai
from conversations import ANTHROPIC_SCENARIOS, OPENAI_SCENARIOS, openai_tools
from opentelemetry import trace
from program import ANTHROPIC, HOST, OPENAI, Cell, get_weather
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import agent, tool, workflow

Traceloop.init(app_name="weather-bot", api_endpoint=HOST, telemetry_enabled=False)


def record(cell, client, scenarios):
    for run, session, user in cell.scenarios(scenarios, trace.get_tracer_provider().force_flush):
        ask = workflow(name="ask")(run)
        Traceloop.set_association_properties({"session_id": session, "user_id": user})
        ask(client)


@tool(name="get_weather")
def weather(city: str):
    return get_weather(city)


@agent(name="weather_agent")
def weather_agent(client):
    openai_tools(client, weather)


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
