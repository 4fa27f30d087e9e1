"""OpenInference: its instrumentations of the OpenAI client and of LangChain, and its own decorators."""

import openai
from common import OPENAI, QUESTION, ask_with_tool, provider
from langchain_core.documents import Document
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.retrievers import BaseRetriever
from langchain_core.tools import tool
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langchain_openai import ChatOpenAI
from openinference.instrumentation import OITracer, TraceConfig, using_attributes
from openinference.instrumentation.langchain import LangChainInstrumentor
from openinference.instrumentation.openai import OpenAIInstrumentor

client = openai.OpenAI(**OPENAI)
WHO = {
    "session_id": "session-3",
    "user_id": "user-7",
    "metadata": {"tier": "gold", "attempt": 2},
    "tags": ["weather", "demo"],
    "prompt_template": "What is the weather in {city}?",
    "prompt_template_version": "v1.0",
    "prompt_template_variables": {"city": "Paris"},
}


def with_openai(scenario, run):
    made = provider("openinference", scenario)
    instrumentor = OpenAIInstrumentor()
    instrumentor.instrument(tracer_provider=made)
    with using_attributes(**WHO):
        run(OITracer(made.get_tracer("weather-bot"), config=TraceConfig()))
    instrumentor.uninstrument()
    made.shutdown()


def agent_with_tools(tracer):
    @tracer.tool(name="get_weather", description="Current weather of a city")
    def get_weather(city: str, unit: str = "celsius"):
        return {"city": city, "temperature": 18, "unit": unit}

    @tracer.agent(name="weather_agent")
    def weather_agent(question: str):
        get_weather("Paris")
        return ask_with_tool(client)

    @tracer.chain(name="answer_question")
    def answer_question(question: str, history: list):
        return {"answer": weather_agent(question), "sources": []}

    answer_question(QUESTION, history=["Hello"])


def stream_and_embeddings(tracer):
    @tracer.chain
    def ask(question: str) -> str:
        picture = {"url": "https://example.com/paris.png"}
        parts = [{"type": "text", "text": question}, {"type": "image_url", "image_url": picture}]
        stream = client.chat.completions.create(
            model="gpt-4o-mini",
            messages=[{"role": "user", "content": parts}],
            stream=True,
            stream_options={"include_usage": True},
        )
        text = "".join(part.choices[0].delta.content or "" for part in stream if part.choices)
        client.embeddings.create(model="text-embedding-3-small", input=[question, text])
        return text

    ask(QUESTION)


def error(tracer):
    @tracer.chain
    def overloaded(question: str) -> str:
        messages = [{"role": "user", "content": question}]
        return client.chat.completions.create(model="gpt-4o-mini", messages=messages)

    try:
        overloaded("overload, please")
    except openai.RateLimitError:
        pass


def responses_api(tracer):
    function = {"type": "function", "name": "get_weather", "parameters": {"type": "object"}}
    asked = {"model": "gpt-4o-mini", "instructions": "Be brief.", "tools": [function]}
    with tracer.start_as_current_span("respond", openinference_span_kind="guardrail") as span:
        span.set_input(QUESTION)
        first = client.responses.create(input=QUESTION, **asked)
        call = first.output[0]
        result = {"type": "function_call_output", "call_id": call.call_id, "output": "18"}
        history = [{"role": "user", "content": QUESTION}, call.model_dump(), result]
        span.set_output(client.responses.create(input=history, **asked).output_text)


class Library(BaseRetriever):
    def _get_relevant_documents(self, query, *, run_manager):
        return [
            Document(page_content="Paris is sunny.", metadata={"source": "a.txt", "score": 0.9}),
            Document(page_content="Lyon is windy.", metadata={"source": "b.txt", "score": 0.4}),
        ]


@tool
def get_weather(city: str, unit: str = "celsius") -> dict:
    """Current weather of a city"""
    return {"city": city, "temperature": 18, "unit": unit}


def langchain():
    made = provider("openinference", "langchain-retriever-tool")
    LangChainInstrumentor().instrument(tracer_provider=made)
    model = ChatOpenAI(
        model="gpt-4o-mini", base_url=OPENAI["base_url"], api_key="not-a-key", temperature=0.2
    )
    prompt = ChatPromptTemplate.from_messages(
        [("system", "Answer from: {context}"), ("human", "{question}")]
    )
    documents = Library() | (lambda found: "\n".join(one.page_content for one in found))
    chain = (
        {"context": documents, "question": RunnablePassthrough()}
        | prompt
        | model
        | StrOutputParser()
    )
    bound = model.bind_tools([get_weather])
    call_tool = RunnableLambda(
        lambda message: get_weather.invoke(message.tool_calls[0]), name="call_tool"
    )
    with using_attributes(session_id="session-3", user_id="user-7"):
        (chain | bound | call_tool).invoke(QUESTION, config={"metadata": {"tier": "gold"}})
    made.shutdown()


with_openai("agent-with-tools", agent_with_tools)
with_openai("stream-and-embeddings", stream_and_embeddings)
with_openai("error", error)
with_openai("responses-api", responses_api)
langchain()
