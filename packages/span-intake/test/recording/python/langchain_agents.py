"""LangChain: its chat models, an agent with a tool and embeddings, instrumented by OpenInference or LangSmith.

    python langchain_agents.py openinference|langsmith
"""

import os
import sys

from program import ANTHROPIC, CLAUDE, EMBEDDINGS, HOST, MODEL, OPENAI, QUESTION, SYSTEM
from program import Cell, get_weather, tracer_provider

sender = sys.argv[1]
if sender == "langsmith":
    os.environ |= {"LANGSMITH_TRACING": "true", "LANGSMITH_OTEL_ENABLED": "true"}
    os.environ |= {"LANGSMITH_OTEL_ONLY": "true", "LANGSMITH_API_KEY": "not-a-key"}
    os.environ |= {"LANGSMITH_ENDPOINT": f"{HOST}/langsmith"}

from conversations import GREETING
from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

provider = tracer_provider()
tracer = provider.get_tracer("weather-bot")
GPT = ChatOpenAI(model=MODEL, temperature=0.2, stream_usage=True, **OPENAI)
SONNET = ChatAnthropic(model=CLAUDE, max_tokens=200, **ANTHROPIC)
MESSAGES = [("system", SYSTEM), ("user", GREETING)]


def agent(model, config):
    made = create_agent(model, tools=[tool(get_weather)], system_prompt=SYSTEM)
    made.invoke({"messages": [("user", QUESTION)]}, config)


SCENARIOS = {
    "chat": lambda config: GPT.invoke(MESSAGES, config),
    "stream": lambda config: list(GPT.stream(MESSAGES, config)),
    "agent": lambda config: agent(GPT, config),
    "cache": lambda config: GPT.invoke(MESSAGES, config),
    "anthropic": lambda config: SONNET.invoke(MESSAGES, config),
    "anthropic-agent": lambda config: agent(SONNET, config),
}


def with_openinference():
    from openinference.instrumentation import using_attributes
    from openinference.instrumentation.langchain import LangChainInstrumentor

    LangChainInstrumentor().instrument(tracer_provider=provider)
    packages = ("openinference-instrumentation-langchain", "langchain", "langchain-openai")
    cell = Cell("openinference-langchain", *packages)
    for run, session, user in cell.scenarios(SCENARIOS, provider.force_flush):
        with using_attributes(session_id=session, user_id=user):
            with tracer.start_as_current_span("POST /ask"):
                run({})


def with_langsmith():
    from langchain_core.tracers.langchain import wait_for_all_tracers

    def flush():
        wait_for_all_tracers()
        provider.force_flush()

    cell = Cell("langsmith", "langsmith", "langchain", "langchain-openai")
    for run, session, user in cell.scenarios(SCENARIOS, flush):
        with tracer.start_as_current_span("POST /ask"):
            run({"metadata": {"session_id": session, "user_id": user}})


with_openinference() if sender == "openinference" else with_langsmith()
