"""LiteLLM with its callback "otel"."""

import json
import os

os.environ |= {"OTEL_EXPORTER": "otlp_http", "OTEL_ENDPOINT": "http://127.0.0.1:4011/v1/traces"}

import time
from copy import deepcopy

import litellm
from conversations import GREETING, MESSAGES
from opentelemetry import trace
from program import (
    ANTHROPIC,
    CLAUDE,
    EMBEDDINGS,
    HOST,
    MODEL,
    OPENAI_TOOL,
    QUESTION,
    SYSTEM,
    Cell,
    get_weather,
)

litellm.callbacks = ["otel"]
GPT = {"model": f"openai/{MODEL}", "api_base": f"{HOST}/openai/v1", "api_key": "not-a-key"}
SONNET = {"model": f"anthropic/{CLAUDE}", "api_base": f"{HOST}/anthropic", "api_key": "not-a-key"}


def chat(told):
    litellm.completion(messages=MESSAGES, temperature=0.2, **GPT, **told)


def stream(told):
    options = {"include_usage": True}
    for _ in litellm.completion(
        messages=MESSAGES, stream=True, stream_options=options, **GPT, **told
    ):
        pass


def tools(model, told):
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
    request = {"tools": [OPENAI_TOOL], "max_tokens": 200} | model
    # LiteLLM marks traced calls in the metadata, so each call needs its own copy of the metadata.
    answer = litellm.completion(messages=messages, **request, **deepcopy(told))
    message = answer.choices[0].message
    messages.append(message.model_dump(exclude_none=True))
    for call in message.tool_calls:
        result = get_weather(**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)})
    litellm.completion(messages=messages, **request, **told)


def embeddings(told):
    model = GPT | {"model": f"openai/{EMBEDDINGS}"}
    litellm.embedding(input=[QUESTION, GREETING], **model, **told)


SCENARIOS = {
    "chat": chat,
    "stream": stream,
    "tools": lambda told: tools(GPT, told),
    "embeddings": embeddings,
    "cache": chat,
    "anthropic-tools": lambda told: tools(SONNET, told),
}


def flush():
    """Waits for the spans, which LiteLLM exports in its own threads."""
    time.sleep(4)
    trace.get_tracer_provider().force_flush()


cell = Cell("litellm", "litellm")
for run, session, user in cell.scenarios(SCENARIOS, flush):
    run({"user": user, "metadata": {"session_id": session}})
