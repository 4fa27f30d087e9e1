"""smolagents, instrumented by OpenInference: an agent with a tool."""

from openinference.instrumentation import using_attributes
from openinference.instrumentation.smolagents import SmolagentsInstrumentor
from program import HOST, MODEL, QUESTION, Cell, get_weather, tracer_provider
from smolagents import OpenAIServerModel, ToolCallingAgent, tool

provider = tracer_provider()
SmolagentsInstrumentor().instrument(tracer_provider=provider)
model = OpenAIServerModel(MODEL, api_base=f"{HOST}/openai/v1", api_key="not-a-key")


@tool
def weather(city: str) -> dict:
    """Current weather of a city.

    Args:
        city: the name of the city
    """
    return get_weather(city)


weather.name = "get_weather"
cell = Cell("openinference-smolagents", "openinference-instrumentation-smolagents", "smolagents")
for name in ("agent", "cache"):
    with cell.scenario(name, provider.force_flush) as (session, user):
        with using_attributes(session_id=session, user_id=user):
            ToolCallingAgent(tools=[weather], model=model, max_tool_threads=1, verbosity_level=0).run(QUESTION)
