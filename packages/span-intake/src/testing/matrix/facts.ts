import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

/**
 * A fact in a conversation: a text, a tool call, or the result of a tool call. The recording contains the facts that
 * were sent to the provider. The facts of a span are read from its messages.
 */
export type Fact =
  | { readonly role: string; readonly text: string }
  | { readonly role: 'assistant'; readonly call: string; readonly arguments: JsonValue }
  | { readonly role: 'tool'; readonly result: JsonValue };

const roles: Readonly<Record<string, string>> = {
  developer: 'system',
  model: 'assistant',
  ai: 'assistant',
  human: 'user',
  function: 'tool',
  // smolagents uses these roles and renames them before it calls the model.
  'tool-call': 'assistant',
  'tool-response': 'user',
};

/** Reads the facts from a list of messages in any form that libraries use. */
export function factsOf(messages: JsonValue | undefined): Fact[] {
  return Array.isArray(messages) ? messages.flatMap(messageFacts) : [];
}

function messageFacts(message: JsonValue): Fact[] {
  if (!isJsonObject(message)) {
    return [];
  }
  const type = message['type'];
  if (type === 'function_call') {
    return [callFact(message)];
  }
  if (type === 'function_call_output') {
    return [{ role: 'tool', result: parsed(message['output']) }];
  }
  const sent = String(message['role']);
  const role = roles[sent] ?? sent;
  const content = message['content'] ?? message['contents'];
  const calls = message['tool_calls'];
  return [
    ...contentFacts(role, content),
    ...(Array.isArray(calls) ? calls.filter(isJsonObject).map(callFact) : []),
  ];
}

function contentFacts(role: string, content: JsonValue | undefined): Fact[] {
  if (content === undefined || content === null || content === '') {
    return [];
  }
  if (role === 'tool') {
    return [{ role, result: parsed(singleText(content)) }];
  }
  if (!Array.isArray(content)) {
    return [{ role, text: String(content) }];
  }
  return content.flatMap((part) => partFacts(role, part));
}

/** Returns the text if the content consists of a single text, and the content itself otherwise. */
function singleText(content: JsonValue): JsonValue {
  const part = Array.isArray(content) && content.length === 1 ? content[0] : undefined;
  const text = isJsonObject(part) ? textOf(part) : undefined;
  return text ?? content;
}

function partFacts(role: string, part: JsonValue): Fact[] {
  if (!isJsonObject(part)) {
    return [{ role, text: String(part) }];
  }
  const text = textOf(part);
  return text === undefined || text === '' ? [] : [{ role, text }];
}

function textOf(part: JsonObject): string | undefined {
  const inner = part['message_content'];
  const { text } = isJsonObject(inner) ? inner : part;
  return typeof text === 'string' ? text : undefined;
}

function callFact(call: JsonObject): Fact {
  const { name, arguments: args } = isJsonObject(call['function']) ? call['function'] : call;
  return { role: 'assistant', call: String(name), arguments: parsed(args) };
}

/** Parses a JSON string; returns any other value unchanged. */
export function parsed(value: JsonValue | undefined): JsonValue {
  if (typeof value !== 'string') {
    return value ?? null;
  }
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}
