"""LlamaIndex, instrumented by OpenInference: a chat, a stream, an agent with a tool, an index of documents."""

import asyncio

from conversations import GREETING
from llama_index.core import Document, VectorStoreIndex
from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.tools import FunctionTool
from llama_index.embeddings.openai import OpenAIEmbedding
from llama_index.llms.openai import OpenAI
from openinference.instrumentation import using_attributes
from openinference.instrumentation.llama_index import LlamaIndexInstrumentor
from program import EMBEDDINGS, HOST, MODEL, QUESTION, SYSTEM, Cell, get_weather, tracer_provider

provider = tracer_provider()
LlamaIndexInstrumentor().instrument(tracer_provider=provider)
STUB = {"api_base": f"{HOST}/openai/v1", "api_key": "not-a-key", "max_retries": 0}
llm = OpenAI(model=MODEL, additional_kwargs={"stream_options": {"include_usage": True}}, **STUB)
plain = OpenAI(model=MODEL, **STUB)
embedding = OpenAIEmbedding(model=EMBEDDINGS, **STUB)
MESSAGES = [ChatMessage(role="system", content=SYSTEM), ChatMessage(role="user", content=GREETING)]


async def agent():
    tool = FunctionTool.from_defaults(get_weather)
    made = FunctionAgent(tools=[tool], llm=plain, system_prompt=SYSTEM, streaming=False)
    await made.run(QUESTION)


def retrieve():
    index = VectorStoreIndex.from_documents([Document(text=SYSTEM)], embed_model=embedding)
    index.as_query_engine(llm=plain).query(GREETING)


SCENARIOS = {
    "chat": lambda: plain.chat(MESSAGES),
    "stream": lambda: list(llm.stream_chat(MESSAGES)),
    "agent": lambda: asyncio.run(agent()),
    "retrieval": retrieve,
    "cache": lambda: plain.chat(MESSAGES),
}

cell = Cell(
    "openinference-llama-index", "openinference-instrumentation-llama-index", "llama-index-core"
)
for run, session, user in cell.scenarios(SCENARIOS, provider.force_flush):
    with using_attributes(session_id=session, user_id=user):
        run()
