"""The Agenta SDK: @ag.instrument() functions and what ag.tracing stores on their spans.

The SDK sends to {host}/api/otlp/v1/traces, so the host carries the scenario.
"""

import asyncio
import os
import random
import sys

import agenta as ag
from common import HOST, OPENAI, QUESTION, SYSTEM, WEATHER, ask_with_tool

scenario = sys.argv[1]
random.seed(scenario)
ag.init(host=f"{HOST}/record/agenta/{scenario}/{os.getpid()}", api_key="abcd1234.not-a-key")


@ag.instrument(spankind="TOOL")
def get_weather(city, unit="celsius"):
    return {"city": city, "temperature": 18, "unit": unit, "hours": [9, 12, {"at": 15}]}


@ag.instrument(spankind="EMBEDDING")
def embed(texts):
    return {"vectors": [[0.25, -0.5]], "usage": 9, "cost": 0.000002}


@ag.instrument(spankind="CHAT", ignore_inputs=["secret"])
def call_model(messages, secret):
    import openai

    client = openai.OpenAI(**OPENAI)
    completion = client.chat.completions.create(
        model="gpt-4o-mini", messages=messages, tools=[WEATHER]
    )
    ag.tracing.store_meta({"request": {"model": "gpt-4o-mini", "temperature": 0.2}})
    message = completion.choices[0].message.model_dump(exclude_none=True)
    return {"message": message, "usage": completion.usage.model_dump(), "cost": 0.0000165}


@ag.instrument(spankind="WORKFLOW")
def answer_question(question, history=None, nothing=None):
    ag.tracing.store_session(session_id="session-3")
    ag.tracing.store_user(user_id="user-7")
    ag.tracing.store_agent(agent_id="weather-agent")
    ag.tracing.store_meta({"tier": "gold", "attempts": [1, 2], "client": {"name": "web"}})
    ag.tracing.store_metrics({"quality": 0.75, "tokens": {"cached": 8}})
    ag.tracing.store_internals({"plan": ["look up", "answer"], "steps": 2})
    ag.tracing.store_refs(
        {
            "application.id": "0197a6a4-0000-7000-8000-000000000001",
            "application.slug": "weather-bot",
            "variant.slug": "weather-bot.default",
            "variant.version": "3",
            "environment.slug": "production",
        }
    )
    embed([question])
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": question}]
    reply = call_model(messages, secret="hidden")
    weather = get_weather("Paris", unit="celsius")
    return {"answer": f"{weather['temperature']} °C", "asked": reply["message"]["tool_calls"]}


@ag.instrument()
def overloaded(question):
    raise ValueError("no answer for " + question)


@ag.instrument()
async def stream(question):
    for word in ("It ", "is ", "sunny."):
        yield word


async def consume():
    async for _ in stream(QUESTION):
        pass


def other():
    asyncio.run(consume())
    try:
        overloaded("overload, please")
    except ValueError:
        pass


@ag.instrument(spankind="AGENT")
def weather_agent(question):
    import openai
    from openinference.instrumentation.openai import OpenAIInstrumentor

    OpenAIInstrumentor().instrument()
    return ask_with_tool(openai.OpenAI(**OPENAI))


if scenario == "with-openinference":
    weather_agent(QUESTION)
elif scenario == "workflow":
    answer_question(QUESTION, history=[{"role": "user", "content": "Hello"}])
elif scenario == "stream-and-error":
    other()
ag.tracing.tracer_provider.force_flush()
