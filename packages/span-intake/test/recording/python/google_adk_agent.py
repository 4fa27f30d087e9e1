"""Google's Agent Development Kit with Gemini: a chat, a stream and a tool."""

import asyncio
import os

os.environ |= {"GOOGLE_API_KEY": "not-a-key", "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:4011/gemini"}
os.environ |= {"OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT": "SPAN_ONLY"}
os.environ |= {"OTEL_SEMCONV_STABILITY_OPT_IN": "gen_ai_latest_experimental"}

from conversations import GEMINI, GREETING
from google.adk.agents import Agent
from google.adk.agents.run_config import RunConfig, StreamingMode
from google.adk.runners import InMemoryRunner
from google.genai import types
from program import QUESTION, SYSTEM, Cell, get_weather, tracer_provider

provider = tracer_provider()


async def ask(question, tools, session, user, mode=StreamingMode.NONE):
    agent = Agent(name="weather_agent", model=GEMINI, instruction=SYSTEM, tools=tools)
    runner = InMemoryRunner(agent=agent, app_name="weather-bot")
    await runner.session_service.create_session(
        app_name="weather-bot", user_id=user, session_id=session
    )
    message = types.Content(role="user", parts=[types.Part.from_text(text=question)])
    async for _ in runner.run_async(
        user_id=user,
        session_id=session,
        new_message=message,
        run_config=RunConfig(streaming_mode=mode),
    ):
        pass


SCENARIOS = {
    "chat": lambda *who: ask(GREETING, [], *who),
    "stream": lambda *who: ask(GREETING, [], *who, mode=StreamingMode.SSE),
    "tools": lambda *who: ask(QUESTION, [get_weather], *who),
    "cache": lambda *who: ask(GREETING, [], *who),
}

cell = Cell("google-adk", "google-adk", "google-genai")
for run, session, user in cell.scenarios(SCENARIOS, provider.force_flush):
    asyncio.run(run(session, user))
