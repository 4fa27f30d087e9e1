"""The OpenAI Agents SDK, instrumented by OpenInference or Logfire.

    python openai_agents.py openinference|logfire
"""

import asyncio
import json
import sys

from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, RunConfig, Runner
from agents import function_tool, set_trace_processors
from conversations import GREETING
from openai import AsyncOpenAI
from program import MODEL, OPENAI, QUESTION, SYSTEM
from program import Cell, configure_logfire, get_weather, tracer_provider

set_trace_processors([])
client = AsyncOpenAI(**OPENAI)
CHAT = OpenAIChatCompletionsModel(MODEL, client)
RESPONSES = OpenAIResponsesModel(MODEL, client)
sender = sys.argv[1]
loop = asyncio.new_event_loop()


@function_tool(name_override="get_weather")
def weather(city: str) -> str:
    """Current weather of a city"""
    return json.dumps(get_weather(city))


def ask(model, question, tools=()):
    agent = Agent(name="weather_agent", instructions=SYSTEM, model=model, tools=list(tools))

    async def run(session):
        await Runner.run(agent, question, run_config=RunConfig(group_id=session))

    return run


def stream(model):
    agent = Agent(name="weather_agent", instructions=SYSTEM, model=model)

    async def consume(session):
        result = Runner.run_streamed(agent, GREETING, run_config=RunConfig(group_id=session))
        async for _ in result.stream_events():
            pass

    return consume


SCENARIOS = {
    "responses": ask(RESPONSES, GREETING),
    "responses-tools": ask(RESPONSES, QUESTION, [weather]),
    "chat-tools": ask(CHAT, QUESTION, [weather]),
    "stream": stream(RESPONSES),
    "cache": ask(RESPONSES, GREETING),
}


def with_openinference():
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.openai_agents import OpenAIAgentsInstrumentor

    provider = tracer_provider()
    OpenAIAgentsInstrumentor().instrument(tracer_provider=provider)
    packages = ("openinference-instrumentation-openai-agents", "openai-agents")
    cell = Cell("openinference-openai-agents", *packages)
    for run, session, user in cell.scenarios(SCENARIOS, provider.force_flush):
        with using_attributes(session_id=session, user_id=user):
            loop.run_until_complete(run(session))


def with_logfire():
    import logfire

    configure_logfire()
    logfire.instrument_openai_agents()
    cell = Cell("logfire-openai-agents", "logfire", "openai-agents")
    for run, session, user in cell.scenarios(SCENARIOS, logfire.force_flush):
        with logfire.span("ask", **{"gen_ai.conversation.id": session, "user.id": user}):
            loop.run_until_complete(run(session))


with_openinference() if sender == "openinference" else with_logfire()
