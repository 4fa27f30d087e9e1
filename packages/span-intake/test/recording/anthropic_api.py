"""The stub of Anthropic's Messages API, plain and streamed."""

import json

from bill import pieces

BILLED = {"claude-sonnet-4-5": "claude-sonnet-4-5-20250929"}


def billed_model(model):
    return BILLED.get(model, model)


def messages(call, body):
    content = [
        {"type": "tool_use", "id": made["id"], "name": made["name"], "input": made["arguments"]}
        for made in call.tool_calls
    ] or [{"type": "text", "text": call.text}]
    message = {
        "id": f"msg_{call.number}",
        "type": "message",
        "role": "assistant",
        "model": billed_model(body["model"]),
        "content": content,
        "stop_reason": "tool_use" if call.tool_calls else "end_turn",
        "stop_sequence": None,
        "usage": usage(call),
    }
    if not body.get("stream"):
        return "application/json", json.dumps(message)
    return "text/event-stream", stream(call, message)


def usage(call):
    return {
        "input_tokens": call.input,
        "cache_read_input_tokens": call.cache_read,
        "cache_creation_input_tokens": call.cache_write,
        "output_tokens": call.output,
        "service_tier": "standard",
    }


def stream(call, message):
    begun = message | {"content": [], "stop_reason": None, "usage": usage(call) | {"output_tokens": 1}}
    events = [{"type": "message_start", "message": begun}, {"type": "ping"}]
    for place, block in enumerate(message["content"]):
        if block["type"] == "text":
            opened, deltas = block | {"text": ""}, [
                {"type": "text_delta", "text": piece} for piece in pieces(block["text"])
            ]
        else:
            opened = block | {"input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        events.append({"type": "content_block_start", "index": place, "content_block": opened})
        for delta in deltas:
            events.append({"type": "content_block_delta", "index": place, "delta": delta})
        events.append({"type": "content_block_stop", "index": place})
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    output = {"output_tokens": call.output}
    events.append({"type": "message_delta", "delta": delta, "usage": output})
    events.append({"type": "message_stop"})
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
