"""The stub of OpenAI: chat completions, responses and embeddings, plain and streamed."""

import base64
import json
import struct

from bill import pieces

CREATED = 1767225600
BILLED = {"gpt-4o-mini": "gpt-4o-mini-2024-07-18", "gpt-4o": "gpt-4o-2024-08-06"}


def billed_model(model):
    return BILLED.get(model, model)


def sse(events):
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events)


def named_sse(events):
    return "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)


def chat(call, body):
    envelope = {
        "id": f"chatcmpl-{call.number}",
        "created": CREATED,
        "model": billed_model(body["model"]),
        "service_tier": "default",
        "system_fingerprint": "fp_stub",
    }
    calls = [
        {"id": made["id"], "type": "function"}
        | {"function": {"name": made["name"], "arguments": json.dumps(made["arguments"])}}
        for made in call.tool_calls
    ]
    finish = "tool_calls" if calls else "stop"
    if body.get("stream"):
        return "text/event-stream", chat_stream(call, body, envelope, calls, finish)
    message = {"role": "assistant", "content": None if calls else call.text, "refusal": None}
    if calls:
        message["tool_calls"] = calls
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    answer = envelope | {"object": "chat.completion", "choices": [choice], "usage": chat_usage(call)}
    return "application/json", json.dumps(answer)


def chat_usage(call):
    return {
        "prompt_tokens": call.prompt,
        "completion_tokens": call.output,
        "total_tokens": call.prompt + call.output,
        "prompt_tokens_details": {"cached_tokens": call.cache_read, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": call.reasoning, "audio_tokens": 0},
    }


def chat_stream(call, body, envelope, calls, finish):
    def chunk(delta, finish_reason=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
        return envelope | {"object": "chat.completion.chunk", "choices": [choice]}

    deltas = [{"role": "assistant", "content": None if calls else ""}]
    for place, made in enumerate(calls):
        name, arguments = made["function"]["name"], made["function"]["arguments"]
        first = {"name": name, "arguments": ""}
        deltas.append({"tool_calls": [made | {"index": place, "function": first}]})
        for half in (arguments[:7], arguments[7:]):
            deltas.append({"tool_calls": [{"index": place, "function": {"arguments": half}}]})
    if not calls:
        deltas += [{"content": piece} for piece in pieces(call.text)]
    chunks = [chunk(delta) for delta in deltas] + [chunk({}, finish)]
    if (body.get("stream_options") or {}).get("include_usage"):
        last = {"object": "chat.completion.chunk", "choices": [], "usage": chat_usage(call)}
        chunks.append(envelope | last)
    return sse(chunks) + "data: [DONE]\n\n"


def embeddings(call, body):
    texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
    vector = [0.25, -0.5, 0.125, 1.0]
    packed = base64.b64encode(struct.pack("<4f", *vector)).decode()
    value = packed if body.get("encoding_format") == "base64" else vector
    data = [{"object": "embedding", "index": n, "embedding": value} for n in range(len(texts))]
    usage = {"prompt_tokens": call.prompt, "total_tokens": call.prompt}
    answer = {"object": "list", "data": data, "model": body["model"], "usage": usage}
    return "application/json", json.dumps(answer)


def responses(answer, body):
    if not body.get("stream"):
        return "application/json", json.dumps(answer)
    return "text/event-stream", named_sse(response_events(answer))


def response(call, body):
    output = [
        {"type": "function_call", "id": f"fc_{made['id']}", "call_id": made["id"]}
        | {"name": made["name"], "arguments": json.dumps(made["arguments"]), "status": "completed"}
        for made in call.tool_calls
    ]
    if not output:
        content = {"type": "output_text", "text": call.text, "annotations": [], "logprobs": []}
        message = {"type": "message", "id": f"msg_{call.number}", "role": "assistant"}
        output = [message | {"status": "completed", "content": [content]}]
    return {
        "id": f"resp_{call.number}",
        "object": "response",
        "created_at": CREATED,
        "status": "completed",
        "model": billed_model(body["model"]),
        "instructions": body.get("instructions"),
        "output": output,
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": body.get("tools") or [],
        "usage": {
            "input_tokens": call.prompt,
            "input_tokens_details": {"cached_tokens": call.cache_read, "cache_write_tokens": 0},
            "output_tokens": call.output,
            "output_tokens_details": {"reasoning_tokens": call.reasoning},
            "total_tokens": call.prompt + call.output,
        },
    }


def response_events(answer):
    started = answer | {"status": "in_progress", "output": [], "usage": None}
    events = [
        {"type": "response.created", "response": started},
        {"type": "response.in_progress", "response": started},
    ]
    for place, item in enumerate(answer["output"]):
        where = {"output_index": place, "item_id": item["id"]}
        if item["type"] == "function_call":
            opened = item | {"arguments": "", "status": "in_progress"}
            events.append({"type": "response.output_item.added", "output_index": place, "item": opened})
            arguments = item["arguments"]
            events.append(
                {"type": "response.function_call_arguments.delta", "delta": arguments} | where
            )
            done = {"name": item["name"], "arguments": arguments}
            events.append({"type": "response.function_call_arguments.done"} | done | where)
        else:
            events += message_events(item, where)
        events.append({"type": "response.output_item.done", "output_index": place, "item": item})
    events.append({"type": "response.completed", "response": answer})
    return [event | {"sequence_number": place} for place, event in enumerate(events)]


def message_events(item, where):
    opened = item | {"content": [], "status": "in_progress"}
    part = item["content"][0]
    where = where | {"content_index": 0}
    empty = part | {"text": ""}
    added = {"type": "response.output_item.added", "output_index": where["output_index"]}
    events = [
        added | {"item": opened},
        {"type": "response.content_part.added", "part": empty} | where,
    ]
    for piece in pieces(part["text"]):
        events.append({"type": "response.output_text.delta", "delta": piece, "logprobs": []} | where)
    done = {"type": "response.output_text.done", "text": part["text"], "logprobs": []}
    return events + [done | where, {"type": "response.content_part.done", "part": part} | where]
