"""PydanticAI and the clients of OpenAI and Anthropic, instrumented by Logfire.

The conversation that PydanticAI is given is its session.
"""

import anthropic
import logfire
import openai
from conversations import ANTHROPIC_SCENARIOS, GREETING, OPENAI_SCENARIOS
from program import ANTHROPIC, CLAUDE, MODEL, OPENAI, QUESTION, SYSTEM, Cell, get_weather
from pydantic_ai import Agent
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

logfire.configure(
    send_to_logfire=False,
    console=False,
    service_name="weather-bot",
    inspect_arguments=False,
    # Logfire describes the machine in its resource attributes.
    resource_attributes={"host.name": "weather-host", "host.id": "0" * 32, "os.version": "6.1.0"},
)
logfire.instrument_pydantic_ai()
provider = OpenAIProvider(openai_client=openai.AsyncOpenAI(**OPENAI))
claude = AnthropicProvider(anthropic_client=anthropic.AsyncAnthropic(**ANTHROPIC))


def ask(model, question):
    agent = Agent(model, name="weather_agent", instructions=SYSTEM, tools=[get_weather])

    def run(session):
        agent.run_sync(question, conversation_id=session)

    return run


def stream(model, question):
    agent = Agent(model, name="weather_agent", instructions=SYSTEM)

    def run(session):
        result = agent.run_stream_sync(question, conversation_id=session)
        for _ in result.stream_text():
            pass

    return run


def chat(model):
    agent = Agent(model, name="weather_agent", instructions=SYSTEM)
    return lambda session: agent.run_sync(GREETING, conversation_id=session)


GPT = OpenAIChatModel(MODEL, provider=provider)
SCENARIOS = {
    "chat": chat(GPT),
    "stream": stream(GPT, GREETING),
    "tools": ask(GPT, QUESTION),
    "cache": chat(GPT),
    "responses": ask(OpenAIResponsesModel(MODEL, provider=provider), QUESTION),
    "anthropic": ask(AnthropicModel(CLAUDE, provider=claude), QUESTION),
}

cell = Cell("pydantic-ai", "pydantic-ai-slim", "logfire")
for name, run in SCENARIOS.items():
    with cell.scenario(name, logfire.force_flush) as (session, user):
        with logfire.span("ask", **{"user.id": user}):
            run(session)


def with_client(cell, client, scenarios):
    for name, run in scenarios.items():
        with cell.scenario(name, logfire.force_flush) as (session, user):
            with logfire.span("ask", **{"gen_ai.conversation.id": session, "user.id": user}):
                run(client)


gpt, sonnet = openai.OpenAI(**OPENAI), anthropic.Anthropic(**ANTHROPIC)
logfire.instrument_openai(gpt)
with_client(Cell("logfire-openai", "logfire", "openai"), gpt, OPENAI_SCENARIOS)
logfire.instrument_anthropic(sonnet)
with_client(Cell("logfire-anthropic", "logfire", "anthropic"), sonnet, ANTHROPIC_SCENARIOS)
