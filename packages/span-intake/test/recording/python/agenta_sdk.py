"""Agenta's SDK: a workflow, with OpenAI's client instrumented by OpenInference."""

import agenta as ag
import openai
from conversations import OPENAI_SCENARIOS
from openinference.instrumentation.openai import OpenAIInstrumentor
from opentelemetry import trace
from program import HOST, OPENAI, Cell

ag.init(host=HOST, api_key="not-a-key")
OpenAIInstrumentor().instrument()
client = openai.OpenAI(**OPENAI)


@ag.instrument(type="workflow")
def ask(scenario: str, session: str, user: str):
    ag.tracing.store_session(session)
    ag.tracing.store_user(user)
    OPENAI_SCENARIOS[scenario](client)
    return {"scenario": scenario}


cell = Cell("agenta", "agenta", "openinference-instrumentation-openai", "openai")
for name in OPENAI_SCENARIOS:
    with cell.scenario(name, trace.get_tracer_provider().force_flush) as (session, user):
        ask(name, session, user)
