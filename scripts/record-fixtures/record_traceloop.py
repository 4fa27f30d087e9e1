"""OpenLLMetry: traceloop-sdk and its OpenAI instrumentation.

Run with two generations of the packages: the first argument becomes the prefix of the scenarios
("" for the current one, "legacy-" for the one that writes gen_ai.prompt.N and gen_ai.completion.N).
"""

import random
import sys

import openai
from common import OPENAI, QUESTION, ask_with_tool, exporter
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.tools import tool as langchain_tool
from opentelemetry import trace
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from traceloop.sdk import Traceloop
from traceloop.sdk.decorators import agent, task, tool, workflow
from traceloop.sdk.instruments import Instruments

prefix = sys.argv[1] if len(sys.argv) > 1 else ""


class ToScenario(SpanExporter):
    target = None

    def export(self, spans):
        return exporter("openllmetry", prefix + self.target).export(spans)


random.seed("openllmetry")
recorded = ToScenario()
Traceloop.init(
    app_name="weather-bot",
    processor=BatchSpanProcessor(recorded),
    instruments={Instruments.OPENAI, Instruments.LANGCHAIN},
    telemetry_enabled=False,
)
client = openai.OpenAI(**OPENAI)


@tool(name="get_weather")
def get_weather(city, unit="celsius"):
    return {"city": city, "temperature": 18, "unit": unit}


@task(name="look_up")
def look_up(question):
    get_weather("Paris", unit="celsius")
    return ask_with_tool(client)


@agent(name="weather_agent")
def weather_agent(question):
    return look_up(question)


@workflow(name="answer_question", version=2)
def answer_question(question, history=None):
    return {"answer": weather_agent(question), "question": question}


@workflow(name="stream_and_embed")
def stream_and_embed(text):
    stream = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[{"role": "user", "content": text}],
        stream=True,
        stream_options={"include_usage": True},
        top_p=0.9,
        user="user-7",
    )
    answer = "".join(part.choices[0].delta.content or "" for part in stream if part.choices)
    client.embeddings.create(model="text-embedding-3-small", input=[text, answer])
    return answer


@workflow(name="overloaded")
def overloaded(text):
    try:
        client.chat.completions.create(
            model="gpt-4o-mini", messages=[{"role": "user", "content": text}]
        )
    except openai.RateLimitError as error:
        return error.code


@workflow(name="respond")
def respond(text):
    function = {"type": "function", "name": "get_weather", "parameters": {}}
    client.responses.create(
        model="gpt-4o-mini", input=text, instructions="Be brief.", tools=[function]
    )


@langchain_tool
def forecast(city: str) -> str:
    """Forecast for a city"""
    return f"Sunny in {city}"


def langchain():
    prompt = ChatPromptTemplate.from_messages([("system", "{forecast}"), ("human", "{question}")])
    model = FakeListChatModel(responses=["It is sunny."], name="canned")
    chain = prompt | model | StrOutputParser()
    return (forecast | (lambda found: {"forecast": found, "question": QUESTION}) | chain).invoke(
        {"city": "Paris"}, config={"metadata": {"tier": "gold"}, "tags": ["demo"]}
    )


def record(scenario, run):
    recorded.target = scenario
    run()
    trace.get_tracer_provider().force_flush()


Traceloop.set_association_properties({"user_id": "user-7", "session_id": "session-3"})
record("workflow-agent-tool", lambda: answer_question(QUESTION, history=["Hello"]))
record("stream-and-embeddings", lambda: stream_and_embed(QUESTION))
record("error", lambda: overloaded("overload, please"))
record("responses-api", lambda: respond(QUESTION))
record("langchain", langchain)
