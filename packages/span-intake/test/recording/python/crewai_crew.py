"""CrewAI, instrumented by OpenInference together with OpenAI's client."""

import os

os.environ |= {"OPENAI_BASE_URL": "http://127.0.0.1:4011/openai/v1", "OPENAI_API_KEY": "not-a-key"}
os.environ |= {"CREWAI_DISABLE_TELEMETRY": "true", "CREWAI_TRACING_ENABLED": "false"}

import json

from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool
from openinference.instrumentation import using_attributes
from openinference.instrumentation.crewai import CrewAIInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor
from program import MODEL, QUESTION, Cell, get_weather, tracer_provider

provider = tracer_provider()
CrewAIInstrumentor().instrument(tracer_provider=provider, skip_dep_check=True)
OpenAIInstrumentor().instrument(tracer_provider=provider)


@tool("get_weather")
def weather(city: str) -> str:
    """Current weather of a city"""
    return json.dumps(get_weather(city))


def crew(tools):
    llm = LLM(model=f"openai/{MODEL}", temperature=0.2)
    agent = Agent(
        role="Weather assistant", goal="Tell the weather", backstory="Knows", llm=llm, tools=tools
    )
    task = Task(description=QUESTION, expected_output="One sentence", agent=agent)
    Crew(agents=[agent], tasks=[task]).kickoff()


packages = ("openinference-instrumentation-crewai", "openinference-instrumentation-openai", "crewai")
cell = Cell("openinference-crewai", *packages)
scenarios = {"crew": [], "tools": [weather], "cache": []}
for tools, session, user in cell.scenarios(scenarios, provider.force_flush):
    with using_attributes(session_id=session, user_id=user):
        crew(tools)
