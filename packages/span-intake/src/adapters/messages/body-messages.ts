import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { normaliseContents } from './normalise-messages.js';

/** Reads the messages from the body of a request to a provider; `undefined` if it has no messages. */
export function requestMessages(body: JsonValue): JsonValue[] | undefined {
  if (!isJsonObject(body)) {
    return messagesIn(body);
  }
  const { input } = body;
  const list =
    listOf(body['messages']) ??
    listOf(body['contents']) ??
    (typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input));
  if (list === undefined) {
    return undefined;
  }
  const instructions = body['instructions'] ?? body['system'];
  const hasInstructions = instructions !== undefined && instructions !== null;
  const first: JsonValue[] = hasInstructions ? [{ role: 'system', content: instructions }] : [];
  return messagesIn([...first, ...list]);
}

/** Reads the messages from the body of a provider's response; `undefined` if it has no messages. */
export function responseMessages(body: JsonValue): JsonValue[] | undefined {
  if (!isJsonObject(body)) {
    return messagesIn(body);
  }
  const single = body['message'] ?? (body['role'] === undefined ? undefined : body);
  if (single !== undefined) {
    return messagesIn([single]);
  }
  const list = listOf(body['messages']) ?? listOf(body['output']);
  return list === undefined ? choicesIn(body) : messagesIn(list);
}

/** Reads the first of several alternative answers, in the format of OpenAI, Gemini or LangChain. */
function choicesIn(body: JsonObject): JsonValue[] | undefined {
  const choices = body['choices'] ?? body['candidates'] ?? listOf(body['generations']);
  const choice = Array.isArray(choices) ? choices[0] : undefined;
  if (!isJsonObject(choice)) {
    return undefined;
  }
  const { message, content, text } = choice;
  const sent = message ?? content ?? (text === undefined ? undefined : { content: text });
  const answer = sent === undefined ? undefined : fromLangChain(sent);
  return isJsonObject(answer) ? messagesIn([{ role: 'assistant', ...answer }]) : undefined;
}

/** Returns the value if it is a list of messages. Removes the additional outer list that LangChain sends. */
function listOf(value: JsonValue | undefined): JsonValue[] | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    return undefined;
  }
  const [first] = value;
  const isBatch = value.length === 1 && Array.isArray(first) && !first.every(isText);
  return isBatch ? first : value;
}

function isText(value: JsonValue): boolean {
  return typeof value === 'string';
}

function messagesIn(list: JsonValue): JsonValue[] | undefined {
  if (!Array.isArray(list) || list.length === 0) {
    return undefined;
  }
  const messages = list.map(fromLangChain);
  return messages.every(isMessage) ? normaliseContents(messages) : undefined;
}

const items = new Set<JsonValue | undefined>([
  'function_call',
  'function_call_output',
  'reasoning',
]);

function isMessage(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    (typeof value['role'] === 'string' || items.has(value['type']) || Array.isArray(value['parts']))
  );
}

const roles = new Map<JsonValue | undefined, string>([
  ['human', 'user'],
  ['ai', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['system', 'system'],
  ['tool', 'tool'],
  ['function', 'tool'],
]);

/**
 * Converts a LangChain message, which can be plain JSON, a serialised constructor, or a pair `[role, content]`. Returns
 * any other value unchanged.
 */
function fromLangChain(message: JsonValue): JsonValue {
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
