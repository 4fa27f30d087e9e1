"""Langfuse's SDK: the decorator, the wrapper around the OpenAI client, and generations created by the program."""

import os

from program import HOST, MODEL, OPENAI, SYSTEM, Cell, post

os.environ |= {"LANGFUSE_BASE_URL": HOST, "LANGFUSE_HOST": HOST}
os.environ |= {"LANGFUSE_PUBLIC_KEY": "pk-not-a-key", "LANGFUSE_SECRET_KEY": "sk-not-a-key"}

from conversations import GREETING, OPENAI_SCENARIOS
from langfuse import get_client, observe, propagate_attributes
from langfuse.openai import OpenAI

client = OpenAI(**OPENAI)
langfuse = get_client()


@observe(name="ask")
def ask(run, session, user):
    with propagate_attributes(session_id=session, user_id=user):
        run(client)


def by_hand(_client):
    """Creates a generation and reports its usage, after a call that is not instrumented."""
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": GREETING}]
    answer = post("/openai/v1/chat/completions", {"model": MODEL, "messages": messages})
    with langfuse.start_as_current_observation(
        as_type="generation", name="by hand", model=answer["model"], input=messages
    ) as generation:
        usage = answer["usage"]
        details = {"input": usage["prompt_tokens"], "output": usage["completion_tokens"]}
        generation.update(output=answer["choices"][0]["message"], usage_details=details)


cell = Cell("langfuse", "langfuse", "openai")
for run, session, user in cell.scenarios(OPENAI_SCENARIOS | {"by-hand": by_hand}, langfuse.flush):
    ask(run, session, user)
