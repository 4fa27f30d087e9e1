"""Strands Agents with the models of OpenAI and Anthropic."""

from conversations import GREETING
from program import CLAUDE, HOST, MODEL, OPENAI, QUESTION, SYSTEM, Cell, get_weather, tracer_provider
from strands import Agent, tool
from strands.models.anthropic import AnthropicModel
from strands.models.openai import OpenAIModel

provider = tracer_provider()
weather = tool(get_weather)
GPT = OpenAIModel(client_args=OPENAI, model_id=MODEL)
SONNET = AnthropicModel(
    client_args={"base_url": f"{HOST}/anthropic", "api_key": "not-a-key"},
    model_id=CLAUDE,
    max_tokens=200,
)


def ask(model, question, tools, session, user):
    told = {"session.id": session, "user.id": user}
    Agent(
        model=model,
        system_prompt=SYSTEM,
        tools=tools,
        trace_attributes=told,
        callback_handler=None,
    )(question)


SCENARIOS = {
    "chat": lambda *who: ask(GPT, GREETING, [], *who),
    "tools": lambda *who: ask(GPT, QUESTION, [weather], *who),
    "cache": lambda *who: ask(GPT, GREETING, [], *who),
    "anthropic-tools": lambda *who: ask(SONNET, QUESTION, [weather], *who),
}

cell = Cell("strands", "strands-agents")
for run, session, user in cell.scenarios(SCENARIOS, provider.force_flush):
    run(session, user)
