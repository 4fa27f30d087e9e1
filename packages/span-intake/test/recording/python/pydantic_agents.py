"""PydanticAI and the clients of OpenAI and Anthropic, instrumented by Logfire.

The conversation that PydanticAI is given is its session.
"""

import anthropic
import logfire
import openai
from conversations import ANTHROPIC_SCENARIOS, GREETING, OPENAI_SCENARIOS
from program import ANTHROPIC, CLAUDE, MODEL, OPENAI, QUESTION, SYSTEM
from program import Cell, configure_logfire, get_weather
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

configure_logfire()
logfire.instrument_pydantic_ai()
provider = OpenAIProvider(openai_client=openai.AsyncOpenAI(**OPENAI))
claude = AnthropicProvider(anthropic_client=anthropic.AsyncAnthropic(**ANTHROPIC))


def ask(model, question, tools=()):
    agent = Agent(model, name="weather_agent", instructions=SYSTEM, tools=tools)
    return lambda session: agent.run_sync(question, conversation_id=session)


def stream(model, question):
    agent = Agent(model, name="weather_agent", instructions=SYSTEM)

    def run(session):
        result = agent.run_stream_sync(question, conversation_id=session)
        for _ in result.stream_text():
            pass

    return run


GPT = OpenAIChatModel(MODEL, provider=provider)
SCENARIOS = {
    "chat": ask(GPT, GREETING),
    "stream": stream(GPT, GREETING),
    "tools": ask(GPT, QUESTION, [get_weather]),
    "cache": ask(GPT, GREETING),
    "responses": ask(OpenAIResponsesModel(MODEL, provider=provider), QUESTION, [get_weather]),
    "anthropic": ask(AnthropicModel(CLAUDE, provider=claude), QUESTION, [get_weather]),
}

cell = Cell("pydantic-ai", "pydantic-ai-slim", "logfire")
for run, session, user in cell.scenarios(SCENARIOS, logfire.force_flush):
    with logfire.span("ask", **{"user.id": user}):
        run(session)


def with_client(cell, client, scenarios):
    for run, session, user in cell.scenarios(scenarios, logfire.force_flush):
        with logfire.span("ask", **{"gen_ai.conversation.id": session, "user.id": user}):
            run(client)


gpt, sonnet = openai.OpenAI(**OPENAI), anthropic.Anthropic(**ANTHROPIC)
logfire.instrument_openai(gpt)
with_client(Cell("logfire-openai", "logfire", "openai"), gpt, OPENAI_SCENARIOS)
logfire.instrument_anthropic(sonnet)
with_client(Cell("logfire-anthropic", "logfire", "anthropic"), sonnet, ANTHROPIC_SCENARIOS)
