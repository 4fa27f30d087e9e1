"""The same conversations with the clients of OpenAI, Anthropic and Gemini."""

import json

from program import (
    ANTHROPIC_TOOL,
    CITY,
    CLAUDE,
    DESCRIPTION,
    EMBEDDINGS,
    MODEL,
    OPENAI_TOOL,
    QUESTION,
    RESPONSES_TOOL,
    SYSTEM,
    get_weather,
)

GREETING = "Hello, who are you?"
MESSAGES = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": GREETING}]


def openai_chat(client):
    client.chat.completions.create(model=MODEL, messages=MESSAGES, temperature=0.2, max_tokens=200)


def openai_stream(client):
    options = {"include_usage": True}
    stream = client.chat.completions.create(
        model=MODEL, messages=MESSAGES, stream=True, stream_options=options
    )
    for _ in stream:
        pass


def openai_tools(client, tool=get_weather):
    messages = [{"role": "system", "content": SYSTEM}, {"role": "user", "content": QUESTION}]
    first = client.chat.completions.create(model=MODEL, messages=messages, tools=[OPENAI_TOOL])
    message = first.choices[0].message
    messages.append(message.model_dump(exclude_none=True))
    for call in message.tool_calls:
        result = tool(**json.loads(call.function.arguments))
        messages.append({"role": "tool", "tool_call_id": call.id, "content": json.dumps(result)})
    client.chat.completions.create(model=MODEL, messages=messages, tools=[OPENAI_TOOL])


def openai_embeddings(client):
    client.embeddings.create(model=EMBEDDINGS, input=[QUESTION, GREETING])


def openai_responses(client):
    items = [{"role": "user", "content": QUESTION}]
    request = {"model": MODEL, "instructions": SYSTEM, "tools": [RESPONSES_TOOL]}
    first = client.responses.create(input=items, **request)
    for call in first.output:
        items.append(
            {"type": "function_call", "call_id": call.call_id}
            | {"name": call.name, "arguments": call.arguments}
        )
    for call in first.output:
        output = json.dumps(get_weather(**json.loads(call.arguments)))
        items.append({"type": "function_call_output", "call_id": call.call_id, "output": output})
    client.responses.create(input=items, **request)


def openai_responses_stream(client):
    with client.responses.create(
        model=MODEL, instructions=SYSTEM, input=GREETING, stream=True
    ) as stream:
        for _ in stream:
            pass


OPENAI_SCENARIOS = {
    "chat": openai_chat,
    "stream": openai_stream,
    "tools": openai_tools,
    "embeddings": openai_embeddings,
    "responses": openai_responses,
    "responses-stream": openai_responses_stream,
    "cache": openai_chat,
}

CLAUDE_REQUEST = {"model": CLAUDE, "max_tokens": 200, "system": SYSTEM}


def anthropic_chat(client, system=SYSTEM):
    messages = [{"role": "user", "content": GREETING}]
    client.messages.create(messages=messages, **(CLAUDE_REQUEST | {"system": system}))


def anthropic_stream(client):
    messages = [{"role": "user", "content": GREETING}]
    with client.messages.stream(messages=messages, **CLAUDE_REQUEST) as stream:
        for _ in stream.text_stream:
            pass


def anthropic_tools(client):
    messages = [{"role": "user", "content": QUESTION}]
    request = CLAUDE_REQUEST | {"tools": [ANTHROPIC_TOOL]}
    first = client.messages.create(messages=messages, **request)
    blocks = [
        {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
        for block in first.content
    ]
    messages.append({"role": "assistant", "content": blocks})
    results = [
        {"type": "tool_result", "tool_use_id": block.id}
        | {"content": json.dumps(get_weather(**block.input))}
        for block in first.content
    ]
    messages.append({"role": "user", "content": results})
    client.messages.create(messages=messages, **request)


def anthropic_cache(client):
    cached = {"type": "text", "text": SYSTEM, "cache_control": {"type": "ephemeral"}}
    anthropic_chat(client, [cached])


ANTHROPIC_SCENARIOS = {
    "chat": anthropic_chat,
    "stream": anthropic_stream,
    "tools": anthropic_tools,
    "cache": anthropic_cache,
}

GEMINI = "gemini-2.5-flash"


def gemini_config(**more):
    from google.genai import types

    return types.GenerateContentConfig(system_instruction=SYSTEM, temperature=0.2, **more)


def gemini_chat(client):
    client.models.generate_content(model=GEMINI, contents=GREETING, config=gemini_config())


def gemini_stream(client):
    for _ in client.models.generate_content_stream(
        model=GEMINI, contents=GREETING, config=gemini_config()
    ):
        pass


def gemini_tools(client):
    from google.genai import types

    declared = {"name": "get_weather", "description": DESCRIPTION, "parameters_json_schema": CITY}
    config = gemini_config(
        tools=[types.Tool(function_declarations=[declared])],
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )
    contents = [types.Content(role="user", parts=[types.Part.from_text(text=QUESTION)])]
    first = client.models.generate_content(model=GEMINI, contents=contents, config=config)
    contents.append(first.candidates[0].content)
    results = [
        types.Part.from_function_response(name=call.name, response=get_weather(**call.args))
        for call in first.function_calls
    ]
    contents.append(types.Content(role="user", parts=results))
    client.models.generate_content(model=GEMINI, contents=contents, config=config)


GEMINI_SCENARIOS = {
    "chat": gemini_chat,
    "stream": gemini_stream,
    "tools": gemini_tools,
    "cache": gemini_chat,
}
