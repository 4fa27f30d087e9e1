"""The stub of the Gemini API: generateContent and streamGenerateContent."""

import json

from bill import pieces


def generate_content(call, model, streamed):
    finish = {"finishReason": "STOP", "index": 0}
    envelope = {"modelVersion": model, "responseId": f"gemini-{call.number}"}
    calls = [
        {"functionCall": {"name": made["name"], "args": made["arguments"]}}
        for made in call.tool_calls
    ]
    if not streamed:
        content = {"role": "model", "parts": calls or [{"text": call.text}]}
        candidate = {"content": content} | finish
        answer = {"candidates": [candidate], "usageMetadata": usage(call)} | envelope
        return "application/json", json.dumps(answer)
    parts = calls or [{"text": piece} for piece in pieces(call.text)]
    chunks = [
        {"candidates": [{"content": {"role": "model", "parts": [part]}, "index": 0}]} | envelope
        for part in parts
    ]
    chunks[-1]["candidates"][0] |= finish
    chunks[-1]["usageMetadata"] = usage(call)
    return "text/event-stream", "".join(f"data: {json.dumps(chunk)}\r\n\r\n" for chunk in chunks)


def usage(call):
    counts = {
        "promptTokenCount": call.prompt,
        "candidatesTokenCount": call.output,
        "totalTokenCount": call.prompt + call.output,
    }
    return counts | ({"cachedContentTokenCount": call.cache_read} if call.cache_read else {})
