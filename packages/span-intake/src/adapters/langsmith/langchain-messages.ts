import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { normaliseContents } from '../messages/normalise-messages.js';

const roles: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  AIMessageChunk: 'assistant',
  developer: 'system',
};

/**
 * Reads a list of LangChain's messages: serialised objects with `lc` and `kwargs`, dumped objects with `type`, pairs of
 * a role and a text, or messages with `role`. Returns `undefined` for any other list.
 */
export function readLangChainMessages(value: JsonValue | undefined): JsonValue[] | undefined {
  const list =
    Array.isArray(value) && Array.isArray(value[0]) && !isPair(value[0]) ? value[0] : value;
  if (!Array.isArray(list) || list.length === 0) {
    return undefined;
  }
  const messages = list.map(readMessage);
  return messages.every((message) => message !== undefined)
    ? normaliseContents(messages)
    : undefined;
}

function readMessage(value: JsonValue): JsonObject | undefined {
  if (isPair(value)) {
    return { role: toRole(value[0]), content: value[1] };
  }
  const message = isJsonObject(value) && isJsonObject(value['kwargs']) ? value['kwargs'] : value;
  if (!isJsonObject(message)) {
    return undefined;
  }
  const role = message['role'] ?? message['type'];
  return typeof role === 'string' && message['content'] !== undefined
    ? toMessage(toRole(role), message)
    : undefined;
}

function toMessage(role: string, message: JsonObject): JsonObject {
  const { content = '', tool_calls: calls, tool_call_id: callId, name } = message;
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  return {
    role,
    content: hasCalls ? withoutCalls(content) : content,
    ...(hasCalls && { tool_calls: calls.map(toCall) }),
    ...(callId !== undefined && { tool_call_id: callId }),
    ...(role === 'tool' && name !== undefined && { name }),
  };
}

function toCall(call: JsonValue): JsonValue {
  if (!isJsonObject(call) || call['function'] !== undefined) {
    return call;
  }
  const { id = null, name = null, args = null } = call;
  return { id, type: 'function', function: { name, arguments: args } };
}

/**
 * Removes tool calls from the content. Anthropic repeats there the calls that `tool_calls` has in the same form for all
 * models.
 */
function withoutCalls(content: JsonValue): JsonValue {
  return Array.isArray(content)
    ? content.filter((part) => !(isJsonObject(part) && part['type'] === 'tool_use'))
    : content;
}

function isPair(value: JsonValue): value is [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string')
  );
}

function toRole(type: string): string {
  return roles[type] ?? type;
}
