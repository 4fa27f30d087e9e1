"""Converts the messages in a request to any of the APIs into one flat list of facts.

A fact is {role, text}, {role: "assistant", call, arguments} or {role: "tool", result}. Roles are
system, user, assistant and tool. Results and arguments are parsed if they are JSON.
"""

import json

ROLES = {"developer": "system", "model": "assistant", "function": "tool"}


def parsed(value):
    try:
        return json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return value


def text_fact(role, text):
    role = ROLES.get(role, role)
    return {"role": role, "result": parsed(text)} if role == "tool" else {"role": role, "text": text}


def call_fact(name, arguments):
    return {"role": "assistant", "call": name, "arguments": parsed(arguments)}


def result_fact(result):
    return {"role": "tool", "result": parsed(result)}


def text_of(content):
    """Returns the text of a string or of a list of text parts."""
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content or [])


def chat_request(body):
    facts = []
    for message in body["messages"]:
        role, content = message["role"], message.get("content")
        if content not in (None, "", []):
            facts.append(text_fact(role, text_of(content)))
        for call in message.get("tool_calls") or []:
            facts.append(call_fact(call["function"]["name"], call["function"]["arguments"]))
    return {"messages": facts, "tools": [tool["function"]["name"] for tool in body.get("tools") or []]}


def embeddings_request(body):
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    return {"messages": [text_fact("user", text) for text in texts], "tools": []}


def responses_request(body, answered):
    """Converts a request to facts. `answered` maps ids to earlier items, to which an item may refer by id."""
    facts = [text_fact("system", body["instructions"])] if body.get("instructions") else []
    items = body["input"]
    for item in [{"role": "user", "content": items}] if isinstance(items, str) else items:
        item = answered.get(item.get("id"), item) if item.get("type") == "item_reference" else item
        kind = item.get("type", "message")
        if kind == "message":
            facts.append(text_fact(item["role"], text_of(item["content"])))
        elif kind == "function_call":
            facts.append(call_fact(item["name"], item["arguments"]))
        elif kind == "function_call_output":
            facts.append(result_fact(text_of(item["output"])))
    return {"messages": facts, "tools": [tool.get("name") for tool in body.get("tools") or []]}


def anthropic_request(body):
    facts = [text_fact("system", text_of(body["system"]))] if body.get("system") else []
    for message in body["messages"]:
        content = message["content"]
        parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for part in parts:
            if part["type"] == "text":
                facts.append(text_fact(message["role"], part["text"]))
            elif part["type"] == "tool_use":
                facts.append(call_fact(part["name"], part["input"]))
            elif part["type"] == "tool_result":
                facts.append(result_fact(text_of(part["content"])))
    return {"messages": facts, "tools": [tool["name"] for tool in body.get("tools") or []]}


def gemini_request(body):
    system = body.get("systemInstruction")
    facts = [text_fact("system", text_of(system["parts"]))] if system else []
    for content in body["contents"]:
        for part in content["parts"]:
            if "functionCall" in part:
                facts.append(call_fact(part["functionCall"]["name"], part["functionCall"]["args"]))
            elif "functionResponse" in part:
                facts.append(result_fact(part["functionResponse"]["response"]))
            else:
                facts.append(text_fact(content.get("role", "user"), part["text"]))
    tools = [
        declared["name"]
        for tool in body.get("tools") or []
        for declared in tool.get("functionDeclarations") or []
    ]
    return {"messages": facts, "tools": tools}


def answer_facts(call):
    if call.tool_calls:
        return [call_fact(made["name"], made["arguments"]) for made in call.tool_calls]
    return [text_fact("assistant", call.text)]
