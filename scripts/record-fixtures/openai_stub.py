"""Canned answers of the OpenAI API: chat completions (text, tool calls, streams), embeddings, responses.

What is answered depends on the request only: tools and a last message of the user give a tool call,
tool results or no tools give a text, a last message that contains "overload" gives a 429.
"""

import base64
import json
import struct

TEXT = "It is 18 °C and sunny in Paris."
CREATED = 1767225600
USAGE = {
    "prompt_tokens": 42,
    "completion_tokens": 17,
    "total_tokens": 59,
    "prompt_tokens_details": {"cached_tokens": 8, "audio_tokens": 0},
    "completion_tokens_details": {"reasoning_tokens": 5, "audio_tokens": 0},
}
ARGUMENTS = '{"city":"Paris","unit":"celsius"}'


def answer(path, request):
    if path == "embeddings":
        return json_answer(embeddings(request))
    if path == "responses":
        return json_answer(response(request))
    if path == "chat/completions":
        return chat(request)
    return 404, "application/json", b"{}"


def json_answer(value, status=200):
    return status, "application/json", json.dumps(value).encode()


def chat(request):
    last = request["messages"][-1]
    if "overload" in str(last.get("content")):
        error = {"message": "Rate limit reached", "type": "requests", "code": "rate_limit_exceeded"}
        return json_answer({"error": error}, 429)
    if request.get("stream"):
        return 200, "text/event-stream", stream(request)
    if request.get("tools") and last["role"] == "user":
        message = {"role": "assistant", "content": None, "tool_calls": tool_calls(request)}
        finish = "tool_calls"
    else:
        message, finish = {"role": "assistant", "content": TEXT}, "stop"
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    return json_answer(envelope(request, "chat.completion") | {"choices": [choice], "usage": USAGE})


def tool_calls(request):
    function = {"name": request["tools"][0]["function"]["name"], "arguments": ARGUMENTS}
    return [{"id": "call_weather_1", "type": "function", "function": function}]


def envelope(request, kind):
    return {
        "id": "chatcmpl-stub-1",
        "object": kind,
        "created": CREATED,
        "model": request["model"] + "-2024-07-18",
        "service_tier": "default",
        "system_fingerprint": "fp_stub",
    }


def stream(request):
    def chunk(delta, finish=None):
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return envelope(request, "chat.completion.chunk") | {"choices": [choice]}

    words = TEXT.split(" ")
    deltas = [{"role": "assistant", "content": ""}] + [
        {"content": word if n == 0 else " " + word} for n, word in enumerate(words)
    ]
    chunks = [chunk(delta) for delta in deltas] + [chunk({}, "stop")]
    if (request.get("stream_options") or {}).get("include_usage"):
        chunks.append(envelope(request, "chat.completion.chunk") | {"choices": [], "usage": USAGE})
    lines = "".join(f"data: {json.dumps(item)}\n\n" for item in chunks)
    return (lines + "data: [DONE]\n\n").encode()


def embeddings(request):
    texts = request["input"] if isinstance(request["input"], list) else [request["input"]]
    vector = [0.25, -0.5, 0.125, 1.0]
    packed = base64.b64encode(struct.pack("<4f", *vector)).decode()
    value = packed if request.get("encoding_format") == "base64" else vector
    data = [{"object": "embedding", "index": n, "embedding": value} for n in range(len(texts))]
    usage = {"prompt_tokens": 9, "total_tokens": 9}
    return {"object": "list", "data": data, "model": request["model"], "usage": usage}


def response(request):
    has_result = any(
        isinstance(item, dict) and item.get("type") == "function_call_output"
        for item in (request["input"] if isinstance(request["input"], list) else [])
    )
    if request.get("tools") and not has_result:
        name = request["tools"][0]["name"]
        output = {"type": "function_call", "id": "fc_stub_1", "call_id": "call_weather_1"}
        output |= {"name": name, "arguments": ARGUMENTS, "status": "completed"}
    else:
        content = {"type": "output_text", "text": TEXT, "annotations": []}
        output = {"type": "message", "id": "msg_stub_1", "role": "assistant"}
        output |= {"status": "completed", "content": [content]}
    return {
        "id": "resp_stub_1",
        "object": "response",
        "created_at": CREATED,
        "status": "completed",
        "model": request["model"] + "-2024-07-18",
        "output": [output],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": request.get("tools") or [],
        "usage": {
            "input_tokens": 42,
            "input_tokens_details": {"cached_tokens": 8},
            "output_tokens": 17,
            "output_tokens_details": {"reasoning_tokens": 5},
            "total_tokens": 59,
        },
    }
