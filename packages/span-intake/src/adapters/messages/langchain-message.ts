import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

const roles = new Map<JsonValue | undefined, string>([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/**
 * Converts a message of LangChain: its own JSON, the serialised constructor around it, or a pair
 * `[role, content]`. Any other value is returned unchanged.
 */
export function fromLangChain(message: JsonValue): JsonValue {
  if (Array.isArray(message)) {
    const [sent, content] = message;
    return message.length === 2 && typeof sent === 'string' && content !== undefined
      ? { role: roles.get(sent) ?? sent, content }
      : message;
  }
  if (!isJsonObject(message) || typeof message['role'] === 'string') {
    return message;
  }
  if (message['type'] === 'tool_call') {
    return { role: 'assistant', tool_calls: [message] };
  }
  const wrapped = message['lc'] === undefined ? message['data'] : message['kwargs'];
  const inner = isJsonObject(wrapped) ? wrapped : message;
  const role = roles.get(inner['type'] ?? message['type']);
  return role === undefined ? message : { role, ...contentOf(inner) };
}

function contentOf(message: JsonObject): JsonObject {
  const kept: JsonObject = {};
  for (const name of ['content', 'tool_calls', 'tool_call_id', 'name']) {
    const value = message[name];
    const isEmpty = value === undefined || value === null;
    if (!(isEmpty || (Array.isArray(value) && value.length === 0 && name !== 'content'))) {
      kept[name] = value;
    }
  }
  return kept;
}
